//! What several benches share.

pub(crate) mod card_play;
pub(crate) mod client;
pub(crate) mod decisions;
pub(crate) mod deck;
pub(crate) mod evidence;
pub(crate) mod figures;
pub(crate) mod house;
pub(crate) mod json;
pub(crate) mod play;
pub(crate) mod processor;
pub(crate) mod quick;
pub(crate) mod stakes;
pub(crate) mod tables;
pub(crate) mod terms;
pub(crate) mod times;
