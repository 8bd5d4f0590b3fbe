//! From noise to events, pure: what the bytes of a device mean, and what to send back.
//!
//! Here live serial dialects and the text format of captures. Here never live: a port, a file, a clock, a thread, a random number
//! or a rule of a game. Time comes in with every call, and a wheel is told what it wants to be woken for.

pub mod capture;
pub mod slingshot;
