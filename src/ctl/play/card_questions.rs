//! What a golden round may ask of a card table after an action.

use super::phrase::{Phrase, Said};
use super::questions::{Holds, Questioned};
use super::tables::name;
use super::words::same;
use crate::model::{BoxNumber, CardPlace, ChanceOrder, HandView, Piece, Reels, SeatTableView, TableNumber, TablePhase, TableView};

/// What may be asked of the table and of a seat at it.
pub(super) const TABLE: &[Phrase<Holds>] = &[
    ("seat SEAT has AMOUNT at the table", |at, said| same(at.seat_table(said)?.staked, said.amount(1)?)),
    ("deal DEAL-PHASE", |at, said| same(phase(at.table()?.phase), said.words(0))),
    ("deal is NUMBER", |at, said| same(at.table()?.deal, said.number(0)?)),
    ("turn of nobody", |at, _| same(at.table()?.turns.is_empty(), true)),
    ("turn of seat SEAT", |at, said| turn(at.table()?, said.words(0))),
    ("choices CHOICES...", |at, said| same(choices(at).as_str(), said.words(0))),
    ("card to HAND", |at, said| same(at.table()?.card_to.map_or("nowhere".into(), place_name).as_str(), said.words(0))),
    ("field SYMBOLS...", |at, said| same(field(reels(at)?).as_str(), said.words(0))),
    ("line LINE pays AMOUNT", |at, said| same(nth(&reels(at)?.lines, said, "line")?.pays, said.amount(1)?)),
    ("run RUN pays AMOUNT", |at, said| same(nth(&reels(at)?.runs, said, "run")?.pays, said.amount(1)?)),
    ("draw from VALUES...", |at, said| same(draw(at).as_str(), said.words(0))),
    ("cards left COUNT", |at, said| same(u64::from(at.table()?.cards_left), said.number(0)?)),
    ("last of shoe", |at, _| same(at.table()?.is_last_of_shoe, true)),
    ("hold HOLD", |at, said| same(hold(at.table()?), said.words(0))),
];

/// What may be asked of a hand. Its cards stand last: they may be any words.
pub(super) const HANDS: &[Phrase<Holds>] = &[
    ("HAND counts POINTS", |at, said| same(points(hand(&at.table()?.hands, said.words(0))?).as_str(), said.words(1))),
    ("HAND is STANDING", |at, said| same(name(&hand(&at.table()?.hands, said.words(0))?.standing).as_str(), said.words(1))),
    ("HAND makes COMBINATIONS...", |at, said| same(combinations(hand(&at.table()?.hands, said.words(0))?).as_str(), said.words(1))),
    ("seat SEAT sees HAND makes COMBINATIONS...", |at, said| {
        same(combinations(hand(&at.seat_table(said)?.hands, said.words(1))?).as_str(), said.words(2))
    }),
    ("seat SEAT sees HAND CARDS...", |at, said| same(cards(hand(&at.seat_table(said)?.hands, said.words(1))?).as_str(), said.words(2))),
    ("HAND CARDS...", |at, said| same(cards(hand(&at.table()?.hands, said.words(0))?).as_str(), said.words(1))),
];

impl Questioned {
    fn table(&self) -> Result<&TableView, String> {
        let table = self.views.cabinet.tables.iter().find(|table| table.table == self.here);
        table.map(AsRef::as_ref).ok_or_else(|| "there is no card table".into())
    }

    /// The table as the seat sees it that fills the first blank, or the machine of this seat.
    fn seat_table(&self, said: &Said) -> Result<&SeatTableView, String> {
        let seat = self.seat(said)?;
        let number = self.here.machine().map_or(self.here, |machine| TableNumber::of_machine(machine, seat.seat));
        seat.tables.iter().find(|table| table.table == number).map(AsRef::as_ref).ok_or_else(|| "there is no card table".into())
    }
}

fn phase(phase: TablePhase) -> &'static str {
    match phase {
        TablePhase::Staking => "staking",
        TablePhase::Shuffling => "shuffling",
        TablePhase::Dealing => "dealing",
        TablePhase::Paid => "paid",
        TablePhase::Held => "held",
    }
}

/// What holds the table: nothing, a fault, an attendant, or that its card source is gone.
fn hold(table: &TableView) -> &'static str {
    table.hold.as_ref().map_or("none", |hold| match hold.fault {
        Some(fault) => fault.name(),
        None if hold.ends_by_itself => "absent",
        None => "attendant",
    })
}

/// Checks that the seat of this number decides now, with others or alone.
fn turn(table: &TableView, seat: &str) -> Result<(), String> {
    let mut asked: Vec<String> = table.turns.iter().map(|turn| turn.seat.to_string()).collect();
    asked.dedup();
    if asked.iter().any(|asked| asked == seat) { Ok(()) } else { same(asked.join(" ").as_str(), seat) }
}

/// The choices of the seat whose turn it is, as their names.
fn choices(at: &Questioned) -> String {
    let offers = at.views.seats.iter().flat_map(|seat| &seat.tables).filter(|table| table.table == at.here).flat_map(|table| &table.offers);
    let mut names: Vec<String> = Vec::new();
    for offer in offers {
        let name = name(&offer.kind);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(" ")
}

/// The hand that is called so: `dealer`, `box 2`, `box 2 hand 2`.
fn hand<'a>(hands: &'a [HandView], called: &str) -> Result<&'a HandView, String> {
    let words: Vec<&str> = called.split(' ').collect();
    let of_box = |number: &str, hand: u8| number.parse().ok().map(|place| CardPlace::Hand { place: BoxNumber(place), hand });
    let place = match words[..] {
        ["box", number] => of_box(number, 0),
        ["box", number, "hand", which] => which.parse().ok().and_then(|which: u8| of_box(number, which.checked_sub(1)?)),
        ["dealer"] => Some(CardPlace::Dealer),
        ["player"] => Some(CardPlace::Player),
        ["banker"] => Some(CardPlace::Banker),
        ["board"] => Some(CardPlace::Board),
        _ => None,
    };
    hands.iter().find(|hand| Some(hand.at) == place).ok_or_else(|| "there is no such hand".into())
}

/// How many values each place has of the draw that is wanted; `nothing` where none is.
fn draw(at: &Questioned) -> String {
    let order = at.draws.iter().find(|order| order.table == at.here);
    let values = |order: &ChanceOrder| order.urn.places().iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
    order.map_or("nothing".into(), values)
}

/// The reels of the table.
fn reels(at: &Questioned) -> Result<&Reels, String> {
    let first = at.table()?.pieces.first();
    first.map(|Piece::Reels(reels)| reels).ok_or_else(|| "there are no reels".into())
}

/// The symbols row by row; `turns` while they are drawn.
fn field(reels: &Reels) -> String {
    let rows = reels.columns.first().map_or(0, Vec::len);
    let row = |row: usize| reels.columns.iter().map(|column| <&str>::from(column[row])).collect::<Vec<_>>().join(" ");
    if rows == 0 { "turns".into() } else { (0..rows).map(row).collect::<Vec<_>>().join(" / ") }
}

/// The one of this number, which fills the first blank.
fn nth<'a, T>(list: &'a [T], said: &Said, what: &str) -> Result<&'a T, String> {
    let place = usize::try_from(said.number(0)?).ok().and_then(|number| number.checked_sub(1));
    place.and_then(|place| list.get(place)).ok_or_else(|| format!("there is no such {what}"))
}

fn points(hand: &HandView) -> String {
    hand.points.map_or("unknown".into(), |points| points.points.to_string())
}

fn combinations(hand: &HandView) -> String {
    hand.combinations.iter().map(name).collect::<Vec<_>>().join(" ")
}

fn place_name(place: CardPlace) -> String {
    match place {
        CardPlace::Hand { place, hand: 0 } => format!("box {}", place.0),
        CardPlace::Hand { place, hand } => format!("box {} hand {}", place.0, hand + 1),
        CardPlace::Dealer => "dealer".into(),
        CardPlace::Board => "board".into(),
        CardPlace::Player => "player".into(),
        CardPlace::Banker => "banker".into(),
        CardPlace::Discard => "discard".into(),
    }
}

fn cards(hand: &HandView) -> String {
    let names: Vec<String> = hand.cards.iter().map(|card| card.map_or("??".into(), |card| card.to_string())).collect();
    names.join(" ")
}
