//! The terms in force, made of the cabinet's file, its rules files and its jurisdiction's. Each only narrows the one before.

use super::card_terms::card_terms_of;
use super::misfit::{Findings, TermsErrors, named_by};
use super::player_terms::player_terms_of;
use crate::cabinet::{CardTerms, DeviceFile, Fittings, Housing, PlayerTableTerms, Terms, WheelRest, WokenBy};
use crate::games::roulette::{Rules, key_of};
use crate::model::{BetKind, NamedHash, PlayerProtection};
use crate::profiles::{CabinetFile, Jurisdiction, Kind, Profile, SourceOfTable, WakerKey, WheelRestKeys, is_shipped, load, load_device};

/// Reads the rules, the jurisdiction and the device files that `cabinet` names and makes the terms of them.
///
/// # Errors
/// Every [`super::TermsError`], naming the file and the key to change.
pub fn terms_of(cabinet: &Profile<CabinetFile>) -> Result<Terms, TermsErrors> {
    let mut findings = Findings::of(cabinet);
    let jurisdiction: Option<Profile<Jurisdiction>> =
        findings.note(named_by(cabinet, "jurisdiction", load(Kind::Jurisdiction, &cabinet.value.jurisdiction)));
    // What would follow from a unit price that does not fit is not told: it would hide what else is wrong.
    let unit_fits = jurisdiction.as_ref().is_none_or(|jurisdiction| check_unit_price(&mut findings, cabinet, jurisdiction));
    let rules: Option<Profile<Rules>> = findings.note(named_by(cabinet, "rules", load(Kind::Rules, &cabinet.value.rules)));
    let wheel = rules.as_ref().map(|rules| check_limits(&mut findings, cabinet, rules, unit_fits));
    let mut tables = Vec::new();
    for table in cabinet.value.tables() {
        tables.extend(findings.note(card_terms_of(cabinet, &table, jurisdiction.as_ref(), unit_fits)));
    }
    let between_players: Vec<_> =
        (0..cabinet.value.player_tables.len()).filter_map(|index| findings.note(player_terms_of(cabinet, index, unit_fits))).collect();
    if let Some(jurisdiction) = &jurisdiction {
        check_hand_pay(&mut findings, cabinet, jurisdiction);
    }
    let fittings = jurisdiction.as_ref().and_then(|jurisdiction| findings.note(fittings_of(cabinet, jurisdiction)));
    let parts = rules.zip(wheel).zip(jurisdiction).zip(fittings);
    let (((rules, wheel), jurisdiction), fittings) = findings.or(parts)?;
    let roulette = restricted(wheel, &jurisdiction.value);
    let files = [named(cabinet), named(&rules), named(&jurisdiction)];
    let terms = put_together(&cabinet.value, &rules, roulette, files, fittings, (tables, between_players));
    let player_protection = jurisdiction.value.player_protection.map(PlayerProtection::from);
    Ok(Terms { hand_pay_from: terms.hand_pay_from.or(jurisdiction.value.hand_pay_from_minor), player_protection, ..terms })
}

fn put_together(
    cabinet: &CabinetFile,
    rules: &Profile<Rules>,
    roulette: Rules,
    files: [NamedHash; 3],
    fittings: Fittings,
    (mut card_tables, player_tables): (Vec<CardTerms>, Vec<PlayerTableTerms>),
) -> Terms {
    let of_cards = card_tables.iter().map(|table| NamedHash { name: table.rules_name.clone(), sha256: table.rules_sha256 });
    let of_players = player_tables.iter().map(|table| NamedHash { name: table.rules_name.clone(), sha256: table.rules_sha256 });
    let files = files.into_iter().chain(of_cards).chain(of_players).collect();
    let machines = card_tables.split_off(cabinet.card_tables.len());
    Terms {
        rules_name: rules.name.clone(),
        rules_sha256: rules.sha256,
        roulette,
        currency: cabinet.money.currency.clone(),
        decimals: cabinet.money.decimals,
        chips: cabinet.money.chips_minor.clone(),
        credit_most: cabinet.money.credit_most_minor,
        files,
        card_tables,
        fittings: Some(fittings),
        machines,
        player_tables,
        hand_pay_from: cabinet.money.hand_pay_from_minor,
        wheel_rest: cabinet.wheel_rest.map(wheel_rest),
        player_protection: None,
        housing: housing(cabinet),
    }
}

fn housing(cabinet: &CabinetFile) -> Option<Housing> {
    let doors: Vec<String> = cabinet.doors.iter().map(|door| door.name.clone()).collect();
    let has_lamp = cabinet.lamp.is_some();
    (has_lamp || !doors.is_empty()).then_some(Housing { doors, has_lamp })
}

fn wheel_rest(keys: WheelRestKeys) -> WheelRest {
    let woken_by = match keys.woken_by {
        WakerKey::Bet => WokenBy::Bet,
        WakerKey::Credit => WokenBy::Credit,
    };
    WheelRest { after_empty_rounds: keys.after_empty_rounds, woken_by }
}

fn named<T>(profile: &Profile<T>) -> NamedHash {
    NamedHash { name: profile.name.clone(), sha256: profile.sha256 }
}

/// What the cabinet is made of.
fn fittings_of(cabinet: &Profile<CabinetFile>, jurisdiction: &Profile<Jurisdiction>) -> Result<Fittings, TermsErrors> {
    let words = |driver: &str, device: Option<&str>| device.map_or_else(|| driver.to_owned(), |device| format!("{driver} {device}"));
    let sources: Vec<_> = cabinet.value.card_sources().collect();
    let (of_cards, between_players) = sources.split_at(cabinet.value.card_tables.len());
    let names = |sources: &[SourceOfTable<'_>]| sources.iter().map(|source| words(source.keys.driver(), source.keys.device())).collect();
    let file = |source: &SourceOfTable<'_>| source.keys.device().map(|name| device_file(cabinet, &source.device_key(), name)).transpose();
    let files = |sources: &[SourceOfTable<'_>]| sources.iter().map(file).collect::<Result<Vec<_>, TermsErrors>>();
    let wheel = &cabinet.value.wheel;
    Ok(Fittings {
        cabinet: cabinet.value.name.clone(),
        wheel: words(wheel.driver(), Some(wheel.device())),
        card_sources: names(of_cards),
        player_sources: names(between_players),
        wheel_file: Some(device_file(cabinet, "wheel.device", wheel.device())?),
        card_source_files: files(of_cards)?,
        player_source_files: files(between_players)?,
        jurisdiction: Some(if is_shipped(&jurisdiction.name) { &jurisdiction.name } else { &jurisdiction.value.source }.clone()),
    })
}

fn device_file(cabinet: &Profile<CabinetFile>, key: &str, name: &str) -> Result<DeviceFile, TermsErrors> {
    let file = named_by(cabinet, key, load_device(name))?;
    Ok(DeviceFile { dialect: file.value.dialect().name().to_owned(), sha256: file.sha256, is_shipped: is_shipped(name) })
}

fn check_unit_price(findings: &mut Findings<'_>, cabinet: &Profile<CabinetFile>, jurisdiction: &Profile<Jurisdiction>) -> bool {
    let (least, most) = (jurisdiction.value.unit_price_least_minor, jurisdiction.value.unit_price_most_minor);
    let is_inside = (least..=most).contains(&cabinet.value.money.unit_price_minor);
    findings.require(is_inside, "money.unit_price_minor", || format!("{least} to {most}"), jurisdiction)
}

/// A house may have smaller wins paid by hand than the jurisdiction asks for, and not only greater ones.
fn check_hand_pay(findings: &mut Findings<'_>, cabinet: &Profile<CabinetFile>, jurisdiction: &Profile<Jurisdiction>) {
    let (house, asked) = (cabinet.value.money.hand_pay_from_minor, jurisdiction.value.hand_pay_from_minor);
    if let (Some(house), Some(asked)) = (house, asked) {
        findings.require(house <= asked, "money.hand_pay_from_minor", || format!("at most {asked}"), jurisdiction);
    }
}

/// Checks that the house's limits only narrow the rules', and gives the rules with them.
fn check_limits(findings: &mut Findings<'_>, cabinet: &Profile<CabinetFile>, rules: &Profile<Rules>, unit_fits: bool) -> Rules {
    let (house, limits) = (&cabinet.value.limits, &rules.value.limits);
    let (step, unit) = (limits.step_minor, cabinet.value.money.unit_price_minor);
    let fits = findings.require(unit.is_multiple_of(step), "money.unit_price_minor", || format!("a multiple of {step}"), rules);
    let most = limits.seat_most_minor;
    findings.require(house.seat_most_minor <= most, "limits.seat_most_minor", || format!("at most {most}"), rules);
    let most = limits.table_exposure_most_minor;
    findings.require(house.table_exposure_most_minor <= most, "limits.table_exposure_most_minor", || format!("at most {most}"), rules);
    let narrowed = narrowed(rules.value.clone(), &cabinet.value);
    for (key, expected) in (unit_fits && fits).then(|| narrowed.problems()).into_iter().flatten() {
        findings.require(false, &key, || expected, rules);
    }
    for kind in rules.value.offered() {
        check_kind(findings, kind, rules, &narrowed);
    }
    narrowed
}

fn check_kind(findings: &mut Findings<'_>, kind: BetKind, rules: &Profile<Rules>, narrowed: &Rules) {
    let (allowed, house) = (rules.value.limits.of(kind), narrowed.limits.of(kind));
    let key = format!("limits.position.{}", key_of(kind));
    let expected = || format!("within {} to {}", allowed.least, allowed.most);
    findings.require(house.least >= allowed.least && house.most <= allowed.most, &key, expected, rules);
}

/// The rules with the house's own limits.
fn narrowed(mut rules: Rules, cabinet: &CabinetFile) -> Rules {
    rules.limits.step_minor = cabinet.money.unit_price_minor;
    rules.limits.seat_most_minor = cabinet.limits.seat_most_minor;
    rules.limits.table_exposure_most_minor = cabinet.limits.table_exposure_most_minor;
    rules.limits.position = cabinet.limits.position.clone();
    rules
}

/// The rules with what the jurisdiction restricts: no more spins an hour, no less time to bet.
fn restricted(mut rules: Rules, jurisdiction: &Jurisdiction) -> Rules {
    rules.round.spins_per_hour_most = rules.round.spins_per_hour_most.min(jurisdiction.spins_per_hour_most);
    rules.round.betting_seconds = rules.round.betting_seconds.max(jurisdiction.betting_least_seconds);
    rules
}

#[cfg(test)]
mod tests {
    use super::super::misfit::said;
    use super::*;
    use crate::games::range::BetRange;
    use crate::games::roulette::ByKind;
    use crate::model::Money;
    use crate::profiles::{list, load_cabinet};

    fn shipped(name: &str) -> Profile<CabinetFile> {
        load_cabinet(name).expect("shipped cabinet files are good")
    }

    /// What is said about the demo's cabinet file after `change`; nothing where it is good.
    fn check(change: impl FnOnce(&mut CabinetFile), expected: &str) {
        let mut cabinet = shipped("demo");
        change(&mut cabinet.value);
        let said = terms_of(&cabinet).map_or_else(|errors| said(&errors), |_| String::new());
        assert_eq!(said, expected);
    }

    #[test]
    fn every_shipped_cabinet_makes_terms() {
        for name in list(Kind::Cabinet) {
            terms_of(&shipped(&name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }

    #[test]
    fn ram_w34_a_unit_price_of_one_million_is_allowed_and_one_more_is_not() {
        let priced = |price: i64| {
            move |cabinet: &mut CabinetFile| {
                // The limits at the card tables are not for this price.
                cabinet.card_tables.clear();
                cabinet.machines.clear();
                cabinet.player_tables.clear();
                cabinet.money.unit_price_minor = Money::from_minor(price);
                let (least, most) = (Money::from_minor(price), Money::from_minor(price));
                cabinet.limits.position = ByKind::same(BetRange { least, most });
            }
        };
        check(priced(1), "");
        check(priced(1_000_000), "");
        check(priced(1_000_001), "demo: `money.unit_price_minor`: expected 1 to 1000000, as by says");
    }

    #[test]
    fn a_house_may_not_go_beyond_its_rules() {
        let beyond = "demo: `limits.position.straight`: expected within 1 to 1000000000, as roulette/by says";
        check(|cabinet| cabinet.limits.position.straight.most = Money::from_minor(1_000_000_001), beyond);
        let beyond = "demo: `limits.seat_most_minor`: expected at most 1000000000, as roulette/by says";
        check(|cabinet| cabinet.limits.seat_most_minor = Money::from_minor(1_000_000_001), beyond);
    }

    #[test]
    fn a_jurisdiction_restricts_the_number_of_spins_and_the_time_to_bet() {
        let mut cabinet = shipped("demo");
        cabinet.value.jurisdiction = "fifty-an-hour".into();
        let round = terms_of(&cabinet).expect("these files fit together").roulette.round;
        assert_eq!((round.spins_per_hour_most, round.betting_seconds), (50, 25));
    }

    /// A jurisdiction's file with these keys besides those of a shipped one, in a folder that goes with the guard.
    fn law(keys: &str) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let shipped_text = include_str!("../../device-profiles/jurisdictions/by.toml");
        let file = folder.path().join("law.toml");
        std::fs::write(&file, format!("{shipped_text}\n{keys}\n")).expect("written");
        (folder, file)
    }

    /// What the demo pays by hand where its jurisdiction has a win of this much paid so, and the cabinet file one of that much; or what is wrong.
    #[track_caller]
    fn check_hand_pays(of_jurisdiction: &str, of_cabinet: Option<i64>, expected: Result<Option<i64>, &str>) {
        let (_folder, file) = law(of_jurisdiction);
        let mut cabinet = shipped("demo");
        cabinet.value.jurisdiction = file.display().to_string();
        cabinet.value.money.hand_pay_from_minor = of_cabinet.map(Money::from_minor);
        let found = terms_of(&cabinet).map(|terms| terms.hand_pay_from.map(Money::minor)).map_err(|errors| said(&errors));
        let expected = expected.map_err(|words| format!("demo: `money.hand_pay_from_minor`: {words}, as {} says", file.display()));
        assert_eq!(found, expected, "{of_jurisdiction:?} and {of_cabinet:?}");
    }

    #[test]
    fn a_jurisdiction_has_great_wins_paid_by_hand_and_a_house_may_add_smaller_ones() {
        check_hand_pays("", None, Ok(None));
        check_hand_pays("", Some(900_000), Ok(Some(900_000)));
        check_hand_pays("hand_pay_from_minor = 500_000", None, Ok(Some(500_000)));
        check_hand_pays("hand_pay_from_minor = 500_000", Some(100_000), Ok(Some(100_000)));
        check_hand_pays("hand_pay_from_minor = 500_000", Some(500_000), Ok(Some(500_000)));
        check_hand_pays("hand_pay_from_minor = 500_000", Some(500_001), Err("expected at most 500000"));
    }

    /// What the demo asks for the protection of players where its jurisdiction has these keys; or what is wrong.
    #[track_caller]
    fn check_protection(keys: &str, expected: Result<Option<PlayerProtection>, &str>) {
        let (_folder, file) = law(keys);
        let mut cabinet = shipped("demo");
        cabinet.value.jurisdiction = file.display().to_string();
        let found = terms_of(&cabinet).map(|terms| terms.player_protection).map_err(|errors| said(&errors));
        match (found, expected) {
            (Err(found), Err(expected)) => assert!(found.contains(expected), "{keys:?}: {found}"),
            (found, expected) => assert_eq!(found, expected.map_err(ToOwned::to_owned), "{keys:?}"),
        }
    }

    #[test]
    fn players_are_protected_where_the_jurisdiction_asks_for_it() {
        let nothing =
            PlayerProtection { age_least_years: None, reality_check_minutes: None, session_most_minutes: None, session_pause_minutes: 5 };
        check_protection("", Ok(None));
        check_protection("[player_protection]", Ok(Some(nothing)));
        let all =
            "[player_protection]\nage_least_years = 21\nreality_check_minutes = 60\nsession_most_minutes = 1440\nsession_pause_minutes = 0";
        let everything = PlayerProtection {
            age_least_years: Some(21),
            reality_check_minutes: Some(60),
            session_most_minutes: Some(1_440),
            session_pause_minutes: 0,
        };
        check_protection(all, Ok(Some(everything)));
        let wrong = |key: &str, expected: &str| check_protection(&format!("[player_protection]\n{key}"), Err(expected));
        wrong("age_least_years = 15", "`player_protection.age_least_years`: expected 16 to 99 years");
        wrong("reality_check_minutes = 0", "`player_protection.reality_check_minutes`: expected 1 to 1440 minutes");
        wrong("session_most_minutes = 1441", "`player_protection.session_most_minutes`: expected 1 to 1440 minutes");
        wrong("session_pause_minutes = 61", "`player_protection.session_pause_minutes`: expected 0 to 60 minutes");
        wrong("session_minutes = 60", "session_minutes");
    }
}
