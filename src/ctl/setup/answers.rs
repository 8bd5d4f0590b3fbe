//! What a cabinet is to be like, as it was answered, and the cabinet file that says so.

use std::fmt::Write;
use std::path::PathBuf;

use crate::games::card_game::CardGame;
use crate::model::Money;
use crate::profiles::StakeKey;
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
    /// The card games, each with its rules' name.
    pub(super) games: Vec<(String, CardGame)>,
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
        for is_machine in [false, true] {
            let tables: Vec<_> = self.tables(is_machine).collect();
            tables.iter().for_each(|(rules, game)| text += &table(rules, game, money.least, is_machine));
        }
        text
    }

    fn tables(&self, is_machine: bool) -> impl Iterator<Item = &(String, CardGame)> {
        self.games.iter().filter(move |(_, game)| game.rules().is_machine() == is_machine)
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
                format!("\n[wheel]\ndriver = \"serial\"\ndevice = {}\nport = {}\n", quoted(device), quoted(&port.display().to_string()))
            }
            Self::Lines(device, lines) => {
                format!("\n[wheel]\ndriver = \"gpio-character-device\"\ndevice = {}\n{}", quoted(device), lines.text())
            }
        }
    }
}

impl LineAnswers {
    fn text(&self) -> String {
        let chip = quoted(&self.chip);
        let mut text = "\n[wheel.lines]\n".to_owned();
        for (input, line) in &self.inputs {
            let Some(line) = line else {
                let _ = writeln!(text, "{} = \"not-wired\"", input.name());
                continue;
            };
            // A contact of the cabinet opens and lets its line go up, and bounces; a sensor does neither.
            let (active_low, debounce) = if is_switch(*input) { (false, 1_000) } else { (self.sensors_pull_down, 0) };
            let _ = writeln!(
                text,
                "{} = {{ chip = {chip}, line = {line}, active_low = {active_low}, bias = \"pull-up\", debounce_microseconds = {debounce} }}",
                input.name()
            );
        }
        for (output, line) in &self.outputs {
            let hertz = if *output == Output::RotorMotor { 200 } else { 0 };
            let _ = writeln!(text, "{} = {{ chip = {chip}, line = {line}, active_low = false, pwm_hertz = {hertz} }}", output.name());
        }
        text += "\n[wheel.lines.reading]\nwait_milliseconds = 20\nhold_back_milliseconds = 2\n";
        text + "\n[wheel.lines.driving]\nalive_milliseconds = 1_000\n"
    }
}

/// Whether it is a contact of the cabinet, which may be left out, and no sensor of the wheel.
pub(super) fn is_switch(input: Input) -> bool {
    input.line().is_none()
}

/// A table with a virtual deck, by the rules' own limits as far as they are whole units.
fn table(rules: &str, game: &CardGame, unit: Money, is_machine: bool) -> String {
    let head = if is_machine { "machine" } else { "card_table" };
    let mut text = format!("\n[[{head}]]\nname = {}\nrules = {}\n\n[{head}.limits]\n", quoted(&table_name(rules)), quoted(rules));
    let mut game = game.clone();
    game.rules_mut().house_settings().steps.into_iter().for_each(|step| *step = unit.max(*step));
    let offers = game.rules().offers();
    for stake in game.rules_mut().house_settings().stakes {
        // What a stake of these rules is a multiple of, once the price of one unit is the house's.
        let step = offers.iter().find(|offer| offer.kind == stake.kind).map_or(unit, |offer| offer.step).minor();
        let least = (stake.least.minor() + step - 1) / step * step;
        let most = (stake.most.minor() / step * step).max(least);
        let _ = writeln!(text, "{} = {{ least = {least}, most = {most} }}", StakeKey(stake.kind));
    }
    if !is_machine {
        let _ = write!(text, "\n[{head}.source]\ndriver = \"virtual\"\n");
    }
    text
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
