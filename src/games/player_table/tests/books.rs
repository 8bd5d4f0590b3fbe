//! The books of an auditor: credits, stacks, what lies in the pot, and fees, from the events alone. It asks the table nothing and takes
//! none of its sums.

use alloc::vec::Vec;

use crate::games::betting::Action;
use crate::games::player_table::{Event, HeldCard};
use crate::games::streets::CardTo;
use crate::model::{Card, SEATS, Seat};

pub(super) const CREDIT: i64 = 10_000_000;

/// What the auditor knows.
#[derive(Clone, Debug, Default)]
pub(super) struct Books {
    pub(super) credits: [i64; SEATS],
    pub(super) stacks: [Option<i64>; SEATS],
    pub(super) pot: [i64; SEATS],
    /// What of it nobody has to match.
    dead: [i64; SEATS],
    /// Whether all that is paid in a turn is for the bank.
    pub(super) trades: bool,
    /// Whether no hand is opened before the end, though nobody can bet any more.
    pub(super) opens_late: bool,
    pub(super) fees: i64,
    is_dealing: bool,
    is_live: [bool; SEATS],
    /// Who may have won a bank, or a part of one, before the others play for the rest again.
    has_won: [bool; SEATS],
    pub(super) replays: u64,
    was_dealt_in: [bool; SEATS],
    /// Closed cards with their owner; none: burnt.
    closed: Vec<(Card, Option<Seat>)>,
    pub(super) seen: Vec<Card>,
    shown: Vec<Seat>,
    fee_hundredths: i64,
    pub(super) deals: u64,
    pub(super) voids: u64,
    pub(super) dead_hands: u64,
    pub(super) mistakes: u64,
    /// How often cards went back into the stub.
    pub(super) shuffles: u64,
    /// How often somebody played for the pot so far.
    pub(super) aside: u64,
}

impl Books {
    pub(super) fn new(fee_hundredths: i64) -> Self {
        Self { credits: [CREDIT; SEATS], fee_hundredths, ..Self::default() }
    }

    /// These cards went back into the stub: they may come again, and nobody knows where they are.
    pub(super) fn put_back(&mut self, cards: &[Card]) {
        assert!(cards.iter().all(|card| self.seen.contains(card)), "what goes back has come");
        self.seen.retain(|card| !cards.contains(card));
        self.closed.retain(|(card, _)| !cards.contains(card));
    }

    fn stack(&mut self, seat: Seat) -> &mut i64 {
        self.stacks[seat.index()].as_mut().expect("somebody sits there")
    }

    /// Books the event and looks whether it may be; afterwards nothing is missing and nothing is new.
    pub(super) fn take(&mut self, event: &Event) {
        match event {
            Event::Joined { seat, put } => {
                assert_eq!(self.stacks[seat.index()].replace(0), None, "nobody sat there");
                self.was_dealt_in[seat.index()] = false;
                self.buy(*seat, put.minor());
            }
            Event::ToppedUp { seat, amount } => {
                assert!(!(self.is_dealing && self.was_dealt_in[seat.index()]), "TPC-9");
                self.buy(*seat, amount.minor());
            }
            Event::Left { seat, back } => {
                assert!(!(self.is_dealing && self.was_dealt_in[seat.index()]), "who was dealt in goes after the deal");
                assert_eq!(self.stacks[seat.index()].take(), Some(back.minor()), "all that lay before it");
                self.credits[seat.index()] += back.minor();
            }
            Event::HourPaid { seat, fee } => {
                assert!(!self.is_dealing, "TPAM-Q29: between deals");
                *self.stack(*seat) -= fee.minor();
                self.fees += fee.minor();
            }
            Event::Began { deal, players, .. } => {
                assert!(!self.is_dealing && *deal == self.deals + 1 && players.len() >= 2);
                players.iter().for_each(|(seat, stack)| assert_eq!(*self.stack(*seat), stack.minor()));
                (self.deals, self.is_dealing) = (*deal, true);
                self.was_dealt_in = [false; SEATS];
                players.iter().for_each(|(seat, _)| self.was_dealt_in[seat.index()] = true);
                self.is_live = self.was_dealt_in;
                (self.dead, self.has_won) = ([0; SEATS], [false; SEATS]);
                (self.closed, self.seen, self.shown) = Default::default();
            }
            Event::Posted { seat, amount } => self.pay(*seat, amount.minor()),
            Event::Acted { seat, action, paid } => {
                self.pay(*seat, paid.minor());
                self.is_live[seat.index()] &= *action != Action::Fold;
                self.aside += u64::from(*action == Action::PlayForPot);
                if let Action::Exchange(cards) = action {
                    let own = self.closed.iter_mut().filter(|(_, owner)| *owner == Some(*seat)).enumerate();
                    own.filter(|(place, _)| cards.has(*place)).for_each(|(_, (_, owner))| *owner = None);
                }
                // Of what is paid for cards or their opening nobody has to match anything (TPAM-24, TPAM-36).
                if self.trades || matches!(action, Action::Exchange(_)) {
                    self.dead[seat.index()] += paid.minor();
                }
            }
            Event::Killed { seat } => {
                assert!(self.is_live[seat.index()] && *self.stack(*seat) > 0, "TPC-10: who is all-in stays live");
                self.is_live[seat.index()] = false;
                self.dead_hands += 1;
            }
            Event::Spoilt { seat } => {
                assert!(core::mem::take(&mut self.is_live[seat.index()]), "a dead hand has no cards to count");
                self.dead_hands += 1;
            }
            // Everybody saw it.
            Event::Exposed { seat, place, .. } => {
                let mut own = (0..self.closed.len()).filter(|index| self.closed[*index].1 == Some(*seat));
                let index = own.nth((*place).into()).expect("it lay closed there");
                self.closed.remove(index);
                self.mistakes += 1;
            }
            Event::Extra { card } => {
                let card = card.card().expect("the journal holds it");
                assert!(!self.seen.contains(&card), "a card comes once");
                self.seen.push(card);
                self.closed.push((card, None));
                self.mistakes += 1;
            }
            // Everybody saw it, and it is no card of the deal.
            Event::Boxed { card } => {
                self.closed.retain(|(other, _)| other != card);
                self.mistakes += 1;
            }
            Event::FlopTakenBack => self.mistakes += 1,
            Event::StubShuffled => self.shuffles += 1,
            Event::PlaysAgain { seats, .. } => {
                assert!(seats.len() > 1 && seats.iter().all(|seat| self.was_dealt_in[seat.index()]), "TPAM-8: of those who were dealt in");
                Seat::all().for_each(|seat| self.has_won[seat.index()] |= self.is_live[seat.index()]);
                Seat::all().for_each(|seat| self.is_live[seat.index()] = seats.contains(&seat));
                (self.closed, self.seen) = Default::default();
                self.replays += 1;
            }
            Event::Dealt { to, card } => self.deal(*to, *card),
            Event::Settled { settlement, shown } => {
                let returns: Vec<i64> = settlement.returns.iter().map(|amount| amount.minor()).collect();
                self.settle(&returns, settlement.fee.minor());
                self.shown.clone_from(shown);
            }
            Event::Voided { back, .. } => {
                self.voids += 1;
                back.iter().for_each(|(seat, amount)| {
                    assert_eq!(core::mem::take(&mut self.pot[seat.index()]), amount.minor(), "HRB-26");
                    *self.stack(*seat) += amount.minor();
                });
                assert_eq!(self.pot, [0; SEATS]);
                (self.is_dealing, self.was_dealt_in) = (false, [false; SEATS]);
            }
            Event::Showed { seat } => {
                assert!(!self.is_dealing && self.was_dealt_in[seat.index()] && self.is_live[seat.index()], "his own, and it lived");
                assert!(!self.shown.contains(seat), "it lay closed");
                self.shown.push(*seat);
            }
            Event::SatOut { .. } | Event::IsLeaving { .. } | Event::ButtonDrawn { .. } | Event::MucksSet { .. } => {}
        }
        self.is_balanced();
    }

    fn is_balanced(&self) {
        let stacks = self.stacks.iter().flatten();
        assert!(stacks.clone().chain(&self.pot).chain(&self.credits).all(|amount| *amount >= 0), "nothing is below nothing: {self:?}");
        let all: i64 = self.credits.iter().chain(stacks).chain(&self.pot).sum();
        assert_eq!(all + self.fees, CREDIT * SEATS as i64, "{self:?}");
    }

    fn buy(&mut self, seat: Seat, amount: i64) {
        assert!(amount > 0);
        self.credits[seat.index()] -= amount;
        *self.stack(seat) += amount;
    }

    fn pay(&mut self, seat: Seat, amount: i64) {
        assert!(self.is_dealing && self.is_live[seat.index()] && amount >= 0);
        *self.stack(seat) -= amount;
        self.pot[seat.index()] += amount;
    }

    fn deal(&mut self, to: CardTo, card: HeldCard) {
        let card = card.card().expect("the journal holds it");
        assert!(!self.seen.contains(&card), "a card comes once");
        self.seen.push(card);
        match to {
            CardTo::Burn => self.closed.push((card, None)),
            CardTo::Down(seat) => self.closed.push((card, Some(seat))),
            CardTo::Board | CardTo::Up(_) => {}
        }
    }

    /// Each gets at most what he matched of each other and what is for the bank, and who has put in the most of those that can win what folded hands put in above it;
    /// who gave his hand up gets nothing; the fee is at most its part of what was matched.
    fn settle(&mut self, returns: &[i64], fee: i64) {
        let bank: i64 = self.dead.iter().sum();
        let pot: Vec<i64> = self.pot.iter().zip(&self.dead).map(|(put_in, dead)| put_in - dead).collect();
        let all: i64 = pot.iter().sum::<i64>() + bank;
        assert_eq!(returns.iter().sum::<i64>() + fee, all, "SPB-54");
        let may_win = |seat: Seat| self.is_live[seat.index()] || self.has_won[seat.index()];
        let of_live = Seat::all().filter(|seat| may_win(*seat)).map(|seat| pot[seat.index()]);
        let top = of_live.max().unwrap_or(0);
        for seat in Seat::all() {
            let (own, back) = (pot[seat.index()], returns[seat.index()]);
            let most: i64 = if own == top { all } else { pot.iter().map(|other| own.min(*other)).sum::<i64>() + bank };
            assert!(back <= most && (back == 0 || may_win(seat)), "{seat} gets {back}: {self:?}");
        }
        let mut others = pot.clone();
        others.sort_unstable();
        let matched = all - (top - others[SEATS - 2]).max(0);
        assert!(fee >= 0 && fee * 10_000 <= matched * self.fee_hundredths, "TPC-11: {fee} of {matched}");
        if let [alone] = Seat::all().filter(|seat| may_win(*seat)).collect::<Vec<_>>()[..] {
            assert_eq!(returns[alone.index()] + fee, all, "SPB-51");
        }
        returns.iter().zip(Seat::all()).filter(|(back, _)| **back > 0).for_each(|(back, seat)| *self.stack(seat) += back);
        self.fees += fee;
        (self.pot, self.is_dealing) = ([0; SEATS], false);
    }

    /// The cards that this seat, or everybody, may not see now; `is_asked` says whether anybody is to decide, and `is_compared` whether that is
    /// about hands that were opened and compared.
    pub(super) fn hidden_from(&self, eyes: Option<Seat>, is_asked: bool, is_compared: bool) -> Vec<Card> {
        let live = || Seat::all().filter(|seat| self.is_live[seat.index()]);
        let with_chips = live().filter(|seat| self.stacks[seat.index()].is_some_and(|stack| stack > 0)).count();
        let is_run_out = self.is_dealing && !self.opens_late && !is_asked && with_chips < 2 && live().count() > 1;
        let may_see = |owner: &Option<Seat>| {
            owner.is_some_and(|owner| {
                let is_own = self.is_dealing && eyes == Some(owner);
                self.is_live[owner.index()] && (is_own || is_run_out || is_compared || !self.is_dealing && self.shown.contains(&owner))
            })
        };
        self.closed.iter().filter(|(_, owner)| !may_see(owner)).map(|(card, _)| *card).collect()
    }

    /// The closed cards of a seat that is in the deal under way.
    pub(super) fn own(&self, seat: Seat) -> Vec<Card> {
        let is_own = self.is_dealing && self.is_live[seat.index()];
        self.closed.iter().filter(|(_, owner)| is_own && *owner == Some(seat)).map(|(card, _)| *card).collect()
    }
}
