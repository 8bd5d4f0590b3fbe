//! Scenarios at the table as chance has them: who comes, goes, sits out and adds chips; commands that make no sense among them.

use alloc::collections::BTreeSet;
use alloc::format;

use super::books::Books;
use super::*;
use crate::games::betting::Limit;
use crate::games::streets::{ForcedBets, House};
use crate::model::{CardChoice, PlaceView};

struct Chance(u64);

impl Chance {
    fn next(&mut self, below: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(self.0 >> 33).map_or(0, |word| word % below.max(1))
    }

    fn seat(&mut self) -> Seat {
        seat(1 + self.next(6) as u8)
    }

    fn action(&mut self, table: &PlayerTable, asked: Seat) -> Action {
        let offers = table.view(Eyes::Seat(asked)).offers;
        if offers.is_some_and(|offers| offers.may_play_for_pot) && self.next(2) == 0 {
            return Action::PlayForPot;
        }
        if offers.is_some_and(|offers| offers.may_divide) {
            return if self.next(2) == 0 { Action::Divide } else { Action::PlayAgain };
        }
        match (self.next(5), offers.is_some_and(|offers| offers.may_pass)) {
            (0, _) | (1, true) => return Action::Exchange(CardChoice(1 << self.next(5) | 1 << self.next(6))),
            (2, true) => return Action::Pass,
            _ => {}
        }
        let wager = offers.and_then(|offers| offers.wager);
        let amount = match (self.next(4), wager) {
            (0, Some(wager)) => wager.least,
            (1, Some(wager)) => wager.most,
            (2, Some(wager)) => wager.least + money(self.next((wager.most - wager.least).minor() + 1)),
            _ => money(self.next(3_000) - 20),
        };
        match self.next(12) {
            0 => Action::Fold,
            1..=4 => Action::Check,
            5..=9 => Action::Call,
            10 if amount.minor() % 2 == 0 => Action::Stop,
            10 => Action::Bet(amount),
            _ => Action::RaiseTo(amount),
        }
    }

    fn order(&mut self) -> SeatOrder {
        match self.next(14) {
            12 => SeatOrder::Show,
            13 => SeatOrder::Muck(self.next(2) == 0),
            0..=3 => SeatOrder::Join { put: money(self.next(2_500) - 10) },
            4..=6 => SeatOrder::TopUp(money(self.next(1_500) - 10)),
            7 => SeatOrder::SitOut(true),
            8 | 9 => SeatOrder::SitOut(false),
            10 => SeatOrder::Leave,
            _ => SeatOrder::Act { turn: self.next(9) as u32, action: Action::Call },
        }
    }

    /// Mostly what the table waits for.
    fn command(&mut self, table: &PlayerTable, books: &Books, pack: &mut Vec<Card>) -> Command {
        let seat = self.seat();
        let order = |seat: Seat, order, books: &Books| Command::Seat { seat, order, credit: money(books.credits[seat.index()]) };
        match (self.next(40), table.wants()) {
            (11..=14, Wants::Begin | Wants::Players) if table.may_show(seat) => order(seat, SeatOrder::Show, books),
            (0, _) if self.next(5) == 0 => Command::Void(VoidReason::Attendant),
            (1, _) if self.next(5) == 0 => Command::Card(Card::every().nth(self.next(53) as usize).expect("a card")),
            (2, _) => Command::TimeOver { turn: self.next(12) as u32 },
            (3, _) => Command::DrawButton(Vec::new()),
            (4, _) if self.next(6) == 0 => Command::Remove(seat),
            (15, _) if table.rules.house.mistakes.is_some() || self.next(60) == 0 => {
                // The last of the closed cards as often as the first.
                let which: fn(&[Option<Card>]) -> Option<&Option<Card>> = if self.next(2) == 0 { <[_]>::first } else { <[_]>::last };
                let own = table.view(Eyes::Seat(seat)).seats[seat.index()].as_ref().and_then(|place| *which(&place.down)?);
                let any = Card::all().nth(self.next(52) as usize).expect("a card");
                Command::Exposed { seat, card: own.filter(|_| self.next(8) > 0).unwrap_or(any) }
            }
            (16, _) if self.next(if table.rules.house.mistakes.is_some() { 6 } else { 60 }) == 0 => Command::WrongCount(seat),
            (17, Wants::Decision(..)) if self.next(if table.rules.house.mistakes.is_some() { 6 } else { 60 }) == 0 => {
                Command::Extra(pack.swap_remove(self.next(pack.len() as i64) as usize))
            }
            (18, Wants::Card(_) | Wants::Decision(..)) if self.next(3) == 0 => {
                let newest = books.seen.last().copied();
                let any = Card::all().nth(self.next(52) as usize).expect("a card");
                Command::Boxed(newest.filter(|_| self.next(8) > 0).unwrap_or(any))
            }
            (19, _) if self.next(2) == 0 => Command::TakeFlopBack,
            (20, _) => Command::StubShuffled,
            (5..=9, _) | (_, Wants::Players) => order(seat, self.order(), books),
            (_, Wants::Draw) => {
                let drawn = Seat::all().filter(|seat| table.is_present(*seat));
                Command::DrawButton(drawn.map(|seat| (seat, Card::all().nth(self.next(52) as usize).expect("a card"))).collect())
            }
            (_, Wants::Begin) => {
                *pack = Card::all().collect();
                Command::Begin
            }
            (_, Wants::Card(_)) => Command::Card(pack.swap_remove(self.next(pack.len() as i64) as usize)),
            (_, Wants::Shuffle) => Command::StubShuffled,
            (10, Wants::Decision(_, turn)) => Command::TimeOver { turn },
            (_, Wants::Decision(asked, turn)) => order(asked, SeatOrder::Act { turn, action: self.action(table, asked) }, books),
        }
    }
}

fn eyes_see_only_their_own(table: &PlayerTable, books: &Books, told: &[Event], printed: Eyes) {
    let is_asked = matches!(table.wants(), Wants::Decision(..));
    let offers = if let Wants::Decision(asked, _) = table.wants() { table.offers(Eyes::Seat(asked)) } else { None };
    let is_compared = offers.is_some_and(|offers| offers.may_divide);
    for eyes in core::iter::once(Eyes::Public).chain(Seat::all().map(Eyes::Seat)) {
        let seat = if let Eyes::Seat(seat) = eyes { Some(seat) } else { None };
        let view = table.view(eyes);
        let seen = |card: &Card| {
            let of_seat = |seat: &PlaceView| seat.up.contains(card) || seat.down.contains(&Some(*card));
            view.board.contains(card) || view.seats.iter().flatten().any(of_seat)
        };
        let hidden = books.hidden_from(seat, is_asked, is_compared);
        assert!(!hidden.iter().any(seen), "{eyes:?} sees a hidden card: {view:?}");
        if let Some(seat) = seat {
            assert!(books.own(seat).iter().all(seen), "{seat} sees its own cards");
            assert_eq!(view.offers.is_some(), matches!(table.wants(), Wants::Decision(asked, _) if asked == seat));
        }
        if eyes == printed {
            let text = format!("{view:?} {table:?} {told:?}");
            let words: BTreeSet<&str> = text.split(|letter: char| !letter.is_alphanumeric()).collect();
            let named = hidden.iter().find(|card| words.contains(&*format!("{card:?}")));
            assert_eq!(named, None, "what is printed names a hidden card: {text}");
        }
        // A card that is dealt to a hand which is dead in the same moment was still its owner's.
        for event in told.iter().map(|event| event.told(eyes)) {
            let Event::Dealt { to, card } = event else { continue };
            let may_hear = match to {
                CardTo::Burn => false,
                CardTo::Down(owner) => seat == Some(owner),
                CardTo::Board | CardTo::Up(_) => true,
            };
            assert_eq!(card.card().is_some(), may_hear, "{eyes:?} is told of {to:?}");
        }
    }
}

fn level(house: &House, chance: &mut Chance) -> Level {
    match house.variant.forced() {
        ForcedBets::Blinds => Level { ante: money(chance.next(3)), ..blinds(5, 10, 1) },
        ForcedBets::FirstBlind => Level { ante: money(1 + chance.next(3)), ..blinds(0, 10, 1) },
        ForcedBets::Stake => Level { ante: money(1 + chance.next(9)), ..stud(0, 0, 10) },
        ForcedBets::BringIn if house.betting.limit == Limit::Spread => stud(chance.next(4), 10, 10),
        ForcedBets::BringIn => stud(chance.next(4), 4, 10),
    }
}

/// What was met, so that a scenario in which nothing happened is noticed.
#[derive(Debug, Default)]
struct Met {
    deals: u64,
    voids: u64,
    dead_hands: u64,
    mistakes: u64,
    left_in_deal: usize,
    refused: usize,
    showed: usize,
    replays: u64,
    shuffles: u64,
    aside: u64,
}

fn scenario(name: &str, seed: u64, commands: usize, met: &mut Met) {
    let mut chance = Chance(seed);
    let mut house = house(name);
    house.seating.buy_in_least_bets = 1;
    let fee = if name.contains("/sport") { 0 } else { 500 };
    let rules = TableRules { level: level(&house, &mut chance), house };
    let mut table = PlayerTable::new(rules.clone()).expect("the amounts fit");
    let (mut books, mut journal, mut pack) = (Books::new(fee), Vec::new(), Vec::new());
    books.trades = name.starts_with("texas");
    books.opens_late = books.trades || name.starts_with("club");
    for _ in 0..commands {
        let command = chance.command(&table, &books, &mut pack);
        let before = table.clone();
        let Ok(events) = table.take(&command) else {
            assert!(table == before, "a refusal changes nothing");
            met.refused += 1;
            continue;
        };
        assert!(!events.is_empty());
        events.iter().for_each(|event| books.take(event));
        if events.iter().any(|event| matches!(event, Event::PlaysAgain { .. })) {
            pack = Card::all().collect();
        }
        if let ([Event::StubShuffled], Some(held), Some(holds)) = (&events[..], before.remaining(), table.remaining()) {
            let back: Vec<Card> = Card::all().filter(|card| holds.count(*card) > held.count(*card)).collect();
            books.put_back(&back);
            pack.extend(back);
        }
        for seat in Seat::all() {
            assert_eq!(table.stack(seat).map(Money::minor), books.stacks[seat.index()], "{name} {seed}: {command:?} made {events:?}");
            assert_eq!(table.put_in(seat).minor(), books.pot[seat.index()]);
        }
        let printed = if chance.next(4) == 0 { Eyes::Public } else { Eyes::Seat(chance.seat()) };
        eyes_see_only_their_own(&table, &books, &events, printed);
        met.left_in_deal += events.iter().filter(|event| matches!(event, Event::IsLeaving { .. })).count();
        met.showed += events.iter().filter(|event| matches!(event, Event::Showed { .. })).count();
        journal.extend(events);
    }
    assert!(PlayerTable::replay(rules, &journal).is_ok_and(|replayed| replayed == table), "{name} {seed}: the events make the table");
    met.deals += books.deals;
    met.voids += books.voids;
    met.dead_hands += books.dead_hands;
    met.mistakes += books.mistakes;
    met.replays += books.replays;
    met.shuffles += books.shuffles;
    met.aside += books.aside;
}

#[test]
fn spb_54_hrb_17_nights_keep_every_chip_and_every_card() {
    let mut met = Met::default();
    for (name, _) in SHIPPED {
        // Equal hands are rare, and where cards are paid for not so rare.
        let seeds = if name.starts_with("texas") { 400 } else { 6 };
        (0..seeds).for_each(|seed| scenario(name, seed, 1_000, &mut met));
    }
    std::println!("{met:?}");
    assert!(met.deals > 2_000 && met.voids > 50 && met.dead_hands > 50 && met.left_in_deal > 100 && met.refused > 1_000, "{met:?}");
    assert!(met.showed > 20 && met.replays > 5 && met.mistakes > 50 && met.shuffles > 20, "{met:?}");
}

#[test]
fn a_wrong_event_is_no_part_of_a_journal() {
    let mut case = Case::new("holdem/by", blinds(5, 10, 1), &[1_000, 1_000, 1_000]).drawn(1);
    case.begin();
    case.play("1 raise 30, 2 fold, 3 call, check, check, check, check, check, check");
    let rules = case.table.rules.clone();
    for (place, event) in case.journal.iter().enumerate() {
        let mut wrong = case.journal.clone();
        wrong[place] = match event.clone() {
            Event::Left { seat, back } => Event::Left { seat, back: back + money(1) },
            Event::Acted { seat, action, paid } => Event::Acted { seat, action, paid: paid + money(1) },
            Event::Settled { mut settlement, shown } => {
                settlement.returns[0] = settlement.returns[0] + money(1);
                Event::Settled { settlement, shown }
            }
            _ => continue,
        };
        assert_eq!(PlayerTable::replay(rules.clone(), &wrong).err(), Some(Mismatch), "{event:?}");
    }
}
