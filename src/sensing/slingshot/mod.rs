//! The dialect of the SlingShot 2 (an automatic wheel) and of its sister, the dealer-spun Mercury 360.
//!
//! A line of the wheel takes this way: [`Lines`] cuts bytes into lines, [`Message::parse`] says what one line means, and [`Wheel`]
//! makes events of them. It acts on transitions and never on lines, and it says nothing where the evidence does not suffice.

mod answer;
mod counter;
mod dialogue;
mod doubted_line;
mod evidence;
mod faults;
mod figures;
mod happenings;
mod lines;
mod message;
mod parameters;
mod question;
mod self_test;
mod shown_result;
mod spin;
mod status;
mod status_line;
mod time;
mod warnings;
mod wheel;
mod wishes;

#[cfg(test)]
mod tests;

pub use answer::{Answer, Counters, Setup};
pub use figures::figures;
pub use lines::Lines;
pub use message::{Message, Reply, Report};
pub use parameters::{CommandTimes, Counting, LaunchedBy, Limits, LineFormat, Parameters, Rotor, Warnings};
pub use question::Question;
pub use self_test::SelfTestCode;
pub use shown_result::Settled;
pub use status::{Answering, Status};
pub use wheel::Wheel;
