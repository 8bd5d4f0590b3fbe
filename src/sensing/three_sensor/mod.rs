//! A wheel on bare lines: three ball sensors in the rim, an index and an encoder on the rotor, a blower.
//!
//! An edge takes this way: `Debouncer` makes pulses of edges, `Rotor` says where the rotor stands at any moment, `Rim` follows the
//! ball on the rim and says when it will leave it, `Reader` says in which pocket it lies, and [`Wheel`] makes events of all that. Where
//! the evidence does not suffice there is no number. [`Machine`] is the same wheel when it is driven as well: it has a motor, a blower, a
//! ball release, a door, a lid, and wishes of the cabinet to carry out.

mod at_rest;
mod calibrate;
mod calibrate_leaving;
mod doubt;
mod drop_zone;
mod edge;
mod encoder;
mod even;
mod evidence;
mod faults;
mod figures;
mod fit;
mod judge;
mod leaving;
mod line_noise;
mod lying;
mod machine;
mod mark_place;
mod marks;
mod pace;
mod parameters;
mod places;
mod pulses;
mod ranges;
mod reader;
mod rim;
mod rotor;
mod rotor_faults;
mod spin;
mod tachometer;
mod tilt;
mod time;
mod wheel;
mod wiring;
mod wobble;
mod wrong_sensors;

pub use calibrate::{Calibrated, CalibratedSensor, Calibration, CalibrationError};
pub use calibrate_leaving::{CalibratedLeaving, LeavingCalibration, LeavingError};
pub use drop_zone::{DropZone, RimRun};
pub use edge::{Edge, Line};
pub use evidence::decode_evidence;
pub use figures::Measured;
pub use leaving::{Departure, LeavingSpeed, Left, Speed};
pub use machine::{Direction, Draw, Guarding, Launching, Machine, Motor};
pub use parameters::{Ball, Closing, Limits, Parameters, Pulses, Reading, RotorKeys};
pub use tilt::{Pull, Tilt};
pub use wheel::Wheel;
pub use wiring::{Change, Drive, Duty, Input, Lane, Output, Signal};
