//! The tables between players of a scenario: the rules of a shipped file, in half of the scenarios with some of its keys changed to what the rule
//! books name beside it, and amounts in the unit of the scenario.

use serde::Deserialize;
use toml::{Table, Value};

use super::ScenarioRulesError;
use super::table_rules::change;
use crate::cabinet::PlayerTableTerms;
use crate::games::betting::Limit;
use crate::games::player_table::TableRules;
use crate::games::streets::{ForcedBets, House, Level};
use crate::model::{Money, OpenedBySeat, TimeBank};
use crate::profiles::{Kind, file_keys, list};
use crate::sim::auditor::PlayerRules;
use crate::sim::chance::Chance;

/// One table between players.
#[derive(Clone, Debug)]
pub(super) struct DrawnPlayerTable {
    pub(super) terms: PlayerTableTerms,
    pub(super) rules: PlayerRules,
}

/// What a key may be instead.
const OTHERS: [(&str, &[&str]); 35] = [
    ("odd_units", &["'one-each'", "'all-to-first'"]),
    ("open_ties", &["'suit'", "'place'"]),
    ("low_rank_most", &["8", "7"]),
    ("opens", &["'all'", "'unbeaten'"]),
    ("wheel", &["true", "false"]),
    ("restart_in_deal", &["'void'", "'continue'"]),
    ("betting.limit", &["'no-limit'", "'pot-limit'", "'fixed-limit'", "'spread'"]),
    ("betting.raises_most", &["1", "3"]),
    ("betting.cap_ends", &["'two-at-round-start'", "'two-remaining'", "'never'"]),
    ("betting.reopens", &["'cumulative'", "'individual'"]),
    ("betting.check_is_action", &["true", "false"]),
    ("betting.short_blind", &["'full'", "'actual'"]),
    ("betting.heads_up", &["'button-is-small-blind'", "'literal'"]),
    ("betting.time_over", &["'check'", "'fold'"]),
    ("fee.rate", &["{ percent-hundredths = 500 }", "{ percent-hundredths = 333 }", "{ flat-minor = 0 }", "{ flat-minor = 37 }"]),
    ("fee.without_flop", &["true", "false"]),
    ("fee.most_minor", &["20", "100"]),
    ("seating.button", &["'next-player'", "'dead'"]),
    ("exchange.cards_most", &["1", "2"]),
    ("exchange.pre_round", &["true", "false"]),
    ("trading.equalise", &["true", "false"]),
    ("trading.final_round", &["true", "false"]),
    ("seating.absent", &["'not-dealt-in'", "'posts-and-folds'"]),
    ("equal_hands.replays_most", &["1", "2"]),
    ("equal_hands", &[LEFT_OUT]),
    ("mistakes.two_exposed_in_stud", &["'redeal'", "'continue'"]),
    ("mistakes.boxed_redeal_from", &["0", "1", "3", LEFT_OUT]),
    ("mistakes.exposed_seventh", &["'choice'", "'forced-if-bet'", "'forced-if-bet'", LEFT_OUT]),
    ("mistakes.middle_cards.no_burn_flop", &["'redeal-flop'", "'restore'"]),
    ("mistakes.middle_cards.extra_flop_card", &["'next-burn'", "'redeal-flop'"]),
    ("mistakes.middle_cards.premature_flop_burn", &["'return-burn'", "'keep-burn'"]),
    ("mistakes.middle_cards.premature_turn", &["'river-first'", "'tda-rp5'"]),
    ("mistakes.middle_cards.premature_turn_river_burn", &["'none'", "'burn'"]),
    ("mistakes.middle_cards", &[LEFT_OUT]),
    ("mistakes", &[LEFT_OUT]),
];

/// A key that is left out.
const LEFT_OUT: &str = "";

/// The names of the shipped rules files of poker between players.
#[must_use]
pub fn rules_between_players() -> Vec<String> {
    list(Kind::Betting)
}

/// A table under the rules file of this name; with some of its keys changed where `varies`. `step` is what credit is a multiple of.
pub(super) fn draw(name: &str, varies: bool, step: i64, chance: &mut Chance) -> Result<DrawnPlayerTable, ScenarioRulesError> {
    let not_good = |message: String| ScenarioRulesError::NotGood { name: name.to_owned(), message };
    let mut keys = file_keys(Kind::Betting, name)?;
    if varies {
        vary(&mut keys, chance, |_| true);
    }
    let level = level(&house_of(&keys).map_err(not_good)?, step, chance);
    let hourly = level.unit.minor() * chance.between(1, 4) as i64;
    if varies && chance.below(3) == 0 {
        take_by_the_hour(&mut keys, hourly);
    }
    let house = house_of(&keys).map_err(not_good)?;
    if let Some((key, expected)) = level.problem(&house) {
        return Err(not_good(format!("{key}: expected {expected}")));
    }
    let opened_by_seat = (chance.below(3) == 0).then(|| OpenedBySeat { seats_most: chance.between(2, 6) as u8, closes_after_seconds: 30 });
    let seats_open = opened_by_seat.is_some();
    let terms = PlayerTableTerms {
        name: name.to_owned(),
        rules_name: name.to_owned(),
        rules_sha256: [0; 32],
        rules: TableRules { house, level },
        decision_seconds: 20,
        pause_seconds: 3,
        card_most_seconds: 10,
        time_bank: TimeBank { full_seconds: [0, 30][chance.below(2) as usize], gain_seconds: 5 },
        absent_after_decisions: [0, 1, 2][chance.below(3) as usize],
        show_seconds: [0, 2, 5][chance.below(3) as usize],
        absent_after_deals: [0, 1, 3][chance.below(3) as usize],
        opened_by_seat,
        is_dealt_by_hand: chance.below(3) != 0,
        offers_free_fold: seats_open,
    };
    let rules = PlayerRules::read(name, &keys, terms.amounts()).map_err(not_good)?.with_absent_after(terms.absent_after_decisions);
    let rules = rules.with_show_seconds(terms.show_seconds).with_absent_after_deals(terms.absent_after_deals);
    let rules = rules.with_opened_by_seat(terms.opened_by_seat).with_dealer(terms.is_dealt_by_hand).with_free_fold(terms.offers_free_fold);
    Ok(DrawnPlayerTable { terms, rules })
}

/// Changes keys of these paths one after the other, each where the file stays a good one with it.
pub(in crate::sim) fn vary(keys: &mut Table, chance: &mut Chance, may_change: impl Fn(&str) -> bool) {
    for (path, values) in OTHERS.into_iter().filter(|(path, _)| may_change(path)) {
        if chance.below(3) != 0 {
            continue;
        }
        let text = values[chance.below(values.len() as u64) as usize];
        let value = (text != LEFT_OUT).then(|| value_of(text));
        change_where_good(keys, &[(path, value)]);
    }
}

/// A fee by the hour instead of one of the pots, where the house may take one.
fn take_by_the_hour(keys: &mut Table, fee: i64) {
    let free = value_of("{ flat-minor = 0 }");
    change_where_good(keys, &[("fee.rate", Some(free)), ("fee.hourly_minor", Some(Value::Integer(fee)))]);
}

/// Changes these keys, where the file stays a good one with that.
fn change_where_good(keys: &mut Table, changes: &[(&str, Option<Value>)]) {
    let mut changed = keys.clone();
    changes.iter().for_each(|(path, value)| change(&mut changed, path, value.as_ref()));
    if house_of(&changed).is_ok() {
        *keys = changed;
    }
}

fn value_of(text: &str) -> Value {
    let table: Table = format!("value = {text}").parse().expect("a value of a rules file");
    table["value"].clone()
}

fn house_of(keys: &Table) -> Result<House, String> {
    let house = House::deserialize(keys.clone()).map_err(|error| error.message().to_owned())?;
    match house.problems_of_file().into_iter().next() {
        Some((key, expected)) => Err(format!("{key}: expected {expected}")),
        None => Ok(house),
    }
}

/// Amounts that fit the house; so small that stacks run out.
fn level(house: &House, step: i64, chance: &mut Chance) -> Level {
    let unit = step * [1, 1, 5][chance.below(3) as usize];
    let money = |units: u64| Money::from_minor(unit * units as i64);
    let small = chance.between(1, 5);
    let big = small + chance.below(small + 1);
    let ante = if chance.below(3) == 0 { chance.between(1, small) } else { 0 };
    let most = big * chance.between(1, 12);
    let is_spread = house.betting.limit == Limit::Spread;
    match house.variant.forced() {
        ForcedBets::Blinds => Level {
            ante: money(ante),
            small_blind: money(small),
            big_blind: money(big),
            small_bet: money(big),
            big_bet: money(big * 2),
            most_bet: money(most),
            unit: money(1),
            ..Level::default()
        },
        // The initial stake is everybody's there.
        ForcedBets::FirstBlind => {
            Level { ante: money(ante.max(1)), big_blind: money(big), most_bet: money(most), unit: money(1), ..Level::default() }
        }
        // A stake may be less than the compulsory one where it is free.
        ForcedBets::Stake => {
            Level { ante: money(ante.max(1)), small_bet: money(big), most_bet: money(most), unit: money(1), ..Level::default() }
        }
        // In spread limit the bring-in is a stake like any other.
        ForcedBets::BringIn => Level {
            ante: money(ante),
            bring_in: money(if is_spread { big } else { small }),
            small_bet: money(big),
            big_bet: money(big * 2),
            most_bet: money(most),
            unit: money(1),
            ..Level::default()
        },
    }
}
