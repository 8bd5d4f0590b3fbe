//! The loader's errors, and a walk over every shipped file.

use serde::Deserialize;

use crate::games::baccarat;
use crate::games::card_game::CardGame;
use crate::games::house_poker::{CapOn, PayoutMost};
use crate::games::roulette::Rules;
use crate::games::streets::House;
use crate::model::LimitKind::{self, BonusWin, BoxPayout, BoxStake, BoxWin, StakeWin};
use crate::model::Money;
use crate::sensing::three_sensor::Parameters as ThreeSensor;

use super::load::parse_with;
use super::{
    CabinetFile, Checked, Jurisdiction, Kind, Problem, ProfileError, game_of, list, load, load_cabinet, load_card_game, load_device, parse,
    rules,
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Toy {
    limits: Limits,
    #[serde(default)]
    steps: Vec<Limits>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    silence_seconds: u32,
}

impl Checked for Toy {
    fn problems(&self) -> Vec<Problem> {
        let problem = |(key, limits): (String, &Limits)| {
            let is_good = (1..=60).contains(&limits.silence_seconds);
            (!is_good).then(|| Problem { key, expected: "1 to 60 seconds".to_owned() })
        };
        let steps = self.steps.iter().enumerate().map(|(index, limits)| (format!("steps.{index}.silence_seconds"), limits));
        [("limits.silence_seconds".to_owned(), &self.limits)].into_iter().chain(steps).filter_map(problem).collect()
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let said = parse::<Toy>("toy.toml", text).map_or_else(|error| error.to_string(), |_| "good".to_owned());
    assert_eq!(said, expected);
}

#[test]
fn every_error_names_file_line_column_key_and_what_was_expected() {
    check("[limits]\nsilence_seconds = 5\n", "good");
    check("[limits]\nsilence_seconds = 0\n", "toy.toml:2:19: `limits.silence_seconds`: expected 1 to 60 seconds");
    check(
        "[limits]\nsilence_seconds = \"5\"\n",
        "toy.toml:2:19: `limits.silence_seconds`: expected a whole number from 0 to 4294967295, not the text \"5\"",
    );
    check(
        "[limits]\nsilence_seconds = 5\nsilence_second = 5\n",
        "toy.toml:3:1: `limits.silence_second`: the key `silence_second` is unknown: expected `silence_seconds`",
    );
    check("# nothing\n[limits]\n", "toy.toml:2:1: `limits.silence_seconds`: expected the key `silence_seconds`, which is missing");
    check("steps = []\n", "toy.toml:1:1: `limits`: expected the key `limits`, which is missing at the top of the file");
    check(
        "[limits]\nsilence_seconds = 5\n[[steps]]\nsilence_seconds = 5\n[[steps]]\nsilence_seconds = 61\n",
        "toy.toml:6:19: `steps.1.silence_seconds`: expected 1 to 60 seconds",
    );
}

#[test]
fn everything_that_is_wrong_is_told_at_once_in_the_order_of_the_file() {
    // Unknown keys do not hide values that make no sense.
    check(
        "[limits]\nsilence_seconds = 0\nnoise = 1\n[[steps]]\nsilence_seconds = 61\n",
        "toy.toml:2:19: `limits.silence_seconds`: expected 1 to 60 seconds\n\
         toy.toml:3:1: `limits.noise`: the key `noise` is unknown: expected `silence_seconds`\n\
         toy.toml:5:19: `steps.0.silence_seconds`: expected 1 to 60 seconds",
    );
    // A key that is missing or of another kind does not hide the others.
    check(
        "noise = 1\n[limits]\nsilence_second = 5\n[[steps]]\nsilence_seconds = \"5\"\n[[steps]]\n",
        "toy.toml:1:1: `noise`: the key `noise` is unknown: expected `limits` or `steps`\n\
         toy.toml:2:1: `limits.silence_seconds`: expected the key `silence_seconds`, which is missing\n\
         toy.toml:3:1: `limits.silence_second`: the key `silence_second` is unknown: expected `silence_seconds`\n\
         toy.toml:5:19: `steps[0].silence_seconds`: expected a whole number from 0 to 4294967295, not the text \"5\"\n\
         toy.toml:6:1: `steps[1].silence_seconds`: expected the key `silence_seconds`, which is missing",
    );
    // Nor does it hide a value that makes no sense, and the value that stands in for it is not told.
    check(
        "[limits]\nsilence_seconds = 0\n[[steps]]\nsilence_seconds = \"5\"\n[[steps]]\n",
        "toy.toml:2:19: `limits.silence_seconds`: expected 1 to 60 seconds\n\
         toy.toml:4:19: `steps[0].silence_seconds`: expected a whole number from 0 to 4294967295, not the text \"5\"\n\
         toy.toml:5:1: `steps[1].silence_seconds`: expected the key `silence_seconds`, which is missing",
    );
    check(
        "limits = 5\nsteps = 6\n",
        "toy.toml:1:10: `limits`: expected a table, not 5\n\
         toy.toml:2:9: `steps`: expected a list, not 6",
    );
}

#[test]
fn text_that_is_not_toml_is_named_with_its_place() {
    let error = parse::<Toy>("toy.toml", "[limits]\nsilence_seconds = = 5\n").expect_err("this is not TOML").to_string();
    assert!(error.starts_with("toy.toml:2:"), "{error}");
}

#[test]
fn a_name_that_is_not_shipped_says_which_names_are() {
    let errors = load::<Toy>(Kind::Device, "../devices/slingshot-2").expect_err("this is not a shipped name");
    let is_unknown = |error: &ProfileError| matches!(error, ProfileError::Unknown { shipped, .. } if *shipped == list(Kind::Device));
    assert!(errors.iter().all(is_unknown), "{errors}");
    let error = load::<Toy>(Kind::Rules, "/nowhere/at-all.toml").expect_err("there is no such file").to_string();
    assert!(error.starts_with("/nowhere/at-all.toml: cannot be read"), "{error}");
}

#[test]
fn a_file_on_the_disk_is_read_with_its_hash() {
    let file = tempfile::Builder::new().suffix(".toml").tempfile().expect("a temporary file can be made");
    std::fs::write(file.path(), "[limits]\nsilence_seconds = 5\n").expect("the temporary file can be written");
    let path = file.path().to_str().expect("the temporary folder has a readable name");
    let profile = load::<Toy>(Kind::Rules, path).expect("the file is good");
    assert_eq!((profile.value.limits.silence_seconds, profile.name.as_str()), (5, path));
    assert_ne!(profile.sha256, [0; 32]);
}

#[test]
fn every_shipped_file_can_be_loaded_by_its_name() {
    for kind in Kind::ALL {
        for name in list(kind) {
            let loaded = match kind {
                Kind::Device => load_device(&name).map(|_| ()),
                Kind::Rules if game_of(&name) == "roulette" => load::<Rules>(kind, &name).map(|_| ()),
                Kind::Rules => load_card_game(&name).map(|game| assert_eq!(game.value.name(), game_of(&name))),
                Kind::Betting => load::<House>(kind, &name).map(|_| ()),
                Kind::Jurisdiction => load::<Jurisdiction>(kind, &name).map(|_| ()),
                Kind::Cabinet => load_cabinet(&name).map(|_| ()),
            };
            loaded.unwrap_or_else(|error| panic!("{kind} {name}: {error}"));
        }
    }
}

/// What is said of a shipped file of the decree's poker with another fee.
#[track_caller]
fn check_fee(rate: &str, expected: &str) {
    check_fee_of(include_str!("../../device-profiles/betting/club/am.toml"), rate, expected);
}

#[track_caller]
fn check_fee_of(shipped: &str, rate: &str, expected: &str) {
    let line = shipped.lines().position(|line| line.starts_with("rate = ")).expect("it has a fee") + 1;
    let text = shipped.replace("rate = { percent-hundredths = 500 }", &format!("rate = {rate}"));
    let said = parse::<House>("am.toml", &text).map_or_else(|error| error.to_string(), |_| "good".to_owned());
    assert_eq!(said, expected.replace("LINE", &line.to_string()));
}

#[test]
fn tpc_11_a_fee_that_could_be_more_than_5_percent_of_a_pot_is_refused() {
    let check = |rate: &str, expected: &str| check_fee_of(include_str!("../../device-profiles/betting/holdem/by.toml"), rate, expected);
    check("{ percent-hundredths = 499 }", "good");
    check("{ flat-minor = 0 }", "good");
    check("{ flat-minor = 1 }", "am.toml:LINE:8: `fee.rate`: expected `percent-hundredths`, at most 500 of each pot (TPC-11)");
}

#[test]
fn tpam_10_a_fee_above_5_percent_of_a_bank_is_refused() {
    check_fee("{ percent-hundredths = 500 }", "good");
    check_fee("{ flat-minor = 0 }", "good");
    check_fee("{ percent-hundredths = 501 }", "am.toml:LINE:8: `fee.rate`: expected at most 500 hundredths of a percent (TPC-11, TPAM-10)");
    check_fee("{ flat-minor = 1 }", "am.toml:LINE:8: `fee.rate`: expected `percent-hundredths`, at most 500 of each bank (TPAM-10)");
}

/// Where the line stands in the shipped cabinet on bare lines.
fn line_number(line: &str) -> usize {
    let shipped = include_str!("../../device-profiles/cabinets/three-sensor-gpio.toml");
    shipped.lines().position(|shipped| shipped == line).expect("the line is in the file") + 1
}

/// What is said of the shipped cabinet on bare lines with one line of it changed.
#[track_caller]
fn check_lines(line: &str, changed: &str, expected: &str) {
    let shipped = include_str!("../../device-profiles/cabinets/three-sensor-gpio.toml");
    let number = line_number(line);
    let said =
        parse::<CabinetFile>("cabinet.toml", &shipped.replacen(line, changed, 1)).map_or_else(|error| error.to_string(), |_| "good".into());
    // The column is that of the value; which it is does not matter here.
    let without_column = |said: &str| match said.splitn(4, ':').collect::<Vec<_>>()[..] {
        [file, line, _column, rest] => format!("{file}:{line}:{rest}"),
        _ => said.to_owned(),
    };
    let said = said.lines().map(without_column).collect::<Vec<_>>().join("\n");
    assert_eq!(said, expected.replace("LINE", &number.to_string()));
}

#[test]
fn a_wrong_line_of_the_wheel_is_named_with_its_place() {
    let blower = r#"blower = { chip = "pinctrl-bcm2711", line = 19, active_low = false, pwm_hertz = 0 }"#;
    check_lines(blower, &blower.replace("19", "\"FAN\""), "good");
    check_lines(
        blower,
        &blower.replace("19", "6"),
        "cabinet.toml:LINE: `wheel.lines.blower.line`: expected a line that is not the one of rotor-encoder",
    );
    check_lines(
        blower,
        &blower.replace("19", "-1"),
        "cabinet.toml:LINE: `wheel.lines.blower.line`: expected the line's number on its chip, or its name, not -1",
    );
    check_lines(
        blower,
        &blower.replace("= 0", "= 5000"),
        "cabinet.toml:LINE: `wheel.lines.blower.pwm_hertz`: expected 0 (on and off only) to 1000 times a second",
    );
    check_lines(
        blower,
        &blower.replace("active_low", "active"),
        "cabinet.toml:LINE: `wheel.lines.blower.active_low`: expected the key `active_low`, which is missing\n\
         cabinet.toml:LINE: `wheel.lines.blower.active`: the key `active` is unknown: expected one of `chip`, `line`, `active_low`, `pwm_hertz`",
    );
    let lid = r#"lid = { chip = "pinctrl-bcm2711", line = 24, active_low = false, bias = "pull-up", debounce_microseconds = 1_000 }"#;
    check_lines(lid, "lid = \"not-wired\"", "good");
    check_lines(
        lid,
        "lid = \"none\"",
        "cabinet.toml:LINE: `wheel.lines.lid`: expected a table with chip and line, or \"not-wired\", not the text \"none\"",
    );
    check_lines(
        lid,
        &lid.replace("1_000", "2_000"),
        "cabinet.toml:LINE: `wheel.lines.lid.debounce_microseconds`: expected less than reading.hold_back_milliseconds",
    );
    check_lines(lid, "", "cabinet.toml:43: `wheel.lines.lid`: expected the key `lid`, which is missing");
}

#[test]
fn a_wrong_line_of_a_door_or_of_the_lamp_is_named_with_its_place() {
    let door = r#"input = { chip = "pinctrl-bcm2711", line = 27, active_low = false, bias = "pull-up", debounce_microseconds = 30_000 }"#;
    let second = |name: &str, line: &str| {
        let input = door.replace("line = 27", &format!("line = {line}"));
        format!("{door}\n[[door]]\nname = \"{name}\"\ndriver = \"gpio-character-device\"\n{input}")
    };
    check_lines(door, &second("back", "4"), "good");
    check_lines(
        door,
        &second("back", "27"),
        &format!("cabinet.toml:{}: `door[1].input.line`: expected a line that is not the one of door[0].input", line_number(door) + 4),
    );
    check_lines(
        door,
        &door.replace("line = 27", "line = 26"),
        "cabinet.toml:LINE: `door[0].input.line`: expected a line that is not the one of wheel.lines.emergency-stop",
    );
    check_lines(
        door,
        &door.replace("30_000", "999"),
        "cabinet.toml:LINE: `door[0].input.debounce_microseconds`: expected 1000 to 1000000 microseconds",
    );
    check_lines("name = \"cash box\"", "name = \" \"", "cabinet.toml:LINE: `door[0].name`: expected a name of at most 40 characters");
    let lamp = r#"output = { chip = "pinctrl-bcm2711", line = 21, active_low = false, pwm_hertz = 0 }"#;
    check_lines(
        lamp,
        &lamp.replace("line = 21", "line = 27"),
        "cabinet.toml:LINE: `lamp.output.line`: expected a line that is not the one of door[0].input",
    );
    check_lines(
        lamp,
        &lamp.replace("pwm_hertz = 0", "pwm_hertz = 9"),
        "cabinet.toml:LINE: `lamp.output.pwm_hertz`: expected 0: this line is on or off",
    );
}

#[test]
fn a_door_and_the_lamp_have_a_line_where_their_driver_does() {
    let check = |keys: &str, expected: &str| {
        let shipped = include_str!("../../device-profiles/cabinets/demo.toml");
        let text = format!("{shipped}\n{keys}\n");
        let said = parse::<CabinetFile>("cabinet.toml", &text).map_or_else(|error| error.to_string(), |_| "good".into());
        assert!(said.ends_with(expected), "{keys}: {said}");
    };
    check("[[door]]\nname = \"front\"\ndriver = \"simulated\"\n[lamp]\ndriver = \"simulated\"", "good");
    check(
        "[[door]]\nname = \"front\"\ndriver = \"gpio-character-device\"",
        "expected the table `input`, which is missing: the driver \"gpio-character-device\" needs it",
    );
    check(
        "[lamp]\ndriver = \"gpio-character-device\"",
        "expected the table `output`, which is missing: the driver \"gpio-character-device\" needs it",
    );
    let output = "output = { chip = \"a\", line = 1, active_low = false, pwm_hertz = 0 }";
    check(&format!("[lamp]\ndriver = \"simulated\"\n{output}"), "the table `output` is unknown: the driver \"simulated\" has none");
    let twice = "[[door]]\nname = \"front\"\ndriver = \"simulated\"\n".repeat(2);
    check(&twice, "`door[1].name`: expected a name that no other door has");
}

/// What is said of the shipped cabinet with two shoes where the second one's port is this.
#[track_caller]
fn check_port(port: &str, expected: &str) {
    let shipped = include_str!("../../device-profiles/cabinets/shoe-tables.toml");
    let text = shipped.replace("UART_SHOE2", port);
    let said = parse::<CabinetFile>("cabinet.toml", &text).map_or_else(|error| error.to_string(), |_| "good".into());
    assert!(said.ends_with(expected), "{port}: {said}");
}

#[test]
fn a_device_on_a_port_serves_one_table() {
    check_port("UART_SHOE2", "good");
    check_port("UART_SHOE1", "`card_table[1].source.port`: expected a port that is not the one of card_table[0].source");
    check_port("UART_WHEEL", "`card_table[1].source.port`: expected a port that is not the one of wheel");
}

/// What is said of the shipped device file of a wheel on bare lines with one line of it changed.
#[track_caller]
fn check_three_sensor(line: &str, changed: &str, key: &str, expected: &str) {
    let shipped = include_str!("../../device-profiles/devices/three-sensor-gpio.toml");
    assert_eq!(shipped.lines().filter(|shipped| *shipped == line).count(), 1, "{line} is in the file");
    let text = shipped.replace(&format!("\n{line}\n"), &format!("\n{changed}\n"));
    let said = parse::<ThreeSensor>("device.toml", &text).map_or_else(|error| error.to_string(), |_| "good".into());
    assert!(said.ends_with(&format!(": `{key}`: expected {expected}")), "{changed}: {said}");
}

#[test]
fn the_mechanical_limits_of_a_wheel_on_bare_lines_have_ranges_and_must_go_together() {
    check_three_sensor("most_part = 0.8", "most_part = 1.1", "motor.most_part", "0.05 to 1 of all the time");
    check_three_sensor("brake_part = 0.4", "brake_part = 0.9", "motor.brake_part", "0 to 0.8 of all the time");
    // A speed that may be drawn is never one that is a fault, also after the change against devices that predict.
    check_three_sensor("least_rpm = 14.5", "least_rpm = 11.4", "motor.least_rpm", "11.5 to 28.5 turns a minute");
    check_three_sensor("most_rpm = 19.0", "most_rpm = 28.6", "motor.most_rpm", "14.5 to 28.5 turns a minute");
    check_three_sensor("full_rpm = 40.0", "full_rpm = 18.0", "motor.full_rpm", "19 to 200 turns a minute");
    check_three_sensor("blow_most_seconds = 1.2", "blow_most_seconds = 6.0", "launch.blow_most_seconds", "0.8 to 5 seconds");
    check_three_sensor("retries = 2", "retries = 6", "launch.retries", "0 to 5 times");
    let again = "more than 7.2 seconds, when the ball is blown again";
    check_three_sensor("launch_seconds = 8.0", "launch_seconds = 7.2", "limits.launch_seconds", again);
    let angles = "three rising angles from 0 to 360, at least 30 degrees apart";
    check_three_sensor("sensor_degrees = [20.0, 145.0, 265.0]", "sensor_degrees = [20.0, 49.0, 265.0]", "ball.sensor_degrees", angles);
    let uneven = "angles of which the widest gap is at least 6.5 degrees wider than the narrowest: three times ball.course_tolerance_turns";
    check_three_sensor("sensor_degrees = [20.0, 145.0, 265.0]", "sensor_degrees = [20.0, 141.0, 260.0]", "ball.sensor_degrees", uneven);
    check_three_sensor("required_turns = 2", "required_turns = 1", "reading.required_turns", "2 to 20 turns");
    check_three_sensor("laps = 3.0", "laps = 11.0", "closing.laps", "0 to 10 laps");
}

#[test]
fn a_driver_has_its_own_keys_and_no_others() {
    let driver = r#"driver = "gpio-character-device""#;
    check_lines(driver, r#"driver = "rppal""#, "good");
    check_lines(
        driver,
        r#"driver = "serial""#,
        "cabinet.toml:38: `wheel.port`: expected the key `port`, which is missing: the driver \"serial\" needs it\n\
         cabinet.toml:38: `wheel`: the table `lines` is unknown: the driver \"serial\" has none",
    );
    check_lines(
        driver,
        r#"driver = "simulated""#,
        "cabinet.toml:38: `wheel`: the table `lines` is unknown: the driver \"simulated\" has none",
    );
    let with_port = format!("{driver}\nport = \"/dev/ttyS0\"");
    let expected = "cabinet.toml:38: `wheel`: the key `port` is unknown: the driver \"gpio-character-device\" has none";
    check_lines(driver, &with_port, expected);
}

/// What is said of a cabinet file whose only card table is this; `LINE` is the line of the table's head.
#[track_caller]
fn check_card_table(table: &str, expected: &str) {
    let shipped = include_str!("../../device-profiles/cabinets/slingshot-serial.toml").replace("card_table = []\n", "");
    let head = shipped.lines().count();
    let said = parse::<CabinetFile>("cabinet.toml", &format!("{shipped}{table}")).map_or_else(|error| error.to_string(), |_| "good".into());
    let said = match said.splitn(4, ':').collect::<Vec<_>>()[..] {
        [file, line, _column, rest] => {
            format!("{file}:{}:{rest}", line.parse::<usize>().expect("a line's number") - head)
        }
        _ => said,
    };
    assert_eq!(said, expected);
}

#[test]
fn a_wrong_card_table_is_named_with_its_place() {
    let table = |name: &str, limit: &str, source: &str| {
        format!("[[card_table]]\nname = {name:?}\nrules = \"baccarat/am\"\nlimits = {{ {limit} }}\n[card_table.source]\n{source}\n")
    };
    let tie = "tie = { least = 1, most = 2 }";
    let on_virtual = |name: &str, limit: &str| table(name, limit, "driver = \"virtual\"");
    let of_source = |source: &str| table("One", tie, source);
    check_card_table(&on_virtual("One", tie), "good");
    check_card_table(&on_virtual(" ", tie), "cabinet.toml:2: `card_table[0].name`: expected a name");
    let twice = on_virtual("One", tie) + &on_virtual("One", tie);
    check_card_table(&twice, "cabinet.toml:8: `card_table[1].name`: expected a name that no other table has");
    let many = |count: u8| -> String { (0..count).map(|number| on_virtual(&number.to_string(), tie)).collect() };
    check_card_table(&many(16), "good");
    check_card_table(&many(17), "cabinet.toml:1: `card_table`: expected at most 16 card tables");
    let amount = "expected a least amount above 0";
    check_card_table(&on_virtual("One", "tie = { least = 0, most = 2 }"), &format!("cabinet.toml:4: `card_table[0].limits.tie`: {amount}"));
    let name = "expected the name of a stake as its rules file has it, such as `player_pair`";
    for stake in ["player-pair", "draw"] {
        let wrong = on_virtual("One", &format!("{stake} = {{ least = 1, most = 2 }}"));
        check_card_table(&wrong, &format!("cabinet.toml:4: `card_table[0].limits.{stake}`: {name}"));
    }
    let source = "`card_table[0].source`";
    let machine = "driver = \"simulated\"\ndevice = \"shuffler\"\npack_milliseconds = 2_000\nfaults = [\"jam@7\"]";
    check_card_table(&of_source(&format!("{machine}\nseed = \"random\"")), "good");
    check_card_table(&of_source(&format!("{machine}\nseed = 7")), "good");
    check_card_table(&of_source("driver = \"serial\"\ndevice = \"shuffler\"\nport = \"/dev/ttyS0\""), "good");
    check_card_table(
        &of_source(machine),
        "cabinet.toml:5: `card_table[0].source.seed`: expected the key `seed`, which is missing: the driver \"simulated\" needs it",
    );
    check_card_table(
        &of_source(&format!("{}\nseed = 7", machine.replace("2_000", "60_001"))),
        &format!("cabinet.toml:5: {source}: `pack_milliseconds`: expected 1 to 60000"),
    );
    check_card_table(
        &of_source("driver = \"virtual\"\nfaults = []"),
        &format!("cabinet.toml:5: {source}: the key `faults` is unknown: the driver \"virtual\" has none"),
    );
    check_card_table(
        &of_source("driver = \"virtual\"\ndevice = \"shuffler\""),
        &format!("cabinet.toml:5: {source}: the key `device` is unknown: the driver \"virtual\" has none"),
    );
    check_card_table(
        &of_source("driver = \"serial\"\ndevice = \"shuffler\"\nport = \"/dev/ttyS0\"\nseed = 7"),
        &format!("cabinet.toml:5: {source}: the key `seed` is unknown: the driver \"serial\" has none"),
    );
    check_card_table(
        &of_source(&format!("{machine}\nseed = -1")),
        "cabinet.toml:10: `card_table[0].source.seed`: expected \"random\" or a whole number from 0, not -1",
    );
}

#[test]
fn the_game_of_a_rules_file_is_the_name_of_its_folder() {
    for (name, game) in [("baccarat/am", "baccarat"), ("/a/b/blackjack/mine.toml", "blackjack"), ("mine.toml", ""), ("", "")] {
        assert_eq!(game_of(name), game, "{name:?}");
    }
    let said = |name: &str| load_card_game(name).expect_err("this is not the rules of a card game").to_string();
    assert!(said("roulette/am").starts_with("roulette/am: is not the rules of a card game: its folder is \"roulette\""));
    assert!(said("mine.toml").contains("the folders are baccarat, blackjack"));
    assert!(said("baccarat/nowhere").starts_with("there is no rules file named \"baccarat/nowhere\""));
}

#[test]
fn every_limit_of_a_card_table_can_be_told_before_play() {
    let check = |rules: &str, set: &dyn Fn(&mut CardGame), expected: &[(LimitKind, i64)]| {
        let mut game = load_card_game(rules).expect("shipped rules are good").value;
        set(&mut game);
        let told: Vec<_> = game.limits().iter().map(|limit| (limit.kind, limit.most.minor())).collect();
        assert_eq!(told, expected, "{rules}");
    };
    let nothing = |_: &mut CardGame| {};
    let win_most = |game: &mut CardGame| {
        let CardGame::Blackjack(rules) = game else { return };
        rules.limits.win_most_minor = Some(Money::from_minor(700));
    };
    let holdem_most = |game: &mut CardGame| {
        let CardGame::CasinoHoldem(rules) = game else { return };
        (rules.play.payout.box_most_minor, rules.play.payout.cap_on) = (Some(Money::from_minor(900)), CapOn::TotalReturned);
    };
    let payout_most = |cap_on| {
        move |game: &mut CardGame| {
            let payout = match game {
                CardGame::Oasis(rules) => &mut rules.play.payout,
                CardGame::Russian(rules) => &mut rules.play.payout,
                _ => return,
            };
            let [on_box, on_bonus] = [900, 400].map(Money::from_minor).map(Some);
            *payout = PayoutMost { box_most_minor: on_box, bonus_most_minor: on_bonus, cap_on, ..*payout };
        }
    };
    check("baccarat/am", &nothing, &[]);
    check("blackjack/am", &nothing, &[]);
    check("blackjack/by", &nothing, &[(BoxStake, 1_000_000_000)]);
    check("blackjack/by", &win_most, &[(BoxStake, 1_000_000_000), (StakeWin, 700)]);
    check("casino-holdem/by", &nothing, &[]);
    check("casino-holdem/by", &holdem_most, &[(BoxPayout, 900)]);
    check("oasis/by", &nothing, &[]);
    check("oasis/by", &payout_most(CapOn::NetWinnings), &[(BoxWin, 900), (BonusWin, 400)]);
    check("russian/by", &payout_most(CapOn::TotalReturned), &[(BoxPayout, 900), (BonusWin, 400)]);
}

#[test]
fn a_mistake_in_a_card_games_rules_is_named_with_its_place() {
    let shipped = std::fs::read_to_string("device-profiles/rules/baccarat/am.toml").expect("the shipped file is there");
    let said = |from: &str, to: &str| {
        assert!(shipped.contains(from), "the file has {from:?}");
        let text = shipped.replacen(from, to, 1);
        parse_with("am.toml", &text, |keys| baccarat::Rules::deserialize(keys), rules::checked)
            .map_or_else(|error| error.to_string(), |_| "good".to_owned())
    };
    let check = |from: &str, to: &str, key: &str, expected: &str| {
        let said = said(from, to);
        assert!(said.starts_with("am.toml:") && said.contains(&format!("`{key}`: ")) && said.contains(expected), "{said}");
    };
    check("packs = 8", "packs = 9", "shoe.packs", "expected 1 to 8 packs");
    check("tie = \"8:1\"", "tie = \"8\"", "play.pays.tie", "two whole numbers");
    check("natural_tie = \"pay\"", "natural_tie = \"paid\"", "play.natural_tie", "expected `pay` or `push`");
    check("step_minor = 1", "step_minor = 0", "limits.step_minor", "expected an amount above 0");
    check("tie = { least = 1,", "tie = { least = 0,", "limits.stake.tie", "expected a least amount above 0");
    check("perfect_split_bets = false", "perfect_split_bets = true", "limits.stake.two_perfect_pairs", "expected it where");
    check("naturals_stop", "natural_stops", "play.natural_stops", "is unknown");
}
