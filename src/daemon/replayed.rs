//! A deal of any age, carried out again from the milestone before it.

use super::restore::{RestoreError, carry_out};
use crate::cabinet::Cabinet;
use crate::http::Again;
use crate::journal::{Checkpoint, MilestoneKeeper, Milestones, MirrorReader};
use crate::model::{KeptGame, PastGame, Span, Timestamp};

/// How many records are carried out for one question at most. Where there are more, milestones are left on the way, and the next question goes on
/// from there.
const RECORDS_MOST: u64 = 4 * Milestones::ENTRIES;

/// For how long after the end of a deal players may still have shown their cards.
const SHOWING: Span = Span::from_seconds(120);

/// The deal that was opened in this record.
///
/// # Errors
/// Where the mirror cannot be read, or this release carries a record out in another way than was recorded.
pub(super) fn replayed(reader: &MirrorReader, milestones: &Milestones, game: PastGame, opened: u64) -> Result<Again, RestoreError> {
    within(RECORDS_MOST, reader, milestones, game, opened)
}

fn within(most: u64, reader: &MirrorReader, milestones: &Milestones, game: PastGame, opened: u64) -> Result<Again, RestoreError> {
    let state = |milestone: &Checkpoint| Cabinet::from_bytes(&milestone.bytes).filter(|state| state.number() == milestone.head.number);
    let mut cabinet = milestones.newest_before(opened, reader, state)?;
    let before = cabinet.as_ref().map_or(0, Cabinet::number);
    let mut keeper = MilestoneKeeper::new(milestones.clone(), before);
    let mut found: Option<(KeptGame, Timestamp)> = None;
    for link in reader.range(before + 1, u64::MAX) {
        let link = link?;
        let (number, at) = (link.entry.number, link.entry.at);
        if found.as_ref().is_some_and(|(_, ended_at)| at > ended_at.after(SHOWING)) {
            break;
        }
        carry_out(&mut cabinet, &link)?;
        let Some(cabinet) = &cabinet else { continue };
        let is_enough = number - before == most && number < opened;
        if is_enough || keeper.is_due(number) {
            keeper.keep(&Checkpoint { head: link.head(), bytes: cabinet.to_bytes() });
        }
        if is_enough {
            return Ok(Again::NotYet);
        }
        if number >= opened {
            let ended_at = found.as_ref().map_or(at, |(_, ended_at)| *ended_at);
            found = cabinet.past_game(game).map(|game| (game, ended_at)).or(found);
        }
    }
    Ok(found.map_or(Again::Unknown, |(game, _)| Again::Game(game)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::diagnostics::{opening_of_deal, opening_of_hand};
    use crate::journal::{Entry, Journal, Paths, Record};
    use crate::model::{Fact, PlayerTableFact, TableFact, TableNumber};
    use crate::sim::scenario::{Onlooker, Recorded, scenario};

    /// A deal of a scenario: the record that opened it, whether it was between players, and how it was seen when it was recalled for the last time.
    struct Truth {
        opened: u64,
        is_between: bool,
        game: Option<KeptGame>,
    }

    /// A scenario in a journal, and its deals.
    struct Played {
        deals: BTreeMap<(TableNumber, u64), Truth>,
        reader: MirrorReader,
        milestones: Milestones,
        _folder: tempfile::TempDir,
    }

    #[derive(Default)]
    struct Listener(Vec<Recorded>);

    impl Onlooker for Listener {
        fn recorded(&mut self, recorded: Recorded) {
            self.0.push(recorded);
        }
    }

    /// A milestone is kept after every so many records.
    fn played(rules: &str, spins: u64, every: u64) -> Played {
        let mut listener = Listener::default();
        scenario(7, spins, Some(rules), &mut listener).expect("nothing is wrong with it");
        let folder = tempfile::tempdir().expect("a folder can be made");
        let paths = Paths { journal: folder.path().join("journal"), mirror: folder.path().join("mirror") };
        let milestones = Milestones::new(folder.path().join("milestones"));
        let (mut journal, _) = Journal::open(&paths).expect("a journal can be begun");
        let (mut cabinet, mut deals) = (None, BTreeMap::new());
        for Recorded { input, facts, round, rules_sha256 } in listener.0 {
            crate::cabinet::replay(&mut cabinet, &input).expect("it was recorded");
            let state = cabinet.as_ref().expect("the terms came first");
            facts.iter().for_each(|fact| note(&mut deals, input.number, fact));
            look(&mut deals, state);
            let (number, at) = (input.number, input.at);
            let payload = Record::bare(input, facts, rules_sha256).encode();
            journal.append(vec![Entry { number, at, round, payload }]).expect("this disk can be written");
            if number.is_multiple_of(every) {
                milestones.keep(&Checkpoint { head: journal.head(), bytes: state.to_bytes() }).expect("this disk can be written");
            }
        }
        deals.retain(|_, truth: &mut Truth| truth.game.is_some());
        Played { deals, reader: MirrorReader::open(&paths.mirror).expect("it can be read"), milestones, _folder: folder }
    }

    fn note(deals: &mut BTreeMap<(TableNumber, u64), Truth>, opened: u64, fact: &Fact) {
        let Fact::Table { table, fact } = fact else { return };
        let (deal, is_between) = match fact {
            TableFact::Opened { deal } => (*deal, false),
            TableFact::BetweenPlayers(PlayerTableFact::Began { deal, .. }) => (*deal, true),
            _ => return,
        };
        deals.entry((*table, deal)).or_insert(Truth { opened, is_between, game: None });
    }

    /// The newest deals as they are recalled now.
    fn look(deals: &mut BTreeMap<(TableNumber, u64), Truth>, state: &Cabinet) {
        let mut tables: Vec<TableNumber> = deals.keys().map(|(table, _)| *table).collect();
        tables.dedup();
        for table in tables {
            for ((_, deal), truth) in deals.range_mut((table, 0)..=(table, u64::MAX)).rev().take(3) {
                truth.game = state.past_game(PastGame::Deal { table, deal: *deal }).or(truth.game.take());
            }
        }
    }

    #[test]
    fn a_deal_of_any_age_is_carried_out_again_as_all_saw_it() {
        check_deals("blackjack/am", false);
        check_deals("holdem/sport-no-limit", true);
    }

    fn check_deals(rules: &str, is_between: bool) {
        let played = played(rules, 20, 500);
        let count = played.deals.values().filter(|truth| truth.is_between == is_between).count();
        assert!(count > 5, "{rules}: {count} deals");
        for ((table, deal), truth) in &played.deals {
            let opening = if truth.is_between { opening_of_hand } else { opening_of_deal };
            assert_eq!(opening(&played.reader, *table, *deal).expect("it can be read"), Some(truth.opened), "{table:?}, deal {deal}");
            let game = PastGame::Deal { table: *table, deal: *deal };
            let again = replayed(&played.reader, &played.milestones, game, truth.opened).expect("it is carried out as it was");
            assert_eq!(Some(again), truth.game.clone().map(Again::Game), "{table:?}, deal {deal}");
        }
    }

    #[test]
    fn what_takes_long_is_brought_further_by_every_question() {
        let played = played("oasis/by", 12, u64::MAX);
        let ((table, deal), truth) = played.deals.iter().max_by_key(|(_, truth)| truth.opened).expect("there are deals");
        let game = PastGame::Deal { table: *table, deal: *deal };
        let mut questions = 1;
        loop {
            let again = within(200, &played.reader, &played.milestones, game, truth.opened).expect("it is carried out as it was");
            if again != Again::NotYet {
                assert_eq!(Some(again), truth.game.clone().map(Again::Game));
                break;
            }
            questions += 1;
        }
        assert_eq!(questions, truth.opened.div_ceil(200), "each has brought it 200 records further");
    }

    #[test]
    fn a_deal_that_the_cabinet_does_not_come_to_is_none() {
        let played = played("red-dog/am", 6, 500);
        let table = TableNumber(200);
        assert_eq!(opening_of_deal(&played.reader, table, 1).expect("it can be read"), None);
        let again =
            replayed(&played.reader, &played.milestones, PastGame::Deal { table, deal: 1 }, 1).expect("it is carried out as it was");
        assert_eq!(again, Again::Unknown);
    }
}
