//! The order of a deal: which card comes where, whose turn it is, and who sees which hand.

use super::rules::Purchase;
use super::{Deal, FIVE, PlayedBox};
use crate::model::{BoxNumber, BoxStake, Card, CardPlace, Choice, ChoiceKind, Face, Seat, StakeKind};
use crate::sim::auditor::cards::clerk::DealClerk;
use crate::sim::auditor::cards::expected_turn::{ExpectedTurn, Offered};
use crate::sim::auditor::cards::{Chosen, Mistake, Settled};

impl Deal {
    /// No hand is left that may be compared: nothing that is still to come changes anything.
    fn is_over(&self) -> bool {
        self.is_dealt && self.boxes.iter().all(|of| of.is_decided() && !of.is_in_play())
    }

    /// HPAM-29, HPAM-Q23: from the dealer's left, box by box.
    fn undecided(&self) -> Option<&PlayedBox> {
        self.boxes.iter().find(|of| self.next_card().is_none() && !of.is_decided())
    }

    /// HPAM-11 to HPAM-13, HPAM-Q21.
    fn choices(&self, of: &PlayedBox) -> Vec<Offered> {
        let bought = self.rules.purchase.as_ref().filter(|_| !of.has_bought).map(|purchase| match purchase.card {
            Purchase::EXCHANGE => Offered::exchange(1, FIVE as u8, of.ante),
            sixth => Offered::at(sixth, of.ante),
        });
        [Offered::free(ChoiceKind::Fold), Offered::at(ChoiceKind::Bet, 2 * of.ante)].into_iter().chain(bought).collect()
    }

    fn carry_out(&mut self, place: BoxNumber, choice: Choice) {
        let Some(of) = self.of_mut(place) else { return };
        match choice {
            Choice::Exchange(given) => {
                let back = (0..FIVE).find(|at| given.has(*at)).unwrap_or_default();
                of.cards.remove(back);
                (of.has_bought, of.owed) = (true, Some(back));
            }
            Choice::SixthCard => (of.has_bought, of.owed) = (true, Some(FIVE)),
            _ => of.plays = Some(choice == Choice::Bet),
        }
    }

    /// HPAM-14, HPAM-Q25: the dealer opens against somebody.
    pub(super) fn is_shown_down(&self) -> bool {
        self.next_card().is_none() && self.boxes.iter().all(PlayedBox::is_decided) && self.boxes.iter().any(PlayedBox::is_in_play)
    }
}

impl PlayedBox {
    fn take(&mut self, card: Card) {
        match self.owed.take() {
            Some(at) => self.cards.insert(at, card),
            None => {
                self.cards.push(card);
                self.dealt.push(card);
            }
        }
    }
}

impl DealClerk for Deal {
    /// HPAM-9, HPAM-13, HPAM-31: five cards to each box from the left and to the dealer, whose last one lies open; a bought card comes at once.
    /// Who has a wrong number gets his like the others, so that these come in order (HPAM-Q18).
    fn next_card(&self) -> Option<(CardPlace, Face)> {
        let needs = |is: fn(&PlayedBox) -> bool| self.boxes.iter().find(|of| is(of)).map(|of| (of.at(), Face::Down));
        let face = if self.dealer.len() == FIVE - 1 { Face::Up } else { Face::Down };
        let of_dealer = (self.dealer.len() < FIVE).then_some((CardPlace::Dealer, face));
        needs(|of| of.owed.is_some()).or_else(|| needs(|of| of.dealt.len() < FIVE)).or(of_dealer)
    }

    fn asked(&self) -> Vec<ExpectedTurn> {
        let asks = |of: &PlayedBox| ExpectedTurn { seat: of.seat, place: of.place, hand: 0, choices: self.choices(of) };
        self.undecided().map(asks).into_iter().collect()
    }

    fn take(&mut self, to: CardPlace, face: Face, card: Card) -> Result<(), String> {
        self.may_take(to, face)?;
        match to {
            CardPlace::Hand { place, .. } => {
                self.of_mut(place).into_iter().for_each(|of| of.take(card));
            }
            _ => self.dealer.push(card),
        }
        self.is_dealt |= self.dealer.len() == FIVE;
        Ok(())
    }

    /// HPAM-14, HPAM-15: a box that plays when the dealer opens, and no other; the dealer's open card before.
    fn is_open_at(&self, at: CardPlace) -> Option<bool> {
        match at {
            CardPlace::Hand { place, .. } => Some(self.is_shown_down() && self.of(place).is_some_and(PlayedBox::is_in_play)),
            _ => self.is_shown_down().then_some(true),
        }
    }

    /// HPAM-10, HPAM-29: his first box when all is dealt, and each other one when he has decided on those before it.
    fn is_seen_by(&self, seat: Seat, place: BoxNumber) -> bool {
        let is_own = self.of(place).is_some_and(|of| of.seat == seat);
        let mut before = self.boxes.iter().filter(|other| other.seat == seat && other.place < place);
        is_own && self.is_dealt && before.all(PlayedBox::is_decided)
    }

    fn is_void_by(&self, mistake: Mistake) -> bool {
        self.is_void_by(mistake)
    }

    fn mend(&mut self, mistake: Mistake) -> Result<(), String> {
        self.mend(mistake)
    }

    fn give_up(&mut self, mistake: Mistake) {
        self.give_up(mistake);
    }

    fn chose(&mut self, chosen: &Chosen<'_>) -> Result<(), String> {
        let asked = self.asked().pop().ok_or("a decision that nobody was asked for")?;
        let kind = match chosen.choice {
            Choice::Bet => Some(StakeKind::Bet),
            Choice::Exchange(_) => Some(StakeKind::Exchange),
            Choice::SixthCard => Some(StakeKind::SixthCard),
            _ => None,
        };
        let placed = chosen.placed(kind, asked.price(chosen)?)?;
        self.stakes.extend(placed);
        self.carry_out(chosen.place, chosen.choice);
        Ok(())
    }

    fn settle(&self) -> Result<Settled, String> {
        if !self.is_over() {
            self.may_settle()?;
        }
        self.settled(self.stakes.clone())
    }

    /// HPAM-30, HPAM-32: what comes back for a wrong number of cards comes at once.
    fn due_beyond(&self, paid: &[BoxStake]) -> Result<Settled, String> {
        let is_void = |stake: &BoxStake| self.of(stake.place).is_some_and(|of| of.void.is_some());
        self.settled(self.stakes.iter().filter(|stake| is_void(stake) && !paid.contains(stake)).copied().collect())
    }
}
