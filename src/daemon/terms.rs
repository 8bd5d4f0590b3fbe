//! The terms in force, made of the cabinet's file, its rules file and its jurisdiction's. Each only narrows the one before.

use crate::cabinet::Terms;
use crate::games::roulette::Rules;
use crate::model::{BetKind, NamedHash};
use crate::profiles::{CabinetFile, Jurisdiction, Kind, Profile, ProfileError, load};

/// Why files that are each good do not fit together.
#[derive(Debug, thiserror::Error)]
pub enum TermsError {
    /// One of the files is not good.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// A value in one file is outside what another allows.
    #[error("{file}: `{key}`: expected {expected}, as {because} says")]
    Outside {
        /// The file to change.
        file: String,
        /// The key in it.
        key: String,
        /// What is allowed.
        expected: String,
        /// The file that allows it.
        because: String,
    },
}

/// Reads the rules and the jurisdiction that `cabinet` names and makes the terms of the three.
///
/// # Errors
/// [`TermsError`], naming the file and the key to change.
pub fn terms_of(cabinet: &Profile<CabinetFile>) -> Result<Terms, TermsError> {
    let rules: Profile<Rules> = load(Kind::Rules, &cabinet.value.rules)?;
    let jurisdiction: Profile<Jurisdiction> = load(Kind::Jurisdiction, &cabinet.value.jurisdiction)?;
    check_rules(&rules, &jurisdiction)?;
    check_unit_price(cabinet, &jurisdiction)?;
    check_limits(cabinet, &rules)?;
    let money = &cabinet.value.money;
    Ok(Terms {
        rules_name: rules.name.clone(),
        rules_sha256: rules.sha256,
        roulette: narrowed(rules.value.clone(), &cabinet.value),
        currency: money.currency.clone(),
        decimals: money.decimals,
        chips: money.chips_minor.clone(),
        credit_most: money.credit_most_minor,
        files: vec![
            NamedHash { name: cabinet.name.clone(), sha256: cabinet.sha256 },
            NamedHash { name: rules.name, sha256: rules.sha256 },
            NamedHash { name: jurisdiction.name, sha256: jurisdiction.sha256 },
        ],
    })
}

fn check_rules(rules: &Profile<Rules>, jurisdiction: &Profile<Jurisdiction>) -> Result<(), TermsError> {
    let round = &rules.value.round;
    let (spins, betting) = (jurisdiction.value.spins_per_hour_most, jurisdiction.value.betting_least_seconds);
    require(round.spins_per_hour_most <= spins, rules, "round.spins_per_hour_most", || format!("at most {spins}"), jurisdiction)?;
    require(round.betting_seconds >= betting, rules, "round.betting_seconds", || format!("at least {betting}"), jurisdiction)
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

fn require<A, B>(
    holds: bool,
    file: &Profile<A>,
    key: &str,
    expected: impl FnOnce() -> String,
    because: &Profile<B>,
) -> Result<(), TermsError> {
    if holds { Ok(()) } else { Err(outside(file, key, expected(), because)) }
}

fn outside<A, B>(file: &Profile<A>, key: &str, expected: String, because: &Profile<B>) -> TermsError {
    TermsError::Outside { file: file.name.clone(), key: key.to_owned(), expected, because: because.name.clone() }
}
