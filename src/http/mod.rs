//! The outer door: routes, WebSockets, access, the OpenAPI document and the pages.
//!
//! Here lives what turns a request into a command and a view into JSON. Here never lives a decision about money or the game:
//! HTTP knows only `model` and the desk, and everything that it cannot express as a command is answered without asking the desk.

mod bare;
mod bounds;
mod connection;
mod dto;
mod edition;
mod guard;
mod hosts;
mod house;
mod intake;
mod limits;
mod metrics;
mod openapi;
mod presence;
mod problem;
mod proxies;
mod rates;
mod rights;
mod routes;
mod server;
mod shares;
mod sheet;
mod shelf;
mod sign_in_gate;
#[cfg(test)]
mod tests;
mod transport;

pub use dto::Games;
pub use house::{Again, Archive, Clock, House, Readiness, Tls, Workshop};
pub use limits::{Limits, Rate};
pub use metrics::Commits;
pub use proxies::Network;
pub use server::serve;
