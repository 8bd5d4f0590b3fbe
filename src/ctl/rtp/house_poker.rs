//! House poker: the ante with all that comes on top of it, played by hands; the bonus, counted out.

use std::borrow::Cow;

use super::figure::{Count, Figure, Figures, bets_of, name};
use super::hands_of_five::every_hand_of_five;
use super::simulate::{Bet, Plan, simulate};
use super::{Effort, no_strategy};
use crate::ctl::Failure;
use crate::games::card_game::CardGame;
use crate::games::contract::Deal;
use crate::model::{BoxNumber, BoxStake, Card, CardPlace, Money, Seat, StakeKind, Want};
use crate::profiles::{Kind, load_as};
use crate::sim::strategies::hands::Strategy;
use crate::sim::strategies::house_poker::{BestPlay, Chart, ChartFile, OpenCardPlay, SampledPlay};

/// So much that rounding is far below what a sample can show.
const ANTE: i64 = 1_000_000;

/// Every bet with all that comes on top of it; the bonus is counted out.
pub(super) fn figures(game: &CardGame, effort: &Effort) -> Result<Figures, Failure> {
    let is_counted = |kind: &StakeKind| *kind == StakeKind::Bonus && !effort.simulate;
    let (counted, simulated): (Vec<_>, Vec<_>) = bets_of(game).into_iter().partition(is_counted);
    let (strategy, strategy_name) = strategy_of(game, effort)?;
    let plan = Plan {
        game,
        stakes: simulated.iter().copied().map(stake).collect(),
        bets: simulated.iter().map(|kind| Bet::of(game, *kind)).collect(),
        strategy: &*strategy,
        strategy_name,
    };
    let bonus = counted.into_iter().map(|kind| (name(kind), Figure::Counted(bonus(game))));
    Ok(simulate(&plan, effort.hands, effort.seed).into_iter().chain(bonus).collect())
}

/// How the hands are played, and what that is called. No chart is made of hands that see nothing of the dealer's.
fn strategy_of(game: &CardGame, effort: &Effort) -> Result<(Box<dyn Strategy>, Cow<'static, str>), Failure> {
    Ok(match (game, &effort.strategy) {
        (CardGame::CasinoHoldem(rules), _) => {
            no_strategy(game.name(), effort)?;
            (Box::new(SampledPlay::of(rules)), "sampled play".into())
        }
        (CardGame::FiveCard(rules), _) => {
            no_strategy(game.name(), effort)?;
            (Box::new(OpenCardPlay::of(rules)), "sampled play".into())
        }
        (_, None) => (Box::new(BestPlay::of(game).expect("only games of house poker come here")), "best play".into()),
        (_, Some(file)) => (Box::new(from_file(game, file)?), file.clone().into()),
    })
}

/// The best chart as the file that would be read as it.
pub(super) fn best_strategy(game: &CardGame) -> String {
    Chart::best(game).expect("only games of house poker come here").to_string()
}

/// Kind only says where a shipped name would be looked for; no strategy is shipped, so the name is a path.
fn from_file(game: &CardGame, file: &str) -> Result<Chart, Failure> {
    Ok(load_as(Kind::Rules, file, |keys: ChartFile| keys.chart(game))?.value)
}

/// The bonus plays on the first five cards alone, the box's own or with those on the board (`house-poker-by` THB-14, OAS-16, RUS-24,
/// `house-poker-am` HPAM-24): each of them, on a dark box, which nobody passes. What a most payout would cut depends on the amount and is not counted.
fn bonus(game: &CardGame) -> Count {
    let mut count = Count::default();
    every_hand_of_five(game.rules().shoe().pack, |cards, ways| {
        let mut deal = game.deal(&[StakeKind::Ante, StakeKind::Bet, StakeKind::Bonus].map(stake));
        let mut others = Card::all().filter(|card| !cards.contains(card));
        let mut counted = cards.iter().copied();
        loop {
            match deal.wants() {
                Want::Card { to, .. } => {
                    let of_counted = if to == CardPlace::Dealer { None } else { counted.next() };
                    deal.take_card(of_counted.or_else(|| others.next()).expect("a pack suffices for one box"));
                }
                Want::Decision(decision) => drop(deal.take_choice(decision.otherwise)),
                Want::Window(_) | Want::Fresh | Want::Chance(_) => {
                    unreachable!("at house poker one box decides after the other, and there is one shuffle")
                }
                Want::Settlement => break,
            }
        }
        let settlement = deal.settle();
        let lines = settlement.returns.iter().filter(|line| line.stake.kind == StakeKind::Bonus);
        lines.for_each(|line| count.add_return(line, ways));
    });
    count
}

/// A bet is two antes (`house-poker-by` HPC-4), a bonus half an ante (HA-28).
fn stake(kind: StakeKind) -> BoxStake {
    let amount = match kind {
        StakeKind::Bet => 2 * ANTE,
        StakeKind::Bonus => ANTE / 2,
        _ => ANTE,
    };
    BoxStake { seat: Seat::new(1).expect("1 is a seat"), place: BoxNumber(1), hand: 0, kind, amount: Money::from_minor(amount) }
}
