//! The terms in force, made of the cabinet's file, its rules files and its jurisdiction's. Each only narrows the one before.

use super::card_terms::card_terms_of;
use super::misfit::{TermsError, outside, require};
use crate::cabinet::{CardTerms, DeviceFile, Fittings, Terms};
use crate::games::roulette::Rules;
use crate::model::{BetKind, NamedHash};
use crate::profiles::{CabinetFile, Jurisdiction, Kind, Profile, ProfileError, TableKeys, is_shipped, load, load_device};

/// Reads the rules, the jurisdiction and the device files that `cabinet` names and makes the terms of them.
///
/// # Errors
/// [`TermsError`], naming the file and the key to change.
pub fn terms_of(cabinet: &Profile<CabinetFile>) -> Result<Terms, TermsError> {
    let rules: Profile<Rules> = load(Kind::Rules, &cabinet.value.rules)?;
    let jurisdiction: Profile<Jurisdiction> = load(Kind::Jurisdiction, &cabinet.value.jurisdiction)?;
    check_unit_price(cabinet, &jurisdiction)?;
    check_limits(cabinet, &rules)?;
    let terms = |table: TableKeys<'_>| card_terms_of(cabinet, &table, &jurisdiction);
    let mut card_tables: Vec<CardTerms> = cabinet.value.tables().map(terms).collect::<Result<_, _>>()?;
    let of_cards: Vec<NamedHash> =
        card_tables.iter().map(|table| NamedHash { name: table.rules_name.clone(), sha256: table.rules_sha256 }).collect();
    let machines = card_tables.split_off(cabinet.value.card_tables.len());
    let money = &cabinet.value.money;
    let mut files = vec![
        NamedHash { name: cabinet.name.clone(), sha256: cabinet.sha256 },
        NamedHash { name: rules.name.clone(), sha256: rules.sha256 },
        NamedHash { name: jurisdiction.name.clone(), sha256: jurisdiction.sha256 },
    ];
    files.extend(of_cards);
    Ok(Terms {
        rules_name: rules.name.clone(),
        rules_sha256: rules.sha256,
        roulette: restricted(narrowed(rules.value.clone(), &cabinet.value), &jurisdiction.value),
        currency: money.currency.clone(),
        decimals: money.decimals,
        chips: money.chips_minor.clone(),
        credit_most: money.credit_most_minor,
        files,
        card_tables,
        fittings: Some(fittings_of(&cabinet.value, &jurisdiction)?),
        machines,
    })
}

/// What the cabinet is made of.
fn fittings_of(cabinet: &CabinetFile, jurisdiction: &Profile<Jurisdiction>) -> Result<Fittings, ProfileError> {
    let words = |driver: &str, device: Option<&str>| device.map_or_else(|| driver.to_owned(), |device| format!("{driver} {device}"));
    let sources = || cabinet.card_tables.iter().map(|table| &table.source);
    Ok(Fittings {
        cabinet: cabinet.name.clone(),
        wheel: words(cabinet.wheel.driver(), Some(cabinet.wheel.device())),
        card_sources: sources().map(|source| words(source.driver(), source.device())).collect(),
        wheel_file: Some(device_file(cabinet.wheel.device())?),
        card_source_files: sources().map(|source| source.device().map(device_file).transpose()).collect::<Result<_, _>>()?,
        jurisdiction: Some(if is_shipped(&jurisdiction.name) { &jurisdiction.name } else { &jurisdiction.value.source }.clone()),
    })
}

fn device_file(name: &str) -> Result<DeviceFile, ProfileError> {
    let file = load_device(name)?;
    Ok(DeviceFile { dialect: file.value.dialect().name().to_owned(), sha256: file.sha256, is_shipped: is_shipped(name) })
}

fn check_unit_price(cabinet: &Profile<CabinetFile>, jurisdiction: &Profile<Jurisdiction>) -> Result<(), TermsError> {
    let (least, most) = (jurisdiction.value.unit_price_least_minor, jurisdiction.value.unit_price_most_minor);
    let is_inside = (least..=most).contains(&cabinet.value.money.unit_price_minor);
    require(is_inside, cabinet, "money.unit_price_minor", || format!("{least} to {most}"), jurisdiction)
}

fn check_limits(cabinet: &Profile<CabinetFile>, rules: &Profile<Rules>) -> Result<(), TermsError> {
    let (house, limits) = (&cabinet.value.limits, &rules.value.limits);
    let unit = cabinet.value.money.unit_price_minor;
    require(
        unit.is_multiple_of(limits.step_minor),
        cabinet,
        "money.unit_price_minor",
        || format!("a multiple of {}", limits.step_minor),
        rules,
    )?;
    let most = limits.seat_most_minor;
    require(house.seat_most_minor <= most, cabinet, "limits.seat_most_minor", || format!("at most {most}"), rules)?;
    let most = limits.table_exposure_most_minor;
    require(house.table_exposure_most_minor <= most, cabinet, "limits.table_exposure_most_minor", || format!("at most {most}"), rules)?;
    let narrowed = narrowed(rules.value.clone(), &cabinet.value);
    if let Some((key, expected)) = narrowed.problems().into_iter().next() {
        return Err(outside(cabinet, &key, expected, rules));
    }
    rules.value.offered().try_for_each(|kind| check_kind(kind, cabinet, rules, &narrowed))
}

fn check_kind(kind: BetKind, cabinet: &Profile<CabinetFile>, rules: &Profile<Rules>, narrowed: &Rules) -> Result<(), TermsError> {
    let (allowed, house) = (rules.value.limits.of(kind), narrowed.limits.of(kind));
    let key = format!("limits.position ({})", kind.name());
    let expected = || format!("within {} to {}", allowed.least, allowed.most);
    require(house.least >= allowed.least && house.most <= allowed.most, cabinet, &key, expected, rules)
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
    use super::*;
    use crate::games::range::BetRange;
    use crate::games::roulette::ByKind;
    use crate::model::Money;
    use crate::profiles::list;

    fn shipped(name: &str) -> Profile<CabinetFile> {
        load(Kind::Cabinet, name).expect("shipped cabinet files are good")
    }

    /// What is said about the demo's cabinet file after `change`; nothing where it is good.
    fn check(change: impl FnOnce(&mut CabinetFile), expected: &str) {
        let mut cabinet = shipped("demo");
        change(&mut cabinet.value);
        let said = terms_of(&cabinet).map_or_else(|error| error.to_string(), |_| String::new());
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
                cabinet.money.unit_price_minor = Money::from_minor(price);
                let (least, most) = (Money::from_minor(price), Money::from_minor(price));
                cabinet.limits.position = ByKind::same(BetRange { least, most });
            }
        };
        check(priced(1), "");
        check(priced(1_000_000), "");
        check(priced(1_000_001), "demo: `money.unit_price_minor`: expected 1 to 1000000, as by says");
        check(priced(0), "demo: `money.unit_price_minor`: expected 1 to 1000000, as by says");
    }

    #[test]
    fn a_house_may_not_go_beyond_its_rules() {
        let beyond = "demo: `limits.position (straight)`: expected within 1 to 1000000000, as roulette/by says";
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
}
