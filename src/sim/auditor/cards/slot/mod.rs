//! The slot-type machine as `baccarat-and-quick-cards-am` section G has it, once more: the field, the bonus runs, and the risk game.

mod rules;
mod settle;

pub(super) use rules::read;

use rules::{Part, Rules};

use super::clerk::DealClerk;
use super::expected_turn::{ExpectedTurn, Offered};
use super::line::{pips, require};
use super::{Chosen, Settled};
use crate::model::{
    BonusRun, BoxNumber, BoxStake, Card, CardChoice, CardPlace, Choice, ChoiceKind, Face, Money, Piece, ReelLine, Reels, StakeKind, Suit,
    Symbol,
};

/// How many closed cards there are to pick from.
const CLOSED: u8 = 4;

/// Where decisions are made: the first line stands for all.
const AT: BoxNumber = BoxNumber(1);

/// A deal. What was drawn stands: a card that nobody asked for, or that does not come, ends the deal with the win before the round.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Deal {
    rules: Rules,
    /// What lies on the lines, and what was paid in for rounds with double the win, in the order in which it was laid.
    stakes: Vec<BoxStake>,
    /// The columns; none before they were drawn.
    field: Option<Vec<Vec<Symbol>>>,
    runs: Vec<BonusRun>,
    /// What came of the spin and of the rounds that are over.
    win: i64,
    /// How many rounds were won.
    doublings: u32,
    course: Stage,
    /// The cards of the newest round.
    laid: Laid,
}

/// What is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The field, then the bonus runs.
    Drawing,
    /// To collect, or to risk.
    Asked,
    /// By a card or by which colour.
    How(Round),
    /// Fresh cards.
    Shuffling(Round, By),
    /// The cards of a round, and the pick.
    Cards(Round, By),
    Over,
}

/// A round of the risk game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Round {
    part: Part,
    /// The win before it.
    win: i64,
}

/// How a round is played (BQAM-84).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Card,
    Red,
    Black,
}

/// What became of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Came {
    Won,
    Equal,
    Lost,
}

/// The cards of one round: the open one, then the closed ones; and which of those was picked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Laid {
    cards: Vec<Card>,
    picked: Option<usize>,
}

impl Laid {
    /// Everybody sees the open card and the picked one.
    fn seen(&self) -> Vec<Option<Card>> {
        let is_seen = |at: usize| at == 0 || Some(at) == self.picked;
        self.cards.iter().enumerate().map(|(at, card)| is_seen(at).then_some(*card)).collect()
    }
}

impl Deal {
    const fn new(rules: Rules, stakes: Vec<BoxStake>) -> Self {
        let laid = Laid { cards: Vec::new(), picked: None };
        Self { rules, stakes, field: None, runs: Vec::new(), win: 0, doublings: 0, course: Stage::Drawing, laid }
    }

    /// The stakes on the lines.
    fn lines(&self) -> impl Iterator<Item = &BoxStake> {
        self.stakes.iter().filter(|stake| stake.kind == StakeKind::Main)
    }

    /// How many equal symbols each line that is played begins with, and how many times its stake comes back for them.
    fn won_on(&self, stake: &BoxStake) -> Option<(usize, i64)> {
        self.rules.won_on(usize::from(stake.place.0) - 1, self.field.as_ref()?)
    }

    /// BQAM-82: what the lines win together.
    fn won_on_lines(&self) -> i64 {
        self.lines().map(|stake| self.won_on(stake).map_or(0, |(_, times)| times * stake.amount.minor())).sum()
    }

    fn won_in_bonus(&self) -> i64 {
        self.runs.iter().map(|run| run.pays.minor()).sum()
    }

    /// What was staked on the spin.
    fn staked(&self) -> i64 {
        self.lines().map(|stake| stake.amount.minor()).sum()
    }

    /// BQAM-Q88: a spin whose runs are still to be drawn has no result, unless it has won as much already as would come back without one.
    fn won_so_far(&self) -> Option<i64> {
        let won = self.won_on_lines() + self.won_in_bonus();
        (self.field.is_some() && won >= self.staked()).then_some(won)
    }

    /// BQAM-Q82: how many bonus runs are still to be drawn.
    fn runs_left(&self) -> usize {
        self.field.as_ref().map_or(0, |field| self.rules.runs(field)) - self.runs.len()
    }

    /// BQAM-82: once all is drawn the wins are added; with none the deal is over.
    fn add_up(&mut self) {
        if self.runs_left() == 0 {
            self.win = self.won_on_lines() + self.won_in_bonus();
            self.ask();
        }
    }

    /// BQAM-83, BQAM-85: a win is collected, or risked where it may be.
    fn ask(&mut self) {
        let may_risk = self.win > 0 && self.rules.risk.parts(self.win, self.doublings).next().is_some();
        self.course = if may_risk { Stage::Asked } else { Stage::Over };
    }

    fn choices(&self) -> Vec<Offered> {
        let offered = |part: Part| {
            let kind = match part {
                Part::Whole => ChoiceKind::Risk,
                Part::Half => ChoiceKind::RiskHalf,
                Part::Double => ChoiceKind::RiskDouble,
            };
            Offered::at_bringing(kind, part.paid_in(self.win), part.won(self.win))
        };
        let parts = self.rules.risk.parts(self.win, self.doublings).map(offered);
        core::iter::once(Offered::returning(ChoiceKind::Collect, self.win)).chain(parts).collect()
    }

    /// BQAM-84: how a round may be played; where there is one way only nobody is asked.
    fn ways(&self) -> Vec<ChoiceKind> {
        let colours = [ChoiceKind::Red, ChoiceKind::Black].into_iter().filter(|_| self.rules.risk.has_colour);
        colours.chain(self.rules.risk.has_card.then_some(ChoiceKind::Beat)).collect()
    }

    /// BQAM-83: what is put at risk, and what is paid in for it.
    fn put_at_risk(&mut self, part: Part, chosen: &Chosen<'_>) -> Result<(), String> {
        let paid_in = part.paid_in(self.win);
        let kind = (paid_in > 0).then_some(StakeKind::Double);
        self.stakes.extend(chosen.placed(kind, paid_in)?);
        let round = Round { part, win: self.win };
        self.course = if self.ways() == [ChoiceKind::Beat] { Stage::Shuffling(round, By::Card) } else { Stage::How(round) };
        Ok(())
    }

    fn play_by(&mut self, by: By) {
        if let Stage::How(round) = self.course {
            self.course = Stage::Shuffling(round, by);
        }
    }

    /// BQAM-64: a higher card wins, an equal one changes nothing, a lower one loses.
    fn pick(&mut self, picked: CardChoice) -> Result<(), String> {
        let at = (1..=usize::from(CLOSED)).find(|at| picked.has(at - 1)).ok_or("no card was picked")?;
        self.laid.picked = Some(at);
        let came = match pips(self.laid.cards[at]).cmp(&pips(self.laid.cards[0])) {
            core::cmp::Ordering::Greater => Came::Won,
            core::cmp::Ordering::Equal => Came::Equal,
            core::cmp::Ordering::Less => Came::Lost,
        };
        self.end_round(came)
    }

    /// BQAM-84, BQAM-Q84: the right colour wins, the wrong one loses.
    fn turn_up(&mut self, by: By, card: Card) -> Result<(), String> {
        let is_red = matches!(card.suit(), Suit::Hearts | Suit::Diamonds);
        self.end_round(if is_red == (by == By::Red) { Came::Won } else { Came::Lost })
    }

    fn end_round(&mut self, came: Came) -> Result<(), String> {
        let Stage::Cards(Round { part, win }, _) = self.course else { return Err("a round ended that was not played".into()) };
        self.doublings += u32::from(came == Came::Won);
        self.win = match came {
            Came::Won => part.won(win),
            // BQAM-Q87: what is at risk stays what it is, what was paid in is part of it.
            Came::Equal => part.banked(win) + part.at_risk(win),
            Came::Lost => part.banked(win),
        };
        self.ask();
        Ok(())
    }

    /// Whether a round at risk has not come to its end.
    const fn round(&self) -> Option<Round> {
        match self.course {
            Stage::How(round) | Stage::Shuffling(round, _) | Stage::Cards(round, _) => Some(round),
            Stage::Drawing | Stage::Asked | Stage::Over => None,
        }
    }

    fn reels(&self) -> Reels {
        let line = |stake: &BoxStake| {
            let (symbols, times) = self.won_on(stake).unwrap_or((0, 0));
            let rows = &self.rules.lines[usize::from(stake.place.0) - 1];
            let rows = rows.iter().map(|row| *row as u8).collect();
            ReelLine { rows, symbols: symbols as u8, pays: Money::from_minor(times * stake.amount.minor()) }
        };
        Reels {
            columns: self.field.clone().unwrap_or_default(),
            lines: self.lines().map(line).collect(),
            runs: self.runs.clone(),
            runs_left: self.runs_left() as u8,
        }
    }
}

impl DealClerk for Deal {
    fn next_draw(&self) -> Option<Vec<u16>> {
        match (self.course, &self.field) {
            (Stage::Drawing, None) => Some(self.rules.stops()),
            (Stage::Drawing, Some(_)) => Some(self.rules.run()),
            _ => None,
        }
    }

    fn take_drawn(&mut self, drawn: &[u16]) -> Result<(), String> {
        require(self.course == Stage::Drawing, format_args!("{drawn:?} was drawn, and nothing was to be"))?;
        if self.field.is_none() {
            self.field = Some(self.rules.field(drawn));
        } else {
            let (pointer, open, times) = self.rules.bonus(drawn).ok_or("a bonus run was drawn that there is not")?;
            // BQAM-Q81: the base is all that was staked on the spin.
            self.runs.push(BonusRun { pointer, open, pays: Money::from_minor(times * self.staked()) });
        }
        self.add_up();
        Ok(())
    }

    fn pieces(&self) -> Option<Vec<Piece>> {
        Some(vec![Piece::Reels(self.reels())])
    }

    fn next_card(&self) -> Option<(CardPlace, Face)> {
        let Stage::Cards(_, by) = self.course else { return None };
        match self.laid.cards.len() {
            0 => Some((CardPlace::Board, Face::Up)),
            count if by == By::Card && count <= usize::from(CLOSED) => Some((CardPlace::Board, Face::Down)),
            _ => None,
        }
    }

    fn asked(&self) -> Vec<ExpectedTurn> {
        let choices = match self.course {
            Stage::Asked => self.choices(),
            Stage::How(Round { part, win }) => self.ways().into_iter().map(|way| Offered::returning(way, part.won(win))).collect(),
            Stage::Cards(..) if self.next_card().is_none() => vec![Offered::pick(CLOSED)],
            _ => return Vec::new(),
        };
        vec![ExpectedTurn { seat: self.stakes[0].seat, place: AT, hand: 0, choices }]
    }

    fn take(&mut self, to: CardPlace, face: Face, card: Card) -> Result<(), String> {
        self.may_take(to, face)?;
        self.laid.cards.push(card);
        match self.course {
            Stage::Cards(_, by @ (By::Red | By::Black)) => self.turn_up(by, card),
            _ => Ok(()),
        }
    }

    fn shows(&self, at: CardPlace) -> Option<Vec<Option<Card>>> {
        Some(if at == CardPlace::Board { self.laid.seen() } else { Vec::new() })
    }

    fn wants_fresh(&self) -> bool {
        matches!(self.course, Stage::Shuffling(..))
    }

    fn take_fresh(&mut self) {
        if let Stage::Shuffling(round, by) = self.course {
            (self.laid, self.course) = (Laid::default(), Stage::Cards(round, by));
        }
    }

    /// BQAM-Q88: what was drawn stands, and what was paid in for a round that has not come to its end comes back.
    fn stands(&self) -> Option<Settled> {
        let win = match (self.course, self.round()) {
            (Stage::Over, _) => return None,
            (_, Some(Round { part, win })) => win + part.paid_in(win),
            (Stage::Drawing, _) => self.won_so_far()?,
            _ => self.win,
        };
        Some(self.settled_with(win))
    }

    fn is_default_now(&self, choice: Choice) -> bool {
        match self.course {
            Stage::Asked => choice == Choice::Collect,
            Stage::How(_) if self.rules.risk.has_colour => choice == Choice::Red,
            _ => matches!(choice, Choice::Pick(_)),
        }
    }

    fn chose(&mut self, chosen: &Chosen<'_>) -> Result<(), String> {
        let asked = self.asked().pop().ok_or("a decision that nobody was asked for")?;
        asked.price(chosen)?;
        let part = match chosen.choice {
            Choice::Risk => Some(Part::Whole),
            Choice::RiskHalf => Some(Part::Half),
            Choice::RiskDouble => Some(Part::Double),
            _ => None,
        };
        if let Some(part) = part {
            return self.put_at_risk(part, chosen);
        }
        require(chosen.stakes.is_empty(), format_args!("{:?} placed {:?}", chosen.choice, chosen.stakes))?;
        match chosen.choice {
            Choice::Red => self.play_by(By::Red),
            Choice::Black => self.play_by(By::Black),
            Choice::Beat => self.play_by(By::Card),
            Choice::Pick(picked) => self.pick(picked)?,
            _ => self.course = Stage::Over,
        }
        Ok(())
    }

    fn settle(&self) -> Result<Settled, String> {
        require(self.course == Stage::Over, format_args!("a deal was settled while {:?} was to come", self.course))?;
        Ok(self.settled_with(self.win))
    }
}

#[cfg(test)]
mod tests;
