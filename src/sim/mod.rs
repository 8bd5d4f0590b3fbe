//! Stand-ins for what a cabinet is connected to, all from a seed, in three rooms: the devices, the auditor, and the strategies by which
//! games are played. Beside them lie the chance that all draw from, a table with its auditor, an evening at a table between players,
//! and whole scenarios of a cabinet.
//!
//! Here never live: the HTTP side, and code that the real thing is decided by.

pub mod audited_table;
pub mod auditor;
pub mod card_play;
pub mod chance;
pub mod devices;
pub mod evening;
pub mod scenario;
pub mod strategies;
#[cfg(test)]
mod tests;
