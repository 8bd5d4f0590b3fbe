//! Card tables in the turn: an order for a card leaves only when it is durable, and no log tells which card came.

use std::io;
use std::sync::Mutex;

use tracing_subscriber::fmt::MakeWriter;

use super::*;
use crate::journal::{Link, MirrorReader};
use crate::model::{
    BoxNumber, Card, CardPlace, Choice, DeckCount, Drawn, Face, Piece, StakeForm, StakeKind, TableOrder, TablePhase, TableView,
};

const BACCARAT: TableNumber = TableNumber(1);

/// Everything that is logged on this thread, at every level.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics while writing").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("nobody panics while writing").clone()).expect("a log is text")
    }
}

fn card(name: &str) -> Card {
    name.parse().expect("the name of a card")
}

/// The place of a table among those of the demo cabinet: eleven that the seats share, then six of each machine.
fn place(table: TableNumber) -> usize {
    let of_machine = table.machine().zip(table.owner()).map(|(machine, seat)| 11 + 6 * machine + seat.index());
    of_machine.unwrap_or_else(|| usize::from(table.0) - 1)
}

impl Outside {
    fn says(&self, table: TableNumber, event: CardSourceEvent) {
        self.cards.try_send((table, event)).expect("there is room for an event");
    }

    /// The next order that this table gives its card source.
    async fn ordered(&mut self, table: TableNumber, after: u64) -> CardWish {
        let wishes = &mut self.card_wishes[place(table)];
        *wishes.wait_for(|wish| wish.number().is_some_and(|number| number > after)).await.expect("the event loop is there")
    }

    /// Fulfils orders until the table waits for something else; these cards come, in this order.
    async fn deal(&mut self, table: TableNumber, cards: &[&str], after: &mut u64) -> Vec<(CardPlace, Face)> {
        let mut dealt = Vec::new();
        for name in cards {
            let wish = self.ordered(table, *after).await;
            *after = wish.number().expect("it was waited for");
            let CardWish::Card { number, to, face, .. } = wish else { panic!("not a card but {wish:?} is wanted") };
            dealt.push((to, face));
            self.says(table, CardSourceEvent::Card { number, card: card(name) });
        }
        dealt
    }

    async fn shuffle(&mut self, table: TableNumber, after: &mut u64) {
        let wish = self.ordered(table, *after).await;
        let CardWish::Shuffle { number, deck } = wish else { panic!("not a shuffle but {wish:?} is wanted") };
        *after = number;
        self.says(table, CardSourceEvent::Shuffled { number, count: DeckCount::complete(deck) });
    }

    async fn at_table(&self, table: TableNumber, order: TableOrder) {
        let answer = self.order(Who::Seat(seat()), Order::Table { table, order }).await;
        assert!(matches!(answer, Answer::Accepted { .. }), "{answer:?}");
    }

    async fn see_table(&mut self, table: TableNumber, wanted: impl Fn(&TableView) -> bool) -> Arc<Views> {
        self.see(|views| views.cabinet.tables.iter().any(|view| view.table == table && wanted(view))).await
    }
}

fn stake(kind: StakeKind) -> TableOrder {
    TableOrder::Stake(vec![StakeForm { place: BoxNumber(1), kind, amount: Money::from_minor(1_000) }])
}

async fn buy(outside: &Outside) {
    let bought = outside.order(attendant(), Order::CreditIn { seat: seat(), amount: Money::from_minor(10_000) }).await;
    assert!(matches!(bought, Answer::Accepted { .. }), "{bought:?}");
}

#[tokio::test(start_paused = true)]
async fn a_hand_of_baccarat_is_dealt_card_by_card_and_settled() {
    let played = play(stage("demo", |_| {}), async |outside| {
        buy(outside).await;
        outside.says(BACCARAT, CardSourceEvent::Opened);
        let mut newest = 0;
        outside.shuffle(BACCARAT, &mut newest).await;
        let burnt = outside.deal(BACCARAT, &["7s"], &mut newest).await;
        assert_eq!(burnt, [(CardPlace::Discard, Face::Down)]);
        outside.see_table(BACCARAT, |table| table.phase == TablePhase::Staking && table.cards_left == 415).await;
        assert_eq!(*outside.card_wishes[0].borrow(), CardWish::Ready, "no card is drawn ahead");
        outside.at_table(BACCARAT, stake(StakeKind::Player)).await;
        outside.deal(BACCARAT, &["9h", "2c", "Ks", "3d"], &mut newest).await;
        let views = outside.see_table(BACCARAT, |table| table.settlement.is_some()).await;
        assert_eq!(views.seats[0].credit, Money::from_minor(11_000), "the Player's natural nine wins 1 to 1");
    });
    played.await.expect("the journal can be written");
}

/// The machine of seat 1 that draws.
const SLOT: TableNumber = TableNumber(53);

#[tokio::test(start_paused = true)]
async fn a_draw_is_ordered_once_it_is_durable_and_shown_once_it_is_recorded() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_ansi(false).with_writer(log.clone()).finish();
    let _logging = tracing::subscriber::set_default(subscriber);
    let _another = tracing::Dispatch::new(tracing::subscriber::NoSubscriber::new());
    let played = play(stage("demo", |_| {}), async |outside| {
        buy(outside).await;
        outside.says(SLOT, CardSourceEvent::Opened);
        let mut newest = 0;
        outside.shuffle(SLOT, &mut newest).await;
        assert!(outside.draws.borrow().is_empty(), "nothing is drawn ahead");
        let lines = (1..=9).map(|line| StakeForm { place: BoxNumber(line), kind: StakeKind::Main, amount: Money::from_minor(100) });
        outside.at_table(SLOT, TableOrder::Stake(lines.collect())).await;
        let order = outside.draws.wait_for(|orders| !orders.is_empty()).await.expect("the event loop is there")[0].clone();
        assert_eq!((order.table, order.urn.places()), (SLOT, &[24_u16; 5][..]));
        let columns = |table: &TableView| table.pieces.iter().map(|Piece::Reels(reels)| reels.columns.len()).sum::<usize>();
        let views = outside.see_table(SLOT, |table| table.phase == TablePhase::Dealing).await;
        assert_eq!(views.cabinet.tables.iter().filter(|table| table.table == SLOT).map(|table| columns(table)).sum::<usize>(), 0);
        outside.drawn.try_send((SLOT, order.number, Drawn(vec![7, 19, 3, 23, 11]))).expect("there is room for a draw");
        outside.see_table(SLOT, |table| columns(table) == 5).await;
        outside.draws.wait_for(|orders| orders.iter().all(|other| other.number != order.number)).await.expect("the event loop is there");
    });
    played.await.expect("the journal can be written");
    assert!(log.text().contains("Drawn(5 values)"), "{}", log.text());
}

/// Players are shown heads. Somebody who knows the head before a covered card, and all its record but the card, must not find it by trying.
#[tokio::test(start_paused = true)]
async fn two_heads_of_the_journal_do_not_tell_the_covered_card_between_them() {
    let stage = stage("demo", |_| {});
    let mirror = paths(&stage.folder).mirror;
    let played = play(stage, async |outside| {
        outside.says(BACCARAT, CardSourceEvent::Opened);
        let mut newest = 0;
        outside.shuffle(BACCARAT, &mut newest).await;
        assert_eq!(outside.deal(BACCARAT, &["7s"], &mut newest).await, [(CardPlace::Discard, Face::Down)]);
        outside.see_table(BACCARAT, |table| table.cards_left == 415).await;
        let reader = MirrorReader::open(&mirror).expect("the mirror is there");
        let links: Vec<_> = reader.range(1, u64::MAX).collect::<Result<_, _>>().expect("it can be read");
        let covered = |link: &Link| {
            let record = Record::decode(&link.entry.payload).expect("it can be read");
            matches!(record.input.what, What::Event(Event::Cards { event: CardSourceEvent::Card { .. }, .. })).then_some(record)
        };
        let (before, after, known) =
            links.windows(2).find_map(|pair| covered(&pair[1]).map(|record| (pair[0].head(), &pair[1], record))).expect("a card was burnt");
        let What::Event(Event::Cards { table, event: CardSourceEvent::Card { number, .. } }) = known.input.what else { unreachable!() };
        let found = Card::all().find(|guess| {
            let event = CardSourceEvent::Card { number, card: *guess };
            let input = Input { what: What::Event(Event::Cards { table, event }), ..known.input.clone() };
            let record = Record { input, salt: None, ..known.clone() };
            before.hash_of(&Entry { payload: record.encode(), ..after.entry.clone() }) == after.hash
        });
        assert_eq!(found, None);
    });
    played.await.expect("the journal can be written");
}

#[tokio::test(start_paused = true)]
async fn no_card_is_ordered_where_the_order_cannot_be_made_durable() {
    // Somebody else's entry stands where the first of this start is to go.
    let stage = stage("demo", |journal| {
        let entry = Entry { number: 2, at: Timestamp::default(), round: 0, payload: Vec::new() };
        journal.append(vec![entry]).expect("the journal can be written");
    });
    let played = play(stage, async |outside| {
        outside.readiness.wait_for(|readiness| *readiness != Readiness::Starting).await.expect("the event loop is there");
        outside.says(BACCARAT, CardSourceEvent::Opened);
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert!(outside.card_wishes.iter().all(|wish| *wish.borrow() == CardWish::Ready));
        let views = outside.views.borrow().clone();
        assert!(views.cabinet.tables.iter().all(|table| table.phase == TablePhase::Held));
    });
    played.await.expect("there was nothing left to write");
}

#[tokio::test(start_paused = true)]
async fn no_log_tells_a_card() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_ansi(false).with_writer(log.clone()).finish();
    let _logging = tracing::subscriber::set_default(subscriber);
    // While a program has one subscriber only, `tracing` asks that of the thread which comes first to a message whether anybody wants
    // it, for all threads and for ever; that may be another test's, which has none. With two it asks them all.
    let _another = tracing::Dispatch::new(tracing::subscriber::NoSubscriber::new());
    let stage = stage("demo", |_| {});
    let table = TableNumber(2);
    let played = play(stage, async |outside| {
        buy(outside).await;
        outside.says(table, CardSourceEvent::Opened);
        let mut newest = 0;
        outside.shuffle(table, &mut newest).await;
        outside.deal(table, &["7s", "8s", "9s"], &mut newest).await;
        outside.see_table(table, |table| table.phase == TablePhase::Staking && table.card_to.is_none()).await;
        outside.at_table(table, stake(StakeKind::Main)).await;
        outside.deal(table, &["5h", "Td", "6h"], &mut newest).await;
        outside.see_table(table, |table| !table.turns.is_empty()).await;
        outside.at_table(table, TableOrder::Choose { turn: 1, choice: Choice::DoubleBlind }).await;
        let blind = outside.deal(table, &["9c"], &mut newest).await;
        assert_eq!(blind[0].1, Face::Down);
        outside.says(table, CardSourceEvent::Unasked { card: Some(card("Jh")) });
        // A card that is not in the shoe any more: the ninth of eight packs.
        for _ in 0..9 {
            outside.says(table, CardSourceEvent::Unasked { card: Some(card("Qc")) });
        }
        outside.see_table(table, |table| table.settlement.is_some()).await;
    });
    played.await.expect("the journal can be written");
    let log = log.text();
    assert!(log.contains("happening=\"card\"") && log.contains("unasked-card"), "{log}");
    let words = log.split(|c: char| !c.is_ascii_alphanumeric());
    let told: Vec<&str> = words.filter(|word| word.parse::<Card>().is_ok()).collect();
    assert!(told.is_empty(), "{told:?} in {log}");
}
