//! What a step costs beside the step itself: the views of a cabinet whose card tables recall as many deals as they ever do, against the
//! views of the same cabinet before its first deal, each where every table was touched and where none was; and how large its checkpoint is.
//!
//! `cargo bench --bench all -- views [TIMES]`

use std::sync::Arc;

use crate::support::card_play::CardPlay;
use crate::support::figures::{median, print_load};
use crate::support::processor::nanoseconds;
use crate::support::{terms, times};

/// How many deals a table recalls.
const DEALS: usize = 10;

pub(crate) fn run() {
    let times = times::times(2_000, 2);
    print_load();
    let mut play = CardPlay::begin(&terms::demo_terms(), None);
    let tables = play.tables();
    println!("{} card tables; every figure is a median of {times}\n", tables.len());
    println!("{:>14} {:>12} {:>12} {:>18}", "deals each", "views us", "kept us", "checkpoint bytes");
    measure(&play, 0, times);
    for _ in 0..DEALS {
        for table in &tables {
            play.deal(*table, play.boxes(*table).min(6));
        }
    }
    measure(&play, DEALS, times);
}

fn measure(play: &CardPlay, deals: usize, times: usize) {
    let rules = Arc::new(play.cabinet.rules_view());
    let touched = play.cabinet.clone();
    let mut kept = touched.clone();
    kept.keep_views();
    let [views, kept] = [touched, kept].map(|cabinet| {
        let times: Vec<f64> = (0..times).map(|_| nanoseconds(1, || cabinet.views(rules.clone())) / 1e3).collect();
        median(&times)
    });
    println!("{deals:>14} {views:>12.2} {kept:>12.2} {:>18}", play.cabinet.to_bytes().len());
}
