//! Whether a player still sits at a table between players where he was dealt in, or has gone since: a seat is a place, and not a person.

use super::LOOKS;
use crate::journal::{JournalError, Link, MirrorReader, Record};
use crate::model::{Fact, PlayerTableFact, Seat, TableFact, TableNumber};

/// Whether the player of this seat, who was dealt in at this table in the record `opened`, has sat there ever since. Of a stay that is longer than the
/// segments that are looked through for it the answer is no: nothing is shown on it that may be another's.
///
/// # Errors
/// Where the mirror cannot be read.
pub fn has_stayed(reader: &MirrorReader, table: TableNumber, seat: Seat, opened: u64) -> Result<bool, JournalError> {
    within(LOOKS, reader, (table, seat), opened)
}

/// The segments are read from the newest on, so that who has gone is mostly found at once.
fn within(most: usize, reader: &MirrorReader, place: (TableNumber, Seat), opened: u64) -> Result<bool, JournalError> {
    let mut end = u64::MAX;
    for start in reader.starts().into_iter().rev().take(most) {
        for link in reader.range(start.max(opened), end) {
            if has_gone(place, &link?)? {
                return Ok(false);
            }
        }
        if start <= opened {
            return Ok(true);
        }
        end = start - 1;
    }
    Ok(false)
}

fn has_gone((table, seat): (TableNumber, Seat), link: &Link) -> Result<bool, JournalError> {
    let goes = |fact: &Fact| {
        let Fact::Table { table: at, fact: TableFact::BetweenPlayers(PlayerTableFact::Left { seat: of, .. }) } = fact else { return false };
        (*at, *of) == (table, seat)
    };
    Ok(Record::decode(&link.entry.payload)?.facts.iter().any(goes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::played::{Played, seat};
    use crate::model::Money;

    const TABLE: TableNumber = TableNumber(17);

    fn at(table: u8, fact: PlayerTableFact) -> Fact {
        Fact::Table { table: TableNumber(table), fact: TableFact::BetweenPlayers(fact) }
    }

    fn left(table: u8, number: u8) -> Fact {
        at(table, PlayerTableFact::Left { seat: seat(number), back: Money::from_minor(1) })
    }

    /// Seat 3 has sat at table 17 since record 2, which is the newest one but for what is told then.
    fn check(told: Vec<Fact>, has_stayed: bool) {
        let mut played = Played::new();
        played.record(0, vec![left(17, 3)]);
        let opened = played.record(0, Vec::new());
        played.record(0, told.clone());
        assert_eq!(super::has_stayed(&played.reader(), TABLE, seat(3), opened).expect("it can be read"), has_stayed, "{told:?}");
    }

    #[test]
    fn a_player_has_stayed_where_his_seat_was_not_left_since() {
        check(vec![], true);
        check(vec![left(17, 3)], false);
        check(vec![left(17, 2), left(18, 3)], true);
        check(vec![at(17, PlayerTableFact::IsLeaving { seat: seat(3) })], true);
        let comes = at(17, PlayerTableFact::Joined { seat: seat(3), put: Money::from_minor(1) });
        check(vec![left(17, 3), comes], false);
    }

    #[test]
    fn a_seat_that_was_left_in_the_very_record_is_left() {
        let mut played = Played::new();
        let opened = played.record(0, vec![left(17, 3)]);
        assert!(!has_stayed(&played.reader(), TABLE, seat(3), opened).expect("it can be read"));
    }

    #[test]
    fn a_stay_of_more_segments_than_are_looked_through_counts_as_none() {
        let mut played = Played::new();
        let opened = played.record(0, Vec::new());
        (0..20).for_each(|_| {
            played.fill(1);
        });
        let (reader, segments) = (played.reader(), played.reader().starts().len());
        assert!(segments > 2, "{segments} segments");
        let stays = |most| within(most, &reader, (TABLE, seat(3)), opened).expect("it can be read");
        assert_eq!([segments, segments - 1].map(stays), [true, false]);
        played.record(0, vec![left(17, 3)]);
        assert!(!has_stayed(&played.reader(), TABLE, seat(3), opened).expect("it can be read"));
    }
}
