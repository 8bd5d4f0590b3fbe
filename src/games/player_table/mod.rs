//! A table between players from deal to deal: who sits down with what, who is dealt in, the deal itself, and what each takes away.
//!
//! A command may be refused; an event happened. The table is what its events made of it: time, chance and credit come in with commands.
//! Rule numbers TPC and TA are those of the digest `table-poker-by`, SPB, SPG and SPT those of the sport's, HRB those of `house-rules-by`.
//!
//! Here lives the stack of a seat while it sits here. Here never live a credit, a clock, a shuffle, and what may be bet (that is
//! `betting`).

mod apply;
mod command;
mod decide;
mod draw;
mod event;
mod recorded;
mod table;
#[cfg(test)]
mod tests;
mod view;

pub use command::{Command, SeatOrder, TableRefusal};
pub use draw::ButtonDraw;
pub use event::{Event, HeldCard, Mismatch, VoidReason};
pub use recorded::{RecordedTable, Retold};
pub use table::{PlayerTable, TableRules, Wants};
pub use view::{Eyes, TableView};
