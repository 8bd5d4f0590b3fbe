//! The auditor at a card table: which card went where, who decided what, and what every stake must return by the auditor's own reading of
//! the rule books and of the rules file.
//!
//! Here never live: anything of `games` or `cabinet`, and no key of a rules file that was read by them.

mod antes;
mod baccarat;
mod blackjack;
mod casino_holdem;
mod clerk;
mod expected_turn;
mod five_card;
mod hi_lo;
mod keys;
mod limits;
mod line;
mod machine;
mod payout;
mod poker;
mod red_dog;
mod settlement;
mod shoe;
mod slot;
mod table;
mod top_card;
mod video_poker;

pub(super) use table::{CardTable, Moved};

use std::sync::Arc;

use clerk::Clerk;
use keys::Keys;
use line::{Line, require};

use super::stake_limits::Bounds;
use crate::model::{BoxNumber, BoxStake, CardPlace, Choice, LimitedAmount, Money, Seat, StakeKind};

/// The rules of one card table as the auditor has read them.
#[derive(Clone, Debug)]
pub struct TableRules {
    game: String,
    /// The keys of the rules file.
    keys: Arc<toml::Table>,
    clerk: Arc<dyn Clerk>,
    packs: u8,
    /// Whether every pack has a joker (HPAM-2).
    has_joker: bool,
    /// How long a player may think.
    decision_seconds: i64,
    /// Whether a deal is void in whose middle the program was started again.
    restart_voids: bool,
    /// Whether a faulty deal may be dealt again.
    may_redeal: bool,
}

impl TableRules {
    /// Reads the keys of a rules file.
    ///
    /// # Errors
    /// A key that is missing, has a value that the auditor does not know, or is not known to the auditor at all.
    pub fn read(game: &str, keys: &toml::Table) -> Result<Self, String> {
        Self::read_limited(game, &Arc::new(keys.clone()), keys)
    }

    /// The same rules under limits that attendants have set: as if they stood in the file.
    fn limited(&self, limits: &[(LimitedAmount, Bounds)]) -> Result<Self, String> {
        let mut keys = toml::Table::clone(&self.keys);
        for (of, (least, most)) in limits {
            let LimitedAmount::Stake(kind) = *of else { return Err("a limit of the wheel was set at a card table".into()) };
            let (table, least_key, most_key) = limits_of(&self.keys, kind);
            for (key, bound) in [(least_key, least), (most_key, most)] {
                if let Some(bound) = bound {
                    let table = table.iter().try_fold(&mut keys, |keys, part| keys.get_mut(*part)?.as_table_mut());
                    table.ok_or("a limit was set that the rules do not know")?.insert(key.into(), (*bound).into());
                }
            }
        }
        Self::read_limited(&self.game, &self.keys, &keys)
    }

    /// The least and the most of a stake in the rules file; `None` where it has none of its own.
    fn file_bounds(&self, kind: StakeKind) -> Option<Bounds> {
        let (table, least_key, most_key) = limits_of(&self.keys, kind);
        let table = table.iter().try_fold(&*self.keys, |keys, part| keys.get(*part)?.as_table())?;
        let number = |key: &str| table.get(key).and_then(toml::Value::as_integer);
        let beside_ante = || self.bonus_most().filter(|_| kind == StakeKind::Bonus);
        number(least_key).map(|least| (Some(least), number(most_key).or_else(beside_ante)))
    }

    /// The most bonus that the game's own rule allows, by the file.
    fn bonus_most(&self) -> Option<i64> {
        clerk::read(&self.game, &Keys::new(&self.keys)).ok()?.bonus_most()
    }

    /// BQAM-62: whether the highest stake wins another multiple than the others, so that its most must stay what the file says.
    fn pays_otherwise_at_most(&self) -> bool {
        let keys = Keys::new(&self.keys);
        let pays = |name: &str| keys.number_if(&format!("play.pays.{name}"));
        keys.has("play.pays.royal_flush_at_highest_step") && pays("royal_flush_at_highest_step") != pays("royal_flush")
    }

    fn read_limited(game: &str, file: &Arc<toml::Table>, keys: &toml::Table) -> Result<Self, String> {
        let keys = Keys::new(keys);
        let clerk = clerk::read(game, &keys)?;
        ["play", "limits", "boxes"].into_iter().try_for_each(|table| keys.are_all_read(table))?;
        let packs = u8::try_from(keys.number("shoe.packs")?).map_err(|_| "shoe.packs is no number of packs")?;
        let has_joker = keys.has("shoe.pack") && keys.is("shoe.pack", "52-cards-and-joker", "52-cards")?;
        let restart_voids = keys.is("course.restart_in_deal", "void", "continue")?;
        let may_redeal = keys.flag("course.redeal")?;
        let decision_seconds = keys.number("course.decision_seconds")?;
        Ok(Self { game: game.to_owned(), keys: file.clone(), clerk, packs, has_joker, decision_seconds, restart_voids, may_redeal })
    }
}

/// Where a rules file has the limits of a stake: the table, and its keys for the least and the most.
fn limits_of(keys: &toml::Table, kind: StakeKind) -> (Vec<&'static str>, &'static str, &'static str) {
    let limits = keys.get("limits").and_then(toml::Value::as_table);
    let has = |path: &[&str]| path.iter().try_fold(limits?, |table, part| table.get(*part)?.as_table()).is_some().then_some(());
    match kind {
        StakeKind::Ante => (vec!["limits", "ante"], "least", "most"),
        StakeKind::Main if has(&["main"]).is_none() => (vec!["limits"], "least_minor", "box_most_minor"),
        StakeKind::Main => (vec!["limits", "main"], "least", "most"),
        StakeKind::Bonus if has(&["bonus", "plate"]).is_some() => (vec!["limits", "bonus", "plate"], "least", "most"),
        StakeKind::Bonus => (vec!["limits", "bonus"], "least", "most"),
        other => (vec!["limits", "stake", baccarat::key_of(other)], "least", "most"),
    }
}

/// Something that went wrong with the cards of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mistake {
    /// A card came that nobody asked for.
    StrayCard,
    /// The dealer has shown a card before its time.
    ExposedCard,
    /// At this box lies a card that does not belong to it.
    CardTooMany(BoxNumber),
    /// The dealer has missed this box.
    MissedBox(BoxNumber),
    /// The hand at this place has so many cards, and others than it should.
    WrongCount { at: CardPlace, cards: u8 },
}

/// A decision as it was told.
struct Chosen<'a> {
    seat: Seat,
    place: BoxNumber,
    hand: u8,
    choice: Choice,
    stakes: &'a [BoxStake],
}

impl Chosen<'_> {
    /// The decision of whom it is.
    const fn of(&self) -> Of {
        (self.seat, self.place, self.hand)
    }

    /// The stake that the decision places, where it places one, and that it was told with this one and no other.
    fn placed(&self, kind: Option<StakeKind>, amount: i64) -> Result<Option<BoxStake>, String> {
        let Chosen { seat, place, hand, choice, stakes } = *self;
        let placed = kind.map(|kind| BoxStake { seat, place, hand, kind, amount: Money::from_minor(amount) });
        require(placed.as_slice() == stakes, format_args!("{choice:?} placed {stakes:?} and not {placed:?}"))?;
        Ok(placed)
    }
}

/// Whose decision: the seat, the box and the hand of it.
type Of = (Seat, BoxNumber, u8);

/// What a deal must come to.
#[derive(Debug, Default)]
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

#[cfg(test)]
mod tests;
