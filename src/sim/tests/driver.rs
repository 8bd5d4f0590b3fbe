//! Chance plays evenings at one table between players.

use toml::Table;

use crate::cabinet::{Cabinet, Outcome, PlayerTableTerms, Terms};
use crate::games::player_table::TableRules;
use crate::games::roulette;
use crate::games::streets::{House as TableHouse, Level};
use crate::model::{
    BettingAction, BettingOffers, BoxNumber, Card, CardChoice, CardPlace, CardSourceEvent, CardWish, Command, DeckCount, Event, Fact,
    Input, Money, OpenedBySeat, Order, OrderFailure, PlayerTableOrder, PlayerTablePhase, PlayerTableView, Seat, Span, TableAmounts,
    TableConditions, TableNumber, TableOrder, TimeBank, Timestamp, Views, What, Who,
};
use crate::profiles::{Kind, file_keys};

/// The first table between players.
pub(super) const TABLE: TableNumber = TableNumber(17);

/// What each seat has at first.
pub(super) const CREDIT: i64 = 1_000_000;

/// Numbers from a seed.
#[derive(Clone, Debug)]
pub(super) struct Chance(pub(super) u64);

impl Chance {
    pub(super) fn below(&mut self, below: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(self.0 >> 33).map_or(0, |word| word % below.max(1))
    }

    /// Whether one chance in so many comes.
    pub(super) fn one_in(&mut self, of: i64) -> bool {
        self.below(of) == 0
    }

    fn seat(&mut self) -> Seat {
        let nth = usize::try_from(self.below(6)).expect("one of six");
        Seat::all().nth(nth).expect("there are six seats")
    }
}

/// What is given back of five cards; the last are more than may be, none, and one too far.
const CARDS: [u8; 8] = [0b1, 0b11, 0b1_0001, 0b111, 0b1_1100, 0b1111, 0, 0b10_0000];

/// A rules file with the amounts of one table.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) rules: String,
    pub(super) keys: Table,
    pub(super) level: Level,
    pub(super) amounts: TableAmounts,
    pub(super) absent_after: u16,
    pub(super) show_seconds: u16,
    pub(super) absent_after_deals: u16,
    pub(super) opened_by_seat: Option<OpenedBySeat>,
}

const fn money(minor: i64) -> Money {
    Money::from_minor(minor)
}

impl Setting {
    /// The shipped rules file of this name, with buy-ins down to two bets so that stacks are often short.
    pub(super) fn new(rules: &str, ante: i64, unit: i64) -> Self {
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

    /// The rules file says something else at this path.
    pub(super) fn set(&mut self, path: &str, value: toml::Value) {
        let mut parts: Vec<&str> = path.split('.').collect();
        let last = parts.pop().expect("a path has a last part");
        let table = parts
            .iter()
            .fold(&mut self.keys, |table, part| table.get_mut(*part).and_then(toml::Value::as_table_mut).expect("the file has this table"));
        assert!(table.insert(last.into(), value).is_some(), "the file has this key");
    }

    /// Of the pots nothing is taken, and so much by the hour.
    pub(super) fn by_the_hour(mut self, fee: i64) -> Self {
        let keys = self.keys.get_mut("fee").and_then(toml::Value::as_table_mut).expect("every file has it");
        keys.insert("rate".into(), toml::Value::Table([("flat-minor".to_owned(), 0.into())].into_iter().collect()));
        keys.insert("hourly_minor".into(), fee.into());
        // Who sits down with the least can pay for his first hour.
        let seating = self.keys["seating"].as_table_mut().expect("every file has it");
        seating.insert("buy_in_least_bets".into(), 4.into());
        self.amounts.buy_in_least = money(40 * self.level.unit.minor());
        self
    }

    /// Nothing is taken by the hour.
    pub(super) fn forget_hours(&mut self) {
        self.keys["fee"].as_table_mut().expect("every file has it").remove("hourly_minor");
    }

    fn terms(&self) -> Terms {
        let house: TableHouse = toml::Value::Table(self.keys.clone()).try_into().expect("a shipped file can be read");
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
        };
        Terms {
            rules_name: "roulette/test".into(),
            rules_sha256: [7; 32],
            roulette: roulette::example::rules(),
            currency: "XTS".into(),
            decimals: 2,
            chips: vec![money(1)],
            credit_most: money(1_000_000_000),
            files: Vec::new(),
            card_tables: Vec::new(),
            fittings: None,
            machines: Vec::new(),
            player_tables: vec![table],
            hand_pay_from: None,
            wheel_rest: None,
        }
    }
}

/// Something that happened, and all that is told after it.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) input: Input,
    pub(super) facts: Vec<Fact>,
    pub(super) wishes: Vec<(TableNumber, CardWish)>,
    pub(super) views: Views,
}

/// A cabinet at which chance plays.
#[derive(Debug)]
pub(super) struct Evening {
    pub(super) cabinet: Cabinet,
    pub(super) chance: Chance,
    now: Timestamp,
    views: Views,
    coming: Vec<What>,
    /// The card that came last.
    newest: Option<Card>,
    /// Whether who deals makes mistakes.
    pub(super) is_clumsy: bool,
}

impl Evening {
    pub(super) fn begin(setting: &Setting, seed: u64) -> Self {
        let now = Timestamp::from_microseconds(1_000_000_000);
        let first = Input { number: 1, at: now, what: What::Event(Event::Terms { terms: setting.terms().to_bytes() }) };
        let (cabinet, _) = Cabinet::begin(&first).expect("the terms can be read");
        let views = cabinet.views(cabinet.rules_view().into());
        let credit = |seat| command(attendant(), None, Order::CreditIn { seat, amount: money(CREDIT) });
        let mut coming: Vec<What> = Seat::all().map(credit).collect();
        coming.push(of_source(CardSourceEvent::Opened));
        coming.reverse();
        Self { cabinet, chance: Chance(seed), now, views, coming, newest: None, is_clumsy: false }
    }

    pub(super) fn view(&self) -> &PlayerTableView {
        &self.views.cabinet.player_tables[0]
    }

    pub(super) fn views(&self) -> Views {
        self.views.clone()
    }

    /// What the table wants of its card source.
    pub(super) fn wish(&self) -> CardWish {
        self.cabinet.card_wishes().into_iter().find(|(table, _)| *table == TABLE).expect("the table is there").1
    }

    fn offers(&self, seat: Seat) -> Option<BettingOffers> {
        self.views.seats[seat.index()].player_tables[0].offers
    }

    /// What happens next; nothing where it was refused.
    pub(super) fn step(&mut self) -> Option<Step> {
        let what = self.coming.pop().unwrap_or_else(|| self.happening());
        self.give(what)
    }

    pub(super) fn give(&mut self, what: What) -> Option<Step> {
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
        let rare = self.chance.below(2_000);
        if rare == 0 {
            self.coming.push(of_source(CardSourceEvent::Opened));
            return What::Event(Event::Started { version: "again".into(), wall: None, unproved_after: None, practice: Event::PRACTICE });
        }
        if self.view().phase == PlayerTablePhase::ShufflingStub && self.chance.one_in(2) {
            return told(PlayerTableOrder::StubShuffled);
        }
        if self.is_clumsy
            && self.chance.one_in(3)
            && let Some((seat, card)) = self.seventh()
        {
            return told(PlayerTableOrder::Exposed { seat, card });
        }
        if self.is_clumsy && (1..=3).contains(&self.view().board.len()) && self.chance.one_in(15) {
            return told(PlayerTableOrder::TakeFlopBack);
        }
        if self.is_clumsy && self.view().phase == PlayerTablePhase::Dealing && self.chance.one_in(12) {
            return self.mistake();
        }
        if (10..=13).contains(&rare) {
            return What::Event(Event::Presence { seat: self.chance.seat(), is_here: self.chance.one_in(3) });
        }
        match (rare, self.wish()) {
            (1..=3, CardWish::Card { number, .. }) => of_source(CardSourceEvent::Failed { number, why: OrderFailure::Empty }),
            (4..=7, CardWish::Card { number, .. }) => {
                let nth = usize::try_from(self.chance.below(52)).expect("one of 52");
                of_source(CardSourceEvent::Card { number, card: Card::all().nth(nth).expect("a card") })
            }
            (60.., CardWish::Shuffle { number, .. }) => of_source(CardSourceEvent::Shuffled { number, count: DeckCount::complete(1) }),
            (60.., CardWish::Card { number, remaining, .. }) => {
                let word = u16::try_from(self.chance.below(i64::from(remaining.total()))).expect("it is small");
                of_source(CardSourceEvent::Card { number, card: remaining.pick(word).expect("the pack suffices") })
            }
            (100..=800, CardWish::Ready) if wake_at.is_some() && self.view().turn.is_none() => self.wait(),
            (100..=150, CardWish::Ready) if wake_at.is_some() => self.wait(),
            _ => self.order(),
        }
    }

    /// A live hand of the seven-card stud with all its cards, and its last one.
    fn seventh(&mut self) -> Option<(Seat, Card)> {
        let seat = self.chance.seat();
        let place = self.views.seats[seat.index()].player_tables[0].places.iter().find(|place| place.seat == seat)?;
        let is_whole = place.is_live && place.down.len() == 3 && place.up.len() == 4;
        place.down.last().copied().flatten().filter(|_| is_whole).map(|card| (seat, card))
    }

    /// A closed card is shown, one lay face up in the pack, cards come that nobody ordered, the flop goes back, or a hand has a wrong number of
    /// cards.
    fn mistake(&mut self) -> What {
        let kind = self.chance.below(24);
        match (kind, self.newest) {
            (0..=2, _) => {
                let unasked = |chance: &mut Chance| {
                    let nth = usize::try_from(chance.below(52)).expect("one of 52");
                    of_source(CardSourceEvent::Unasked { card: Card::all().nth(nth) })
                };
                for _ in 0..self.chance.below(4) {
                    let more = unasked(&mut self.chance);
                    self.coming.push(more);
                }
                return unasked(&mut self.chance);
            }
            (3..=6, Some(card)) => return told(PlayerTableOrder::Boxed { card }),
            (7 | 8, _) => return told(PlayerTableOrder::TakeFlopBack),
            (9, _) => return told(PlayerTableOrder::StubShuffled),
            _ => {}
        }
        let seat = self.chance.seat();
        let order = match kind {
            10 | 11 => {
                let at = CardPlace::Hand { place: BoxNumber(seat.number()), hand: 0 };
                TableOrder::WrongCount { at, cards: u8::try_from(self.chance.below(5)).expect("it is small") }
            }
            _ => {
                let nth = usize::try_from(self.chance.below(3)).expect("it is small");
                let own = self.views.seats[seat.index()].player_tables[0].places.iter().find(|place| place.seat == seat);
                let card = own.and_then(|place| *place.down.get(nth)?).unwrap_or(Card::JOKER);
                TableOrder::BetweenPlayers(PlayerTableOrder::Exposed { seat, card })
            }
        };
        command(attendant(), None, Order::Table { table: TABLE, order })
    }

    /// The moment comes that the cabinet wants to be woken at; now and then, where hours are paid for, long after it.
    pub(super) fn wait(&mut self) -> What {
        self.now = self.now.max(self.cabinet.outstanding().wake_at.unwrap_or(self.now));
        if self.view().fee.hourly.is_some() && self.view().turn.is_none() && self.chance.one_in(4) {
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
        if let Some((asked, turn)) = self.view().turn.filter(|_| !self.chance.clone().one_in(20)) {
            let action = self.action(asked);
            return between(asked, PlayerTableOrder::Act { turn, action });
        }
        let unit = self.view().amounts.unit.minor();
        let seat = self.chance.seat();
        if self.view().phase == PlayerTablePhase::Closed {
            let buy_in_least = self.view().amounts.buy_in_least;
            let buy_in_most = buy_in_least + money(unit * self.chance.below(200));
            let seats_most = u8::try_from(2 + self.chance.below(6)).expect("it is small");
            return between(seat, PlayerTableOrder::Open { conditions: TableConditions { buy_in_least, buy_in_most, seats_most } });
        }
        let put = money(unit * (20 + if self.chance.one_in(3) { self.chance.below(580) } else { self.chance.below(40) }));
        match self.chance.below(48) {
            0..=19 => between(seat, PlayerTableOrder::Join { put }),
            20..=23 => between(seat, PlayerTableOrder::TopUp { amount: money(unit * self.chance.below(100)) }),
            24..=31 => between(seat, PlayerTableOrder::SitOut { is_out: self.chance.one_in(3) }),
            32 => between(seat, PlayerTableOrder::Leave),
            33 if self.chance.one_in(2) => (attendant(), TableOrder::BetweenPlayers(PlayerTableOrder::Remove { seat })),
            33 => between(seat, PlayerTableOrder::Muck { is_automatic: self.chance.one_in(3) }),
            42 | 43 => between(self.may_show().unwrap_or(seat), PlayerTableOrder::Show),
            44 if self.view().is_opened_by_seats => (attendant(), TableOrder::BetweenPlayers(PlayerTableOrder::Close)),
            34 if self.chance.one_in(3) => (attendant(), TableOrder::Void { reason: "chance".into(), new_shoe: false }),
            35 if self.chance.one_in(3) => (attendant(), TableOrder::Hold { reason: "chance".into() }),
            36..=40 => (attendant(), TableOrder::Resume),
            41 => between(seat, PlayerTableOrder::Act { turn: 0, action: BettingAction::Call }),
            _ => {
                self.chance.below(2);
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
        let (kind, nth) = (self.chance.below(20), self.chance.below(1_000));
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

pub(super) fn command(who: Who, round: Option<u64>, order: Order) -> What {
    What::Command(Command { who, key: None, round, order })
}

/// What an attendant has seen of the dealing.
fn told(order: PlayerTableOrder) -> What {
    command(attendant(), None, Order::Table { table: TABLE, order: TableOrder::BetweenPlayers(order) })
}

pub(super) fn of_source(event: CardSourceEvent) -> What {
    What::Event(Event::Cards { table: TABLE, event })
}

pub(super) fn attendant() -> Who {
    Who::Attendant("Ada".into())
}
