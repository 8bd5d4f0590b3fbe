//! A wheel on bare lines: three ball sensors in the rim, an index and an encoder on the rotor, a blower.
//!
//! An edge takes this way: `Debouncer` makes pulses of edges, `Rotor` says where the rotor stands at any moment, `Rim` follows the
//! ball on the rim and says when it will leave it, `Reader` says in which pocket it lies, and [`Wheel`] makes events of all that. Where
//! the evidence does not suffice there is no number.

mod edge;
mod evidence;
mod faults;
mod fit;
mod judge;
mod parameters;
mod pulses;
mod ranges;
mod reader;
mod rim;
mod rotor;
mod spin;
mod time;
mod wheel;
mod wiring;

pub use edge::{Edge, Line};
pub use evidence::decode_evidence;
pub use parameters::{Ball, Closing, Limits, Parameters, Pulses, Reading, RotorKeys, Wrong};
pub use wheel::Wheel;
pub use wiring::{Change, Drive, Duty, Input, Output, Signal};
