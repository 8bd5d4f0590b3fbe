//! What a simulated wheel answers to the host's commands.

use super::behaviour::Make;
use super::game::Game;
use crate::model::{Span, Timestamp};

/// What becomes of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// These lines, each after a time besides the usual one.
    Lines(Vec<(Span, String)>),
    /// A status line.
    Status,
    /// The wheel is to do this, and says so.
    Do(Deed, String),
}

/// What a command makes the wheel do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Switch on.
    On,
    /// Switch off.
    Off,
    /// Start a game.
    Start,
    /// Void the game that runs.
    Void,
    /// Send status lines, or none.
    Status(bool),
    /// Take another operating mode.
    Mode(u32),
}

/// The adjustable values of a working wheel, as its log shows them.
const PARAMETERS: [(char, &str); 14] = [
    ('d', "15"),
    ('c', "8465"),
    ('p', "50"),
    ('q', "800"),
    ('k', "1900"),
    ('i', "10"),
    ('j', "6705 3386 26 1"),
    ('r', "23000 23000"),
    ('s', "16.0 18.0"),
    ('t', "1475"),
    ('n', "2920"),
    ('m', "20000.0"),
    ('h', "161"),
    ('z', "37"),
];

/// The firmware line of a working wheel.
const FIRMWARE: &str = "*V V2.50 Cammegh / Syoptic - SlingShot 2 Roulette Wheel (c) 03/12/18";

/// The memory of the adjustable values.
#[derive(Clone, Debug)]
pub(super) struct Parameters(Vec<(char, String)>);

impl Parameters {
    /// The values of a working wheel.
    pub(super) fn new() -> Self {
        let mut values: Vec<_> = PARAMETERS.into_iter().map(|(name, value)| (name, value.to_owned())).collect();
        values.push(('g', "0".to_owned()));
        Self(values)
    }

    fn answer(&mut self, argument: &str) -> String {
        let mut letters = argument.chars();
        let Some(name) = letters.next() else { return refused("T", "NO") };
        let given = letters.as_str().trim();
        let Some((_, value)) = self.0.iter_mut().find(|(known, _)| *known == name.to_ascii_lowercase()) else {
            return if name == 'f' { "*T OK".to_owned() } else { refused("T", "NO") };
        };
        if name.is_ascii_uppercase() {
            return format!("*T {} {value}", name.to_ascii_lowercase());
        }
        given.clone_into(value);
        "*T OK".to_owned()
    }
}

/// The answer to the command `text` (without its line end) at `now`.
pub(super) fn answer(text: &str, game: &Game, parameters: &mut Parameters) -> Answer {
    let Some(command) = text.strip_prefix('*') else { return line("*  NO".to_owned()) };
    let mut letters = command.chars();
    let name = letters.next().map(String::from).unwrap_or_default();
    let argument = letters.as_str().trim();
    match name.as_str() {
        "X" => Answer::Status,
        "P" => power(argument, game),
        "u" if argument == "1" || argument == "3" => permitted(game.can_start(), Deed::Start, "u"),
        "K" if game.state() == 6 => line("*K CAM".to_owned()),
        "K" => permitted(game.can_start(), Deed::Start, "K"),
        "R" => permitted(game.can_void(), Deed::Void, "R"),
        "o" => argument.parse().map_or_else(|_| line(refused("o", "NO")), |mode| Answer::Do(Deed::Mode(mode), format!("*o {mode}"))),
        "q" => Answer::Do(Deed::Status(argument != "0"), format!("*q {argument}")),
        "S" => line("*S V2.50".to_owned()),
        "V" => line(FIRMWARE.to_owned()),
        "O" => line(format!("*O {} 1 161 {}", game.state(), game.mode())),
        "A" => line(format!("*A {:02}", game.launches() % 37)),
        "T" => line(parameters.answer(argument)),
        "F" => self_test(game),
        "C" => calibration(game),
        "w" => tables(game, "w", &chi_square(game.wins())),
        "W" => tables(game, "W", &counts(game.wins())),
        "M" => tables(game, "M", &counts(&[0; 37])),
        other => line(refused(other, "NO")),
    }
}

/// Refuses a command.
pub(super) fn refused(name: &str, how: &str) -> String {
    format!("*{name} {how}")
}

fn line(text: String) -> Answer {
    Answer::Lines(vec![(Span::ZERO, text)])
}

fn permitted(permitted: bool, deed: Deed, name: &str) -> Answer {
    if permitted { Answer::Do(deed, format!("*{name} OK")) } else { line(refused(name, "NO")) }
}

/// On is refused while the wheel runs, as a real one does.
fn power(argument: &str, game: &Game) -> Answer {
    let off = game.state() == 6;
    match argument {
        "1" => permitted(off && !game.starting_up(), Deed::On, "P"),
        "0" => permitted(!off || game.starting_up(), Deed::Off, "P"),
        _ => line(refused("P", "NO")),
    }
}

/// The self-test runs while the wheel is off, and takes its time.
fn self_test(game: &Game) -> Answer {
    if game.state() != 6 || game.starting_up() {
        return line(refused("F", "BUSY"));
    }
    Answer::Lines(vec![(Span::from_seconds(40), "*F 0".to_owned())])
}

/// So does the calibration, which reports on its way.
fn calibration(game: &Game) -> Answer {
    if game.state() != 6 || game.starting_up() {
        return line(refused("C", "BUSY"));
    }
    let said = [(5, "*C OK : Turning"), (10, "*C BALL : OK Clockwise"), (25, "*C OK : Completed (6705,3386,26)")];
    Answer::Lines(said.map(|(seconds, line)| (Span::from_seconds(seconds), line.to_owned())).into())
}

fn tables(game: &Game, name: &str, table: &str) -> Answer {
    if (1..=4).contains(&game.state()) { line(refused(name, "BUSY")) } else { line(format!("*{name} {table}")) }
}

fn counts(wins: &[u32; 37]) -> String {
    let total: u32 = wins.iter().sum();
    let each: Vec<_> = wins.iter().map(u32::to_string).collect();
    format!("{total} {}", each.join(" "))
}

/// Chi-square of the numbers so far, and how many fair wheels in a hundred would show less (Wilson and Hilferty's approximation).
fn chi_square(wins: &[u32; 37]) -> String {
    let total: u32 = wins.iter().sum();
    if total == 0 {
        return "0.00 0".to_owned();
    }
    let expected = f64::from(total) / 37.0;
    let chi_square: f64 = wins.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    let spread = 2.0 / (9.0 * 36.0);
    let normal = ((chi_square / 36.0).cbrt() - (1.0 - spread)) / f64::sqrt(spread);
    let percent = 100.0 / (1.0 + (-1.702 * normal).exp());
    format!("{chi_square:.2} {percent:.0}")
}

/// Carries out a deed.
pub(super) fn carry_out(deed: Deed, game: &mut Game, now: Timestamp, behaviour: &super::Behaviour) {
    match deed {
        Deed::On => game.switch_on(now),
        Deed::Off => game.switch_off(now),
        Deed::Start => game.start(now, behaviour),
        Deed::Void => game.void(now, behaviour),
        Deed::Mode(mode) => game.set_mode(mode),
        Deed::Status(_) => {}
    }
}

/// Whether a command of this name is known to a wheel of this make: a wheel that a dealer spins obeys nothing from outside.
pub(super) fn obeys(make: Make, text: &str) -> bool {
    make == Make::SlingShot2 || !matches!(text.as_bytes().get(1), Some(b'P' | b'u' | b'R' | b'o' | b'T' | b'F' | b'C'))
}
