//! The terms of a card table, made of the cabinet's file, the game's rules file and the jurisdiction's. Each only narrows the one before.

use super::misfit::{Findings, TermsErrors, named_by};
use crate::cabinet::CardTerms;
use crate::games::card_game::CardGame;
use crate::model::Money;
use crate::profiles::{CabinetFile, CardSourceKeys, Jurisdiction, PayoutKey, Profile, StakeKey, TableKeys, load_card_game};

/// Reads the rules that a table of the cabinet names, and makes its terms; without a jurisdiction, where its file is not good, or with
/// a unit price that does not fit, only to find what else is wrong.
///
/// # Errors
/// Every [`super::TermsError`], naming the file and the key to change.
pub(super) fn card_terms_of(
    cabinet: &Profile<CabinetFile>,
    table: &TableKeys<'_>,
    jurisdiction: Option<&Profile<Jurisdiction>>,
    unit_fits: bool,
) -> Result<CardTerms, TermsErrors> {
    let mut rules = named_by(cabinet, &format!("{}.rules", table.path), load_card_game(table.rules))?;
    let (name, sha256) = (rules.name.clone(), rules.sha256);
    let mut findings = Findings::of(cabinet);
    check_kind(&mut findings, table, &rules);
    check_source(&mut findings, table, &rules);
    let stakes_fit = check_stakes(&mut findings, table, &mut rules);
    let step_fits = unit_fits && set_step(&mut findings, cabinet.value.money.unit_price_minor, &mut rules);
    set_payouts(&mut findings, table, &mut rules);
    if stakes_fit && step_fits {
        rules.value.set_stake_ranges(|kind| table.limits.get(&StakeKey(kind)).copied());
        for (key, expected) in rules.value.problems() {
            findings.require(false, &format!("{}.limits ({key})", table.path), || expected, &rules);
        }
    }
    findings.or(Some(()))?;
    // At a machine nobody waits for others: the deal begins with the stake.
    if let (false, Some(jurisdiction)) = (table.is_machine, jurisdiction) {
        let timing = rules.value.rules_mut().house_settings().timing;
        timing.betting_seconds = timing.betting_seconds.max(jurisdiction.value.betting_least_seconds);
    }
    Ok(CardTerms { name: table.name.to_owned(), rules_name: name, rules_sha256: sha256, game: rules.value, waits_for_stakes_only: true })
}

/// A game of one seat is played at a machine, every other at a table that the seats share.
fn check_kind(findings: &mut Findings<'_>, table: &TableKeys<'_>, rules: &Profile<CardGame>) {
    let expected = if table.is_machine { "a game of one seat" } else { "a game that seats share; this one is for a [[machine]]" };
    let fits = rules.value.rules().is_machine() == table.is_machine;
    findings.require(fits, &format!("{}.rules", table.path), || expected.to_owned(), rules);
}

/// A shuffle machine and a card-reading shoe, real or simulated, serve packs of 52 cards and no others.
fn check_source(findings: &mut Findings<'_>, table: &TableKeys<'_>, rules: &Profile<CardGame>) {
    let pack = rules.value.rules().shoe().pack;
    let is_served = pack.is_plain() || table.source.is_none_or(|source| *source == CardSourceKeys::Virtual);
    let expected = || format!("`virtual`: no machine serves a pack of {}", pack.name());
    findings.require(is_served, &format!("{}.source.driver", table.path), expected, rules);
}

/// The house says an amount for each stake of the rules, for no other, and none beyond them. Whether every stake has one that fits.
fn check_stakes(findings: &mut Findings<'_>, table: &TableKeys<'_>, rules: &mut Profile<CardGame>) -> bool {
    let allowed = rules.value.stake_ranges();
    let names = || allowed.iter().map(|(kind, _)| StakeKey(*kind).to_string()).collect::<Vec<_>>().join(", ");
    let is_complete = allowed.len() == table.limits.len() && allowed.iter().all(|(kind, _)| table.limits.contains_key(&StakeKey(*kind)));
    let key = format!("{}.limits", table.path);
    let mut fit = findings.require(is_complete, &key, || format!("exactly the stakes {}", names()), rules);
    for (kind, range) in &allowed {
        let Some(house) = table.limits.get(&StakeKey(*kind)) else { continue };
        let key = format!("{key}.{}", StakeKey(*kind));
        let expected = || format!("within {} to {}", range.least, range.most);
        fit &= findings.require(house.least >= range.least && house.most <= range.most, &key, expected, rules);
    }
    fit
}

/// Every stake is a multiple of the unit price, and of what the rules say besides. Whether that can be.
fn set_step(findings: &mut Findings<'_>, unit: Money, rules: &mut Profile<CardGame>) -> bool {
    let fits = |step: &Money| unit.is_multiple_of(*step) || step.is_multiple_of(unit);
    let wrong = rules.value.rules_mut().house_settings().steps.into_iter().map(|step| *step).find(|step| !fits(step));
    if let Some(step) = wrong {
        return findings.require(false, "money.unit_price_minor", || format!("a multiple or a divisor of {step}"), rules);
    }
    for step in rules.value.rules_mut().house_settings().steps {
        *step = unit.max(*step);
    }
    true
}

/// The house says a most payout only where the rules know one, and none above theirs (`house-rules-by` HRB-7).
fn set_payouts(findings: &mut Findings<'_>, table: &TableKeys<'_>, rules: &mut Profile<CardGame>) {
    for (key, most) in table.payouts_most {
        let path = format!("{}.payouts_most.{key}", table.path);
        let payouts = rules.value.rules_mut().house_settings().payouts;
        let names = payouts.iter().map(|(kind, _)| format!("`{}`", PayoutKey(*kind))).collect::<Vec<_>>().join(" or ");
        let Some((_, held)) = payouts.into_iter().find(|(kind, _)| *kind == key.0) else {
            let expected = if names.is_empty() { "no most payout".to_owned() } else { format!("only {names}") };
            findings.require(false, &path, || expected, rules);
            continue;
        };
        let top = held.unwrap_or(Money::MOST);
        let is_inside = most.is_positive() && *most <= top;
        if is_inside {
            *held = Some(*most);
        }
        findings.require(is_inside, &path, || format!("an amount from 1 to {top}"), rules);
    }
}

#[cfg(test)]
mod tests {
    use super::super::misfit::said;
    use super::*;
    use crate::configuration::terms_of;
    use crate::games::range::BetRange;
    use crate::model::{LimitKind, StakeKind};
    use crate::profiles::{CardTableKeys, Kind, Seed, load_cabinet};

    fn demo() -> Profile<CabinetFile> {
        load_cabinet("demo").expect("shipped cabinet files are good")
    }

    fn baccarat(cabinet: &mut CabinetFile) -> (usize, &mut CardTableKeys) {
        let found = cabinet.card_tables.iter_mut().enumerate().find(|(_, table)| table.rules == "baccarat/am");
        found.expect("the demo has a table of baccarat")
    }

    fn range(least: i64, most: i64) -> BetRange {
        BetRange { least: Money::from_minor(least), most: Money::from_minor(most) }
    }

    /// What is said about the demo's cabinet file after `change` to its table of baccarat; nothing where it is good.
    #[track_caller]
    fn check(change: impl FnOnce(&mut CardTableKeys), expected: &str) {
        let mut cabinet = demo();
        let (index, table) = baccarat(&mut cabinet.value);
        change(table);
        let said = terms_of(&cabinet).map_or_else(|errors| said(&errors), |_| String::new());
        assert_eq!(said, expected.replace("INDEX", &index.to_string()));
    }

    fn set(kind: StakeKind, least: i64, most: i64) -> impl FnOnce(&mut CardTableKeys) {
        move |table| _ = table.limits.insert(StakeKey(kind), range(least, most))
    }

    #[test]
    fn a_house_may_only_narrow_the_limits_of_a_card_game() {
        check(set(StakeKind::Tie, 100, 1_000_000_000), "");
        let beyond = "demo: `card_table[INDEX].limits.tie`: expected within 1 to 1000000000, as baccarat/am says";
        check(set(StakeKind::Tie, 100, 1_000_000_001), beyond);
        let all = "player, banker, tie, player_pair, banker_pair, perfect_pair, either_pair, player_bonus, banker_bonus";
        let complete = format!("demo: `card_table[INDEX].limits`: expected exactly the stakes {all}, as baccarat/am says");
        check(set(StakeKind::Main, 100, 200), &complete);
        check(|table| _ = table.limits.remove(&StakeKey(StakeKind::Tie)), &complete);
        let least = "a least amount that is a multiple of limits.step_minor";
        let key = "card_table[INDEX].limits (limits.stake.tie)";
        check(set(StakeKind::Tie, 150, 300), &format!("demo: `{key}`: expected {least}, as baccarat/am says"));
        check(|table| table.rules = "baccarat/nowhere".into(), &{
            let shipped = crate::profiles::list(Kind::Rules).join(", ");
            format!(
                "demo: `card_table[INDEX].rules`: there is no rules file named \"baccarat/nowhere\"; shipped are {shipped}, and anything that ends in .toml is taken for a path"
            )
        });
    }

    #[test]
    fn hpam_2_no_machine_serves_a_pack_with_a_joker() {
        let check = |source: fn() -> CardSourceKeys, expected: &str| {
            let mut cabinet = demo();
            let tables = &mut cabinet.value.card_tables;
            let index = tables.iter().position(|table| table.rules == "five-card/am-joker").expect("the demo has a table of it");
            tables[index].source = source();
            let said = terms_of(&cabinet).map_or_else(|errors| said(&errors), |_| String::new());
            assert_eq!(said, expected.replace("INDEX", &index.to_string()));
        };
        let expected = "demo: `card_table[INDEX].source.driver`: expected `virtual`: no machine serves a pack of 52-cards-and-joker, as \
                        five-card/am-joker says";
        check(|| CardSourceKeys::Serial { device: "shuffler".into(), port: "/dev/ttyS1".into() }, expected);
        check(
            || CardSourceKeys::Simulated { device: "shoe".into(), seed: Seed::Number(1), pack_milliseconds: 9, faults: Vec::new() },
            expected,
        );
        check(|| CardSourceKeys::Virtual, "");
    }

    #[test]
    fn hrb_7_a_house_sets_the_most_payout_of_its_table() {
        let check = |rules: &str, payouts: &[(LimitKind, i64)], expected: Result<&[(LimitKind, i64)], &str>| {
            let mut cabinet = demo();
            let found = cabinet.value.card_tables.iter_mut().enumerate().find(|(_, table)| table.rules == rules);
            let (index, table) = found.expect("the demo has a table of it");
            table.payouts_most = payouts.iter().map(|(kind, most)| (PayoutKey(*kind), Money::from_minor(*most))).collect();
            let said = terms_of(&cabinet).map_err(|errors| said(&errors).replace(&format!("[{index}]"), "[]"));
            let limits = |terms: crate::cabinet::Terms| terms.card_tables[index].game.limits();
            let told = said.map(|terms| limits(terms).iter().map(|limit| (limit.kind, limit.most.minor())).collect::<Vec<_>>());
            assert_eq!(told, expected.map(<[_]>::to_vec).map_err(str::to_owned));
        };
        let both = &[(LimitKind::BoxWin, 50_000), (LimitKind::BonusWin, 9_000)];
        check("oasis/by", both, Ok(both));
        let lower = &[(LimitKind::BoxStake, 100_000), (LimitKind::StakeWin, 50_000)];
        check("blackjack/by", &lower[1..], Ok(lower));
        let path = "demo: `card_table[].payouts_most";
        check(
            "blackjack/by",
            &[(LimitKind::BonusWin, 5)],
            Err(&format!("{path}.bonus_win`: expected only `stake_win`, as blackjack/by says")),
        );
        check("baccarat/am", &[(LimitKind::BoxWin, 5)], Err(&format!("{path}.box_win`: expected no most payout, as baccarat/am says")));
        let range = format!("{path}.stake_win`: expected an amount from 1 to 100000000000000, as blackjack/by says");
        check("blackjack/by", &[(LimitKind::StakeWin, 0)], Err(&range));
    }

    #[test]
    fn ba_1_ha_3_stakes_are_multiples_of_twice_the_smallest_chip_of_the_house() {
        let terms = terms_of(&demo()).expect("the demo is good");
        let step = |name: &str, kind| {
            let table = terms.card_tables.iter().find(|table| table.rules_name == name).expect("the demo has a table of it");
            table.game.rules().offers().into_iter().find(|offer| offer.kind == kind).expect("it is offered").step.minor()
        };
        assert_eq!(
            (step("blackjack/by", StakeKind::Main), step("oasis/by", StakeKind::Ante), step("baccarat/am", StakeKind::Player)),
            (200, 200, 100)
        );
    }

    #[test]
    fn the_unit_price_and_the_jurisdictions_time_to_stake_apply_as_at_the_wheel() {
        let mut cabinet = demo();
        cabinet.value.jurisdiction = "fifty-an-hour".into();
        let (index, table) = baccarat(&mut cabinet.value);
        set(StakeKind::Player, 300, 500)(table);
        let terms = terms_of(&cabinet).expect("these files fit together");
        let table = &terms.card_tables[index];
        let player = table.game.rules().offers().into_iter().find(|offer| offer.kind == StakeKind::Player).expect("it is offered");
        assert_eq!((player.least.minor(), player.most.minor(), player.step.minor()), (300, 500, 100));
        assert_eq!(table.game.rules().timing().betting_seconds, 25, "the rules give more time than the jurisdiction asks for");
        assert!(terms.files.iter().any(|file| file.name == "baccarat/am" && file.sha256 == table.rules_sha256));
    }
}
