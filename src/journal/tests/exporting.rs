//! A signed export proves itself by the public key alone, and every change of it is found where it was made.

use crate::journal::{Entry, ExportWriter, Hash, Head, Key, Link, SignedHead, check_export};
use crate::model::Timestamp;

const RECORDS: u64 = 8;
const WITHHELD: u64 = 5;
const SIGNED: [u64; 2] = [3, 6];

fn key(number: u8) -> Key {
    Key::of_chance(&[number; 32])
}

fn links(payload: u8) -> Vec<Link> {
    let mut head = Head::START;
    let mut next = |number| {
        let at = Timestamp::from_microseconds(1_000 + number);
        let link = head.link(Entry { number, at, round: 1, payload: vec![payload, number as u8] });
        head = link.head();
        link
    };
    (1..=RECORDS).map(&mut next).collect()
}

/// The records after `from` up to `to` as `by` exports them.
fn export(links: &[Link], by: &Key, from: u64, to: u64) -> String {
    let before = links.iter().find(|link| link.entry.number + 1 == from).map_or(Head::START, Link::head);
    let mut writer = ExportWriter::begin(Vec::new(), by, before).expect("memory can be written");
    for link in &links[from as usize - 1..to as usize] {
        writer.record(link, link.entry.number == WITHHELD).expect("memory can be written");
        if SIGNED.contains(&link.entry.number) {
            let head = link.head();
            writer.signed(&SignedHead { head, key: by.public(), signature: by.sign_head(head) }).expect("memory can be written");
        }
    }
    String::from_utf8(writer.end().expect("memory can be written").0).expect("it is text")
}

fn sound() -> String {
    export(&links(0), &key(7), 1, RECORDS)
}

/// Lines: 0 the title, 1 to 3 records, 4 signed, 5 and 6 records 4 and 5, 7 record 6, 8 signed, 9 and 10 records, 11 the end.
fn changed(change: impl FnOnce(&mut Vec<String>)) -> String {
    let mut lines: Vec<String> = sound().lines().map(str::to_owned).collect();
    change(&mut lines);
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The export is refused, at this record, for a reason that holds these words.
#[track_caller]
fn check(name: &str, text: &str, number: u64, words: &str) {
    let fault = check_export(text.as_bytes(), key(7).public(), |_| {}).expect("memory can be read").expect_err(name);
    assert_eq!(fault.number, number, "{name}: {fault}");
    assert!(fault.why.contains(words), "{name}: {fault}");
}

/// The same word of a line with its last character another digit.
fn other_digit(line: &mut String, word: usize) {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let last = words[word].pop().expect("no word is empty");
    words[word].push(if last == '0' { '1' } else { '0' });
    *line = words.join(" ");
}

#[test]
fn a_sound_export_is_confirmed() {
    let mut heads = Vec::new();
    let checked = check_export(sound().as_bytes(), key(7).public(), |head| heads.push(head)).expect("readable").expect("sound");
    assert_eq!((checked.before, checked.end.number, checked.withheld), (Head::START, RECORDS, 1));
    assert_eq!((checked.signed, checked.other_keys), (SIGNED.to_vec(), vec![]));
    assert_eq!(heads, links(0).iter().map(Link::head).collect::<Vec<_>>());
    let part = export(&links(0), &key(7), 4, 7);
    let checked = check_export(part.as_bytes(), key(7).public(), |_| {}).expect("readable").expect("sound");
    assert_eq!((checked.before, checked.end), (links(0)[2].head(), links(0)[6].head()));
}

#[test]
fn a_withheld_payload_is_not_in_the_export() {
    let line = sound().lines().nth(6).expect("it is there").to_owned();
    assert!(line.starts_with("withheld 5 1005 1 "), "{line}");
    assert_eq!(line.split(' ').count(), 6);
    assert!(!line.ends_with(" 0005"), "{line}");
}

#[test]
fn a_record_that_was_changed_is_found() {
    check("its payload", &changed(|lines| other_digit(&mut lines[2], 5)), 2, "it or its hash was changed");
    check("its hash", &changed(|lines| other_digit(&mut lines[2], 4)), 2, "it or its hash was changed");
    check("its round", &changed(|lines| other_digit(&mut lines[2], 3)), 2, "it or its hash was changed");
    check("its time", &changed(|lines| other_digit(&mut lines[2], 2)), 2, "it or its hash was changed");
    check("its payload is gone", &changed(|lines| lines[2] = lines[2].rsplit_once(' ').expect("words").0.to_owned()), 2, "damaged");
    check("it is written otherwise", &changed(|lines| lines[2] = lines[2].replace("record 2", "record 02")), 2, "damaged");
}

#[test]
fn a_record_that_was_changed_with_its_hash_is_found_behind_it() {
    let forged = changed(|lines| {
        let mut entry = links(0)[1].entry.clone();
        entry.payload[0] = 9;
        let link = links(0)[0].head().link(entry);
        lines[2] = format!("record 2 1002 1 {} 0902", link.hash);
    });
    check("record 2 and its hash", &forged, 3, "it or its hash was changed");
}

#[test]
fn a_withheld_record_that_was_changed_is_found() {
    for word in 2..6 {
        let text = changed(|lines| other_digit(&mut lines[6], word));
        check(&format!("word {word}"), &text, WITHHELD, "withheld content");
    }
    let forged = changed(|lines| lines[6] = format!("withheld 5 1005 1 {} {}", Hash([1; 32]), key(8).sign_head(Head::START)));
    check("by another key", &forged, WITHHELD, "withheld content");
}

#[test]
fn a_gap_a_repetition_and_another_order_are_found() {
    check("record 2 is gone", &changed(|lines| drop(lines.remove(2))), 2, "missing");
    check("records 1 to 3 are gone", &changed(|lines| drop(lines.drain(1..=4))), 1, "missing");
    check("record 2 comes twice", &changed(|lines| lines.insert(3, lines[2].clone())), 3, "should follow");
    check("records 2 and 3 are exchanged", &changed(|lines| lines.swap(2, 3)), 2, "missing");
    check("records are renumbered", &changed(|lines| lines[2] = lines[3].replace("record 3", "record 2")), 2, "it or its hash was changed");
}

#[test]
fn a_tail_that_was_cut_off_is_found() {
    let whole = sound();
    let ends = [(12, 9), (11, 9), (10, 8), (9, 7), (6, 5)];
    for (lines, next) in ends.into_iter().skip(1) {
        let text: String = whole.lines().take(lines).map(|line| format!("{line}\n")).collect();
        check(&format!("{lines} lines are left"), &text, next, "cut off");
    }
    check("the last line end", &whole[..whole.len() - 1], 9, "cut off");
    check("all but the title's beginning", &whole[..20], 0, "cut off");
    check("everything", "", 0, "empty");
    check("the last record, and not the end", &changed(|lines| drop(lines.remove(10))), 8, "missing");
}

#[test]
fn an_end_of_another_export_is_found() {
    let shorter = export(&links(0), &key(7), 1, 7).lines().last().expect("it has an end").to_owned();
    check("an earlier end", &changed(|lines| lines[11] = shorter.clone()), 8, "the export ends with");
    check("a record behind the end", &changed(|lines| lines.push(lines[10].clone())), 9, "behind the end");
    check("half a line behind the end", &format!("{}record 9", sound()), 9, "behind the end");
    let later = export(&links(0), &key(7), 2, RECORDS).lines().last().expect("it has an end").to_owned();
    check("the end of one with another beginning", &changed(|lines| lines[11] = later), 8, "the whole export");
}

#[test]
fn a_signature_that_was_exchanged_is_found() {
    check("a digit of it", &changed(|lines| other_digit(&mut lines[4], 3)), 3, "not genuine");
    check("two heads' signatures", &changed(|lines| lines.swap(4, 8)), 3, "another record");
    let swapped = changed(|lines| {
        let other = lines[8].rsplit_once(' ').expect("words").1.to_owned();
        lines[4] = format!("{} {other}", lines[4].rsplit_once(' ').expect("words").0);
    });
    check("the signature of another head", &swapped, 3, "not genuine");
    let other = key(8);
    let by_other = |head| SignedHead { head, key: other.public(), signature: other.sign_head(head) }.to_string();
    check("by another key", &changed(|lines| lines[4] = by_other(links(0)[2].head())), 8, "the whole export");
    check("the whole export's", &changed(|lines| other_digit(&mut lines[11], 3)), 8, "the whole export");
}

#[test]
fn a_signed_head_that_was_taken_away_or_added_is_found() {
    check("the first", &changed(|lines| drop(lines.remove(4))), 3, "taken away or added");
    check("the last", &changed(|lines| drop(lines.remove(8))), 6, "taken away or added");
    let head = links(0)[1].head();
    let added = SignedHead { head, key: key(7).public(), signature: key(7).sign_head(head) }.to_string();
    check("one more", &changed(|lines| lines.insert(3, added)), 2, "taken away or added");
    let with_list = changed(|lines| {
        lines.remove(4);
        lines[10] = lines[10].replace(" 3,6 ", " 6 ");
    });
    check("the first, and the list of them", &with_list, 8, "the whole export");
}

#[test]
fn an_export_of_another_history_or_by_another_key_is_found() {
    let other = export(&links(1), &key(8), 1, RECORDS);
    check("another cabinet's", &other, 0, "another key");
    let own = key(7).public().to_string();
    check("another cabinet's under this name", &other.replace(&key(8).public().to_string(), &own), 3, "not genuine");
    check("another beginning", &changed(|lines| lines[0] = lines[0].replace(" 0:00", " 0:10")), 1, "it or its hash was changed");
    check("a later beginning", &changed(|lines| lines[0] = lines[0].replace(" 0:", " 1:")), 2, "should follow");
    check("no export", "hello\n", 0, "no signed export");
}

/// Every byte of the file counts.
#[test]
fn no_byte_of_an_export_can_be_changed() {
    let whole = sound().into_bytes();
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        let checked = check_export(&bytes[..], key(7).public(), |_| {}).expect("memory can be read");
        assert!(checked.is_err(), "byte {at}");
    }
}
