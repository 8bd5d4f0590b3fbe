//! Any deal between players under any rules file, decision by decision, without a table around it: nothing panics, a refusal changes nothing,
//! and every chip is somewhere at every step and paid out once at the end.
//!
//! Input: the first byte chooses the rules file, the second the amounts, and the rest are the choices; after them the deal goes on with choices
//! from a seed.
#![no_main]

use std::sync::LazyLock;

use croupier::games::betting::{Action, Offers};
use croupier::games::streets::{Hand, HandWants, House, Level};
use croupier::model::{Card, CardChoice, Money, Seat};
use croupier::profiles::{Kind, load};
use croupier::sim::evening::{Choices, Seeded, Setting};
use croupier::sim::scenario::rules_between_players;
use libfuzzer_sys::fuzz_target;

/// A deal with more steps does not end.
const STEPS_MOST: u32 = 100_000;

/// How many different amounts are played for.
const AMOUNTS: u8 = 8;

/// Every shipped rules file, with what may be played for under it.
static HOUSES: LazyLock<Vec<(House, Vec<Level>)>> = LazyLock::new(|| {
    let of = |amounts: u8, name: &str| Setting::new(name, i64::from(amounts & 3), if amounts < 4 { 1 } else { 5 }).level;
    let read = |name: String| {
        let house = load::<House>(Kind::Betting, &name).expect("a shipped rules file").value;
        (house, (0..AMOUNTS).map(|amounts| of(amounts, &name)).collect())
    };
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
    let (house, levels) = &HOUSES[usize::from(*rules) % HOUSES.len()];
    let mut input = Input { bytes: choices, after: Seeded(u64::from(*amounts)) };
    play(house, levels[usize::from(*amounts % AMOUNTS)], &mut input);
});
