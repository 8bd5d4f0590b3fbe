//! `croupierctl rtp`: what every bet returns to the player.
//!
//! Where all that can happen can be counted out, it is, and the figure is exact; otherwise hands are simulated, and the figure has an
//! interval. Here never lives a rule of a game: what a bet returns is asked of the game. A game comes in by one file here and one arm
//! of [`card_game`].

mod baccarat;
mod best_play;
mod blackjack;
mod count;
mod figure;
mod hands_of_five;
mod hi_lo;
mod house_poker;
mod one_exchange;
mod roulette;
mod simulate;
mod slot;
mod table;
#[cfg(test)]
mod tests;
mod undecided;

use clap::Args;

use super::Failure;
use crate::games::card_game::CardGame;
use crate::profiles::{Kind, game_of, list, load, load_card_game};
use figure::Line;

/// Whose return, and how it is found.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The rules: a shipped file such as `baccarat/am`, or a path; every shipped file where none is named.
    #[arg(long, value_name = "NAME-OR-FILE")]
    rules: Vec<String>,
    #[command(flatten)]
    effort: Effort,
    /// A table in Markdown instead of JSON.
    #[arg(long)]
    as_table: bool,
    /// Prints the best strategy as a file for `--strategy`, to be read and changed by people, and simulates nothing; one rules file. At
    /// Oasis and Russian poker it is a chart of hands by classes, which takes some seconds and is a little below best play.
    #[arg(long, conflicts_with_all = ["strategy", "as_table", "simulate"])]
    print_strategy: bool,
}

/// How a return is found that depends on the player.
#[derive(Clone, Debug, Args)]
struct Effort {
    /// The strategy's file, in games with decisions; where none is named the best one, worked out from the rules.
    #[arg(long, value_name = "FILE")]
    strategy: Option<String>,
    /// How many hands are simulated where it cannot be counted out.
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1_000..))]
    hands: u64,
    /// The seed; the same seed gives the same figures.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Simulates the card games that could be counted out, so that one can be checked by the other.
    #[arg(long)]
    simulate: bool,
}

/// Says what every bet returns.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let names = if arguments.rules.is_empty() { list(Kind::Rules) } else { arguments.rules.clone() };
    if arguments.print_strategy {
        return print_strategy(&names);
    }
    let mut lines = Vec::new();
    for name in names {
        lines.extend(lines_of(&name, &arguments.effort)?);
    }
    Ok(if arguments.as_table { table::markdown(&lines) } else { lines.iter().map(Line::as_json).collect() })
}

/// The best strategy of one rules file.
fn print_strategy(names: &[String]) -> Result<String, Failure> {
    let [name] = names else { return Err(Failure::refused("strategy-unused", "--print-strategy goes with one --rules".to_owned())) };
    match load_card_game(name)?.value {
        CardGame::Blackjack(rules) => Ok(blackjack::best_strategy(&rules)),
        game @ (CardGame::Oasis(_) | CardGame::Russian(_)) => Ok(house_poker::best_strategy(&game)),
        other => Err(Failure::refused("strategy-unused", format!("{} has no strategy that could be written down", other.name()))),
    }
}

/// Every bet of one rules file.
fn lines_of(name: &str, effort: &Effort) -> Result<Vec<Line>, Failure> {
    let figures = if game_of(name) == "roulette" {
        no_strategy("roulette", effort)?;
        roulette::figures(&load(Kind::Rules, name)?.value)
    } else {
        card_game(&load_card_game(name)?.value, effort)?
    };
    Ok(figures.into_iter().map(|(bet, figure)| Line { rules: name.to_owned(), bet, figure }).collect())
}

/// Every bet of a card game.
fn card_game(game: &CardGame, effort: &Effort) -> Result<figure::Figures, Failure> {
    match game {
        CardGame::Baccarat(rules) => {
            no_strategy(game.name(), effort)?;
            Ok(if effort.simulate { undecided::figures(game, effort) } else { baccarat::figures(game, rules) })
        }
        CardGame::Blackjack(rules) => blackjack::figures(game, rules, effort),
        CardGame::CasinoHoldem(_) | CardGame::FiveCard(_) | CardGame::Oasis(_) | CardGame::Russian(_) => house_poker::figures(game, effort),
        CardGame::HiLo(_) => {
            no_strategy(game.name(), effort)?;
            Ok(hi_lo::figures(game))
        }
        CardGame::Slot(rules) => {
            no_strategy(game.name(), effort)?;
            Ok(slot::figures(game, rules))
        }
        _ if game.rules().is_machine() => {
            no_strategy(game.name(), effort)?;
            Ok(one_exchange::figures(game))
        }
        _ => {
            no_strategy(game.name(), effort)?;
            Ok(if effort.simulate { undecided::figures(game, effort) } else { best_play::figures(game) })
        }
    }
}

fn no_strategy(game: &str, effort: &Effort) -> Result<(), Failure> {
    match &effort.strategy {
        Some(file) => Err(Failure::refused("strategy-unused", format!("{file}: {game} takes no strategy")).with("file", &**file)),
        None => Ok(()),
    }
}
