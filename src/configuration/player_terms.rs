//! The terms of a table between players, made of the cabinet's file and the rules file of its poker.

use super::misfit::{Findings, TermsErrors, named_by};
use crate::cabinet::PlayerTableTerms;
use crate::games::player_table::TableRules;
use crate::games::streets::House;
use crate::profiles::{CabinetFile, CardSourceKeys, Kind, PlayerTableKeys, Profile, load};

/// How long a card may take to come from a virtual deck.
const VIRTUAL_CARD_MOST_SECONDS: u16 = 10;

/// How long it may take where a dealer lays it.
const DEALT_CARD_MOST_SECONDS: u16 = 60;

/// Reads the rules that the table with this index names, and makes its terms; with a unit price that does not fit, only to find what else is
/// wrong.
///
/// # Errors
/// Every [`super::TermsError`], naming the file and the key to change.
pub(super) fn player_terms_of(cabinet: &Profile<CabinetFile>, index: usize, unit_fits: bool) -> Result<PlayerTableTerms, TermsErrors> {
    let keys = &cabinet.value.player_tables[index];
    let house: Profile<House> = named_by(cabinet, &format!("player_table[{index}].rules"), load(Kind::Betting, &keys.rules))?;
    let mut findings = Findings::of(cabinet);
    let path = format!("player_table[{index}].amounts");
    let rules = TableRules { house: house.value.clone(), level: keys.amounts };
    if let Some((key, expected)) = rules.problem() {
        findings.require(false, &format!("{path}.{key}"), || expected.to_owned(), &house);
    }
    if unit_fits {
        check_units(&mut findings, cabinet, keys, &path, &house);
    }
    // Asked of the file alone: a journal in which it is otherwise is played as it was.
    let doubles = keys.amounts.small_bet.checked_add(keys.amounts.small_bet) == Some(keys.amounts.big_bet);
    let expected = || "twice the small bet, because an open pair lets it be bet (SPG-62)".to_owned();
    findings.require(doubles || !house.value.open_pair_doubles, &format!("{path}.big_bet"), expected, &house);
    findings.or(Some(()))?;
    let is_dealt_by_hand = keys.source != CardSourceKeys::Virtual;
    Ok(PlayerTableTerms {
        name: keys.name.clone(),
        rules_name: house.name.clone(),
        rules_sha256: house.sha256,
        rules,
        decision_seconds: keys.decision_seconds,
        pause_seconds: keys.pause_seconds,
        time_bank: keys.time_bank,
        absent_after_decisions: keys.absent_after_decisions,
        show_seconds: keys.show_seconds,
        absent_after_deals: keys.absent_after_deals,
        opened_by_seat: keys.opened_by_seat,
        card_most_seconds: if is_dealt_by_hand { DEALT_CARD_MOST_SECONDS } else { VIRTUAL_CARD_MOST_SECONDS },
        is_dealt_by_hand,
        offers_free_fold: keys.offer_fold_when_free,
    })
}

/// The smallest chip of the table is a multiple of the unit price, and every amount is a multiple of the smallest chip.
fn check_units(findings: &mut Findings<'_>, cabinet: &Profile<CabinetFile>, keys: &PlayerTableKeys, path: &str, house: &Profile<House>) {
    let (level, unit_price) = (&keys.amounts, cabinet.value.money.unit_price_minor);
    if !level.unit.is_positive() || !unit_price.is_positive() {
        return;
    }
    let fits = level.unit.is_multiple_of(unit_price);
    findings.require(fits, &format!("{path}.unit"), || format!("a multiple of money.unit_price_minor, which is {unit_price}"), house);
    let unit = level.unit;
    for (key, amount) in level.amounts() {
        findings.require(
            amount.is_multiple_of(unit),
            &format!("{path}.{key}"),
            || format!("a multiple of the smallest chip, {unit}"),
            house,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::misfit::said;
    use super::super::terms_of;
    use super::*;
    use crate::games::streets::Level;
    use crate::model::Money;
    use crate::profiles::load_cabinet;

    /// What is said about the demo's cabinet file after `change` to its first table between players; nothing where it is good.
    fn check(change: impl FnOnce(&mut PlayerTableKeys), expected: &str) {
        let mut cabinet = load_cabinet("demo").expect("shipped cabinet files are good");
        change(&mut cabinet.value.player_tables[0]);
        let said = terms_of(&cabinet).map_or_else(|errors| said(&errors), |_| String::new());
        assert_eq!(said, expected);
    }

    const fn minor(amount: i64) -> Money {
        Money::from_minor(amount)
    }

    #[test]
    fn the_amounts_of_a_table_between_players_fit_its_rules_and_the_unit_price() {
        let path = "demo: `player_table[0].amounts";
        let rules = "as holdem/sport-no-limit says";
        check(|_| (), "");
        check(|keys| keys.amounts.big_blind = minor(0), &format!("{path}.big_blind`: expected an amount above 0, {rules}"));
        check(|keys| keys.amounts.small_blind = minor(300), &format!("{path}.small_blind`: expected at most the big blind, {rules}"));
        let of_price = "expected a multiple of money.unit_price_minor, which is 100";
        check(|keys| keys.amounts.unit = minor(50), &format!("{path}.unit`: {of_price}, {rules}"));
        check(|keys| keys.amounts.ante = minor(150), &format!("{path}.ante`: expected a multiple of the smallest chip, 100, {rules}"));
    }

    #[test]
    fn spg_62_the_big_bet_is_twice_the_small_one_where_an_open_pair_lets_it_be_bet() {
        let stud = |big: i64| {
            move |keys: &mut PlayerTableKeys| {
                let (bring_in, small_bet, unit) = (minor(100), minor(200), minor(100));
                keys.rules = "stud7/sport-fixed-limit".to_owned();
                keys.amounts = Level { bring_in, small_bet, big_bet: minor(big), unit, ..Level::default() };
            }
        };
        check(stud(400), "");
        let expected = "expected twice the small bet, because an open pair lets it be bet (SPG-62), as stud7/sport-fixed-limit says";
        check(stud(500), &format!("demo: `player_table[0].amounts.big_bet`: {expected}"));
    }
}
