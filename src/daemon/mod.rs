//! The daemon: the composition root.

pub mod clock;
pub mod restore;
pub mod terms;
pub mod turn;
