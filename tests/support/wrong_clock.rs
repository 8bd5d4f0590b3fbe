//! A daemon whose wall clock is wrong: a library that is loaded before every other says another time.

use std::process::Command;

use super::daemon::Home;

/// From the next start on the wall clock of this home is wrong by so many seconds.
pub(crate) fn set_wrong(home: &mut Home, seconds: i64) {
    let library = home.path("clock.so");
    if !library.exists() {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/wrong_clock.c");
        let compiled = Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).args([source, "-ldl"]).status();
        assert!(compiled.expect("there is a C compiler").success(), "the clock compiles");
    }
    home.environment.push(("LD_PRELOAD".to_owned(), library.display().to_string()));
    home.environment.push(("CLOCK_WRONG_SECONDS".to_owned(), seconds.to_string()));
}
