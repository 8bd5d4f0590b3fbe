//! The table as it stands.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::event::{Event, Mismatch};
use crate::games::seating::{Absent, Markers, Next, Stand, first_deal, next_deal};
use crate::games::shoe::{Shoe, ShoeRules};
use crate::games::streets::{BetSize, CardTo, ForcedBets, Hand, HandWants, House, Level};
use crate::model::{Combination, Composition, Money, Pack, SEATS, Seat};

/// What is played at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRules {
    /// The rules of the house.
    pub house: House,
    /// The amounts.
    pub level: Level,
}

impl TableRules {
    /// The least and the most to sit down with.
    #[must_use]
    pub fn buy_in(&self) -> (Money, Money) {
        let bet = self.level.size(&self.house, BetSize::Small);
        let times = |count: u16| bet.checked_mul(i64::from(count)).map_or(Money::MOST, |sum| sum.min(Money::MOST));
        (times(self.house.seating.buy_in_least_bets), times(self.house.seating.buy_in_most_bets))
    }

    /// Whether one with this stack can be dealt in.
    pub(super) fn suffices(&self, stack: Money) -> bool {
        stack >= self.level.least_stack(&self.house)
    }

    /// The least stack that is dealt in where an hour has to be paid first; `None` where nothing is taken by the hour.
    #[must_use]
    pub fn least_for_hour(&self) -> Option<Money> {
        let least = self.level.least_stack(&self.house);
        self.house.fee.hourly_minor.map(|fee| fee.checked_add(least).unwrap_or(Money::MOST))
    }

    /// Whether one with this stack can pay for an hour, and be dealt in then.
    #[must_use]
    pub fn can_pay_hour(&self, stack: Money) -> bool {
        self.least_for_hour().is_none_or(|least| stack >= least)
    }

    /// What does not fit together: the key of the amounts and what was expected. Who sits down with the least can pay for his first hour.
    #[must_use]
    pub fn problem(&self) -> Option<(&'static str, &'static str)> {
        let reaches = || self.can_pay_hour(self.buy_in().0);
        let expected = "an amount of which the least buy-in pays for an hour and the first stake (`fee.hourly_minor`)";
        self.level.problem(&self.house).or_else(|| (!reaches()).then(|| (self.level.least_bet(&self.house).0, expected)))
    }

    pub(super) fn has_blinds(&self) -> bool {
        self.house.variant.forced() == ForcedBets::Blinds
    }

    pub(super) fn posts_for_absent(&self) -> bool {
        self.house.seating.absent == Absent::PostsAndFolds
    }
}

/// One who sits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// What lies before him; during a deal what lay before him when it began.
    pub(super) stack: Money,
    pub(super) is_out: bool,
    /// Whether he missed a deal and is dealt in when the big blind comes to him.
    pub(super) waits: bool,
    pub(super) is_leaving: bool,
    /// Whether the last deal was dealt to him, and not to one who sat here before.
    pub(super) was_dealt_in: bool,
    /// Whether his hand is opened at every showdown, also where it may be mucked.
    pub(super) opens_always: bool,
}

/// Where the button lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Button {
    NotDrawn,
    Drawn(Seat),
    Lay(Markers),
    /// The last deal was void: the next one is dealt to the same seats (HRB-25, SPG-101), or where one of them is gone, as if it had not been.
    Again {
        next: Next,
        before: alloc::boxed::Box<Button>,
        /// Who waited before it, and before the void deals right before it.
        waited: Vec<Seat>,
    },
}

/// A deal, under way or the last one.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Dealing {
    pub(super) hand: Hand,
    pub(super) shoe: Shoe,
    /// How many cards have gone back into it.
    pub(super) put_back: u16,
    pub(super) turn: u32,
    /// Whether somebody has acted.
    pub(super) has_acted: bool,
    pub(super) next: Next,
    pub(super) before: Button,
    /// Who of its players waited before it, and of those of void deals right before it before them.
    pub(super) waited: Vec<Seat>,
    /// The hands that lie open, once it is over.
    pub(super) shown: Option<Vec<Seat>>,
}

impl Dealing {
    /// What was meant for the turn before does nothing from now on.
    pub(super) fn begin_turn(&mut self) {
        self.turn = self.turn.saturating_add(1);
    }

    /// Whether the game has begun: somebody has acted, or the first round is over where nobody could (SPG-A20).
    pub(super) fn has_begun(&self) -> bool {
        self.has_acted || self.hand.street() > 0
    }
}

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// More players.
    Players,
    /// A card for each seat that can be dealt in, for the button.
    Draw,
    /// The next deal.
    Begin,
    /// A card.
    Card(CardTo),
    /// The stub to be shuffled, with what goes back into it.
    Shuffle,
    /// What this seat does, in this turn of the deal.
    Decision(Seat, u32),
}

/// A table between players.
#[derive(Clone, PartialEq, Eq)]
pub struct PlayerTable {
    pub(super) rules: TableRules,
    pub(super) places: [Option<Place>; SEATS],
    pub(super) button: Button,
    pub(super) deals: u64,
    pub(super) dealing: Option<Dealing>,
}

/// Says no card.
impl core::fmt::Debug for PlayerTable {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let hand = self.dealing.as_ref().map(|dealing| &dealing.hand);
        f.debug_struct("PlayerTable").field("places", &self.places).field("deals", &self.deals).field("hand", &hand).finish_non_exhaustive()
    }
}

impl PlayerTable {
    /// A table where nobody sits. `None` where the amounts do not fit the rules of the house.
    #[must_use]
    pub fn new(rules: TableRules) -> Option<Self> {
        let fits = rules.problem().is_none() && rules.house.problems().is_empty();
        fits.then_some(Self { rules, places: [None; SEATS], button: Button::NotDrawn, deals: 0, dealing: None })
    }

    /// The table that these events made.
    ///
    /// # Errors
    /// [`Mismatch`], where one of them cannot have happened.
    pub fn replay<'a>(rules: TableRules, events: impl IntoIterator<Item = &'a Event>) -> Result<Self, Mismatch> {
        let mut table = Self::new(rules).ok_or(Mismatch)?;
        events.into_iter().try_for_each(|event| table.apply(event))?;
        Ok(table)
    }

    /// What it waits for.
    #[must_use]
    pub fn wants(&self) -> Wants {
        if let Some(dealing) = self.under_way() {
            match dealing.hand.wants() {
                HandWants::Card(to) => return Wants::Card(to),
                HandWants::Shuffle => return Wants::Shuffle,
                HandWants::Decision(seat) => return Wants::Decision(seat, dealing.turn),
                HandWants::Settlement => {}
            }
        }
        match (&self.button, self.present() < 2) {
            (_, true) => Wants::Players,
            (Button::NotDrawn, false) => Wants::Draw,
            _ => Wants::Begin,
        }
    }

    /// The rules it plays by.
    #[must_use]
    pub const fn rules(&self) -> &TableRules {
        &self.rules
    }

    /// The number of the deal under way or of the last one; 0 before the first.
    #[must_use]
    pub const fn deal_number(&self) -> u64 {
        self.deals
    }

    /// Whether a deal is under way.
    #[must_use]
    pub fn is_dealing(&self) -> bool {
        self.under_way().is_some()
    }

    /// Which street of the deal under way it is, from 0.
    pub(super) fn street(&self) -> usize {
        self.under_way().map_or(0, |dealing| dealing.hand.street())
    }

    /// What the seat's hand makes in the deal under way or made in the last one, no matter who may see it.
    #[must_use]
    pub fn combination(&self, seat: Seat) -> Option<Combination> {
        self.dealing.as_ref().and_then(|dealing| dealing.hand.combination(seat))
    }

    /// Whether the seat's hand of the last deal lies closed and may still be shown: it was live to the end, and its player still sits there. A hand
    /// that was folded is nobody's.
    #[must_use]
    pub fn may_show(&self, seat: Seat) -> bool {
        let closed = |dealing: &Dealing| {
            let is_live = dealing.hand.seats()[seat.index()].is_some_and(|player| player.is_live);
            is_live && dealing.shown.as_ref().is_some_and(|shown| !shown.contains(&seat))
        };
        self.was_dealt_in(seat) && self.dealing.as_ref().is_some_and(closed)
    }

    /// Whether the seat's hand is mucked by itself where it need not be shown at a showdown.
    #[must_use]
    pub fn mucks(&self, seat: Seat) -> bool {
        self.place(seat).is_none_or(|place| !place.opens_always)
    }

    /// Whose hands are opened at the end of the deal under way, in the order of showing: those that must be, and at a showdown those of players
    /// who want theirs to be (SPB-55 to SPB-57).
    pub(super) fn opened_at_end(&self, hand: &Hand) -> Vec<Seat> {
        let must = hand.shown();
        let is_showdown = !must.is_empty();
        let opens = |seat: &Seat| must.contains(seat) || is_showdown && !self.mucks(*seat);
        hand.showdown().into_iter().filter(opens).collect()
    }

    /// Whether the seat can be dealt into the next deal: it has the chips for it, and neither sits out nor goes.
    #[must_use]
    pub fn can_be_dealt_in(&self, seat: Seat) -> bool {
        self.is_present(seat)
    }

    /// The seats that are there and would be dealt into a deal that began now.
    #[must_use]
    pub fn would_be_dealt_in(&self) -> Vec<Seat> {
        let players = self.next().map_or_else(Vec::new, |next| next.players);
        players.into_iter().filter(|seat| self.is_present(*seat)).collect()
    }

    /// Whether somebody sits there who neither sits out nor is leaving.
    #[must_use]
    pub fn takes_part(&self, seat: Seat) -> bool {
        self.place(seat).is_some_and(|place| !place.is_out && !place.is_leaving)
    }

    /// Whether the deal under way, or the last one, was dealt to who sits there now.
    #[must_use]
    pub fn was_dealt_in(&self, seat: Seat) -> bool {
        self.place(seat).is_some_and(|place| place.was_dealt_in)
    }

    /// Whether the rules say what a card is that comes now and that nobody ordered (SPG-96).
    #[must_use]
    pub fn takes_extra(&self) -> bool {
        self.under_way().is_some_and(|dealing| matches!(dealing.hand.wants(), HandWants::Decision(_)) && dealing.hand.takes_extra())
    }

    /// What the pack of the deal under way still holds.
    #[must_use]
    pub fn remaining(&self) -> Option<Composition> {
        self.under_way().map(|dealing| *dealing.shoe.composition())
    }

    /// How many cards have come out of the pack of the deal under way, those that went back among them, as often as they came.
    #[must_use]
    pub fn taken(&self) -> Option<u16> {
        self.under_way().map(|dealing| Self::pack().left() + dealing.put_back - dealing.shoe.left())
    }

    /// What lies before the seat, where somebody sits there.
    #[must_use]
    pub fn stack(&self, seat: Seat) -> Option<Money> {
        let in_hand = self.under_way().and_then(|dealing| dealing.hand.seats()[seat.index()]).map(|player| player.stack);
        self.places[seat.index()].map(|place| in_hand.unwrap_or(place.stack))
    }

    /// What the seat has put into the deal under way.
    #[must_use]
    pub fn put_in(&self, seat: Seat) -> Money {
        self.under_way().and_then(|dealing| dealing.hand.seats()[seat.index()]).map_or(Money::ZERO, |player| player.put_in)
    }

    /// All that lies at the table: before the seats and in the pot.
    #[must_use]
    pub fn total(&self) -> Money {
        Seat::all().map(|seat| self.stack(seat).unwrap_or(Money::ZERO) + self.put_in(seat)).sum()
    }

    pub(super) fn place(&self, seat: Seat) -> Option<&Place> {
        self.places[seat.index()].as_ref()
    }

    pub(super) fn under_way(&self) -> Option<&Dealing> {
        self.dealing.as_ref().filter(|dealing| dealing.shown.is_none())
    }

    pub(super) fn is_in_deal(&self, seat: Seat) -> bool {
        self.under_way().is_some_and(|dealing| dealing.hand.seats()[seat.index()].is_some())
    }

    pub(super) fn is_present(&self, seat: Seat) -> bool {
        self.place(seat).is_some_and(|place| self.rules.suffices(place.stack) && !place.is_out && !place.is_leaving)
    }

    pub(super) fn present(&self) -> usize {
        Seat::all().filter(|seat| self.is_present(*seat)).count()
    }

    /// Whether the seat waits for the big blind, where there is one.
    pub(super) fn is_waiting(&self, place: &Place) -> bool {
        place.waits && self.rules.has_blinds()
    }

    /// How the seats stand for the next deal, where these wait as well.
    fn stands(&self, waited: &[Seat]) -> [Stand; SEATS] {
        let mut stands = [Stand::Away; SEATS];
        let waits = |seat: Seat, place: &Place| self.is_waiting(place) || self.rules.has_blinds() && waited.contains(&seat);
        // Nothing is dealt to the absent alone (SPT-42): where everybody who is there waits, they are dealt in without them.
        let is_played = Seat::all().any(|seat| self.is_present(seat) && self.place(seat).is_some_and(|place| !waits(seat, place)));
        for seat in Seat::all() {
            let Some(place) = self.place(seat).filter(|place| self.rules.suffices(place.stack) && !place.is_leaving) else { continue };
            let is_dealt_in = !place.is_out || self.rules.posts_for_absent() && is_played;
            let waits = waits(seat, place);
            stands[seat.index()] = match (is_dealt_in, waits) {
                (false, _) => Stand::Away,
                (true, true) if place.is_out => Stand::Away,
                (true, true) => Stand::Waits,
                (true, false) => Stand::Plays,
            };
        }
        stands
    }

    /// Who is dealt in next, and where the button and the blinds are then.
    pub(super) fn next(&self) -> Option<Next> {
        if self.present() < 2 {
            return None;
        }
        self.next_from(&self.button, &[])
    }

    fn next_from(&self, button: &Button, waited: &[Seat]) -> Option<Next> {
        let stands = self.stands(waited);
        let (seating, heads_up) = (self.rules.house.seating, self.rules.house.betting.heads_up);
        match button {
            Button::NotDrawn => None,
            Button::Drawn(button) => first_deal(heads_up, self.rules.has_blinds(), *button, &stands),
            Button::Lay(last) => next_deal(seating.button, heads_up, *last, &stands),
            Button::Again { next, before, waited } => {
                // Who has sat down since in the seat of one who went is another one.
                let is_there = |seat: &Seat| self.was_dealt_in(*seat);
                if next.players.iter().all(|seat| is_there(seat) && stands[seat.index()] != Stand::Away) {
                    return Some(next.clone());
                }
                self.next_from(before, waited)
            }
        }
    }

    pub(super) fn pack() -> Shoe {
        Shoe::full(&ShoeRules { packs: 1, pack: Pack::Plain, burn: 0, burn_at_change: 0, cut_least: 0, behind_cut: 52 })
    }
}
