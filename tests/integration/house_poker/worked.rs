//! The worked cases of `house-poker-by` sections 6.2 and 6.3, each line of a table a case.

use croupier::games::card_game::CardGame;
use croupier::model::Money;

use super::round::{oasis, play, russian};

const OASIS: &str = include_str!("../../worked/oasis-by.txt");
const RUSSIAN: &str = include_str!("../../worked/russian-by.txt");

fn check(table: &str, cases: usize, game: impl Fn(Option<Money>) -> CardGame) {
    let rows: Vec<Vec<&str>> =
        table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('|').map(str::trim).collect()).collect();
    assert_eq!(rows.len(), cases, "no case of the table is lost");
    for row in rows {
        let [case, most, stakes, hand, decisions, dealer, lines, staked, returned] = row[..] else { panic!("nine columns: {row:?}") };
        let money = |text: &str| Money::from_minor(text.parse().expect("an amount"));
        let game = game(Some(most).filter(|most| *most != "-").map(money));
        let played = play(&game, &[(1, stakes, hand)], dealer, decisions);
        assert_eq!(played.lines(), lines, "{case}");
        assert_eq!((played.staked(), played.returned()), (money(staked), money(returned)), "{case}");
    }
}

#[test]
fn ow_1_to_38_at_oasis_poker() {
    check(OASIS, 38, |most| {
        let mut rules = oasis();
        rules.play.payout.box_most_minor = most;
        CardGame::Oasis(rules)
    });
}

#[test]
fn sw_1_to_86_at_russian_poker() {
    check(RUSSIAN, 87, |most| {
        let mut rules = russian();
        rules.play.payout.box_most_minor = most;
        CardGame::Russian(rules)
    });
}
