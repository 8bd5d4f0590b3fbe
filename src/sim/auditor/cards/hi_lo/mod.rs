//! Draw Hi-Lo as `baccarat-and-quick-cards-am` section C has it, once more: the guesses, the pot, and the Tie bets.

mod rules;

pub(super) use rules::read;

use rules::{Guess, Raised, Rules, place};

use super::clerk::DealClerk;
use super::expected_turn::{ExpectedTurn, Offered};
use super::line::{End, Line, Won, require};
use super::{Chosen, Settled};
use crate::model::{BoxNumber, BoxStake, Card, CardPlace, Choice, ChoiceKind, Face, Money, StakeKind};

const AT_HAND: CardPlace = CardPlace::Hand { place: BoxNumber(1), hand: 0 };

/// A deal. A card that nobody asked for, or that does not come, ends it: with the stakes back, or with what stands.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Deal {
    rules: Rules,
    ante: BoxStake,
    /// The Tie bets in the order in which they were placed; the hand of each is the number of the draw it is for.
    ties: Vec<BoxStake>,
    /// The first card, and every drawn one after it.
    cards: Vec<Card>,
    /// The right guesses, and what each made of the pot.
    right: Vec<Raised>,
    course: Stage,
}

/// What is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    FirstCard,
    /// A guess, or what may be done instead.
    Asked,
    /// The card that the guess is about.
    Guessed(Guess),
    /// The pot is paid.
    Paid,
    /// A guess was wrong.
    Lost,
}

impl Deal {
    const fn new(rules: Rules, ante: BoxStake) -> Self {
        Self { rules, ante, ties: Vec::new(), cards: Vec::new(), right: Vec::new(), course: Stage::FirstCard }
    }

    /// BQAM-Q32: what the right guesses have made of the ante.
    fn pot(&self) -> i64 {
        self.right.last().map_or(self.ante.amount.minor(), |raised| raised.to)
    }

    /// The number of the next draw.
    fn draw(&self) -> usize {
        self.cards.len().saturating_sub(1)
    }

    /// BQAM-32: whether a Tie bet waits for the next draw.
    fn has_tie_waiting(&self) -> bool {
        self.ties.last().is_some_and(|tie| usize::from(tie.hand) == self.draw())
    }

    /// Whether the draw of this Tie bet brought a card of the same rank; `None` where it has not come.
    fn has_tied(&self, tie: &BoxStake) -> Option<bool> {
        let of_draw = self.cards.windows(2).nth(usize::from(tie.hand))?;
        Some(place(of_draw[0]) == place(of_draw[1]))
    }

    /// What the pot becomes with each guess that the house offers.
    fn guesses(&self) -> Vec<(Guess, Raised)> {
        let (ante, pot) = (self.ante.amount.minor(), self.pot());
        let offered = |guess: Guess| Some((guess, self.rules.offered(ante, pot, &self.cards, guess)?));
        Guess::BOTH.into_iter().filter_map(offered).collect()
    }

    /// A card has come after a guess (BQAM-33, BQAM-Q31).
    fn compare(&mut self, guess: Guess, card: Card) -> Result<(), String> {
        let last = self.cards.last().copied().ok_or("a guess was made before the first card")?;
        if place(card) == place(last) {
            return Ok(());
        }
        if guess.is_right(place(card), place(last)) {
            let raised = self.rules.raised(self.pot(), &self.cards, guess).ok_or("a guess was right that could not be")?;
            self.right.push(raised);
        } else {
            self.course = Stage::Lost;
        }
        Ok(())
    }

    /// BQAM-Q33: whether the pot is paid without anybody saying so.
    fn is_at_end(&self) -> bool {
        self.right.len() >= self.rules.steps_most || self.guesses().is_empty()
    }

    fn choices(&self) -> Vec<Offered> {
        let guesses = self.guesses().into_iter().map(|(guess, raised)| Offered::multiplying(guess.kind(), raised.hundredths, raised.to));
        if self.has_tie_waiting() {
            return guesses.collect();
        }
        let collect = (!self.right.is_empty()).then(|| Offered::returning(ChoiceKind::Collect, self.pot()));
        guesses.chain(collect).chain(self.rules.tie(self.ante.amount.minor(), &self.cards)).collect()
    }

    /// The Tie bet is a stake of its own, under the number of its draw (BQAM-Q35).
    fn place_tie(&mut self, amount: i64, stakes: &[BoxStake]) -> Result<(), String> {
        let hand = u8::try_from(self.draw()).map_err(|_| "there are more draws than cards")?;
        let tie = BoxStake { hand, kind: StakeKind::Tie, amount: Money::from_minor(amount), ..self.ante };
        require(stakes == [tie], format_args!("a Tie bet placed {stakes:?} and not {tie:?}"))?;
        self.ties.push(tie);
        Ok(())
    }

    /// BQAM-34: what each stake returns by what has been drawn.
    fn settled(&self) -> Settled {
        let stakes: Vec<BoxStake> = core::iter::once(self.ante).chain(self.ties.iter().copied()).collect();
        let ties = self.ties.iter().map(|tie| self.tie_line(tie));
        Settled { lines: core::iter::once(self.pot_line()).chain(ties).collect(), stakes, cuts: Vec::new() }
    }

    fn pot_line(&self) -> Line {
        if self.course == Stage::Lost {
            return Line::GONE;
        }
        let is_raised = self.pot() > self.ante.amount.minor();
        if is_raised { Line { end: End::Wins, wins: self.right.iter().filter_map(|raised| raised.won()).collect() } } else { Line::BACK }
    }

    fn tie_line(&self, tie: &BoxStake) -> Line {
        match (self.has_tied(tie), self.rules.tie_odds()) {
            (Some(true), Some(odds)) => Line::wins(Won::of(tie.amount.minor(), odds, true, None)),
            (Some(false), _) => Line::GONE,
            _ => Line::BACK,
        }
    }
}

impl DealClerk for Deal {
    fn next_card(&self) -> Option<(CardPlace, Face)> {
        matches!(self.course, Stage::FirstCard | Stage::Guessed(_)).then_some((AT_HAND, Face::Up))
    }

    fn asked(&self) -> Vec<ExpectedTurn> {
        if self.course != Stage::Asked {
            return Vec::new();
        }
        vec![ExpectedTurn { seat: self.ante.seat, place: self.ante.place, hand: 0, choices: self.choices() }]
    }

    fn take(&mut self, to: CardPlace, face: Face, card: Card) -> Result<(), String> {
        self.may_take(to, face)?;
        if let Stage::Guessed(guess) = core::mem::replace(&mut self.course, Stage::Asked) {
            self.compare(guess, card)?;
        }
        self.cards.push(card);
        if self.course == Stage::Asked && self.is_at_end() {
            self.course = Stage::Paid;
        }
        Ok(())
    }

    fn shows(&self, at: CardPlace) -> Option<Vec<Option<Card>>> {
        Some(if at == AT_HAND { self.cards.iter().copied().map(Some).collect() } else { Vec::new() })
    }

    /// H17: before a guess was right the stakes come back, unless a Tie bet has won. What the last card has decided stands, though the table be
    /// held before it is settled (BQAM-Q18).
    fn stands(&self) -> Option<Settled> {
        let has_won = !self.right.is_empty() || self.ties.iter().any(|tie| self.has_tied(tie) == Some(true));
        let stands = match self.course {
            Stage::FirstCard => false,
            Stage::Asked | Stage::Guessed(_) => has_won,
            Stage::Paid | Stage::Lost => true,
        };
        stands.then(|| self.settled())
    }

    /// The guess that more cards make right, of two equal ones the higher, until there is something to collect.
    fn is_default_now(&self, choice: Choice) -> bool {
        if !self.right.is_empty() && !self.has_tie_waiting() {
            return choice == Choice::Collect;
        }
        let likelier = |a: Guess, b: Guess| if Rules::chances(&self.cards, b) > Rules::chances(&self.cards, a) { b } else { a };
        let guess = self.guesses().into_iter().map(|(guess, _)| guess).reduce(likelier);
        guess.is_some() && guess == Guess::of(choice)
    }

    fn chose(&mut self, chosen: &Chosen<'_>) -> Result<(), String> {
        let asked = self.asked().pop().ok_or("a decision that nobody was asked for")?;
        let price = asked.price(chosen)?;
        if let Choice::Tie(_) = chosen.choice {
            return self.place_tie(price, chosen.stakes);
        }
        require(chosen.stakes.is_empty(), format_args!("{:?} placed {:?}", chosen.choice, chosen.stakes))?;
        self.course = Guess::of(chosen.choice).map_or(Stage::Paid, Stage::Guessed);
        Ok(())
    }

    fn settle(&self) -> Result<Settled, String> {
        let is_over = matches!(self.course, Stage::Paid | Stage::Lost);
        require(
            is_over,
            format_args!("a deal was settled while {:?} was to come, or it was the turn of {:?}", self.next_card(), self.asked()),
        )?;
        Ok(self.settled())
    }
}

#[cfg(test)]
mod tests;
