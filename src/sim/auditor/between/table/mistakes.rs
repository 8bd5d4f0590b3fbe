//! Mistakes in dealing that an attendant tells: whether they may still be told, and what must become of the deal.

use super::{Change, DealVoid, Entry, PlayersTable, require};
use crate::model::{BettingAction, Card, CardPlace, Money, PlayerTableFact, PlayerTableOrder, Seat, TableOrder};
use crate::sim::auditor::between::progress::{Next, Progress, seat_of};

impl PlayersTable {
    /// An attendant's order that was carried out.
    pub(super) fn enter_mistake(&mut self, order: &TableOrder) -> Result<(), String> {
        let due = match order {
            TableOrder::BetweenPlayers(PlayerTableOrder::Exposed { seat, card }) => self.after_exposure(*seat, *card)?,
            TableOrder::BetweenPlayers(PlayerTableOrder::Boxed { card }) => self.after_boxed(*card)?,
            TableOrder::BetweenPlayers(PlayerTableOrder::TakeFlopBack) => {
                require(self.dealing()?.may_take_flop_back(), "a flop was taken back that stays")?;
                Some(PlayerTableFact::FlopTakenBack)
            }
            TableOrder::BetweenPlayers(PlayerTableOrder::StubShuffled) => {
                require(self.dealing()?.next() == Next::Stub, "the stub was told to be shuffled, and nothing goes back")?;
                Some(PlayerTableFact::StubShuffled)
            }
            TableOrder::WrongCount { at, cards } => self.after_wrong_count(*at, *cards)?,
            _ => return Ok(()),
        };
        require(self.rules.is_dealt_by_hand, "a mistake was told, and nobody deals")?;
        match due {
            Some(fact) => {
                let forced = self.forced_after(&fact)?;
                self.due_mistakes = [fact].into_iter().chain(forced).collect();
            }
            None => self.due_void = Some(DealVoid::Misdeal),
        }
        Ok(())
    }

    fn dealing(&self) -> Result<Progress<'_>, String> {
        self.progress()?.ok_or_else(|| "a mistake was told, and no deal was under way".into())
    }

    /// SPG-A22: what a seat does at once whose seventh card was shown after a bet, where the file leaves it no choice.
    fn forced_after(&self, fact: &PlayerTableFact) -> Result<Option<PlayerTableFact>, String> {
        let (Some(deal), PlayerTableFact::Exposed { seat, place, .. }) = (&self.deal, fact) else { return Ok(None) };
        let mut told = deal.clone();
        told.history.push(Entry::Exposed(*seat, (*place).into()));
        let is_forced = Progress::of(&self.rules, &told)?.is_forced_to_play_for_pot(*seat);
        let (seat, action, paid) = (*seat, BettingAction::PlayForPot, Money::ZERO);
        Ok(is_forced.then_some(PlayerTableFact::Acted { seat, action, paid, by_default: true }))
    }

    /// What must be told of a card that lay face up in the pack; nothing where the deal is void (SPG-74, SPG-A25).
    fn after_boxed(&self, card: Card) -> Result<Option<PlayerTableFact>, String> {
        let progress = self.dealing()?;
        require(!progress.mistakes.out.contains(&card), "a card that is out of the deal was told to be boxed")?;
        let last = progress.may_be_boxed().ok_or("a card was told to be boxed, and none has come since somebody acted")?;
        Ok((last == card && !progress.is_void_by_boxed()).then_some(PlayerTableFact::Boxed))
    }

    /// What must be told of the seventh card of a seat (SPG-84); nothing where the deal is void.
    fn after_seventh(progress: &Progress<'_>, seat: Seat, card: Card) -> Result<Option<PlayerTableFact>, String> {
        let player = progress.player(seat).ok_or("a card was told to have been shown of no live hand")?;
        let is_seen = progress.mistakes.out.contains(&card) || player.up.contains(&card);
        require(!is_seen, "a card that everybody sees was told to have been shown")?;
        let place = u8::try_from(player.down.len()).map_err(|_| "a hand of so many cards")?.saturating_sub(1);
        Ok((player.down.last() == Some(&card)).then_some(PlayerTableFact::Exposed { seat, place, stays: true }))
    }

    /// What must be told; nothing where the deal is void.
    fn after_exposure(&self, seat: Seat, card: Card) -> Result<Option<PlayerTableFact>, String> {
        let progress = self.dealing()?;
        if progress.may_show_seventh(seat) {
            return Self::after_seventh(&progress, seat, card);
        }
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
        let due = self.due_mistakes.pop_front();
        require(due.as_ref() == Some(fact), format_args!("{fact:?} was told, and {due:?} is due"))?;
        if matches!(entry, Entry::Boxed | Entry::FlopTakenBack) {
            self.withdraw_order();
        }
        let changes = self.add(entry)?;
        // A card that is on its way goes where it was ordered to; a deal that is over wants it no more.
        if let Some(ordered) = self.card_on_its_way() {
            let next = self.progress()?.map(|progress| progress.next());
            let is_same = matches!(next, Some(Next::Settlement)) || next == Some(Next::Card(ordered.0, ordered.1));
            require(is_same, format_args!("a card is on its way to {ordered:?}, and {next:?} comes next"))?;
        }
        Ok(changes)
    }
}
