//! A cabinet with one table between players that chance plays at, and the auditor who looks on at every step.
//!
//! Here never lives: what must come of a step; the auditor says that.

mod cases;
mod changing;
mod hours;
mod looks;
mod misdeals;
mod mutations;
mod random;
mod seen;
mod sitting;
