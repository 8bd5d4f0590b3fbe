//! The journal, for officials and technicians.

use serde::Serialize;
use utoipa::ToSchema;

use crate::model::{JournalDamage, JournalView};

/// Where the journal stands, and what was found when its history was read through.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Journal {
    /// The head after the newest record, as `NUMBER:HASH`. Kept off the board it is the anchor that `croupierctl journal verify
    /// --expect-head` holds the history to.
    #[schema(example = "1234:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    head: String,
    /// When both copies were last read through from the first record on; null where they have not been since the start.
    #[schema(required)]
    read_at: Option<u64>,
    /// Up to which record.
    #[schema(required, example = 1200)]
    read_to: Option<u64>,
    /// The damage that was found; empty where there is none.
    damage: Vec<Damage>,
}

/// Damage in the history of one copy. Play goes on; a technician runs `croupierctl journal rebuild` when the cabinet is closed.
#[derive(Serialize, ToSchema)]
struct Damage {
    /// The copy: `store` or `mirror`.
    #[schema(example = "mirror")]
    copy: &'static str,
    /// What is wrong, with the record.
    message: String,
}

impl From<&JournalView> for Journal {
    fn from(view: &JournalView) -> Self {
        let damage = |damage: &JournalDamage| Damage { copy: damage.copy, message: damage.message.clone() };
        Self {
            head: view.head.clone(),
            read_at: view.read_through.map(|(_, at)| at.microseconds()),
            read_to: view.read_through.map(|(number, _)| number),
            damage: view.damage.iter().map(damage).collect(),
        }
    }
}
