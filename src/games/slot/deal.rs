//! One deal: the spin, the bonus runs, and the risk game with what was won.

use alloc::vec::Vec;

use super::Rules;
use super::bonus::Run;
use super::field::{Field, LineWin};
use super::rules::{Play, Risk, RiskBy, RiskPart, half, paid};
use crate::games::contract;
use crate::games::machine::BOX;
use crate::games::risk::{ColourRound, Picked, Round};
use crate::model::{
    BonusRun, BoxStake, Card, CardChoice, CardPlace, Choice, ChoiceKind, DealSettlement, Decision, Drawn, Face, HandView, Money, Offer,
    Offers, Piece, ReelLine, Reels, StakeKind, Want,
};

/// A deal at a slot-type machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    play: Play,
    /// The stakes of the lines, then those that were laid beside a win at risk.
    pub(super) stakes: Vec<BoxStake>,
    field: Option<Field>,
    pub(super) runs: Vec<Run>,
    stage: Stage,
    /// What may be collected; while a round is played, what could be before it.
    won: Money,
    /// How many rounds were won.
    doublings: u8,
    /// The newest round of the risk game.
    round: Option<Gamble>,
}

/// Where the deal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The reels turn.
    Spinning,
    /// So many bonus runs are to be drawn.
    Bonus(u8),
    /// The win may be collected or put at risk.
    Won,
    /// This is at risk; it is asked what it is played by.
    Asking(AtRisk),
    /// It is played by this; fresh cards come first.
    Shuffling(AtRisk, Game),
    /// A round is played.
    Playing(AtRisk),
    /// The win is collected.
    Collected,
    /// There is nothing to collect.
    Lost,
}

/// What of the win is in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AtRisk {
    amount: Money,
    /// What is not at risk in this round.
    banked: Money,
    /// What was laid for this round beside the win.
    beside: Money,
}

/// What a round is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Game {
    Cards,
    /// Whether red was told.
    Colour(bool),
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Gamble {
    Cards(Round),
    Colour(ColourRound),
}

impl Deal {
    /// A deal before its draw.
    #[must_use]
    pub fn new(rules: &Rules, stakes: &[BoxStake]) -> Self {
        let (play, stakes) = (rules.play.clone(), stakes.to_vec());
        Self { play, stakes, field: None, runs: Vec::new(), stage: Stage::Spinning, won: Money::ZERO, doublings: 0, round: None }
    }

    /// How many lines are played.
    pub(super) fn lines_played(&self) -> u32 {
        self.line_stakes().count() as u32
    }

    fn line_stakes(&self) -> impl Iterator<Item = &BoxStake> {
        self.stakes.iter().filter(|stake| stake.kind == StakeKind::Main)
    }

    /// All stakes of the lines.
    fn staked(&self) -> Money {
        self.line_stakes().map(|stake| stake.amount).sum()
    }

    /// What the line of this stake has won; nothing where the stake is not a line's.
    pub(super) fn win_of_line(&self, nth: usize) -> LineWin {
        let stake = &self.stakes[nth];
        let (StakeKind::Main, Some(field)) = (stake.kind, &self.field) else { return LineWin::default() };
        self.play.line_win(field, &self.play.lines[usize::from(stake.place.0) - 1])
    }

    /// What the bonus runs have won so far.
    pub(super) fn won_by_bonus(&self) -> Money {
        self.runs.iter().map(|run| paid(self.staked(), run.times)).sum()
    }

    /// What the spin has won so far.
    fn won_by_spin(&self) -> Money {
        let lines: Money = (0..self.stakes.len()).map(|nth| paid(self.stakes[nth].amount, self.win_of_line(nth).times)).sum();
        lines + self.won_by_bonus()
    }

    fn take_field(&mut self, drawn: &Drawn) {
        let field = self.play.field(drawn);
        let runs = self.play.bonus.as_ref().map_or(0, |bonus| bonus.runs(&field));
        self.field = Some(field);
        self.go_on_with_bonus(runs);
    }

    fn take_run(&mut self, drawn: &Drawn, left: u8) {
        let bonus = self.play.bonus.as_ref().expect("a run is drawn where there is a bonus");
        self.runs.push(bonus.run(drawn));
        self.go_on_with_bonus(left - 1);
    }

    fn go_on_with_bonus(&mut self, runs: u8) {
        self.stage = Stage::Bonus(runs);
        if runs == 0 {
            self.won = self.won_by_spin();
            self.stage = self.stage_after_win();
        }
    }

    /// The spin, or a round, has left this: what may be done with it.
    fn stage_after_win(&self) -> Stage {
        match self.won {
            won if won.is_zero() => Stage::Lost,
            won if self.play.risk.parts_of(won, self.doublings).next().is_some() => Stage::Won,
            _ => Stage::Collected,
        }
    }

    /// Puts a part of the win at risk, and says which stake is laid beside it.
    fn put_at_risk(&mut self, part: RiskPart) -> Vec<BoxStake> {
        let won = self.won;
        let at_risk = match part {
            RiskPart::Whole => AtRisk { amount: won, banked: Money::ZERO, beside: Money::ZERO },
            RiskPart::Half => AtRisk { amount: half(won), banked: won - half(won), beside: Money::ZERO },
            RiskPart::Double => AtRisk { amount: won + won, banked: Money::ZERO, beside: won },
        };
        self.stage = match self.play.risk.by[..] {
            [RiskBy::Card] => Stage::Shuffling(at_risk, Game::Cards),
            _ => Stage::Asking(at_risk),
        };
        if part != RiskPart::Double {
            return Vec::new();
        }
        let beside = BoxStake { kind: StakeKind::Double, amount: won, ..self.stakes[0] };
        self.stakes.push(beside);
        alloc::vec![beside]
    }

    fn play_by(&mut self, game: Game) {
        let Stage::Asking(at_risk) = self.stage else { panic!("what a round is played by is told when it is asked") };
        self.stage = Stage::Shuffling(at_risk, game);
    }

    fn end_round(&mut self, picked: Picked) {
        let Stage::Playing(at_risk) = self.stage else { panic!("a round is decided while it is played") };
        let came = match picked {
            Picked::Doubles => at_risk.amount + at_risk.amount,
            Picked::Leaves => at_risk.amount,
            Picked::Loses => Money::ZERO,
        };
        self.doublings += u8::from(picked == Picked::Doubles);
        self.won = at_risk.banked + came;
        self.stage = self.stage_after_win();
    }

    fn decision(&self, offers: Offers, otherwise: Choice) -> Want {
        let seat = self.stakes.first().expect("a deal has a stake").seat;
        Want::Decision(Decision { seat, place: BOX, hand: 0, offers, otherwise })
    }

    fn ask_about_win(&self) -> Want {
        let risk = |part| {
            let returns = Risk::after(part, self.won);
            match part {
                RiskPart::Whole => Offer::returning(ChoiceKind::Risk, returns),
                RiskPart::Half => Offer::returning(ChoiceKind::RiskHalf, returns),
                RiskPart::Double => Offer { returns, ..Offer::at(ChoiceKind::RiskDouble, self.won) },
            }
        };
        let parts = self.play.risk.parts_of(self.won, self.doublings).map(risk);
        let offers = core::iter::once(Offer::returning(ChoiceKind::Collect, self.won)).chain(parts);
        self.decision(offers.collect(), Choice::Collect)
    }

    fn ask_what_by(&self, at_risk: AtRisk) -> Want {
        let returns = at_risk.banked + at_risk.amount + at_risk.amount;
        let has_cards = self.play.risk.by.contains(&RiskBy::Card);
        let kinds = [(true, ChoiceKind::Red), (true, ChoiceKind::Black), (has_cards, ChoiceKind::Beat)];
        let offers = kinds.into_iter().filter(|(is_offered, _)| *is_offered).map(|(_, kind)| Offer::returning(kind, returns));
        self.decision(offers.collect(), Choice::Red)
    }

    fn look_at_reels(&self) -> Reels {
        let columns = self.field.as_ref().map(|field| field.0.clone()).unwrap_or_default();
        let line = |(nth, stake): (usize, &BoxStake)| {
            let win = self.win_of_line(nth);
            ReelLine {
                rows: self.play.lines[usize::from(stake.place.0) - 1].clone(),
                symbols: win.symbols,
                pays: paid(stake.amount, win.times),
            }
        };
        let run = |run: &Run| BonusRun { pointer: run.pointer, open: run.open.clone(), pays: paid(self.staked(), run.times) };
        Reels {
            columns,
            lines: self.line_stakes().enumerate().map(line).collect(),
            runs: self.runs.iter().map(run).collect(),
            runs_left: if let Stage::Bonus(left) = self.stage { left } else { 0 },
        }
    }
}

impl contract::Deal for Deal {
    fn wants(&self) -> Want {
        match self.stage {
            Stage::Spinning => Want::Chance(self.play.stops()),
            Stage::Bonus(_) => Want::Chance(self.play.bonus.as_ref().expect("a run is drawn where there is a bonus").urn()),
            Stage::Won => self.ask_about_win(),
            Stage::Asking(at_risk) => self.ask_what_by(at_risk),
            Stage::Shuffling(..) => Want::Fresh,
            Stage::Playing(_) => match self.round.as_ref().expect("a round is played") {
                Gamble::Cards(round) => round.wants(|offers, otherwise| self.decision(offers, otherwise)),
                Gamble::Colour(_) => Want::Card { to: CardPlace::Board, face: Face::Up },
            },
            Stage::Collected | Stage::Lost => Want::Settlement,
        }
    }

    fn take_card(&mut self, card: Card) {
        match self.round.as_mut().expect("cards come in a round") {
            Gamble::Cards(round) => round.take_card(card),
            Gamble::Colour(round) => {
                let picked = round.take_card(card);
                self.end_round(picked);
            }
        }
    }

    fn take_choice(&mut self, choice: Choice) -> Vec<BoxStake> {
        match choice {
            Choice::Collect => self.stage = Stage::Collected,
            Choice::Risk => return self.put_at_risk(RiskPart::Whole),
            Choice::RiskHalf => return self.put_at_risk(RiskPart::Half),
            Choice::RiskDouble => return self.put_at_risk(RiskPart::Double),
            Choice::Red => self.play_by(Game::Colour(true)),
            Choice::Black => self.play_by(Game::Colour(false)),
            Choice::Beat => self.play_by(Game::Cards),
            Choice::Pick(CardChoice(card)) => {
                let Some(Gamble::Cards(round)) = &mut self.round else { panic!("a card is picked in a round of cards") };
                let picked = round.pick(card.trailing_zeros() as usize);
                self.end_round(picked);
            }
            _ => panic!("this machine has no such choice: {choice:?}"),
        }
        Vec::new()
    }

    fn take_drawn(&mut self, drawn: &Drawn) {
        match self.stage {
            Stage::Spinning => self.take_field(drawn),
            Stage::Bonus(left) => self.take_run(drawn, left),
            _ => panic!("nothing is drawn but the field and the bonus"),
        }
    }

    fn take_fresh(&mut self) {
        let Stage::Shuffling(at_risk, game) = self.stage else { panic!("fresh cards come before a round") };
        self.round = Some(match game {
            Game::Cards => Gamble::Cards(Round::new()),
            Game::Colour(is_red) => Gamble::Colour(ColourRound::new(is_red)),
        });
        self.stage = Stage::Playing(at_risk);
    }

    /// What was won stands as soon as it is recorded (BQAM-Q88), while runs are missing only where it is no less than the stakes. A round that
    /// was not decided counts as not played: what was laid for it comes back.
    fn stands(&self) -> Option<DealSettlement> {
        match self.stage {
            Stage::Spinning | Stage::Collected | Stage::Lost => None,
            Stage::Bonus(_) => Some(self.won_by_spin()).filter(|won| *won >= self.staked()).map(|won| self.returning(won)),
            Stage::Won => Some(self.returning(self.won)),
            Stage::Asking(at_risk) | Stage::Shuffling(at_risk, _) | Stage::Playing(at_risk) => {
                Some(self.returning(self.won + at_risk.beside))
            }
        }
    }

    fn stakes(&self) -> &[BoxStake] {
        &self.stakes
    }

    fn settle(&self) -> DealSettlement {
        match self.stage {
            Stage::Collected => self.returning(self.won),
            Stage::Lost => self.returning(Money::ZERO),
            _ => panic!("a deal is settled when its win is collected or lost"),
        }
    }

    /// The machine is its seat's own: nobody else looks at it, so all its eyes see the same.
    fn look(&self, _: crate::model::Eyes) -> Vec<HandView> {
        let look = |round: &Gamble| match round {
            Gamble::Cards(round) => round.look(),
            Gamble::Colour(round) => round.look(),
        };
        self.round.iter().map(look).collect()
    }

    fn pieces(&self) -> Vec<Piece> {
        alloc::vec![Piece::Reels(self.look_at_reels())]
    }
}
