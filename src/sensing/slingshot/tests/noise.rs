//! Noise: no matter what the line does to the bytes, no number comes out that the wheel did not send.

extern crate std;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::Wheel;
use super::{mercury_360, slingshot};
use crate::model::{Span, Timestamp, WheelHappening, WheelWish};
use crate::sensing::SerialMachine;

/// A small generator of its own, so that every seed means the same for ever (SplitMix64).
struct Seeded(u64);

impl Seeded {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

/// What the wheel sends in four spins, one line each half second, and the numbers of those spins.
fn four_spins(seeded: &mut Seeded) -> (Vec<String>, Vec<u8>) {
    let mut lines = Vec::new();
    let mut numbers = Vec::new();
    let mut last = seeded.below(37);
    for spin in 0..4 {
        let counter = 254 + spin;
        let counter = if counter > 256 { counter - 256 } else { counter };
        let number = seeded.below(37);
        let next = if counter == 256 { 1 } else { counter + 1 };
        let mut status = |state: u32, counter: usize, winning: usize, times: usize, lines: &mut Vec<String>| {
            for _ in 0..times {
                lines.push(format!("*X;{state};{counter:03};{winning:>2};0;{:03};{}\r\n", 150 + seeded.below(30), spin % 2));
            }
        };
        status(2, counter, last, 6, &mut lines);
        status(3, counter, last, 5, &mut lines);
        status(4, counter, last, 12, &mut lines);
        lines.push(format!("{number:>2}\r\n"));
        status(5, counter, number, 5, &mut lines);
        status(2, next, number, 2, &mut lines);
        numbers.push(number as u8);
        last = number;
    }
    (lines, numbers)
}

/// What a bad line does to the bytes of one wheel line.
fn damage(line: &mut Vec<u8>, seeded: &mut Seeded) {
    let length = line.len();
    match seeded.below(7) {
        0 => drop(line.drain(..seeded.below(length))),
        1 => line.truncate(seeded.below(length)),
        2 => line.retain(|byte| !matches!(byte, b'\r' | b'\n')),
        3 => line.clear(),
        4 => {
            let from = seeded.below(length);
            let to = from + seeded.below(length - from);
            drop(line.drain(from..to));
        }
        5 => line.insert(seeded.below(length), seeded.next() as u8 | 0x80),
        _ => line.splice(..0, *b"*P NO\r\n").for_each(drop),
    }
}

/// Which numbers were accepted, and how often each event of a spin came out of its order.
fn results(wheel: &mut Wheel) -> Vec<u8> {
    core::iter::from_fn(|| wheel.poll_event())
        .filter_map(|event| match event.happening {
            WheelHappening::Result(pocket) => Some(pocket.number()),
            _ => None,
        })
        .collect()
}

/// Whether `found` is `sent` with some left out.
fn is_part_in_order(found: &[u8], sent: &[u8]) -> bool {
    let mut sent = sent.iter();
    found.iter().all(|number| sent.any(|other| other == number))
}

#[test]
fn cuts_and_merges_never_make_another_number() {
    let mut complete = 0;
    for seed in 0..1_500 {
        let seeded = &mut Seeded(seed);
        let (lines, numbers) = four_spins(seeded);
        let mut wheel = Wheel::new(slingshot());
        let mut now = Timestamp::default();
        let mut found = Vec::new();
        for line in lines {
            let mut bytes = line.into_bytes();
            if seeded.below(8) == 0 {
                damage(&mut bytes, seeded);
            }
            now = now.after(Span::from_milliseconds(500));
            let (early, late) = bytes.split_at(seeded.below(bytes.len() + 1));
            wheel.received(early, now);
            wheel.received(late, now);
            found.extend(results(&mut wheel));
        }
        assert!(is_part_in_order(&found, &numbers), "seed {seed}: sent {numbers:?}, accepted {found:?}");
        complete += usize::from(found == numbers);
    }
    assert!(complete > 750, "only {complete} of 1500 damaged captures gave all four results");
}

#[test]
fn any_bytes_and_any_calls_are_survived_and_make_no_result() {
    const PIECES: [&str; 24] = [
        "*X;",
        "2;",
        "3;",
        "4;",
        "5;",
        "6;",
        "007;",
        "008;",
        " 9;",
        "0;",
        "8;",
        "160;",
        "0",
        "\r\n",
        "*",
        " 9\r\n",
        "*P NO\r\n",
        "*F 5\r\n",
        "*F BUSY\r\n",
        "*u OK\r\n",
        "*T r 1 2\r\n",
        "*O 6 1 161 1158\r\n",
        "\u{1}\u{80}",
        "*W 5 1 2\r\n",
    ];
    for seed in 0..800 {
        let seeded = &mut Seeded(seed);
        let mut wheel = Wheel::new(if seed % 2 == 0 { slingshot() } else { mercury_360() });
        let mut now = Timestamp::default();
        for _ in 0..300 {
            now = now.after(Span::from_milliseconds(seeded.below(3_000) as u64));
            match seeded.below(20) {
                0 => wheel.wish(WheelWish::Launch(seeded.below(5) as u64), now),
                1 => wheel.wish([WheelWish::Void, WheelWish::Ready, WheelWish::Off][seeded.below(3)], now),
                2 => wheel.device_lost(now, "gone"),
                3 => wheel.device_found(now),
                4 => wheel.wake(now),
                5 => wheel.overheard_line(PIECES[seeded.below(PIECES.len())], now),
                6 => wheel.received_line(PIECES[seeded.below(PIECES.len())], now),
                7 => wheel.received(&[seeded.next() as u8, seeded.next() as u8, seeded.next() as u8], now),
                _ => wheel.received(PIECES[seeded.below(PIECES.len())].as_bytes(), now),
            }
            core::iter::from_fn(|| wheel.poll_send()).for_each(drop);
            wheel.wake(now);
            assert!(wheel.next_wake().is_none_or(|due| due > now), "seed {seed}: waking at {now:?} settles nothing");
            // Pieces make good lines now and then, but never a spin with all it needs.
            assert_eq!(results(&mut wheel), [0; 0], "seed {seed}");
        }
    }
}

#[test]
fn lines_in_any_order_give_each_spin_one_end() {
    for seed in 0..800 {
        let seeded = &mut Seeded(seed);
        let mut wheel = Wheel::new(slingshot());
        let mut now = Timestamp::default();
        let (mut launches, mut closes, mut ends, mut asked) = (0, 0, 0, 0);
        for _ in 0..400 {
            now = now.after(Span::from_milliseconds(seeded.below(900) as u64));
            let (state, counter, warning) = (1 + seeded.below(6), 7 + seeded.below(2), [0, 0, 0, 0, 1, 2, 4, 8][seeded.below(8)]);
            match seeded.below(40) {
                0 => {
                    asked += 1;
                    wheel.wish(WheelWish::Launch(asked), now);
                    (launches, closes, ends) = (0, 0, 0);
                }
                1 => wheel.received(b" 9\r\n", now),
                _ => wheel.received(format!("*X;{state};{counter:03}; 9;{warning};160;0\r\n").as_bytes(), now),
            }
            for event in core::iter::from_fn(|| wheel.poll_event()).filter(|event| event.spin == Some(asked)) {
                match event.happening {
                    WheelHappening::BallLaunched => launches += 1,
                    WheelHappening::NoMoreBets => closes += 1,
                    WheelHappening::Result(_) | WheelHappening::NoSpin(_) => ends += 1,
                    // A fault before the ball runs ends an attempt, and the launch may still come about.
                    WheelHappening::Fault { .. } if launches + closes > 0 => ends += 1,
                    _ => {}
                }
                assert!(launches <= 1 && closes <= 1 && ends <= 1, "seed {seed}: {launches} launches, {closes} closes, {ends} ends");
            }
        }
    }
}
