//! What a decision brings about.

use super::turns::Turn;
use super::{Deal, Hand, Raise, State};
use crate::model::{BoxStake, Choice, Face, Money, StakeKind};
use crate::sim::auditor::cards::Chosen;
use crate::sim::auditor::cards::line::require;

impl Deal {
    /// A decision was taken, and these stakes placed with it.
    pub(in crate::sim::auditor::cards) fn chose(&mut self, chosen: &Chosen<'_>) -> Result<(), String> {
        let asked = self.asked().ok_or("a decision that nobody was asked for")?;
        let amount = Money::from_minor(asked.price(chosen)?);
        let turn = self.turn().ok_or("a decision that nobody was asked for")?;
        let Chosen { seat, place, choice, .. } = *chosen;
        let placed = self.carry_out(turn, choice).map(|(kind, hand)| BoxStake { seat, place, hand, kind, amount });
        require(placed.as_slice() == chosen.stakes, format_args!("{choice:?} placed {:?} and not {placed:?}", chosen.stakes))?;
        self.raised.extend(placed);
        self.hand_out();
        Ok(())
    }

    /// What the choice places, and on which hand.
    fn carry_out(&mut self, turn: Turn, choice: Choice) -> Option<(StakeKind, u8)> {
        match turn {
            Turn::Owner { at } => self.play(at, choice),
            Turn::Side { seat, at } => {
                let place = self.hands[at].place;
                self.answered.insert((seat, place));
                if choice == Choice::EvenMoney {
                    self.even_money.insert((seat, place));
                }
                matches!(choice, Choice::Insure(_)).then_some((StakeKind::Insurance, 0))
            }
            Turn::Follow { seat, at } => {
                let place = self.hands[at].place;
                let passed = self.laid.iter().position(|stake| (stake.seat, stake.place) == (seat, place))? + 1;
                let raise = self.raise.as_mut()?;
                raise.passed = passed;
                (choice == Choice::Follow).then_some((raise.kind, raise.hand))
            }
        }
    }

    fn play(&mut self, at: usize, choice: Choice) -> Option<(StakeKind, u8)> {
        let hand = &mut self.hands[at];
        match choice {
            Choice::Hit => hand.is_owed = true,
            Choice::Stand => hand.state = State::Stands,
            Choice::Surrender => hand.state = State::GivenUp,
            Choice::Double => return Some(self.double(at, Face::Up)),
            Choice::DoubleBlind => return Some(self.double(at, Face::Down)),
            Choice::Split => return Some(self.split(at)),
            _ => return matches!(choice, Choice::Insure(_)).then_some((StakeKind::Insurance, 0)),
        }
        None
    }

    fn double(&mut self, at: usize, face: Face) -> (StakeKind, u8) {
        let hand = &mut self.hands[at];
        (hand.doubled, hand.is_owed) = (Some(face), true);
        let number = hand.number;
        self.note_raise(at, number, StakeKind::Double)
    }

    /// The new hand plays right after the one that was split (BJAM-21).
    fn split(&mut self, at: usize) -> (StakeKind, u8) {
        let place = self.hands[at].place;
        let number = self.hands.iter().filter(|hand| hand.place == place).count() as u8;
        let second = self.hands[at].cards.remove(1);
        self.hands[at].is_of_split = true;
        self.hands.insert(at + 1, Hand::new(place, number, vec![second], true));
        self.note_raise(at, number, StakeKind::Split)
    }

    /// The partners are asked after the owner, in the order of their stakes.
    fn note_raise(&mut self, at: usize, hand: u8, kind: StakeKind) -> (StakeKind, u8) {
        let (place, of) = (self.hands[at].place, self.hands[at].number);
        let owner = self.laid.iter().position(|stake| stake.place == place).unwrap_or(0);
        self.raise = Some(Raise { place, of, hand, kind, passed: owner + 1 });
        (kind, hand)
    }
}
