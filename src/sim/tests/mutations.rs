//! What a cabinet could tell wrongly, one by one: the auditor alone catches each.

use std::collections::BTreeMap;

use super::changing::*;
use super::looks::LOOKS;
use super::misdeals::{MISDEALS, MISDEALT_WISHES, SHOWN};
use super::sitting::SITTING;
use crate::model::{
    BettingAction, BoxNumber, CardPlace, CardWish, Composition, DealVoid, Face, Fact, Money, OpenedBySeat, PlayerTableFact,
    PlayerTableOrder, PotPayment, Seat, TableFact, Views, VoidReason, What,
};
use crate::sim::auditor::Book;
use crate::sim::evening::{Evening, Seeded, Setting, Step, audit, book};

/// Changes a step that was right, with the views before it; whether there was something to change.
pub(super) type Change = fn(&mut Step, &Views) -> bool;

/// What is told wrongly in facts.
const FACTS: &[(&str, Change)] = &[
    ("a raise one unit below the least is taken", |step, before| {
        let Some(wager) = asked(before).and_then(|(_, offers)| offers.wager).filter(|wager| wager.least < wager.all_in) else {
            return false;
        };
        act(step, |action, paid| {
            let is_least = action.amount() == Some(wager.least) && wager.least > ONE;
            is_least && set(action, wager.least - ONE) && lower(paid)
        })
    }),
    ("a raise one unit above the most is taken", |step, before| {
        let Some(wager) = asked(before).and_then(|(_, offers)| offers.wager).filter(|wager| wager.most < wager.all_in) else {
            return false;
        };
        act(step, |action, paid| action.amount() == Some(wager.most) && set(action, wager.most + ONE) && raise(paid))
    }),
    ("one raises who may only call", |step, before| {
        let Some((seat, offers)) = asked(before).filter(|(_, offers)| offers.wager.is_none()) else { return false };
        let place = place(before, seat);
        let total = place.bet + offers.call + ONE;
        place.stack > offers.call
            && act(step, |action, paid| {
                let is_call = *action == BettingAction::Call;
                is_call && replace(action, BettingAction::RaiseTo(total)) && raise(paid)
            })
    }),
    ("a call is paid one unit less", |step, _| act(step, |action, paid| *action == BettingAction::Call && lower(paid))),
    ("a call is paid one unit more", |step, _| act(step, |action, paid| *action == BettingAction::Call && raise(paid))),
    ("a check where something is owed", |step, _| {
        act(step, |action, paid| *action == BettingAction::Call && replace(action, BettingAction::Check) && replace(paid, Money::ZERO))
    }),
    ("a raise is called a bet", |step, _| {
        act(step, |action, _| match *action {
            BettingAction::RaiseTo(to) => replace(action, BettingAction::Bet(to)),
            _ => false,
        })
    }),
    ("a turn is skipped", |step, before| {
        let Some((seat, _)) = asked(before) else { return false };
        let other = table(before).places.iter().find(|place| place.is_live && place.stack.is_positive() && place.seat != seat);
        let Some(other) = other.map(|place| place.seat) else { return false };
        let is_fold = act(step, |action, _| *action == BettingAction::Fold);
        is_fold
            && by(step, other)
            && first(step, |fact| match fact {
                PlayerTableFact::Acted { seat, .. } => replace(seat, other),
                _ => false,
            })
    }),
    ("another seat's order is carried out", |step, before| {
        let Some((seat, _)) = asked(before) else { return false };
        let other = Seat::all().find(|other| *other != seat).expect("there are six");
        act(step, |_, _| true) && by(step, other)
    }),
    ("time decides though somebody ordered", |step, _| {
        act(step, |action, _| *action == BettingAction::Fold)
            && first(step, |fact| match fact {
                PlayerTableFact::Acted { by_default, .. } => replace(by_default, true),
                _ => false,
            })
    }),
    ("time folds where a check is free", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::Acted { action, by_default: true, .. } if *action == BettingAction::Check => {
                replace(action, BettingAction::Fold)
            }
            _ => false,
        })
    }),
    ("a card is bought one unit cheaper", |step, _| act(step, |action, paid| matches!(action, BettingAction::Exchange(_)) && lower(paid))),
    ("time pays for an opening", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::Acted { action, by_default: true, .. } if *action == BettingAction::Pass => {
                replace(action, BettingAction::Call)
            }
            _ => false,
        })
    }),
    ("a deal outlives a start that voids it", |step, _| {
        without(step, |fact| matches!(fact, PlayerTableFact::Voided { reason: DealVoid::Round(VoidReason::Restart), .. }))
    }),
    ("time divides a bank", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::Acted { action, by_default: true, .. } if *action == BettingAction::PlayAgain => {
                replace(action, BettingAction::Divide)
            }
            _ => false,
        })
    }),
    ("one who would divide is said to play again", |step, _| {
        act(step, |action, _| *action == BettingAction::Divide && replace(action, BettingAction::PlayAgain))
    }),
    ("one who would play again is said to divide", |step, _| {
        act(step, |action, _| *action == BettingAction::PlayAgain && replace(action, BettingAction::Divide))
    }),
    ("a replay is not told", |step, _| without(step, |fact| matches!(fact, PlayerTableFact::PlaysAgain { .. }))),
    ("one whose hand is equal does not play again", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::PlaysAgain { seats } => seats.pop().is_some(),
            _ => false,
        })
    }),
    ("a stake is put in anew for a replay", |step, _| {
        let is_again =
            |fact: &Fact| matches!(fact, Fact::Table { fact: TableFact::BetweenPlayers(PlayerTableFact::PlaysAgain { .. }), .. });
        let Some(nth) = step.facts.iter().position(is_again) else { return false };
        let seats: Vec<Seat> = facts(step)
            .find_map(|fact| if let PlayerTableFact::PlaysAgain { seats } = fact { Some(seats.clone()) } else { None })
            .unwrap_or_default();
        let posted = PlayerTableFact::Posted { seat: seats[0], amount: ONE };
        step.facts.insert(nth + 1, Fact::Table { table: crate::sim::evening::TABLE, fact: TableFact::BetweenPlayers(posted) });
        true
    }),
    ("time calls", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::Acted { action, by_default: true, .. } if *action == BettingAction::Fold => {
                replace(action, BettingAction::Call)
            }
            _ => false,
        })
    }),
    ("a hand is shown that another seat ordered to be shown", |step, before| {
        first(step, |fact| match fact {
            PlayerTableFact::Showed { seat } => other_player(before, *seat).is_some_and(|other| replace(seat, other)),
            _ => false,
        })
    }),
    ("a lost line is not told", |step, _| without(step, |fact| matches!(fact, PlayerTableFact::Presence { .. }))),
    ("another seat is said to have lost its line", |step, before| {
        first(step, |fact| match fact {
            PlayerTableFact::Presence { seat, .. } => other_player(before, *seat).is_some_and(|other| replace(seat, other)),
            _ => false,
        })
    }),
    ("a showing is not told", |step, _| without(step, |fact| matches!(fact, PlayerTableFact::Showed { .. }))),
    ("a hand is shown twice", |step, _| twice(step, |fact| matches!(fact, PlayerTableFact::Showed { .. }))),
    ("how a hand is mucked is set the other way", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::MucksSet { is_automatic, .. } => {
                let other = !*is_automatic;
                replace(is_automatic, other)
            }
            _ => false,
        })
    }),
    ("what somebody ordered is not told", |step, _| {
        let is_ordered = order(step, |order| matches!(order, PlayerTableOrder::Act { .. }));
        is_ordered && without(step, |fact| matches!(fact, PlayerTableFact::Acted { .. }))
    }),
    ("a blind is posted one unit short", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::Posted { amount, .. } => *amount > ONE && lower(amount),
            _ => false,
        })
    }),
    ("a forced bet is posted by another seat", |step, before| {
        first(step, |fact| match fact {
            PlayerTableFact::Posted { seat, .. } => other_player(before, *seat).is_some_and(|other| replace(seat, other)),
            _ => false,
        })
    }),
    ("the bring-in is posted by another seat", |step, before| {
        let is_begun = facts(step).any(|fact| matches!(fact, PlayerTableFact::Began { .. }));
        !is_begun
            && first(step, |fact| match fact {
                PlayerTableFact::Posted { seat, .. } => other_player(before, *seat).is_some_and(|other| replace(seat, other)),
                _ => false,
            })
    }),
    ("a forced bet is not posted", |step, _| without(step, |fact| matches!(fact, PlayerTableFact::Posted { .. }))),
    ("the button moves two seats", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::Began { button, players, .. } => {
                let next = players.iter().map(|(seat, _)| *seat).find(|seat| *seat > *button).or_else(|| players.first().map(|of| of.0));
                next.is_some_and(|next| next != *button && replace(button, next))
            }
            _ => false,
        })
    }),
    ("the blinds are the wrong way round", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::Began { blinds: Some((small, big)), .. } => {
                core::mem::swap(small, big);
                true
            }
            _ => false,
        })
    }),
    ("a deal begins without one who sits there", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::Began { players, .. } => players.pop().is_some(),
            _ => false,
        })
    }),
    ("a deal begins with another stack", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::Began { players, .. } => raise(&mut players[0].1),
            _ => false,
        })
    }),
    ("a deal has the wrong number", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::Began { deal, .. } => replace(deal, *deal + 1),
            _ => false,
        })
    }),
    ("the button is drawn by another", |step, before| {
        first(step, |fact| match fact {
            PlayerTableFact::ButtonDrawn { button } => other_player(before, *button).is_some_and(|other| replace(button, other)),
            _ => false,
        })
    }),
    ("the hand of one who is not there lives", |step, _| without(step, |fact| matches!(fact, PlayerTableFact::Killed { .. }))),
    ("the hand of another is dead", |step, before| {
        first(step, |fact| match fact {
            PlayerTableFact::Killed { seat } => other_player(before, *seat).is_some_and(|other| replace(seat, other)),
            _ => false,
        })
    }),
    ("a deal that is over is not settled", |step, _| without(step, |fact| matches!(fact, PlayerTableFact::Settled { .. }))),
    ("a layer is lost", |step, _| {
        settled(step, |of, _| {
            if of.pots.len() < 2 {
                return false;
            }
            let second = of.pots.remove(1);
            let main = &mut of.pots[0];
            (main.amount, main.fee) = (main.amount + second.amount, main.fee + second.fee);
            main.shares.extend(second.shares);
            true
        })
    }),
    ("a side pot goes to one who cannot win it", |step, _| {
        settled(step, |of, _| {
            let Some(nth) = (1..of.pots.len()).find(|nth| of.pots[*nth].shares.len() == 1) else { return false };
            let outsider = of.pots[0].claimants.iter().copied().find(|seat| !of.pots[nth].claimants.contains(seat));
            outsider.is_some_and(|outsider| hand_over(of, nth, 0, outsider))
        })
    }),
    ("another hand wins", |step, _| {
        settled(step, |of, _| {
            let Some(nth) = of.pots.iter().position(|pot| pot.shares.len() == 1 && pot.claimants.len() > 1) else { return false };
            let winner = of.pots[nth].shares[0].seat;
            let loser = of.pots[nth].claimants.iter().copied().find(|seat| *seat != winner).expect("there are two");
            hand_over(of, nth, 0, loser)
        })
    }),
    ("the low half goes to another hand", |step, _| {
        settled(step, |of, _| {
            let low = |pot: &PotPayment| pot.shares.iter().position(|share| share.is_low);
            let is_one = |pot: &PotPayment| pot.shares.iter().filter(|share| share.is_low).count() == 1;
            let Some(nth) = of.pots.iter().position(|pot| is_one(pot) && pot.claimants.len() > 1) else { return false };
            let at = low(&of.pots[nth]).expect("it has one");
            let winner = of.pots[nth].shares[at].seat;
            let other = of.pots[nth].claimants.iter().copied().find(|seat| *seat != winner).expect("there are two");
            hand_over(of, nth, at, other)
        })
    }),
    ("the low half is called the high one", |step, _| {
        settled(step, |of, _| {
            let mut shares = of.pots.iter_mut().flat_map(|pot| &mut pot.shares);
            shares.find(|share| share.is_low).is_some_and(|share| replace(&mut share.is_low, false))
        })
    }),
    ("an odd unit is not paid", |step, _| {
        settled(step, |of, _| {
            let Some((nth, at, _)) = odd(of) else { return false };
            of.pots[nth].shares[at].amount = of.pots[nth].shares[at].amount - ONE;
            let seat = of.pots[nth].shares[at].seat;
            pay(of, seat, -1);
            true
        })
    }),
    ("an odd unit goes to the house", |step, _| {
        settled(step, |of, _| {
            let Some((nth, at, _)) = odd(of) else { return false };
            of.pots[nth].shares[at].amount = of.pots[nth].shares[at].amount - ONE;
            let seat = of.pots[nth].shares[at].seat;
            pay(of, seat, -1);
            (of.pots[nth].fee, of.fee) = (of.pots[nth].fee + ONE, of.fee + ONE);
            true
        })
    }),
    ("an odd unit goes to the wrong seat", |step, _| {
        settled(step, |of, _| {
            let Some((nth, at, to)) = odd(of) else { return false };
            of.pots[nth].shares[at].amount = of.pots[nth].shares[at].amount - ONE;
            of.pots[nth].shares[to].amount = of.pots[nth].shares[to].amount + ONE;
            let (from, to) = (of.pots[nth].shares[at].seat, of.pots[nth].shares[to].seat);
            pay(of, from, -1);
            pay(of, to, 1);
            true
        })
    }),
    ("a fee is taken of the uncalled part", |step, _| {
        settled(step, |of, _| {
            let Some((seat, amount)) = of.uncalled.filter(|(_, amount)| *amount > ONE) else { return false };
            of.uncalled = Some((seat, amount - ONE));
            pay(of, seat, -1);
            of.fee = of.fee + ONE;
            true
        })
    }),
    ("a fee is rounded up", |step, _| {
        settled(step, |of, _| {
            if of.fee.is_zero() || of.pots[0].shares[0].amount <= ONE {
                return false;
            }
            (of.pots[0].fee, of.fee) = (of.pots[0].fee + ONE, of.fee + ONE);
            of.pots[0].shares[0].amount = of.pots[0].shares[0].amount - ONE;
            let seat = of.pots[0].shares[0].seat;
            pay(of, seat, -1);
            true
        })
    }),
    ("no fee is taken", |step, _| {
        settled(step, |of, _| {
            if of.pots[0].fee.is_zero() {
                return false;
            }
            let fee = core::mem::take(&mut of.pots[0].fee);
            (of.fee, of.pots[0].shares[0].amount) = (of.fee - fee, of.pots[0].shares[0].amount + fee);
            let seat = of.pots[0].shares[0].seat;
            pay(of, seat, fee.minor());
            true
        })
    }),
    ("the uncalled part stays in the pot", |step, _| {
        settled(step, |of, _| {
            let Some((seat, amount)) = of.uncalled.take() else { return false };
            let last = of.pots.last_mut().expect("there is a pot");
            (last.amount, last.shares[0].amount) = (last.amount + amount, last.shares[0].amount + amount);
            let winner = last.shares[0].seat;
            pay(of, seat, -amount.minor());
            pay(of, winner, amount.minor());
            true
        })
    }),
    ("a unit is made", |step, _| {
        settled(step, |of, _| {
            of.pots[0].shares[0].amount = of.pots[0].shares[0].amount + ONE;
            let seat = of.pots[0].shares[0].seat;
            pay(of, seat, 1);
            true
        })
    }),
    ("a winner is not paid", |step, _| settled(step, |of, _| of.returns.pop().is_some())),
    ("a folded hand is opened", |step, before| {
        let folded = table(before).places.iter().find(|place| !place.is_live && place.put_in.is_positive()).map(|place| place.seat);
        let Some(folded) = folded else { return false };
        settled(step, |_, shown| {
            shown.push(folded);
            true
        })
    }),
    ("a hand that wins is not opened", |step, _| settled(step, |_, shown| shown.pop().is_some())),
    ("a void keeps a contribution", |step, _| voided(step, |back, _| back.pop().is_some())),
    ("a void gives one unit less back", |step, _| voided(step, |back, _| back.first_mut().is_some_and(|of| lower(&mut of.1)))),
    ("a void has another reason", |step, _| voided(step, |_, reason| replace(reason, DealVoid::Misdeal))),
    ("a deal is void for a restart that was none", |step, _| {
        voided(step, |_, reason| replace(reason, DealVoid::Round(VoidReason::Restart)))
    }),
    ("a void is not told", |step, _| {
        let is_command = matches!(step.input.what, What::Command(_));
        !is_command && without(step, |fact| matches!(fact, PlayerTableFact::Voided { .. }))
    }),
    ("somebody sits down with more than he asked for", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::Joined { put, .. } => raise(put),
            _ => false,
        })
    }),
    ("somebody sits down with more than he may", |step, before| {
        let most = table(before).amounts.buy_in_most;
        let is_changed = first(step, |fact| match fact {
            PlayerTableFact::Joined { put, .. } => replace(put, most + ONE),
            _ => false,
        });
        is_changed
            && order(step, |order| match order {
                PlayerTableOrder::Join { put } => replace(put, most + ONE),
                _ => false,
            })
    }),
    ("somebody fills up to more than he may", |step, before| {
        let amount = table(before).amounts.buy_in_most + ONE;
        let is_changed = first(step, |fact| match fact {
            PlayerTableFact::ToppedUp { amount: of, .. } => replace(of, amount),
            _ => false,
        });
        is_changed
            && order(step, |order| match order {
                PlayerTableOrder::TopUp { amount: of } => replace(of, amount),
                _ => false,
            })
    }),
    ("somebody fills up in the middle of a deal", |step, before| {
        let Some((seat, _)) = asked(before).filter(|(seat, _)| place(before, *seat).stack < Money::from_minor(100)) else { return false };
        let amount = Money::from_minor(10);
        let is_changed = act(step, |_, _| true) && order(step, |order| replace(order, PlayerTableOrder::TopUp { amount }));
        is_changed && first(step, |fact| replace(fact, PlayerTableFact::ToppedUp { seat, amount }))
    }),
    ("somebody leaves with one unit more than his stack", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::Left { back, .. } => raise(back),
            _ => false,
        })
    }),
    ("somebody leaves in the middle of a deal", |step, before| {
        first(step, |fact| match *fact {
            PlayerTableFact::IsLeaving { seat } => replace(fact, PlayerTableFact::Left { seat, back: place(before, seat).stack }),
            _ => false,
        })
    }),
    ("somebody who is going does not go", |step, _| without(step, |fact| matches!(fact, PlayerTableFact::Left { .. }))),
    ("somebody sits out who did not want to", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::SatOut { is_out, .. } => replace(is_out, !*is_out),
            _ => false,
        })
    }),
];

/// What is wanted wrongly of the card source.
const WISHES: &[(&str, Change)] = &[
    ("a closed card is dealt open", |step, _| {
        wish(step, |to, face| matches!(to, CardPlace::Hand { .. }) && *face == Face::Down && replace(face, Face::Up))
    }),
    ("an open card is dealt closed", |step, _| wish(step, |_, face| *face == Face::Up && replace(face, Face::Down))),
    ("a card is dealt to the wrong seat", |step, _| {
        wish(step, |to, _| match to {
            CardPlace::Hand { place, .. } => replace(place, BoxNumber(place.0 % 6 + 1)),
            _ => false,
        })
    }),
    ("a replay is dealt from the pack of the play before", |step, _| {
        let is_again = facts(step).any(|fact| matches!(fact, PlayerTableFact::PlaysAgain { .. }));
        is_again && step.wishes.iter_mut().any(|(_, wish)| from_old_pack(wish))
    }),
    ("no card is burnt before a street", |step, _| {
        wish(step, |to, face| *to == CardPlace::Discard && replace(to, CardPlace::Board) && replace(face, Face::Up))
    }),
    ("a card of the board is burnt", |step, _| {
        wish(step, |to, face| *to == CardPlace::Board && replace(to, CardPlace::Discard) && replace(face, Face::Down))
    }),
];

/// A card is wanted where a shuffle was.
fn from_old_pack(wish: &mut CardWish) -> bool {
    let CardWish::Shuffle { number, .. } = *wish else { return false };
    let to = CardPlace::Hand { place: BoxNumber(1), hand: 0 };
    *wish = CardWish::Card { number, shoe: 1, to, face: Face::Down, remaining: Composition::of_packs(1), taken: 0 };
    true
}

/// So many times each is tried in an evening.
const TIMES: usize = 12;

#[test]
fn what_is_told_or_shown_wrongly_is_caught_by_the_auditor_alone() {
    let mut caught: BTreeMap<&str, usize> = BTreeMap::new();
    let settings = [
        ("holdem/by", 0, 3),
        ("holdem/sport-no-limit", 1, 4),
        ("holdem/sport-fixed-limit", 0, 5),
        ("omaha-hi-lo/by", 0, 6),
        ("omaha/sport-pot-limit", 1, 7),
        ("stud7/sport-fixed-limit", 1, 8),
        ("stud5/by", 1, 9),
        ("open-stud5/am", 1, 10),
        ("texas/am", 1, 11),
        ("club/am", 1, 12),
    ];
    for (rules, ante, seed) in settings {
        let setting = Setting::new(rules, ante, 1);
        spoil_evening(&setting, seed, 1_500, &mut caught);
    }
    // Equal hands are rare: many deals of a game in which the cards of the middle make most of a hand, and that no start voids.
    let mut goes_on = Setting::new("texas/am", 1, 1);
    goes_on.set("restart_in_deal", "continue".into());
    spoil_evening(&goes_on, 13, 6_000, &mut caught);
    let by_the_hour = Setting { absent_after_deals: 0, ..Setting::new("holdem/by", 0, 1).by_the_hour(25) };
    spoil_evening(&by_the_hour, 14, 4_000, &mut caught);
    let opened_by_seat = Some(OpenedBySeat { seats_most: 4, closes_after_seconds: 30 });
    spoil_evening(&Setting { opened_by_seat, ..Setting::new("holdem/by", 0, 1) }, 15, 2_000, &mut caught);
    for (rules, seed) in [("holdem/sport-no-limit", 16), ("stud7/sport-fixed-limit", 17), ("holdem/by", 18)] {
        spoil_dealing(&Setting::new(rules, 0, 1), seed, 6_000, &mut caught);
    }
    let others = [
        ("holdem/sport-no-limit", "mistakes.middle_cards.extra_flop_card", "redeal-flop", 19),
        ("omaha/sport-pot-limit", "mistakes.middle_cards.premature_turn", "tda-rp5", 20),
        ("stud7/sport-fixed-limit", "mistakes.exposed_seventh", "forced-if-bet", 21),
    ];
    for (rules, key, word, seed) in others {
        let mut setting = Setting::new(rules, 0, 1);
        setting.set(key, word.into());
        spoil_dealing(&setting, seed, 6_000, &mut caught);
    }
    for (name, _) in MISDEALS.iter().chain(MISDEALT_WISHES) {
        assert!(caught.get(name).is_some_and(|times| *times > 0), "it never came to be that {name}: {caught:#?}");
    }
    for (name, _) in FACTS.iter().chain(SITTING).chain(WISHES).chain(LOOKS) {
        assert!(caught.get(name).is_some_and(|times| *times > 0), "it never came to be that {name}: {caught:#?}");
    }
    println!("{} mutations, caught {} times: {caught:#?}", caught.len(), caught.values().sum::<usize>());
}

/// An evening of a dealer who makes mistakes.
fn spoil_dealing(setting: &Setting, seed: u64, steps: usize, caught: &mut BTreeMap<&'static str, usize>) {
    let mut evening = Evening::begin(setting, Seeded(seed));
    evening.is_clumsy = true;
    spoil(evening, setting, (seed, steps), &[MISDEALS, MISDEALT_WISHES], caught);
}

fn spoil_evening(setting: &Setting, seed: u64, steps: usize, caught: &mut BTreeMap<&'static str, usize>) {
    spoil(Evening::begin(setting, Seeded(seed)), setting, (seed, steps), &[FACTS, SITTING, WISHES, LOOKS], caught);
}

/// Each step is told rightly, and once for each mutation wrongly to books as they were before it.
fn spoil(
    mut evening: Evening,
    setting: &Setting,
    (seed, steps): (u64, usize),
    changes: &[&'static [(&'static str, Change)]],
    caught: &mut BTreeMap<&'static str, usize>,
) {
    let mut book = book(setting);
    let mut tried: BTreeMap<&str, usize> = BTreeMap::new();
    let mut before = evening.views();
    for _ in 0..steps {
        let Some(step) = evening.step() else { continue };
        for (name, change) in changes.iter().copied().flatten() {
            let times = tried.entry(name).or_default();
            let mut wrong = step.clone();
            if *times < TIMES && change(&mut wrong, &before) {
                *times += 1;
                assert!(
                    is_caught(&book, name, &wrong),
                    "{} seed {seed}, input {}: {name}: {:?}",
                    setting.rules,
                    step.input.number,
                    wrong.facts
                );
                *caught.entry(name).or_default() += 1;
            }
        }
        audit(&mut book, &step).unwrap_or_else(|objection| panic!("{} seed {seed}: {objection}", setting.rules));
        before = step.views;
    }
}

/// What is told wrongly is caught without a look at what is shown.
fn is_caught(book: &Book, name: &str, wrong: &Step) -> bool {
    let (mut book, number) = (book.clone(), wrong.input.number);
    let is_of = |list: &[(&str, Change)]| list.iter().any(|(of, _)| *of == name);
    let is_fact_wrong = book.enter(&wrong.input, &wrong.facts).is_err();
    let mut is_wish_wrong = || book.enter_wishes(number, &wrong.wishes).is_err();
    match (is_of(FACTS) || is_of(SITTING) || is_of(MISDEALS), is_of(WISHES) || is_of(MISDEALT_WISHES)) {
        (true, _) if name.ends_with(SHOWN) => !is_fact_wrong && !is_wish_wrong() && book.compare_looks(number, &wrong.views).is_err(),
        (true, _) => is_fact_wrong,
        (_, true) => !is_fact_wrong && is_wish_wrong(),
        _ => {
            let is_told_wrong = is_fact_wrong || is_wish_wrong();
            !is_told_wrong && (book.compare(number, &wrong.views.official).is_err() || book.compare_looks(number, &wrong.views).is_err())
        }
    }
}
