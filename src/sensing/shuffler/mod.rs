//! The dialect of the shuffle machine: frames of ASCII text over a serial line, the cabinet asks and the machine answers.
//!
//! # Frames
//!
//! A frame is `:BODY#CRC;`, then CR LF, which mean nothing. `BODY` is printable ASCII without `:`, `;` and `#`; `CRC` is the CRC-32 of
//! zip and Ethernet (reflected, polynomial `04C11DB7`, start and final value all ones) over `BODY#`, in eight upper-case
//! hexadecimal digits. A `:` begins a frame wherever it stands. What is no whole and sound frame is thrown away and never answered.
//!
//! # Asking and answering
//!
//! The cabinet is the master: `Qnnn REQUEST`, with a sequence number of three digits that is another one for each request. The
//! machine answers `Annn ANSWER` with the same number; the answer is the acknowledgement. Without one in time the very same frame is
//! sent again, a limited number of times. An answer with another number is an old one and not taken.
//!
//! | request | meaning |
//! | --- | --- |
//! | `ID` | who are you |
//! | `ST` | how are you |
//! | `DO ORDER DEAL SHOE PLACE UP` or `DOWN` | one card of the shoe numbered `SHOE` to a place: `BOX3.0` (box 3, its hand 0), `DEALER`, `BOARD`, `PLAYER`, `BANKER`, `DISCARD` |
//! | `DO ORDER SHUFFLE PACKS` | take all cards back, shuffle and count them |
//! | `DO ORDER VERIFY PACKS` | take all cards back and count them |
//! | `DO ORDER EJECT` | hand all cards out |
//! | `DO ORDER TEST` | self-test |
//! | `OFF ORDER` | call the order off, if nothing has moved yet |
//!
//! | answer | meaning |
//! | --- | --- |
//! | `ID 1 MODEL FIRMWARE SERIAL` | version 1 of this protocol, and who answers |
//! | `ST STATE RETRIES LEFT SHOE NEWEST` | the state's word, tries to free a jam, cards left in the shoe, the shoe's order or `-`, the newest order with `/RUN`, `/HELD` or `/DONE`, or `-` |
//! | `ST STATE RETRIES LEFT SHOE NEWEST PLACE` | the same by a machine that says where a card is stuck or came wrong: `FEED`, `INSIDE` or `EXIT` |
//! | `JOB ORDER RUN RETRIES` | it is being done; the machine has tried to free a jam so often |
//! | `JOB ORDER RUN RETRIES CARDS` | the same of a shuffle or a verification, by a machine that says how many cards it has gone through |
//! | `JOB ORDER HELD TROUBLE RETRIES` | it waits for somebody to end the trouble (a word of a state), then goes on; a `PLACE` may follow |
//! | `JOB ORDER CARD As` | done: this card lies at its place |
//! | `JOB ORDER SHUFFLED CARDS DUPLICATE MISSING FOREIGN UNREADABLE` | done, and counted; `COUNTED` after a verification |
//! | `JOB ORDER COUNTED CARDS DUPLICATE MISSING FOREIGN UNREADABLE HASH` | the same by a machine that says what it counted: the CRC-32, in eight hexadecimal digits, over 52 bytes, how often each card is there, by rank from the two, and within a rank spades, hearts, diamonds, clubs; complete packs with another hash are a defect of the machine |
//! | `JOB ORDER EJECTED`, `JOB ORDER TESTED CODE` | done; code 0 is all well |
//! | `JOB ORDER FAIL WHY` | it will never be done: `OFF`, `EMPTY`, `UNREADABLE`, `FOREIGN`, `DUPLICATE`, `DOUBLE`, `UNKNOWN`, `SHOE`, `IMPOSSIBLE` |
//! | `NO ORDER WHY` | not taken: `OLD` a newer one is known, `OTHER` the same number was another order, `BUSY` another order runs, `SERVICE` |
//!
//! The states: `IDLE`, `LOADING`, `SHUFFLING`, `VERIFIED`, `READY`, `DEALING`, `DOOR`, `JAM`, `EMPTY`, `DOUBLE`, `UNREADABLE`, `DUPLICATE`,
//! `MISSING`, `FOREIGN`, `COUNT`, `SERVICE`. `VERIFIED` says that a verification found
//! the packs complete and nothing has moved since. After a count that was not complete there is no shoe, and the state names the defect (`COUNT`
//! for too many or too few cards, else what is wrong with them) until the cards are counted again or handed out.
//!
//! # One card for one wish
//!
//! `ORDER` is `HOST-NUMBER`: eight hexadecimal digits that name the journal of the asking cabinet, and a number that only grows. The
//! machine remembers, without power too, the newest order of the last host, the shoe, and how the order ended; it notes an order before
//! anything moves. Then:
//!
//! - The newest order once more is not done once more: the machine says how it stands or how it ended. So asking again is at the same time
//!   the way to follow an order, and a lost answer, a reconnection or a restart of either side brings no second card.
//! - An order with a smaller number is `OLD`. An order that is called off before it came is noted as called off.
//! - If power fails between the noting and the end, the order has ended as `UNKNOWN`.
//! - An order of another host ends the shoe, and so do `EJECT`, `TEST` and `VERIFY`. A card is dealt only from the shoe that was made by
//!   the named shuffle of the same host: so neither another cabinet, nor a technician, nor another machine put on the line in between can
//!   bring a second card or one of another shoe.
//!
//! # Secrets
//!
//! The order of cards is never said, only counts. A dealt card is named in its answer alone, and records of the line (see [`recorded`])
//! keep neither that name nor the check sum, from which it could be computed back.

mod machine;
mod order;
mod parameters;
mod record;

mod status;
mod troubles;
mod words;

#[cfg(test)]
pub(super) mod tests;

pub use machine::Shuffler;
pub use parameters::{Asking, Limits, Parameters};
pub use record::recorded;
pub use status::{Newest, Place, Progress, State, Status};

pub use super::card_source::{Frames, OrderId, Piece, frame};
