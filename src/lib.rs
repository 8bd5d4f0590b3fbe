//! Everything that the two programs `croupierd` and `croupierctl` are made of.

extern crate alloc;

pub mod access;
pub mod cabinet;
pub mod configuration;
pub mod ctl;
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
