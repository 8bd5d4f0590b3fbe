//! Evenings as chance has them, with a restart at every step: books of their own, made of what was told alone, keep every chip.

use super::*;
use crate::model::{BoxNumber, CardPlace};

pub(super) struct Chance(pub(super) u64);

impl Chance {
    fn below(&mut self, below: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(self.0 >> 33).map_or(0, |word| word % below.max(1))
    }

    fn seat(&mut self) -> Seat {
        seat(1 + u8::try_from(self.below(6)).expect("one of six"))
    }
}

/// What each has, by the facts.
#[derive(Debug)]
struct Books {
    credits: [i64; 6],
    stacks: [i64; 6],
    pots: [i64; 6],
    fees: i64,
    deals: u64,
    voids: u64,
}

impl Books {
    fn take(&mut self, fact: &PlayerTableFact) {
        let minor = |amount: &Money| amount.minor();
        match fact {
            PlayerTableFact::Joined { seat, put: amount } | PlayerTableFact::ToppedUp { seat, amount } => {
                self.credits[seat.index()] -= minor(amount);
                self.stacks[seat.index()] += minor(amount);
            }
            PlayerTableFact::Left { seat, back } => {
                assert_eq!(self.stacks[seat.index()], minor(back));
                self.stacks[seat.index()] = 0;
                self.credits[seat.index()] += minor(back);
            }
            PlayerTableFact::HourPaid { seat, fee } => {
                self.stacks[seat.index()] -= minor(fee);
                self.fees += minor(fee);
            }
            PlayerTableFact::Posted { seat, amount } | PlayerTableFact::Acted { seat, paid: amount, .. } => {
                self.stacks[seat.index()] -= minor(amount);
                self.pots[seat.index()] += minor(amount);
            }
            PlayerTableFact::Settled { settlement, .. } => {
                let returned: i64 = settlement.returns.iter().map(|(_, amount)| minor(amount)).sum();
                assert_eq!(returned + minor(&settlement.fee), self.pots.iter().sum::<i64>(), "SPB-54");
                let of_pots: i64 = settlement.pots.iter().map(|pot| minor(&pot.fee)).sum();
                assert_eq!(of_pots, minor(&settlement.fee));
                settlement.returns.iter().for_each(|(seat, amount)| self.stacks[seat.index()] += minor(amount));
                self.fees += minor(&settlement.fee);
                self.pots = [0; 6];
                self.deals += 1;
            }
            PlayerTableFact::Voided { back, .. } => {
                for (seat, amount) in back {
                    assert_eq!(core::mem::take(&mut self.pots[seat.index()]), minor(amount), "HRB-26");
                    self.stacks[seat.index()] += minor(amount);
                }
                assert_eq!(self.pots, [0; 6]);
                self.voids += 1;
            }
            PlayerTableFact::SatOut { .. }
            | PlayerTableFact::IsLeaving { .. }
            | PlayerTableFact::ButtonDrawn { .. }
            | PlayerTableFact::Began { .. }
            | PlayerTableFact::Killed { .. }
            | PlayerTableFact::Exposed { .. }
            | PlayerTableFact::ExtraCard
            | PlayerTableFact::Boxed
            | PlayerTableFact::FlopTakenBack
            | PlayerTableFact::StubShuffled
            | PlayerTableFact::WrongCount { .. }
            | PlayerTableFact::PlaysAgain { .. }
            | PlayerTableFact::Showed { .. }
            | PlayerTableFact::MucksSet { .. }
            | PlayerTableFact::Presence { .. }
            | PlayerTableFact::Opened { .. }
            | PlayerTableFact::Closed => {}
        }
    }

    fn agree(&self, room: &Room) {
        let told = (room.credits(), room.stacks(), room.pots(), room.cabinet.ledger.fees().minor());
        assert_eq!(told, (self.credits.to_vec(), self.stacks.to_vec(), self.pots.to_vec(), self.fees));
        let all: i64 = self.credits.iter().chain(&self.stacks).chain(&self.pots).sum();
        assert_eq!(all + self.fees, 60_000, "every chip is somewhere");
        let least = self.credits.iter().chain(&self.stacks).chain(&self.pots).min();
        assert!(least.is_some_and(|least| *least >= 0));
    }
}

/// What chance has somebody order; most of it is what the table waits for.
fn order(chance: &mut Chance, room: &Room) -> (Who, TableOrder) {
    let between = |seat: Seat, order| (Who::Seat(seat), TableOrder::BetweenPlayers(order));
    let seat = chance.seat();
    if let Some((asked, turn)) = room.asked().filter(|_| chance.below(4) > 0) {
        let offers = room.cabinet.player_table_view(TABLE, Eyes::Seat(asked)).and_then(|view| view.offers);
        let wager = offers.and_then(|offers| offers.wager);
        let action = match (chance.below(8), wager) {
            (0, _) => BettingAction::Fold,
            (1, Some(wager)) if wager.is_bet => BettingAction::Bet(wager.least),
            (2, Some(wager)) if wager.is_bet => BettingAction::Bet(wager.most),
            (1, Some(wager)) => BettingAction::RaiseTo(wager.least),
            (2, Some(wager)) => BettingAction::RaiseTo(wager.most),
            (3, _) => BettingAction::Check,
            _ if offers.is_some_and(|offers| offers.call.is_zero()) => BettingAction::Check,
            _ => BettingAction::Call,
        };
        return between(asked, PlayerTableOrder::Act { turn, action });
    }
    match chance.below(48) {
        0..=15 => between(seat, PlayerTableOrder::Join { put: money(20 + chance.below(600)) }),
        16..=21 => between(seat, PlayerTableOrder::TopUp { amount: money(chance.below(300)) }),
        22..=25 => between(seat, PlayerTableOrder::SitOut { is_out: chance.below(3) == 0 }),
        26..=28 => between(seat, PlayerTableOrder::Leave),
        29 => (attendant(), TableOrder::BetweenPlayers(PlayerTableOrder::Remove { seat })),
        30 => (attendant(), TableOrder::Void { reason: "chance".into(), new_shoe: false }),
        31 => (attendant(), TableOrder::Hold { reason: "chance".into() }),
        32..=34 => (attendant(), TableOrder::Resume),
        35 => between(seat, PlayerTableOrder::Show),
        36 => between(seat, PlayerTableOrder::Muck { is_automatic: chance.below(2) == 0 }),
        37 => {
            let own = room.cabinet.player_table_view(TABLE, Eyes::Seat(seat)).expect("the table is there");
            let card = own.seats[seat.index()].as_ref().and_then(|place| *place.down.first()?).unwrap_or(Card::JOKER);
            (attendant(), TableOrder::BetweenPlayers(PlayerTableOrder::Exposed { seat, card }))
        }
        38 => {
            let at = CardPlace::Hand { place: BoxNumber(seat.number()), hand: 0 };
            (attendant(), TableOrder::WrongCount { at, cards: chance.below(9) as u8 })
        }
        39 => {
            let view = room.cabinet.player_table_view(TABLE, Eyes::Seat(seat)).expect("the table is there");
            let card = view.board.last().copied().or_else(|| *view.seats[seat.index()].as_ref()?.down.last()?);
            (attendant(), TableOrder::BetweenPlayers(PlayerTableOrder::Boxed { card: card.unwrap_or(Card::JOKER) }))
        }
        40 => (attendant(), TableOrder::BetweenPlayers(PlayerTableOrder::TakeFlopBack)),
        41..=46 => (attendant(), TableOrder::BetweenPlayers(PlayerTableOrder::StubShuffled)),
        _ => between(seat, PlayerTableOrder::Act { turn: 0, action: BettingAction::Call }),
    }
}

/// One thing happens at the table; what was told of it.
pub(super) fn happen(chance: &mut Chance, room: &mut Room) -> Vec<PlayerTableFact> {
    let wake_at = room.cabinet.outstanding().wake_at;
    match (chance.below(24), room.wish()) {
        (0, _) if chance.below(4) == 0 => {
            room.restart();
            room.source(CardSourceEvent::Opened)
        }
        (3, CardWish::Ready) if chance.below(4) == 0 => room.event(Event::Presence { seat: chance.seat(), is_here: chance.below(3) == 0 }),
        (1, CardWish::Card { number, .. }) if chance.below(8) == 0 => {
            room.source(CardSourceEvent::Failed { number, why: crate::model::OrderFailure::Empty })
        }
        (2, CardWish::Card { number, .. }) if chance.below(8) == 0 => {
            let card = Card::all().nth(usize::try_from(chance.below(52)).expect("one of 52")).expect("a card");
            room.source(CardSourceEvent::Card { number, card })
        }
        (3.., CardWish::Shuffle { number, .. }) => room.source(CardSourceEvent::Shuffled { number, count: DeckCount::complete(1) }),
        (3.., CardWish::Card { number, remaining, .. }) => {
            let word = u16::try_from(chance.below(i64::from(remaining.total()))).expect("it is small");
            let card = remaining.pick(word).expect("the pack suffices");
            room.source(CardSourceEvent::Card { number, card })
        }
        (4..=7, CardWish::Ready) if wake_at.is_some() && room.asked().is_none() => room.wake(),
        (8, CardWish::Ready) if wake_at.is_some() => room.wake(),
        _ => {
            let (who, order) = order(chance, room);
            match room.step(room.command(who, Order::Table { table: TABLE, order })) {
                Outcome::Done(step) => of_table(step.facts),
                Outcome::Refused(_) => Vec::new(),
                other => panic!("{other:?}"),
            }
        }
    }
}

fn evening(rules: &str, seed: u64, steps: usize) -> (u64, u64) {
    let (mut chance, mut room) = (Chance(seed), Room::open(rules));
    let mut books = Books { credits: [10_000; 6], stacks: [0; 6], pots: [0; 6], fees: 0, deals: 0, voids: 0 };
    for _ in 0..steps {
        happen(&mut chance, &mut room).iter().for_each(|fact| books.take(fact));
        books.agree(&room);
    }
    (books.deals, books.voids)
}

#[test]
fn spb_54_every_chip_is_kept_through_evenings_with_a_restart_at_every_step() {
    let (mut deals, mut voids) = (0, 0);
    for (seed, rules) in
        (1..).zip(["holdem/by", "holdem/sport-no-limit", "omaha-hi-lo/by", "stud7/by", "holdem/by", "holdem/sport-no-limit"])
    {
        let (played, void) = evening(rules, seed, 3_000);
        std::println!("{rules}: {played} deals, {void} void");
        (deals, voids) = (deals + played, voids + void);
    }
    assert!(deals > 300 && voids > 20, "{deals} deals, {voids} void");
}
