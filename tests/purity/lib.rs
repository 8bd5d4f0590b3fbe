//! The pure rooms as a library without `std`: code in them that asks a clock, a file or a random generator does not compile here.
#![no_std]
// What lints have to say they say of the program's own library.
#![allow(clippy::all, dead_code, missing_docs, unfulfilled_lint_expectations, unreachable_pub, unused_imports)]

extern crate alloc;

// Nothing is public: it is checked, and no code is made of it.
#[path = "../../src/cabinet/mod.rs"]
mod cabinet;
#[path = "../../src/games/mod.rs"]
mod games;
#[path = "../../src/model/mod.rs"]
mod model;
#[path = "../../src/sensing/mod.rs"]
mod sensing;
