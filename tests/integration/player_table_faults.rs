//! One deal of every kind of poker between players, and at each of its steps: what was written is read back as after a kill, the player who is
//! asked loses his line, everybody falls silent, an order of the card source fails, a wrong card comes or one that nobody ordered, the source has
//! a fault or goes away. At every third step, each at another one: the attendant orders what an attendant may. The deal comes to its end or is
//! void, as the rules say, the next one is dealt, and every chip is somewhere. The same with deals whose bank is played for again.

use std::collections::BTreeSet;

use croupier::model::*;
use croupier::profiles::{Kind, list};
use croupier::sim::audited_table::attendant;
use croupier::sim::auditor::Book;
use croupier::sim::card_play::carried_out;
use croupier::sim::evening::{CREDIT, Choices, Evening, Seeded, Setting, TABLE, audit, book, command, of_source};

/// More steps than any of these deals takes.
const STEPS_MOST: usize = 600;
/// What the three players sit down with, in units.
const STACKS: [i64; 3] = [40, 120, 400];
/// How many deals are tried to find one whose bank is played for again.
const DRAWS_TRIED: u64 = 20_000;

/// What happens at one step.
#[derive(Clone, Debug)]
enum Interruption {
    /// The program is killed and started again.
    Kill,
    /// Nobody decides any more.
    Silence,
    /// The player whose turn it is, or else the first, loses his line.
    Vanishes,
    /// The card source says this.
    Says(CardSourceEvent),
    /// The order comes to this end.
    Fails(OrderFailure),
    /// The ordered card is one that lies already.
    WrongCard,
    /// The attendant orders this, whether it may be ordered just then or not.
    Attends(TableOrder),
}

/// How a deal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Settled,
    Voided,
}

/// The table with its auditor, and what has become of its first deal.
#[derive(Clone)]
struct Table {
    evening: Evening,
    book: Book,
    ends: Vec<End>,
    decisions: usize,
    is_silent: bool,
    /// Who has lost his line.
    gone: Option<Seat>,
    /// Which cards come.
    draw: u64,
    /// The cards that came, in order, each with where it went and which way up.
    cards: Vec<(CardPlace, Face, Card)>,
    /// Whether a bank that could be divided is played for again, and was.
    plays_again: bool,
    has_played_again: bool,
    /// Whether such a deal is looked for, and the auditor need not look on yet.
    is_search: bool,
    /// Which orders of the attendant were taken, by their names.
    taken: BTreeSet<String>,
    /// Whether a deal is void in whose middle the program is killed.
    kills_void: bool,
    /// Whether nothing is tried but a kill.
    is_only_killed: bool,
}

impl Table {
    /// The first deal is about to begin; it is void where the program is killed in its middle, or goes on, as the rules file says, or else the
    /// other way round.
    fn begin(rules: &str, as_file: bool) -> Self {
        let mut setting = Setting::new(rules, 1, 1);
        let is_void_by_file = setting.keys.get("restart_in_deal").and_then(|said| said.as_str()) == Some("void");
        let kills_void = is_void_by_file == as_file;
        setting.keys.insert("restart_in_deal".into(), if kills_void { "void" } else { "continue" }.into());
        (setting.show_seconds, setting.absent_after_deals) = (0, 0);
        let mut table = Self {
            evening: Evening::begin(&setting, Seeded(1)),
            book: book(&setting),
            ends: Vec::new(),
            decisions: 0,
            is_silent: false,
            gone: None,
            draw: 0,
            cards: Vec::new(),
            plays_again: false,
            has_played_again: false,
            is_search: false,
            taken: BTreeSet::new(),
            kills_void,
            is_only_killed: !as_file,
        };
        for seat in Seat::all() {
            table.happens(command(attendant(), None, Order::CreditIn { seat, amount: Money::from_minor(CREDIT) }));
        }
        table.happens(of_source(CardSourceEvent::Opened));
        for (seat, stack) in Seat::all().zip(STACKS) {
            table.seat_orders(seat, PlayerTableOrder::Join { put: Money::from_minor(stack) });
        }
        table
    }

    /// This happens, and the auditor has nothing to object to; whether it was taken.
    fn happens(&mut self, what: What) -> bool {
        let Some(step) = self.evening.give(what) else { return false };
        let audited = if self.is_search { Ok(()) } else { audit(&mut self.book, &step) };
        audited.unwrap_or_else(|objection| panic!("{objection}: {:?} {:?}", step.input.what, step.facts));
        for fact in &step.facts {
            match fact {
                Fact::Table { fact: TableFact::BetweenPlayers(PlayerTableFact::Settled { .. }), .. } => self.ends.push(End::Settled),
                Fact::Table { fact: TableFact::BetweenPlayers(PlayerTableFact::Voided { .. }), .. } => self.ends.push(End::Voided),
                _ => {}
            }
        }
        true
    }

    fn orders(&mut self, who: Who, order: TableOrder) -> bool {
        // An action names its deal.
        let is_action = matches!(order, TableOrder::BetweenPlayers(PlayerTableOrder::Act { .. }));
        let deal = is_action.then_some(self.evening.view().deal);
        self.happens(command(who, deal, Order::Table { table: TABLE, order }))
    }

    fn seat_orders(&mut self, seat: Seat, order: PlayerTableOrder) {
        let is_taken = self.orders(Who::Seat(seat), TableOrder::BetweenPlayers(order.clone()));
        assert!(is_taken, "seat {seat}: {order:?} was refused");
    }

    /// The next thing that has to happen happens.
    fn go_on(&mut self) {
        let view = self.evening.view();
        if view.hold.is_some() {
            return self.mend();
        }
        let (turn, phase, wish) = (view.turn, view.phase, self.evening.wish());
        let mut chance = Seeded((self.draw << 32) + wish.number().unwrap_or(0));
        let said = carried_out(&wish, &mut |count| u64::try_from(chance.below(i64::MAX)).expect("not negative") % count);
        match (said, turn) {
            (Some(said), _) => {
                if let (CardWish::Card { to, face, .. }, CardSourceEvent::Card { card, .. }) = (&wish, &said) {
                    self.cards.push((*to, *face, *card));
                }
                assert!(self.happens(of_source(said)));
            }
            (None, _) if phase == PlayerTablePhase::ShufflingStub => {
                assert!(self.orders(attendant(), TableOrder::BetweenPlayers(PlayerTableOrder::StubShuffled)));
            }
            (None, Some((seat, turn))) if !self.is_silent && self.gone != Some(seat) => self.act(seat, turn),
            _ => {
                let wait = self.evening.wait();
                assert!(self.happens(wait), "the table waits for something");
            }
        }
    }

    fn act(&mut self, seat: Seat, turn: u32) {
        let offers = self.evening.offers(seat).expect("who is asked is offered something");
        let action = if offers.may_divide && self.plays_again { BettingAction::PlayAgain } else { action(&offers, self.decisions) };
        self.has_played_again |= action == BettingAction::PlayAgain;
        self.decisions += 1;
        self.seat_orders(seat, PlayerTableOrder::Act { turn, action });
    }

    /// The table is made to go on: the source shows itself, its faults end, the attendant has looked.
    fn mend(&mut self) {
        assert!(self.happens(of_source(CardSourceEvent::Opened)));
        let codes: Vec<FaultCode> = self.evening.view().faults.iter().map(|fault| fault.code).collect();
        for code in codes.into_iter().filter(|code| code.remedy() == Remedy::Itself) {
            assert!(self.happens(of_source(CardSourceEvent::FaultCleared(code))));
        }
        if self.evening.view().hold.is_some() {
            assert!(self.orders(attendant(), TableOrder::Resume), "an attendant lets it go on");
        }
    }

    fn interrupt(&mut self, interruption: &Interruption) {
        let wish = self.evening.wish();
        match interruption {
            Interruption::Silence => self.is_silent = true,
            Interruption::Kill => {
                let start = self.evening.kill();
                assert!(self.happens(start));
            }
            Interruption::Vanishes => {
                let seat = self.evening.view().turn.map_or_else(|| Seat::all().next().expect("there are seats"), |(seat, _)| seat);
                self.gone = Some(seat);
                assert!(self.happens(What::Event(Event::Presence { seat, is_here: false })));
            }
            Interruption::Says(event) => assert!(self.happens(of_source(event.clone()))),
            Interruption::Fails(why) => {
                if let Some(number) = wish.number() {
                    assert!(self.happens(of_source(CardSourceEvent::Failed { number, why: *why })));
                }
            }
            Interruption::WrongCard => {
                if let Some((number, card)) = wrong_card(&wish) {
                    assert!(self.happens(of_source(CardSourceEvent::Card { number, card })));
                }
            }
            // What may not be ordered now is refused.
            Interruption::Attends(order) => {
                if self.orders(attendant(), order.clone()) {
                    self.taken.insert(name(order));
                }
            }
        }
    }

    /// Who was removed sits down again.
    fn have_removed_join(&mut self) {
        let places = self.evening.view().places.clone();
        for seat in Seat::all().take(STACKS.len()).filter(|seat| places.iter().all(|place| place.seat != *seat)) {
            self.seat_orders(seat, PlayerTableOrder::Join { put: Money::from_minor(STACKS[1]) });
        }
    }

    /// Credit, stacks, what lies in the deal, and the fees: what was paid in.
    fn check_money(&self) {
        let official = &self.evening.views().official;
        let all: Money = official.seats.iter().map(|seat| seat.credit + seat.staked + seat.stacks).sum::<Money>() + official.fees;
        assert_eq!(all.minor(), 6 * CREDIT);
    }
}

/// The name of an order without what it orders.
fn name(order: &TableOrder) -> String {
    let words = format!("{order:?}").replace("BetweenPlayers(", "");
    words.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

/// A card that lies already, for the order of one.
fn wrong_card(wish: &CardWish) -> Option<(OrderNumber, Card)> {
    let CardWish::Card { number, remaining, .. } = wish else { return None };
    Card::all().find(|card| remaining.count(*card) == 0).map(|card| (*number, card))
}

/// What the player who is asked does: now and then a bet or a raise, mostly what keeps him in.
const fn action(offers: &BettingOffers, decisions: usize) -> BettingAction {
    match (offers.wager, offers.call.is_zero()) {
        _ if offers.may_divide => BettingAction::Divide,
        _ if offers.exchange.is_some() && decisions.is_multiple_of(2) => BettingAction::Exchange(CardChoice(1)),
        _ if offers.may_stop && decisions % 11 == 10 => BettingAction::Stop,
        (Some(wager), _) if wager.is_bet && decisions % 4 == 1 => BettingAction::Bet(wager.least),
        (Some(wager), _) if !wager.is_bet && decisions % 4 == 1 => BettingAction::RaiseTo(wager.least),
        (_, true) if offers.may_pass => BettingAction::Pass,
        (_, true) => BettingAction::Check,
        _ => BettingAction::Call,
    }
}

/// What must become of the deal in whose step this happens; `None` where the rules files differ.
fn expected(interruption: &Interruption, table: &Table) -> Option<End> {
    // A bank that is played for again is under way while its pack is shuffled, too.
    let is_dealing = table.evening.view().phase == PlayerTablePhase::Dealing || table.has_played_again;
    let wish = table.evening.wish();
    let is_card = matches!(wish, CardWish::Card { .. });
    let end = |is_void: bool| Some(if is_void { End::Voided } else { End::Settled });
    match interruption {
        Interruption::Kill => end(is_dealing && table.kills_void),
        Interruption::Fails(OrderFailure::CalledOff) => end(false),
        Interruption::Fails(_) => end(is_dealing && is_card),
        Interruption::WrongCard => end(is_dealing && wrong_card(&wish).is_some()),
        // A card that nobody ordered is the next burn, lies aside, or makes the deal void.
        Interruption::Says(CardSourceEvent::Unasked { .. }) => None,
        // A mistake of the dealer is put right, or makes the deal void.
        Interruption::Attends(TableOrder::WrongCount { .. }) => None,
        Interruption::Attends(TableOrder::BetweenPlayers(order)) => {
            // Who goes leaves the deal to the others, and the house's tables are never closed.
            let is_no_mistake = matches!(order, PlayerTableOrder::Remove { .. } | PlayerTableOrder::Close);
            end(false).filter(|_| is_no_mistake)
        }
        Interruption::Attends(TableOrder::Void { .. }) => end(is_dealing),
        _ => end(false),
    }
}

/// The deal goes on after what has happened in its step, to its end, and the next one begins.
fn check(mut table: Table, interruption: &Interruption, rules: &str, at: usize) -> BTreeSet<String> {
    let expected = expected(interruption, &table);
    table.interrupt(interruption);
    table.check_money();
    let is_next_begun = |table: &Table| table.ends.len() == 1 && table.evening.view().turn.is_some();
    for _ in 0..STEPS_MOST {
        if is_next_begun(&table) {
            break;
        }
        if table.ends.len() == 1 && (table.is_silent || table.gone.is_some()) {
            table.is_silent = false;
            if let Some(seat) = table.gone.take() {
                table.happens(What::Event(Event::Presence { seat, is_here: true }));
            }
        }
        if table.evening.view().phase == PlayerTablePhase::Waiting {
            table.have_removed_join();
        }
        table.go_on();
    }
    table.check_money();
    let is_as_expected = expected.is_none_or(|expected| table.ends.first() == Some(&expected));
    assert!(is_as_expected, "{rules}: {interruption:?} at step {at}: {:?}, and {expected:?} was expected", table.ends);
    assert!(is_next_begun(&table), "{rules}: {interruption:?} at step {at}: the next deal begins: {:?}", table.ends);
    table.taken
}

/// What is tried at this step: a kill alone where nothing else is to be tried; else always a kill, a lost line and a failed order; each of the rest at every third step, with another fault of the card
/// source each time.
fn interruptions(table: &Table, at: usize) -> Vec<Interruption> {
    if table.is_only_killed {
        return vec![Interruption::Kill];
    }
    let faults: Vec<FaultCode> = FaultCode::ALL.into_iter().skip_while(|code| *code != FaultCode::CardSourceLost).collect();
    let fault = CardSourceEvent::Fault { code: faults[at % faults.len()], detail: "at the feed".into() };
    let ace = "As".parse().expect("the name of a card");
    let unasked = CardSourceEvent::Unasked { card: at.is_multiple_of(2).then_some(ace) };
    let said = [fault, CardSourceEvent::Closed, CardSourceEvent::CutCard, unasked, CardSourceEvent::Card { number: u64::MAX, card: ace }];
    let seat = Seat::all().nth(at % STACKS.len()).expect("one of three");
    let hand = CardPlace::Hand { place: BoxNumber(seat.number()), hand: 0 };
    let closed: Vec<Card> = table.cards.iter().filter(|(to, face, _)| *to == hand && *face == Face::Down).map(|came| came.2).collect();
    let exposed = closed.get(at % closed.len().max(1)).copied().unwrap_or(ace);
    let last = table.cards.last().map_or(ace, |came| came.2);
    let between = [
        PlayerTableOrder::TakeFlopBack,
        PlayerTableOrder::Boxed { card: ace },
        PlayerTableOrder::Boxed { card: last },
        PlayerTableOrder::Exposed { seat, card: ace },
        PlayerTableOrder::Exposed { seat, card: exposed },
        PlayerTableOrder::Remove { seat },
        PlayerTableOrder::Close,
    ];
    let attended = [
        TableOrder::Void { reason: "misdeal".into(), new_shoe: at.is_multiple_of(2) },
        TableOrder::Hold { reason: "a look".into() },
        TableOrder::Shuffle,
        TableOrder::WrongCount { at: hand, cards: 2 },
    ];
    let attended = attended.into_iter().chain(between.map(TableOrder::BetweenPlayers));
    let fails = Interruption::Fails(OrderFailure::ALL[at % OrderFailure::ALL.len()]);
    let rest = [Interruption::Silence, Interruption::WrongCard].into_iter().chain(said.map(Interruption::Says));
    let in_turn = attended.map(Interruption::Attends).skip(at % 3).step_by(3);
    [Interruption::Kill, Interruption::Vanishes, fails].into_iter().chain(rest).chain(in_turn).collect()
}

/// Plays the deal to its end, and tries everything at each of its steps, once the bank is played for again where that is asked for: how many steps
/// it took, and which orders of the attendant were taken.
fn check_steps(mut table: Table, rules: &str) -> (usize, BTreeSet<String>) {
    let (mut steps, mut taken) = (0, BTreeSet::new());
    while table.ends.is_empty() {
        if table.has_played_again || !table.plays_again {
            for interruption in interruptions(&table, steps + rules.len()) {
                taken.extend(check(table.clone(), &interruption, rules, steps));
            }
            steps += 1;
        }
        table.go_on();
    }
    assert_eq!(table.ends, [End::Settled], "{rules}: without an interruption");
    (steps, taken)
}

/// The draw of cards with which a deal of these rules comes to a bank that is played for again; `None` where none of those that are tried does.
fn draw_of_replay(rules: &str) -> Option<u64> {
    let begun = Table { plays_again: true, is_search: true, ..Table::begin(rules, true) };
    let comes_to_it = |draw: &u64| {
        let mut table = Table { draw: *draw, ..begun.clone() };
        while table.ends.is_empty() && !table.has_played_again {
            table.go_on();
        }
        table.has_played_again
    };
    (1..DRAWS_TRIED).find(comes_to_it)
}

fn check_deal(rules: &str) -> BTreeSet<String> {
    check_steps(Table::begin(rules, false), rules);
    let (steps, taken) = check_steps(Table::begin(rules, true), rules);
    // A shuffle, cards for three, and what they decide.
    assert!(steps >= 12, "{rules}: {steps} steps only");
    taken
}

#[test]
fn at_every_step_of_every_deal_between_players_chips_are_kept_and_the_next_deal_is_played() {
    let rules = list(Kind::Betting);
    assert!(rules.len() >= 14, "the shipped rules files");
    let taken: BTreeSet<String> = std::thread::scope(|scope| {
        let deals: Vec<_> = rules.iter().map(|name| scope.spawn(move || check_deal(name))).collect();
        deals.into_iter().flat_map(|deal| deal.join().expect("it is played to its end")).collect()
    });
    for order in ["Void", "Hold", "WrongCount", "TakeFlopBack", "Boxed", "Exposed", "Remove"] {
        assert!(taken.contains(order), "{order} was never taken: {taken:?}");
    }
}

/// TPAM-8: the decree's four, where equal hands play for the bank again.
#[test]
fn at_every_step_of_a_bank_that_is_played_for_again_chips_are_kept_and_the_next_deal_is_played() {
    std::thread::scope(|scope| {
        for name in list(Kind::Betting).into_iter().filter(|name| name.ends_with("/am")) {
            scope.spawn(move || {
                let draw = draw_of_replay(&name).unwrap_or_else(|| panic!("{name}: no such deal among {DRAWS_TRIED}"));
                for as_file in [false, true] {
                    let table = Table { plays_again: true, draw, ..Table::begin(&name, as_file) };
                    let (steps, _) = check_steps(table, &name);
                    // A shuffle and cards for two at least.
                    assert!(steps >= 8, "{name}: {steps} steps only");
                }
            });
        }
    });
}
