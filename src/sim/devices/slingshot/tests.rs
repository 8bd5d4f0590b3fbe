//! The simulated wheel against what was measured on real ones. The host here is a few lines of its own: what reads the wheel
//! in earnest is tested elsewhere.

use std::fmt::Write;

use super::*;
use crate::model::Pocket;
use crate::sim::devices::SimulatedDevice;

/// A line of a recorded session: its time in milliseconds and its text; a command to the wheel starts with `>`.
type Record = (u64, String);

/// Runs a wheel until `spins` games are over, with a host that switches it on, starts each game 2.4 s after place-bets,
/// and asks nothing else. Ends after ten minutes a game in any case.
fn session(wheel: &mut SimulatedWheel, spins: usize) -> Vec<Record> {
    session_with(wheel, spins, Span::from_milliseconds(2_400))
}

/// The same with a host that waits this long after place-bets.
fn session_with(wheel: &mut SimulatedWheel, spins: usize, patience: Span) -> Vec<Record> {
    let start = Timestamp::from_microseconds(1_700_000_000_000_000);
    let mut now = start;
    let (mut records, mut partial) = (Vec::new(), String::new());
    let (mut asked_at, mut state_since, mut state) = (start, start, ' ');
    while wheel.truth().len() < spins && now.since(start) < Span::from_seconds(600 * spins as u64) {
        wheel.wake(now);
        for byte in wheel.poll_send() {
            match byte {
                b'\n' => records.push((now.since(start).milliseconds(), core::mem::take(&mut partial))),
                b'\r' => {}
                byte => partial.push(char::from(byte)),
            }
        }
        let shown = records.last().and_then(|(_, text)| text.strip_prefix("*X;")).and_then(|text| text.chars().next());
        if let Some(shown) = shown.filter(|shown| *shown != state) {
            (state, state_since) = (shown, now);
        }
        let command = match state {
            '6' => "*P 1",
            _ => "*u 1",
        };
        let due = matches!(state, '6' | '2') && now.since(state_since) >= patience;
        let asked = asked_at >= state_since && now.since(asked_at) < Span::from_seconds(300);
        if due && !asked {
            asked_at = now;
            records.push((now.since(start).milliseconds(), format!(">{command}")));
            wheel.received(format!("{command}\r\n").as_bytes(), now);
        }
        now = wheel.next_wake().unwrap_or(now).max(now.after(Span::from_milliseconds(1)));
    }
    records
}

/// How long the wheel stood in state `from` each time it then went to `to`, in milliseconds, sorted.
fn stays(records: &[Record], from: char, to: char) -> Vec<u64> {
    let states: Vec<_> = records.iter().filter_map(|(at, text)| Some((*at, text.strip_prefix("*X;")?.chars().next()?))).collect();
    let mut changes = vec![states[0]];
    changes.extend(states.windows(2).filter(|pair| pair[0].1 != pair[1].1).map(|pair| pair[1]));
    let mut stays: Vec<_> =
        changes.windows(2).filter(|pair| pair[0].1 == from && pair[1].1 == to).map(|pair| pair[1].0 - pair[0].0).collect();
    stays.sort_unstable();
    stays
}

#[test]
fn a_faultless_wheel_keeps_the_measured_times() {
    let records = session(&mut SimulatedWheel::new(11, Behaviour::default()), 200);
    let check = |from, to, least_ms: u64, most_ms: u64| {
        let stays = stays(&records, from, to);
        let (low, middle, high) = (stays[stays.len() / 20], stays[stays.len() / 2], stays[stays.len() * 19 / 20]);
        assert!(low >= least_ms && high <= most_ms, "{from} to {to}: {low} {middle} {high} ms of {} games", stays.len());
    };
    check('2', '3', 7_000, 11_600);
    check('3', '4', 2_500, 6_100);
    check('4', '5', 23_500, 29_000);
    check('5', '2', 3_500, 7_100);
    let status: Vec<_> = records.iter().filter(|(_, text)| text.starts_with("*X;")).map(|(at, _)| *at).collect();
    let mut gaps: Vec<_> = status.windows(2).map(|pair| pair[1] - pair[0]).collect();
    gaps.sort_unstable();
    assert!((490..=510).contains(&gaps[gaps.len() / 2]), "median {} ms", gaps[gaps.len() / 2]);
    assert!(gaps[0] >= 240 && gaps[gaps.len() - 1] <= 513, "{} to {} ms", gaps[0], gaps[gaps.len() - 1]);
}

#[test]
fn the_bare_number_comes_before_the_first_line_of_state_5_and_the_counter_after_the_last() {
    let mut wheel = SimulatedWheel::new(5, Behaviour::default());
    let records = session(&mut wheel, 300);
    let lines: Vec<_> =
        records.iter().map(|(_, text)| text.as_str()).filter(|text| !text.starts_with(['>', '*']) || text.starts_with("*X")).collect();
    let mut games = 0;
    for pair in lines.windows(2).filter(|pair| !pair[0].starts_with('*')) {
        let counter = games % 256 + 1;
        assert!(pair[1].starts_with(&format!("*X;5;{counter:03};{};0;", pair[0])), "{pair:?} in game {games}");
        games += 1;
    }
    assert!(games >= 299, "{games} games");
    let first = lines.iter().position(|text| !text.starts_with('*')).expect("a result comes");
    assert!(lines[..first].iter().all(|text| &text[5..11] == "001;  "), "blank and 001 until the first result");
}

#[test]
fn the_rotor_turns_the_other_way_in_each_game() {
    let records = session(&mut SimulatedWheel::new(9, Behaviour::default()), 50);
    let falls =
        records.iter().filter(|(_, text)| text.starts_with("*X;5;")).map(|(_, text)| (text[5..8].to_owned(), text[18..].to_owned()));
    let mut games: Vec<_> = falls.collect();
    games.dedup();
    assert!(games.len() >= 49 && games.windows(2).all(|pair| pair[0].1 != pair[1].1), "{games:?}");
}

#[test]
fn a_seed_gives_the_same_bytes_and_faults_do_not_change_the_numbers() {
    let play = |behaviour: Behaviour| {
        let mut wheel = SimulatedWheel::new(42, behaviour);
        let records = session(&mut wheel, 30);
        let numbers: Vec<_> = wheel.truth().iter().filter_map(|spin| spin.end.pocket()).collect();
        (records, numbers)
    };
    assert_eq!(play(Behaviour::field()), play(Behaviour::field()));
    let (clean, harsh) = (play(Behaviour::default()).1, play(Behaviour::harsh(5)).1);
    assert!(harsh.len() >= 10, "{} games", harsh.len());
    assert_eq!(clean[..harsh.len()], harsh);
}

#[test]
fn a_host_that_waits_longer_changes_no_spin() {
    let courses = |patience| {
        let mut wheel = SimulatedWheel::new(42, Behaviour::default());
        session_with(&mut wheel, 20, patience);
        let course = |spin: &SpinTruth| (spin.rim_at.map(|at| at.since(spin.started_at)), spin.ended_at.since(spin.started_at), spin.end);
        wheel.truth().iter().map(course).collect::<Vec<_>>()
    };
    let quick = courses(Span::from_milliseconds(2_400));
    assert_eq!(quick.len(), 20);
    assert_eq!(courses(Span::from_milliseconds(7_700)), quick);
}

#[test]
fn wanted_outcomes_fall() {
    let outcomes: Vec<_> = [0, 36, 17, 17].into_iter().filter_map(Pocket::new).collect();
    let mut wheel = SimulatedWheel::new(1, Behaviour { outcomes: outcomes.clone(), ..Behaviour::default() });
    session(&mut wheel, 4);
    assert_eq!(
        wheel.truth().iter().map(|spin| spin.end).collect::<Vec<_>>(),
        outcomes.into_iter().map(SpinEnd::Result).collect::<Vec<_>>()
    );
}

/// What the second of three games shows, its lines shortened to `state.warning`, each run of equal ones once, other lines as
/// they are; and how it really ended.
fn second_game(fault: Fault) -> (String, &'static str) {
    let outcomes = [5, 23, 8].into_iter().filter_map(Pocket::new).collect();
    let mut wheel = SimulatedWheel::new(2, Behaviour { script: vec![(Moment::of_launch(2), fault)], outcomes, ..Behaviour::default() });
    let records = session(&mut wheel, 3);
    let starts: Vec<_> = records.iter().enumerate().filter(|(_, (_, text))| text == ">*u 1").map(|(place, _)| place).collect();
    let (mut seen, mut last) = (String::new(), String::new());
    for (_, text) in &records[starts[1]..*starts.get(2).unwrap_or(&records.len())] {
        let whole = text.starts_with("*X;") && text.len() == 19;
        let short = if whole { format!("{}.{}", &text[3..4], &text[12..13]) } else { text.clone() };
        if short != last {
            write!(seen, "{short} ").expect("a string takes what is written");
        }
        last = short;
    }
    (seen.trim_end().to_owned(), wheel.truth()[1].end.name())
}

#[test]
fn each_fault_of_the_wheel_shows_as_on_real_wheels() {
    let check = |fault, shows: &str, ends| {
        assert_eq!(second_game(fault), (shows.to_owned(), ends), "{}", fault.name());
    };
    check(Fault::ReplyLost, ">*u 1 2.0 3.0 4.0 23 5.0 2.0", "result");
    check(Fault::LaunchFailed, ">*u 1 *u OK 2.0 2.8 3.0 4.0 23 5.0 2.0", "result");
    check(Fault::SameDirection, ">*u 1 *u OK 2.0 2.2 2.8 3.0 4.0 23 5.0 2.0", "result");
    check(Fault::SameDirectionPlayed, ">*u 1 *u OK 2.0 3.2 4.2 23 5.0 2.0", "same-direction");
    check(Fault::Jammed, ">*u 1 *u OK 2.0 2.8 6.8 >*P 1 *P OK 1.0 2.0", "stopped");
    check(Fault::BallUnseenOnce, ">*u 1 *u OK 2.0 3.0 4.0 4.1 4.0 23 5.0 2.0", "result");
    check(Fault::BallUnseenLong, ">*u 1 *u OK 2.0 3.0 4.0 4.1 4.0 23 5.0 2.0", "result");
    check(Fault::BallLost, ">*u 1 *u OK 2.0 3.0 4.0 4.1 6.1 >*P 1 *P OK 1.0 2.0", "stopped");
    check(Fault::SensorFailed, ">*u 1 *u OK 2.0 3.0 4.0 4.4 6.4 >*P 1 *P OK 1.0 2.0", "stopped");
    check(Fault::Stuck, ">*u 1 *u OK 2.0 3.0 4.0 6.0 >*P 1 *P OK 1.0 2.0", "stopped");
    check(Fault::BareLost, ">*u 1 *u OK 2.0 3.0 4.0 5.0 2.0", "result");
    check(Fault::BareContradicts, ">*u 1 *u OK 2.0 3.0 4.0 33 5.0 2.0", "result");
}

#[test]
fn a_command_is_answered_as_a_real_wheel_answers() {
    let check = |running: bool, command: &str, reply: &str| {
        let behaviour = Behaviour { running, mode: 1158 - 128, ..Behaviour::default() };
        let mut wheel = SimulatedWheel::new(3, behaviour);
        let mut now = Timestamp::from_microseconds(1_700_000_000_000_000);
        wheel.wake(now);
        wheel.received(format!("{command}\r").as_bytes(), now);
        let mut seconds = 0;
        let mut answer = wheel.poll_send();
        while answer.is_empty() && seconds < 60 {
            seconds += 1;
            now = now.after(Span::from_seconds(1));
            wheel.wake(now);
            answer = wheel.poll_send();
        }
        assert_eq!(String::from_utf8_lossy(&answer), format!("{reply}\r\n"), "{command}");
    };
    check(false, "*P 1", "*P OK");
    check(true, "*P 1", "*P NO");
    check(true, "*P 0", "*P OK");
    check(false, "*u 1", "*u NO");
    check(true, "*u 1", "*u OK");
    check(true, "*R", "*R NO");
    check(false, "*K", "*K CAM");
    check(true, "*K", "*K OK");
    check(false, "*S", "*S V2.50");
    check(false, "*V", "*V V2.50 Cammegh / Syoptic - SlingShot 2 Roulette Wheel (c) 03/12/18");
    check(false, "*O", "*O 6 1 161 1030");
    check(false, "*T J", "*T j 6705 3386 26 1");
    check(false, "*T d 17", "*T OK");
    check(false, "*T ?", "*T NO");
    check(false, "*F", "*F 0");
    check(true, "*F", "*F BUSY");
    check(true, "*W", "*W BUSY");
    check(false, "*M", &format!("*M 0{}", " 0".repeat(37)));
    check(false, "*w", "*w 0.00 0");
    check(false, "*)", "*) NO");
    check(false, "what?", "*  NO");
}

#[test]
fn any_bytes_from_the_host_are_survived() {
    let mut chance = Chance::new(77, 0);
    let mut wheel = SimulatedWheel::new(77, Behaviour::harsh(20));
    let mut now = Timestamp::from_microseconds(1);
    for _ in 0..20_000 {
        let bytes: Vec<u8> = match chance.below(4) {
            0 => (0..chance.below(90)).map(|_| chance.below(256) as u8).collect(),
            1 => b"*P 1\r\n".to_vec(),
            2 => b"*u 1\r\n".to_vec(),
            _ => [b'*', b"XPuRoqSVOATFwWMK"[chance.below(16) as usize], b' ', b"01"[chance.below(2) as usize], b'\r'].to_vec(),
        };
        wheel.received(&bytes, now);
        now = now.after(chance.milliseconds(1, 5_000));
        wheel.wake(now);
        wheel.poll_send();
    }
    assert!(wheel.truth().len() > 100, "{} games", wheel.truth().len());
}

#[test]
fn the_wheel_of_a_dealer_plays_by_itself_and_obeys_nobody() {
    let mut wheel = SimulatedWheel::new(4, Behaviour { make: Make::Mercury360, ..Behaviour::default() });
    let records = session(&mut wheel, 20);
    assert!(wheel.truth().len() >= 20);
    assert!(records.iter().all(|(_, text)| text != "*u OK" && text != "*P OK"));
}
