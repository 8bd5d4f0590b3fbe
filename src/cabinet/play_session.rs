//! Sessions of play, for the protection of players (see [`PlayerProtection`]): a session begins when money comes to a seat that has none, and ends when
//! the seat was paid out and nothing of its player lies any more, or when it has had no money for a while. Within it the player confirms his age, is told how long he has played and what it
//! came to, and stops when his time is up.
//!
//! A player who has to confirm something, or to stop, stakes nothing anew. What lies already is played to its end, as at a locked seat
//! (see `seat_lock`).

use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::Cabinet;
use crate::model::{
    Confirmation, Fact, HandPayment, Money, PlaySessionView, PlayerProtection, RealityCheck, Refusal, SEATS, SESSION_MINUTES_MOST, Seat,
    Span, Timestamp,
};

/// The sessions of the seats, in order. There are none where the terms ask for no protection.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct PlaySessions {
    #[n(0)]
    of_seats: [Option<PlaySession>; SEATS],
}

#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
struct PlaySession {
    #[n(0)]
    began_at: Timestamp,
    /// The seat's settled stakes and its result before it began.
    #[n(1)]
    staked_before: Money,
    #[n(2)]
    result_before: Money,
    #[n(3)]
    is_age_confirmed: bool,
    /// When it began, or the last check was confirmed.
    #[n(4)]
    checked_at: Timestamp,
    /// The check that waits to be confirmed.
    #[n(5)]
    check: Option<RealityCheck>,
    /// The player's own limit.
    #[n(6)]
    own_limit_minutes: Option<u32>,
    #[n(7)]
    is_over: bool,
    /// Since when the seat has no money.
    #[n(8)]
    empty_since: Option<Timestamp>,
    /// Whether its player was paid out: what still lies is all that he has.
    #[n(9)]
    is_paid_out: bool,
}

impl PlaySession {
    /// After how many minutes it ends: by the law or the player's own limit, which comes first.
    fn limit_minutes(&self, protection: &PlayerProtection) -> Option<u32> {
        self.own_limit_minutes.into_iter().chain(protection.session_most_minutes).min()
    }

    fn ends_at(&self, protection: &PlayerProtection) -> Option<Timestamp> {
        self.limit_minutes(protection).map(|minutes| after(self.began_at, minutes))
    }

    /// When its player is to be told next; `None` while he has not confirmed the last check, or plays no more.
    fn check_at(&self, protection: &PlayerProtection) -> Option<Timestamp> {
        let is_waited_for = self.check.is_none() && !self.is_over;
        protection.reality_check_minutes.filter(|_| is_waited_for).map(|minutes| after(self.checked_at, minutes))
    }

    /// When something of it comes next.
    fn next_at(&self, protection: &PlayerProtection) -> Option<Timestamp> {
        match self.empty_since {
            Some(since) => Some(after(since, protection.session_pause_minutes)),
            None => self.ends_at(protection).filter(|_| !self.is_over).into_iter().chain(self.check_at(protection)).min(),
        }
    }

    /// The age that its player has to confirm yet.
    fn age_to_confirm(&self, protection: &PlayerProtection) -> Option<u8> {
        protection.age_least_years.filter(|_| !self.is_age_confirmed)
    }

    /// Why its player may stake nothing anew.
    fn refusal(&self, protection: &PlayerProtection) -> Option<Refusal> {
        if self.is_over {
            return Some(Refusal::SessionLimitReached);
        }
        if self.age_to_confirm(protection).is_some() {
            return Some(Refusal::AgeNotConfirmed);
        }
        self.check.map(|_| Refusal::RealityCheckOpen)
    }
}

fn after(at: Timestamp, minutes: u32) -> Timestamp {
    at.after(Span::from_seconds(u64::from(minutes) * 60))
}

impl Cabinet {
    /// When something of a session comes next.
    pub(super) fn play_sessions_wake_at(&self) -> Option<Timestamp> {
        let protection = self.terms.player_protection?;
        self.play_sessions.of_seats.iter().flatten().filter_map(|session| session.next_at(&protection)).min()
    }

    /// Why the seat may stake nothing anew for the protection of its player.
    pub(super) fn protected(&self, seat: Seat) -> Option<Refusal> {
        let protection = self.terms.player_protection?;
        self.play_sessions.of_seats[seat.index()].as_ref()?.refusal(&protection)
    }

    /// After each input: sessions begin and end with the money of their seats, and what is due by this moment comes.
    pub(super) fn follow_play_sessions(&mut self, facts: &mut Vec<Fact>) {
        if self.terms.player_protection.is_none() && self.play_sessions.of_seats.iter().all(Option::is_none) {
            return;
        }
        for seat in Seat::all() {
            let has_money = self.has_money(seat);
            let was_paid_out = facts.iter().any(|fact| is_paid_out(fact, seat));
            let session = self.play_sessions.of_seats[seat.index()].take();
            let session = match (session, self.terms.player_protection) {
                (None, Some(_)) if has_money => Some(self.begin_play_session(seat, facts)),
                (None, _) => None,
                (Some(session), Some(protection)) => self.go_on_session(seat, session, &protection, (has_money, was_paid_out), facts),
                (Some(_), None) => end(seat, facts),
            };
            self.play_sessions.of_seats[seat.index()] = session;
        }
    }

    fn begin_play_session(&self, seat: Seat, facts: &mut Vec<Fact>) -> PlaySession {
        facts.push(Fact::PlaySessionBegan { seat });
        PlaySession {
            began_at: self.at,
            staked_before: self.ledger.meters(seat).staked,
            result_before: self.result_of(seat),
            is_age_confirmed: false,
            checked_at: self.at,
            check: None,
            own_limit_minutes: None,
            is_over: false,
            empty_since: None,
            is_paid_out: false,
        }
    }

    fn go_on_session(
        &self,
        seat: Seat,
        mut session: PlaySession,
        protection: &PlayerProtection,
        (has_money, was_paid_out): (bool, bool),
        facts: &mut Vec<Fact>,
    ) -> Option<PlaySession> {
        session.is_paid_out = (session.is_paid_out || was_paid_out) && self.ledger.credit_and_held(seat).is_zero();
        if !has_money {
            let since = *session.empty_since.get_or_insert(self.at);
            let is_long = after(since, protection.session_pause_minutes) <= self.at;
            return if session.is_paid_out || is_long { end(seat, facts) } else { Some(session) };
        }
        session.empty_since = None;
        if !session.is_over && session.ends_at(protection).is_some_and(|at| at <= self.at) {
            session.is_over = true;
            facts.push(Fact::PlaySessionLimitReached { seat });
        }
        if session.check_at(protection).is_some_and(|at| at <= self.at) {
            let check = RealityCheck {
                minutes: minutes_of(self.at.since(session.began_at)),
                staked: self.ledger.meters(seat).staked - session.staked_before,
                result: self.result_of(seat) - session.result_before,
            };
            session.check = Some(check);
            facts.push(Fact::RealityCheckDue { seat, check });
        }
        Some(session)
    }

    /// Whether anything in the cabinet is the seat's.
    fn has_money(&self, seat: Seat) -> bool {
        self.money_of(seat).is_positive()
    }

    /// All that is the seat's: its credit, what waits for an attendant's hand, and what lies on felts and before it.
    fn money_of(&self, seat: Seat) -> Money {
        self.ledger.credit_and_held(seat) + self.ledger.staked_everywhere(seat) + self.ledger.stacks_everywhere(seat)
    }

    /// What the seat has won since its meters began, stakes that lie counted as its own; below nothing where it has lost.
    fn result_of(&self, seat: Seat) -> Money {
        let meters = self.ledger.meters(seat);
        self.money_of(seat) + meters.credit_out + meters.hand_paid - meters.credit_in
    }

    /// A player confirms what he was asked.
    pub(super) fn confirm(&mut self, seat: Seat, confirmation: Confirmation, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        let protection = self.terms.player_protection.ok_or(Refusal::NothingToConfirm)?;
        let at = self.at;
        let session = self.play_sessions.of_seats[seat.index()].as_mut().ok_or(Refusal::NothingToConfirm)?;
        match confirmation {
            Confirmation::Age if session.age_to_confirm(&protection).is_some() => {
                session.is_age_confirmed = true;
                facts.push(Fact::AgeConfirmed { seat });
            }
            Confirmation::RealityCheck if session.check.is_some() => {
                session.check = None;
                session.checked_at = at;
                facts.push(Fact::RealityCheckConfirmed { seat });
            }
            Confirmation::Age | Confirmation::RealityCheck => return Err(Refusal::NothingToConfirm),
        }
        Ok(())
    }

    /// A player limits his session. A limit is only ever made shorter while it lasts.
    pub(super) fn limit_play_session(&mut self, seat: Seat, minutes: u32, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        let protection = self.terms.player_protection.ok_or(Refusal::NoPlaySession)?;
        let session = self.play_sessions.of_seats[seat.index()].as_mut().ok_or(Refusal::NoPlaySession)?;
        if session.is_over {
            return Err(Refusal::SessionLimitReached);
        }
        let is_shorter = session.limit_minutes(&protection).is_none_or(|limit| minutes < limit);
        if !is_shorter || !(1..=SESSION_MINUTES_MOST).contains(&minutes) {
            return Err(Refusal::SessionLimitUnfit);
        }
        session.own_limit_minutes = Some(minutes);
        facts.push(Fact::PlaySessionLimited { seat, minutes });
        Ok(())
    }

    /// The seat's session, as it is shown.
    pub(super) fn play_session_view(&self, seat: Seat) -> Option<PlaySessionView> {
        let protection = self.terms.player_protection?;
        let session = self.play_sessions.of_seats[seat.index()].as_ref()?;
        let offset = self.clock_offset();
        Some(PlaySessionView {
            began_at: offset.shown(session.began_at),
            age_to_confirm: session.age_to_confirm(&protection),
            check: session.check,
            limit_minutes: session.limit_minutes(&protection),
            ends_at: session.ends_at(&protection).map(|at| offset.shown(at)),
            is_over: session.is_over,
        })
    }
}

/// The session is over with the player's money.
fn end(seat: Seat, facts: &mut Vec<Fact>) -> Option<PlaySession> {
    facts.push(Fact::PlaySessionEnded { seat });
    None
}

/// Whether money of the seat has left the cabinet by this.
fn is_paid_out(fact: &Fact, seat: Seat) -> bool {
    match fact {
        Fact::CreditOut { seat: of, .. } | Fact::HandPaid { seat: of, how: HandPayment::Cash, .. } => *of == seat,
        _ => false,
    }
}

fn minutes_of(span: Span) -> u32 {
    u32::try_from(span.microseconds() / 60_000_000).unwrap_or(u32::MAX)
}
