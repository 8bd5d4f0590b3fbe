//! What lies on the disk is for the cabinet's own account alone: the journal holds the cards that lie face down.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::daemon::Home;

/// Everything at and below a path that another account could open, with its permissions.
fn open_to_others(path: &Path) -> Vec<(PathBuf, u32)> {
    let kind = fs::symlink_metadata(path).expect("it is there");
    if kind.is_symlink() {
        return Vec::new();
    }
    let mode = kind.permissions().mode() & 0o777;
    let mut found = if mode & 0o077 == 0 { Vec::new() } else { vec![(path.to_owned(), mode)] };
    if kind.is_dir() {
        found.extend(fs::read_dir(path).expect("a folder can be read").flat_map(|item| open_to_others(&item.expect("an item").path())));
    }
    found
}

/// A home whose mirror and record lie outside its data, started by hand in a shell that lets others read.
fn home() -> Home {
    let mut home = Home::new(20);
    home.wrapper = Some("umask 022".to_owned());
    let (mirror, record) = (home.path("mirror"), home.path("record"));
    home.arguments.extend([format!("--mirror={}", mirror.display()), format!("--record={}", record.display())]);
    home
}

/// What the program makes or keeps, in this home.
fn kept(home: &Home) -> Vec<PathBuf> {
    let names = ["data", "mirror", "record", "record.table-2"];
    names.into_iter().map(|name| home.path(name)).collect()
}

#[test]
fn what_the_program_makes_is_for_its_own_account_alone() {
    let home = home();
    let (_, daemon) = home.serve();
    daemon.stop();
    for path in kept(&home) {
        assert_eq!(open_to_others(&path), [], "{}", path.display());
    }
    assert!(!home.log().contains("other accounts"), "there was nothing to mend:\n{}", home.log());
}

#[test]
fn what_others_could_open_is_closed_at_the_start_and_said() {
    let home = home();
    let (_, daemon) = home.serve();
    daemon.stop();
    let loosened = ["data", "data/journal", "data/journal/sled", "mirror"].map(|name| home.path(name));
    loosened.iter().for_each(|path| fs::set_permissions(path, Permissions::from_mode(0o755)).expect("it is ours"));
    fs::write(home.path("record.table-2.1"), "# put aside").expect("it is ours");
    // Copies that were set aside, beside a mirror that lies outside the data folder.
    let aside = ["mirror.broken-1", "mirror.20260131T235959Z.broken-2"];
    aside.iter().for_each(|name| fs::create_dir(home.path(name)).expect("it is ours"));
    fs::write(home.path("mirror.broken-1/000001.mirror"), "").expect("it is ours");
    let not_ours = ["mirrors.broken-1", "mirror.old"];
    not_ours.iter().for_each(|name| fs::create_dir(home.path(name)).expect("it is ours"));
    let folders = aside.iter().chain(&not_ours).map(|name| home.path(name));
    folders.for_each(|path| fs::set_permissions(path, Permissions::from_mode(0o755)).expect("it is ours"));
    let files = [
        "data/access.toml",
        "data/journal/sled/db",
        "data/journal/ballast",
        "mirror/000001.mirror",
        "mirror.broken-1/000001.mirror",
        "record",
        "record.table-2.1",
    ];
    files.iter().for_each(|name| fs::set_permissions(home.path(name), Permissions::from_mode(0o644)).expect("it is ours"));
    let (_, daemon) = home.serve();
    for path in kept(&home).into_iter().chain([home.path("record.table-2.1")]).chain(aside.map(|name| home.path(name))) {
        assert_eq!(open_to_others(&path), [], "{}", path.display());
    }
    for path in not_ours.map(|name| home.path(name)) {
        assert_eq!(open_to_others(&path).len(), 1, "{}: what may be another's is left alone", path.display());
    }
    let log = home.log();
    for path in loosened.iter().chain(&files.map(|name| home.path(name))).chain(&aside.map(|name| home.path(name))) {
        let said = |line: &str| line.contains("WARN") && line.contains("other accounts") && line.contains(&*path.to_string_lossy());
        assert!(log.lines().any(said), "{} in\n{log}", path.display());
    }
    daemon.stop();
}

/// The marks and the mirror of a cabinet may lie on other disks. Who may write in the folder around them may take them away.
#[test]
fn a_folder_around_the_mark_or_the_mirror_is_closed_to_who_would_write_there() {
    let mut home = Home::new(20);
    let around = ["board", "disk"].map(|name| home.path(name));
    around.iter().for_each(|folder| fs::create_dir(folder).expect("it is ours"));
    let [mark, mirror] = [around[0].join("mark"), around[1].join("mirror")];
    home.arguments.extend([format!("--mark={}", mark.display()), format!("--mirror={}", mirror.display())]);
    around.iter().for_each(|folder| fs::set_permissions(folder, Permissions::from_mode(0o777)).expect("it is ours"));
    let (_, daemon) = home.serve();
    daemon.stop();
    let mode = |path: &PathBuf| fs::symlink_metadata(path).expect("it is there").permissions().mode() & 0o7777;
    assert_eq!(around.each_ref().map(mode), [0o755; 2]);
    let told = format!("and cannot any more: {} (0777), {} (0777)", around[0].display(), around[1].display());
    assert!(home.log().contains(&told), "{}", home.log());
    // As in `/tmp`, each may touch only his own there.
    around.iter().for_each(|folder| fs::set_permissions(folder, Permissions::from_mode(0o1777)).expect("it is ours"));
    let (_, daemon) = home.serve();
    daemon.stop();
    assert_eq!(around.each_ref().map(mode), [0o1777; 2]);
}

/// Farther out a folder may be for more than this program: it is left alone, and told.
#[test]
fn a_folder_above_the_data_or_the_mark_that_is_open_to_all_is_told() {
    let mut home = Home::new(20);
    let above = home.path("above");
    fs::create_dir_all(above.join("board")).expect("it is ours");
    home.arguments.push(format!("--mark={}", above.join("board/mark").display()));
    fs::set_permissions(&above, Permissions::from_mode(0o777)).expect("it is ours");
    let (_, daemon) = home.serve();
    daemon.stop();
    let told = format!("these folders above it are open to all: {} (0777);", above.display());
    assert!(home.log().contains(&told), "{}", home.log());
    assert_eq!(fs::symlink_metadata(&above).expect("it is there").permissions().mode() & 0o7777, 0o777);
}
