//! What happens at the card tables, and the money that moves there.

use super::between::Change;
use super::book::Book;
use super::cards::{CardTable, Moved};
use crate::model::{Event, Fact, Order, PlayerTableFact, TableFact, TableNumber, What};

impl Book {
    /// Enters what the input says by itself at the card table it is about, before what is said to follow from it.
    pub(super) fn enter_input_at_tables(&mut self, what: &What, facts: &[Fact]) -> Result<(), String> {
        let number = match what {
            What::Event(Event::Cards { table, .. } | Event::Drawn { table, .. }) => *table,
            What::Command(command) => match command.order {
                Order::Table { table, .. } | Order::SetLimits { table: Some(table), .. } => table,
                _ => return Ok(()),
            },
            What::Event(_) => return Ok(()),
        };
        let of_table = |fact| match fact {
            &Fact::Table { table, ref fact } if table == number => Some(fact),
            _ => None,
        };
        let facts: Vec<&TableFact> = facts.iter().filter_map(of_table).collect();
        match (self.tables.get_mut(&number), self.player_tables.get_mut(&number)) {
            (Some(table), _) => table.enter_input(what, &facts),
            (None, Some(table)) => table.enter_input(what, &facts),
            (None, None) => Ok(()),
        }
    }

    pub(super) fn enter_at_table(&mut self, what: &What, number: TableNumber, fact: &TableFact) -> Result<(), String> {
        if let Some(table) = self.player_tables.get_mut(&number) {
            let changes = table.enter(what, fact)?;
            self.note_deal_between_players(number, fact, &changes);
            return self.change_between_players(fact, &changes);
        }
        if let TableFact::Staked(stakes) = fact {
            stakes.iter().try_for_each(|stake| self.check_unlocked(stake.seat))?;
        }
        match fact {
            TableFact::TermsInForce => self.enter_terms_at_table(number)?,
            TableFact::Opened { .. } if self.tables.get(&number).is_some_and(CardTable::is_empty) => {
                self.check_limits_at_opening(Some(number))?
            }
            _ => {}
        }
        let table = self.tables.get_mut(&number).ok_or("something happened at a card table that is not there")?;
        for moved in table.enter(what, fact)? {
            self.move_at_table(moved)?;
        }
        match fact {
            TableFact::Settled { deal, settlement, .. } => {
                self.games += 1;
                self.disputes.note_deal(number, *deal, settlement);
                self.note_wins_of_deal(number, *deal, settlement);
            }
            TableFact::Voided { deal, settlement, .. } => {
                self.voids += 1;
                self.disputes.note_deal(number, *deal, settlement);
            }
            _ => {}
        }
        Ok(())
    }

    fn note_deal_between_players(&mut self, number: TableNumber, fact: &TableFact, changes: &[Change]) {
        let played = changes.iter().filter_map(|change| match *change {
            Change::Played(seat, put_in, back) => Some((seat, put_in, back)),
            _ => None,
        });
        match fact {
            TableFact::BetweenPlayers(PlayerTableFact::Began { players, .. }) => {
                self.disputes.note_dealt_in(number, players.iter().map(|(seat, _)| *seat));
            }
            TableFact::BetweenPlayers(PlayerTableFact::Settled { deal, .. } | PlayerTableFact::Voided { deal, .. }) => {
                self.disputes.note_hand(number, *deal, played);
            }
            _ => {}
        }
    }

    fn change_between_players(&mut self, fact: &TableFact, changes: &[Change]) -> Result<(), String> {
        for change in changes {
            match *change {
                Change::FromCredit(seat, amount) => {
                    self.check_unlocked(seat)?;
                    self.seat(seat).credit -= amount;
                }
                Change::ToCredit(seat, amount) => self.seat(seat).credit += amount,
                Change::Played(seat, put_in, back) => {
                    let own = self.seat(seat);
                    own.staked += put_in;
                    own.returned += back;
                }
                Change::Fee(amount) => self.fees += amount,
                Change::Hour(seat, amount) => {
                    self.seat(seat).hourly_fees += amount;
                    self.fees += amount;
                }
            }
        }
        match fact {
            TableFact::BetweenPlayers(PlayerTableFact::Settled { .. }) => self.games += 1,
            TableFact::BetweenPlayers(PlayerTableFact::Voided { .. }) => self.voids += 1,
            _ => {}
        }
        self.check_covered()
    }

    fn move_at_table(&mut self, moved: Moved) -> Result<(), String> {
        match moved {
            Moved::Laid(seat, amount) => self.seat(seat).credit -= amount,
            Moved::TakenBack(seat, amount) => self.seat(seat).credit += amount,
            Moved::Ended(seat, staked, returned) => {
                let own = self.seat(seat);
                own.credit += returned;
                own.staked += staked;
                own.returned += returned;
            }
            Moved::PaidBack(seat, due, amount) => {
                let own = self.seat(seat);
                if amount != due.min(own.credit) {
                    return Err(format!("seat {seat} pays back {amount} of {due}, and has {}", own.credit));
                }
                own.credit -= amount;
                own.returned -= amount;
            }
        }
        self.check_covered()
    }

    fn check_covered(&self) -> Result<(), String> {
        let is_covered = self.seats.iter().all(|seat| seat.credit >= 0);
        if is_covered { Ok(()) } else { Err("a stake was taken that the credit does not cover".into()) }
    }
}
