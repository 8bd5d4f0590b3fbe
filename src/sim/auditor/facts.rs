//! What each fact may follow from, and what it does to the books.

use super::between::PlayersTable;
use super::book::{Book, Layout, Place, asked, entry, place_of};
use super::cards::CardTable;
use crate::model::{
    Bet, BetReturn, Command, Event, Fact, LimitedAmount, NoSpinReason, Order, Pocket, Seat, SeatSettlement, Stake, VoidReason, What,
    WheelEvent, WheelHappening, Who,
};

/// How the round of this step ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Pocket(u8),
    Void,
}

impl Book {
    pub(super) fn enter_facts(&mut self, what: &What, facts: &[Fact]) -> Result<(), String> {
        if let What::Command(Command { round: Some(round), order, .. }) = what
            && !matches!(order, Order::Table { .. })
        {
            require(*round == self.round, "a command for another round was carried out")?;
        }
        self.enter_input_at_tables(what, facts)?;
        let mut end = None;
        let mut settled = Vec::new();
        for fact in facts {
            match fact {
                Fact::RoundOpened { round } => self.enter_opening(*round)?,
                Fact::Placed { seat, stakes, refused } => self.enter_placing(what, *seat, stakes, refused.minor())?,
                Fact::TakenBack { seat, stakes } => self.enter_taking_back(what, facts, *seat, stakes)?,
                Fact::Closed { round } => self.enter_close(*round)?,
                Fact::NoSpin { round, reason } => self.enter_no_spin(what, *round, *reason)?,
                Fact::Outcome { round, pocket } => end = Some(self.enter_outcome(what, *round, *pocket)?),
                Fact::Voided { round, reason } => end = Some(self.enter_void(what, *round, reason)?),
                Fact::Settled(settlement) => {
                    require(!settled.contains(&settlement.seat), "a seat was settled twice")?;
                    settled.push(settlement.seat);
                    self.enter_settlement(end.ok_or("settled without an outcome or a void")?, settlement)?;
                }
                Fact::CreditIn { seat, amount } => {
                    require(is_order(what, &Order::CreditIn { seat: *seat, amount: *amount }), "nobody put this money in")?;
                    self.seat(*seat).credit += amount.minor();
                    self.seat(*seat).credit_in += amount.minor();
                }
                Fact::CreditOut { seat, amount } => {
                    let all = is_order(what, &Order::CreditOut { seat: *seat, amount: None }) && self.seat(*seat).credit == amount.minor();
                    let some = is_order(what, &Order::CreditOut { seat: *seat, amount: Some(*amount) });
                    require((all || some) && amount.is_positive(), "nobody asked for this money")?;
                    self.seat(*seat).credit -= amount.minor();
                    self.seat(*seat).credit_out += amount.minor();
                }
                Fact::Table { table, fact } => self.enter_at_table(what, *table, fact)?,
                Fact::ShiftOpened { number, cash } => self.enter_shift_opened(what, *number, *cash)?,
                Fact::ShiftClosed(report) => self.enter_shift_closed(what, report)?,
                Fact::DisputeOpened { number, seat, game } => self.enter_dispute_opened(what, *number, *seat, *game)?,
                Fact::DisputeDecided { number, seat, verdict } => self.enter_dispute_decided(what, *number, *seat, *verdict)?,
                Fact::AttendantCalled { number, seat, reason } => self.enter_call(what, *number, *seat, *reason)?,
                Fact::SelfTestBegun { number, part } => self.enter_self_test(what, *number, *part)?,
                Fact::SelfTestEnded { number, part, end } => self.enter_self_test_ended(what, *number, *part, end)?,
                Fact::CallEnded { number, seat } => self.enter_call_ended(what, *number, *seat)?,
                Fact::SeatLocked { seat } => self.enter_seat_locked(what, *seat)?,
                Fact::SeatUnlocked { seat } => self.enter_seat_unlocked(what, *seat)?,
                Fact::PlaySessionBegan { .. }
                | Fact::PlaySessionEnded { .. }
                | Fact::AgeConfirmed { .. }
                | Fact::RealityCheckDue { .. }
                | Fact::RealityCheckConfirmed { .. }
                | Fact::PlaySessionLimited { .. }
                | Fact::PlaySessionLimitReached { .. } => self.enter_session(what, facts, fact)?,
                Fact::LimitsSet { table, changes } => self.enter_limits_set(what, *table, changes)?,
                Fact::LimitsLapsed { table, lapsed } => self.enter_limits_lapsed(what, *table, lapsed)?,
                Fact::TermsInForce => self.enter_terms_in_force()?,
                Fact::HandPayDue { number, seat, game, amount } => self.enter_hand_pay_due(*number, *seat, *game, *amount)?,
                Fact::HandPaid { number, seat, amount, how } => self.enter_hand_paid(what, *number, *seat, *amount, *how)?,
                Fact::Held { .. } | Fact::Resumed => {}
            }
        }
        require(end.is_none() || self.seats.iter().all(|seat| seat.placed.is_empty()), "a seat with stakes was not settled")?;
        self.tables.values().try_for_each(CardTable::check_paid)?;
        self.player_tables.values_mut().try_for_each(PlayersTable::check_done)?;
        self.check_held_back()?;
        self.check_sessions(facts)?;
        self.check_served(what)?;
        self.check_self_test(what, facts)?;
        check_done(what, facts)
    }

    fn enter_opening(&mut self, round: u64) -> Result<(), String> {
        require(round == self.round + 1, "rounds are numbered without a gap")?;
        require(self.over, "a round opened before the one before was over")?;
        require(self.seats.iter().all(|seat| seat.placed.is_empty()), "a round opened with stakes on the layout")?;
        self.check_limits_at_opening(None)?;
        (self.round, self.open, self.over, self.no_spins) = (round, true, false, 0);
        Ok(())
    }

    fn enter_placing(&mut self, what: &What, seat: Seat, stakes: &[Stake], refused: i64) -> Result<(), String> {
        require(self.open && !self.over, "a bet was taken after the close")?;
        self.check_unlocked(seat)?;
        let order = order_of(what, seat).ok_or("a bet was taken that the seat did not ask for")?;
        let placed: Vec<(Place, i64)> = stakes.iter().map(entry).collect();
        let total: i64 = placed.iter().map(|(_, amount)| amount).sum();
        let expected: Layout = match order {
            Order::Place { bets } => {
                let asked: Option<Vec<_>> = bets.iter().map(asked).collect();
                let asked = asked.ok_or("a bet was taken that cannot be counted")?.concat();
                require(refused != 0 || asked == placed, "other stakes were taken than were asked for")?;
                laid(&asked)
            }
            Order::Double => self.seat(seat).layout(),
            Order::Repeat => self.seat(seat).last.clone(),
            _ => return Err("this order places no bet".into()),
        };
        require(expected.values().sum::<i64>() == total + refused, "what was taken and what was refused is not what was asked")?;
        let taken = laid(&placed);
        require(taken.iter().all(|(place, amount)| expected.get(place).is_some_and(|asked| asked >= amount)), "more was taken than asked")?;
        let own = self.seat(seat);
        require(total > 0 && total <= own.credit, "a bet was taken that the credit does not cover")?;
        own.credit -= total;
        own.placed.push(placed);
        self.check_layout(seat)?;
        if let Order::Place { bets } = order
            && bets.iter().all(|bet| matches!(bet, Bet::Simple(_)))
        {
            self.check_leasts(&self.seats[seat.index()].layout(), taken.keys())?;
        }
        require(self.exposure() <= self.bounds_at_wheel(LimitedAmount::TableExposure).1, "the table could have to pay more than it may")
    }

    fn enter_taking_back(&mut self, what: &What, facts: &[Fact], seat: Seat, stakes: &[Stake]) -> Result<(), String> {
        let is_refund = self.house.refunds && facts.iter().any(|fact| matches!(fact, Fact::NoSpin { .. }));
        require(is_refund || (self.open && !self.over), "a stake was taken back after the close")?;
        let returns_all = is_refund || is_order(what, &Order::ReturnStakes { seat });
        let own = self.seat(seat);
        let taken: Vec<(Place, i64)> = stakes.iter().map(entry).collect();
        let expected = match order_of(what, seat) {
            _ if returns_all => own.layout(),
            Some(Order::Clear) => own.layout(),
            Some(Order::Undo) => own.placed.last().map(|newest| laid(newest)).unwrap_or_default(),
            Some(Order::TakeBack(position)) => {
                let place = place_of(*position);
                own.layout().into_iter().filter(|(lying, _)| *lying == place).collect()
            }
            _ => return Err("nobody asked for stakes to be taken back".into()),
        };
        require(laid(&taken) == expected && !taken.is_empty(), "other stakes were taken back than should have been")?;
        if is_refund {
            own.last = own.layout();
        }
        own.credit += taken.iter().map(|(_, amount)| amount).sum::<i64>();
        match order_of(what, seat) {
            Some(Order::Undo) => drop(own.placed.pop()),
            Some(Order::TakeBack(position)) => {
                let place = place_of(*position);
                own.placed.iter_mut().for_each(|command| command.retain(|(lying, _)| *lying != place));
                own.placed.retain(|command| !command.is_empty());
            }
            _ => own.placed.clear(),
        }
        Ok(())
    }

    fn enter_close(&mut self, round: u64) -> Result<(), String> {
        require(round == self.round && self.open && !self.over, "betting was closed that was not open")?;
        self.open = false;
        Ok(())
    }

    fn enter_no_spin(&mut self, what: &What, round: u64, reason: NoSpinReason) -> Result<(), String> {
        require(round == self.round && !self.over, "a spin of no round did not count")?;
        let is_said = match what {
            What::Event(Event::Wheel(WheelEvent { spin: Some(_), happening: WheelHappening::NoSpin(said), .. })) => *said == reason,
            What::Event(Event::Wheel(WheelEvent { happening: WheelHappening::Opened | WheelHappening::FaultCleared(_), .. })) => {
                reason == NoSpinReason::Unreadable
            }
            _ => is_order(what, &Order::CallNoSpin) && reason == NoSpinReason::CalledOff,
        };
        require(is_said, "nobody said that the spin does not count")?;
        self.no_spins += 1;
        self.open |= self.house.reopens;
        Ok(())
    }

    fn enter_outcome(&mut self, what: &What, round: u64, pocket: Pocket) -> Result<End, String> {
        require(round == self.round && !self.over, "the round had an outcome already")?;
        require(!self.open, "an outcome was recorded while betting was open")?;
        let What::Event(Event::Wheel(WheelEvent { spin: Some(_), happening: WheelHappening::Result(said), .. })) = what else {
            return Err("an outcome that no wheel said".into());
        };
        require(*said == pocket, "another outcome than the wheel said")?;
        self.over = true;
        self.games += 1;
        Ok(End::Pocket(pocket.number()))
    }

    fn enter_void(&mut self, what: &What, round: u64, reason: &VoidReason) -> Result<End, String> {
        require(round == self.round && !self.over, "a round was voided that was over")?;
        let may = match (reason, what) {
            (VoidReason::Attendant { .. }, What::Command(command)) => {
                matches!((&command.who, &command.order), (Who::Attendant(_), Order::Void { .. }))
            }
            (VoidReason::Restart, What::Event(Event::Started { .. })) => !self.open,
            (VoidReason::TooManyNoSpins, _) => self.no_spins >= self.house.no_spins_most,
            _ => false,
        };
        require(may, "a round was voided for no reason")?;
        (self.over, self.open) = (true, false);
        self.voids += 1;
        Ok(End::Void)
    }

    fn enter_settlement(&mut self, end: End, settlement: &SeatSettlement) -> Result<(), String> {
        require(settlement.round == self.round, "a settlement of another round")?;
        let layout = self.seat(settlement.seat).layout();
        require(!layout.is_empty(), "a seat without stakes was settled")?;
        let told: Layout = settlement.bets.iter().map(|bet| (place_of(bet.position), bet.stake.minor())).collect();
        require(told == layout && settlement.bets.len() == layout.len(), "other stakes were settled than lay there")?;
        let back = |bet: &BetReturn| match end {
            End::Pocket(pocket) => self.brings_back(&place_of(bet.position), bet.stake.minor(), pocket),
            End::Void => bet.stake.minor(),
        };
        for bet in &settlement.bets {
            let expected = back(bet);
            require(bet.returned.minor() == expected, &format!("{:?} returned {}, not {expected}", place_of(bet.position), bet.returned))?;
        }
        let (staked, returned) = (layout.values().sum::<i64>(), settlement.bets.iter().map(back).sum::<i64>());
        require((settlement.staked.minor(), settlement.returned.minor()) == (staked, returned), "the sums of a settlement are wrong")?;
        let pocket = if let End::Pocket(pocket) = end { Some(pocket) } else { None };
        self.disputes.note_round(settlement, pocket);
        if matches!(end, End::Pocket(_)) {
            self.note_win_of_round(settlement);
        }
        let own = self.seat(settlement.seat);
        own.credit += returned;
        own.staked += staked;
        own.returned += returned;
        own.last = layout;
        own.placed.clear();
        Ok(())
    }
}

/// A command that was done has brought about exactly what it is for, and a result of no effect has brought about nothing.
fn check_done(what: &What, facts: &[Fact]) -> Result<(), String> {
    let count = |is: fn(&Fact) -> bool| facts.iter().filter(|fact| is(fact)).count();
    let What::Command(command) = what else {
        return require(count(|fact| matches!(fact, Fact::Placed { .. })) == 0, "a bet was placed by no command");
    };
    let effects = match command.order {
        Order::Place { .. } | Order::Repeat | Order::Double => count(|fact| matches!(fact, Fact::Placed { .. })),
        Order::Undo | Order::Clear | Order::TakeBack(_) | Order::ReturnStakes { .. } => {
            count(|fact| matches!(fact, Fact::TakenBack { .. }))
        }
        Order::CreditIn { .. } => count(|fact| matches!(fact, Fact::CreditIn { .. })),
        Order::CreditOut { .. } => count(|fact| matches!(fact, Fact::CreditOut { .. })),
        Order::Void { .. } => count(|fact| matches!(fact, Fact::Voided { .. })),
        Order::CallNoSpin => count(|fact| matches!(fact, Fact::NoSpin { .. })),
        Order::OpenShift { .. } => count(|fact| matches!(fact, Fact::ShiftOpened { .. })),
        Order::CloseShift { .. } => count(|fact| matches!(fact, Fact::ShiftClosed(_))),
        Order::SelfTest(_) => count(|fact| matches!(fact, Fact::SelfTestBegun { .. })),
        Order::CallAttendant(_) => count(|fact| matches!(fact, Fact::AttendantCalled { .. })),
        Order::WithdrawCall | Order::AnswerCall { .. } => count(|fact| matches!(fact, Fact::CallEnded { .. })),
        Order::LockSeat { .. } => count(|fact| matches!(fact, Fact::SeatLocked { .. })),
        Order::UnlockSeat { .. } => count(|fact| matches!(fact, Fact::SeatUnlocked { .. })),
        Order::Confirm(_) => count(|fact| matches!(fact, Fact::AgeConfirmed { .. } | Fact::RealityCheckConfirmed { .. })),
        Order::LimitPlaySession { .. } => count(|fact| matches!(fact, Fact::PlaySessionLimited { .. })),
        Order::SetLimits { .. } => count(|fact| matches!(fact, Fact::LimitsSet { .. })),
        Order::PayByHand { .. } => count(|fact| matches!(fact, Fact::HandPaid { .. })),
        Order::OpenDispute { .. } => count(|fact| matches!(fact, Fact::DisputeOpened { .. })),
        Order::DecideDispute { .. } => count(|fact| matches!(fact, Fact::DisputeDecided { .. })),
        Order::Hold { .. } | Order::Resume(_) => 1,
        Order::Table { .. } => 1,
    };
    require(effects == 1, "a command was done and did not do what it is for")
}

/// The order of this seat's player.
pub(super) fn order_of(what: &What, seat: Seat) -> Option<&Order> {
    match what {
        What::Command(command) if command.who == Who::Seat(seat) => Some(&command.order),
        _ => None,
    }
}

/// Whether an attendant gave exactly this order.
pub(super) fn is_order(what: &What, order: &Order) -> bool {
    matches!(what, What::Command(command) if matches!(command.who, Who::Attendant(_)) && *command.order.as_wished() == *order)
}

fn laid(stakes: &[(Place, i64)]) -> Layout {
    let mut layout = Layout::new();
    for (place, amount) in stakes {
        *layout.entry(place.clone()).or_default() += amount;
    }
    layout
}

pub(super) fn require(holds: bool, objection: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(objection.into()) }
}
