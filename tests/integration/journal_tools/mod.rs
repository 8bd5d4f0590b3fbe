//! `croupierctl journal`, `spins` and `meters` on a journal of some rounds, sound and damaged.

mod disputes;
mod limits;
mod verified;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::table::Table;
use croupier::journal::{Entry, Journal, Paths, Record};
use croupier::model::{ClockOffset, Command as Ordered, Fact, FaultCode, Money, Order, Pocket, What};
use serde_json::{Value, json};

/// Where the ball falls in the rounds of these tests.
const POCKETS: [u8; 12] = [17, 0, 36, 5, 5, 32, 21, 8, 14, 29, 1, 10];

struct House {
    directory: tempfile::TempDir,
}

impl House {
    fn data(&self) -> &Path {
        self.directory.path()
    }

    fn paths(&self) -> Paths {
        Paths { journal: self.data().join("journal"), mirror: self.data().join("mirror") }
    }

    fn segment(&self) -> PathBuf {
        self.data().join("mirror/000001.mirror")
    }

    /// Runs `croupierctl` with these words on this house's journal.
    fn run(&self, words: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupierctl"));
        command.args(words.split(' ')).arg("--data").arg(self.data()).output().expect("it can be run")
    }

    /// The lines of JSON that it prints when all is well.
    fn lines(&self, words: &str) -> Vec<Value> {
        let output = self.run(words);
        assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("it prints text");
        text.lines().map(|line| serde_json::from_str(line).expect("it prints JSON")).collect()
    }

    /// The error that it reports, which must leave standard output empty.
    fn error(&self, words: &str) -> Value {
        let output = self.run(words);
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(output.stdout.is_empty(), "{words}");
        serde_json::from_slice::<Value>(&output.stderr).expect("the error is JSON")["error"].take()
    }
}

/// A journal of [`POCKETS`] with these changes made to its entries before they are written.
fn house_with(change: impl Fn(&mut Vec<Entry>)) -> House {
    let mut table = Table::begin();
    for pocket in POCKETS {
        table.play(Pocket::new(pocket).expect("it is on the wheel"));
    }
    let mut entries = table.take_entries();
    change(&mut entries);
    house_of(&entries)
}

/// A journal of these entries.
fn house_of(entries: &[Entry]) -> House {
    let house = House { directory: tempfile::tempdir().expect("tests may write temporary files") };
    let (mut journal, _) = Journal::open(&house.paths()).expect("opened");
    for commit in entries.chunks(3) {
        journal.append(commit.to_vec()).expect("appended");
    }
    house
}

fn house() -> House {
    house_with(|_| {})
}

#[test]
fn a_sound_journal_is_verified_to_its_last_record() {
    let house = house();
    let verified = &house.lines("journal verify")[0];
    let exported = house.lines("journal export");
    assert_eq!(verified["verified"], exported.len());
    assert_eq!(verified["hash"], exported.last().expect("there are records")["hash"]);
    assert_eq!((&verified["mirror"], &verified["store"], &verified["steps"]), (&true.into(), &true.into(), &true.into()));
}

#[test]
fn a_settlement_that_was_recorded_wrong_is_found_by_computing_it_again() {
    let wrong_at = std::cell::Cell::new(0);
    let house = house_with(|entries| {
        for entry in entries.iter_mut() {
            let mut record = Record::decode(&entry.payload).expect("just encoded");
            let settled = record.facts.iter_mut().find_map(|fact| if let Fact::Settled(settled) = fact { Some(settled) } else { None });
            if let Some(settled) = settled {
                settled.returned = settled.returned + Money::from_minor(1);
                wrong_at.set(entry.number);
                entry.payload = record.encode();
                return;
            }
        }
    });
    let error = house.error("journal verify");
    assert_eq!(error["reason"], "record-disagrees");
    assert_eq!(error["number"], wrong_at.get());
    // The chain itself is whole: it was written that way.
    assert_eq!(house.lines("journal verify --chain-only")[0]["steps"], false);
}

#[test]
fn a_record_that_says_another_time_than_people_were_shown_is_found() {
    let saying = |seconds: i64| {
        house_with(|entries| {
            let mut record = Record::decode(&entries[4].payload).expect("just encoded");
            record.clock_offset = Some(ClockOffset::from_microseconds(seconds * 1_000_000));
            entries[4].payload = record.encode();
        })
    };
    assert_eq!(saying(0).lines("journal verify")[0]["steps"], true);
    let error = saying(3_600).error("journal verify");
    assert_eq!((&error["reason"], &error["number"]), (&"record-disagrees".into(), &5.into()));
}

/// What `croupierctl faults` says of a journal in which these things happened one after the other: each fault as its name, whether it
/// stands, how often it came, and what ended it last.
#[track_caller]
fn check_faults(happen: impl FnOnce(&mut Table), expected: Value) {
    let mut table = Table::begin();
    happen(&mut table);
    let mut lines = house_of(&table.take_entries()).lines("faults");
    // Where there was none, the head is told alone.
    lines.retain(|line| line.get("fault").is_some());
    let brief: Vec<Value> =
        lines.iter().map(|line| json!([line["fault"], line["stands"], line["times"], line["last"]["ended_by"]])).collect();
    assert_eq!(Value::Array(brief), expected, "{lines:#?}");
    assert!(
        lines.iter().all(|line| line["meaning"].is_string() && line["what_to_check"].is_string() && line["last"]["detail"].is_string())
    );
    let ended = |line: &Value| line["last"]["until"].as_i64() >= line["last"]["since"].as_i64();
    assert!(lines.iter().all(|line| line["last"]["ended_by"].is_null() || ended(line)), "{lines:#?}");
}

#[test]
fn faults_are_explained_in_each_language_of_the_consoles_and_in_a_table() {
    let mut table = Table::begin();
    table.fault(FaultCode::LidOpen);
    let house = house_of(&table.take_entries());
    for (language, meaning) in
        [("en", "The lid over the wheel"), ("hy", "Անիվի կափարիչը"), ("ka", "ბორბლის სახურავი"), ("ru", "Крышка над колесом")]
    {
        let line = &house.lines(&format!("faults --language {language}"))[0];
        assert!(line["meaning"].as_str().is_some_and(|text| text.contains(meaning)), "{line}");
        let words = &house.lines(&format!("faults --catalogue --language {language}"));
        let same = words.iter().find(|each| each["fault"] == "lid-open").expect("it is in the catalogue");
        assert_eq!(
            (&same["meaning"], &same["what_to_check"], words.len()),
            (&line["meaning"], &line["what_to_check"], FaultCode::ALL.len())
        );
    }
    let output = String::from_utf8(house.run("faults --as-table").stdout).expect("it prints text");
    assert!(output.contains("| lid-open |") && output.contains("| yes | 1 | – |\n"), "{output}");
}

#[test]
fn faults_are_told_with_what_ended_them_and_those_that_stand_first() {
    let motor = |table: &mut Table| table.fault(FaultCode::Motor);
    check_faults(|_| {}, json!([]));
    check_faults(motor, json!([["motor", true, 1, null]]));
    check_faults(
        |table| {
            motor(table);
            table.fault_over(FaultCode::Motor);
            motor(table);
            table.fault_over(FaultCode::Motor);
            table.fault(FaultCode::LidOpen);
            table.start();
            table.fault(FaultCode::DoorOpen);
        },
        json!([["door-open", true, 1, null], ["lid-open", false, 1, "start"], ["motor", false, 2, "device"]]),
    );
    check_faults(
        |table| {
            table.play(Pocket::new(17).expect("it is on the wheel"));
            table.dispute(1, "*X;5;007;18;0;160;0\n");
            table.hold();
        },
        json!([["result-disputed", false, 1, "attendant"]]),
    );
}

#[test]
fn the_catalogue_of_faults_has_them_all_and_asks_for_no_journal() {
    let nowhere = House { directory: tempfile::tempdir().expect("tests may write temporary files") };
    let lines = nowhere.lines("faults --catalogue");
    let names: Vec<&str> = lines.iter().filter_map(|line| line["fault"].as_str()).collect();
    assert_eq!(names, FaultCode::ALL.map(FaultCode::name));
}

/// A journal in which a table was held, with this instead of the fault and the words that were recorded.
fn house_held_by(fault: Option<FaultCode>, reason: &str) -> House {
    let mut table = Table::begin();
    table.hold();
    let mut entries = table.take_entries();
    let (place, mut record) = entries
        .iter()
        .map(|entry| Record::decode(&entry.payload).expect("just encoded"))
        .enumerate()
        .find(|(_, record)| matches!(record.facts[..], [Fact::Held { .. }]))
        .expect("the table was held");
    record.facts = vec![Fact::Held { fault, reason: reason.to_owned() }];
    entries[place].payload = record.encode();
    house_of(&entries)
}

/// What a hold is called is a matter of the program's release, and the next one may have better words for it.
#[test]
fn a_table_that_was_held_in_other_words_is_confirmed_and_restored() {
    let house = house_held_by(None, "in the words of an older release");
    assert_eq!(house.lines("journal verify")[0]["steps"], true);
    let (journal, _) = Journal::open(&house.paths()).expect("opened");
    let restored = croupier::daemon::restore(&journal).expect("words are no reason to keep a cabinet out of service");
    assert_eq!(restored.map(|cabinet| cabinet.number()), Some(journal.head().number));
}

#[test]
fn a_table_that_was_held_by_another_fault_is_found() {
    let house = house_held_by(Some(FaultCode::Motor), "Chip on the rotor");
    assert_eq!(house.error("journal verify")["reason"], "record-disagrees");
    let (journal, _) = Journal::open(&house.paths()).expect("opened");
    assert!(croupier::daemon::restore(&journal).is_err());
}

#[test]
fn a_damaged_record_is_named_and_rebuilt() {
    let house = house();
    let mut bytes = fs::read(house.segment()).expect("readable");
    bytes[9_000] ^= 1;
    fs::write(house.segment(), bytes).expect("written");
    let error = house.error("journal verify");
    assert_eq!((&error["reason"], &error["copy"]), (&"journal-damaged".into(), &"the mirror".into()));
    assert_eq!(house.error("journal rebuild --from-copy mirror")["reason"], "journal-damaged");
    let rebuilt = &house.lines("journal rebuild --from-copy store")[0];
    assert!(rebuilt["set_aside"][0].as_str().is_some_and(|path| path.ends_with("000001.mirror.broken-1")));
    assert_eq!(house.lines("journal verify")[0]["verified"], rebuilt["records"]);
}

#[test]
fn spins_are_listed_with_what_they_brought() {
    let house = house();
    let spins = house.lines("spins --last 3");
    let pockets: Vec<&Value> = spins.iter().map(|spin| &spin["pocket"]).collect();
    assert_eq!(pockets, [&Value::from(1), &Value::from(10), &Value::Null]);
    assert_eq!(spins[1]["round"], 12);
    // Six seats with three stakes of 200 each.
    assert_eq!(spins[1]["staked"], 3_600);
    let all = house.lines("spins --last 1000");
    assert_eq!(all.len(), POCKETS.len() + 1);
    let returned: i64 = all.iter().map(|spin| spin["returned"].as_i64().expect("an amount")).sum();
    assert_eq!(house.lines("meters")[0]["meters"]["returned"], returned);
}

#[test]
fn meters_are_computed_from_the_first_record_on() {
    let meters = &house().lines("meters")[0];
    assert_eq!(meters["meters"]["games"], POCKETS.len());
    assert_eq!(meters["meters"]["staked"], 3_600 * POCKETS.len());
    let amount = |value: &Value| value.as_i64().expect("an amount");
    for seat in meters["seats"].as_array().expect("six seats") {
        let of = |key: &str| amount(&seat["meters"][key]);
        assert_eq!(amount(&seat["credit"]), of("credit_in") - of("credit_out") - of("staked") + of("returned"));
    }
}

/// What is printed leaves the board, and its head is what the history is held to later.
#[test]
fn every_report_of_a_journal_says_its_head() {
    let mut table = Table::begin();
    table.play(Pocket::new(17).expect("it is on the wheel"));
    table.fault(FaultCode::LidOpen);
    let house = house_of(&table.take_entries());
    let head = house.lines("journal head")[0]["head"].clone();
    for report in ["meters", "faults", "spins bias", "spins drop-zone"] {
        let lines = house.lines(report);
        assert!(!lines.is_empty() && lines.iter().all(|line| line["head"] == head), "{report}: {lines:#?}");
    }
    for table in ["faults --as-table", "spins bias --as-table"] {
        let text = String::from_utf8(house.run(table).stdout).expect("it prints text");
        assert!(text.ends_with(&format!("The journal's head: {}\n", head.as_str().expect("a text"))), "{table}: {text}");
    }
    // This journal, too, is told to hold nothing.
    for empty in ["hands", "hands --table 3", "audit --by Nobody"] {
        assert_eq!(house.lines(empty), [json!({"head": head})], "{empty}");
    }
    // A deed is told with the head that its own record made.
    let deeds = house.lines("audit");
    let heads: Vec<Value> =
        house.lines("journal export").iter().map(|record| json!(format!("{}:{}", record["number"], word(&record["hash"])))).collect();
    let of_record = |deed: &Value| heads[deed["record"].as_u64().expect("a number") as usize - 1].clone();
    assert!(!deeds.is_empty() && deeds.iter().all(|deed| deed["head"] == of_record(deed)), "{deeds:#?}");
}

fn word(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[test]
fn evidence_is_printed_as_a_capture() {
    let house = house();
    let output = house.run("spins evidence 12");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.starts_with("# round 12, record "), "{text}");
    assert_eq!(croupier::sensing::capture::parse(&text).expect("it is a capture").len(), 80);
    assert_eq!(house.error("spins evidence 99")["reason"], "no-evidence");
}

#[test]
fn lines_that_contradict_a_result_are_kept_with_its_round_though_the_next_is_open() {
    let mut table = Table::begin();
    for pocket in [17, 20] {
        table.play(Pocket::new(pocket).expect("it is on the wheel"));
    }
    table.dispute(2, "0.000 < *X;2;008;18;0;160;0\n");
    let house = house_of(&table.take_entries());
    let text = String::from_utf8(house.run("spins evidence 2").stdout).expect("text");
    assert!(text.contains("record ") && text.contains(": fault\n") && text.contains("*X;2;008;18;0;160;0"), "{text}");
    assert_eq!(croupier::sensing::capture::parse(&text).expect("it is a capture").len(), 81);
    let of_the_one_before = String::from_utf8(house.run("spins evidence 1").stdout).expect("text");
    assert_eq!(croupier::sensing::capture::parse(&of_the_one_before).expect("it is a capture").len(), 80);
}

#[test]
fn records_are_shown_and_exported_as_they_are() {
    // The records of the first releases did not say which one wrote them.
    let house = house_with(|entries| {
        let mut record = Record::decode(&entries[5].payload).expect("just encoded");
        record.release = Some("0.1.2".to_owned());
        entries[5].payload = record.encode();
    });
    let exported = house.lines("journal export --from 5 --to 7");
    let numbers: Vec<&Value> = exported.iter().map(|line| &line["number"]).collect();
    assert_eq!(numbers, [5, 6, 7]);
    assert_eq!(house.lines("journal show 6")[0], exported[1]);
    assert_eq!(house.error("journal show 100000")["reason"], "no-such-record");
    let csv = String::from_utf8(house.run("journal export --format csv --from 5 --to 7").stdout).expect("text");
    assert_eq!(csv.lines().count(), 4);
    assert!(csv.starts_with("number,at,round,hash,terms_sha256,input,facts,release,shown_at,error,payload\n5,"));
    let columns: Vec<&str> = csv.lines().next().expect("a header").split(',').collect();
    for ((row, record), release) in csv.lines().skip(1).zip(&exported).zip(["", "0.1.2", ""]) {
        assert!(row.ends_with(&format!(",{release},{},,", record["shown_at"])), "{row}");
        assert!(record.as_object().expect("it is an object").keys().all(|key| columns.contains(&key.as_str())), "{record}");
    }
}

#[test]
fn a_journal_that_is_not_there_is_refused_and_not_made() {
    let house = House { directory: tempfile::tempdir().expect("tests may write temporary files") };
    for words in ["journal verify", "journal show 1", "journal export", "spins", "meters", "journal rebuild"] {
        assert_eq!(house.error(words)["reason"], "no-journal");
    }
    assert_eq!(fs::read_dir(house.data()).expect("readable").count(), 0);
}

/// A shell makes the file that an output goes to, and lets others read it.
#[test]
fn what_holds_cards_is_written_to_a_file_that_others_cannot_open() {
    use std::os::unix::fs::PermissionsExt;
    let house = house();
    let check = |words: &str, mode: u32, notices: usize| {
        let path = house.data().join("output");
        let output = fs::File::create(&path).expect("writable");
        output.set_permissions(fs::Permissions::from_mode(0o644)).expect("it is ours");
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupierctl"));
        let ran = command.args(words.split(' ')).arg("--data").arg(house.data()).stdout(output).output().expect("it can be run");
        assert_eq!(ran.status.code(), Some(0), "{words}");
        assert_eq!(fs::metadata(&path).expect("it is there").permissions().mode() & 0o777, mode, "{words}");
        assert_eq!(String::from_utf8_lossy(&ran.stderr).matches("output-open-to-others").count(), notices, "{words}");
    };
    check("journal export", 0o600, 1);
    check("journal show 6", 0o600, 1);
    check("hands", 0o600, 1);
    check("meters", 0o644, 0);
}

/// One payment of the first round is raised tenfold, and the whole chain is written anew from there, in both copies.
#[test]
fn a_history_that_was_written_anew_does_not_contain_the_head_that_left_the_board() {
    let house = house();
    let head = house.lines("journal head")[0].clone();
    let (anchor, records) = (head["head"].as_str().expect("a head").to_owned(), head["number"].as_u64().expect("a number"));
    assert_eq!(anchor, format!("{records}:{}", head["hash"].as_str().expect("a hash")));
    assert_eq!(house.lines("meters")[0]["head"], anchor.as_str());
    let verified = &house.lines(&format!("journal verify --expect-head {anchor}"))[0];
    assert_eq!((&verified["contains"], &verified["head"]), (&anchor.as_str().into(), &anchor.as_str().into()));
    // Every head that was ever printed is contained, not the last alone.
    let of_spins: Vec<String> =
        house.lines("spins --last 1000").iter().map(|spin| spin["head"].as_str().expect("a head").to_owned()).collect();
    assert_eq!(of_spins.len(), POCKETS.len() + 1);
    for head in of_spins.iter().step_by(4) {
        assert_eq!(house.lines(&format!("journal verify --chain-only --expect-head {head}"))[0]["contains"], head.as_str());
    }

    let raised = house_with(|entries| {
        for entry in entries.iter_mut() {
            let mut record = Record::decode(&entry.payload).expect("just encoded");
            if let What::Command(Ordered { order: Order::CreditIn { amount, .. }, .. }) = &mut record.input.what {
                *amount = Money::from_minor(10 * amount.minor());
                record.facts.iter_mut().for_each(|fact| {
                    if let Fact::CreditIn { amount, .. } = fact {
                        *amount = Money::from_minor(10 * amount.minor());
                    }
                });
                entry.payload = record.encode();
                return;
            }
        }
    });
    assert_eq!(raised.lines("journal verify")[0]["verified"], records, "without an anchor nothing tells");
    let error = raised.error(&format!("journal verify --expect-head {anchor}"));
    assert_eq!((&error["reason"], &error["expected"]), (&"head-not-contained".into(), &anchor.as_str().into()));
    assert!(error["message"].as_str().is_some_and(|message| message.contains("written anew")), "{error}");
}

#[test]
fn a_history_that_was_cut_short_does_not_contain_a_later_head() {
    let anchor = house().lines("journal head")[0]["head"].as_str().expect("a head").to_owned();
    let short = house_with(|entries| entries.truncate(entries.len() - 3));
    let error = short.error(&format!("journal verify --expect-head {anchor}"));
    assert_eq!(error["reason"], "head-not-contained");
    assert!(error["message"].as_str().is_some_and(|message| message.contains("were taken away")), "{error}");
    assert_eq!(short.error("journal verify --expect-head 7:abc")["reason"], "usage");
}

/// The store lacks the commit that was under way when the power failed.
#[test]
fn a_copy_that_lacks_the_last_commit_is_told_as_what_it_is() {
    let house = house();
    let segment = fs::read(house.segment()).expect("readable");
    let mut torn = segment.clone();
    let end = torn.iter().rposition(|byte| *byte != 0).expect("there are commits");
    torn[end] ^= 1;
    fs::write(house.segment(), torn).expect("written");
    let verified = house.lines("journal verify")[0].clone();
    assert_eq!(verified["behind"]["copy"], "the mirror");
    assert!(verified["behind"]["meaning"].as_str().is_some_and(|meaning| meaning.contains("nothing is lost")), "{verified}");
    fs::write(house.segment(), segment).expect("written");
    assert_eq!(house.lines("journal verify")[0], json_without(verified, "behind"));
}

fn json_without(mut value: Value, key: &str) -> Value {
    value.as_object_mut().expect("an object").remove(key);
    value
}

/// The ends are whole, and neither copy is read but there at a start.
#[test]
fn rebuild_looks_at_the_whole_history_and_mends_the_copy_that_is_damaged_in_the_middle() {
    let house = house();
    let sound = &house.lines("journal verify")[0];
    assert_eq!(house.lines("journal rebuild")[0]["found"], "both are whole, from the first record to the last");
    let mut bytes = fs::read(house.segment()).expect("readable");
    let commits: Vec<usize> = bytes.windows(4).enumerate().filter(|(_, word)| word == b"CMT1").map(|(start, _)| start).collect();
    bytes[commits[commits.len() / 2] + 30] ^= 1;
    fs::write(house.segment(), bytes).expect("written");
    let rebuilt = &house.lines("journal rebuild")[0];
    assert!(rebuilt["found"].as_str().is_some_and(|found| found.contains("the mirror is damaged")), "{rebuilt}");
    assert_eq!(rebuilt["set_aside"].as_array().map(Vec::len), Some(1), "{rebuilt}");
    assert_eq!(&house.lines("journal verify")[0], sound);
}

/// What stands in this file of the bundle.
fn in_bundle(house: &House, file: &str) -> String {
    let unpacked =
        Command::new("tar").arg("-xOzf").arg(house.data().join("support.tar.gz")).arg(format!("croupier-bundle/{file}")).output();
    String::from_utf8(unpacked.expect("tar can be run").stdout).expect("it is text")
}

#[test]
fn a_bundle_holds_what_the_commands_print_and_no_secret() {
    let house = house();
    let bundle = format!("bundle {}", house.data().join("support.tar.gz").display());
    let holds = house.lines(&bundle)[0]["holds"].clone();
    for file in ["about.json", "faults.jsonl", "figures/month.jsonl", "head.json", "spins.jsonl", "bias.json"] {
        assert!(holds.as_array().is_some_and(|files| files.contains(&json!(file))), "{file}: {holds}");
    }
    let printed = |words: &str| String::from_utf8(house.run(words).stdout).expect("it prints text");
    assert_eq!(in_bundle(&house, "spins.jsonl"), printed("spins --last 20"));
    assert_eq!(in_bundle(&house, "faults.jsonl"), printed("faults"));
    let about: Value = serde_json::from_str(&in_bundle(&house, "about.json")).expect("it is JSON");
    assert_eq!(about["release"], env!("CARGO_PKG_VERSION"));
    assert_eq!(in_bundle(&house, "starts.jsonl"), printed("identity --starts"));
    // What is there stays as it is.
    assert_eq!(house.error(&bundle)["reason"], "not-written");
}

#[test]
fn a_bundle_with_a_cabinet_file_holds_every_file_that_it_names() {
    let house = house();
    let jurisdiction = house.data().join("law.toml");
    fs::copy("device-profiles/jurisdictions/by.toml", &jurisdiction).expect("it is copied");
    let demo = fs::read_to_string("device-profiles/cabinets/demo.toml").expect("it is shipped");
    let cabinet = house.data().join("own.toml");
    fs::write(&cabinet, demo.replace("jurisdiction = \"by\"", &format!("jurisdiction = {:?}", jurisdiction.display()))).expect("written");
    house.lines(&format!("bundle {} --cabinet {}", house.data().join("support.tar.gz").display(), cabinet.display()));
    let own = format!("cabinet/jurisdictions/{}", jurisdiction.display().to_string().trim_start_matches('/'));
    for file in [
        "cabinet/cabinet.toml",
        "cabinet/identity.json",
        "cabinet/rules/roulette/by.toml",
        "cabinet/devices/slingshot-2.toml",
        own.as_str(),
    ] {
        assert!(!in_bundle(&house, file).is_empty(), "{file} is in the bundle");
    }
    assert!(in_bundle(&house, &own).contains("spins_per_hour_most = 80"), "with its keys");
}

#[test]
fn a_bundle_of_a_journal_that_cannot_be_read_says_why() {
    let house = house();
    fs::write(house.segment(), "no journal").expect("the segment can be written");
    let bundle = format!("bundle {}", house.data().join("support.tar.gz").display());
    house.lines(&bundle);
    let said: Value = serde_json::from_str(&in_bundle(&house, "spins.jsonl.error")).expect("it is JSON");
    assert!(said["error"]["message"].as_str().is_some_and(|message| !message.is_empty()), "{said}");
}

/// A journal with two shifts that are closed and one that is open. In the first a seat's 100,000 each came in, and 10 are missing.
fn house_with_shifts() -> House {
    let opens = |cash| Order::OpenShift { cash };
    let closes = |cash| Order::CloseShift { cash };
    let mut table = Table::begin();
    table.shift(opens, 500);
    table.play(Pocket::new(17).expect("it is on the wheel"));
    table.shift(closes, 600_490);
    table.shift(opens, 600_490);
    table.shift(closes, 600_490);
    table.shift(opens, 0);
    house_of(&table.take_entries())
}

#[test]
fn every_shift_that_was_closed_is_listed_with_its_cash() {
    let house = house_with_shifts();
    let shifts = house.lines("shifts");
    let cash =
        |shift: &Value| ["number", "cash_at_open", "cash_expected", "cash_counted", "cash_difference"].map(|key| shift[key].as_i64());
    assert_eq!(
        shifts.iter().map(cash).collect::<Vec<_>>(),
        [[1, 500, 600_500, 600_490, -10].map(Some), [2, 600_490, 600_490, 600_490, 0].map(Some)]
    );
    assert_eq!((&shifts[0]["opened_by"], &shifts[0]["closed_by"]), (&"attendant-1".into(), &"attendant-1".into()));
    assert_eq!((&shifts[0]["meters"]["credit_in"], &shifts[0]["meters"]["games"]), (&600_000.into(), &1.into()));
    assert_eq!(shifts[0]["seats"].as_array().map(Vec::len), Some(6));
    assert_eq!(house.lines("shifts --last 1"), shifts[1..]);
    let head = shifts[1]["head"].as_str().expect("a head");
    assert_eq!(house.lines(&format!("journal verify --expect-head {head}"))[0]["contains"], head);
    let table = String::from_utf8(house.run("shifts --as-table").stdout).expect("it prints text");
    assert_eq!(table.lines().filter(|line| line.starts_with("| 1 |") || line.starts_with("| 2 |")).count(), 2, "{table}");
    assert!(table.contains("The journal's head: "), "{table}");
    let fact = house.lines("journal export").into_iter().flat_map(|record| record["facts"].as_array().cloned().unwrap_or_default());
    let facts: Vec<Value> = fact.filter(|fact| fact["fact"].as_str().is_some_and(|name| name.starts_with("shift-"))).collect();
    assert_eq!(facts.iter().map(|fact| &fact["number"]).collect::<Vec<_>>(), [1, 1, 2, 2, 3]);
    assert_eq!(facts[1]["cash_difference"], -10);
}

#[test]
fn a_shift_has_a_report_for_programs_for_spreadsheets_and_for_a_printer() {
    let house = house_with_shifts();
    assert_eq!(house.lines("shifts report 1"), house.lines("shifts")[..1]);
    let csv = String::from_utf8(house.run("shifts report 1 --csv").stdout).expect("it prints text");
    assert_eq!(csv.lines().count(), 8, "{csv}");
    let cabinet = csv.lines().last().expect("a line of the cabinet");
    assert!(cabinet.starts_with("1,attendant-1,1970-01-01T00:00:") && cabinet.contains(",cabinet,"), "{cabinet}");
    let html = String::from_utf8(house.run("shifts report 1 --html").stdout).expect("it prints text");
    for told in ["<h1>Shift 1</h1>", "Seat 6", "Difference", "attendant-1", "@media print"] {
        assert!(html.contains(told), "{told}: {html}");
    }
    assert!(!html.contains("http"), "it needs nothing from elsewhere");
    for unknown in [3, 4] {
        let error = house.error(&format!("shifts report {unknown}"));
        assert_eq!((&error["reason"], &error["shift"]), (&"no-such-shift".into(), &unknown.into()));
    }
    assert_eq!(house_of(&Table::begin().take_entries()).lines("shifts")[0].as_object().map(|line| line.len()), Some(1), "the head alone");
}
