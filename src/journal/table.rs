//! What to do at a start, as a table: for each state that the two copies can be in there is one case, and one action.
//!
//! The reasoning behind it: an entry is acknowledged only when it is durable in both copies. So everything that one copy has more than
//! the other is at worst something nobody was told of, and may be kept; and what one copy has lost, the other has. Nothing is
//! decided here by the clock, by sizes, or by which copy is "usually right": only by the chain of hashes.

/// What the sled store was found to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreState {
    /// Not there, or without entries.
    Absent,
    /// Opened, and its newest part follows the chain.
    Sound,
    /// It cannot be opened, its newest part does not follow the chain, or an earlier life has noted that it is damaged.
    Broken,
}

/// What the mirror was found to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MirrorState {
    /// Not there, or without entries.
    Absent,
    /// Its newest part follows the chain; a torn last write does not count.
    Sound,
    /// A commit is damaged that is known to have been complete, because later ones are seen.
    Broken,
}

/// How the two compare. Of a broken mirror the sound beginning is compared, and how far it once reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// There is only one, or none, to look at.
    Incomparable,
    /// They end with the same entry.
    Same,
    /// The store goes on where the mirror ends, or once ended: it has one commit more.
    StoreLonger,
    /// The store has more than the commit that was under way.
    StoreFarLonger,
    /// The mirror goes on, or once went on, where the store ends. A sound mirror has one commit more.
    MirrorLonger,
    /// A sound mirror has more than the commit that was under way.
    MirrorFarLonger,
    /// They hold different entries under the same number.
    Forked,
}

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Begin a new journal.
    Begin,
    /// Use both as they are.
    Use,
    /// Copy what the mirror lacks from the store.
    ExtendMirror,
    /// Copy what the store lacks from the mirror.
    ExtendStore,
    /// Set what there is of the store aside, and make it anew from the mirror, which is read to its end first.
    RebuildStore,
    /// Set the damaged segments of the mirror aside, and make them anew from the store.
    RepairMirror,
    /// Make the mirror anew from the store.
    RebuildMirror,
    /// Change nothing and stay out of service; a person must look.
    Refuse,
}

/// One row of the table.
#[derive(Debug)]
pub struct Case {
    /// The states of the store that it is for.
    pub store: &'static [StoreState],
    /// The states of the mirror that it is for.
    pub mirror: &'static [MirrorState],
    /// The relations that it is for.
    pub relation: &'static [Relation],
    /// What is done.
    pub action: Action,
    /// What has happened, in words.
    pub meaning: &'static str,
}

use Relation::{Forked, Incomparable, MirrorFarLonger, MirrorLonger, Same, StoreFarLonger, StoreLonger};

const fn case(
    store: &'static [StoreState],
    mirror: &'static [MirrorState],
    relation: &'static [Relation],
    action: Action,
    meaning: &'static str,
) -> Case {
    Case { store, mirror, relation, action, meaning }
}

/// The table. Every combination of states matches exactly one case.
#[rustfmt::skip]
pub const CASES: [Case; 18] = [
    case(&[StoreState::Absent], &[MirrorState::Absent], &[Incomparable], Action::Begin,
        "there is no journal yet"),
    case(&[StoreState::Absent], &[MirrorState::Sound], &[Incomparable], Action::RebuildStore,
        "the store is lost, the mirror is whole"),
    case(&[StoreState::Absent], &[MirrorState::Broken], &[Incomparable], Action::Refuse,
        "the store is lost and the mirror is damaged"),
    case(&[StoreState::Broken], &[MirrorState::Absent], &[Incomparable], Action::Refuse,
        "the store is damaged and the mirror is lost"),
    case(&[StoreState::Broken], &[MirrorState::Sound], &[Incomparable], Action::RebuildStore,
        "the store is damaged, the mirror is whole"),
    case(&[StoreState::Broken], &[MirrorState::Broken], &[Incomparable], Action::Refuse,
        "the store and the mirror are both damaged"),
    case(&[StoreState::Sound], &[MirrorState::Absent], &[Incomparable], Action::RebuildMirror,
        "the mirror is lost, the store is whole"),
    case(&[StoreState::Sound], &[MirrorState::Sound], &[Same], Action::Use,
        "both are whole"),
    case(&[StoreState::Sound], &[MirrorState::Sound], &[StoreLonger], Action::ExtendMirror,
        "the end came between the two writes of a commit: the store has it, the mirror lacks it"),
    case(&[StoreState::Sound], &[MirrorState::Sound], &[StoreFarLonger], Action::ExtendMirror,
        "the mirror lost more than the commit that was under way, or was away: the store has it"),
    case(&[StoreState::Sound], &[MirrorState::Sound], &[MirrorLonger], Action::ExtendStore,
        "the end came between the two writes of a commit: the mirror has it, the store lacks it"),
    // What was acknowledged is durable in the store too; a store that lost it would lose it again.
    case(&[StoreState::Sound], &[MirrorState::Sound], &[MirrorFarLonger], Action::RebuildStore,
        "the store lost more than the commit that was under way, and is not to be trusted: the mirror has it"),
    case(&[StoreState::Sound], &[MirrorState::Broken], &[Same, StoreLonger], Action::RepairMirror,
        "the mirror is damaged, and the store has everything that the mirror ever had"),
    case(&[StoreState::Sound], &[MirrorState::Broken], &[StoreFarLonger], Action::RepairMirror,
        "the mirror is damaged and lost more than the commit that was under way: the store has it"),
    case(&[StoreState::Sound], &[MirrorState::Broken], &[MirrorLonger, MirrorFarLonger], Action::Refuse,
        "the mirror is damaged, and it once had entries that the store does not have"),
    case(&[StoreState::Sound], &[MirrorState::Sound, MirrorState::Broken], &[Forked], Action::Refuse,
        "the store and the mirror contradict each other"),
    case(&[StoreState::Sound], &[MirrorState::Sound, MirrorState::Broken], &[Incomparable], Action::Refuse,
        "the store and the mirror cannot be compared"),
    // What cannot be, refused all the same: a relation where one of the two is not there to be compared.
    IMPOSSIBLE,
];

/// See the last row.
const IMPOSSIBLE: Case = case(&[], &[], &[], Action::Refuse, "a relation was found between copies of which one is not sound");

impl Case {
    /// Whether one copy was lost, or lags by more than the commit that was under way, so that the other alone tells where the journal ended.
    #[must_use]
    pub fn leaves_one_copy(&self) -> bool {
        matches!(self.action, Action::RebuildStore | Action::RebuildMirror) || self.relation.contains(&StoreFarLonger)
    }

    /// Whether the case is for this combination.
    #[must_use]
    pub fn is_for(&self, store: StoreState, mirror: MirrorState, relation: Relation) -> bool {
        if self.store.is_empty() {
            return relation != Incomparable && (store != StoreState::Sound || mirror == MirrorState::Absent);
        }
        self.store.contains(&store) && self.mirror.contains(&mirror) && self.relation.contains(&relation)
    }
}

/// The case of a combination.
///
/// # Panics
/// Never: the test below enumerates all combinations.
#[must_use]
pub fn case_of(store: StoreState, mirror: MirrorState, relation: Relation) -> &'static Case {
    CASES.iter().find(|case| case.is_for(store, mirror, relation)).expect("the table covers every combination")
}

#[cfg(test)]
mod tests {
    use super::*;

    const STORES: [StoreState; 3] = [StoreState::Absent, StoreState::Sound, StoreState::Broken];
    const MIRRORS: [MirrorState; 3] = [MirrorState::Absent, MirrorState::Sound, MirrorState::Broken];
    const RELATIONS: [Relation; 7] = [Incomparable, Same, StoreLonger, StoreFarLonger, MirrorLonger, MirrorFarLonger, Forked];

    fn combinations() -> impl Iterator<Item = (StoreState, MirrorState, Relation)> {
        STORES.into_iter().flat_map(|store| {
            MIRRORS.into_iter().flat_map(move |mirror| RELATIONS.into_iter().map(move |relation| (store, mirror, relation)))
        })
    }

    #[test]
    fn every_combination_matches_exactly_one_case() {
        for (store, mirror, relation) in combinations() {
            let matching: Vec<_> = CASES.iter().filter(|case| case.is_for(store, mirror, relation)).map(|case| case.meaning).collect();
            assert_eq!(matching.len(), 1, "{store:?} {mirror:?} {relation:?} matches {matching:?}");
        }
    }

    #[test]
    fn every_case_matches_some_combination() {
        for case in &CASES {
            assert!(combinations().any(|(store, mirror, relation)| case.is_for(store, mirror, relation)), "{}", case.meaning);
        }
    }

    #[test]
    fn nothing_is_rebuilt_from_a_copy_that_is_not_sound() {
        for (store, mirror, relation) in combinations() {
            let action = case_of(store, mirror, relation).action;
            let from_mirror = matches!(action, Action::ExtendStore | Action::RebuildStore);
            let from_store = matches!(action, Action::ExtendMirror | Action::RepairMirror | Action::RebuildMirror);
            assert!(!from_mirror || mirror == MirrorState::Sound, "{store:?} {mirror:?} {relation:?}: {action:?}");
            assert!(!from_store || store == StoreState::Sound, "{store:?} {mirror:?} {relation:?}: {action:?}");
        }
    }
}
