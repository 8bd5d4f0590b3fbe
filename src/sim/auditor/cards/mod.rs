//! The auditor at a card table: which card went where, who decided what, and what every stake must return by the auditor's own reading of
//! the rule books and of the rules file.
//!
//! Here never live: anything of `games` or `cabinet`, and no key of a rules file that was read by them.

mod asked;
mod baccarat;
mod blackjack;
mod keys;
mod limits;
mod line;
mod poker;
mod settlement;
mod shoe;
mod table;

pub(super) use table::{CardTable, Moved};

use asked::Asked;
use keys::Keys;
use limits::Limits;
use line::{Line, require};

use crate::model::{BoxNumber, BoxStake, Card, CardPlace, Choice, Face, Seat};

/// The rules of one card table as the auditor has read them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRules {
    game: Game,
    packs: u8,
    limits: Limits,
    /// How long a player may think.
    decision_seconds: i64,
    /// Whether a deal is void in whose middle the program was started again.
    restart_voids: bool,
    /// Whether a faulty deal may be dealt again.
    may_redeal: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Game {
    Baccarat(Box<baccarat::Rules>),
    Blackjack(Box<blackjack::Rules>),
    Poker(Box<poker::Rules>),
}

impl TableRules {
    /// Reads the keys of a rules file.
    ///
    /// # Errors
    /// A key that is missing, has a value that the auditor does not know, or is not known to the auditor at all.
    pub fn read(game: &str, keys: &toml::Table) -> Result<Self, String> {
        let keys = Keys::new(keys);
        let (game, limits) = match game {
            "baccarat" => (Game::Baccarat(Box::new(baccarat::Rules::read(&keys)?)), Limits::baccarat(&keys)?),
            "blackjack" => (Game::Blackjack(Box::new(blackjack::Rules::read(&keys)?)), Limits::blackjack(&keys)?),
            "oasis" => (Game::Poker(Box::new(poker::Rules::oasis(&keys)?)), Limits::poker(&keys)?),
            "russian" => (Game::Poker(Box::new(poker::Rules::russian(&keys)?)), Limits::poker(&keys)?),
            other => return Err(format!("the auditor does not know the game {other}")),
        };
        ["play", "limits", "boxes"].into_iter().try_for_each(|table| keys.are_all_read(table))?;
        let packs = u8::try_from(keys.number("shoe.packs")?).map_err(|_| "shoe.packs is no number of packs")?;
        let restart_voids = keys.is("course.restart_in_deal", "void", "continue")?;
        let may_redeal = keys.flag("course.redeal")?;
        let decision_seconds = keys.number("course.decision_seconds")?;
        Ok(Self { game, packs, limits, decision_seconds, restart_voids, may_redeal })
    }
}

/// Something that went wrong with the cards of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mistake {
    /// A card came that nobody asked for, was seen before its time, or lies at a box to which it does not belong.
    StrayCard,
    /// The dealer has missed this box.
    MissedBox(BoxNumber),
}

/// A decision as it was told.
struct Chosen<'a> {
    seat: Seat,
    place: BoxNumber,
    hand: u8,
    choice: Choice,
    stakes: &'a [BoxStake],
}

/// What a deal must come to.
struct Settled {
    stakes: Vec<BoxStake>,
    /// What each of the stakes returns, uncut.
    lines: Vec<Line>,
    /// What is cut off the wins of whom on which box.
    cuts: Vec<(Seat, BoxNumber, i64)>,
}

/// Adds up what is cut for each seat and box, in the order in which they come; nothing where nothing is cut.
fn cut_off(excesses: impl Iterator<Item = (Seat, BoxNumber, i64)>) -> Vec<(Seat, BoxNumber, i64)> {
    let mut cuts: Vec<(Seat, BoxNumber, i64)> = Vec::new();
    for (seat, place, excess) in excesses.filter(|(.., excess)| *excess > 0) {
        match cuts.iter_mut().find(|cut| (cut.0, cut.1) == (seat, place)) {
            Some(cut) => cut.2 += excess,
            None => cuts.push((seat, place, excess)),
        }
    }
    cuts
}

/// A deal under way.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Deal {
    Baccarat(Box<baccarat::Deal>, Vec<BoxStake>),
    Blackjack(Box<blackjack::Deal>),
    Poker(Box<poker::Deal>),
}

impl Deal {
    fn begin(rules: &TableRules, laid: &[BoxStake]) -> Result<Self, String> {
        Ok(match &rules.game {
            Game::Baccarat(rules) => Self::Baccarat(Box::new(baccarat::Deal::new(rules.as_ref().clone())), laid.to_vec()),
            Game::Blackjack(rules) => Self::Blackjack(Box::new(blackjack::Deal::new(rules.as_ref().clone(), laid))),
            Game::Poker(rules) => Self::Poker(Box::new(poker::Deal::new(rules.as_ref().clone(), laid)?)),
        })
    }

    /// Where the next card goes, and which way up, once nobody has anything to decide.
    fn next_card(&self) -> Option<(CardPlace, Face)> {
        match self {
            Self::Baccarat(deal, _) => deal.next_card().map(|to| (to, Face::Up)),
            Self::Blackjack(deal) => deal.next_card(),
            Self::Poker(deal) => deal.next_card(),
        }
    }

    /// Whose turn it is, and what he may choose.
    fn asked(&self) -> Option<Asked> {
        match self {
            Self::Baccarat(..) => None,
            Self::Blackjack(deal) => deal.asked(),
            Self::Poker(deal) => deal.asked(),
        }
    }

    /// A card is wanted at this place, this way up.
    fn may_take(&self, to: CardPlace, face: Face) -> Result<(), String> {
        let next = self.next_card();
        let whose = self.asked().map(|asked| format!(": it is the turn of {asked:?}")).unwrap_or_default();
        require(next == Some((to, face)), format!("a card is wanted at {to:?}, {face:?}, and must go to {next:?}{whose}"))
    }

    /// The card that was ordered for this place has come.
    fn take(&mut self, to: CardPlace, face: Face, card: Card) -> Result<(), String> {
        match self {
            Self::Baccarat(deal, _) => deal.take(to, card),
            Self::Blackjack(deal) => {
                deal.take(to, card);
                Ok(())
            }
            Self::Poker(_) => {
                self.may_take(to, face)?;
                if let Self::Poker(deal) = self {
                    deal.take(to, card);
                }
                Ok(())
            }
        }
    }

    /// Whether every hand that plays lies open.
    fn is_open(&self) -> bool {
        if let Self::Poker(deal) = self { deal.is_open() } else { false }
    }

    /// Whether a player sees the cards of this box that lie face down.
    fn is_seen_by(&self, seat: Seat, place: BoxNumber) -> bool {
        if let Self::Poker(deal) = self { deal.is_seen_by(seat, place) } else { false }
    }

    /// A card that nobody asked for has come; the deal was not voided for it.
    fn take_stray(&mut self, card: Card) -> Result<(), String> {
        match self {
            Self::Blackjack(deal) => deal.take_stray(card),
            _ => Err("a card that nobody asked for stayed in play".into()),
        }
    }

    /// Whether the rules void the deal for this mistake. Blackjack has rules for it (BJB-32, BJB-33, BJAM-Q23); at baccarat any malfunction
    /// voids the round (BQAM-12), and no text of the poker games keeps such a card.
    fn is_void_by(&self, mistake: Mistake) -> bool {
        match self {
            Self::Blackjack(deal) => deal.is_void_by(mistake),
            _ => true,
        }
    }

    /// The dealer has missed a box; the deal was not voided for it.
    fn miss(&mut self, place: BoxNumber) -> Result<(), String> {
        match self {
            Self::Blackjack(deal) => deal.miss(place),
            _ => Err("a box was missed and the deal went on".into()),
        }
    }

    /// Cards that nobody took in the deal before come first.
    fn begin_with(&mut self, cards: Vec<Card>) {
        if let Self::Blackjack(deal) = self {
            cards.into_iter().for_each(|card| deal.stray(card));
        }
    }

    fn chose(&mut self, chosen: &Chosen<'_>) -> Result<(), String> {
        match self {
            Self::Baccarat(..) => Err("nobody decides at baccarat".into()),
            Self::Blackjack(deal) => deal.chose(chosen),
            Self::Poker(deal) => deal.chose(chosen),
        }
    }

    fn settle(&mut self) -> Result<Settled, String> {
        match self {
            Self::Baccarat(deal, stakes) => Ok(Settled { lines: deal.settle(stakes)?, stakes: stakes.clone(), cuts: Vec::new() }),
            Self::Blackjack(deal) => deal.settle(),
            Self::Poker(deal) => deal.settle(),
        }
    }

    fn left_over(&self) -> Vec<Card> {
        if let Self::Blackjack(deal) = self { deal.left_over() } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests;
