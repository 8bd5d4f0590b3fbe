//! Bytes to lines to messages: every field is checked, and damage stays damage.

use alloc::vec::Vec;

use super::super::{Lines, Message, Reply, Report};
use super::{check, slingshot};
use crate::model::Pocket;

#[track_caller]
fn check_lines(bytes: &[u8], expected: &[&str]) {
    let mut at_once = Lines::new(slingshot().line.longest_bytes);
    assert_eq!(at_once.feed(bytes), expected);
    let mut one_by_one = Lines::new(slingshot().line.longest_bytes);
    let lines: Vec<_> = bytes.iter().flat_map(|byte| one_by_one.feed(&[*byte])).collect();
    assert_eq!(lines, expected);
}

#[test]
fn lines_end_with_cr_lf_or_the_star_of_the_next() {
    check_lines(b"*X;2;002;31;0;146;1\r\n 9\r\n*V V2.50\n*K CAM\r", &["*X;2;002;31;0;146;1", " 9", "*V V2.50", "*K CAM"]);
    check_lines(b"*X;5;00*X;*X;4;001;31;0;146;1\r\n", &["*X;5;00", "*X;", "*X;4;001;31;0;146;1"]);
    check_lines(b"4;146; 9;0;159;0\r\n\r\n\r\n*X;2", &["4;146; 9;0;159;0"]);
}

#[test]
fn bytes_that_no_line_has_stay_visible_as_damage() {
    check_lines(b"*X;2;002;\x8131;0\r\n\xff\x00*K CAM\r\n", &["*X;2;002;\u{fffd}31;0", "\u{fffd}\u{fffd}", "*K CAM"]);
}

#[test]
fn a_line_without_an_end_is_thrown_away() {
    let mut bytes = [b'1'; 5_000].to_vec();
    bytes.extend_from_slice(b" 9\r\n27\r\n");
    check_lines(&bytes, &["27"]);
}

#[track_caller]
fn check_message(line: &str, expected: Message) {
    assert_eq!(Message::parse(line, false), expected, "{line:?}");
}

fn pocket(number: u8) -> Pocket {
    Pocket::new(number).expect("the pocket exists")
}

fn reply(command: char, body: &str) -> Message {
    Message::Reply(Reply { command, body: body.into() })
}

#[test]
fn real_lines_are_read() {
    let report = Report { state: 2, counter: 7, winning: Some(pocket(9)), warnings: 10, tenths_rpm: 144, clockwise: true };
    check_message("*X;2;007; 9;A;144;0", Message::Status(report));
    let report = Report { state: 6, counter: 1, winning: None, warnings: 0, tenths_rpm: 0, clockwise: false };
    check_message("*X;6;001;  ;0;000;1", Message::Status(report));
    check_message("31", Message::Bare(pocket(31)));
    check_message(" 9", Message::Bare(pocket(9)));
    check_message("*T r 23000 23000", reply('T', "r 23000 23000"));
    check_message("*P NO", reply('P', "NO"));
    check_message("*  NO", reply(' ', "NO"));
    check_message("*) NO", reply(')', "NO"));
    assert_eq!(Message::parse("9", true), Message::Bare(pocket(9)));
}

#[test]
fn lines_that_are_not_exactly_right_are_not_read() {
    let wrong = [
        "",
        "9",
        "37",
        "99",
        "09",
        "00",
        "  ",
        "9 ",
        "+9",
        "-1",
        "1x",
        " 99",
        "*",
        "*X",
        "*X;",
        "*X;5;00",
        "*X;0;007; 9;0;144;0",
        "*X;8;007; 9;0;144;0",
        "*X;2;257; 9;0;144;0",
        "*X;2;+07; 9;0;144;0",
        "*X;2;007;37;0;144;0",
        "*X;2;007;09;0;144;0",
        "*X;2;007;9 ;0;144;0",
        "*X;2;007; 9;G;144;0",
        "*X;2;007; 9;0;1 4;0",
        "*X;2;007; 9;0;144;2",
        "*X;2;007; 9;0;144;",
        "*X;2;007; 9;0;144;0;",
        "*X;2;007; 9;0;144;01",
        " *X;2;007; 9;0;144;0",
        "*X;2;007; 9;0;144",
        "*X;2;07; 9;0;1444;0",
        "*X;5;007; 9;0;160;0;0112;0A;1;?????",
        "*X;5;007; 9;0;160;0;0112;0A;1;?????;37",
        "4;146; 9;0;159;0",
        "00;0",
        "*POK",
        "*X;2;007;\u{fffd}9;0;144;0",
        "٣",
    ];
    wrong.iter().for_each(|line| check_message(line, Message::Unknown));
}

#[test]
fn merged_and_cut_lines_cost_a_line_and_nothing_else() {
    check(
        "0.0 < *X;2;007;24;0;160;0
         1.0 < *X;2;00*X;*X;3;007;24;0;160;0
         2.0 < 4;146; 9;0;159;0
         3.0 < *X;3;007;24;0;16*X;4;007;24;0;160;0
         4.0 < 00;0
         5.0 < *P NO
         6.0 < *X;5;00*X;*X;5;007; 9;0;160;0
         6.5 < *X;5;007; 9;0;1600
         7.0 < *X;5;007; 9;0;160;0*X;5;007; 9;0;160;0",
        "0 wheel-opened
         1 ball-launched
         3 no-more-bets
         7 result 9",
    );
}
