//! Nights at card tables in virtual time: seats that stake and decide at random, cards drawn from what is left, faults of every kind and
//! restarts between any two steps. A bookkeeper that shares no code with the cabinet follows every stake and every hidden card.

use std::collections::BTreeMap;

use croupier::cabinet::{Cabinet, CardTerms, Outcome, Terms};
use croupier::games::roulette::Rules;
use croupier::model::*;
use croupier::profiles::{Kind, card_game_of, game_of, list, load};
use croupier::sim::auditor::{self, House, PayTable, TableRules};

const TABLE: TableNumber = TableNumber(1);
const SEEDS: u64 = 40;
const STEPS: usize = 400;
const CREDIT: i64 = 1_000_000;

/// Chance that can be had again (SplitMix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// What the bookkeeper knows: every stake that lies, every credit, and which cards lie face up.
#[derive(Default)]
struct Book {
    credit: BTreeMap<u8, i64>,
    lying: Vec<BoxStake>,
    open: Vec<(CardPlace, Card)>,
    hidden: Vec<(CardPlace, Card)>,
    may_open: bool,
    settled: usize,
    voided: usize,
    decided: usize,
}

impl Book {
    fn enter(&mut self, fact: &TableFact) {
        match fact {
            TableFact::Staked(stakes) => self.lay(stakes),
            TableFact::Chosen { stakes, .. } => {
                self.decided += 1;
                self.lay(stakes);
            }
            TableFact::TakenBack(stakes) => {
                for stake in stakes {
                    *self.credit.entry(stake.seat.number()).or_default() += stake.amount.minor();
                    let key = |stake: &BoxStake| (stake.seat, stake.place, stake.kind);
                    self.lying.retain(|other| key(other) != key(stake));
                }
            }
            TableFact::Settled { settlement, .. } => {
                self.settled += 1;
                self.end(settlement, false);
            }
            TableFact::Voided { settlement, .. } => {
                self.voided += 1;
                self.end(settlement, true);
            }
            _ => {}
        }
    }

    fn lay(&mut self, stakes: &[BoxStake]) {
        for stake in stakes {
            *self.credit.entry(stake.seat.number()).or_default() -= stake.amount.minor();
            let same = |other: &&mut BoxStake| {
                (other.seat, other.place, other.hand, other.kind) == (stake.seat, stake.place, stake.hand, stake.kind)
            };
            match self.lying.iter_mut().find(same) {
                Some(other) => other.amount = Money::from_minor(other.amount.minor() + stake.amount.minor()),
                None => self.lying.push(*stake),
            }
        }
    }

    /// Every stake that lies comes to its end exactly once, and a void deal gives back exactly what was staked.
    fn end(&mut self, settlement: &DealSettlement, is_void: bool) {
        let sum = |lines: &mut dyn Iterator<Item = &BoxStake>| {
            let mut sums: BTreeMap<(u8, u8, u8, StakeKind), i64> = BTreeMap::new();
            lines.for_each(|stake| {
                *sums.entry((stake.seat.number(), stake.place.0, stake.hand, stake.kind)).or_default() += stake.amount.minor()
            });
            sums
        };
        assert_eq!(sum(&mut settlement.returns.iter().map(|line| &line.stake)), sum(&mut self.lying.iter()), "other stakes ended than lay");
        for line in &settlement.returns {
            let (stake, returned) = (line.stake.amount.minor(), line.returned.minor());
            let wins: i64 = line.wins.iter().map(|win| win.amount.minor()).sum();
            let expected = match line.fate {
                Fate::Won => stake + wins,
                Fate::Returned | Fate::Void => stake,
                Fate::Lost | Fate::Kept => 0,
                Fate::Surrendered => returned.clamp(0, stake),
            };
            assert_eq!(returned, expected, "{line:?}");
            assert_eq!(is_void, line.fate == Fate::Void, "{line:?}");
            *self.credit.entry(line.stake.seat.number()).or_default() += returned;
        }
        for cut in &settlement.cuts {
            assert!(!is_void, "nothing is cut off a void deal");
            *self.credit.entry(cut.seat.number()).or_default() -= cut.amount.minor();
        }
        self.lying.clear();
        self.open.clear();
        self.hidden.clear();
        self.may_open = false;
    }

    /// The books agree, and nobody sees a card that is not for their eyes.
    fn check(&mut self, views: &Views) {
        for seat in &views.seats {
            let credit = self.credit.get(&seat.seat.number()).copied().unwrap_or_default();
            assert_eq!(seat.credit.minor(), credit, "seat {} has other credit than was written down", seat.seat);
        }
        let table = &views.cabinet.tables[0];
        let offers = views.seats.iter().flat_map(|seat| &seat.tables[0].offers);
        self.may_open |= offers.into_iter().any(|offer| offer.kind == ChoiceKind::BuyGame);
        if table.phase == TablePhase::Dealing && !self.may_open {
            for (_, card) in table.hands.iter().flat_map(|hand| hand.cards.iter().flatten().map(|card| (hand.at, *card))) {
                assert!(self.open.iter().any(|(_, open)| *open == card), "{card} is shown to everybody and lies face down");
            }
        }
        for seat in &views.seats {
            let own: Vec<BoxNumber> = table.stakes.iter().filter(|stake| stake.seat == seat.seat).map(|stake| stake.place).collect();
            for (mine, public) in seat.tables[0].hands.iter().zip(&table.hands) {
                let is_own = matches!(mine.at, CardPlace::Hand { place, .. } if own.contains(&place));
                assert!(is_own || mine.cards == public.cards, "seat {} sees more of {:?} than is its own", seat.seat, mine.at);
            }
        }
    }
}

/// The house, of whose wheel nobody makes use.
fn house(table: TableRules) -> House {
    House {
        table: PayTable::Full,
        step: 1,
        seat_most: 0,
        position_most: 0,
        exposure_most: 0,
        win_most: None,
        reopens: false,
        refunds: false,
        no_spins_most: 1,
        card_tables: vec![table],
    }
}

struct Night {
    cabinet: Cabinet,
    now: Timestamp,
    chance: Chance,
    book: Book,
    auditor: auditor::Book,
    inputs: Vec<Input>,
    kinds: Vec<StakeOffer>,
    is_source_open: bool,
}

impl Night {
    fn new(rules: &str, seed: u64) -> Self {
        let file = format!("device-profiles/rules/{rules}.toml");
        let keys: toml::Table = std::fs::read_to_string(file).expect("a shipped rules file").parse().expect("a rules file");
        let game = card_game_of(game_of(rules), keys.clone()).expect("a shipped rules file");
        let wheel = load::<Rules>(Kind::Rules, "roulette/by").expect("a shipped rules file");
        let table = CardTerms { name: "Night".into(), rules_name: rules.into(), rules_sha256: [0; 32], game };
        let terms = Terms {
            rules_name: wheel.name,
            rules_sha256: wheel.sha256,
            roulette: wheel.value,
            currency: "XTS".into(),
            decimals: 2,
            chips: vec![Money::from_minor(1)],
            credit_most: Money::from_minor(100_000_000_000_000),
            files: Vec::new(),
            card_tables: vec![table],
        };
        let now = Timestamp::from_microseconds(1_000_000_000);
        let first = Input { number: 1, at: now, what: What::Event(Event::Terms { terms: terms.to_bytes() }) };
        let (cabinet, _) = Cabinet::begin(&first).expect("terms");
        let mut night = Self {
            cabinet,
            now,
            chance: Chance(seed),
            book: Book::default(),
            auditor: auditor::Book::new(house(TableRules::read(game_of(rules), &keys).expect("the auditor reads a shipped rules file"))),
            inputs: vec![first],
            kinds: Vec::new(),
            is_source_open: false,
        };
        for seat in Seat::all() {
            night.command(Who::Attendant("Ada".into()), Order::CreditIn { seat, amount: Money::from_minor(CREDIT) });
            night.book.credit.insert(seat.number(), CREDIT);
        }
        night
    }

    fn views(&self) -> Views {
        self.cabinet.views(self.cabinet.rules_view().into())
    }

    fn table(&self) -> TableView {
        self.views().cabinet.tables.remove(0)
    }

    fn wish(&self) -> CardWish {
        self.cabinet.card_wishes()[0].1
    }

    /// Steps the input, with whatever moment has come before it.
    fn step(&mut self, what: What) -> Option<Refusal> {
        loop {
            let input = Input { number: self.cabinet.number() + 1, at: self.now, what: what.clone() };
            let before = self.cabinet.clone();
            match self.cabinet.step(&input) {
                Outcome::Done(step) => {
                    let official = self.views().official;
                    let audited = self.auditor.enter(&input, &step.facts);
                    let audited = audited.and_then(|()| self.auditor.enter_wishes(input.number, &self.cabinet.card_wishes()));
                    let audited = audited.and_then(|()| self.auditor.compare(input.number, &official));
                    audited.unwrap_or_else(|objection| panic!("{objection} {:?} {:?}", input, step.facts));
                    self.inputs.push(input);
                    for fact in &step.facts {
                        if let Fact::Table { fact, .. } = fact {
                            self.book.enter(fact);
                        }
                    }
                    return None;
                }
                Outcome::Refused(refusal) => {
                    assert_eq!(self.cabinet, before, "a refused command changes nothing");
                    return Some(refusal);
                }
                Outcome::Overdue => {
                    assert!(self.step(What::Event(Event::Wake)).is_none());
                }
                Outcome::Repeated { .. } => panic!("no command has a key"),
            }
        }
    }

    fn command(&mut self, who: Who, order: Order) -> Option<Refusal> {
        self.step(What::Command(Command { who, key: None, round: None, order }))
    }

    fn at_table(&mut self, who: Who, order: TableOrder) -> Option<Refusal> {
        self.command(who, Order::Table { table: TABLE, order })
    }

    fn source(&mut self, event: CardSourceEvent) {
        self.step(What::Event(Event::Cards { table: TABLE, event }));
    }

    fn play(&mut self) {
        self.open_source();
        self.kinds = self.table().offers;
        for _ in 0..STEPS {
            self.now = self.now.after(Span::from_milliseconds(self.chance.below(1_500) as u64));
            match self.chance.below(40) {
                0 => self.restart(),
                1 => self.fault(),
                2 => self.meddle(),
                3..=8 => self.pass(),
                9..=20 => self.stake(),
                21..=28 => self.decide(),
                _ => self.bring(),
            }
            let views = self.views();
            self.book.check(&views);
        }
        self.end();
    }

    fn open_source(&mut self) {
        self.is_source_open = true;
        self.source(CardSourceEvent::Opened);
    }

    fn pass(&mut self) {
        if let Some(moment) = self.cabinet.outstanding().wake_at {
            self.now = self.now.max(moment);
            self.step(What::Event(Event::Wake));
        }
    }

    fn stake(&mut self) {
        let seat = *self.chance.of(&Seat::all().collect::<Vec<_>>());
        if self.chance.one_in(8) {
            let order = if self.chance.one_in(2) { TableOrder::Repeat } else { TableOrder::TakeBack(None) };
            self.at_table(Who::Seat(seat), order);
            return;
        }
        let boxes = usize::from(self.table().boxes);
        // Most seats play their own box, so that games whose boxes belong to seats are played too.
        let place = if self.chance.one_in(3) { BoxNumber(self.chance.below(boxes + 1) as u8 + 1) } else { BoxNumber(seat.number()) };
        let ante = (self.chance.below(20) as i64 + 1) * 100;
        let mut forms = Vec::new();
        for offer in self.kinds.clone() {
            let is_first = forms.is_empty();
            if is_first || self.chance.one_in(4) {
                let amount = match offer.kind {
                    StakeKind::Bet => ante * 2,
                    StakeKind::Bonus => ante / 2,
                    _ => ante,
                };
                forms.push(StakeForm { place, kind: offer.kind, amount: Money::from_minor(amount) });
            }
        }
        self.at_table(Who::Seat(seat), TableOrder::Stake(forms));
    }

    fn decide(&mut self) {
        let views = self.views();
        let Some(turn) = views.cabinet.tables[0].turn else { return };
        let offers = views.seats[turn.seat.index()].tables[0].offers.clone();
        if offers.is_empty() {
            return;
        }
        let offer = *self.chance.of(&offers);
        let choice = self.choice(offer);
        // Another seat, another turn and a choice that is not offered are refused and change nothing.
        let other = Seat::all().find(|seat| *seat != turn.seat).expect("there are six seats");
        assert_eq!(self.at_table(Who::Seat(other), TableOrder::Choose { turn: turn.turn, choice }), Some(Refusal::NotYourTurn));
        assert_eq!(self.at_table(Who::Seat(turn.seat), TableOrder::Choose { turn: turn.turn + 1, choice }), Some(Refusal::NotYourTurn));
        self.at_table(Who::Seat(turn.seat), TableOrder::Choose { turn: turn.turn, choice });
    }

    fn choice(&mut self, offer: Offer) -> Choice {
        let mut bits = 0_u8;
        while bits.count_ones() < u32::from(offer.cards) {
            bits |= 1 << self.chance.below(5);
        }
        Choice::of(offer.kind, offer.most, CardChoice(bits))
    }

    /// The source does what is wanted of it.
    fn bring(&mut self) {
        if !self.is_source_open {
            return self.open_source();
        }
        match self.wish() {
            CardWish::Shuffle { number, packs } => self.source(CardSourceEvent::Shuffled { number, count: DeckCount::complete(packs) }),
            CardWish::Card { number, to, face, remaining, .. } => {
                let word = loop {
                    if let Some(card) = remaining.pick(self.chance.next() as u16) {
                        break card;
                    }
                };
                match face {
                    Face::Up => self.book.open.push((to, word)),
                    Face::Down => self.book.hidden.push((to, word)),
                }
                self.source(CardSourceEvent::Card { number, card: word });
            }
            _ => {}
        }
    }

    fn fault(&mut self) {
        let number = self.wish().number();
        match (self.chance.below(6), number) {
            (0, Some(number)) => {
                let why = *self.chance.of(&OrderFailure::ALL);
                self.source(CardSourceEvent::Failed { number, why });
            }
            (1, _) => {
                self.is_source_open = false;
                self.source(CardSourceEvent::Closed);
            }
            (2, Some(number)) => {
                // A card that no shoe has any more is brought once too often.
                let card = Card::from_index(self.chance.below(52)).expect("one of 52");
                self.book.open.push((CardPlace::Board, card));
                self.source(CardSourceEvent::Card { number, card });
            }
            (3, _) => {
                let card = Card::from_index(self.chance.below(52));
                self.book.open.extend(card.map(|card| (CardPlace::Board, card)));
                self.source(CardSourceEvent::Unasked { card });
            }
            (4, _) => self.source(CardSourceEvent::CutCard),
            _ => {
                self.source(CardSourceEvent::Fault { code: FaultCode::CardJam, detail: "a night".into() });
                self.source(CardSourceEvent::FaultCleared(FaultCode::CardJam));
            }
        }
    }

    fn meddle(&mut self) {
        let orders = [
            TableOrder::Hold { reason: "a night".into() },
            TableOrder::Resume,
            TableOrder::Void { reason: "a night".into(), new_shoe: self.chance.one_in(2) },
            TableOrder::Shuffle,
            TableOrder::MissedBox(BoxNumber(self.chance.below(7) as u8 + 1)),
        ];
        let order = self.chance.of(&orders).clone();
        let elsewhere = Order::Table { table: TableNumber(9), order: order.clone() };
        assert_eq!(self.command(Who::Attendant("Ada".into()), elsewhere), Some(Refusal::TableUnknown));
        self.at_table(Who::Attendant("Ada".into()), order);
        if self.chance.one_in(2) {
            self.at_table(Who::Attendant("Ada".into()), TableOrder::Resume);
        }
    }

    /// The program is killed between two steps and started again from what it had written down.
    fn restart(&mut self) {
        let restored = Cabinet::from_bytes(&self.cabinet.to_bytes()).expect("a checkpoint is read back");
        assert_eq!(restored, self.cabinet);
        self.cabinet = restored;
        self.step(What::Event(Event::Started { version: "night".into() }));
        self.is_source_open = false;
    }

    /// Everything that lies comes to its end, and the whole night played again comes to the same.
    fn end(&mut self) {
        for _ in 0..400 {
            self.at_table(Who::Attendant("Ada".into()), TableOrder::Resume);
            self.bring();
            if self.book.lying.is_empty() && !matches!(self.table().phase, TablePhase::Dealing) {
                break;
            }
            self.now = self.now.after(Span::from_seconds(1));
            self.pass();
        }
        let table = self.table();
        let stands = format!("{:?}, held by {:?}, faults {:?}, wants {:?}", table.phase, table.hold, table.faults, self.wish());
        assert!(self.book.lying.is_empty(), "a stake never came to its end: {stands}");
        let (mut again, _) = Cabinet::begin(&self.inputs[0]).expect("terms");
        for input in &self.inputs[1..] {
            assert!(matches!(again.step(input), Outcome::Done(_)), "a recorded input is carried out again");
        }
        assert_eq!(again, self.cabinet, "the same inputs come to the same state");
    }
}

#[test]
fn no_stake_is_lost_or_doubled_and_no_hidden_card_is_shown_in_any_game() {
    let rules: Vec<String> = list(Kind::Rules).into_iter().filter(|name| !name.starts_with("roulette/")).collect();
    assert!(rules.len() >= 4, "the shipped card games");
    for name in rules {
        let (mut settled, mut voided, mut decided) = (0, 0, 0);
        for seed in 0..SEEDS {
            let mut night = Night::new(&name, seed);
            night.play();
            settled += night.book.settled;
            voided += night.book.voided;
            decided += night.book.decided;
        }
        println!("{name}: {settled} deals settled, {voided} void, {decided} decisions");
        assert!(settled > 0 && voided > 0, "{name}: {settled} settled and {voided} void deals prove nothing");
    }
}
