//! The dialect of the card-reading shoe: a person draws the cards, and the shoe says a line for each one.
//!
//! # Frames
//!
//! They are those of the shuffle machine ([`crate::sensing::shuffler`]): `:BODY#CRC;`, then CR LF.
//!
//! # What the shoe says
//!
//! | line | meaning | when |
//! | --- | --- | --- |
//! | `SHOE 1 MODEL FIRMWARE SERIAL` | version 1 of this protocol, and who speaks | asked `WHO` |
//! | `STATE WORD LOAD PACKS DRAWN CUT` | how it is; what it was loaded with and how its loading is called, `-` without a name; how many cards have been drawn of it; after how many the cutting card came, or `-` | asked `WANT` or `NAME`, and by itself when the word, the loading or the cutting card changes |
//! | `DRAWN LOAD NUMBER CARD` | the card of this number, from 1, has been drawn: `As`; `??` where it could not be read; `XX` where it belongs to no pack of the game | by itself when it is drawn, and asked `TELL` |
//!
//! The words: `READY`, `EMPTY` no card is left, `COVER` the cover is open, `DEFECT`, `SERVICE` a technician has it.
//!
//! # What the cabinet says
//!
//! | line | meaning |
//! | --- | --- |
//! | `WHO` | who are you |
//! | `WANT CARD NUMBER PLACE UP` or `DOWN` | for the shoe's display, and for its brake where it has one: the card of this number is wanted for `BOX3.0` (box 3, its hand 0), `DEALER`, `BOARD`, `PLAYER`, `BANKER`, `DISCARD` |
//! | `WANT LOAD PACKS` | so many packs, shuffled and cut, are to be loaded |
//! | `WANT NOTHING` | no card is to be drawn now |
//! | `NAME HOST-NUMBER` | the present loading is called so: the journal of the cabinet in eight hexadecimal digits, and the order for fresh cards that it fulfils. Only a loading without a name of which no card has been drawn takes one |
//! | `TELL NUMBER` | say the line of this card of the present loading again |
//!
//! # Loading
//!
//! A person puts shuffled and cut packs into the shoe, sets how many they are and presses its key: that is a new loading without a name.
//! An order to shuffle waits for one, gives it the order's name, and ends. The shoe keeps the name, without power too, until it is loaded
//! again. A card is taken only from the loading with the name of the shoe that is dealt from: so neither another cabinet's shoe nor cards
//! that somebody has put in meanwhile are ever taken for the table's own. A shoe cannot count what lies in it: whether the packs were whole
//! is seen card by card, against what the table's shoe can still hold.
//!
//! # No card lost, none twice
//!
//! The shoe numbers the cards of a loading and remembers them. A line that is lost leaves a gap, which the next `STATE` shows and `TELL`
//! fills; a line that comes twice has a number that is known. Cards are told in the order in which they were drawn, and each once. After a
//! restart the wish for a card says how many the cabinet has taken (all that are not left), and the next one is the one after those.
//!
//! # Whose card it is
//!
//! A card that comes while one is wanted is the ordered one. One that comes while none is wanted is [`CardSourceEvent::Unasked`]; what
//! becomes of it the rules of the game say. A second card in one go is the one that is wanted next, or unasked where none is.
//!
//! [`CardSourceEvent::Unasked`]: crate::model::CardSourceEvent::Unasked

mod machine;
mod parameters;
mod position;
mod status;
mod words;

#[cfg(test)]
mod tests;

pub use super::card_source::frame;
pub use machine::Shoe;
pub use parameters::Parameters;
pub use status::{Load, State, Status};
