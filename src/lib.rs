//! Everything that the two programs `croupierd` and `croupierctl` are made of.

#![cfg_attr(fuzzing, allow(dead_code))]

extern crate alloc;

pub mod access;
pub mod cabinet;
pub mod configuration;
// No fuzzer calls into the programs, so they are left out of what the fuzzers link, which is built with instruments and slowly.
#[cfg(not(fuzzing))]
pub mod ctl;
#[cfg(not(fuzzing))]
pub mod daemon;
pub mod desk;
pub mod diagnostics;
pub mod drivers;
pub mod games;
pub mod http;
pub mod journal;
pub mod model;
pub mod profiles;
pub mod sensing;
pub mod sim;
pub mod tls;
