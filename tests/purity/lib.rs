//! The pure rooms as a library without `std`: code in them that asks a clock, a file or a random generator does not compile here.
#![no_std]
#![allow(dead_code, missing_docs)]

extern crate alloc;

#[path = "../../src/cabinet/mod.rs"]
pub mod cabinet;
#[path = "../../src/games/mod.rs"]
pub mod games;
#[path = "../../src/model/mod.rs"]
pub mod model;
#[path = "../../src/sensing/mod.rs"]
pub mod sensing;
