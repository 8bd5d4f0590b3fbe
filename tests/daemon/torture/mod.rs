//! Torture: the built `croupierd` is played at through many lives, and every life has its trouble: killed, stopped, without room, without
//! descriptors, without memory, with a wrong clock, with another daemon on its folder, with damaged copies, with devices that lie. After
//! every life nothing acknowledged is lost or doubled, the books balance, `journal verify` passes and no log tells a card; a device that does not lie has
//! told no fault but those that a kill brings about.
//!
//! Without variables each trouble comes once to a house with a wheel on a serial line and once to one with a wheel on bare lines. For as
//! long as you like:
//!
//! `CROUPIER_TORTURE_MINUTES=60 cargo test --release --test daemon torture:: -- --nocapture`
//!
//! A house lives through a chapter of lives; the chapter's seed decides on its wheel (even seeds have the one on bare lines), its troubles,
//! their moments and the orders. A failure names it: `CROUPIER_TORTURE_SEED=` plays that chapter first, and with no minutes the next one too.
//! How the operating system mixes the threads is in no seed, so a failure may need several tries. Where `TMPDIR` is on a disk of less than
//! 512 MiB, that disk is filled up; otherwise the size of files is limited.

mod chapter;
mod damage;
mod effect;
mod figures;
mod history;
mod strangers;
mod trouble;
mod wheel;

use std::time::{Duration, Instant};

use chapter::Chapter;
use figures::Figures;
use trouble::Trouble;

/// So many chapters are lived through at most until every trouble has been seen to take effect. Damage may hit what is never read again.
const CHAPTERS_MOST: u64 = 10;

fn number(variable: &str) -> Option<f64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}={text}: expected a number")))
}

#[test]
fn whatever_happens_nothing_acknowledged_is_lost_or_done_twice() {
    let minutes = number("CROUPIER_TORTURE_MINUTES").unwrap_or(0.0);
    let first = number("CROUPIER_TORTURE_SEED").map_or(1, |seed| seed as u64);
    let end = Instant::now() + Duration::from_secs_f64(minutes * 60.0);
    let mut all = Figures::default();
    for seed in first.. {
        println!("chapter with CROUPIER_TORTURE_SEED={seed}");
        all.add(&Chapter::new(seed).live());
        println!("so far: {all}");
        assert_eq!((all.lost, all.doubled), (0, 0), "orders were lost or doubled: CROUPIER_TORTURE_SEED={seed}");
        assert!(
            all.unexpected_faults().is_empty(),
            "devices that did not lie told faults: {:?}, CROUPIER_TORTURE_SEED={seed}",
            all.unexpected_faults()
        );
        let is_enough = all.wheels.len() == 2 && (all.unseen().is_empty() || seed + 1 >= first + CHAPTERS_MOST);
        if Instant::now() >= end && is_enough {
            break;
        }
    }
    assert!(Trouble::ALL.iter().all(|trouble| all.met.contains_key(trouble)), "every trouble was made");
    assert_eq!(all.unseen(), Vec::<&str>::new(), "nothing proves that these took effect");
    assert!(all.acknowledged > 100 && all.kills >= all.lives, "this proved nothing");
}
