//! Limits that an attendant has set, under the files of the demo: what a start brings, and what the games of its tables allow.

use super::*;
use crate::cabinet::Outcome;
use crate::model::{BetKind, Fact, LimitedAmount, Refusal, StakeLimit, TableFact};

/// The table of the third seat at the first machine, which plays video poker.
const MACHINE: TableNumber = TableNumber(43);

fn limit(of: LimitedAmount, least: Option<i64>, most: Option<i64>) -> StakeLimit {
    StakeLimit { of, least: least.map(Money::from_minor), most: most.map(Money::from_minor) }
}

fn set(table: Option<TableNumber>, limits: &[StakeLimit]) -> What {
    attendant(Order::SetLimits { table, limits: limits.to_vec() })
}

fn outcome(cabinet: &mut Cabinet, what: &What) -> Outcome {
    cabinet.step(&Input { number: cabinet.number() + 1, at: cabinet.at(), what: what.clone() })
}

/// The table of the demo that plays by this rules file.
fn table_of(rules: &str) -> TableNumber {
    let terms = terms_with(|_| {});
    terms.tables().find(|(_, table)| table.rules_name == rules).map(|(number, _)| number).expect("the demo has a table of it")
}

/// What becomes of such an order at a cabinet of the demo: it is carried out, or refused for a reason.
#[track_caller]
fn check(table: TableNumber, limits: &[StakeLimit], expected: Result<(), Refusal>) {
    let mut cabinet = cabinet_after(&[]);
    let found = match outcome(&mut cabinet, &set(Some(table), limits)) {
        Outcome::Done(_) => Ok(()),
        Outcome::Refused(refusal) => Err(refusal),
        other => panic!("{other:?}"),
    };
    assert_eq!(found, expected, "{limits:?}");
    // Every view of the limits holds what it was made for.
    assert!(!cabinet.views(cabinet.rules_view().into()).official.limits.is_empty());
}

#[test]
fn a_start_with_the_same_files_brings_nothing_and_needs_nobodys_approval() {
    let straight = LimitedAmount::Position(BetKind::Straight);
    let cabinet = cabinet_after(&[wheel_opens(), set(None, &[limit(straight, Some(500), Some(5_000))]), set(Some(TableNumber(1)), &[])]);
    let terms = terms_with(|_| {});
    assert_eq!((cabinet.newest_terms(), &cabinet.relabelled_by(&terms)[..]), (&terms, &[][..]));
    assert_eq!(cabinet.rules_view().bets[0].most.minor(), 5_000);
    let restored = Cabinet::from_bytes(&cabinet.to_bytes()).expect("a checkpoint");
    assert_eq!(restored, cabinet);
    let folder = tempfile::tempdir().expect("a folder can be made");
    let paths = Paths { journal: folder.path().join("journal"), mirror: folder.path().join("mirror") };
    let (journal, _) = Journal::open(&paths).expect("a journal can be made");
    assert!(matches!(&first_events(&restored, &journal, &terms, None, None)[..], [Event::Started { .. }]));
}

#[test]
fn limits_that_do_not_fit_the_game_together_are_refused() {
    let (ante, bonus) = (LimitedAmount::Stake(StakeKind::Ante), LimitedAmount::Stake(StakeKind::Bonus));
    let table = table_of("five-card/am");
    check(table, &[limit(ante, None, Some(2_000))], Ok(()));
    check(table, &[limit(bonus, Some(1_000), None)], Ok(()));
    check(table, &[limit(ante, None, Some(2_000)), limit(bonus, Some(1_000), None)], Ok(()));
    // Half of the most ante would be below the least bonus.
    check(table, &[limit(ante, None, Some(2_000)), limit(bonus, Some(1_100), None)], Err(Refusal::LimitsUnfit));
}

#[test]
fn bqam_62_where_the_highest_stake_pays_more_its_amount_stays() {
    let main = LimitedAmount::Stake(StakeKind::Main);
    check(MACHINE, &[limit(main, Some(200), None)], Ok(()));
    check(MACHINE, &[limit(main, None, Some(400))], Err(Refusal::LimitsUnfit));
    check(table_of("hi-lo/am"), &[limit(main, None, Some(400))], Ok(()));
}

#[test]
fn each_seat_has_limits_of_its_own_at_a_machine_and_a_table_between_players_has_none() {
    let main = LimitedAmount::Stake(StakeKind::Main);
    let mut cabinet = cabinet_after(&[set(Some(MACHINE), &[limit(main, Some(200), None)])]);
    let least = |cabinet: &Cabinet, table: u8| {
        let views = cabinet.views(cabinet.rules_view().into());
        let found = views.official.limits.iter().find(|limits| limits.table == Some(TableNumber(table))).map(|limits| limits.lines[0].next);
        found.and_then(|values| values.least).map(Money::minor)
    };
    assert_eq!([42, 43, 44].map(|table| least(&cabinet, table)), [Some(100), Some(200), Some(100)]);
    let between_players = set(Some(TableNumber::of_players(0)), &[]);
    assert_eq!(outcome(&mut cabinet, &between_players), Outcome::Refused(Refusal::LimitUnknown));
    assert_eq!(outcome(&mut cabinet, &set(Some(TableNumber(16)), &[])), Outcome::Refused(Refusal::TableUnknown));
}

#[test]
fn another_game_at_a_table_knows_nothing_of_the_limits_of_the_former_one() {
    let table = table_of("five-card/am");
    let set = set(Some(table), &[limit(LimitedAmount::Stake(StakeKind::Ante), Some(2_000), None)]);
    let mut cabinet = cabinet_after(&[set]);
    let place = usize::from(table.0 - 1);
    let mut other = terms_with(|_| {});
    let of_hold_em =
        other.card_tables.iter().find(|terms| terms.rules_name == "casino-holdem/by").expect("the demo has a table of it").clone();
    other.card_tables[place] = of_hold_em;
    let Outcome::Done(step) = outcome(&mut cabinet, &What::Event(Event::Terms { terms: other.to_bytes() })) else { panic!("it is taken") };
    let lapsed = limit(LimitedAmount::Stake(StakeKind::Ante), Some(2_000), None);
    assert_eq!(step.facts.first(), Some(&Fact::LimitsLapsed { table: Some(table), lapsed: vec![lapsed] }), "{:?}", step.facts);
    assert!(!step.facts.contains(&Fact::Table { table, fact: TableFact::TermsInForce }), "its source has yet to show itself");
}
