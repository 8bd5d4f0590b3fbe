//! The dialect of the SlingShot 2 (an automatic wheel) and of its sister, the dealer-spun Mercury 360.
//!
//! A line of the wheel takes this way: [`Lines`] cuts bytes into lines, [`Message::parse`] says what one line means, and [`Wheel`]
//! makes events of them. It acts on transitions and never on lines, and it says nothing where the evidence does not suffice.

mod answer;
mod counter;
mod course;
mod dialogue;
mod evidence;
mod faults;
mod figures;
mod happenings;
mod lines;
mod message;
mod parameters;
mod question;
mod self_test;
mod spin;
mod status;
mod time;
mod told;
mod turn;
mod warnings;
mod wheel;
mod wishes;

#[cfg(test)]
mod tests;

pub use answer::{Answer, Setup, Table};
pub use figures::figures;
pub use lines::Lines;
pub use message::{Message, Reply, Report};
pub use parameters::{CommandTimes, Counting, LaunchedBy, Limits, LineFormat, Parameters, Rotor, Warnings};
pub use question::Question;
pub use self_test::SelfTestCode;
pub use status::Status;
pub use told::Settled;
pub use wheel::Wheel;
