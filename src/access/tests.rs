//! The access file, sessions, pairing.

use std::collections::BTreeSet;
use std::fs;
use std::net::{IpAddr, Ipv4Addr};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Access, AccessError, Credential, Holder, Refused, SignInRefused, change};
use crate::model::{AccessStep, Changer, Seat, SessionEnd, StaffRole, Timestamp};

#[test]
fn a_new_file_lets_in_each_seat_and_one_attendant_and_holds_no_token() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("access.toml");
    let (made, credentials) = Access::open(&path).expect("the folder can be written");
    let credentials = credentials.expect("there was no file");
    let text = fs::read_to_string(&path).expect("the file is there");
    let holders: Vec<Holder> = credentials.iter().map(|credential| credential.holder.clone()).collect();
    let wanted: Vec<Holder> = Seat::all().map(Holder::Seat).chain([Holder::attendant("attendant-1")]).collect();
    assert_eq!(holders, wanted);
    assert_eq!(fs::metadata(&path).expect("the file is there").permissions().mode() & 0o777, 0o600);
    let (read, none) = Access::open(&path).expect("the file can be read");
    assert!(none.is_none(), "tokens are told only once");
    for access in [made, read] {
        for (place, credential) in credentials.iter().enumerate() {
            assert_eq!(credential.token.len(), 64);
            assert!(!text.contains(&credential.token));
            let known = access.find(&credential.token, false).expect("the token counts");
            assert_eq!((known.place, &known.holder), (place, &credential.holder));
            assert!(access.find(&credential.token[1..], false).is_none());
        }
        assert!(access.find("", false).is_none());
    }
    let links: BTreeSet<String> = credentials.iter().map(Credential::link).collect();
    assert_eq!(links.len(), 7, "no two links are the same");
    assert!(Access::create(&path).expect_err("the file is there").to_string().ends_with("the access file exists already"));
    assert!(!format!("{credentials:?}").contains(&credentials[0].token), "tokens do not get into logs");
}

#[test]
fn a_file_that_makes_no_sense_is_refused_with_the_place() {
    const HASH: &str = "00000000000000000000000000000000000000000000000000000000000000aa";
    let check = |text: String, wanted: &str| {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let path = folder.path().join("access.toml");
        fs::write(&path, &text).expect("the folder can be written");
        let error = Access::load(&path).expect_err(&text).to_string();
        assert!(error.starts_with(&path.display().to_string()) && error.contains(wanted), "{error}");
    };
    check(format!("[[token]]\nrole = 'seat'\nseat = 7\nsha256 = '{HASH}'"), "token 1: `seat` must be 1 to 6");
    check(format!("[[token]]\nrole = 'seat'\nsha256 = '{HASH}'"), "token 1: role `seat` needs `seat` and no `name`");
    check(format!("[[token]]\nrole = 'attendant'\nseat = 1\nsha256 = '{HASH}'"), "a role that is no seat's needs `name` and no `seat`");
    check(format!("[[token]]\nrole = 'attendant'\nname = 'a b'\nsha256 = '{HASH}'"), "`name` must be 1 to 40 visible ASCII characters");
    check(format!("[[token]]\nrole = 'king'\nsha256 = '{HASH}'"), "`role` must be `seat`, `attendant`, `technician`, `auditor` or `owner`");
    check("[[token]]\nrole = 'seat'\nseat = 1\nsha256 = '00'".into(), "`sha256` must be 64 hexadecimal digits");
    check(format!("[[token]]\nrole = 'seat'\nseat = 1\ncolour = 'red'\nsha256 = '{HASH}'"), "unknown field `colour`");
    let one = format!("[[token]]\nrole = 'seat'\nseat = 1\nsha256 = '{HASH}'\n");
    check(one.clone() + &one, "token 2: the same token stands here twice");
}

const PIN: &str = "482915";

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// An access with a file, in which Anna is an attendant.
struct Door {
    access: Access,
    path: PathBuf,
    _folder: tempfile::TempDir,
}

impl Door {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let path = folder.path().join("access.toml");
        let (access, _) = Access::create(&path).expect("the folder can be written");
        access.add("Anna", StaffRole::Attendant, PIN);
        Self { access, path, _folder: folder }
    }

    /// Anna's token.
    fn sign_in(&self) -> String {
        self.access.sign_in("anna", PIN, HERE).expect("the PIN is right").credential.token
    }

    /// The same door after a start.
    fn started(&self) -> Access {
        Access::load(&self.path).expect("the file can be read")
    }

    /// What the journal is to take, without what the file was made with.
    fn told(&self) -> Vec<AccessStep> {
        self.access.unrecorded().into_iter().map(|change| change.what).skip(1).collect()
    }
}

#[test]
fn an_access_file_of_an_earlier_release_opens_as_before() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("access.toml");
    let token = "ab".repeat(32);
    let hash = super::hexadecimal(&super::holder::hash(&token));
    let text = format!(
        "[[token]]\nrole = \"seat\"\nseat = 3\nsha256 = \"{}\"\n\n[[token]]\nrole = \"attendant\"\nname = \"attendant-1\"\nsha256 = \"{hash}\"\n",
        "00".repeat(32)
    );
    fs::write(&path, text).expect("the folder can be written");
    let access = Access::load(&path).expect("it is understood");
    assert_eq!(access.find(&token, false).expect("the link opens").holder, Holder::attendant("attendant-1"));
}

#[test]
fn a_person_comes_in_by_name_and_pin_and_neither_stands_in_the_file() {
    let door = Door::new();
    let text = fs::read_to_string(&door.path).expect("the file is there");
    assert!(text.contains("$argon2id$") && !text.contains(PIN));
    let token = door.sign_in();
    let known = door.access.find(&token, false).expect("the session counts");
    assert_eq!(known.holder, Holder::Staff { name: "Anna".into(), role: StaffRole::Attendant });
    let text = fs::read_to_string(&door.path).expect("the file is there");
    assert!(
        !text.contains(&token) && !text.contains(&super::hexadecimal(&super::holder::hash(&token))),
        "sessions are kept in memory alone"
    );
    assert!(matches!(door.access.sign_in("anna", "482914", HERE), Err(SignInRefused::Wrong)));
    assert!(matches!(door.access.sign_in("boris", PIN, HERE), Err(SignInRefused::Wrong)));
    assert_eq!(door.told(), [AccessStep::SignedIn { name: "Anna".into(), role: StaffRole::Attendant }]);
}

#[test]
fn two_people_and_two_tablets_are_signed_in_at_a_time() {
    let door = Door::new();
    door.access.add("Boris", StaffRole::Technician, "771204");
    let (one, other) = (door.sign_in(), door.sign_in());
    let boris = door.access.sign_in("Boris", "771204", HERE).expect("the PIN is right").credential.token;
    assert!([&one, &other, &boris].into_iter().all(|token| door.access.lets_in(token)));
    let known = door.access.find(&one, false).expect("it counts");
    door.access.sign_out(&known);
    assert!(known.ended.is_cancelled() && !door.access.lets_in(&one) && door.access.lets_in(&other) && door.access.lets_in(&boris));
}

#[test]
fn a_session_ends_when_idle_and_after_a_shift_however_busy() {
    let door = Door::new();
    let token = door.sign_in();
    let minutes = |count: u64| Duration::from_secs(60 * count);
    door.access.age_sessions(minutes(14));
    assert!(door.access.find(&token, true).is_some());
    door.access.age_sessions(minutes(14));
    assert!(door.access.find(&token, false).is_some(), "what was done a quarter of an hour ago keeps it");
    door.access.age_sessions(minutes(1));
    assert!(door.access.find(&token, true).is_none());
    let busy = door.sign_in();
    for _ in 0..71 {
        door.access.age_sessions(minutes(10));
        assert!(door.access.find(&busy, true).is_some());
    }
    door.access.age_sessions(minutes(10));
    assert!(door.access.find(&busy, true).is_none(), "twelve hours");
    let ends: Vec<_> = door.told().into_iter().filter(|step| matches!(step, AccessStep::SignedOut { .. })).collect();
    let end = |why| AccessStep::SignedOut { name: "Anna".into(), why };
    assert_eq!(ends, [end(SessionEnd::Idle), end(SessionEnd::Lasted)]);
}

#[test]
fn wrong_pins_lock_the_person_out_and_nobody_else_also_after_a_start() {
    let door = Door::new();
    let session = door.sign_in();
    for _ in 0..4 {
        assert!(matches!(door.access.sign_in("anna", "111112", HERE), Err(SignInRefused::Wrong)));
    }
    let waits = |access: &Access, pin: &str| match access.sign_in("ANNA", pin, HERE) {
        Err(SignInRefused::Wait(wait)) => wait,
        _ => panic!("Anna does not have to wait"),
    };
    assert_eq!(waits(&door.access, "111112").as_secs(), 30);
    assert!(waits(&door.access, PIN).as_secs() >= 25, "the right PIN is not taken before");
    assert!(waits(&door.started(), PIN).as_secs() >= 25, "nor after a start");
    assert!(door.access.lets_in(&session), "who is signed in stays");
    door.access.add("Boris", StaffRole::Technician, "771204");
    assert!(door.access.sign_in("boris", "771204", HERE).is_ok());
    let locked: Vec<_> = door.told().into_iter().filter(|step| matches!(step, AccessStep::LockedOut { .. })).collect();
    assert_eq!(locked, [AccessStep::LockedOut { name: "Anna".into(), wrong_pins: 5, seconds: 30 }]);
    let pin = super::Pin::new("903817").expect("a PIN").hash().expect("random numbers");
    let set = change(&door.path, |contents| contents.set_pin("anna", pin, Timestamp::default(), &Changer::Account("0".into())));
    set.expect("the file can be written").1.expect("there is Anna");
    door.access.follow_file().expect("the file can be read");
    assert!(!door.access.lets_in(&session), "another PIN ends the sessions");
    assert!(door.access.sign_in("anna", "903817", HERE).is_ok(), "and the wait");
}

#[test]
fn who_guesses_at_one_address_keeps_nobody_out_at_another_also_after_a_start() {
    let door = Door::new();
    let there = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
    let guess = |access: &Access| access.sign_in("anna", "111112", there).map(drop);
    let tries: Vec<bool> = (0..5).map(|_| matches!(guess(&door.access), Err(SignInRefused::Wrong))).collect();
    assert_eq!(tries, [true, true, true, true, false], "the fifth has to wait");
    assert!(door.access.sign_in("anna", PIN, HERE).is_ok());
    assert!(matches!(guess(&door.access), Err(SignInRefused::Wait(_))), "her own right PIN ends no wait of a stranger");
    let started = door.started();
    assert!(matches!(guess(&started), Err(SignInRefused::Wait(_))));
    assert!(started.sign_in("anna", PIN, HERE).is_ok());
    let kept = fs::read_to_string(&door.path).expect("the file is there");
    assert!(kept.contains("wrong_pins = 5") && kept.contains(r#"address = "192.0.2.1""#), "{kept}");
}

#[test]
fn a_change_of_the_file_counts_at_once_and_one_that_makes_no_sense_not_at_all() {
    let door = Door::new();
    let token = door.sign_in();
    let known = door.access.find(&token, false).expect("it counts");
    let by = Changer::Account("0".into());
    change(&door.path, |contents| contents.revoke("anna", Timestamp::default(), &by))
        .expect("the file can be written")
        .1
        .expect("there is Anna");
    door.access.follow_file().expect("the file can be read");
    assert!(known.ended.is_cancelled() && !door.access.lets_in(&token));
    fs::write(&door.path, "[[token]]\nrole = 'king'").expect("the file can be written");
    assert!(matches!(door.access.follow_file(), Err(AccessError::Format { .. })), "it lacks a hash");
    assert!(door.access.follow_file().is_ok(), "it is said once");
    assert_eq!(door.access.lettings().len(), 7, "who was let in is let in still");
}

#[test]
fn a_code_pairs_one_console_once_and_not_after_its_time_or_five_wrong_ones() {
    let door = Door::new();
    let by = Changer::Person("Anna".into());
    let seat = Seat::new(3).expect("six seats");
    let code = door.access.offer_pairing(seat, &by).expect("the file can be written");
    assert!(code.len() == 8 && !fs::read_to_string(&door.path).expect("the file is there").contains(&code));
    let spaced = format!("{} {}", &code[..4], &code[4..]);
    let paired = door.access.pair(&spaced).expect("the file can be written").expect("the code is right");
    assert_eq!(paired.credential.holder, Holder::Seat(seat));
    assert!(door.started().lets_in(&paired.credential.token), "a console stays paired over a start");
    assert!(matches!(door.access.pair(&code), Ok(Err(Refused::WrongCode))), "a code counts once");

    let code = door.access.offer_pairing(seat, &by).expect("the file can be written");
    for _ in 0..5 {
        assert!(matches!(door.access.pair("0"), Ok(Err(Refused::WrongCode))));
    }
    assert!(matches!(door.access.pair(&code), Ok(Err(Refused::WrongCode))), "five wrong ones void it");
    assert!(door.told().contains(&AccessStep::PairingVoided { seat }));

    let code = door.access.offer_pairing(seat, &by).expect("the file can be written");
    let console = door.told().into_iter().find_map(|step| match step {
        AccessStep::ConsolePaired { console, .. } => Some(console),
        _ => None,
    });
    assert!(matches!(door.access.revoke_token(&console.expect("it was told"), &by), Ok(Ok(()))));
    assert!(matches!(door.access.pair(&code), Ok(Err(Refused::WrongCode))), "it may be known to who was revoked");

    let mut contents = super::Contents::default();
    let code = contents.offer_pairing(seat, at(1_000), &by).expect("random numbers");
    let pair = |contents: &mut super::Contents, second| contents.pair(&code, "x", at(second), Duration::from_secs(60)).map(drop);
    assert_eq!(pair(&mut contents.clone(), 1_300), Err(Refused::WrongCode), "after five minutes");
    assert_eq!(pair(&mut contents.clone(), 900), Err(Refused::WrongCode), "after the clock was set back");
    assert_eq!(pair(&mut contents, 1_299), Ok(()));
}

fn at(second: u64) -> Timestamp {
    Timestamp::from_microseconds(second * 1_000_000)
}

#[test]
fn a_paired_console_is_let_in_for_its_time_which_stands_in_the_file_and_a_link_for_ever() {
    let mut contents = super::Contents::default();
    let seat = Seat::new(3).expect("six seats");
    let code = contents.offer_pairing(seat, at(1_000), &Changer::Person("Anna".into())).expect("random numbers");
    contents.pair(&code, "x", at(1_010), Duration::from_secs(60)).expect("the code is right");
    let read = super::Contents::parse(Path::new("access.toml"), &contents.text()).expect("it was written so");
    assert_eq!(read, contents);
    assert_eq!(read.lettings()[0].expires_at, Some(at(1_070)));
    let (mut before, mut after) = (read.clone(), read);
    before.expire(at(1_069));
    assert_eq!((before.lettings().len(), before.has_expired(at(1_069))), (1, false));
    assert!(after.has_expired(at(1_070)));
    after.expire(at(1_070));
    assert!(after.lettings().is_empty());
    let last = after.changes.last().expect("it was noted");
    assert!(matches!(&last.what, AccessStep::ConsoleExpired { console } if console.starts_with("seat-3-")), "{last:?}");
    assert_eq!(last.by, Changer::Cabinet);
}

#[test]
fn a_console_whose_time_is_over_is_refused_at_once_and_its_lines_are_closed() {
    let door = Door::new();
    let by = Changer::Person("Anna".into());
    let code = door.access.offer_pairing(Seat::new(3).expect("six seats"), &by).expect("the file can be written");
    let paired = door.access.pair(&code).expect("the file can be written").expect("the code is right");
    let token = paired.credential.token;
    let known = door.access.find(&token, false).expect("it is let in");
    door.access.expire_consoles().expect("nothing is to be written");
    assert!(door.access.lets_in(&token) && !known.ended.is_cancelled());
    let text = fs::read_to_string(&door.path).expect("the file is there");
    let expires = text.lines().find(|line| line.starts_with("expires = ")).expect("it has an end");
    fs::write(&door.path, text.replace(expires, "expires = 1000")).expect("the file can be written");
    door.access.follow_file().expect("the file can be read");
    assert!(!door.access.lets_in(&token), "though the file still names it");
    door.access.expire_consoles().expect("the file can be written");
    assert!(known.ended.is_cancelled());
    assert!(!fs::read_to_string(&door.path).expect("the file is there").contains("expires"));
    assert!(door.told().iter().any(|step| matches!(step, AccessStep::ConsoleExpired { .. })));
}

#[test]
fn a_name_is_plain_and_nobody_elses() {
    let mut contents = super::Contents::default();
    let mut check = |name: &str, wanted: Result<(), Refused>| {
        let added = contents.add_person(name, StaffRole::Auditor, "hash".into(), Timestamp::default(), &Changer::Cabinet);
        assert_eq!(added, wanted, "{name}");
    };
    check("Anna Petrosyan", Ok(()));
    check("anna petrosyan", Err(Refused::NameTaken));
    check("Գոռ", Ok(()));
    check("O'Neil-2", Ok(()));
    check("seat-1", Err(Refused::NameTaken));
    check("", Err(Refused::NotAName));
    check(" Anna", Err(Refused::NotAName));
    check("Anna  P", Err(Refused::NotAName));
    check("Anna\n", Err(Refused::NotAName));
    check(&"a".repeat(41), Err(Refused::NotAName));
}

#[test]
fn what_the_journal_has_taken_is_taken_out_of_the_file() {
    let door = Door::new();
    let changes = door.access.unrecorded();
    assert_eq!(changes.len(), 1);
    assert_eq!(door.started().unrecorded(), changes, "it outlives a power cut");
    door.access.note_recorded(&changes[0]);
    assert!(door.access.unrecorded().is_empty(), "it is handed in once");
    door.access.tidy().expect("the file can be written");
    assert!(door.started().unrecorded().is_empty());
}

#[test]
fn pins_that_are_tried_at_the_same_time_do_not_outrun_the_wait() {
    let door = Door::new();
    let tries = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..10).map(|_| scope.spawn(|| matches!(door.access.sign_in("anna", "111112", HERE), Err(SignInRefused::Wrong)))).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).filter(|is_tried| *is_tried).count()
    });
    assert_eq!(tries, 4, "the fifth has to wait already, and those after it are not tried");
    assert_eq!(door.told(), [AccessStep::LockedOut { name: "Anna".into(), wrong_pins: 5, seconds: 30 }]);
}
