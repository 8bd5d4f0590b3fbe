//! The start: both copies are looked at, the table says what to do, and it is done here.

use std::path::{Path, PathBuf};

use super::base;
use super::files::Paths;
use super::mark::{Known, Marked};
use super::mirror::{self, Beginnings, MirrorReader, MirrorWriter, Scanned, Sound};
use super::renewal::{load_from_mirror, note_damage, noted, renew, take_up};
use super::store::{Opened, SledStore, Store, sled_directory};
use super::table::{Action, Case, MirrorState, Relation, StoreState, case_of};
use super::trimming;
use super::unproved;
use super::{Ballast, Base, Head, JournalError, Link};

/// What the start found and did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovery {
    /// What was done.
    pub action: Action,
    /// What had happened, in words.
    pub meaning: &'static str,
    /// Whether one copy was lost, or more of it than a commit that was under way.
    pub lost_copy: bool,
    /// What was wrong with a damaged copy, in detail.
    pub details: Vec<String>,
    /// Bytes of a torn, never acknowledged write that were cut from the mirror.
    pub torn_bytes: u64,
    /// Entries that were copied from one copy to the other.
    pub copied: u64,
    /// Where damaged files were moved to.
    pub set_aside: Vec<PathBuf>,
    /// What has become of the ballast; `None` where it was not asked for.
    pub ballast: Option<Ballast>,
    /// What the marks outside both copies said.
    pub marked: Marked,
    /// The record after which others of the last seconds may be missing: one copy was lost, and the program had not ended in good order, so
    /// that nothing but the other copy tells where the journal ended.
    pub unproved_after: Option<u64>,
    /// Where the journal stands now.
    pub head: Head,
}

/// Both copies, equal.
pub(super) struct Recovered {
    pub(super) store: SledStore,
    pub(super) mirror: MirrorWriter,
    pub(super) report: Recovery,
}

/// Brings both copies to the same state, or refuses. What is known of the journal from outside is compared before anything is changed.
pub(super) fn recover(paths: &Paths, known: &Known) -> Result<Recovered, JournalError> {
    take_up(&paths.journal)?;
    let opened = match noted(&paths.journal) {
        Some(note) => Opened::Broken(note.why),
        None => SledStore::open(&sled_directory(&paths.journal))?,
    };
    let base = base::of(paths)?;
    let removed = base.as_ref().map_or(Head::START, Base::head);
    if let Opened::Sound(store) = &opened
        && store.before().number > removed.number
    {
        return Err(base::missing(store.before(), &paths.journal));
    }
    let first = if let Opened::Sound(store) = &opened { store.before() } else { Head::START };
    let is_being_trimmed = base.as_ref().zip(known.decision()).is_some_and(|(base, decision)| trimming::is_decided(base, decision));
    let beginnings = Beginnings { after: [removed, first], earlier_than: if is_being_trimmed { removed.number } else { 0 } };
    let scanned = mirror::scan(&paths.mirror, beginnings)?;
    let found = Found::compare(opened, scanned, &paths.mirror)?;
    let mut report = found.report();
    if found.case.action != Action::Refuse {
        report.marked = found.check(known, &paths.mirror)?;
        found.check_base(removed, &paths.mirror)?;
        report.unproved_after = found.unproved_after(known, &paths.journal)?;
    }
    let recovered = match found.case.action {
        Action::Refuse => Err(found.refusal()),
        Action::Begin => begin(found, paths, report),
        Action::Use | Action::ExtendMirror => {
            let (store, sound) = found.both_sound();
            let mirror = MirrorWriter::go_on(&paths.mirror, &sound)?;
            extend_mirror(store, mirror, report)
        }
        Action::ExtendStore => {
            let (store, sound) = found.both_sound();
            extend_store(store, &sound, paths, report)
        }
        Action::RepairMirror => repair_mirror(found, paths, beginnings, report),
        Action::RebuildMirror => {
            let store = found.store.expect("the case says that the store is sound");
            let mirror = MirrorWriter::begin(&paths.mirror, store.before())?;
            extend_mirror(store, mirror, report)
        }
        Action::RebuildStore => rebuild_store(found, paths, report),
    }?;
    match base {
        Some(base) => trimming::finish(recovered, paths, &base, known),
        None => Ok(recovered),
    }
}

/// What was found, and which case of the table it is.
struct Found {
    store: Option<SledStore>,
    store_state: StoreState,
    store_why: Option<String>,
    mirror: Option<Scanned>,
    case: &'static Case,
    /// The first number that neither can be trusted for, if it comes to that.
    first_bad: u64,
}

impl Found {
    fn compare(opened: Opened, scanned: Scanned, mirror: &Path) -> Result<Self, JournalError> {
        let (store, store_why) = match opened {
            Opened::Sound(store) => (Some(store), None),
            Opened::Broken(why) => (None, Some(why)),
        };
        let store_head = store.as_ref().map_or(Head::START, Store::head);
        let store_state = match &store {
            None => StoreState::Broken,
            Some(store) if store_head == store.before() => StoreState::Absent,
            Some(_) => StoreState::Sound,
        };
        let (mirror_state, mirror_head, seen) = match &scanned {
            Scanned::Absent => (MirrorState::Absent, Head::START, 0),
            Scanned::Sound(sound) if sound.is_empty => (MirrorState::Absent, Head::START, 0),
            Scanned::Sound(sound) => (MirrorState::Sound, sound.head, sound.head.number),
            Scanned::Broken(broken) => (MirrorState::Broken, broken.head, broken.seen),
        };
        let relation = match &store {
            Some(store) if store_state == StoreState::Sound && mirror_state != MirrorState::Absent => {
                relation(store, mirror_head, seen, mirror)?
            }
            _ => Relation::Incomparable,
        };
        let case = case_of(store_state, mirror_state, relation);
        let first_bad = match relation {
            Relation::Forked => store_head.number.min(mirror_head.number),
            _ => store_head.number.max(mirror_head.number) + 1,
        };
        Ok(Self { store, store_state, store_why, mirror: Some(scanned), case, first_bad })
    }

    fn report(&self) -> Recovery {
        let (torn_bytes, mirror_why) = match &self.mirror {
            Some(Scanned::Sound(sound)) => (sound.torn_bytes, None),
            Some(Scanned::Broken(broken)) => (0, Some(broken.why.clone())),
            _ => (0, None),
        };
        let details = self.store_why.iter().cloned().chain(mirror_why).collect();
        let Case { action, meaning, .. } = *self.case;
        Recovery {
            action,
            meaning,
            lost_copy: self.case.leaves_one_copy(),
            details,
            torn_bytes,
            copied: 0,
            set_aside: Vec::new(),
            ballast: None,
            marked: Marked::Unasked,
            unproved_after: None,
            head: Head::START,
        }
    }

    /// The copy that would be gone on from: the store, where there is one, or else the mirror; and where it ends.
    fn source(&self) -> (Option<&SledStore>, Head) {
        let store_has_all = !matches!(self.case.action, Action::ExtendStore | Action::RebuildStore);
        match (&self.store, &self.mirror) {
            (Some(store), _) if store_has_all => (Some(store), store.head()),
            (_, Some(Scanned::Sound(sound))) => (None, sound.head),
            _ => unreachable!("every case that is not refused goes on from a sound copy, or from none"),
        }
    }

    /// Compares what is known from outside with that copy.
    fn check(&self, known: &Known, mirror: &Path) -> Result<Marked, JournalError> {
        match self.source() {
            (Some(store), end) => known.check(end, |number| Ok(store.run(number)?.into_iter().next())),
            (None, end) => known.check(end, |number| MirrorReader::open(mirror)?.read(number)),
        }
    }

    /// A base must be of the journal that it lies beside: nothing is removed, nor money counted, by that of another.
    fn check_base(&self, removed: Head, mirror: &Path) -> Result<(), JournalError> {
        let is_of_it = match self.source() {
            _ if removed == Head::START => true,
            (Some(store), _) if removed == store.before() || MirrorReader::open(mirror)?.has(removed).unwrap_or(false) => true,
            (Some(store), _) => hash_in(&store.run(removed.number)?) == Some(removed),
            (None, _) => MirrorReader::open(mirror)?.has(removed)?,
        };
        let why = "the files called `base` beside the copies are of another journal, or of one that had come farther: put back what belongs to \
                   them, or move them away";
        if is_of_it { Ok(()) } else { Err(JournalError::Refused { first_bad: removed.number, why: why.to_owned() }) }
    }

    /// The record after which others may be missing, noted before anything is made anew.
    fn unproved_after(&self, known: &Known, journal: &Path) -> Result<Option<u64>, JournalError> {
        let (_, end) = self.source();
        if known.is_answered_for() {
            return Ok(None);
        }
        // The first record says only by which terms play begins.
        if end.number > 1 && self.case.leaves_one_copy() && !known.proves_end(end) {
            return unproved::note(journal, end.number).map(Some);
        }
        unproved::noted(journal)
    }

    fn refusal(&self) -> JournalError {
        let details = self.report().details.join("; ");
        let colon = if details.is_empty() { "" } else { ": " };
        JournalError::Refused { first_bad: self.first_bad, why: format!("{}{colon}{details}", self.case.meaning) }
    }

    fn both_sound(self) -> (SledStore, Sound) {
        match (self.store, self.mirror) {
            (Some(store), Some(Scanned::Sound(sound))) => (store, sound),
            _ => unreachable!("the case says that both are sound"),
        }
    }
}

/// How a sound store compares with a mirror that is sound up to `head` and once reached `seen`.
fn relation(store: &SledStore, head: Head, seen: u64, mirror: &Path) -> Result<Relation, JournalError> {
    let (ours, first) = (store.head(), store.before());
    let theirs_before = MirrorReader::open(mirror)?.before();
    if (1..first.number).contains(&head.number) || ours.number < theirs_before.number {
        // One ends before the other begins: a person must say which of them is the journal.
        return Ok(Relation::Incomparable);
    }
    let theirs_at_end_of_shorter = if ours.number >= head.number {
        let same = head.number == 0 || head == first || hash_in(&store.run(head.number)?) == Some(head);
        return Ok(match (same, ours.number.cmp(&seen)) {
            (false, _) => Relation::Forked,
            (true, std::cmp::Ordering::Greater) if store.last_commit() == Some(seen + 1) => Relation::StoreLonger,
            (true, std::cmp::Ordering::Greater) => Relation::StoreFarLonger,
            (true, std::cmp::Ordering::Equal) => Relation::Same,
            (true, std::cmp::Ordering::Less) => Relation::MirrorLonger,
        });
    } else {
        MirrorReader::open(mirror)?.read(ours.number)?
    };
    let same = ours == theirs_before || theirs_at_end_of_shorter.is_some_and(|link| link.head() == ours);
    if !same {
        return Ok(Relation::Forked);
    }
    let is_far = seen == head.number && lacks_more_than_a_commit(ours.number, mirror)?;
    Ok(if is_far { Relation::MirrorFarLonger } else { Relation::MirrorLonger })
}

/// Whether the mirror has anything else after entry `number` than one commit.
fn lacks_more_than_a_commit(number: u64, mirror: &Path) -> Result<bool, JournalError> {
    let mut commits = MirrorReader::open(mirror)?.commits(number + 1);
    let is_before = |commit: &Vec<Link>| commit.last().is_some_and(|last| last.entry.number <= number);
    let next = loop {
        match commits.next().transpose()? {
            Some(commit) if is_before(&commit) => {}
            next => break next,
        }
    };
    let follows = next.is_some_and(|commit| commit.first().is_some_and(|first| first.entry.number == number + 1));
    Ok(!follows || commits.next().transpose()?.is_some())
}

fn hash_in(run: &[Link]) -> Option<Head> {
    run.first().map(Link::head)
}

fn begin(found: Found, paths: &Paths, report: Recovery) -> Result<Recovered, JournalError> {
    let store = found.store.expect("the case says that the store is empty, not broken");
    let mirror = match found.mirror {
        Some(Scanned::Sound(sound)) => MirrorWriter::go_on(&paths.mirror, &sound)?,
        _ => MirrorWriter::begin(&paths.mirror, Head::START)?,
    };
    finish(store, mirror, report)
}

fn repair_mirror(found: Found, paths: &Paths, beginnings: Beginnings, mut report: Recovery) -> Result<Recovered, JournalError> {
    let store = found.store.expect("the case says that the store is sound");
    let mut scanned = found.mirror.expect("the mirror was looked at");
    // With the damaged segments gone the one before them is the last, and may turn out to be damaged too.
    let mirror = loop {
        match scanned {
            Scanned::Broken(broken) => {
                report.set_aside.extend(mirror::set_damaged_aside(&broken)?);
                scanned = mirror::scan(&paths.mirror, beginnings)?;
            }
            Scanned::Sound(sound) => break MirrorWriter::go_on(&paths.mirror, &sound)?,
            Scanned::Absent => break MirrorWriter::begin(&paths.mirror, store.before())?,
        }
    };
    extend_mirror(store, mirror, report)
}

/// Copies what the mirror lacks from the store.
pub(super) fn extend_mirror(store: SledStore, mut mirror: MirrorWriter, mut report: Recovery) -> Result<Recovered, JournalError> {
    while mirror.head().number < store.head().number {
        let head = mirror.head();
        let links = store.run(head.number + 1)?;
        let does_not_go_on = |number| forked(number, "the store does not go on where the mirror ends");
        if links.is_empty() {
            return Err(does_not_go_on(head.number + 1));
        }
        head.advance(&links).map_err(does_not_go_on)?;
        mirror.write(&links)?;
        report.copied += links.len() as u64;
    }
    mirror.sync()?;
    finish(store, mirror, report)
}

/// Copies what the store lacks from the mirror. A store that fails to take it is damaged.
fn extend_store(mut store: SledStore, sound: &Sound, paths: &Paths, mut report: Recovery) -> Result<Recovered, JournalError> {
    let mirror = MirrorWriter::go_on(&paths.mirror, sound)?;
    let copied = load_from_mirror(&mut store, &paths.mirror);
    report.copied += copied.inspect_err(|error| note_damage(&paths.journal, error, sound.head))?;
    finish(store, mirror, report)
}

/// Makes the store anew. The mirror is read from its first entry to its last before anything is changed.
fn rebuild_store(found: Found, paths: &Paths, mut report: Recovery) -> Result<Recovered, JournalError> {
    let Some(Scanned::Sound(sound)) = found.mirror else { unreachable!("the case says that the mirror is sound") };
    let whole = MirrorReader::open(&paths.mirror)?.read_through();
    match (found.store, whole) {
        // A store without entries is filled.
        (Some(store), Ok(_)) if found.store_state == StoreState::Absent => extend_store(store, &sound, paths, report),
        // The history of a store that lost its end may be the only whole one: it stays, and is extended.
        (Some(store), Err(error)) if found.store_state == StoreState::Sound => {
            report.action = Action::ExtendStore;
            report.details.push(error.to_string());
            extend_store(store, &sound, paths, report)
        }
        (_, Err(error)) => Err(error),
        (store, Ok(end)) => {
            store.map_or(Ok(()), SledStore::close)?;
            let renewed = renew(paths, found.store_why.as_deref().unwrap_or(found.case.meaning), end)?;
            report.copied = renewed.copied;
            report.set_aside.extend(renewed.set_aside);
            let mirror = MirrorWriter::go_on(&paths.mirror, &sound)?;
            finish(renewed.store, mirror, report)
        }
    }
}

/// The last word: no matter what was done, both copies must end with the same entry.
fn finish(store: SledStore, mirror: MirrorWriter, mut report: Recovery) -> Result<Recovered, JournalError> {
    if store.head() != mirror.head() {
        return Err(forked(store.head().number.min(mirror.head().number), "the copies still differ after the repair"));
    }
    report.head = store.head();
    Ok(Recovered { store, mirror, report })
}

fn forked(first_bad: u64, why: &str) -> JournalError {
    JournalError::Refused { first_bad, why: why.to_owned() }
}
