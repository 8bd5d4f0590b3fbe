//! What a game must tell the auditor: its rules, as the auditor reads them from the keys of a rules file, and a deal by them.
//!
//! A game is a file or a folder beside this one and one line in the list of [`read`]. It shares no code with the game that it audits.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::Arc;

use super::expected_turn::ExpectedTurn;
use super::keys::Keys;
use super::line::require;
use super::{Chosen, Mistake, Settled, baccarat, blackjack, casino_holdem, five_card, hi_lo, poker, red_dog, slot, top_card, video_poker};
use crate::model::{BoxNumber, BoxStake, Card, CardPlace, Choice, Face, Piece, Seat};

/// The rules of one house for one game.
pub(super) trait Clerk: Debug + Send + Sync {
    /// Checks that these stakes may lie together before the deal, those of one kind of a seat on a box added up.
    fn check_laid(&self, lying: &[BoxStake]) -> Result<(), String>;

    /// A deal with these stakes, before its first card.
    fn begin(&self, laid: &[BoxStake]) -> Result<Box<dyn DealClerk>, String>;

    /// How many times a stake comes back in all by the rows of the pay table, where a settlement does not name the rows: several of them pay
    /// together, or by more than one stake. `None` where every win is told as its row says.
    fn totals(&self) -> Option<BTreeSet<i64>> {
        None
    }

    /// The most bonus that may lie beside the highest ante, where the rules give a bonus no other most.
    fn bonus_most(&self) -> Option<i64> {
        None
    }

    /// Whether this is what is done for a player who does not decide; [`DealClerk::is_default_now`] says when.
    fn is_default(&self, choice: Choice) -> bool;
}

/// A deal under way.
pub(super) trait DealClerk: Debug + Send + Sync + CopiedDeal {
    /// Where the next card goes, and which way up, once nobody has anything to decide.
    fn next_card(&self) -> Option<(CardPlace, Face)>;

    /// Every decision that is waited for, in the order of the boxes, and what there is to choose; several where all are asked at once.
    fn asked(&self) -> Vec<ExpectedTurn> {
        Vec::new()
    }

    /// A card is wanted at this place, this way up.
    fn may_take(&self, to: CardPlace, face: Face) -> Result<(), String> {
        let next = self.next_card();
        let asked = self.asked();
        let whose = if asked.is_empty() { String::new() } else { format!(": it is the turn of {asked:?}") };
        require(next == Some((to, face)), format_args!("a card is wanted at {to:?}, {face:?}, and must go to {next:?}{whose}"))
    }

    /// The card that was ordered for this place has come.
    fn take(&mut self, to: CardPlace, face: Face, card: Card) -> Result<(), String>;

    /// How many equally likely values each place has of the draw of chance that is wanted next, which is no card.
    fn next_draw(&self) -> Option<Vec<u16>> {
        None
    }

    /// This was drawn, a value for each place that the draw has.
    fn take_drawn(&mut self, drawn: &[u16]) -> Result<(), String> {
        Err(format!("{drawn:?} was drawn, and nothing was to be"))
    }

    /// What everybody sees there besides cards; `None` where the game has nothing of the kind.
    fn pieces(&self) -> Option<Vec<Piece>> {
        None
    }

    /// Whether every hand that plays lies open.
    fn is_open(&self) -> bool {
        false
    }

    /// Whether everybody sees the cards at this place, all of them or none; `None` where it goes by which way each of them lies, and by
    /// [`DealClerk::is_open`].
    fn is_open_at(&self, at: CardPlace) -> Option<bool> {
        let _ = at;
        None
    }

    /// What everybody sees of the cards at this place, card by card, no matter which way up each of them came; `None` where it goes by
    /// [`DealClerk::is_open_at`].
    fn shows(&self, at: CardPlace) -> Option<Vec<Option<Card>>> {
        let _ = at;
        None
    }

    /// Whether fresh cards are wanted in the middle of the deal; no card is before they are there.
    fn wants_fresh(&self) -> bool {
        false
    }

    /// The fresh cards are there.
    fn take_fresh(&mut self) {}

    /// What the deal comes to where it cannot go on although a result stands already; `None` where it is void then.
    fn stands(&self) -> Option<Settled> {
        None
    }

    /// Whether a player sees the cards of this box that lie face down.
    fn is_seen_by(&self, seat: Seat, place: BoxNumber) -> bool {
        let _ = (seat, place);
        false
    }

    /// A card that nobody asked for has come; the deal was not voided for it.
    fn take_stray(&mut self, card: Card) -> Result<(), String> {
        let _ = card;
        Err("a card that nobody asked for stayed in play".into())
    }

    /// Whether the rules void the deal for this mistake; they do where no text says otherwise.
    fn is_void_by(&self, mistake: Mistake) -> bool {
        let _ = mistake;
        true
    }

    /// The dealer has made a mistake for which the rules do not void the deal.
    fn mend(&mut self, mistake: Mistake) -> Result<(), String> {
        let _ = mistake;
        Ok(())
    }

    /// The deal is void for a mistake of the dealer; what the house owes for that is due at once.
    fn give_up(&mut self, mistake: Mistake) {
        let _ = mistake;
    }

    /// Cards that nobody took in the deal before come first.
    fn begin_with(&mut self, cards: Vec<Card>) {
        let _ = cards;
    }

    /// Whether this, of all that [`Clerk::is_default`] names, is what is done now for a player who does not decide.
    fn is_default_now(&self, choice: Choice) -> bool {
        let _ = choice;
        true
    }

    /// Somebody has decided.
    fn chose(&mut self, chosen: &Chosen<'_>) -> Result<(), String> {
        let _ = chosen;
        Err("nobody decides in this game".into())
    }

    /// Checks that nothing is to come before the settlement.
    fn may_settle(&self) -> Result<(), String> {
        require(self.next_card().is_none(), "a deal was settled while a card was still to come")?;
        require(self.next_draw().is_none(), "a deal was settled while something was still to be drawn")?;
        let asked = self.asked();
        require(asked.is_empty(), format_args!("a deal was settled while it was the turn of {asked:?}"))
    }

    /// What the deal must come to.
    fn settle(&self) -> Result<Settled, String>;

    /// What must be paid by now although the deal goes on, beyond these stakes.
    fn due_beyond(&self, paid: &[BoxStake]) -> Result<Settled, String> {
        let _ = paid;
        Ok(Settled::default())
    }

    /// Whether what was paid before the end stays paid where the deal is void.
    fn payments_stand(&self) -> bool {
        true
    }

    /// Cards that lie open and nobody took.
    fn left_over(&self) -> Vec<Card> {
        Vec::new()
    }
}

/// A deal of any game can be copied, so that a table can be tried with several things that may happen.
pub(super) trait CopiedDeal {
    /// The same deal once more.
    fn copy(&self) -> Box<dyn DealClerk>;
}

impl<D: DealClerk + Clone + 'static> CopiedDeal for D {
    fn copy(&self) -> Box<dyn DealClerk> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn DealClerk> {
    fn clone(&self) -> Self {
        (**self).copy()
    }
}

/// How the rules of a game are read.
type Read = fn(&Keys<'_>) -> Result<Arc<dyn Clerk>, String>;

const GAMES: [(&str, Read); 11] = [
    ("baccarat", baccarat::read),
    ("blackjack", blackjack::read),
    ("casino-holdem", casino_holdem::read),
    ("five-card", five_card::read),
    ("hi-lo", hi_lo::read),
    ("oasis", poker::read_oasis),
    ("red-dog", red_dog::read),
    ("russian", poker::read_russian),
    ("slot", slot::read),
    ("top-card", top_card::read),
    ("video-poker", video_poker::read),
];

/// The rules of the game of this name.
///
/// # Errors
/// Where the auditor does not know the game, or a key of it.
pub(super) fn read(game: &str, keys: &Keys<'_>) -> Result<Arc<dyn Clerk>, String> {
    let found = GAMES.iter().find(|(name, _)| *name == game);
    let (_, read) = found.ok_or_else(|| format!("the auditor does not know the game {game}"))?;
    read(keys)
}
