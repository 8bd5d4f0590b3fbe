//! The worked cases of the digest, the limits of a chain, and what stands where a deal cannot go on.

mod chains;
mod random;

use super::Rules;
use super::guess::coefficient_hundredths;
use crate::games::card_game::{CardDeal, CardGame};
use crate::games::contract::{CardRules, Deal as _};
use crate::games::machine::BOX;
use crate::model::toml_keys::read_text;
use crate::model::{BoxNumber, BoxStake, Card, Choice, ChoiceKind, Fate, Money, Offer, Refusal, Seat, StakeKind, Want};

/// The rules as they come with the program.
const SHIPPED: &str = include_str!("../../../device-profiles/rules/hi-lo/am.toml");

fn rules_with(change: impl FnOnce(&mut Rules)) -> Rules {
    let mut rules: Rules = read_text(SHIPPED).expect("a shipped rules file");
    change(&mut rules);
    rules
}

fn stake(amount: i64) -> BoxStake {
    let seat = Seat::new(3).expect("the case names a seat");
    BoxStake { seat, place: BOX, hand: 0, kind: StakeKind::Main, amount: Money::from_minor(amount) }
}

fn card(name: &str) -> Card {
    name.parse().expect("the case names cards")
}

/// What is offered now; nothing where no decision is waited for.
fn offers(deal: &CardDeal) -> Vec<Offer> {
    match deal.wants() {
        Want::Decision(decision) => decision.offers.to_vec(),
        _ => Vec::new(),
    }
}

/// The same as words: `higher 1.90 190` with the coefficient and what the pot comes to, `tie 1-100`, `collect 190`.
fn offered(deal: &CardDeal) -> String {
    let word = |offer: &Offer| match offer.kind {
        ChoiceKind::Tie => format!("tie {}-{}", offer.least, offer.most),
        ChoiceKind::Collect => format!("collect {}", offer.returns),
        kind => {
            let name: &str = kind.into();
            format!("{name} {}.{:02} {}", offer.coefficient_hundredths / 100, offer.coefficient_hundredths % 100, offer.returns)
        }
    };
    offers(deal).iter().map(word).collect::<Vec<_>>().join(", ")
}

/// Plays these words: a card, `higher`, `lower`, `collect`, and `tie 20` for a bet on a tie.
fn played_at(rules: &Rules, amount: i64, words: &str) -> CardDeal {
    let mut deal = CardGame::HiLo(rules.clone()).deal(&[stake(amount)]);
    for word in words.split(", ") {
        let choice = match word.split_once(' ').unwrap_or((word, "")) {
            ("higher", _) => Choice::Higher,
            ("lower", _) => Choice::Lower,
            ("collect", _) => Choice::Collect,
            ("tie", amount) => Choice::Tie(Money::from_minor(amount.parse().expect("an amount"))),
            _ => {
                assert!(matches!(deal.wants(), Want::Card { .. }), "no card is wanted for {word} in {words}");
                deal.take_card(card(word));
                continue;
            }
        };
        let Want::Decision(decision) = deal.wants() else { panic!("nothing is decided at {word} in {words}") };
        assert!(decision.offer_for(&choice).is_ok(), "{word} is not offered in {words}");
        let placed: Money = deal.take_choice(choice).iter().map(|stake| stake.amount).sum();
        assert_eq!(placed, choice.amount().unwrap_or_default(), "{words}");
    }
    deal
}

fn played(words: &str) -> CardDeal {
    played_at(&rules_with(|_| ()), 100, words)
}

/// What became of each stake and what it returned, the ante first.
#[track_caller]
fn check_at(rules: &Rules, amount: i64, words: &str, expected: &[(Fate, i64)]) {
    let deal = played_at(rules, amount, words);
    assert_eq!(deal.wants(), Want::Settlement, "{words}");
    let told: Vec<_> = deal.settle().returns.iter().map(|line| (line.fate, line.returned.minor())).collect();
    assert_eq!(told, expected, "{words}");
}

#[track_caller]
fn check(words: &str, expected: &[(Fate, i64)]) {
    check_at(&rules_with(|_| ()), 100, words, expected);
}

#[track_caller]
fn check_offered(words: &str, expected: &str) {
    assert_eq!(offered(&played(words)), expected, "{words}");
}

#[test]
fn bqam_q30_the_coefficients_of_the_first_card() {
    let check = |card: &str, higher: &str, lower: &str| {
        let deal = played(&format!("{card}s"));
        let of = |kind: ChoiceKind| offers(&deal).iter().find(|offer| offer.kind == kind).map(|offer| offer.coefficient_hundredths);
        let shown = |kind| of(kind).map_or("–".to_owned(), |hundredths| format!("{}.{:02}", hundredths / 100, hundredths % 100));
        assert_eq!([shown(ChoiceKind::Higher), shown(ChoiceKind::Lower)], [higher, lower], "{card}");
    };
    check("A", "1.00", "–");
    check("2", "1.03", "11.40");
    check("3", "1.14", "5.70");
    check("4", "1.26", "3.80");
    check("5", "1.42", "2.85");
    check("6", "1.62", "2.28");
    check("7", "1.90", "1.90");
    check("8", "2.28", "1.62");
    check("9", "2.85", "1.42");
    check("T", "3.80", "1.26");
    check("J", "5.70", "1.14");
    check("Q", "11.40", "1.03");
    check("K", "–", "1.00");
}

#[test]
fn bqam_q30_a_coefficient_is_rounded_down_and_never_below_one() {
    let check = |percent, others, right, hundredths| assert_eq!(coefficient_hundredths(percent, others, right), hundredths);
    check(95, 47, 8, Some(558));
    check(95, 47, 39, Some(114));
    check(95, 48, 46, Some(100));
    check(1, 48, 4, Some(100));
    check(100, 48, 4, Some(1_200));
    check(95, 48, 0, None);
    check(95, 0, 0, None);
}

#[test]
fn bqam_30_to_34_the_worked_cases_of_the_chain() {
    use Fate::{Lost, Returned, Won};
    check("7s, higher, Jd, collect", &[(Won, 190)]);
    check("7s, lower, Jd", &[(Lost, 0)]);
    check("7s, higher, Jd, lower, 4d, collect", &[(Won, 217)]);
    check("7s, higher, Jd, higher, Qc, collect", &[(Won, 1_060)]);
    check("As, higher, 9d, collect", &[(Returned, 100)]);
    check("2s, lower, Ad, collect", &[(Won, 1_140)]);
    check("Qs, higher, Kd, collect", &[(Won, 1_140)]);
    check("Ks, lower, 5d, collect", &[(Returned, 100)]);
    check("7s, higher, 7d, higher, 9c, collect", &[(Won, 190)]);
}

#[test]
fn bqam_32_to_34_the_worked_cases_of_the_bet_on_a_tie() {
    use Fate::{Lost, Won};
    check("7s, tie 20, higher, Jd, collect", &[(Won, 190), (Lost, 0)]);
    check("7s, tie 20, higher, 3d", &[(Lost, 0), (Lost, 0)]);
    check("7s, tie 20, higher, 7d, higher, 3d", &[(Lost, 0), (Won, 220)]);
    check("7s, tie 20, higher, 7d, tie 30, lower, 7h, tie 40, lower, 3d, collect", &[(Won, 190), (Won, 220), (Won, 330), (Lost, 0)]);
}

#[test]
fn bqam_q31_h5_equal_ranks_leave_the_pot_as_it_is_and_are_no_step() {
    check_offered("7s, higher, 7d", "higher 1.90 190, lower 1.90 190, tie 1-100");
    check_offered("7s, higher, Jd, lower, Jc", "higher 5.58 1060, lower 1.14 217, tie 1-100, collect 190");
}

#[test]
fn h13_after_a_bet_on_a_tie_a_guess_must_follow() {
    check_offered("7s, tie 20", "higher 1.90 190, lower 1.90 190");
    check_offered("7s, higher, Jd, tie 20", "higher 5.58 1060, lower 1.14 217");
    check_offered("7s, higher, Jd", "higher 5.58 1060, lower 1.14 217, tie 1-100, collect 190");
}

#[test]
fn bqam_q34_what_cannot_be_right_is_not_offered() {
    check_offered("Ks", "lower 1.00 100, tie 1-100");
    check_offered("As", "higher 1.00 100, tie 1-100");
    check_offered("7s, higher, 7d, lower, 7h, lower, 7c", "higher 1.90 190, lower 1.90 190");
}

#[test]
fn bqam_q35_a_bet_on_a_tie_is_up_to_the_ante_in_steps_and_is_for_one_draw() {
    let tie_step = |step| rules_with(move |rules| rules.play.tie.step_minor = Money::from_minor(step));
    let tie = |rules: &Rules, amount| offers(&played_at(rules, amount, "7s")).into_iter().find(|offer| offer.kind == ChoiceKind::Tie);
    let range = |rules: &Rules, amount| tie(rules, amount).map(|offer| [offer.least, offer.most, offer.step].map(Money::minor));
    assert_eq!(range(&tie_step(1), 100), Some([1, 100, 1]));
    assert_eq!(range(&tie_step(30), 100), Some([30, 90, 30]));
    assert_eq!(range(&tie_step(100), 100), Some([100, 100, 100]));
    assert_eq!(range(&tie_step(101), 100), None);
    assert_eq!(range(&rules_with(|rules| rules.play.tie.is_offered = false), 100), None);
    let deal = played("7s, tie 20, higher, 7d, higher, 9c, tie 5");
    let told: Vec<_> = deal.stakes().iter().map(|stake| (stake.kind, stake.hand, stake.amount.minor())).collect();
    assert_eq!(told, [(StakeKind::Main, 0, 100), (StakeKind::Tie, 0, 20), (StakeKind::Tie, 2, 5)]);
}

#[test]
fn an_amount_that_is_not_offered_is_refused_with_its_reason() {
    let rules = rules_with(|rules| rules.play.tie.step_minor = Money::from_minor(10));
    let Want::Decision(decision) = played_at(&rules, 100, "7s").wants() else { panic!("a guess is waited for") };
    let refused = |amount| decision.offer_for(&Choice::Tie(Money::from_minor(amount))).err();
    assert_eq!([110, 15, 0, 100].map(refused), [Some(Refusal::AboveMost), Some(Refusal::AmountOffStep), Some(Refusal::BelowLeast), None]);
    assert_eq!(decision.offer_for(&Choice::Collect).err(), Some(Refusal::ChoiceNotOffered));
}

#[test]
fn silence_collects_and_makes_the_likelier_guess_where_it_may_not() {
    let check = |words: &str, expected: Choice| match played(words).wants() {
        Want::Decision(decision) => assert_eq!(decision.otherwise, expected, "{words}"),
        want => panic!("a decision, not {want:?}"),
    };
    check("7s", Choice::Higher);
    check("8s", Choice::Lower);
    check("6s", Choice::Higher);
    check("Ks", Choice::Lower);
    check("7s, higher, 7d", Choice::Higher);
    check("7s, higher, Jd", Choice::Collect);
    check("7s, higher, Jd, tie 20", Choice::Lower);
    check("7s, tie 20", Choice::Higher);
}

#[test]
fn h17_nothing_stands_before_the_first_right_guess_and_then_the_pot_does() {
    let stands = |words: &str| {
        let settlement = played(words).stands()?;
        Some(settlement.returns.iter().map(|line| (line.fate, line.returned.minor())).collect::<Vec<_>>())
    };
    use Fate::{Lost, Returned, Won};
    assert_eq!(stands("7s"), None);
    assert_eq!(stands("7s, tie 20, higher"), None);
    assert_eq!(stands("7s, higher, 7d, higher"), None);
    assert_eq!(stands("7s, higher, Jd"), Some(vec![(Won, 190)]));
    assert_eq!(stands("7s, higher, Jd, tie 20, lower"), Some(vec![(Won, 190), (Returned, 20)]));
    assert_eq!(stands("7s, tie 20, higher, Jd, lower"), Some(vec![(Won, 190), (Lost, 0)]));
    assert_eq!(stands("As, higher, 9d"), Some(vec![(Returned, 100)]));
}

#[test]
fn a_bet_on_a_tie_that_was_won_stands_where_the_chain_has_not_begun() {
    let stands = |words: &str| played(words).stands().map(|settlement| settlement.returned_to(stake(1).seat).minor());
    assert_eq!(stands("7s, tie 20, higher, 7d"), Some(320));
    assert_eq!(stands("7s, tie 20, higher, 7d, tie 5, lower"), Some(325));
}

#[test]
fn what_a_wrong_guess_or_the_player_has_ended_stands() {
    let stands = |words: &str| played(words).stands().map(|settlement| settlement.returned_to(stake(1).seat).minor());
    assert_eq!(stands("7s, higher, Jd, higher, 3d"), Some(0));
    assert_eq!(stands("7s, higher, Jd, collect"), Some(190));
    assert_eq!(stands("7s, higher, 3d"), Some(0));
}

#[test]
fn what_may_be_staked() {
    let rules = rules_with(|rules| {
        (rules.limits.step_minor, rules.limits.main.least) = (Money::from_minor(10), Money::from_minor(10));
        rules.limits.main.most = Money::from_minor(50);
    });
    let check = |asked: BoxStake, expected| assert_eq!(rules.accept(&[], asked.seat, &[asked]), expected, "{asked:?}");
    check(stake(10), Ok(()));
    check(stake(50), Ok(()));
    check(stake(60), Err(Refusal::AboveMost));
    check(stake(15), Err(Refusal::AmountOffStep));
    check(BoxStake { kind: StakeKind::Tie, ..stake(10) }, Err(Refusal::BetNotOffered));
    check(BoxStake { place: BoxNumber(2), ..stake(10) }, Err(Refusal::BoxUnknown));
    check(BoxStake { hand: 1, ..stake(10) }, Err(Refusal::BetMalformed));
}

#[test]
fn what_is_wrong_with_a_rules_file_is_said_with_its_key() {
    #[track_caller]
    fn check(change: impl FnOnce(&mut Rules), key: Option<&str>) {
        let problems = rules_with(change).problems();
        assert_eq!(problems.first().map(|(key, _)| key.as_str()), key, "{problems:?}");
    }
    let most = |minor| move |rules: &mut Rules| rules.play.most_minor = Some(Money::from_minor(minor));
    check(|_| (), None);
    check(|rules| rules.play.return_percent = 0, Some("play.return_percent"));
    check(|rules| rules.play.return_percent = 101, Some("play.return_percent"));
    check(|rules| rules.play.steps_most = 0, Some("play.steps_most"));
    check(|rules| rules.play.steps_most = 21, Some("play.steps_most"));
    check(|rules| rules.play.times_most = 11, Some("play.times_most"));
    check(|rules| rules.play.times_most = 10_001, Some("play.times_most"));
    check(most(1_199_999_999), Some("play.most_minor"));
    check(most(1_200_000_000), None);
    check(most(i64::MAX), Some("play.most_minor"));
    check(|rules| rules.play.tie.step_minor = Money::ZERO, Some("play.tie.step_minor"));
    check(|rules| (rules.shoe.packs, rules.shoe.behind_cut) = (2, 104), Some("shoe"));
    check(|rules| rules.shoe.burn = 1, Some("shoe"));
    check(|rules| rules.shoe.behind_cut = 26, Some("shoe"));
}
