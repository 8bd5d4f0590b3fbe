//! The file of tokens.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::super::{Access, Role};
use crate::model::Seat;

#[test]
fn a_new_file_lets_in_each_seat_and_one_attendant_and_holds_no_token() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("access.toml");
    let (made, credentials) = Access::open(&path).expect("the folder can be written");
    let credentials = credentials.expect("there was no file");
    let text = fs::read_to_string(&path).expect("the file is there");
    let roles: Vec<Role> = credentials.iter().map(|credential| credential.role.clone()).collect();
    let wanted: Vec<Role> = Seat::all().map(Role::Seat).chain([Role::Attendant("attendant-1".into())]).collect();
    assert_eq!(roles, wanted);
    assert_eq!(fs::metadata(&path).expect("the file is there").permissions().mode() & 0o777, 0o600);
    let (read, none) = Access::open(&path).expect("the file can be read");
    assert!(none.is_none(), "tokens are told only once");
    for access in [made, read] {
        for (place, credential) in credentials.iter().enumerate() {
            assert_eq!(credential.token.len(), 64);
            assert!(!text.contains(&credential.token));
            assert_eq!(access.holder(&credential.token), Some((place, &credential.role)));
            assert_eq!(access.holder(&credential.token[1..]), None);
        }
        assert_eq!(access.holder(""), None);
    }
    let links: BTreeSet<String> = credentials.iter().map(super::super::Credential::link).collect();
    assert_eq!(links.len(), 7, "no two links are the same");
    assert!(Access::create(&path).expect_err("the file is there").to_string().ends_with("the access file exists already"));
    assert!(!format!("{credentials:?}").contains(&credentials[0].token), "tokens do not get into logs");
}

use std::collections::BTreeSet;

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
    check(format!("[[token]]\nrole = 'attendant'\nseat = 1\nsha256 = '{HASH}'"), "role `attendant` needs `name` and no `seat`");
    check(format!("[[token]]\nrole = 'attendant'\nname = 'a b'\nsha256 = '{HASH}'"), "`name` must be 1 to 40 visible ASCII characters");
    check(format!("[[token]]\nrole = 'king'\nsha256 = '{HASH}'"), "`role` must be `seat` or `attendant`");
    check("[[token]]\nrole = 'seat'\nseat = 1\nsha256 = '00'".into(), "`sha256` must be 64 hexadecimal digits");
    check(format!("[[token]]\nrole = 'seat'\nseat = 1\ncolour = 'red'\nsha256 = '{HASH}'"), "unknown field `colour`");
    let one = format!("[[token]]\nrole = 'seat'\nseat = 1\nsha256 = '{HASH}'\n");
    check(one.clone() + &one, "token 2: the same token stands here twice");
}
