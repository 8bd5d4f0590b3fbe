//! The rules of a night's card tables: a shipped file, in most nights with some of its keys changed to what the rule books name beside it.
//!
//! The cabinet gets them as the games read them, the auditor as the keys of the file.

use toml::{Table, Value};

use super::NightRulesError;
use crate::cabinet::CardTerms;
use crate::profiles::{Kind, card_game_of, file_keys, game_of};
use crate::sim::auditor::TableRules;
use crate::sim::chance::Chance;

/// Other values of keys, game by game; `None` leaves the key out.
type Others = &'static [(&'static str, &'static [Option<&'static str>])];

const YES_OR_NO: &[Option<&str>] = &[Some("true"), Some("false")];
const RESTART: &[Option<&str>] = &[Some("'void'"), Some("'continue'")];

const BACCARAT: Others = &[
    ("course.restart_in_deal", RESTART),
    ("side_bets_need_main", YES_OR_NO),
    ("limits.stake.player", &[Some("{ least = 10, most = 400 }")]),
    ("limits.stake.tie", &[Some("{ least = 20, most = 60 }"), None]),
    ("play.naturals_stop", &[Some("'both'"), Some("'either'")]),
    ("play.banker_third_card", &[Some("'given-lines'"), Some("'tableau'")]),
    ("play.pair_by", &[Some("'value'")]),
    ("play.either_pair", &[Some("'pair-or-suit'")]),
    ("play.perfect_two_strict", &[Some("true")]),
    ("play.natural", &[Some("'two-cards'")]),
    ("play.bonus_rows", &[Some("'total'")]),
    ("play.bonus_needs_eight_or_nine", &[Some("true")]),
    ("play.natural_tie", &[Some("'push'")]),
    ("play.rounding", &[Some("'floor'")]),
    ("play.pays.banker", &[Some("'1:1'"), Some("'19:20'")]),
    ("play.pays.bonus.by_4", &[Some("'3:2'")]),
];

/// Keys that go together only, game by game: the separate bet on two perfect pairs is taken where, and only where, it is a bet of its own
/// (BQAM-Q8), and an ante is a multiple of twice the smallest chip (HA-3).
const TOGETHER: [(&str, &[(&str, &str)]); 3] = [
    ("baccarat", &[("play.perfect_split_bets", "true"), ("limits.stake.two_perfect_pairs", "{ least = 2, most = 1_000_000 }")]),
    ("oasis", CHIPS_OF_5),
    ("russian", CHIPS_OF_5),
];

const CHIPS_OF_5: &[(&str, &str)] = &[("limits.chip_minor", "5"), ("limits.ante", "{ least = 10, most = 10_000 }")];

const BLACKJACK: Others = &[
    ("course.restart_in_deal", RESTART),
    ("boxes", &[Some("1"), Some("3")]),
    ("players_per_box", &[Some("1"), Some("2"), Some("6")]),
    ("limits.step_chips", &[Some("1")]),
    ("limits.least_minor", &[Some("10")]),
    ("limits.box_most_minor", &[Some("60"), Some("600"), Some("6000")]),
    ("limits.win_most_minor", &[Some("20"), Some("150"), Some("1000")]),
    ("limits.raises_within_box_most", &[Some("true")]),
    ("play.twenty_one_stands", YES_OR_NO),
    ("play.rounding", &[Some("'floor'")]),
    ("play.blackjack.paid_at_once", YES_OR_NO),
    ("play.blackjack.even_money", YES_OR_NO),
    ("play.blackjack.payments_in_void", &[Some("'stand'"), Some("'come-back'")]),
    ("play.forfeits_in_void", &[Some("'stand'"), Some("'come-back'")]),
    ("play.blackjack.after_split", YES_OR_NO),
    ("play.dealer.first_card", &[Some("'between-rounds'"), Some("'after-rounds'")]),
    ("play.dealer.soft_17", &[Some("'hit'")]),
    ("play.dealer.against_blackjacks", &[Some("'one-card'"), Some("'whole-hand'")]),
    ("play.dealer.draws_for_nobody", YES_OR_NO),
    ("play.dealer.blackjack_takes", &[Some("'original-only'")]),
    ("play.double.least_points", &[Some("9")]),
    ("play.double.most_points", &[Some("11")]),
    ("play.double.after_split", YES_OR_NO),
    ("play.double.on_split_aces", YES_OR_NO),
    ("play.double.blind_most_points", &[None, Some("11"), Some("21")]),
    ("play.double.blind_counts", &[Some("'low'")]),
    ("play.split.by", &[Some("'rank'"), Some("'value'")]),
    ("play.split.most", &[Some("0"), Some("1"), Some("3")]),
    ("play.split.aces_one_card", YES_OR_NO),
    ("play.split.aces_again", YES_OR_NO),
    ("play.split.ends_with_bust", YES_OR_NO),
    ("play.surrender", &[None]),
    ("play.surrender.against_ace", YES_OR_NO),
    ("play.surrender.after_split", YES_OR_NO),
    ("play.surrender.is_final", YES_OR_NO),
    ("play.insurance", &[None]),
    ("play.insurance.asked", &[Some("'before-play'"), Some("'at-the-box'")]),
    ("play.insurance.partial", YES_OR_NO),
    ("play.insurance.against_ten", YES_OR_NO),
    ("play.insurance.on_blackjack", YES_OR_NO),
    ("play.mistakes.stray_card", &[Some("'void'"), Some("'next-place'")]),
    ("play.mistakes.missed_box", &[Some("'void'"), Some("'sits-out'")]),
];

const OASIS: Others = &[
    ("course.restart_in_deal", RESTART),
    ("boxes.boxes", &[Some("3")]),
    ("limits.ante", &[Some("{ least = 8, most = 30 }"), Some("{ least = 20, most = 1000 }")]),
    ("limits.bonus.plate", &[Some("{ step_minor = 2, least = 4, most = 20 }")]),
    ("boxes.light_most", &[Some("1")]),
    ("boxes.dark_must_differ", YES_OR_NO),
    ("limits.bonus", &[Some("'half-ante'"), None]),
    ("play.bonus_survives_pass", YES_OR_NO),
    ("play.dark_improvement", YES_OR_NO),
    ("play.insurance_most", &[Some("'bet-and-ante-win'")]),
    ("play.payout.box_most_minor", &[Some("60"), Some("300"), Some("3000")]),
    ("play.payout.bonus_most_minor", &[Some("100")]),
    ("play.payout.cap_on", &[Some("'total-returned'")]),
    ("play.payout.insurance_in_cap", YES_OR_NO),
    ("play.payout.bonus_in_cap", YES_OR_NO),
    ("play.pays.bet.ace_king", &[None]),
];

const RUSSIAN: Others = &[
    ("course.restart_in_deal", RESTART),
    ("boxes.boxes", &[Some("2")]),
    ("limits.ante", &[Some("{ least = 8, most = 30 }"), Some("{ least = 20, most = 1000 }")]),
    ("boxes.light_most", &[Some("2")]),
    ("boxes.dark_must_differ", YES_OR_NO),
    ("limits.bonus", &[None]),
    ("play.bonus_survives_pass", YES_OR_NO),
    ("play.bonus_two_pair", &[Some("'lose'")]),
    ("play.dark_improvement", YES_OR_NO),
    ("play.insurance_most", &[Some("'both'")]),
    ("play.dark_insurance", &[None]),
    ("play.dark_insurance.antes_most", &[Some("2")]),
    ("play.dark_insurance.needs_three_of_a_kind", YES_OR_NO),
    ("play.doubles.ace_king_inside_first", YES_OR_NO),
    ("play.payout.box_most_minor", &[Some("60"), Some("300"), Some("3000")]),
    ("play.payout.bonus_most_minor", &[Some("100")]),
    ("play.payout.cap_on", &[Some("'total-returned'")]),
    ("play.payout.insurance_in_cap", YES_OR_NO),
    ("play.payout.bonus_in_cap", YES_OR_NO),
    ("play.pays.bet.ace_king", &[None]),
];

/// One card table.
#[derive(Clone, Debug)]
pub(super) struct DrawnTable {
    pub(super) terms: CardTerms,
    pub(super) rules: TableRules,
}

/// A table under the rules file of this name; with some of its keys changed where `varies`.
pub(super) fn draw(name: &str, varies: bool, chance: &mut Chance) -> Result<DrawnTable, NightRulesError> {
    let mut keys = file_keys(Kind::Rules, name)?;
    if varies {
        vary(&mut keys, game_of(name), chance);
    }
    let not_good = |message| NightRulesError::NotGood { name: name.to_owned(), message };
    let game = card_game_of(game_of(name), keys.clone()).map_err(not_good)?;
    let rules = TableRules::read(game_of(name), &keys).map_err(not_good)?;
    let terms = CardTerms { name: game.name().into(), rules_name: name.to_owned(), rules_sha256: [0; 32], game };
    Ok(DrawnTable { terms, rules })
}

/// Changes about one key in four, and of those that mean something only in deals that are rare every second one.
fn vary(keys: &mut Table, game: &str, chance: &mut Chance) {
    let others = match game {
        "baccarat" => BACCARAT,
        "blackjack" => BLACKJACK,
        "oasis" => OASIS,
        _ => RUSSIAN,
    };
    for (path, values) in others {
        let is_of_rare_deals = path.ends_with("_most_minor") || *path == "play.dark_improvement";
        if chance.below(if is_of_rare_deals { 2 } else { 4 }) == 0 {
            let value = values[chance.below(values.len() as u64) as usize];
            change(keys, path, value);
        }
    }
    let together = TOGETHER.iter().filter(|(of, _)| *of == game && chance.below(2) == 0);
    together.flat_map(|(_, changes)| *changes).for_each(|(path, value)| change(keys, path, Some(value)));
}

/// Gives a key another value, or leaves it out; nothing where its table has been left out.
fn change(keys: &mut Table, path: &str, value: Option<&str>) {
    let (tables, key) = path.rsplit_once('.').unwrap_or(("", path));
    let parts = tables.split('.').filter(|part| !part.is_empty());
    let table = parts.into_iter().try_fold(keys, |table, part| table.get_mut(part).and_then(Value::as_table_mut));
    let Some(table) = table else { return };
    match value {
        Some(text) => drop(table.insert(key.to_owned(), literal(text))),
        None => drop(table.remove(key)),
    }
}

fn literal(text: &str) -> Value {
    let table: Table = format!("value = {text}").parse().expect("the values of this list are TOML");
    table["value"].clone()
}
