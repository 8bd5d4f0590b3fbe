//! What a cabinet is to be like, as it was answered, and the cabinet file that says so.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::ports;
use crate::games::card_game::CardGame;
use crate::games::streets::House;
use crate::model::Money;
use crate::profiles::{CardSourceKeys, StakeKey};
use crate::sensing::three_sensor::{Input, Output};

/// Everything that a cabinet file says.
#[derive(Clone, Debug)]
pub(super) struct Answers {
    /// The cabinet's name.
    pub(super) name: String,
    /// The rules of the wheel's table.
    pub(super) rules: String,
    /// The jurisdiction.
    pub(super) jurisdiction: String,
    /// The money.
    pub(super) money: MoneyAnswers,
    /// The wheel.
    pub(super) wheel: WheelAnswer,
    /// The card games.
    pub(super) games: Vec<GameAnswer>,
    /// The tables between players.
    pub(super) player_tables: Vec<PlayerTableAnswer>,
    /// The doors and the lamp, where there is one of them.
    pub(super) housing: Option<HousingAnswers>,
}

/// A card game, at a table that the seats share or at a machine.
#[derive(Clone, Debug)]
pub(super) struct GameAnswer {
    /// The name of its rules.
    pub(super) rules: String,
    /// The rules.
    pub(super) game: CardGame,
    /// Where its cards come from; a machine has virtual decks alone.
    pub(super) source: CardSourceKeys,
}

/// A table between players.
#[derive(Clone, Debug)]
pub(super) struct PlayerTableAnswer {
    /// The name of its rules.
    pub(super) rules: String,
    /// The rules.
    pub(super) house: House,
    /// The amounts that these rules need, each by its key.
    pub(super) amounts: Vec<(&'static str, Money)>,
    /// Where its cards come from.
    pub(super) source: CardSourceKeys,
}

/// The money, in minor units.
#[derive(Clone, Debug)]
pub(super) struct MoneyAnswers {
    /// The currency's code.
    pub(super) currency: String,
    /// How many decimals an amount has.
    pub(super) decimals: u8,
    /// The least bet on one number, which is the price of one unit.
    pub(super) least: Money,
    /// The most on one number.
    pub(super) most: Money,
    /// The most that the table may have to pay.
    pub(super) exposure: Money,
}

/// The wheel.
#[derive(Clone, Debug)]
pub(super) enum WheelAnswer {
    /// Simulated, of this device.
    Simulated(String),
    /// Of this device on this port.
    Serial(String, PathBuf),
    /// Of this device on bare lines.
    Lines(String, LineAnswers),
}

/// The bare lines, all on one chip.
#[derive(Clone, Debug)]
pub(super) struct LineAnswers {
    /// The chip's label.
    pub(super) chip: String,
    /// Whether the sensors pull their line down when they see something.
    pub(super) sensors_pull_down: bool,
    /// The line of each input; none where it is not wired.
    pub(super) inputs: Vec<(Input, Option<u32>)>,
    /// The line of each output.
    pub(super) outputs: Vec<(Output, u32)>,
}

/// The doors and the lamp, all on one chip.
#[derive(Clone, Debug)]
pub(super) struct HousingAnswers {
    /// The chip's label.
    pub(super) chip: String,
    /// The doors.
    pub(super) doors: DoorAnswers,
    /// The lamp's line, and whether it is low while the lamp is lit.
    pub(super) lamp: Option<(u32, bool)>,
}

/// The doors, all read alike.
#[derive(Clone, Debug, Default)]
pub(super) struct DoorAnswers {
    /// Each by its name and its line.
    pub(super) lines: Vec<(String, u32)>,
    /// Whether the line of a door is low while the door is open.
    pub(super) is_low_while_open: bool,
    /// How long a line stands still before its door counts as opened or closed, in milliseconds.
    pub(super) debounce_milliseconds: u32,
}

/// The most on each kind of bet, in parts of the most on one number: the more numbers it has, the more may lie there.
const POSITIONS: [(&str, i64); 11] = [
    ("straight", 1),
    ("split", 2),
    ("street", 3),
    ("corner", 4),
    ("six_line", 6),
    ("first_four", 4),
    ("dozen", 10),
    ("column", 10),
    ("colour", 10),
    ("parity", 10),
    ("half", 10),
];

/// The chips of a console, in units.
const CHIPS: [i64; 5] = [1, 5, 10, 50, 100];

/// All stakes of one player in one round, and his credit, in parts of the most on one number.
const SEAT_PARTS: i64 = 10;
const CREDIT_PARTS: i64 = 1_000;

impl Answers {
    /// The cabinet file.
    pub(super) fn file(&self) -> String {
        let Self { name, rules, jurisdiction, money, .. } = self;
        let mut text = format!(
            "# Written by `croupierctl setup`; what each key means stands in the shipped cabinet files.\n\
             name = {}\nrules = {}\njurisdiction = {}\n",
            quoted(name),
            quoted(rules),
            quoted(jurisdiction)
        );
        if self.tables(false).next().is_none() {
            text += "card_table = []\n";
        }
        text += &money.text();
        text += "\n[wheel_rest]\nafter_empty_rounds = 20\nwoken_by = \"bet\"\n";
        text += &self.wheel.text();
        let mut names = Vec::new();
        for game in self.tables(false).chain(self.tables(true)) {
            text += &game.text(&own_name(&game.rules, &mut names), money.least);
        }
        for table in &self.player_tables {
            text += &table.text(&own_name(&table.rules, &mut names), money.least);
        }
        text + &self.housing.as_ref().map_or_else(String::new, HousingAnswers::text)
    }

    /// The ports on which a device is.
    pub(super) fn ports(&self) -> Vec<PathBuf> {
        let of_wheel = if let WheelAnswer::Serial(_, port) = &self.wheel { Some(port.clone()) } else { None };
        let sources = self.games.iter().map(|game| &game.source).chain(self.player_tables.iter().map(|table| &table.source));
        sources.filter_map(ports::of).chain(of_wheel).collect()
    }

    fn tables(&self, is_machine: bool) -> impl Iterator<Item = &GameAnswer> {
        self.games.iter().filter(move |game| game.is_machine() == is_machine)
    }
}

impl MoneyAnswers {
    fn text(&self) -> String {
        let (least, most) = (self.least.minor(), self.most.minor());
        let chips = CHIPS.map(|units| (units * least).to_string()).join(", ");
        let mut text = format!(
            "\n[money]\ncurrency = {}\ndecimals = {}\nunit_price_minor = {least}\nchips_minor = [{chips}]\ncredit_most_minor = {}\n\
             \n[limits]\nseat_most_minor = {}\ntable_exposure_most_minor = {}\n\n[limits.position]\n",
            quoted(&self.currency),
            self.decimals,
            most.saturating_mul(CREDIT_PARTS).min(Money::MOST.minor()),
            most.saturating_mul(SEAT_PARTS).min(Money::MOST.minor()),
            self.exposure.minor(),
        );
        for (position, parts) in POSITIONS {
            let _ = writeln!(text, "{position} = {{ least = {least}, most = {} }}", most.saturating_mul(parts).min(Money::MOST.minor()));
        }
        text
    }
}

impl WheelAnswer {
    fn text(&self) -> String {
        match self {
            Self::Simulated(device) => format!("\n[wheel]\ndriver = \"simulated\"\ndevice = {}\n", quoted(device)),
            Self::Serial(device, port) => {
                format!("\n[wheel]\n{}", serial(device, port))
            }
            Self::Lines(device, lines) => {
                format!("\n[wheel]\ndriver = \"gpio-character-device\"\ndevice = {}\n{}", quoted(device), lines.text())
            }
        }
    }
}

impl LineAnswers {
    fn text(&self) -> String {
        let mut text = "\n[wheel.lines]\n".to_owned();
        for (input, line) in &self.inputs {
            let Some(line) = line else {
                let _ = writeln!(text, "{} = \"not-wired\"", input.name());
                continue;
            };
            // A contact of the cabinet opens and lets its line go up, and bounces; a sensor does neither.
            let (active_low, debounce) = if is_switch(*input) { (false, 1_000) } else { (self.sensors_pull_down, 0) };
            let _ = writeln!(text, "{} = {}", input.name(), input_text(&self.chip, *line, active_low, debounce));
        }
        for (output, line) in &self.outputs {
            let hertz = if *output == Output::RotorMotor { 200 } else { 0 };
            let _ = writeln!(text, "{} = {}", output.name(), output_text(&self.chip, *line, false, hertz));
        }
        text += "\n[wheel.lines.reading]\nwait_milliseconds = 20\nhold_back_milliseconds = 2\n";
        text + "\n[wheel.lines.driving]\nalive_milliseconds = 1_000\n"
    }
}

/// Whether it is a contact of the cabinet, which may be left out, and no sensor of the wheel.
pub(super) fn is_switch(input: Input) -> bool {
    input.line().is_none()
}

impl GameAnswer {
    /// Whether every seat has a table of its own.
    pub(super) fn is_machine(&self) -> bool {
        self.game.rules().is_machine()
    }

    /// The table, by the rules' own limits as far as they are whole units.
    fn text(&self, name: &str, unit: Money) -> String {
        let head = if self.is_machine() { "machine" } else { "card_table" };
        let mut text = format!("\n[[{head}]]\nname = {}\nrules = {}\n\n[{head}.limits]\n", quoted(name), quoted(&self.rules));
        let mut game = self.game.clone();
        game.rules_mut().house_settings().steps.into_iter().for_each(|step| *step = unit.max(*step));
        let offers = game.rules().offers();
        for stake in game.rules_mut().house_settings().stakes {
            // What a stake of these rules is a multiple of, once the price of one unit is the house's.
            let step = offers.iter().find(|offer| offer.kind == stake.kind).map_or(unit, |offer| offer.step).minor();
            let least = (stake.least.minor() + step - 1) / step * step;
            let most = (stake.most.minor() / step * step).max(least);
            let _ = writeln!(text, "{} = {{ least = {least}, most = {most} }}", StakeKey(stake.kind));
        }
        if self.is_machine() { text } else { text + &source(head, &self.source) }
    }
}

impl PlayerTableAnswer {
    /// The table, with the times of the shipped examples.
    fn text(&self, name: &str, unit: Money) -> String {
        let mut text = format!(
            "\n[[player_table]]\nname = {}\nrules = {}\ndecision_seconds = 30\npause_seconds = 6\n\
             time_bank = {{ full_seconds = 60, gain_seconds = 5 }}\n\n[player_table.amounts]\n",
            quoted(name),
            quoted(&self.rules)
        );
        for (key, amount) in &self.amounts {
            let _ = writeln!(text, "{key} = {}", amount.minor());
        }
        let _ = writeln!(text, "unit = {}", unit.minor());
        text + &source("player_table", &self.source)
    }
}

impl HousingAnswers {
    fn text(&self) -> String {
        const DRIVER: &str = "driver = \"gpio-character-device\"";
        let mut text = String::new();
        let DoorAnswers { lines, is_low_while_open, debounce_milliseconds } = &self.doors;
        for (name, line) in lines {
            let input = input_text(&self.chip, *line, *is_low_while_open, debounce_milliseconds * 1_000);
            let _ = write!(text, "\n[[door]]\nname = {}\n{DRIVER}\ninput = {input}\n", quoted(name));
        }
        if let Some((line, is_low_while_lit)) = self.lamp {
            let _ = write!(text, "\n[lamp]\n{DRIVER}\noutput = {}\n", output_text(&self.chip, line, is_low_while_lit, 0));
        }
        text
    }
}

/// Where the cards of a table come from.
fn source(head: &str, source: &CardSourceKeys) -> String {
    let keys = match source {
        CardSourceKeys::Serial { device, port } => serial(device, port),
        _ => "driver = \"virtual\"\n".to_owned(),
    };
    format!("\n[{head}.source]\n{keys}")
}

/// The keys of a device on a port.
fn serial(device: &str, port: &Path) -> String {
    format!("driver = \"serial\"\ndevice = {}\nport = {}\n", quoted(device), quoted(&port.display().to_string()))
}

/// The keys of an input, whose line is held up.
fn input_text(chip: &str, line: u32, active_low: bool, debounce_microseconds: u32) -> String {
    let chip = quoted(chip);
    format!(
        "{{ chip = {chip}, line = {line}, active_low = {active_low}, bias = \"pull-up\", debounce_microseconds = {debounce_microseconds} }}"
    )
}

/// The keys of an output.
fn output_text(chip: &str, line: u32, active_low: bool, hertz: u32) -> String {
    format!("{{ chip = {}, line = {line}, active_low = {active_low}, pwm_hertz = {hertz} }}", quoted(chip))
}

/// The table's name, with a number behind it where another table has it already: no two may have the same.
fn own_name(rules: &str, taken: &mut Vec<String>) -> String {
    let name = table_name(rules);
    let count = taken.iter().filter(|other| **other == name).count() + 1;
    taken.push(name.clone());
    if count == 1 { name } else { format!("{name} {count}") }
}

/// `red-dog/am` is "Red Dog"; its players read the game's name in their own language.
fn table_name(rules: &str) -> String {
    let game = rules.split('/').next().unwrap_or(rules);
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    game.split('-').map(capital).collect::<Vec<_>>().join(" ")
}

/// The text as TOML has it.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
