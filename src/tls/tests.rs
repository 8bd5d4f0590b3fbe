//! Certificates that are made, kept and supplied, and handshakes with them.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::pki_types::ServerName;
use rustls::{ClientConnection, ServerConnection};

use super::*;
use crate::model::{Span, Timestamp};

/// 2026-01-31, in seconds since 1970.
const TODAY_SECONDS: u64 = 1_769_817_600;

/// As long as ten years have at least.
const TEN_YEARS_SECONDS: u64 = 10 * 365 * 24 * 60 * 60;

fn today() -> Timestamp {
    Timestamp::from_microseconds(TODAY_SECONDS * 1_000_000)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is room for a folder")
}

fn strings(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o7777
}

#[test]
fn a_cabinet_is_known_by_what_it_was_given_and_by_its_addresses() {
    let check = |given: &[&str], addresses: &[&str], expected: &[&str]| {
        let addresses: Vec<_> = addresses.iter().map(|address| address.parse().expect("an address")).collect();
        assert_eq!(names(&strings(given), &addresses), expected);
    };
    check(&[], &["127.0.0.1"], &["127.0.0.1", "::1", "localhost"]);
    check(&["Cabinet.Local."], &["0.0.0.0", "192.0.2.5"], &["127.0.0.1", "192.0.2.5", "::1", "cabinet.local", "localhost"]);
    check(&["203.0.113.9"], &["::", "::ffff:192.0.2.5"], &["127.0.0.1", "192.0.2.5", "203.0.113.9", "::1", "localhost"]);
}

#[test]
fn a_certificate_is_made_once_and_kept_with_a_key_that_nobody_else_can_open() {
    let folder = folder();
    let names = names(&strings(&["cabinet.local"]), &["192.0.2.5".parse().expect("an address")]);
    let (made, found) = kept_identity(folder.path(), &names, &[], today()).expect("it is made");
    assert_eq!(found, AtStart::Made);
    let certificate = made.certificate();
    assert_eq!((certificate.names(), certificate.ends_on().as_str()), (&names[..], "2036-12-31"));
    assert!(certificate.fingerprint().len() == 32 * 3 - 1 && certificate.fingerprint().split(':').all(|byte| byte.len() == 2));
    assert_eq!([KEY_FILE, CERTIFICATE_FILE].map(|name| mode(&folder.path().join(name))), [0o600; 2]);

    let (kept, found) = kept_identity(folder.path(), &names, &[], today()).expect("it is read");
    assert_eq!((found, kept.certificate()), (AtStart::Kept, certificate));
    let (shown, pem) = kept_certificate(folder.path()).expect("it is read").expect("it is there");
    assert!(shown == *certificate && pem.starts_with("-----BEGIN CERTIFICATE-----") && !pem.contains("KEY"));
}

#[test]
fn a_certificate_is_made_anew_of_the_same_key_where_it_does_not_do_any_more() {
    let check = |names: &[&str], seconds_later: u64, damage: &dyn Fn(&Path), expected: AtStart| {
        let folder = folder();
        let (first, _) = kept_identity(folder.path(), &strings(&["a.example", "127.0.0.1"]), &[], today()).expect("it is made");
        damage(folder.path());
        let key = fs::read(folder.path().join(KEY_FILE)).expect("it is there");
        let (next, found) =
            kept_identity(folder.path(), &strings(names), &[], today().after(Span::from_seconds(seconds_later))).expect("it is read");
        assert_eq!(found, expected);
        assert_eq!(fs::read(folder.path().join(KEY_FILE)).expect("it is there"), key, "the key stays");
        assert_eq!(next.certificate() == first.certificate(), expected == AtStart::Kept);
        assert!(names.iter().all(|name| next.certificate().names().iter().any(|known| known == name)));
    };
    let anew = AtStart::MadeAnew;
    let certificate = |folder: &Path| folder.join(CERTIFICATE_FILE);
    let ends = || anew(WhyAnew::Ended);
    check(&["127.0.0.1", "a.example"], 0, &|_| {}, AtStart::Kept);
    // Where one name is not wanted any more, no console is troubled.
    check(&["a.example"], TEN_YEARS_SECONDS - NOTICE_SECONDS, &|_| {}, AtStart::Kept);
    check(&["a.example", "b.example"], 0, &|_| {}, anew(WhyAnew::Names(strings(&["b.example"]))));
    check(&["a.example"], TEN_YEARS_SECONDS + 365 * 24 * 60 * 60, &|_| {}, ends());
    check(&["a.example"], 0, &|folder| fs::remove_file(certificate(folder)).expect("it is ours"), anew(WhyAnew::Lost));
    check(&["a.example"], 0, &|folder| fs::write(certificate(folder), "nothing").expect("it is ours"), anew(WhyAnew::Lost));
    let of_another = |folder: &Path| {
        let other = self::folder();
        kept_identity(other.path(), &strings(&["a.example"]), &[], today()).expect("it is made");
        fs::copy(certificate(other.path()), certificate(folder)).expect("it is ours");
    };
    check(&["a.example"], 0, &of_another, anew(WhyAnew::Lost));
}

#[test]
fn a_board_without_a_clock_makes_a_certificate_that_holds() {
    let (made, _) = kept_identity(folder().path(), &strings(&["localhost"]), &[], Timestamp::default()).expect("it is made");
    assert!(!made.certificate().has_ended(today(), TEN_YEARS_SECONDS - 366 * 24 * 60 * 60), "{}", made.certificate().ends_on());
}

#[test]
fn a_key_that_cannot_be_read_is_never_replaced() {
    let folder = folder();
    let key = folder.path().join(KEY_FILE);
    fs::write(&key, "secret words").expect("a file can be written");
    let error = kept_identity(folder.path(), &strings(&["localhost"]), &[], today()).err().expect("it is refused").to_string();
    assert!(error.contains(KEY_FILE) && !error.contains("secret"), "{error}");
    assert_eq!(fs::read_to_string(&key).expect("it is there"), "secret words");
}

#[test]
fn a_name_that_can_stand_in_no_certificate_is_told() {
    let error = kept_identity(folder().path(), &strings(&["казино.example"]), &[], today()).err().expect("it is refused").to_string();
    assert!(error.contains("казино.example"), "{error}");
}

/// Files of a pair that belongs together, in a folder.
fn pair(folder: &Path) -> [PathBuf; 2] {
    kept_identity(folder, &strings(&["cabinet.example"]), &[], today()).expect("it is made");
    [CERTIFICATE_FILE, KEY_FILE].map(|name| folder.join(name))
}

#[test]
fn what_is_wrong_with_supplied_files_is_said_with_what_was_expected() {
    let check = |change: &dyn Fn(&Path, &Path), file: usize, expected: &str| {
        let folder = folder();
        let files = pair(folder.path());
        change(&files[0], &files[1]);
        let said = match supplied_identity(&files[0], &files[1]) {
            Ok(_) => "nothing is wrong".to_owned(),
            Err(error) => error.to_string(),
        };
        assert!(
            said.contains(expected) && (expected.starts_with("nothing") || said.starts_with(&*files[file].to_string_lossy())),
            "{said}"
        );
    };
    let write = |path: &Path, text: &str| fs::write(path, text).expect("it is ours");
    let open = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is ours");
    check(&|_, _| {}, 0, "nothing is wrong");
    check(&|_, key| open(key, 0o640), 1, "nothing is wrong");
    check(&|certificate, _| fs::remove_file(certificate).expect("it is ours"), 0, "cannot be read");
    check(&|_, key| fs::remove_file(key).expect("it is ours"), 1, "cannot be read");
    check(&|certificate, _| write(certificate, "nonsense"), 0, "expected a certificate in PEM");
    check(&|certificate, key| _ = fs::copy(key, certificate).expect("it is ours"), 0, "expected a certificate in PEM");
    check(
        &|certificate, _| write(certificate, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"),
        0,
        "expected an X.509 certificate in PEM",
    );
    check(&|_, key| write(key, "nonsense"), 1, "expected a private key in PEM, without a password");
    check(&|_, key| write(key, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"), 1, "expected a private key for ECDSA");
    check(&|_, key| open(key, 0o644), 1, "other accounts can open this key (0644)");
    check(&|_, key| open(key, 0o660), 1, "other accounts can open this key (0660)");
    let take_another = |_: &Path, key: &Path| {
        let other = self::folder();
        fs::copy(&pair(other.path())[1], key).expect("it is ours");
    };
    check(&take_another, 1, "expected the key of the first certificate in");
}

/// Lets both ends speak until neither has anything to say; an error of either.
fn shake_hands(client: &mut ClientConnection, server: &mut ServerConnection) -> Result<(), rustls::Error> {
    while client.is_handshaking() || server.is_handshaking() {
        let mut bytes = Vec::new();
        client.write_tls(&mut bytes).expect("memory takes everything");
        server.read_tls(&mut &bytes[..]).expect("memory gives everything");
        server.process_new_packets()?;
        bytes.clear();
        server.write_tls(&mut bytes).expect("memory takes everything");
        client.read_tls(&mut &bytes[..]).expect("memory gives everything");
        client.process_new_packets()?;
    }
    Ok(())
}

#[test]
fn a_pinned_client_speaks_with_nobody_but_the_cabinet() {
    let (own, other) = (folder(), folder());
    let [own, other] =
        [&own, &other].map(|folder| kept_identity(folder.path(), &strings(&["localhost"]), &[], today()).expect("it is made").0);
    let check = |known: &Identity, offered: &[&[u8]], is_let_in: bool| {
        let mut settings = pinned_client(known.certificate()).expect("settings");
        settings.alpn_protocols = offered.iter().map(|name| name.to_vec()).collect();
        let name = ServerName::try_from("any.example").expect("a name");
        let mut client = ClientConnection::new(Arc::new(settings), name).expect("a client");
        let mut server = ServerConnection::new(Arc::new(own.server().expect("settings"))).expect("a server");
        assert_eq!(shake_hands(&mut client, &mut server).is_ok(), is_let_in);
        assert_eq!(client.alpn_protocol(), (is_let_in && !offered.is_empty()).then_some(&b"http/1.1"[..]));
    };
    check(&own, &[], true);
    check(&own, &[b"h2", b"http/1.1"], true);
    // A browser that would speak nothing else is not served.
    check(&own, &[b"h2"], false);
    check(&other, &[], false);
}

#[test]
fn an_address_that_is_guessed_is_no_reason_for_another_certificate() {
    let folder = folder();
    let required = strings(&["cabinet.local"]);
    let (first, _) = kept_identity(folder.path(), &required, &strings(&["192.0.2.1"]), today()).expect("it is made");
    assert_eq!(first.certificate().names(), strings(&["192.0.2.1", "cabinet.local"]));
    let (next, found) = kept_identity(folder.path(), &required, &strings(&["192.0.2.2"]), today()).expect("it is read");
    assert_eq!((found, next.certificate()), (AtStart::Kept, first.certificate()));
}

#[test]
fn where_no_certificate_can_be_written_the_former_one_is_shown() {
    let folder = folder();
    let (first, _) = kept_identity(folder.path(), &strings(&["a.example"]), &[], today()).expect("it is made");
    fs::create_dir(folder.path().join(format!("{CERTIFICATE_FILE}.new"))).expect("nothing lies there");
    let (next, found) = kept_identity(folder.path(), &strings(&["b.example"]), &[], today()).expect("the cabinet opens");
    assert!(matches!(&found, AtStart::StillKept(WhyAnew::Names(names), _) if *names == strings(&["b.example"])), "{found:?}");
    assert_eq!(next.certificate(), first.certificate());
}

#[test]
fn an_address_is_one_name_however_it_is_written() {
    assert!(names(&strings(&["2001:DB8:0::1"]), &[]).contains(&"2001:db8::1".to_owned()));
}
