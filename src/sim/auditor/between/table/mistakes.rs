//! Mistakes in dealing that an attendant tells: whether they may still be told, and what must become of the deal.

use super::{Change, DealVoid, Entry, Ordered, PlayersTable, require};
use crate::model::{Card, CardPlace, PlayerTableFact, PlayerTableOrder, Seat, TableOrder};
use crate::sim::auditor::between::progress::{Next, Progress, seat_of};

impl PlayersTable {
    /// An attendant's order that was carried out.
    pub(super) fn enter_mistake(&mut self, order: &TableOrder) -> Result<(), String> {
        let due = match order {
            TableOrder::BetweenPlayers(PlayerTableOrder::Exposed { seat, card }) => self.after_exposure(*seat, *card)?,
            TableOrder::WrongCount { at, cards } => self.after_wrong_count(*at, *cards)?,
            _ => return Ok(()),
        };
        require(self.rules.is_dealt_by_hand, "a mistake was told, and nobody deals")?;
        match due {
            Some(fact) => self.due_mistake = Some(fact),
            None => self.due_void = Some(DealVoid::Misdeal),
        }
        Ok(())
    }

    fn dealing(&self) -> Result<Progress<'_>, String> {
        self.progress()?.ok_or_else(|| "a mistake was told, and no deal was under way".into())
    }

    /// What must be told; nothing where the deal is void.
    fn after_exposure(&self, seat: Seat, card: Card) -> Result<Option<PlayerTableFact>, String> {
        let progress = self.dealing()?;
        require(!progress.has_begun(), "a card was told to have been shown after somebody had acted (SPG-A20)")?;
        let player = progress.player(seat).filter(|player| player.is_live && !player.down.is_empty());
        let player = player.ok_or("a card was told to have been shown of no live hand")?;
        let is_seen = progress.mistakes.out.contains(&card) || player.up.contains(&card);
        require(!is_seen, "a card that everybody sees was told to have been shown")?;
        // What was shown is none of his, so nobody knows what he has.
        let Some(place) = player.down.iter().position(|closed| *closed == card) else { return Ok(None) };
        let place = u8::try_from(place).map_err(|_| "a hand of so many cards")?;
        let goes_on = !progress.is_void_by_exposure(seat);
        Ok(goes_on.then(|| PlayerTableFact::Exposed { seat, place, stays: progress.is_door(seat) }))
    }

    fn after_wrong_count(&self, at: CardPlace, cards: u8) -> Result<Option<PlayerTableFact>, String> {
        let progress = self.dealing()?;
        let CardPlace::Hand { place, .. } = at else { return Err("a wrong number of cards was told of no seat".into()) };
        let seat = seat_of(place).ok_or("a wrong number of cards was told of no seat")?;
        let player = progress.player(seat).filter(|player| player.is_live);
        let dealt = player.map_or(0, |player| player.down.len() + player.up.len());
        require(dealt != usize::from(cards), "the right number of cards was told to be wrong")?;
        // SPG-105 to SPG-108, SPG-A20; TPAM-39: where the rules do not say how it goes on, all stakes come back.
        if !progress.has_begun() || self.rules.mistakes.is_none() {
            return Ok(None);
        }
        require(player.is_some() && matches!(progress.next(), Next::Act(_)), "a hand died by its cards while they came, or was dead")?;
        Ok(Some(PlayerTableFact::WrongCount { seat }))
    }

    /// A mistake was told after which the deal goes on.
    pub(super) fn enter_due_mistake(&mut self, fact: &PlayerTableFact, entry: Entry) -> Result<Vec<Change>, String> {
        let due = self.due_mistake.take();
        require(due.as_ref() == Some(fact), format!("{fact:?} was told, and {due:?} is due"))?;
        let changes = self.add(entry)?;
        // The digests know no orders: the one that stands is for the card that comes next, which lies closed where it was to lie open (SPG-80).
        if let Some((_, Ordered::Card(to, face))) = &mut self.shoe.order {
            let next = self.deal.as_ref().map(|deal| Progress::of(&self.rules, deal)).transpose()?.map(|progress| progress.next());
            match next {
                Some(Next::Card(next_to, next_face)) if next_to == *to => *face = next_face,
                next => return Err(format!("a card is on its way to {to:?}, and {next:?} comes next")),
            }
        }
        Ok(changes)
    }
}
