//! What seats look back at: each his own cards and those that were opened, and never a hand that was folded or stayed closed.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::sync::Arc;

use super::random::{Chance, happen};
use super::*;
use crate::cabinet::kept::Shown;
use crate::model::{ClockOffset, DealVoid, KeptGame, PastCards, PastGame, PastHand, PastStack, VoidReason};

impl Room {
    /// The last deals as this seat may look back at them.
    fn history(&self, number: u8) -> Vec<Arc<PastHand>> {
        self.cabinet.player_table(TABLE).expect("the table is there").seat_view(seat(number), ClockOffset::default()).hands
    }

    pub(super) fn newest(&self, number: u8) -> Arc<PastHand> {
        self.history(number).into_iter().next().expect("a deal is over")
    }

    /// Everybody checks or calls until the deal is over.
    pub(super) fn plays_out(&mut self) -> Vec<PlayerTableFact> {
        let mut facts = Vec::new();
        while let Some((asked, _)) = self.asked() {
            facts.extend(self.acts(asked.number(), self.check_or_call(asked)));
        }
        facts
    }

    fn check_or_call(&self, asked: Seat) -> BettingAction {
        let view = self.cabinet.player_table_view(TABLE, Eyes::Seat(asked)).expect("the table is there");
        if view.offers.expect("it is asked").call.is_zero() { BettingAction::Check } else { BettingAction::Call }
    }

    /// The closed cards that a seat holds now.
    fn closed_cards(&self, number: u8) -> Vec<Card> {
        let view = self.cabinet.player_table_view(TABLE, Eyes::Seat(seat(number))).expect("the table is there");
        view.seats[seat(number).index()].as_ref().map_or(Vec::new(), |place| place.down.iter().copied().flatten().collect())
    }
}

fn hand_of(past: &PastHand, number: u8) -> &PastCards {
    past.hands.iter().find(|hand| hand.seat == seat(number)).expect("it was dealt in")
}

/// The closed cards of a hand that these eyes see, and how many they do not.
fn seen(hand: &PastCards) -> (Vec<Card>, usize) {
    let seen: Vec<Card> = hand.down.iter().copied().flatten().collect();
    let hidden = hand.down.len() - seen.len();
    (seen, hidden)
}

/// Three sit down; the one who is asked first folds, and the others play to the showdown. Who folded, and what each held.
pub(super) fn showdown(rules: &str) -> (Room, u8, Vec<Vec<Card>>, Vec<PlayerTableFact>) {
    let mut room = Room::dealt(rules, &[1_000; 3]);
    let folded = room.asked().expect("somebody is asked").0.number();
    let held = [1, 2, 3].map(|number| room.closed_cards(number)).to_vec();
    let mut facts = room.acts(folded, BettingAction::Fold);
    facts.extend(room.plays_out());
    (room, folded, held, facts)
}

#[test]
fn hrb_17_each_sees_his_own_cards_and_the_opened_ones_and_nobody_a_folded_hand() {
    let (room, folded, held, _) = showdown("holdem/by");
    let shown = room.newest(folded).shown.clone();
    assert!(!shown.is_empty() && !shown.contains(&seat(folded)));
    for (own, of) in [1, 2, 3].into_iter().flat_map(|own| [1, 2, 3].map(|of| (own, of))) {
        let past = room.newest(own);
        let is_open = own == of || shown.contains(&seat(of));
        let expected = match (is_open, of == folded) {
            (true, _) => (held[usize::from(of) - 1].clone(), 0),
            (false, true) => (Vec::new(), 0),
            (false, false) => (Vec::new(), 2),
        };
        assert_eq!(seen(hand_of(&past, of)), expected, "seat {own} looks at seat {of}");
        assert_eq!(hand_of(&past, of).is_live, of != folded);
        assert_eq!(past.board.len(), 5);
    }
    for number in 4..=6 {
        assert_eq!(room.history(number), [], "seat {number} was not dealt in");
    }
}

/// SPB-56: who cannot win any more keeps his hand closed.
#[test]
fn a_hand_that_was_mucked_at_the_showdown_is_its_players_alone() {
    let mut room = Room::dealt("holdem/sport-no-limit", &[1_000; 4]);
    let mucked = (0..20).find_map(|_| {
        let held = [1, 2, 3, 4].map(|number| room.closed_cards(number));
        room.plays_out();
        let past = room.newest(1);
        let mucked =
            (1..=4).find(|number| !past.shown.contains(&seat(*number))).map(|number| (number, held[usize::from(number) - 1].clone()));
        if mucked.is_none() {
            room.begin();
        }
        mucked
    });
    let (mucked, held) = mucked.expect("somebody mucked");
    for own in 1..=4 {
        let expected = if own == mucked { (held.clone(), 0) } else { (Vec::new(), 2) };
        let past = room.newest(own);
        assert_eq!(seen(hand_of(&past, mucked)), expected, "seat {own} looks at seat {mucked}");
        assert!(hand_of(&past, mucked).is_live);
    }
}

#[test]
fn a_history_tells_by_street_what_each_did_and_how_it_was_paid() {
    let (room, folded, _, facts) = showdown("holdem/by");
    let past = room.newest(folded);
    let acted: Vec<_> = past.course.iter().filter_map(|wager| Some((wager.seat, wager.action?, wager.street?))).collect();
    let streets: Vec<u8> = acted.iter().map(|(.., street)| *street).collect();
    assert_eq!(acted[0], (seat(folded), BettingAction::Fold, 0));
    assert_eq!(streets, [0, 0, 0, 1, 1, 2, 2, 3, 3]);
    assert_eq!(past.course.iter().filter(|wager| wager.action.is_none()).map(|wager| wager.paid.minor()).sum::<i64>(), 15);
    let Some(PlayerTableFact::Settled { settlement, shown, played, .. }) = facts.last() else { panic!("{facts:?}") };
    assert_eq!(past.end, Some(DealEnd::Paid(settlement.clone())));
    assert_eq!((&past.shown, past.played.as_ref(), past.deal, past.table), (shown, Some(played), 1, TABLE));
    for own in [1, 2, 3] {
        let past = room.newest(own);
        assert_eq!(past.stacks.iter().map(|stack| stack.part.seat.number()).collect::<Vec<_>>(), [1, 2, 3]);
        let PastStack { brought, part } = *past.stack_of(seat(own)).expect("it was dealt in");
        assert_eq!(room.stacks()[usize::from(own) - 1], (brought - part.put_in + part.returned).minor());
    }
}

#[test]
fn the_streets_of_a_stud_are_told_from_the_door_on() {
    let (room, folded, held, _) = showdown("stud7/by");
    let past = room.newest(folded);
    let streets: BTreeSet<u8> = past.course.iter().filter_map(|wager| wager.street).collect();
    assert_eq!(Vec::from_iter(streets), [0, 1, 2, 3, 4]);
    assert_eq!(seen(hand_of(&past, folded)).0, held[usize::from(folded) - 1]);
    assert_eq!(hand_of(&past, folded).up.len(), 1);
    let other = past.hands.iter().find(|hand| hand.is_live).expect("two played on").seat.number();
    let of_other = room.newest(other);
    assert_eq!((hand_of(&of_other, folded).down.len(), hand_of(&of_other, folded).up.len()), (0, 0), "an open card goes with the hand");
    assert_eq!((hand_of(&of_other, other).down.len(), hand_of(&of_other, other).up.len()), (3, 4));
}

#[test]
fn of_a_void_deal_each_got_back_what_he_had_put_in_and_sees_his_own_cards() {
    let mut room = Room::dealt("holdem/by", &[1_000; 3]);
    let held = [1, 2, 3].map(|number| room.closed_cards(number));
    let (asked, _) = room.asked().expect("somebody is asked");
    room.acts(asked.number(), BettingAction::Call);
    room.attends(TableOrder::Void { reason: "a dispute".into(), new_shoe: false });
    let reason = DealVoid::Round(VoidReason::Attendant { name: "Anna".into(), reason: "a dispute".into() });
    for own in [1, 2, 3] {
        let past = room.newest(own);
        assert_eq!(past.end, Some(DealEnd::Void(reason.clone())));
        assert!(past.stacks.iter().all(|stack| stack.part.returned == stack.part.put_in));
        assert_eq!(seen(hand_of(&past, own)).0, held[usize::from(own) - 1]);
        let of_others = past.hands.iter().filter(|hand| hand.seat != seat(own)).flat_map(|hand| &hand.down);
        assert_eq!(of_others.flatten().count(), 0);
    }
    assert!(room.newest(1).stacks.iter().any(|stack| stack.part.put_in == money(10)));
}

/// A seat is a place, and not a person.
#[test]
fn who_sits_down_in_a_seat_does_not_see_the_closed_cards_of_who_left_it() {
    let (mut room, folded, ..) = showdown("holdem/by");
    let shown = room.newest(folded).shown.clone();
    let before = room.history(shown[0].number());
    for order in [PlayerTableOrder::Leave, PlayerTableOrder::Join { put: money(500) }] {
        room.orders(folded, order);
        assert_eq!(seen(hand_of(&room.newest(folded), folded)), (Vec::new(), 0));
        assert_eq!(seen(hand_of(&room.newest(folded), shown[0].number())).0.len(), 2, "what lay open was everybody's");
    }
    assert_eq!(room.history(shown[0].number()), before, "nothing changes for the others");
}

#[test]
fn a_seat_looks_back_at_a_deal_it_was_dealt_in_as_its_history_shows_it_and_who_came_after_sees_what_lay_open() {
    let (room, folded, held, _) = showdown("holdem/sport-no-limit");
    let looks_back =
        |own: u8, has_stayed| match room.cabinet.past_game_of(seat(own), has_stayed, PastGame::Deal { table: TABLE, deal: 1 })? {
            KeptGame::Hand(hand) => Some(hand),
            other => panic!("{other:?}"),
        };
    let shown = room.newest(folded).shown.clone();
    assert!(!shown.is_empty() && !shown.contains(&seat(folded)));
    for (own, of, has_stayed) in (1..=3).flat_map(|own| (1..=3).flat_map(move |of| [(own, of, true), (own, of, false)])) {
        let past = looks_back(own, has_stayed).expect("it was dealt in");
        let is_seen = shown.contains(&seat(of)) || own == of && has_stayed;
        let expected = if is_seen { held[usize::from(of) - 1].clone() } else { Vec::new() };
        assert_eq!(seen(hand_of(&past, of)).0, expected, "seat {own} looks back at seat {of}, stayed: {has_stayed}");
    }
    for own in 1..=3 {
        assert_eq!(looks_back(own, true), Some(room.newest(own)));
    }
    for own in 4..=6 {
        assert_eq!([true, false].map(|has_stayed| looks_back(own, has_stayed)), [None, None], "seat {own} was not dealt in");
    }
}

#[test]
fn what_the_time_decided_is_told_so_after_a_restart_too() {
    let mut room = Room::dealt("holdem/by", &[1_000; 2]);
    let (asked, _) = room.asked().expect("somebody is asked");
    room.acts(asked.number(), BettingAction::Call);
    room.restart();
    room.source(CardSourceEvent::Opened);
    room.wake();
    room.deal();
    room.plays_out();
    let by_default: Vec<bool> = room.newest(1).course.iter().filter(|wager| wager.action.is_some()).map(|wager| wager.by_default).collect();
    assert_eq!(by_default[..2], [false, true]);
    assert!(by_default[2..].iter().all(|by_default| !by_default));
}

/// Two raise each other by the least, and a third calls in between.
#[test]
fn a_deal_of_any_length_is_recalled_whole() {
    let mut room = Room::dealt("holdem/sport-no-limit", &[2_000; 3]);
    let mut count = 0;
    while let Some((asked, _)) = room.asked() {
        let offers = room.cabinet.player_table_view(TABLE, Eyes::Seat(asked)).and_then(|view| view.offers).expect("it is asked");
        let raise = offers.wager.filter(|wager| !wager.is_bet && count % 2 == 0).map(|wager| BettingAction::RaiseTo(wager.least));
        room.acts(asked.number(), raise.unwrap_or_else(|| room.check_or_call(asked)));
        count += 1;
    }
    let past = room.newest(1);
    assert!(count > 256, "{count}");
    assert_eq!(past.course.iter().filter(|wager| wager.action.is_some()).count(), count);
    assert_eq!(past.board.len(), 5);
}

#[test]
fn the_last_deals_are_recalled_newest_first() {
    let mut room = Room::dealt("holdem/by", &[1_000; 2]);
    for _ in 0..12 {
        let (asked, _) = room.asked().expect("somebody is asked");
        room.acts(asked.number(), BettingAction::Fold);
        room.begin();
    }
    assert_eq!(room.history(1).iter().map(|past| past.deal).collect::<Vec<_>>(), (3..=12).rev().collect::<Vec<_>>());
}

#[test]
fn what_is_printed_of_a_table_names_no_closed_card_of_a_deal_that_is_over() {
    let (room, _, held, _) = showdown("holdem/by");
    let text = alloc::format!("{:?}", room.cabinet.player_table(TABLE));
    let words: Vec<&str> = text.split(|letter: char| !letter.is_alphanumeric()).collect();
    let is_named = |card: &&Card| words.contains(&&*alloc::format!("{card:?}")) || words.contains(&&*card.to_string());
    assert_eq!(held.iter().flatten().find(is_named), None, "{text}");
}

/// What a deal was, by what the seats saw while it ran and by the facts.
#[derive(Default)]
struct Witnessed {
    held: BTreeMap<Seat, Vec<Card>>,
    course: Vec<(Seat, Option<BettingAction>, Money, bool)>,
    dead: BTreeSet<Seat>,
    opened: Vec<Seat>,
    gone: BTreeSet<Seat>,
    returned: BTreeMap<Seat, Money>,
    /// Whether a card was just found face up in the pack; whose it was, the views say.
    is_boxed: bool,
}

#[derive(Default)]
struct Witness {
    deals: BTreeMap<u64, Witnessed>,
    /// How many closed cards of others were looked for in histories.
    followed: usize,
}

impl Witness {
    fn take(&mut self, fact: &PlayerTableFact) {
        if let PlayerTableFact::Began { deal, players, .. } = fact {
            let held = players.iter().map(|(seat, _)| (*seat, Vec::new())).collect();
            self.deals.insert(*deal, Witnessed { held, ..Witnessed::default() });
        }
        if let PlayerTableFact::Left { seat, .. } = fact {
            self.deals.values_mut().for_each(|deal| deal.gone.extend([*seat]));
        }
        let Some(mut last) = self.deals.last_entry() else { return };
        let deal = last.get_mut();
        match fact {
            PlayerTableFact::Posted { seat, amount } => deal.course.push((*seat, None, *amount, false)),
            PlayerTableFact::Acted { seat, action, paid, by_default } => {
                deal.course.push((*seat, Some(*action), *paid, *by_default));
                if *action == BettingAction::Fold {
                    deal.dead.insert(*seat);
                }
            }
            PlayerTableFact::Killed { seat } | PlayerTableFact::WrongCount { seat } => deal.dead.extend([*seat]),
            // Everybody has seen it.
            PlayerTableFact::Exposed { seat, place, .. } => {
                let held = deal.held.get_mut(seat).expect("he was dealt in");
                held.remove(usize::from(*place));
            }
            PlayerTableFact::Boxed => deal.is_boxed = true,
            PlayerTableFact::Settled { settlement, shown, .. } => {
                (deal.opened, deal.returned) = (shown.clone(), settlement.returns.iter().copied().collect());
            }
            PlayerTableFact::Showed { seat } => deal.opened.push(*seat),
            PlayerTableFact::Voided { back, .. } => deal.returned = back.iter().copied().collect(),
            _ => {}
        }
    }

    /// What each holds in the deal under way.
    fn look(&mut self, room: &Room) {
        let Some(mut deal) = self.deals.last_entry().filter(|_| room.cabinet.player_table(TABLE).is_some_and(HostedTable::is_dealing))
        else {
            return;
        };
        let is_boxed = core::mem::take(&mut deal.get_mut().is_boxed);
        for (seat, held) in &mut deal.get_mut().held {
            let now = room.closed_cards(seat.number());
            if now.len() > held.len() || is_boxed && now.len() + 1 == held.len() {
                *held = now;
            }
        }
    }

    fn compare(&mut self, room: &Room) {
        for (own, past) in Seat::all().flat_map(|own| room.history(own.number()).into_iter().map(move |past| (own, past))) {
            let deal = &self.deals[&past.deal];
            let course: Vec<_> = past.course.iter().map(|wager| (wager.seat, wager.action, wager.paid, wager.by_default)).collect();
            assert_eq!(course, deal.course);
            let returned =
                past.stacks.iter().map(|stack| (stack.part.seat, stack.part.returned)).filter(|(_, amount)| amount.is_positive());
            assert_eq!(returned.collect::<BTreeMap<_, _>>(), deal.returned);
            assert!(past.hands.iter().map(|hand| &hand.seat).eq(deal.held.keys()));
            past.hands.iter().for_each(|hand| check_hand(deal, own, hand));
            self.followed += follow(deal, own, &past);
        }
    }
}

/// A seat sees the whole of its own hand and of those that were opened, and else none of a closed card.
fn check_hand(deal: &Witnessed, own: Seat, hand: &PastCards) {
    let is_own = hand.seat == own && !deal.gone.contains(&own);
    let (seen, hidden) = seen(hand);
    if is_own || deal.opened.contains(&hand.seat) {
        assert!(hidden == 0 && seen.starts_with(&deal.held[&hand.seat]), "seat {own} looks at {hand:?}");
    } else {
        assert_eq!((seen, hand.combination), (Vec::new(), None), "seat {own} looks at {hand:?}");
        let has_cards = hidden + hand.up.len() > 0;
        assert!(!has_cards || !deal.dead.contains(&hand.seat), "a dead hand is nobody's");
    }
}

/// No closed card that is not this seat's to see stands anywhere in the deal; how many there were.
fn follow(deal: &Witnessed, own: Seat, past: &PastHand) -> usize {
    let is_secret = |seat: &Seat| !deal.opened.contains(seat) && (*seat != own || deal.gone.contains(seat));
    let told: Vec<Card> =
        past.board.iter().chain(past.hands.iter().flat_map(|hand| hand.down.iter().flatten().chain(&hand.up))).copied().collect();
    let secret: Vec<Card> = deal.held.iter().filter(|(seat, _)| is_secret(seat)).flat_map(|(_, cards)| cards).copied().collect();
    assert!(!secret.iter().any(|card| told.contains(card)), "seat {own} is told {told:?} of deal {}, and {secret:?} are secret", past.deal);
    secret.len()
}

#[test]
fn hrb_17_every_closed_card_is_followed_through_the_histories_of_all_seats() {
    for (seed, rules) in (1..).zip(["holdem/sport-no-limit", "stud7/by", "omaha-hi-lo/by"]) {
        let (mut chance, mut room, mut witness) = (Chance(seed), Room::open(rules), Witness::default());
        for _ in 0..2_000 {
            let facts = happen(&mut chance, &mut room);
            facts.iter().for_each(|fact| witness.take(fact));
            witness.look(&room);
            if facts.iter().any(|fact| {
                matches!(
                    fact,
                    PlayerTableFact::Settled { .. }
                        | PlayerTableFact::Voided { .. }
                        | PlayerTableFact::Left { .. }
                        | PlayerTableFact::Showed { .. }
                )
            }) {
                witness.compare(&room);
            }
        }
        std::println!("{rules}: {} deals, {} closed cards followed", witness.deals.len(), witness.followed);
        assert!(witness.deals.len() > 20 && witness.followed > 1_000, "{rules}");
    }
}
