//! What is said to a live wheel.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::{Answer, Answering, Counters, Question, SelfTestCode, Setup, Wheel};
use super::live::{Live, WAITING};
use super::{mercury_360, slingshot};
use crate::model::{Finding, WheelHappening, WheelWish};
use crate::sensing::SerialMachine;

#[test]
fn at_first_contact_it_reads_firmware_setup_and_parameters_and_disturbs_nothing() {
    let live = Live::ready();
    let status = live.wheel.status();
    assert_eq!(status.firmware.as_deref(), Some("V2.50"));
    assert_eq!(status.setup, Some(Setup { state: 2, protocol_on: true, games_per_hour: 161, mode: 1158 }));
    assert_eq!(status.parameters.len(), 14);
}

#[test]
fn only_a_wheel_that_is_off_is_asked_who_it_is() {
    for (line, asked) in [("*X;6;001;  ;0;000;0", true), (WAITING, false)] {
        let mut live = Live::new(Wheel::new(slingshot()));
        live.wheel.device_found(live.now);
        live.wish(WheelWish::Off);
        live.hear(line);
        live.pass_hearing(60_000, line);
        assert_eq!(live.sent().contains(&"*K".to_owned()), asked, "{line}");
    }
}

#[test]
fn a_wheel_in_another_mode_is_set_to_user_start_and_status_lines() {
    let mut live = Live::new(Wheel::new(slingshot()));
    live.wheel.device_found(live.now);
    live.wish(WheelWish::Ready);
    live.hear(WAITING);
    live.pass_hearing(20_000, WAITING);
    live.sent();
    live.hear("*O 2 1 161 1157");
    live.wheel.ask(Question::Setup, live.now);
    live.pass_hearing(60_000, WAITING);
    live.hear("*O 2 1 161 1157");
    live.pass_hearing(1_000, WAITING);
    assert!(live.sent().iter().all(|line| !line.starts_with("*o")), "only what we asked for ourselves changes the mode");

    let mut live = Live::new(Wheel::new(slingshot()));
    live.wheel.device_found(live.now);
    live.wish(WheelWish::Ready);
    live.hear(WAITING);
    while !live.sent().contains(&"*O".to_owned()) {
        live.pass_hearing(500, WAITING);
    }
    live.hear("*O 2 1 161 1156");
    while !live.sent().contains(&"*o 1158".to_owned()) {
        live.pass_hearing(500, WAITING);
    }
}

#[test]
fn a_launch_is_commanded_once_and_its_spin_carries_its_number() {
    let mut live = Live::ready();
    live.wish(WheelWish::Launch(5));
    assert_eq!(live.orders(), ["*u 1"]);
    live.wish(WheelWish::Launch(5));
    live.hear("*u OK");
    live.pass_hearing(30_000, WAITING);
    assert_eq!(live.orders(), [""; 0]);
    live.hear("*X;3;007;24;0;160;0");
    live.wish(WheelWish::Finish(5));
    live.pass_hearing(3_000, "*X;4;007;24;0;160;0");
    live.pass_hearing(1_000, "*X;5;007; 9;0;160;0");
    live.wish(WheelWish::Ready);
    live.pass_hearing(60_000, "*X;2;008; 9;0;160;0");
    assert_eq!(live.told(), ["ball-launched of 5", "no-more-bets of 5", "result 9 of 5"]);
    assert_eq!(live.orders(), [""; 0]);
    live.wish(WheelWish::Launch(5));
    live.pass_hearing(5_000, "*X;2;008; 9;0;160;0");
    assert_eq!(live.orders(), [""; 0], "a spin number is acted on once");
}

#[test]
fn a_launch_that_is_refused_is_asked_for_again_and_one_that_is_not_answered_three_times() {
    let mut live = Live::ready();
    live.wish(WheelWish::Launch(5));
    live.hear("*u BUSY");
    live.pass_hearing(1_000, WAITING);
    assert_eq!(live.orders(), ["*u 1", "*u 1"]);
    live.pass_hearing(30_000, WAITING);
    assert_eq!(live.orders(), ["*u 1", "*u 1"]);
}

#[test]
fn a_launch_waits_for_the_wheel_to_be_switched_on() {
    let mut live = Live::ready();
    live.hear("*X;6;007;24;0;000;0");
    live.wish(WheelWish::Launch(5));
    assert_eq!(live.orders(), ["*P 1"]);
    live.pass_hearing(15_000, "*X;6;007;24;0;000;0");
    assert_eq!(live.orders(), ["*P 1"], "once every ten seconds");
    live.pass_hearing(8_000, "*X;1;007;24;0;160;0");
    assert_eq!(live.orders(), [""; 0]);
    live.hear(WAITING);
    assert_eq!(live.orders(), ["*u 1"]);
    assert_eq!(live.told(), ["wheel-closed", "wheel-opened"]);
}

#[test]
fn what_runs_is_voided_once() {
    let mut live = Live::ready();
    live.wish(WheelWish::Launch(5));
    live.hear("*u OK");
    live.hear("*X;3;007;24;0;160;0");
    live.orders();
    live.wish(WheelWish::Void);
    assert_eq!(live.orders(), ["*R"]);
    live.hear("*R OK");
    live.pass_hearing(1_000, "*X;3;007;24;0;160;0");
    live.pass_hearing(5_000, "*X;1;007;24;0;160;0");
    assert_eq!(live.orders(), [""; 0]);
    live.wish(WheelWish::Launch(6));
    live.hear(WAITING);
    assert_eq!(live.orders(), ["*u 1"]);
    assert_eq!(live.told(), ["ball-launched of 5", "no-spin called-off of 5"]);
}

#[test]
fn a_ball_that_turns_with_the_rotor_is_voided_and_launched_again_when_asked() {
    let mut live = Live::ready();
    live.wish(WheelWish::Launch(5));
    live.hear("*u OK");
    live.hear("*X;3;007;24;2;160;0");
    assert_eq!(live.orders(), ["*u 1", "*R"]);
    assert_eq!(live.told(), ["ball-launched of 5", "no-spin same-direction of 5"]);
    live.wish(WheelWish::Launch(6));
    live.hear("*X;3;007;24;2;160;0");
    live.hear("*R OK");
    live.hear("*X;1;007;24;0;160;0");
    assert_eq!(live.orders(), [""; 0]);
    live.hear(WAITING);
    assert_eq!(live.orders(), ["*u 1"]);
    live.hear("*X;3;007;24;0;160;1");
    live.hear("*X;4;007;24;0;160;1");
    live.hear("*X;5;007; 9;0;160;1");
    live.hear("*X;5;007; 9;0;160;1");
    assert_eq!(live.told(), ["ball-launched of 6", "no-more-bets of 6", "result 9 of 6"]);
}

#[test]
fn a_launch_that_is_not_wanted_any_more_is_called_off() {
    let mut live = Live::ready();
    live.wish(WheelWish::Launch(5));
    live.hear("*u OK");
    live.wish(WheelWish::Ready);
    assert_eq!(live.orders(), ["*u 1", "*R"]);
    assert_eq!(live.told(), ["no-spin called-off of 5"]);
}

#[test]
fn a_void_that_is_refused_while_a_ball_runs_is_given_again() {
    let mut live = Live::ready();
    live.wish(WheelWish::Launch(5));
    live.hear("*u OK");
    live.hear("*X;3;007;24;0;160;0");
    live.wish(WheelWish::Void);
    live.hear("*R NO");
    live.pass_hearing(2_500, "*X;3;007;24;0;160;0");
    assert_eq!(live.orders(), ["*u 1", "*R", "*R"]);
}

#[test]
fn a_launch_whose_ball_ran_in_lines_that_came_all_at_once_after_a_silence_is_commanded_anew() {
    let mut live = Live::ready();
    live.wish(WheelWish::Launch(5));
    live.hear("*u OK");
    live.pass(20_000);
    assert_eq!(live.told(), ["fault device-lost of 5"]);
    live.orders();
    let late = ["*X;2;007;24;0;160;0", "*X;3;007;24;0;160;0", "*X;4;007;24;0;160;0", "*X;5;007; 9;0;160;0", "*X;2;008; 9;0;160;0"];
    live.wheel.received((late.join("\r\n") + "\r\n").as_bytes(), live.now);
    live.pass_hearing(1_500, "*X;2;008; 9;0;160;0");
    assert_eq!(live.orders(), ["*u 1"]);
    let told = live.told();
    assert!(told.iter().all(|line| !line.ends_with(" of 5")), "the ball of nobody counts for nobody: {told:?}");
}

#[test]
fn a_port_that_is_lost_before_the_launch_resumes_it_where_nothing_ran() {
    let mut live = Live::ready();
    live.wish(WheelWish::Launch(5));
    live.hear("*u OK");
    live.orders();
    live.wheel.device_lost(live.now, "read of 0 bytes");
    live.wheel.device_lost(live.now, "read of 0 bytes");
    assert_eq!(live.told(), ["fault device-lost of 5"]);
    assert!(live.wheel.next_wake().is_none());
    live.wheel.device_found(live.now);
    live.hear(WAITING);
    assert_eq!(live.told(), ["fault-cleared device-lost"]);
    assert_eq!(live.orders(), ["*u 1"]);
}

#[test]
fn a_ball_that_ran_while_the_port_was_lost_does_not_count() {
    for line in ["*X;2;008; 9;0;160;0", "*X;4;007;24;0;160;0", "*X;5;007; 9;0;160;0"] {
        let mut live = Live::ready();
        live.wish(WheelWish::Launch(5));
        live.hear("*u OK");
        live.wheel.device_lost(live.now, "read of 0 bytes");
        live.wheel.device_found(live.now);
        live.hear(line);
        live.hear("*X;5;007; 9;0;160;0");
        live.hear("*X;5;007; 9;0;160;0");
        let told = live.told();
        assert!(told.starts_with(&["fault device-lost of 5".to_owned()]), "{told:?}");
        assert!(told.contains(&"no-spin unreadable of 5".to_owned()), "{told:?}");
        assert!(told.iter().all(|line| !line.starts_with("result")), "{told:?}");
    }
}

#[test]
fn a_wheel_that_never_speaks_is_lost_and_asked_for_its_status() {
    let mut live = Live::new(Wheel::new(slingshot()));
    live.wheel.device_found(live.now);
    live.wish(WheelWish::Ready);
    live.pass(5_000);
    assert_eq!(live.told(), ["fault device-lost"]);
    assert_eq!(live.sent(), ["*X", "*X", "*X"]);
    live.hear("*X;6;001;  ;0;000;0");
    assert_eq!(live.told(), ["fault-cleared device-lost", "wheel-closed"]);
    assert_eq!(live.orders(), ["*P 1"]);
}

#[track_caller]
fn check_answer(question: Question, line: &str, replies: &[&str], expected: Answer) {
    let mut live = Live::ready();
    live.hear("*X;6;007;24;0;000;0");
    live.wish(WheelWish::Off);
    live.pass_hearing(500, "*X;6;007;24;0;000;0");
    live.sent();
    live.wheel.ask(question.clone(), live.now);
    assert_eq!(live.sent(), [line]);
    live.hear("*X;6;007;24;0;000;0");
    for reply in replies {
        live.hear(reply);
    }
    live.pass_hearing(2_000, "*X;6;007;24;0;000;0");
    assert_eq!(live.wheel.poll_answer(), Some((question, expected)));
    assert_eq!(live.wheel.poll_answer(), None);
}

#[test]
fn technicians_questions_are_answered() {
    let codes = alloc::vec![SelfTestCode(11), SelfTestCode(22)];
    check_answer(Question::SelfTest, "*F", &["*F BUSY", "*F 11", "*F 22"], Answer::SelfTest(codes));
    check_answer(Question::SelfTest, "*F", &["*F NO"], Answer::Refused);
    let chi_square = Answer::ChiSquare { statistic: "34.2".into(), percent: "55.1".into() };
    check_answer(Question::ChiSquare, "*w", &["*w 34.2 55.1"], chi_square);
    check_answer(Question::Wins, "*W", &["*W BUSY"], Answer::Busy);
    check_answer(Question::Misfires, "*M", &["*M 3 1 0 2"], Answer::Table(Counters { total: 3, counts: alloc::vec![1, 0, 2] }));
    check_answer(Question::Parameter('r'), "*T R", &["*T d 15", "*T r 23000 23000"], Answer::Text("23000 23000".into()));
    check_answer(Question::SetParameter('s', "16.0 18.0".into()), "*T s 16.0 18.0", &["*T OK"], Answer::Done);
    check_answer(Question::Version, "*V", &["*V V2.50 Cammegh"], Answer::Text("V2.50 Cammegh".into()));
    check_answer(Question::Mode(1159), "*o 1159", &["*o BUSY"], Answer::Busy);
    let completed = Answer::Text("OK : Completed (1,2,3)".into());
    check_answer(Question::Calibrate, "*C", &["*C OK : Ball", "*C BALL : OK Clockwise", "*C OK : Completed (1,2,3)"], completed);
}

/// What is known of the wheel's answers after launch 5, with these replies so many milliseconds after one another; before, it was asked for its chi-square,
/// which it answered after 40 ms.
#[track_caller]
fn check_answering(replies: &[(u64, &str)], milliseconds: Option<u64>, repeated_questions: u64) {
    let mut live = Live::ready();
    let before = live.wheel.status().answering.repeated_questions;
    live.wheel.ask(Question::ChiSquare, live.now);
    live.pass(40);
    live.hear("*w 34.2 55.1");
    assert_eq!(live.wheel.status().answering.milliseconds, Some(40));
    live.wish(WheelWish::Launch(5));
    for (wait, reply) in replies {
        live.pass(*wait);
        live.hear(reply);
    }
    let Answering { milliseconds: newest, repeated_questions: repeated } = live.wheel.status().answering;
    assert_eq!((newest, repeated - before), (milliseconds, repeated_questions));
}

#[test]
fn it_is_known_how_soon_the_wheel_answers_and_how_often_it_does_not() {
    check_answering(&[(20, "*u OK")], Some(20), 0);
    check_answering(&[(20, WAITING), (10, "*u NO")], Some(30), 0);
    // A refused launch that is asked for again was answered.
    check_answering(&[(20, "*u BUSY"), (1_000, WAITING), (15, "*u OK")], Some(15), 0);
    check_answering(&[(2_000, WAITING), (25, "*u OK")], Some(25), 1);
    // An answer that nothing asked for tells nothing.
    check_answering(&[(20, "*u OK"), (70, "*u OK"), (10, "*V V2.50")], Some(20), 0);
    check_answering(&[(10, WAITING)], Some(40), 0);
}

#[test]
fn how_long_a_self_test_takes_is_no_time_to_answer() {
    let mut live = in_self_test();
    let before = live.wheel.status().answering;
    live.pass_hearing(90_000, OFF);
    live.hear("*F 0");
    live.pass_hearing(2_000, OFF);
    assert_eq!((tested(&mut live).as_slice(), live.wheel.status().answering), (["passed".to_owned()].as_slice(), before));
}

#[test]
fn a_question_that_would_disturb_or_inject_is_not_asked() {
    let mut live = Live::ready();
    for question in [Question::SelfTest, Question::SetParameter('s', "1\r\n*P 0".into()), Question::Mode(70_000)] {
        live.wheel.ask(question.clone(), live.now);
        assert_eq!(live.wheel.poll_answer(), Some((question, Answer::NotNow)));
    }
    live.wish(WheelWish::Launch(5));
    live.sent();
    live.wheel.ask(Question::ChiSquare, live.now);
    live.hear("*X;3;007;24;0;160;0");
    assert_eq!(live.sent(), [""; 0], "no question during a spin");
}

#[test]
fn a_dealers_wheel_is_given_no_orders() {
    let mut live = Live::new(Wheel::new(mercury_360()));
    live.wheel.device_found(live.now);
    live.wish(WheelWish::Launch(5));
    live.hear("*X;6;007;24;0;000;0");
    live.pass_hearing(30_000, "*X;2;007;24;0;160;0");
    live.hear("*X;3;007;24;0;160;0");
    live.wish(WheelWish::Void);
    assert_eq!(live.sent(), [""; 0]);
    assert_eq!(live.told(), ["wheel-closed", "wheel-opened", "ball-launched of 5", "no-spin called-off of 5"]);
}

#[test]
fn every_end_of_a_spin_has_its_evidence() {
    let mut live = Live::ready();
    live.wish(WheelWish::Launch(5));
    live.hear("*X;3;007;24;2;160;0");
    let ends: Vec<_> =
        core::iter::from_fn(|| live.wheel.poll_event()).filter(|event| matches!(event.happening, WheelHappening::NoSpin(_))).collect();
    let text = String::from_utf8(ends[0].evidence.clone()).expect("evidence is text");
    assert!(text.contains("> *u 1") && text.contains("< *X;3;007;24;2;160;0"), "{text}");
}

const OFF: &str = "*X;6;007;24;0;000;0";

/// A wheel that is switched off for self-test 3 and asked for it.
fn in_self_test() -> Live {
    let mut live = Live::ready();
    live.wish(WheelWish::SelfTest(3));
    assert_eq!(live.orders(), ["*P 0"], "it tests itself only while it is off");
    live.pass_hearing(500, OFF);
    assert_eq!(live.told(), ["wheel-closed"]);
    assert!(live.sent().contains(&"*F".to_owned()));
    live
}

/// What was found by the self-test that has ended, if one has.
fn tested(live: &mut Live) -> Vec<String> {
    let said = core::iter::from_fn(|| live.wheel.poll_event()).collect::<Vec<_>>();
    let findings = said.iter().filter_map(|event| match &event.happening {
        WheelHappening::SelfTested { number: 3, findings } => Some(findings),
        _ => None,
    });
    let tell = |findings: &Vec<Finding>| findings.iter().map(|found| alloc::format!("{}: {}", found.code.name(), found.detail)).collect();
    findings.map(tell).map(|told: Vec<String>| if told.is_empty() { "passed".into() } else { told.join(", ") }).collect()
}

#[track_caller]
fn check_self_test(replies: &[&str], expected: &str) {
    let mut live = in_self_test();
    replies.iter().for_each(|reply| live.hear(reply));
    live.pass_hearing(2_000, OFF);
    assert_eq!(tested(&mut live), [expected]);
    live.wish(WheelWish::Ready);
    assert_eq!(live.orders(), ["*P 1"], "it ends where it began");
}

#[test]
fn a_self_test_of_the_cabinet_is_answered_with_what_is_wrong() {
    check_self_test(&["*F 0"], "passed");
    check_self_test(&["*F BUSY", "*F 0"], "passed");
    let sensors = "sensor: 11 (ball sensor 0 is stuck on), sensor: 22 (ball sensor 1 cannot see the ball)";
    check_self_test(&["*F 11", "*F 22"], sensors);
    check_self_test(&["*F 5"], "motor: 5 (the motor does not drive the rotor)");
    check_self_test(&["*F NO"], "stalled: the wheel would not test itself");
}

#[test]
fn a_wheel_that_is_lost_or_goes_in_its_self_test_says_so() {
    let no_answer = ["device-lost: the wheel gave no answer to its self-test"];
    let mut live = in_self_test();
    live.wheel.device_lost(live.now, "unplugged");
    assert_eq!(tested(&mut live), no_answer);
    // It is not there: nothing is waited for.
    live.wish(WheelWish::Ready);
    live.wish(WheelWish::SelfTest(3));
    assert_eq!(tested(&mut live), no_answer);
}

#[test]
fn an_answer_that_comes_after_the_cabinet_has_given_up_is_nothing() {
    let mut live = in_self_test();
    live.wish(WheelWish::Ready);
    live.hear("*F 11");
    live.pass_hearing(2_000, OFF);
    assert_eq!(tested(&mut live), [""; 0]);
}
