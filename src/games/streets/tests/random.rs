//! Whole deals as chance has them: nothing panics, and every chip is found at the end.

use super::*;
use crate::games::betting::{Limit, Offers};
use crate::games::streets::ForcedBets;

struct Chance(u64);

impl Chance {
    fn next(&mut self, below: u64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(self.0 >> 33).map_or(0, |word| word % i64::try_from(below).unwrap_or(1))
    }
}

fn anything(chance: &mut Chance, offers: Option<Offers>) -> Action {
    if offers.is_some_and(|offers| offers.may_divide) {
        return if chance.next(2) == 0 { Action::Divide } else { Action::PlayAgain };
    }
    match (chance.next(5), offers.is_some_and(|offers| offers.may_pass)) {
        (0, _) | (1, true) => return Action::Exchange(CardChoice(1 << chance.next(5) | 1 << chance.next(6))),
        (2, true) => return Action::Pass,
        _ => {}
    }
    let wager = offers.and_then(|offers| offers.wager);
    let amount = match (chance.next(3), wager) {
        (0, Some(wager)) => wager.least,
        (1, Some(wager)) => wager.least + money(chance.next((wager.most - wager.least).minor().unsigned_abs() + 1)),
        _ => money(chance.next(3_000) - 20),
    };
    match chance.next(9) {
        0 => Action::Fold,
        1..=3 if amount.minor() % 2 == 0 => Action::Pass,
        1..=3 => Action::Check,
        4..=6 => Action::Call,
        7 if amount.minor() % 2 == 0 => Action::Stop,
        7 => Action::Bet(amount),
        _ => Action::RaiseTo(amount),
    }
}

fn chips(hand: &Hand) -> Money {
    hand.pot() + hand.seats().iter().flatten().map(|seat| seat.stack).sum()
}

/// Plays it; how often equal hands played again.
fn play(house: &House, seed: u64) -> u32 {
    let mut chance = Chance(seed);
    let level = match house.variant.forced() {
        ForcedBets::Blinds => Level { ante: money(chance.next(4)), ..blinds(5 + chance.next(5), 10, [1, 5][chance.next(2) as usize]) },
        ForcedBets::FirstBlind => Level { ante: money(1 + chance.next(9)), ..blinds(0, 10, 1) },
        ForcedBets::Stake => Level { ante: money(1 + chance.next(9)), ..stud(0, 0, 10) },
        ForcedBets::BringIn => stud(chance.next(4), if house.betting.limit == Limit::Spread { 10 } else { 1 + chance.next(9) }, 10),
    };
    let mut stacks: Vec<(Seat, Money)> = Vec::new();
    for seat in Seat::all() {
        if chance.next(4) > 0 {
            stacks.push((seat, money(1 + chance.next([30, 300, 3_000][seat.index() % 3]))));
        }
    }
    let button = seat(1 + chance.next(6) as u8);
    let Some(mut hand) = Hand::begin(house.clone(), level, &stacks, button) else { return 0 };
    let mut pack: Vec<Card> = Card::all().collect();
    let (all, mut replays) = (chips(&hand), 0);
    for tries in 0.. {
        assert!(tries < 100_000, "the deal of {seed} ends");
        match hand.wants() {
            HandWants::Card(_) => hand.take_card(pack.swap_remove(chance.next(pack.len() as u64) as usize)),
            HandWants::Decision(seat) if tries % 15 == 0 => _ = hand.take(seat, hand.otherwise(seat)).expect("it is always offered"),
            HandWants::Decision(seat) => {
                let before = hand.clone();
                let action = anything(&mut chance, hand.offers(seat));
                if hand.take(seat, action).is_err() {
                    assert_eq!(hand, before, "{seed}: a refusal changes nothing");
                }
            }
            HandWants::Shuffle | HandWants::Settlement => break,
        }
        assert_eq!(chips(&hand), all, "{seed}: every chip is somewhere");
        let lies: Money = hand.pots().iter().map(|pot| pot.amount).chain(Seat::all().map(|seat| hand.bet(seat))).sum();
        assert_eq!(lies, hand.pot(), "{seed}: what was put in lies in the pots and before the players");
        if let Some(seats) = hand.plays_again()
            && pack.len() < 52
        {
            assert!(seats.len() > 1, "{seed}: at least two play again");
            pack = Card::all().collect();
            replays += 1;
        }
    }
    let over = hand.clone();
    hand.take_card(Card::all().next().expect("a card"));
    assert_eq!(hand, over, "{seed}: a card that nobody waits for changes nothing");
    let settlement = hand.settle();
    let back: Money = settlement.returns.iter().copied().sum();
    assert_eq!(back + settlement.fee, hand.pot(), "{seed}: what was put in is paid out");
    replays
}

#[test]
fn spb_54_every_chip_of_a_deal_is_kept() {
    let mut replays = 0;
    for (name, _) in SHIPPED {
        let house = house(name);
        // Equal hands are rare.
        let seeds = if house.equal_hands.is_some() { 6_000 } else { 600 };
        replays += (0..seeds).map(|seed| play(&house, seed)).sum::<u32>();
    }
    assert!(replays > 10, "equal hands played again {replays} times");
}
