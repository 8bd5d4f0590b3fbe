//! Lines that change as no wheel's do.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::drivers::gpio::simulated;
use crate::model::WheelHappening;
use crate::profiles::{Device, load_device};
use crate::sensing::three_sensor::Change;

/// How many changes there are in each millisecond: as many as a processor can make.
const CHANGES: u64 = 200;

fn parameters() -> Parameters {
    match load_device("three-sensor-gpio").expect("the device file is good").value {
        Device::ThreeSensor(parameters) => *parameters,
        Device::Slingshot(_) | Device::Shuffler(_) | Device::Shoe(_) => panic!("the file says that it is one of a three-sensor wheel"),
    }
}

/// Every input changes as fast as it can; each read is a millisecond of the lines' clock, which goes on while nobody reads. `reads` counts.
fn flooded(reads: Arc<AtomicUsize>) -> impl FnMut() -> Result<Lines, LineError> {
    let started = Instant::now();
    move || {
        let reads = reads.clone();
        let mut now = 1 + started.elapsed().as_nanos() as u64;
        // Only when the driver has taken what was read before is more read, so that nothing is given up on the way.
        let (driven, was_driven) = std::sync::mpsc::channel();
        driven.send(()).expect("it was just opened");
        let read = move |_| {
            was_driven.recv().map_err(|_| LineError::Deserted)?;
            reads.fetch_add(1, Ordering::Relaxed);
            let began = now;
            now += 1_000_000;
            let change = |number: u64| {
                let (input, active) =
                    (Input::ALL[number as usize % Input::ALL.len()], (number / Input::ALL.len() as u64).is_multiple_of(2));
                Signal::Change(Change { at_nanoseconds: began + number * 1_000_000 / CHANGES, input, active })
            };
            Ok(Batch { signals: (0..CHANGES).map(change).collect(), until_nanoseconds: now })
        };
        let drive = move |_| {
            // Who reads may have ended.
            let _ = driven.send(());
            Ok(())
        };
        Ok(simulated(read, drive))
    }
}

#[tokio::test(start_paused = true)]
async fn lines_that_change_as_fast_as_they_can_are_held_as_babbling() {
    const HOLDS: usize = 6;
    let reads = Arc::new(AtomicUsize::new(0));
    let wheel = LineWheel {
        parameters: parameters(),
        faults_to_look_at: Vec::new(),
        settled: None,
        open: flooded(reads.clone()),
        wait: Duration::from_millis(5),
        draw: || Ok(Draw::default()),
        analyser: Arc::default(),
    };
    let ((_wish, wishes), (_round, rounds)) = (watch::channel(WheelWish::Ready), watch::channel(1));
    let (events, mut taken) = mpsc::channel::<WheelEvent>(64);
    let (status, known) = watch::channel(Status::default());
    let stop = CancellationToken::new();
    let began = Instant::now();
    let listened = async {
        let (mut said, mut bytes, mut held_at) = (0, 0, Vec::new());
        while held_at.len() < HOLDS {
            let event = taken.recv().await.expect("the driver runs");
            (said, bytes) = (said + 1, bytes + event.evidence.len());
            if matches!(event.happening, WheelHappening::Fault { code: FaultCode::Babbling, .. }) {
                assert!(!known.borrow().open || held_at.is_empty(), "the lines are given back");
                held_at.push(began.elapsed().as_secs());
            }
        }
        stop.cancel();
        (said, bytes, held_at)
    };
    let (ended, (said, bytes, held_at)) = tokio::join!(run(wheel, Wanted { wishes, rounds }, events, status, stop.clone()), listened);
    ended.expect("the driver goes on");
    // Held for 60, 120, 240, … seconds, in which nothing is read.
    let holds: Vec<u64> = held_at.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(holds, [60, 120, 240, 480, 960], "{held_at:?}");
    // Seconds of half an hour.
    assert!(reads.load(Ordering::Relaxed) < 5_000, "{} milliseconds were read", reads.load(Ordering::Relaxed));
    assert!(said < 20 * HOLDS && bytes < 256 * 1_024, "{said} events with {bytes} bytes of evidence in half an hour");
}

/// Lines that can be opened, are read once, and are gone.
fn coming_and_going() -> Result<Lines, LineError> {
    let started = Instant::now();
    let mut reads = 0;
    let read = move |_| {
        reads += 1;
        let until_nanoseconds = 1 + started.elapsed().as_nanos() as u64;
        if reads == 1 { Ok(Batch { signals: Vec::new(), until_nanoseconds }) } else { Err(LineError::Deserted) }
    };
    Ok(simulated(read, |_| Ok(())))
}

#[tokio::test(start_paused = true)]
async fn lines_that_come_and_go_are_held_as_babbling() {
    const HOLDS: usize = 6;
    let wheel = LineWheel {
        parameters: parameters(),
        faults_to_look_at: Vec::new(),
        settled: None,
        open: coming_and_going,
        wait: Duration::from_millis(5),
        draw: || Ok(Draw::default()),
        analyser: Arc::default(),
    };
    let ((_wish, wishes), (_round, rounds)) = (watch::channel(WheelWish::Ready), watch::channel(1));
    let (events, mut taken) = mpsc::channel::<WheelEvent>(64);
    let (status, _known) = watch::channel(Status::default());
    let stop = CancellationToken::new();
    let listened = async {
        let (mut said, mut held) = (0, 0);
        while held < HOLDS {
            let event = taken.recv().await.expect("the driver runs");
            said += 1;
            assert!(said < 1_000, "{held} holds in {said} events");
            held += usize::from(matches!(event.happening, WheelHappening::Fault { code: FaultCode::Babbling, .. }));
        }
        stop.cancel();
        said
    };
    let (ended, said) = tokio::join!(run(wheel, Wanted { wishes, rounds }, events, status, stop.clone()), listened);
    ended.expect("the driver goes on");
    // What may be said at once of no game, and an eighth of it after each hold.
    assert!(said < 128 + HOLDS * 20, "{said} events");
}
