//! Another device, or another jurisdiction, behind a name that is the same: only the text of its file tells.

use std::path::Path;

use super::*;
use crate::cabinet::DeviceFile;

/// A folder with files of the house's own.
struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder can be made"))
    }

    /// Writes a file, the shipped one of this name with `more` at its end, and gives its path.
    fn write(&self, name: &str, shipped: &str, more: &str) -> String {
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("device-profiles").join(shipped);
        let text = std::fs::read_to_string(shipped).expect("a shipped file");
        let path = self.0.path().join(name);
        std::fs::write(&path, format!("{text}{more}")).expect("writable");
        path.to_str().expect("temporary paths are text").to_owned()
    }
}

/// The terms of a demo cabinet with a wheel, a source of cards at its first table and a jurisdiction of these files.
#[derive(Clone)]
struct Named {
    wheel: WheelKeys,
    source: CardSourceKeys,
    jurisdiction: String,
}

impl Named {
    fn terms(&self) -> Terms {
        let mut file: Profile<CabinetFile> = load_cabinet("demo").expect("a shipped cabinet");
        file.value.wheel = self.wheel.clone();
        file.value.jurisdiction.clone_from(&self.jurisdiction);
        all_real_but(&mut file.value, self.source.clone());
        terms_of(&file).expect("its files fit together")
    }
}

fn all_real_but(file: &mut CabinetFile, first: CardSourceKeys) {
    source(file, 0, first);
    source(file, 1, CardSourceKeys::Virtual);
}

fn shipped() -> Named {
    Named {
        wheel: WheelKeys::Serial { device: "slingshot-2".to_owned(), port: "/dev/ttyUSB0".into() },
        source: CardSourceKeys::Virtual,
        jurisdiction: "by".to_owned(),
    }
}

/// Asserts that these terms are refused for this key, with words that tell both; where there are none, that they are taken.
#[track_caller]
fn check_terms(cabinet: &Cabinet, terms: &Terms, refused: Option<(&str, &[&str])>) {
    let said = relabelled(cabinet, terms, &Marks::none());
    let Some((key, words)) = refused else { return assert_eq!(said, None) };
    let said = said.expect("it is refused");
    assert!(said.contains(&format!(": `{key}` is ")) && said.contains("the files that it names as they were"), "{said}");
    assert!(words.iter().all(|word| said.contains(word)), "{words:?} in {said}");
}

#[test]
fn another_text_in_the_wheels_device_file_is_another_wheel() {
    let files = Files::new();
    let of = |text: &str, more: &str| {
        let path = files.write("wheel.toml", text, more);
        Named { wheel: WheelKeys::Simulated { device: path }, ..shipped() }.terms()
    };
    let (was, other) = (of("devices/slingshot-2.toml", ""), of("devices/slingshot-2.toml", "# the one in the back room\n"));
    let family = of("devices/three-sensor-gpio.toml", "");
    let paid_out = attendant(Order::CreditOut { seat: seat(), amount: None });
    let mut older = was.clone();
    older.fittings.as_mut().expect("they are recorded").wheel_file = None;
    for terms in [&other, &family] {
        let told: &[&str] = &["(slingshot, SHA-256 ", "simulated /"];
        for cabinet in [cabinet_of(&was, &[credit()]), launching_with(&was), staked_at_baccarat_with(&was)] {
            check_terms(&cabinet, terms, Some(("wheel", told)));
        }
        check_terms(&cabinet_of(&was, &[]), terms, None);
        check_terms(&cabinet_of(&was, &[credit(), paid_out.clone()]), terms, None);
        // A journal of a release that did not record the text says nothing of it.
        check_terms(&cabinet_of(&older, &[credit()]), terms, None);
    }
    check_terms(&cabinet_of(&was, &[credit()]), &family, Some(("wheel", &["(three-sensor, SHA-256 "])));
    check_terms(&cabinet_of(&was, &[credit()]), &was, None);
}

#[test]
fn another_text_in_the_device_file_of_a_card_table_is_another_source_of_cards() {
    let files = Files::new();
    let of = |source: fn(String) -> CardSourceKeys, text: &str, more: &str| {
        let path = files.write("cards.toml", text, more);
        Named { source: source(path), ..shipped() }.terms()
    };
    let serial: fn(String) -> CardSourceKeys = |device| CardSourceKeys::Serial { device, port: "/dev/ttyUSB1".into() };
    let simulated: fn(String) -> CardSourceKeys =
        |device| CardSourceKeys::Simulated { device, seed: Seed::Number(1), pack_milliseconds: 1_000, faults: Vec::new() };
    let held = attendant(Order::Table { table: BACCARAT, order: TableOrder::Hold { reason: "a card stuck".to_owned() } });
    for (source, with_credit) in [(serial, None), (simulated, Some(()))] {
        let was = of(source, "devices/shoe.toml", "");
        for (text, more) in [("devices/shoe.toml", "# the other shoe\n"), ("devices/shuffler.toml", "")] {
            let terms = of(source, text, more);
            let told: (&str, &[&str]) = ("card_table[0].source", &["(shoe, SHA-256 "]);
            check_terms(&staked_at_baccarat_with(&was), &terms, Some(told));
            check_terms(&cabinet_of(&was, std::slice::from_ref(&held)), &terms, Some(told));
            check_terms(&cabinet_of(&was, &[credit()]), &terms, with_credit.map(|()| told));
            check_terms(&cabinet_of(&was, &[]), &terms, None);
        }
        check_terms(&staked_at_baccarat_with(&was), &was, None);
    }
}

/// What a workbench counts, with real devices and simulated ones side by side, is no play of either kind.
#[test]
fn a_workbenchs_journal_does_not_go_on_in_service_nor_one_of_service_on_a_workbench() {
    let shoe = |is_real: bool| {
        let device = "shoe".to_owned();
        if is_real {
            CardSourceKeys::Serial { device, port: "/dev/ttyUSB1".into() }
        } else {
            CardSourceKeys::Simulated { device, seed: Seed::Number(1), pack_milliseconds: 1_000, faults: Vec::new() }
        }
    };
    let simulated_wheel = || WheelKeys::Simulated { device: "slingshot-2".to_owned() };
    let (real, simulated) = (shipped().terms(), Named { wheel: simulated_wheel(), ..shipped() }.terms());
    let bench = Named { source: shoe(false), ..shipped() }.terms();
    let other_bench = Named { wheel: simulated_wheel(), source: shoe(true), ..shipped() }.terms();
    let paid_out = [credit(), attendant(Order::CreditOut { seat: seat(), amount: None })];
    let told = |words: &'static [&'static str]| Some(("card_table.source", words));
    let from_bench = told(&["was of real and of simulated devices side by side", "credit in", "journal begin --by NAME"]);
    let to_bench = told(&["is of real and of simulated devices side by side", "credit in", "journal begin --by NAME"]);
    check_terms(&cabinet_of(&bench, &paid_out), &real, from_bench);
    check_terms(&cabinet_of(&other_bench, &paid_out), &simulated, from_bench);
    check_terms(&cabinet_of(&real, &paid_out), &bench, to_bench);
    check_terms(&cabinet_of(&simulated, &paid_out), &other_bench, to_bench);
    check_terms(&cabinet_of(&bench, &paid_out), &bench, None);
    for terms in [&real, &bench] {
        check_terms(&cabinet_of(terms, &[]), &bench, None);
        check_terms(&cabinet_of(terms, &[]), &real, None);
    }
    // Also while a round is under way in which nobody has any money.
    check_terms(&launching_with_inputs(&bench, &paid_out), &real, told(&["was of real and of simulated devices side by side"]));
    // A journal of a release that did not record the devices says nothing of them.
    let mut older = bench.clone();
    older.fittings = None;
    check_terms(&cabinet_of(&older, &paid_out), &real, None);
}

/// A release may write a shipped file anew, and the house then starts with its credit all the same.
#[test]
fn a_device_file_that_comes_with_the_program_is_the_same_device_in_the_next_release() {
    #[track_caller]
    fn check(was: (&str, u8, bool), is: (&str, u8, bool), is_other: bool) {
        let file =
            |(dialect, text, is_shipped): (&str, u8, bool)| DeviceFile { dialect: dialect.to_owned(), sha256: [text; 32], is_shipped };
        assert_eq!(file(was).is_other_than(&file(is)), is_other, "{was:?} and {is:?}");
    }
    check(("shoe", 1, true), ("shoe", 1, true), false);
    check(("shoe", 1, true), ("shoe", 2, true), false);
    check(("shoe", 1, true), ("shuffler", 2, true), true);
    check(("shoe", 1, false), ("shoe", 1, true), false);
    check(("shoe", 1, false), ("shoe", 2, true), true);
    check(("shoe", 1, true), ("shoe", 2, false), true);
    check(("shoe", 1, false), ("shoe", 2, false), true);
    let fittings = shipped().terms().fittings.expect("they are recorded");
    assert!(fittings.wheel_file.is_some_and(|file| file.is_shipped && file.dialect == "slingshot"));
}

/// A jurisdiction's text may change, with its limits; what it says of its source tells which it is.
#[test]
fn another_jurisdiction_in_the_same_file_is_another_one_and_a_new_text_of_the_same_is_not() {
    let files = Files::new();
    let of = |shipped_file: &str, more: &str| {
        let jurisdiction = files.write("law.toml", shipped_file, more);
        Named { jurisdiction, ..shipped() }.terms()
    };
    let was = of("jurisdictions/by.toml", "");
    let (renewed, other) = (of("jurisdictions/by.toml", "# as of next year\n"), of("jurisdictions/am.toml", ""));
    let (by, am) = ("was roulette-by RBY-13 to RBY-15", "is roulette-am RAM-8, RAM-5");
    for cabinet in [cabinet_of(&was, &[credit()]), launching_with(&was), staked_at_baccarat_with(&was)] {
        check_terms(&cabinet, &other, Some(("jurisdiction", &[by, am])));
        check_terms(&cabinet, &renewed, None);
    }
    check_terms(&cabinet_of(&was, &[]), &other, None);
    let mut older = was.clone();
    older.fittings.as_mut().expect("they are recorded").jurisdiction = None;
    check_terms(&cabinet_of(&older, &[credit()]), &other, None);
}

/// A journal of 0.1.6 and before says of its fittings only what they are called.
#[test]
fn fittings_of_a_release_that_recorded_names_alone_are_read() {
    use minicbor::Encode;

    #[derive(Encode)]
    struct Older<'a> {
        #[n(0)]
        cabinet: &'a str,
        #[n(1)]
        wheel: &'a str,
        #[n(2)]
        card_sources: Vec<&'a str>,
    }
    let older = Older { cabinet: "Demo", wheel: "serial slingshot-2", card_sources: vec!["virtual"] };
    let read: crate::cabinet::Fittings = minicbor::decode(&minicbor::to_vec(older).expect("encoded")).expect("it is understood");
    assert_eq!((read.wheel.as_str(), read.card_sources.len()), ("serial slingshot-2", 1));
    assert_eq!((read.wheel_file, read.card_source_files, read.jurisdiction), (None, Vec::new(), None));
    let now = shipped().terms();
    assert_eq!(Terms::from_bytes(&now.to_bytes()), Some(now));
}
