//! Literal steps at one table between players, the auditor looking on: what it once misread.

use crate::model::{
    CardSourceEvent, CardWish, DeckCount, Fact, Order, PlayerTableFact, PlayerTableOrder, Seat, TableFact, TableOrder, What, Who,
};
use crate::sim::auditor::Book;
use crate::sim::evening::{Evening, Seeded, Setting, Step, TABLE, audit, book, command, of_source};

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn order(number: u8, order: PlayerTableOrder) -> What {
    command(Who::Seat(seat(number)), None, Order::Table { table: TABLE, order: TableOrder::BetweenPlayers(order) })
}

/// An evening, and the auditor who looks on.
struct Watched {
    evening: Evening,
    book: Book,
}

impl Watched {
    /// A table of this rules file; the seats have credit, and the card source has shown itself.
    fn begin(rules: &str) -> Self {
        let setting = Setting::new(rules, 0, 1);
        let mut watched = Self { evening: Evening::begin(&setting, Seeded(1)), book: book(&setting) };
        for _ in 0..=Seat::all().count() {
            let step = watched.evening.step();
            watched.audit(step);
        }
        watched
    }

    fn audit(&mut self, step: Option<Step>) -> Vec<Fact> {
        let step = step.expect("nothing is refused");
        audit(&mut self.book, &step).unwrap_or_else(|objection| panic!("{objection}: {:?} {:?}", step.input.what, step.facts));
        step.facts
    }

    fn give(&mut self, what: What) -> Vec<Fact> {
        let step = self.evening.give(what);
        self.audit(step)
    }

    /// The card source ends what is ordered of it: a shuffle, or a card with this name.
    fn end_order(&mut self, card: &str) -> Vec<Fact> {
        self.give(of_source(match self.evening.wish() {
            CardWish::Shuffle { number, .. } => CardSourceEvent::Shuffled { number, count: DeckCount::complete(1) },
            CardWish::Card { number, .. } => CardSourceEvent::Card { number, card: card.parse().expect("a card") },
            wish => panic!("something is ordered: {wish:?}"),
        }))
    }
}

/// Two of three who draw for the button have equal cards, and one of them leaves while the other's next card is on its way (TA-16). The draw
/// is decided then; the cabinet waits for the card, and so does the auditor.
#[test]
fn ta_16_a_draw_that_a_leave_decides_ends_with_the_card_on_its_way() {
    let mut watched = Watched::begin("holdem/by");
    let put = watched.evening.view().amounts.buy_in_least;
    for number in [1, 3, 4] {
        watched.give(order(number, PlayerTableOrder::Join { put }));
    }
    let wake = watched.evening.wait();
    watched.give(wake);
    for card in ["", "Kh", "9d", "Ks", "3c"] {
        watched.end_order(card);
    }
    watched.give(order(1, PlayerTableOrder::Leave));
    let button = TableFact::BetweenPlayers(PlayerTableFact::ButtonDrawn { button: seat(4) });
    assert_eq!(watched.end_order("2d"), [Fact::Table { table: TABLE, fact: button }]);
}
