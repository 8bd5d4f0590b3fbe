//! An evening at one table between players: who sits there, who deals and who attends do what their source of choices says, sane or not, and
//! the auditor may look on at every step. Tests draw the choices from a seed; a fuzzer makes them itself.
//!
//! Here never lives: what must come of a step; the auditor says that.

use toml::Table;

use super::audited_table::{NO_WHEEL, attendant, wheel_terms};
use super::auditor::{Book, House, Objection, PlayerRules};
use super::chance::Chance;
use super::scenario::vary;
use crate::cabinet::{Cabinet, Outcome, PlayerTableTerms, Terms};
use crate::games::player_table::TableRules;
use crate::games::streets::{House as TableHouse, Level};
use crate::model::toml_keys::read;
use crate::model::{
    BettingAction, BettingOffers, BoxNumber, Card, CardChoice, CardPlace, CardSourceEvent, CardWish, Command, DeckCount, Event, Fact,
    Input, Money, OpenedBySeat, Order, OrderFailure, PlayerTableOrder, PlayerTablePhase, PlayerTableView, Seat, Span, TableAmounts,
    TableConditions, TableNumber, TableOrder, TimeBank, Timestamp, Views, What, Who,
};
use crate::profiles::{Kind, file_keys};

/// The first table between players.
pub const TABLE: TableNumber = TableNumber(17);

/// What each seat has at first.
pub const CREDIT: i64 = 1_000_000;

/// Where the choices of an evening come from.
pub trait Choices: Clone {
    /// A number from 0 to `bound` - 1; a bound below 2 gives 0.
    fn below(&mut self, bound: i64) -> i64;

    /// Whether one chance in so many comes.
    fn one_in(&mut self, of: i64) -> bool {
        self.below(of) == 0
    }

    /// One of the six seats.
    fn seat(&mut self) -> Seat {
        let nth = usize::try_from(self.below(6)).expect("one of six");
        Seat::all().nth(nth).expect("there are six seats")
    }
}

/// Choices from a seed.
#[derive(Clone, Debug)]
pub struct Seeded(pub u64);

impl Choices for Seeded {
    fn below(&mut self, bound: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(self.0 >> 33).map_or(0, |word| word % bound.max(1))
    }
}

/// What is given back of five cards; the last are more than may be, none, and one too far.
const CARDS: [u8; 8] = [0b1, 0b11, 0b1_0001, 0b111, 0b1_1100, 0b1111, 0, 0b10_0000];

/// A rules file with the amounts of one table.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The name of the rules file.
    pub rules: String,
    /// What the file says.
    pub keys: Table,
    /// The amounts of the table that its limit and its forced bets know.
    pub level: Level,
    pub(super) amounts: TableAmounts,
    /// After how many missed decisions a seat sits out; 0 is never.
    pub absent_after: u16,
    /// How many seconds a hand may be shown after its deal.
    pub show_seconds: u16,
    /// After how many missed deals an absent seat sits out; 0 is never.
    pub absent_after_deals: u16,
    /// Whether seats open the table, and how.
    pub opened_by_seat: Option<OpenedBySeat>,
}

const fn money(minor: i64) -> Money {
    Money::from_minor(minor)
}

impl Setting {
    /// The shipped rules file of this name, with buy-ins down to two bets so that stacks are often short.
    ///
    /// # Panics
    /// Where there is no such file.
    #[must_use]
    pub fn new(rules: &str, ante: i64, unit: i64) -> Self {
        let mut keys = file_keys(Kind::Betting, rules).expect("a shipped rules file");
        let seating = keys.get_mut("seating").and_then(toml::Value::as_table_mut).expect("every file has it");
        seating.insert("buy_in_least_bets".into(), 2.into());
        seating.insert("buy_in_most_bets".into(), 60.into());
        let is_stud = rules.starts_with("stud");
        let is_open = rules.starts_with("open-");
        let is_stake = rules.starts_with("texas") || rules.starts_with("club");
        let ante = if is_stake {
            10
        } else if is_open {
            ante.max(1)
        } else {
            ante
        };
        let is_by = rules.ends_with("/by");
        let of = |amount: i64, is: bool| money(if is { amount * unit } else { 0 });
        let level = Level {
            ante: money(ante * unit),
            small_blind: of(5, !is_stud && !is_open && !is_stake),
            big_blind: of(10, !is_stud && !is_stake),
            bring_in: of(if is_by { 10 } else { 4 }, is_stud),
            small_bet: of(10, is_stud || is_stake || rules.ends_with("fixed-limit")),
            big_bet: of(20, rules.ends_with("fixed-limit")),
            most_bet: of(100, is_by || is_open || is_stake),
            unit: money(unit),
        };
        let amounts = TableAmounts {
            ante: level.ante,
            small_blind: level.small_blind,
            big_blind: level.big_blind,
            bring_in: level.bring_in,
            small_bet: level.small_bet,
            big_bet: level.big_bet,
            most_bet: level.most_bet,
            unit: level.unit,
            buy_in_least: money(20 * unit),
            buy_in_most: money(600 * unit),
        };
        Self { rules: rules.into(), keys, level, amounts, absent_after: 0, show_seconds: 5, absent_after_deals: 2, opened_by_seat: None }
    }

    /// The rules file says this at this path; a key that no file knows is refused once the file is read.
    #[cfg(test)]
    pub(super) fn set(&mut self, path: &str, value: toml::Value) {
        let mut parts: Vec<&str> = path.split('.').collect();
        let last = parts.pop().expect("a path has a last part");
        let table = parts
            .iter()
            .fold(&mut self.keys, |table, part| table.get_mut(*part).and_then(toml::Value::as_table_mut).expect("the file has this table"));
        table.insert(last.into(), value);
    }

    /// Of the pots nothing is taken, and so much by the hour.
    ///
    /// # Panics
    /// Where the file has no fee.
    #[must_use]
    pub fn by_the_hour(mut self, fee: i64) -> Self {
        let keys = self.keys.get_mut("fee").and_then(toml::Value::as_table_mut).expect("every file has it");
        keys.insert("rate".into(), toml::Value::Table([("flat-minor".to_owned(), 0.into())].into_iter().collect()));
        keys.insert("hourly_minor".into(), fee.into());
        // Who sits down with the least can pay for his first hour.
        let seating = self.keys["seating"].as_table_mut().expect("every file has it");
        seating.insert("buy_in_least_bets".into(), 4.into());
        self.amounts.buy_in_least = money(40 * self.level.unit.minor());
        self
    }

    /// Some keys of the file say something else, drawn from this seed, where the file stays a good one with them.
    #[must_use]
    pub fn varied(mut self, seed: u64) -> Self {
        // The amounts of the table are those of its limit.
        vary(&mut self.keys, &mut Chance::new(seed, 0), |path| path != "betting.limit");
        self
    }

    /// Nothing is taken by the hour.
    #[cfg(test)]
    pub(super) fn forget_hours(&mut self) {
        self.keys["fee"].as_table_mut().expect("every file has it").remove("hourly_minor");
    }

    fn terms(&self) -> Terms {
        let house: TableHouse = read(self.keys.clone()).expect("a shipped file can be read");
        let table = PlayerTableTerms {
            name: "Poker".into(),
            rules_name: self.rules.clone(),
            rules_sha256: [3; 32],
            rules: TableRules { house, level: self.level },
            decision_seconds: 20,
            pause_seconds: 5,
            card_most_seconds: 10,
            time_bank: TimeBank::default(),
            absent_after_decisions: self.absent_after,
            show_seconds: self.show_seconds,
            absent_after_deals: self.absent_after_deals,
            opened_by_seat: self.opened_by_seat,
            is_dealt_by_hand: true,
            offers_free_fold: false,
        };
        Terms { player_tables: vec![table], credit_most: money(1_000_000_000), ..wheel_terms() }
    }
}

/// Something that happened, and all that is told after it.
#[derive(Clone, Debug)]
pub struct Step {
    /// What happened.
    pub input: Input,
    /// What came of it.
    pub facts: Vec<Fact>,
    /// What every table wants of its card source after it.
    pub wishes: Vec<(TableNumber, CardWish)>,
    /// What everybody sees after it.
    pub views: Views,
}

/// The books of a house with one table between players of this setting.
///
/// # Panics
/// Where the auditor cannot read the setting's rules.
#[must_use]
pub fn book(setting: &Setting) -> Book {
    let rules = PlayerRules::read(&setting.rules, &setting.keys, setting.amounts).expect("the auditor reads a shipped rules file");
    let rules = rules.with_absent_after(setting.absent_after).with_show_seconds(setting.show_seconds);
    let rules = rules.with_absent_after_deals(setting.absent_after_deals).with_opened_by_seat(setting.opened_by_seat).with_dealer(true);
    Book::new(House { player_tables: vec![rules], ..NO_WHEEL })
}

/// The auditor enters a step and compares its books with what is shown.
///
/// # Errors
/// What the auditor objects to.
pub fn audit(book: &mut Book, step: &Step) -> Result<(), Objection> {
    let number = step.input.number;
    book.enter(&step.input, &step.facts)?;
    book.enter_wishes(number, &step.wishes)?;
    book.enter_draws(number, &[])?;
    book.compare(number, &step.views.official)?;
    book.compare_looks(number, &step.views)
}

/// A cabinet at whose table people play as `C` has it.
#[derive(Clone, Debug)]
pub struct Evening<C = Seeded> {
    pub(super) cabinet: Cabinet,
    /// What decides.
    pub choices: C,
    now: Timestamp,
    views: Views,
    coming: Vec<What>,
    /// The card that came last.
    newest: Option<Card>,
    /// Whether who deals makes mistakes.
    pub is_clumsy: bool,
}

impl<C: Choices> Evening<C> {
    /// An evening that has just begun: six seats will have credit, and a card source will show itself.
    ///
    /// # Panics
    /// Where the setting's rules are not good.
    #[must_use]
    pub fn begin(setting: &Setting, choices: C) -> Self {
        let now = Timestamp::from_microseconds(1_000_000_000);
        let first = Input { number: 1, at: now, what: What::Event(Event::Terms { terms: setting.terms().to_bytes() }) };
        let (cabinet, _) = Cabinet::begin(&first).expect("the terms can be read");
        let views = cabinet.views(cabinet.rules_view().into());
        let credit = |seat| command(attendant(), None, Order::CreditIn { seat, amount: money(CREDIT) });
        let mut coming: Vec<What> = Seat::all().map(credit).collect();
        coming.push(of_source(CardSourceEvent::Opened));
        coming.reverse();
        Self { cabinet, choices, now, views, coming, newest: None, is_clumsy: false }
    }

    /// What everybody sees of the table.
    #[must_use]
    pub fn view(&self) -> &PlayerTableView {
        &self.views.cabinet.player_tables[0]
    }

    /// What everybody sees now.
    #[must_use]
    pub fn views(&self) -> Views {
        self.views.clone()
    }

    /// What the table wants of its card source.
    ///
    /// # Panics
    /// Where the table is not there.
    #[must_use]
    pub fn wish(&self) -> CardWish {
        self.cabinet.card_wishes().into_iter().find(|(table, _)| *table == TABLE).expect("the table is there").1
    }

    /// What a seat may do now.
    #[must_use]
    pub fn offers(&self, seat: Seat) -> Option<BettingOffers> {
        self.views.seats[seat.index()].player_tables[0].offers
    }

    /// What happens next; nothing where it was refused.
    pub fn step(&mut self) -> Option<Step> {
        let what = self.coming.pop().unwrap_or_else(|| self.happening());
        self.give(what)
    }

    /// This happens, after every moment that has come before it; nothing where it was refused.
    pub fn give(&mut self, what: What) -> Option<Step> {
        if let What::Event(Event::Cards { event: CardSourceEvent::Card { card, .. }, .. }) = &what {
            self.newest = Some(*card);
        }
        let input = Input { number: self.cabinet.number() + 1, at: self.now, what };
        match self.cabinet.step(&input) {
            Outcome::Done(step) => {
                self.views = self.cabinet.views(self.cabinet.rules_view().into());
                Some(Step { input, facts: step.facts, wishes: self.cabinet.card_wishes(), views: self.views.clone() })
            }
            Outcome::Overdue => self.give(What::Event(Event::Wake)),
            Outcome::Refused(_) | Outcome::Repeated { .. } => None,
        }
    }

    fn happening(&mut self) -> What {
        let wake_at = self.cabinet.outstanding().wake_at;
        let rare = self.choices.below(2_000);
        if rare == 0 {
            self.coming.push(of_source(CardSourceEvent::Opened));
            return self.kill();
        }
        if self.view().phase == PlayerTablePhase::ShufflingStub && self.choices.one_in(2) {
            return told(PlayerTableOrder::StubShuffled);
        }
        if self.is_clumsy
            && self.choices.one_in(3)
            && let Some((seat, card)) = self.seventh()
        {
            return told(PlayerTableOrder::Exposed { seat, card });
        }
        if self.is_clumsy && (1..=3).contains(&self.view().board.len()) && self.choices.one_in(15) {
            return told(PlayerTableOrder::TakeFlopBack);
        }
        if self.is_clumsy && self.view().phase == PlayerTablePhase::Dealing && self.choices.one_in(12) {
            return self.mistake();
        }
        if (10..=13).contains(&rare) {
            return What::Event(Event::Presence { seat: self.choices.seat(), is_here: self.choices.one_in(3) });
        }
        match (rare, self.wish()) {
            (1..=3, CardWish::Card { number, .. }) => of_source(CardSourceEvent::Failed { number, why: OrderFailure::Empty }),
            (4..=7, CardWish::Card { number, .. }) => {
                let nth = usize::try_from(self.choices.below(52)).expect("one of 52");
                of_source(CardSourceEvent::Card { number, card: Card::all().nth(nth).expect("a card") })
            }
            (60.., CardWish::Shuffle { number, .. }) => of_source(CardSourceEvent::Shuffled { number, count: DeckCount::complete(1) }),
            (60.., CardWish::Card { number, remaining, .. }) => {
                let word = u16::try_from(self.choices.below(i64::from(remaining.total()))).expect("it is small");
                of_source(CardSourceEvent::Card { number, card: remaining.pick(word).expect("the pack suffices") })
            }
            (100..=800, CardWish::Ready) if wake_at.is_some() && self.view().turn.is_none() => self.wait(),
            (100..=150, CardWish::Ready) if wake_at.is_some() => self.wait(),
            _ => self.order(),
        }
    }

    /// The program is killed, and what stays is what was written; its next start.
    ///
    /// # Panics
    /// Where what is read back is not what was written.
    pub fn kill(&mut self) -> What {
        let restored = Cabinet::from_bytes(&self.cabinet.to_bytes()).expect("a checkpoint is read back");
        assert!(restored == self.cabinet, "what is read back is what was written");
        self.cabinet = restored;
        What::Event(Event::Started { version: "again".into(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None })
    }

    /// A live hand of the seven-card stud with all its cards, and its last one.
    fn seventh(&mut self) -> Option<(Seat, Card)> {
        let seat = self.choices.seat();
        let place = self.views.seats[seat.index()].player_tables[0].places.iter().find(|place| place.seat == seat)?;
        let is_whole = place.is_live && place.down.len() == 3 && place.up.len() == 4;
        place.down.last().copied().flatten().filter(|_| is_whole).map(|card| (seat, card))
    }

    /// A closed card is shown, one lay face up in the pack, cards come that nobody ordered, the flop goes back, or a hand has a wrong number of
    /// cards.
    fn mistake(&mut self) -> What {
        let kind = self.choices.below(24);
        match (kind, self.newest) {
            (0..=2, _) => {
                let unasked = |choices: &mut C| {
                    let nth = usize::try_from(choices.below(52)).expect("one of 52");
                    of_source(CardSourceEvent::Unasked { card: Card::all().nth(nth) })
                };
                for _ in 0..self.choices.below(4) {
                    let more = unasked(&mut self.choices);
                    self.coming.push(more);
                }
                return unasked(&mut self.choices);
            }
            (3..=6, Some(card)) => return told(PlayerTableOrder::Boxed { card }),
            (7 | 8, _) => return told(PlayerTableOrder::TakeFlopBack),
            (9, _) => return told(PlayerTableOrder::StubShuffled),
            _ => {}
        }
        let seat = self.choices.seat();
        let order = match kind {
            10 | 11 => {
                let at = CardPlace::Hand { place: BoxNumber(seat.number()), hand: 0 };
                TableOrder::WrongCount { at, cards: u8::try_from(self.choices.below(5)).expect("it is small") }
            }
            _ => {
                let nth = usize::try_from(self.choices.below(3)).expect("it is small");
                let own = self.views.seats[seat.index()].player_tables[0].places.iter().find(|place| place.seat == seat);
                let card = own.and_then(|place| *place.down.get(nth)?).unwrap_or(Card::JOKER);
                TableOrder::BetweenPlayers(PlayerTableOrder::Exposed { seat, card })
            }
        };
        command(attendant(), None, Order::Table { table: TABLE, order })
    }

    /// The moment comes that the cabinet wants to be woken at; now and then, where hours are paid for, long after it.
    pub fn wait(&mut self) -> What {
        self.now = self.now.max(self.cabinet.outstanding().wake_at.unwrap_or(self.now));
        if self.view().fee.hourly.is_some() && self.view().turn.is_none() && self.choices.one_in(4) {
            self.now = self.now.after(Span::from_seconds(3_600));
        }
        What::Event(Event::Wake)
    }

    fn order(&mut self) -> What {
        let (who, order) = self.chosen_order();
        let is_act = matches!(order, TableOrder::BetweenPlayers(PlayerTableOrder::Act { .. }));
        let deal = self.view().deal;
        command(who, is_act.then_some(deal), Order::Table { table: TABLE, order })
    }

    fn chosen_order(&mut self) -> (Who, TableOrder) {
        let between = |seat: Seat, order| (Who::Seat(seat), TableOrder::BetweenPlayers(order));
        if let Some((asked, turn)) = self.view().turn.filter(|_| !self.choices.clone().one_in(20)) {
            let action = self.action(asked);
            return between(asked, PlayerTableOrder::Act { turn, action });
        }
        let unit = self.view().amounts.unit.minor();
        let seat = self.choices.seat();
        if self.view().phase == PlayerTablePhase::Closed {
            let buy_in_least = self.view().amounts.buy_in_least;
            let buy_in_most = buy_in_least + money(unit * self.choices.below(200));
            let seats_most = u8::try_from(2 + self.choices.below(6)).expect("it is small");
            return between(seat, PlayerTableOrder::Open { conditions: TableConditions { buy_in_least, buy_in_most, seats_most } });
        }
        let put = money(unit * (20 + if self.choices.one_in(3) { self.choices.below(580) } else { self.choices.below(40) }));
        match self.choices.below(48) {
            0..=19 => between(seat, PlayerTableOrder::Join { put }),
            20..=23 => between(seat, PlayerTableOrder::TopUp { amount: money(unit * self.choices.below(100)) }),
            24..=31 => between(seat, PlayerTableOrder::SitOut { is_out: self.choices.one_in(3) }),
            32 => between(seat, PlayerTableOrder::Leave),
            33 if self.choices.one_in(2) => (attendant(), TableOrder::BetweenPlayers(PlayerTableOrder::Remove { seat })),
            33 => between(seat, PlayerTableOrder::Muck { is_automatic: self.choices.one_in(3) }),
            42 | 43 => between(self.may_show().unwrap_or(seat), PlayerTableOrder::Show),
            44 if self.view().is_opened_by_seats => (attendant(), TableOrder::BetweenPlayers(PlayerTableOrder::Close)),
            34 if self.choices.one_in(3) => (attendant(), TableOrder::Void { reason: "chance".into(), new_shoe: false }),
            35 if self.choices.one_in(3) => (attendant(), TableOrder::Hold { reason: "chance".into() }),
            36..=40 => (attendant(), TableOrder::Resume),
            41 => between(seat, PlayerTableOrder::Act { turn: 0, action: BettingAction::Call }),
            _ => {
                self.choices.below(2);
                between(seat, PlayerTableOrder::SitOut { is_out: false })
            }
        }
    }

    /// A seat that may show its hand.
    fn may_show(&self) -> Option<Seat> {
        Seat::all().find(|seat| self.views.seats[seat.index()].player_tables[0].may_show)
    }

    fn action(&mut self, asked: Seat) -> BettingAction {
        let Some(offers) = self.offers(asked) else { return BettingAction::Fold };
        let (kind, nth) = (self.choices.below(20), self.choices.below(1_000));
        let wager = |amount: Money, is_bet: bool| if is_bet { BettingAction::Bet(amount) } else { BettingAction::RaiseTo(amount) };
        match (kind, offers.wager) {
            (10.., _) if offers.may_play_for_pot => BettingAction::PlayForPot,
            (3..=6, _) if offers.may_divide => BettingAction::PlayAgain,
            (7.., _) if offers.may_divide => BettingAction::Divide,
            (0..=1, _) => BettingAction::Fold,
            (2, _) => BettingAction::Check,
            (10..=11, _) if offers.may_stop => BettingAction::Stop,
            (3..=9, _) if offers.exchange.is_some() => {
                BettingAction::Exchange(CardChoice(CARDS[usize::try_from(nth % 8).expect("it is small")]))
            }
            (10..=13, _) if offers.may_pass => BettingAction::Pass,
            (3..=5, Some(offer)) => wager(offer.least, offer.is_bet),
            (6, Some(offer)) => wager(offer.most, offer.is_bet),
            (7, Some(offer)) => wager(offer.all_in, offer.is_bet),
            (8, Some(offer)) => {
                let steps = (offer.most.minor() - offer.least.minor()) / offer.step.minor().max(1);
                let nth = nth * nth % (steps + 1);
                wager(money(offer.least.minor() + nth * offer.step.minor()), offer.is_bet)
            }
            // Some that nobody may.
            (9, Some(offer)) if nth < 100 => wager(money(offer.least.minor() - 1), offer.is_bet),
            (9, Some(offer)) if nth < 200 => wager(money(offer.most.minor() + 1), offer.is_bet),
            (9, None) if nth < 100 => BettingAction::RaiseTo(money(nth * 10)),
            _ if offers.call.is_zero() && offers.may_pass => BettingAction::Pass,
            _ if offers.call.is_zero() => BettingAction::Check,
            _ => BettingAction::Call,
        }
    }
}

/// Somebody orders something, of this deal.
#[must_use]
pub const fn command(who: Who, round: Option<u64>, order: Order) -> What {
    What::Command(Command { who, key: None, round, order })
}

/// What an attendant has seen of the dealing.
fn told(order: PlayerTableOrder) -> What {
    command(attendant(), None, Order::Table { table: TABLE, order: TableOrder::BetweenPlayers(order) })
}

/// The card source says this.
#[must_use]
pub const fn of_source(event: CardSourceEvent) -> What {
    What::Event(Event::Cards { table: TABLE, event })
}
