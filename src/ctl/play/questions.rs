//! What a golden round may expect: what was told of the action before, and what may be asked of the state after it.

use super::card_questions;
use super::phrase::{Phrase, Said, find};
use super::words::{position, same};
use super::{limits, reports, tables};
use crate::cabinet::Cabinet;
use crate::model::{ChanceOrder, Money, PhaseView, SeatView, TableNumber, Views, WheelWish};

/// Where it may be asked.
pub(super) struct Questioned {
    pub(super) views: Views,
    /// The card table, or the machine of the seat that spoke last.
    pub(super) here: TableNumber,
    wish: WheelWish,
    pub(super) draws: Vec<ChanceOrder>,
}

/// Whether what fills the blanks holds; otherwise what is the case instead.
pub(super) type Holds = fn(&Questioned, &Said) -> Result<(), String>;

/// What may be asked of the wheel's table, of seats and of the house.
const COMMON: &[Phrase<Holds>] = &[
    ("seat SEAT has AMOUNT", |at, said| same(at.seat(said)?.credit, said.amount(1)?)),
    ("seat SEAT has AMOUNT on the layout", |at, said| same(at.seat(said)?.staked, said.amount(1)?)),
    ("seat SEAT has AMOUNT on POSITION...", |at, said| same(lies_on(at.seat(said)?, said.words(2))?, said.amount(1)?)),
    ("seat SEAT can repeat AMOUNT", |at, said| same(at.seat(said)?.repeat.iter().map(|stake| stake.amount).sum(), said.amount(1)?)),
    ("house has AMOUNT", |at, said| same(house(&at.views), said.amount(0)?)),
    ("exposure AMOUNT", |at, said| same(at.views.official.exposure, said.amount(0)?)),
    ("games COUNT", |at, said| same(at.views.official.meters.games, said.number(0)?)),
    ("voids COUNT", |at, said| same(at.views.official.meters.voids, said.number(0)?)),
    ("drawer expects AMOUNT", |at, said| same(expected(&at.views)?, said.amount(0)?)),
    ("seat SEAT waits for a hand pay of AMOUNT", |at, said| same(at.seat(said)?.hand_pay, said.amount(1)?)),
    ("open disputes COUNT", |at, said| same(open_disputes(&at.views), said.number(0)?)),
    ("seat SEAT was corrected by AMOUNT", |at, said| {
        same(at.views.official.seats[said.seat(0)?.index()].meters.corrections, said.amount(1)?)
    }),
    ("no shift is open", |at, _| same(at.views.official.shift.is_none(), true)),
    ("round ROUND", |at, said| same(at.views.cabinet.round, said.number(0)?)),
    ("recalled COUNT", |at, said| same(at.views.official.rounds.len() as u64, said.number(0)?)),
    ("phase PHASE", |at, said| same(phase(at.views.cabinet.phase), said.words(0))),
    ("betting open", |at, _| same(at.views.cabinet.betting_open, true)),
    ("betting not open", |at, _| same(at.views.cabinet.betting_open, false)),
    ("countdown runs", |at, _| same(at.views.cabinet.ends_at.is_some(), true)),
    ("countdown rests", |at, _| same(at.views.cabinet.ends_at.is_some(), false)),
    ("wish WISH...", |at, said| same(wish_name(at.wish).as_str(), said.words(0))),
];

/// The numbers stand last: every word that begins with `last` would be taken for some.
const LAST: &[Phrase<Holds>] = &[("last POCKETS...", |at, said| same(last(&at.views).as_str(), said.words(0)))];

/// Everything that may be asked. What a seat has at a card table stands before the positions of a layout, which may be any words.
fn questions() -> impl Iterator<Item = &'static Phrase<Holds>> {
    [card_questions::TABLE, COMMON, LAST, card_questions::HANDS].into_iter().flatten()
}

/// Every sentence that may be expected.
pub(super) fn sentences() -> impl Iterator<Item = &'static str> {
    told().map(|(sentence, ())| *sentence).chain(questions().map(|(sentence, _)| *sentence))
}

/// Everything that is told. What a box returned stands before the positions of a layout, which may be any words.
fn told() -> impl Iterator<Item = &'static Phrase<()>> {
    tables::TOLD.iter().chain(reports::TOLD).chain(limits::TOLD)
}

/// The sentence that tells something so.
pub(super) fn sentence_told(words: &str) -> Option<&'static str> {
    find(told(), words).map(|(sentence, (), _)| sentence)
}

/// The sentence that asks so.
pub(super) fn sentence_asked(words: &str) -> Option<&'static str> {
    find(questions(), words).map(|(sentence, ..)| sentence)
}

/// Asks the cabinet, at this card table, for what is `expected`, which was not told: the sentence that asks so, if it holds.
///
/// # Errors
/// What is the case instead, or that the words are not understood.
pub(super) fn ask(cabinet: &Cabinet, here: TableNumber, expected: &str) -> Result<&'static str, String> {
    let Some((sentence, holds, said)) = find(questions(), expected) else {
        return Err(sentence_told(expected).map_or_else(
            || "nothing of this kind can be asked or is ever told; `croupierctl play --words` lists what is".into(),
            |_| "it was not told".into(),
        ));
    };
    let at = Questioned {
        views: cabinet.views(cabinet.rules_view().into()),
        here,
        wish: cabinet.outstanding().wheel,
        draws: cabinet.chance_orders(),
    };
    holds(&at, &said).map(|()| sentence)
}

impl Questioned {
    /// The seat that fills the first blank.
    pub(super) fn seat(&self, said: &Said) -> Result<&SeatView, String> {
        Ok(&self.views.seats[said.seat(0)?.index()])
    }
}

fn lies_on(view: &SeatView, place: &str) -> Result<Money, String> {
    let position = position(place)?;
    Ok(view.bets.iter().filter(|stake| stake.position == position).map(|stake| stake.amount).sum())
}

/// What the house has won: what came in and is neither paid out nor on a seat nor on the layout.
fn house(views: &Views) -> Money {
    let meters = &views.official.meters;
    let with_players: Money = views.official.seats.iter().map(|line| line.credit + line.staked).sum();
    let held: Money = views.official.hand_pays.iter().map(|pay| pay.amount).sum();
    meters.credit_in - meters.credit_out - meters.hand_paid - meters.hourly_fees - with_players - held
}

/// The cash that must be in the drawer of the shift that is open.
fn expected(views: &Views) -> Result<Money, String> {
    views.official.shift.as_ref().map(|shift| shift.cash_expected).ok_or_else(|| "no shift is open".into())
}

fn open_disputes(views: &Views) -> u64 {
    views.official.disputes.iter().filter(|dispute| dispute.ruling.is_none()).count() as u64
}

fn last(views: &Views) -> String {
    let numbers: Vec<String> = views.cabinet.last.iter().map(|round| round.pocket.to_string()).collect();
    numbers.join(" ")
}

fn phase(phase: PhaseView) -> &'static str {
    match phase {
        PhaseView::Open => "open",
        PhaseView::BallRunning => "ball-running",
        PhaseView::Closed => "closed",
        PhaseView::Paid => "paid",
        PhaseView::Held => "held",
    }
}

fn wish_name(wish: WheelWish) -> String {
    match wish {
        WheelWish::Ready => "ready".into(),
        WheelWish::Launch(spin) => format!("launch {spin}"),
        WheelWish::Finish(spin) => format!("finish {spin}"),
        WheelWish::Void => "void".into(),
        WheelWish::Off => "off".into(),
        WheelWish::SelfTest(number) => format!("self-test {number}"),
    }
}
