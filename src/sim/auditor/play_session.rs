//! Sessions of play in the auditor's own books: who plays since when, what he was told and has confirmed, and that nobody stakes who must not.

use super::book::Book;
use super::facts::{order_of, require};
use crate::model::{
    Confirmation, Fact, HandPayment, OfficialView, Order, PlaySessionView, PlayerProtection, RealityCheck, SEATS, Seat, SeatView,
    Timestamp, What,
};

const MINUTE: u64 = 60_000_000;

/// The longest limit, in minutes.
const LIMIT_MOST: u32 = 1_440;

/// The sessions of the seats, and the time of the newest input in microseconds.
#[derive(Clone, Debug, Default)]
pub(super) struct PlaySessions {
    now: u64,
    of_seats: [Option<PlaySession>; SEATS],
}

#[derive(Clone, Debug)]
struct PlaySession {
    began: u64,
    staked_before: i64,
    won_before: i64,
    has_age: bool,
    /// From when the next reality check is counted.
    counted_from: u64,
    check: Option<RealityCheck>,
    own_limit: Option<u32>,
    is_over: bool,
    empty_since: Option<u64>,
    is_paid_out: bool,
}

impl PlaySession {
    fn limit(&self, asked: PlayerProtection) -> Option<u32> {
        match (self.own_limit, asked.session_most_minutes) {
            (Some(own), Some(most)) => Some(own.min(most)),
            (own, most) => own.or(most),
        }
    }

    fn is_time_up(&self, asked: PlayerProtection, now: u64) -> bool {
        self.limit(asked).is_some_and(|minutes| now >= self.began + u64::from(minutes) * MINUTE)
    }

    fn is_check_due(&self, asked: PlayerProtection, now: u64) -> bool {
        let is_time = asked.reality_check_minutes.is_some_and(|minutes| now >= self.counted_from + u64::from(minutes) * MINUTE);
        is_time && self.check.is_none() && !self.is_over
    }

    fn lacks_age(&self, asked: PlayerProtection) -> bool {
        asked.age_least_years.is_some() && !self.has_age
    }

    fn stops_play(&self, asked: PlayerProtection) -> bool {
        self.is_over || self.lacks_age(asked) || self.check.is_some()
    }

    fn is_shown_as(&self, asked: PlayerProtection, shown: &PlaySessionView) -> bool {
        let age = asked.age_least_years.filter(|_| self.lacks_age(asked));
        let lasts = shown.ends_at.map(|end| end.microseconds() - shown.began_at.microseconds());
        (shown.age_to_confirm, shown.check, shown.limit_minutes, shown.is_over) == (age, self.check, self.limit(asked), self.is_over)
            && lasts == self.limit(asked).map(|minutes| u64::from(minutes) * MINUTE)
    }
}

impl Book {
    pub(super) const fn note_time_of_sessions(&mut self, at: Timestamp) {
        self.sessions.now = at.microseconds();
    }

    /// All that is the seat's.
    fn money_of(&self, seat: Seat) -> i64 {
        let own = &self.seats[seat.index()];
        own.credit + own.held + self.lying(seat)
    }

    /// What the seat has won since its books began.
    fn won_by(&self, seat: Seat) -> i64 {
        let own = &self.seats[seat.index()];
        self.money_of(seat) + own.credit_out + own.hand_paid - own.credit_in
    }

    fn asked_of_players(&self) -> Result<PlayerProtection, String> {
        self.house.player_protection.ok_or_else(|| "sessions are told of, and nobody asks for any".into())
    }

    fn session(&mut self, seat: Seat) -> Result<&mut PlaySession, String> {
        self.sessions.of_seats[seat.index()].as_mut().ok_or_else(|| "something is told of a session that is not".into())
    }

    /// Whether the seat takes part in nothing new for its session.
    pub(super) fn is_stopped(&self, seat: Seat) -> bool {
        let session = self.sessions.of_seats[seat.index()].as_ref();
        session.zip(self.house.player_protection).is_some_and(|(session, asked)| session.stops_play(asked))
    }

    /// A seat stakes nothing anew whose player has to stop, or to confirm something, or whose check is due and was not told.
    pub(super) fn check_session_open(&self, seat: Seat) -> Result<(), String> {
        let Some(asked) = self.house.player_protection else { return Ok(()) };
        let session = self.sessions.of_seats[seat.index()].as_ref().ok_or("a seat staked without a session")?;
        let now = self.sessions.now;
        let is_late = session.is_time_up(asked, now) || session.is_check_due(asked, now);
        require(!is_late && !session.stops_play(asked), "a seat staked that had to confirm something first, or to stop")
    }

    pub(super) fn enter_session(&mut self, what: &What, facts: &[Fact], fact: &Fact) -> Result<(), String> {
        match fact {
            Fact::PlaySessionBegan { seat } => self.enter_session_began(*seat)?,
            Fact::PlaySessionEnded { seat } => self.enter_session_ended(*seat, facts)?,
            Fact::AgeConfirmed { seat } => self.enter_age_confirmed(what, *seat)?,
            Fact::RealityCheckDue { seat, check } => self.enter_check(*seat, check)?,
            Fact::RealityCheckConfirmed { seat } => self.enter_check_confirmed(what, *seat)?,
            Fact::PlaySessionLimited { seat, minutes } => self.enter_session_limited(what, *seat, *minutes)?,
            Fact::PlaySessionLimitReached { seat } => self.enter_limit_reached(*seat)?,
            _ => return Ok(()),
        }
        for seat in Seat::all() {
            let is_locked = self.locks.is_locked(seat) || self.is_stopped(seat);
            self.player_tables.values_mut().for_each(|table| table.note_lock(seat, is_locked));
        }
        Ok(())
    }

    fn enter_session_began(&mut self, seat: Seat) -> Result<(), String> {
        self.asked_of_players()?;
        require(self.sessions.of_seats[seat.index()].is_none(), "a session began twice")?;
        require(self.money_of(seat) > 0, "a session began without money")?;
        let now = self.sessions.now;
        self.sessions.of_seats[seat.index()] = Some(PlaySession {
            began: now,
            staked_before: self.seats[seat.index()].staked,
            won_before: self.won_by(seat),
            has_age: false,
            counted_from: now,
            check: None,
            own_limit: None,
            is_over: false,
            empty_since: None,
            is_paid_out: false,
        });
        Ok(())
    }

    fn enter_session_ended(&mut self, seat: Seat, facts: &[Fact]) -> Result<(), String> {
        let (asked, now, money) = (self.asked_of_players()?, self.sessions.now, self.money_of(seat));
        let was_paid_out = is_paid_out(facts, seat);
        let session = self.session(seat)?;
        let has_paused = now >= session.empty_since.unwrap_or(now) + u64::from(asked.session_pause_minutes) * MINUTE;
        require(money == 0, "a session ended with money at its seat")?;
        require(has_paused || session.is_paid_out || was_paid_out, "a session ended too early")?;
        self.sessions.of_seats[seat.index()] = None;
        Ok(())
    }

    fn enter_age_confirmed(&mut self, what: &What, seat: Seat) -> Result<(), String> {
        require(order_of(what, seat) == Some(&Order::Confirm(Confirmation::Age)), "nobody at this seat confirmed his age")?;
        let asked = self.asked_of_players()?;
        let session = self.session(seat)?;
        require(session.lacks_age(asked), "an age was confirmed that nobody asked for")?;
        session.has_age = true;
        Ok(())
    }

    fn enter_check(&mut self, seat: Seat, told: &RealityCheck) -> Result<(), String> {
        let (asked, now) = (self.asked_of_players()?, self.sessions.now);
        let (staked, won) = (self.seats[seat.index()].staked, self.won_by(seat));
        let session = self.session(seat)?;
        require(session.is_check_due(asked, now), "a reality check came that is not due")?;
        let expected = (u64::from(told.minutes), told.staked.minor(), told.result.minor());
        let own = ((now - session.began) / MINUTE, staked - session.staked_before, won - session.won_before);
        if expected != own {
            return Err(format!("seat {seat} is told {expected:?} of its session, the books say {own:?}"));
        }
        session.check = Some(*told);
        Ok(())
    }

    fn enter_check_confirmed(&mut self, what: &What, seat: Seat) -> Result<(), String> {
        let is_confirmed = order_of(what, seat) == Some(&Order::Confirm(Confirmation::RealityCheck));
        require(is_confirmed, "nobody at this seat confirmed his reality check")?;
        let now = self.sessions.now;
        let session = self.session(seat)?;
        require(session.check.is_some(), "a reality check was confirmed that was not open")?;
        (session.check, session.counted_from) = (None, now);
        Ok(())
    }

    fn enter_session_limited(&mut self, what: &What, seat: Seat, minutes: u32) -> Result<(), String> {
        require(order_of(what, seat) == Some(&Order::LimitPlaySession { minutes }), "nobody at this seat limited his session")?;
        let asked = self.asked_of_players()?;
        let session = self.session(seat)?;
        let is_shorter = session.limit(asked).is_none_or(|limit| minutes < limit);
        require(is_shorter && !session.is_over && (1..=LIMIT_MOST).contains(&minutes), "a session was limited as it cannot be")?;
        session.own_limit = Some(minutes);
        Ok(())
    }

    fn enter_limit_reached(&mut self, seat: Seat) -> Result<(), String> {
        let (asked, now) = (self.asked_of_players()?, self.sessions.now);
        let session = self.session(seat)?;
        require(!session.is_over && session.is_time_up(asked, now), "the time of a session was up too early, or twice")?;
        session.is_over = true;
        Ok(())
    }

    /// After an input everybody with money has a session, everybody without it has none for long, and nothing that is due is untold.
    pub(super) fn check_sessions(&mut self, facts: &[Fact]) -> Result<(), String> {
        let Some(asked) = self.house.player_protection else { return Ok(()) };
        let now = self.sessions.now;
        for seat in Seat::all() {
            let has_money = self.money_of(seat) > 0;
            let own = &self.seats[seat.index()];
            let has_credit = own.credit + own.held > 0;
            let Some(session) = self.sessions.of_seats[seat.index()].as_mut() else {
                require(!has_money, "a seat has money and no session")?;
                continue;
            };
            session.is_paid_out = (session.is_paid_out || is_paid_out(facts, seat)) && !has_credit;
            if has_money {
                session.empty_since = None;
                let is_late = session.is_check_due(asked, now) || (session.is_time_up(asked, now) && !session.is_over);
                require(!is_late, "a reality check or the end of a session is due and was not told")?;
                continue;
            }
            let since = *session.empty_since.get_or_insert(now);
            let has_paused = now >= since + u64::from(asked.session_pause_minutes) * MINUTE;
            require(!has_paused && !session.is_paid_out, "a session did not end with the money")?;
        }
        Ok(())
    }

    /// Compares the sessions with what officials are shown.
    pub(super) fn compare_sessions(&self, view: &OfficialView) -> Result<(), String> {
        view.seats.iter().try_for_each(|line| self.compare_session(line.seat, line.play_session.as_ref()))
    }

    /// Compares a seat's session with what it is shown.
    pub(super) fn compare_session_of(&self, view: &SeatView) -> Result<(), String> {
        self.compare_session(view.seat, view.play_session.as_ref())
    }

    fn compare_session(&self, seat: Seat, shown: Option<&PlaySessionView>) -> Result<(), String> {
        let is_right = match (self.sessions.of_seats[seat.index()].as_ref(), shown, self.house.player_protection) {
            (None, None, _) => true,
            (Some(session), Some(shown), Some(asked)) => session.is_shown_as(asked, shown),
            _ => false,
        };
        require(is_right, "a seat is shown another session than it has")
    }
}

/// Whether money of the seat has left the cabinet.
fn is_paid_out(facts: &[Fact], seat: Seat) -> bool {
    facts.iter().any(|fact| match fact {
        Fact::CreditOut { seat: of, .. } | Fact::HandPaid { seat: of, how: HandPayment::Cash, .. } => *of == seat,
        _ => false,
    })
}
