//! Mistakes in dealing that an attendant tells: whether they may still be told, and what must become of the deal.

use super::{Change, DealVoid, Entry, PlayersTable, require};
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
        let comes_to_seat = matches!(progress.next(), Next::Card(CardPlace::Hand { .. }, _));
        require(player.is_some() && !comes_to_seat, "a hand died by its cards while they came, or was dead")?;
        Ok(Some(PlayerTableFact::WrongCount { seat }))
    }

    /// A mistake was told after which the deal goes on.
    pub(super) fn enter_due_mistake(&mut self, fact: &PlayerTableFact, entry: Entry) -> Result<Vec<Change>, String> {
        let due = self.due_mistake.take();
        require(due.as_ref() == Some(fact), format!("{fact:?} was told, and {due:?} is due"))?;
        let changes = self.add(entry)?;
        // A card that is on its way goes where it was ordered to; a deal that is over wants it no more.
        if let Some(ordered) = self.card_on_its_way() {
            let next = self.progress()?.map(|progress| progress.next());
            let is_same = matches!(next, Some(Next::Settlement)) || next == Some(Next::Card(ordered.0, ordered.1));
            require(is_same, format!("a card is on its way to {ordered:?}, and {next:?} comes next"))?;
        }
        Ok(changes)
    }
}
