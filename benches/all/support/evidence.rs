//! What a wheel on a serial line says of a spin.

use std::fmt::Write as _;

use super::play::Play;

/// How much later than the round before a round begins, in microseconds.
pub(crate) const ROUND_MICROSECONDS: u64 = 45_000_000;

/// The lines of a spin as a capture: a status line each half second.
pub(crate) fn evidence(play: &mut Play, spin: u64, number: u8) -> Vec<u8> {
    let mut text = format!("# from {} microseconds after 1970-01-01\n", spin * ROUND_MICROSECONDS);
    let counter = spin % 256 + 1;
    for line in 0..84 {
        let state = match line {
            0..=19 => 2,
            20..=27 => 3,
            28..=79 => 4,
            _ => 5,
        };
        let (seconds, speed) = (line / 2, 150 + play.draw() % 4);
        let late = play.draw() % 20 + 500 * (line % 2);
        writeln!(text, "{seconds:02}.{late:03} < *X;{state};{counter:03};{number:2};0;{speed};{}", spin % 2).expect("text can grow");
    }
    text.into_bytes()
}
