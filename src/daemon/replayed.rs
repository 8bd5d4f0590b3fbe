//! A game of any age, carried out again from the milestone before it.

use super::restore::{RestoreError, carry_out, state_of};
use crate::cabinet::Cabinet;
use crate::http::Again;
use crate::journal::{Checkpoint, MilestoneKeeper, Milestones, MirrorReader};
use crate::model::{PastGame, Span, Timestamp};

/// How many records are carried out for one question at most. Where there are more, milestones are left on the way, and the next question goes on
/// from there.
const RECORDS_MOST: u64 = 4 * Milestones::ENTRIES;

/// For how long after the end of a deal players may still have shown their cards.
const SHOWING: Span = Span::from_seconds(120);

/// The game that was opened in this record, as `look` sees it in a cabinet that recalls it.
///
/// # Errors
/// Where the mirror cannot be read, or this release carries a record out in another way than was recorded.
pub(super) fn replayed<G>(
    reader: &MirrorReader,
    milestones: &Milestones,
    sought: (PastGame, impl Fn(&Cabinet, PastGame) -> Option<G>),
    opened: u64,
) -> Result<Again<G>, RestoreError> {
    within(RECORDS_MOST, reader, milestones, sought, opened)
}

fn within<G>(
    most: u64,
    reader: &MirrorReader,
    milestones: &Milestones,
    (game, look): (PastGame, impl Fn(&Cabinet, PastGame) -> Option<G>),
    opened: u64,
) -> Result<Again<G>, RestoreError> {
    let milestone = milestones.newest_before(opened, reader, state_of)?;
    let mut cabinet = match milestone {
        Some(state) => Some(state),
        None => reader.base()?.and_then(|base| state_of(&base.state)),
    };
    let before = cabinet.as_ref().map_or(0, Cabinet::number);
    let mut keeper = MilestoneKeeper::new(milestones.clone(), before);
    let mut found: Option<(G, Timestamp)> = None;
    for link in reader.range(before + 1, u64::MAX) {
        let link = link?;
        let (number, at) = (link.entry.number, link.entry.at);
        let is_later = found.as_ref().is_some_and(|(_, ended_at)| at > ended_at.after(SHOWING));
        if is_later && (number - opened > most || cabinet.as_ref().is_some_and(|cabinet| is_whole(cabinet, game))) {
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
            found = look(cabinet, game).map(|game| (game, ended_at)).or(found);
        }
    }
    Ok(found.map_or(Again::Unknown, |(game, _)| Again::Game(game)))
}

/// Whether nothing more can be told of a game but by players who show their cards: the wheel may contradict a round as long as no other is settled.
fn is_whole(cabinet: &Cabinet, game: PastGame) -> bool {
    match game {
        PastGame::Round(round) => cabinet.round() > round.saturating_add(1),
        PastGame::Deal { .. } => true,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::Arc;

    use super::*;
    use crate::daemon::archive::Archive;
    use crate::diagnostics::opening_of;
    use crate::http::Archive as _;
    use crate::journal::{Entry, Journal, Paths, Record};
    use crate::model::{DealRecall, Fact, GameRead, HandView, KeptGame, PastHand, PlayerTableFact, TableFact, TableNumber, Views};
    use crate::sim::scenario::{Onlooker, Recorded, scenario};

    /// A game of a scenario: the record that opened it, and how it was seen and read when it was recalled for the last time.
    struct Truth {
        opened: u64,
        game: Option<(KeptGame, GameRead)>,
    }

    /// A scenario in a journal, and its games.
    struct Played {
        games: BTreeMap<PastGame, Truth>,
        /// How the cabinet stands at the end of it.
        cabinet: Cabinet,
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

    fn played(rules: &str, spins: u64, every: u64) -> Played {
        kept(recorded(rules, spins), every)
    }

    fn recorded(rules: &str, spins: u64) -> Vec<Recorded> {
        let mut listener = Listener::default();
        scenario(7, spins, Some(rules), &mut listener).expect("nothing is wrong with it");
        listener.0
    }

    /// A milestone is kept after every so many records.
    fn kept(records: Vec<Recorded>, every: u64) -> Played {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let paths = Paths { journal: folder.path().join("journal"), mirror: folder.path().join("mirror") };
        let milestones = Milestones::new(folder.path().join("milestones"));
        let (mut journal, _) = Journal::open(&paths).expect("a journal can be begun");
        let (mut cabinet, mut games) = (None, BTreeMap::new());
        for Recorded { input, facts, round, rules_sha256 } in records {
            crate::cabinet::replay(&mut cabinet, &input).expect("it was recorded");
            let state = cabinet.as_ref().expect("the terms came first");
            facts.iter().for_each(|fact| note(&mut games, input.number, fact));
            look(&mut games, state);
            let (number, at) = (input.number, input.at);
            let payload = Record::bare(input, facts, rules_sha256).encode();
            journal.append(vec![Entry { number, at, round, payload }]).expect("this disk can be written");
            if number.is_multiple_of(every) {
                milestones.keep(&Checkpoint { head: journal.head(), bytes: state.to_bytes() }).expect("this disk can be written");
            }
        }
        games.retain(|_, truth: &mut Truth| truth.game.is_some());
        let reader = MirrorReader::open(&paths.mirror).expect("it can be read");
        Played { games, cabinet: cabinet.expect("the terms came first"), reader, milestones, _folder: folder }
    }

    fn note(games: &mut BTreeMap<PastGame, Truth>, opened: u64, fact: &Fact) {
        let game = match fact {
            Fact::RoundOpened { round } => PastGame::Round(*round),
            Fact::Table { table, fact: TableFact::Opened { deal } }
            | Fact::Table { table, fact: TableFact::BetweenPlayers(PlayerTableFact::Began { deal, .. }) } => {
                PastGame::Deal { table: *table, deal: *deal }
            }
            _ => return,
        };
        games.entry(game).or_insert(Truth { opened, game: None });
    }

    /// The newest games of each table as they are recalled now.
    fn look(games: &mut BTreeMap<PastGame, Truth>, state: &Cabinet) {
        let mut tables: Vec<Option<u8>> = games.keys().map(|game| game.place().0).collect();
        tables.dedup();
        for table in tables {
            let game = |number| table.map_or(PastGame::Round(number), |table| PastGame::Deal { table: TableNumber(table), deal: number });
            for (game, truth) in games.range_mut(game(0)..=game(u64::MAX)).rev().take(3) {
                truth.game = state.past_game(*game).zip(state.read_game(*game)).or(truth.game.take());
            }
        }
    }

    fn is_between(game: PastGame) -> bool {
        matches!(game, PastGame::Deal { table, .. } if table.between_players().is_some())
    }

    #[test]
    fn a_game_of_any_age_is_carried_out_again_as_all_saw_it() {
        check_games("roulette/am", |game| matches!(game, PastGame::Round(_)));
        check_games("blackjack/am", |game| matches!(game, PastGame::Deal { .. }) && !is_between(game));
        check_games("holdem/sport-no-limit", is_between);
    }

    fn check_games(rules: &str, is_of_kind: fn(PastGame) -> bool) {
        let played = played(rules, 20, 500);
        let count = played.games.keys().filter(|game| is_of_kind(**game)).count();
        assert!(count > 5, "{rules}: {count} games");
        for (game, truth) in &played.games {
            assert_eq!(opening_of(&played.reader, None, *game).expect("it can be read"), Some(truth.opened), "{game:?}");
            let (seen, read) = truth.game.clone().expect("all of them were recalled");
            assert_eq!(again(&played, *game, truth, Cabinet::past_game), Again::Game(seen), "{game:?}");
            assert_eq!(again(&played, *game, truth, Cabinet::read_game), Again::Game(read), "{game:?}");
        }
    }

    #[test]
    #[ignore = "prints what tests/journals/read-games keeps of a release"]
    fn print_what_is_read() {
        let print = |kind: &str, rules: &str, is_of_kind: fn(PastGame) -> bool| {
            let played = played(rules, 20, 500);
            let read = |truth: &Truth| truth.game.clone().map(|(_, read)| read);
            let longest = played.games.iter().filter(|(game, _)| is_of_kind(**game)).filter_map(|(_, truth)| match read(truth)? {
                GameRead::Found(bytes) => Some(bytes),
                GameRead::Missing => None,
            });
            let bytes = longest.max_by_key(Vec::len).expect("some were played");
            let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            println!("{} {kind} {digits}", env!("CARGO_PKG_VERSION"));
        };
        print("round", "roulette/am", |game| matches!(game, PastGame::Round(_)));
        print("deal", "blackjack/am", |game| matches!(game, PastGame::Deal { .. }) && !is_between(game));
        print("hand", "holdem/sport-no-limit", is_between);
    }

    fn again<G>(played: &Played, game: PastGame, truth: &Truth, look: impl Fn(&Cabinet, PastGame) -> Option<G>) -> Again<G> {
        replayed(&played.reader, &played.milestones, (game, look), truth.opened).expect("it is carried out as it was")
    }

    impl Played {
        fn archive(&self) -> Archive {
            Archive::new(self.reader.directory().to_owned(), self.milestones.clone())
        }

        fn views(&self) -> Views {
            self.cabinet.views(self.cabinet.rules_view().into())
        }
    }

    /// The cards that these hands show.
    fn cards_of(hands: &[HandView]) -> usize {
        hands.iter().flat_map(|hand| &hand.cards).flatten().count()
    }

    #[test]
    fn a_seat_looks_back_at_its_deals_at_a_card_table_and_sees_its_own_stakes_and_what_lay_open() {
        let played = played("oasis/by", 20, 500);
        let (archive, views) = (played.archive(), played.views());
        let (mut compared, mut closed, mut without) = (0, 0, 0);
        for (view, whole) in views.seats.iter().flat_map(|view| views.official.deals.iter().map(move |whole| (view, whole))) {
            let (seat, game) = (view.seat, PastGame::Deal { table: whole.table, deal: whole.deal });
            let own = whole.settlement.part_of(seat);
            let expected = match own.returns.is_empty() {
                true => Again::Unknown,
                false => Again::Game(KeptGame::Deal(DealRecall { settlement: own, ..DealRecall::clone(whole) }.into())),
            };
            assert_eq!(archive.again_for(seat, true, game), expected, "{seat} {game:?}");
            assert_eq!(archive.again_for(seat, false, game), expected, "{seat} {game:?}");
            let live = view.tables.iter().flat_map(|table| &table.deals).find(|live| (live.table, live.deal) == (whole.table, whole.deal));
            assert_eq!(live.is_some(), expected != Again::Unknown, "it is the seat's where its own view lists it");
            without += usize::from(live.is_none());
            compared += usize::from(live.is_some());
            closed += usize::from(live.is_some_and(|live| cards_of(&live.hands) > cards_of(&whole.hands)));
        }
        assert!(compared > 5 && closed > 0 && without > 0, "{compared} deals, {closed} with a closed hand, {without} of others");
    }

    #[test]
    fn a_seat_looks_back_at_its_deals_between_players_as_its_history_shows_them() {
        let mut records = recorded("holdem/sport-no-limit", 20);
        let of_end = compare(&kept(records.clone(), 500));
        records.truncate(records.len() / 2);
        let of_middle = compare(&kept(records, 500));
        assert_eq!(of_end.own, 0, "all have gone in the end");
        assert!(of_middle.own > 0 && of_end.public > 0 && of_middle.of_others > 0, "{of_middle:?} {of_end:?}");
    }

    /// How many deals were compared.
    #[derive(Debug, Default)]
    struct Compared {
        /// With closed cards of the seat's own.
        own: usize,
        /// With no more than everybody saw.
        public: usize,
        /// Without the seat.
        of_others: usize,
    }

    /// Each seat looks back at every recalled deal between players, and sees what its history shows.
    fn compare(played: &Played) -> Compared {
        let (archive, views) = (played.archive(), played.views());
        let recalled: BTreeSet<_> =
            views.seats.iter().flat_map(|view| &view.player_tables).flat_map(|table| &table.hands).map(deal_of).collect();
        let mut compared = Compared::default();
        for (view, game) in views.seats.iter().flat_map(|view| recalled.iter().map(move |game| (view, *game))) {
            let live = view.player_tables.iter().flat_map(|table| &table.hands).find(|live| deal_of(live) == game).cloned();
            let expected = live.clone().map_or(Again::Unknown, |hand| Again::Game(KeptGame::Hand(hand)));
            assert_eq!(archive.again_for(view.seat, true, game), expected, "{} {game:?}", view.seat);
            let Some(live) = live else {
                assert_eq!(archive.again_for(view.seat, false, game), Again::Unknown);
                compared.of_others += 1;
                continue;
            };
            let seen = archive.again(game);
            assert_eq!(archive.again_for(view.seat, false, game), seen, "a person of the house sees what all saw");
            let is_public = Again::Game(KeptGame::Hand(live)) == seen;
            *(if is_public { &mut compared.public } else { &mut compared.own }) += 1;
        }
        compared
    }

    fn deal_of(hand: &Arc<PastHand>) -> PastGame {
        PastGame::Deal { table: hand.table, deal: hand.deal }
    }

    #[test]
    fn what_takes_long_is_brought_further_by_every_question() {
        let played = played("oasis/by", 12, u64::MAX);
        let (game, truth) = played.games.iter().max_by_key(|(_, truth)| truth.opened).expect("there are games");
        let sought = (*game, Cabinet::past_game);
        let mut questions = 1;
        loop {
            let again = within(200, &played.reader, &played.milestones, sought, truth.opened).expect("it is carried out as it was");
            if again != Again::NotYet {
                assert_eq!(Some(again), truth.game.clone().map(|(seen, _)| Again::Game(seen)));
                break;
            }
            questions += 1;
        }
        assert_eq!(questions, truth.opened.div_ceil(200), "each has brought it 200 records further");
    }

    #[test]
    fn a_game_that_the_cabinet_does_not_come_to_is_none() {
        let played = played("red-dog/am", 6, 500);
        for game in [PastGame::Round(u64::MAX), PastGame::Deal { table: TableNumber(200), deal: 1 }] {
            assert_eq!(opening_of(&played.reader, None, game).expect("it can be read"), None);
            let sought = (game, Cabinet::past_game);
            let again = replayed(&played.reader, &played.milestones, sought, 1).expect("it is carried out as it was");
            assert_eq!(again, Again::Unknown);
        }
    }
}
