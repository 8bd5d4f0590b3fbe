//! The tables with cards: which card games, which poker between the players for which amounts, and where the cards of each table come from.

use std::path::{Path, PathBuf};

use super::answers::{Answers, GameAnswer, MoneyAnswers, PlayerTableAnswer};
use super::dialogue::Dialogue;
use super::money::{amount_of, times};
use super::{devices, ports, until_good};
use crate::ctl::Failure;
use crate::games::betting::Limit;
use crate::games::streets::{ForcedBets, House, Level};
use crate::model::Money;
use crate::profiles::{self, CardSourceKeys, Device, Kind, load, load_card_game};

/// Of which amount that was answered before it, and how many times that, an amount between players usually is; where there is none of them, it
/// is the price of one unit.
const USUAL: [(&str, &[(&str, i64)]); 5] = [
    ("big_blind", &[("small_blind", 2), ("ante", 1)]),
    ("small_bet", &[("big_blind", 1), ("bring_in", 2), ("ante", 1)]),
    ("bring_in", &[("small_bet", 1)]),
    ("big_bet", &[("small_bet", 2)]),
    ("most_bet", &[("big_blind", 10), ("small_bet", 10)]),
];

/// Asks for the card games and where the cards of each card table come from.
pub(super) fn games(dialogue: &mut Dialogue<'_>, folder: &Path) -> Result<Vec<GameAnswer>, Failure> {
    let known = profiles::list(Kind::Rules).into_iter().filter_map(|rules| Some((load_card_game(&rules).ok()?.value, rules)));
    let (known, names): (Vec<_>, Vec<_>) = known.unzip();
    let mut games = Vec::new();
    for place in dialogue.choose_several("Card games", &names)? {
        games.push(GameAnswer { rules: names[place].clone(), game: known[place].clone(), source: CardSourceKeys::Virtual });
    }
    for place in 0..games.len() {
        // A machine has a deck of its own for each seat, and no device serves another pack than the one of 52 cards.
        if !games[place].is_machine() && games[place].game.rules().shoe().pack.is_plain() {
            let taken: Vec<PathBuf> = games.iter().filter_map(|game| ports::of(&game.source)).collect();
            games[place].source = source(dialogue, folder, &taken, &games[place].rules)?;
        }
    }
    Ok(games)
}

/// Asks for the tables between players, then for the amounts of each, and where its cards come from.
pub(super) fn between_players(dialogue: &mut Dialogue<'_>, folder: &Path, answers: &mut Answers) -> Result<(), Failure> {
    let names = profiles::list(Kind::Betting);
    until_good(dialogue, answers, |dialogue, answers| {
        let places = dialogue.choose_several("Tables between players", &names)?;
        let tables = places.into_iter().map(|place| usual_table(&names[place], answers.money.least));
        answers.player_tables = tables.collect::<Result<_, _>>()?;
        Ok(())
    })?;
    for place in 0..answers.player_tables.len() {
        until_good(dialogue, answers, |dialogue, answers| {
            answers.player_tables[place].amounts = ask_amounts(dialogue, &answers.money, &answers.player_tables[place])?;
            Ok(())
        })?;
        let source = source(dialogue, folder, &answers.ports(), &answers.player_tables[place].rules)?;
        answers.player_tables[place].source = source;
    }
    Ok(())
}

/// Asks for the amounts of this table.
fn ask_amounts(
    dialogue: &mut Dialogue<'_>,
    money: &MoneyAnswers,
    table: &PlayerTableAnswer,
) -> Result<Vec<(&'static str, Money)>, Failure> {
    let (rules, currency, decimals) = (&table.rules, &money.currency, money.decimals);
    amounts(&table.house, money.least, |key, usual| {
        let question = format!("{} of {rules}, in {currency}", words_of(key, &table.house));
        dialogue.ask(&question, Some(&usual.in_units(decimals)), |answer| amount_of(answer, decimals))
    })
}

/// A table by these rules with its usual amounts.
fn usual_table(rules: &str, unit: Money) -> Result<PlayerTableAnswer, Failure> {
    let house: House = load(Kind::Betting, rules)?.value;
    let amounts = amounts(&house, unit, |_, usual| Ok(usual))?;
    Ok(PlayerTableAnswer { rules: rules.to_owned(), house, amounts, source: CardSourceKeys::Virtual })
}

/// The amounts that a table of this house needs, each as `ask` has it of its key and its usual amount.
fn amounts(
    house: &House,
    unit: Money,
    mut ask: impl FnMut(&str, Money) -> Result<Money, Failure>,
) -> Result<Vec<(&'static str, Money)>, Failure> {
    let mut amounts = Vec::new();
    for key in Level::needed(house) {
        let amount = ask(key, usual(key, unit, &amounts))?;
        amounts.push((*key, amount));
    }
    Ok(amounts)
}

fn usual(key: &str, unit: Money, answered: &[(&str, Money)]) -> Money {
    let bases = USUAL.iter().find(|(of, _)| *of == key).map_or(&[][..], |(_, bases)| bases);
    let of = |base: &str| answered.iter().find(|(key, _)| *key == base).map(|(_, amount)| *amount);
    bases.iter().find_map(|(base, count)| Some(times(of(base)?, *count))).unwrap_or(unit)
}

fn words_of(key: &str, house: &House) -> &'static str {
    match key {
        "ante" => "Stake of everybody before the deal",
        "small_blind" => "Small blind",
        "big_blind" if house.variant.forced() == ForcedBets::Blinds => "Big blind",
        "big_blind" => "Blind of the first hand",
        "bring_in" => "Bring-in",
        "small_bet" if house.betting.limit == Limit::FixedLimit => "Small bet",
        "small_bet" => "Least bet",
        "big_bet" => "Big bet",
        _ => "Most of a wager above the price",
    }
}

/// Asks where the cards of this table come from.
fn source(dialogue: &mut Dialogue<'_>, folder: &Path, taken: &[PathBuf], rules: &str) -> Result<CardSourceKeys, Failure> {
    let kinds = ["a virtual deck", "a shuffle machine on a serial port", "a card-reading shoe on a serial port"].map(str::to_owned);
    let devices = match dialogue.choose(&format!("The cards of {rules} come from"), &kinds, Some(0))? {
        0 => return Ok(CardSourceKeys::Virtual),
        1 => devices(|device| matches!(device, Device::Shuffler(_))),
        _ => devices(|device| matches!(device, Device::Shoe(_))),
    };
    let device = devices[dialogue.choose("Which device is it", &devices, Some(0))?].clone();
    let port = ports::ask(dialogue, folder, taken, &device)?;
    Ok(CardSourceKeys::Serial { device, port })
}
