//! The outputs of this process, so that all of them can be made safe at once from anywhere: on a signal, or when something panics.
//!
//! What nobody can do from in here is to act after SIGKILL or a power cut: there the board's own resistors hold the lines.

use std::sync::{Mutex, Once, PoisonError, Weak};
use std::time::Duration;

/// Lines that can be made safe.
pub(super) trait MakeSafe: Send + Sync {
    /// Makes them safe, where there is a reason for good; says whether it could be done at this moment.
    fn make_safe(&self, for_good: Option<&'static str>) -> bool;
}

/// The outputs that are open.
static OPEN: Mutex<Vec<Weak<dyn MakeSafe>>> = Mutex::new(Vec::new());

/// How often, and after how long each time, outputs that somebody is just switching are tried again: 100 ms.
const TRIES: u32 = 100;
const BETWEEN_TRIES: Duration = Duration::from_millis(1);

/// Takes care of these outputs from now on. Every panic of the program makes them safe before anything else; a wheel's driver that is
/// still alive then may drive them again.
pub(super) fn watch(outputs: Weak<dyn MakeSafe>) {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            each_safe(None);
            before(panic);
        }));
    });
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    open.retain(|outputs| outputs.strong_count() > 0);
    open.push(outputs);
}

/// Makes every output of this process safe at once and for good: anybody who goes on driving one is told `why`. Call it before anything else
/// when the process has been told to end.
pub fn make_safe(why: &'static str) {
    each_safe(Some(why));
}

fn each_safe(for_good: Option<&'static str>) {
    let open = OPEN.try_lock().map_or_else(|_| Vec::new(), |open| open.clone());
    for outputs in open.iter().filter_map(Weak::upgrade) {
        for _ in 0..TRIES {
            if outputs.make_safe(for_good) {
                break;
            }
            std::thread::sleep(BETWEEN_TRIES);
        }
    }
}
