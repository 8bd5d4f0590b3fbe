//! Real devices beside simulated ones: on a workbench alone. A seat has one credit for all tables, so what a simulation gave would be staked
//! against a real wheel, or paid out.

use crate::profiles::{CabinetFile, CardSourceKeys, Profile, SourceOfTable, WheelKeys};

/// A device of the cabinet file: the key that says how it is reached, and by which driver.
type Driven = (String, &'static str);

/// Refuses a cabinet file that has real devices and simulated ones, unless this is a workbench; then it says which both are, where both are.
///
/// # Errors
/// Where the file has both, with a key of each and what to do.
pub fn require_alike(cabinet: &Profile<CabinetFile>, is_bench: bool) -> Result<Option<String>, String> {
    let Some(told) = mixed(&cabinet.value).map(|told| format!("{}: {told}", cabinet.name)) else { return Ok(None) };
    if is_bench {
        return Ok(Some(told));
    }
    Err(format!(
        "{told}: both would share the credit of every seat. Name only real devices, or only simulated ones; a virtual deck goes with either. On a \
         workbench, where no credit is money, or to pay out what an earlier release took in, start with `--bench`"
    ))
}

/// Whether the cabinet file names a simulated device, so that no credit is money. The virtual deck is none: it goes with real devices too.
#[must_use]
pub fn is_demo(cabinet: &CabinetFile) -> bool {
    let mut sources = cabinet.card_sources();
    matches!(cabinet.wheel, WheelKeys::Simulated { .. }) || sources.any(|source| matches!(source.keys, CardSourceKeys::Simulated { .. }))
}

/// The first real and the first simulated device; `None` where all are alike. The virtual deck is neither.
fn mixed(cabinet: &CabinetFile) -> Option<String> {
    let wheel = ("wheel.driver".to_owned(), cabinet.wheel.driver());
    let is_simulated = matches!(cabinet.wheel, WheelKeys::Simulated { .. });
    let sources = cabinet.card_sources().filter(|source| *source.keys != CardSourceKeys::Virtual);
    let sources = sources.map(|SourceOfTable { path, keys, .. }| {
        (matches!(keys, CardSourceKeys::Simulated { .. }), (format!("{path}.driver"), keys.driver()))
    });
    let doors = cabinet.doors.iter().enumerate();
    let doors = doors.map(|(place, door)| (door.input.is_none(), (format!("door[{place}].driver"), door.driver())));
    let lamp = cabinet.lamp.iter().map(|lamp| (lamp.output.is_none(), ("lamp.driver".to_owned(), lamp.driver())));
    let devices = std::iter::once((is_simulated, wheel)).chain(sources).chain(doors).chain(lamp);
    let (simulated, real): (Vec<_>, Vec<_>) = devices.partition(|(is_simulated, _)| *is_simulated);
    let words = |devices: Vec<(bool, Driven)>| devices.into_iter().next().map(|(_, (key, driver))| format!("`{key}` is {driver}"));
    Some(format!("{} and {}", words(real)?, words(simulated)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profiles::{Kind, Seed, list, load_cabinet};

    const VIRTUAL: fn() -> CardSourceKeys = || CardSourceKeys::Virtual;
    const SHOE: fn() -> CardSourceKeys = || CardSourceKeys::Serial { device: "shoe".to_owned(), port: "/dev/ttyUSB1".into() };
    const SIMULATED_SHOE: fn() -> CardSourceKeys =
        || CardSourceKeys::Simulated { device: "shoe".to_owned(), seed: Seed::Random, pack_milliseconds: 9, faults: Vec::new() };

    /// What is said of the demo's cabinet file with this driver of the wheel and these sources of its first two card tables; nothing where
    /// it is taken.
    #[track_caller]
    fn check(is_real: bool, sources: [fn() -> CardSourceKeys; 2], expected: &str) {
        let mut file: Profile<CabinetFile> = load_cabinet("demo").expect("a shipped cabinet");
        if is_real {
            file.value.wheel = WheelKeys::Serial { device: "slingshot-2".to_owned(), port: "/dev/ttyUSB0".into() };
        }
        for (table, source) in file.value.card_tables.iter_mut().zip(sources) {
            table.source = source();
        }
        let said = require_alike(&file, false).err().unwrap_or_default();
        assert_eq!(said.split(": both would").next(), Some(expected));
        assert_eq!(said.is_empty(), !said.contains("start with `--bench`"), "{said}");
        assert!(require_alike(&file, true).is_ok());
    }

    #[test]
    fn a_cabinet_has_real_devices_or_simulated_ones_and_both_on_a_workbench_alone() {
        for source in [VIRTUAL, SHOE] {
            check(true, [VIRTUAL, source], "");
        }
        for source in [VIRTUAL, SIMULATED_SHOE] {
            check(false, [source, VIRTUAL], "");
        }
        check(true, [VIRTUAL, SIMULATED_SHOE], "demo: `wheel.driver` is serial and `card_table[1].source.driver` is simulated");
        check(false, [SHOE, VIRTUAL], "demo: `card_table[0].source.driver` is serial and `wheel.driver` is simulated");
        check(true, [SIMULATED_SHOE, SHOE], "demo: `wheel.driver` is serial and `card_table[0].source.driver` is simulated");
        check(false, [SIMULATED_SHOE, SHOE], "demo: `card_table[1].source.driver` is serial and `wheel.driver` is simulated");
    }

    /// Whether the demo's cabinet file is a demo with this driver of the wheel and this source of its first card table, the others virtual.
    #[track_caller]
    fn check_demo(is_real: bool, source: fn() -> CardSourceKeys, expected: bool) {
        let mut file: Profile<CabinetFile> = load_cabinet("demo").expect("a shipped cabinet");
        if is_real {
            file.value.wheel = WheelKeys::Serial { device: "slingshot-2".to_owned(), port: "/dev/ttyUSB0".into() };
        }
        file.value.card_tables.iter_mut().for_each(|table| table.source = VIRTUAL());
        file.value.card_tables[0].source = source();
        assert_eq!(is_demo(&file.value), expected);
    }

    #[test]
    fn a_cabinet_with_a_simulated_device_is_a_demo() {
        check_demo(false, VIRTUAL, true);
        check_demo(false, SHOE, true);
        check_demo(true, SIMULATED_SHOE, true);
        check_demo(true, VIRTUAL, false);
        check_demo(true, SHOE, false);
    }

    #[test]
    fn no_shipped_cabinet_has_both() {
        for name in list(Kind::Cabinet) {
            let file: Profile<CabinetFile> = load_cabinet(&name).expect("shipped cabinet files are good");
            assert_eq!(mixed(&file.value), None, "{name}");
        }
    }
}
