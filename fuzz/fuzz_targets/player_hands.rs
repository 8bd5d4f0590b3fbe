//! Any deal between players under any rules file, decision by decision, without a table around it: nothing panics, a refusal changes nothing,
//! and every chip is somewhere at every step and paid out once at the end.
//!
//! Input: the first byte chooses the rules file, the second the amounts, and the rest are the choices; after them the deal goes on with choices
//! from a seed.
#![no_main]

use std::sync::LazyLock;

use croupier::games::betting::{Action, Limit, Offers};
use croupier::games::streets::{ForcedBets, Hand, HandWants, House, Level};
use croupier::model::{Card, CardChoice, Money, Seat};
use croupier::profiles::{Kind, load};
use croupier::sim::evening::{Choices, Seeded};
use croupier::sim::scenario::rules_between_players;
use libfuzzer_sys::fuzz_target;

/// A deal with more steps does not end.
const STEPS_MOST: u32 = 100_000;

static HOUSES: LazyLock<Vec<House>> = LazyLock::new(|| {
    let read = |name: String| load::<House>(Kind::Betting, &name).expect("a shipped rules file").value;
    rules_between_players().into_iter().map(read).collect()
});

/// The choices of an input, a byte or two each, and then those of a seed.
struct Input<'a> {
    bytes: &'a [u8],
    after: Seeded,
}

impl Input<'_> {
    fn below(&mut self, bound: i64) -> i64 {
        let chosen = match (self.bytes, bound) {
            ([byte, rest @ ..], ..=256) => {
                self.bytes = rest;
                i64::from(*byte)
            }
            ([first, second, rest @ ..], _) => {
                self.bytes = rest;
                i64::from(u16::from_le_bytes([*first, *second]))
            }
            _ => return self.after.below(bound),
        };
        chosen % bound.max(1)
    }

    /// What somebody wants, offered or not.
    fn action(&mut self, offers: Option<Offers>) -> Action {
        if offers.is_some_and(|offers| offers.may_divide) {
            return if self.below(2) == 0 { Action::Divide } else { Action::PlayAgain };
        }
        let wager = offers.and_then(|offers| offers.wager);
        let amount = match (self.below(4), wager) {
            (0, Some(wager)) => wager.least,
            (1, Some(wager)) => wager.most,
            (2, Some(wager)) => wager.least + money(self.below((wager.most - wager.least).minor() + 1)),
            _ => money(self.below(3_000) - 20),
        };
        match self.below(14) {
            0 => Action::Fold,
            1..=3 => Action::Check,
            4..=6 => Action::Call,
            7 | 8 => Action::Bet(amount),
            9 | 10 => Action::RaiseTo(amount),
            11 => Action::Pass,
            12 => Action::Exchange(CardChoice(1 << self.below(5) | 1 << self.below(6))),
            _ => Action::Stop,
        }
    }
}

const fn money(minor: i64) -> Money {
    Money::from_minor(minor)
}

/// The amounts that the house's variant knows.
fn level(house: &House, choices: u8) -> Level {
    let (ante, unit) = (i64::from(choices & 3), [1, 5][usize::from(choices >> 2 & 1)]);
    let is_bring_in = matches!(house.variant.forced(), ForcedBets::BringIn);
    let is_stake = matches!(house.variant.forced(), ForcedBets::Stake);
    let is_first_blind = matches!(house.variant.forced(), ForcedBets::FirstBlind);
    let is_spread = house.betting.limit == Limit::Spread;
    let has_sizes = is_bring_in || is_stake || house.betting.limit == Limit::FixedLimit;
    let of = |amount: i64, is: bool| money(if is { amount * unit } else { 0 });
    Level {
        ante: money(if is_stake { 10 } else { ante.max(i64::from(is_first_blind)) } * unit),
        small_blind: of(5, !is_bring_in && !is_stake && !is_first_blind),
        big_blind: of(10, !is_bring_in && !is_stake),
        bring_in: of(if is_spread { 10 } else { 4 }, is_bring_in),
        small_bet: of(10, has_sizes),
        big_bet: of(20, house.betting.limit == Limit::FixedLimit),
        most_bet: of(100, is_spread),
        unit: money(unit),
    }
}

fn chips(hand: &Hand) -> Money {
    hand.pot() + hand.seats().iter().flatten().map(|seat| seat.stack).sum()
}

fn play(house: &House, level: Level, input: &mut Input<'_>) {
    let mut stacks: Vec<(Seat, Money)> = Vec::new();
    for seat in Seat::all() {
        if input.below(4) > 0 {
            let most = [30, 300, 3_000][input.below(3) as usize];
            stacks.push((seat, money((1 + input.below(most)) * level.unit.minor())));
        }
    }
    let button = Seat::all().nth(input.below(6) as usize).expect("there are six seats");
    let Some(mut hand) = Hand::begin(house.clone(), level, &stacks, button) else { return };
    let mut pack: Vec<Card> = Card::all().collect();
    let all = chips(&hand);
    for step in 0.. {
        assert!(step < STEPS_MOST, "the deal ends");
        match hand.wants() {
            HandWants::Card(_) => hand.take_card(pack.swap_remove(input.below(pack.len() as i64) as usize)),
            // Where one refused choice follows the other, the deal goes on all the same.
            HandWants::Decision(seat) if step % 15 == 0 => _ = hand.take(seat, hand.otherwise(seat)).expect("it is always offered"),
            HandWants::Decision(seat) => {
                let before = hand.clone();
                if hand.take(seat, input.action(hand.offers(seat))).is_err() {
                    assert_eq!(hand, before, "a refusal changes nothing");
                }
            }
            HandWants::Shuffle | HandWants::Settlement => break,
        }
        assert_eq!(chips(&hand), all, "every chip is somewhere");
        let lies: Money = hand.pots().iter().map(|pot| pot.amount).chain(Seat::all().map(|seat| hand.bet(seat))).sum();
        assert_eq!(lies, hand.pot(), "what was put in lies in the pots and before the players");
        if hand.plays_again().is_some() && pack.len() < 52 {
            pack = Card::all().collect();
        }
    }
    let settlement = hand.settle();
    let back: Money = settlement.returns.iter().copied().sum();
    assert_eq!(back + settlement.fee, hand.pot(), "what was put in is paid out once");
}

fuzz_target!(|bytes: &[u8]| {
    let [rules, amounts, choices @ ..] = bytes else { return };
    let house = &HOUSES[usize::from(*rules) % HOUSES.len()];
    let mut input = Input { bytes: choices, after: Seeded(u64::from(*amounts)) };
    play(house, level(house, *amounts), &mut input);
});
