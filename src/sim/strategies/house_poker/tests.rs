//! The decisions of the best play, hand by hand, and what they are worth against a count of everything.

use std::sync::LazyLock;

use super::BestPlay;
use super::dealer::against;
use super::terms::Hand;
use crate::games::card_game::CardGame;
use crate::games::contract::Deal as _;
use crate::games::ranking::CardSet;
use crate::model::{BoxNumber, BoxStake, Card, CardChoice, Choice, Combination, Eyes, Money, Seat, StakeKind, Want};
use crate::profiles::load_card_game;
use crate::sim::strategies::hands::Strategy;

struct Game {
    game: CardGame,
    play: BestPlay,
}

impl Game {
    fn shipped(name: &str) -> Self {
        let game = load_card_game(name).expect("a shipped rules file").value;
        let play = BestPlay::of(&game).expect("a game of house poker");
        Self { game, play }
    }
}

static OASIS: LazyLock<Game> = LazyLock::new(|| Game::shipped("oasis/by"));
static RUSSIAN: LazyLock<Game> = LazyLock::new(|| Game::shipped("russian/by"));

pub(super) fn cards(names: &str) -> Vec<Card> {
    names.split_whitespace().map(|name| name.parse().expect("a card")).collect()
}

/// What was chosen, with the cards that are given away.
fn said(choice: Choice, own: &[Card]) -> String {
    match choice {
        Choice::Exchange(cards) => {
            let given = own.iter().enumerate().filter(|(at, _)| cards.has(*at));
            given.fold("exchange".to_owned(), |said, (_, card)| format!("{said} {card}"))
        }
        Choice::Insure(amount) => format!("insure {}", amount.minor()),
        Choice::SixthCard => "sixth card".to_owned(),
        Choice::BuyGame => "buy game".to_owned(),
        other => format!("{other:?}").to_lowercase(),
    }
}

/// All that the best play chooses with these cards.
#[track_caller]
fn check(of: &Game, own: &str, dealer: &str, then: &str, expected: &str) {
    assert_eq!(chosen(&of.game, &of.play, own, dealer, then), expected);
}

/// All that is chosen with these cards, an ante of 10, and these cards of the dealer's, the last one open; `then` are the further cards.
pub(super) fn chosen(game: &CardGame, strategy: &dyn Strategy, own: &str, dealer: &str, then: &str) -> String {
    let (own, dealer) = (cards(own), cards(dealer));
    let seat = Seat::new(1).expect("1 is a seat");
    let ante = BoxStake { seat, place: BoxNumber(1), hand: 0, kind: StakeKind::Ante, amount: Money::from_minor(10) };
    let mut deal = game.deal(&[ante]);
    let mut come = own.iter().copied().chain(dealer).chain(cards(then));
    let mut chosen = Vec::new();
    loop {
        match deal.wants() {
            Want::Card { .. } => match come.next() {
                Some(card) => deal.take_card(card),
                None => break,
            },
            Want::Decision(decision) => {
                let choice = strategy.choose(&decision, &deal.look(Eyes::Seat(seat)));
                chosen.push(said(choice, &own));
                deal.take_choice(choice);
            }
            Want::Window(_) | Want::Fresh | Want::Chance(_) => unreachable!("one box decides after the other"),
            Want::Settlement => break,
        }
    }
    chosen.join(", ")
}

#[test]
fn oasis_hands_that_are_passed() {
    check(&OASIS, "7s 6d 4h 3c 2s", "9h 9d Tc 5d Kh", "", "fold");
    check(&OASIS, "Qs 9d 8h 4c 2s", "9h 5h Tc 5d Kh", "", "fold");
    check(&OASIS, "As Kd 9h 4c 2s", "9c 5h Tc 5d Qh", "", "fold");
}

#[test]
fn oasis_hands_that_are_bet_as_they_are() {
    check(&OASIS, "As Ks Qs Js Ts", "9h 9d 7c 5d Kh", "", "bet");
    check(&OASIS, "9s 9d 7h 4c 2s", "Kh Qd 7c 5d 3h", "", "bet");
    check(&OASIS, "9s 9d 7h 7c 2s", "Kh Qd 4c 5d 3h", "", "bet");
    check(&OASIS, "As Kd Qh 8c 2s", "9h 5h Tc 5d 8h", "", "bet");
}

#[test]
fn oasis_four_cards_to_a_straight_or_a_flush_are_worth_an_ante_for_the_fifth() {
    check(&OASIS, "Ks Js 8s 3s 4d", "Kh Qd 7c 5d 9h", "2d", "exchange 4d, fold");
    check(&OASIS, "Ks Js 8s 3s 4d", "Kh Qd 7c 5d 9h", "2s", "exchange 4d, bet");
    check(&OASIS, "7s 5d 4h 3c 2s", "9h 9d Tc 8d Kh", "Ac", "exchange 7s, bet");
    // Four cards fill the middle, eight the ends.
    check(&OASIS, "Qs 6d 5h 3c 2s", "9h 9d Tc 8d Kh", "", "fold");
}

#[test]
fn russian_hands_that_are_passed() {
    check(&RUSSIAN, "Qs 9d 7h 4c 2s", "9h 5h Tc 5d Kh", "", "fold");
}

/// The second combination of a sixth card adds to the royal flush (RUS-12): a straight in 15 of 46 ways, a flush in 7.
#[test]
fn rus_5_a_royal_flush_buys_a_sixth_card_for_a_second_combination() {
    check(&RUSSIAN, "As Ks Qs Js Ts", "9h 9d 7c 5d 3h", "Ad", "sixth card, bet");
}

/// Four nines against a hand without game: a pair is enough for the dealer, and 13 cards in 42 make him one or a straight.
#[test]
fn rus_19_the_game_is_bought_where_a_win_by_it_is_worth_more_than_the_ante() {
    check(&RUSSIAN, "9s 9d 9h 9c 2s", "Kh Jd 7c 5d 3h", "", "bet, buy game");
    check(&RUSSIAN, "9s 9d 7h 4c 2s", "Kh Jd 6c 5d 3h", "", "bet, decline");
}

/// Every four hidden cards that the dealer can have.
#[track_caller]
fn check_worth(of: &Game, own: &str, up: &str, within: f64) {
    let (own, up) = (cards(own), cards(up)[0]);
    let hand = of.play.worth.terms().hand(&own);
    let unseen: Vec<Card> = Card::all().filter(|card| *card != up && !own.contains(card)).collect();
    let (mut sum, mut hands) = (0.0, 0.0);
    for first in 0..unseen.len() {
        for second in 0..first {
            for third in 0..second {
                for fourth in 0..third {
                    let hidden = [unseen[first], unseen[second], unseen[third], unseen[fourth]];
                    sum += of_dealer(of, &hand, &own, &[&hidden[..], &[up]].concat());
                    hands += 1.0;
                }
            }
        }
    }
    let (counted, found) = (sum / hands, of.play.worth.of_cards(&own, up.rank() as u8));
    assert!((counted - found).abs() < within, "counted {counted}, found {found}");
}

fn of_dealer(of: &Game, hand: &Hand, own: &[Card], dealer: &[Card]) -> f64 {
    let strength = CardSet::of(dealer).strength();
    if strength.combination() >= Combination::AceKing {
        return against(hand, strength);
    }
    let terms = of.play.worth.terms();
    match of.play.purchase(own, dealer) {
        Some(worth) => worth.max(terms.on_no_game),
        None => terms.on_no_game,
    }
}

#[test]
fn a_hand_is_worth_what_every_hand_of_the_dealer_makes_of_it() {
    check_worth(&OASIS, "9s 9d 7h 4c 2s", "Th", 0.01);
    check_worth(&OASIS, "As Kd Qh Jc 2s", "Jh", 0.01);
    check_worth(&RUSSIAN, "9s 9d 7h 4c 2s", "4h", 0.01);
    check_worth(&RUSSIAN, "9s 8d 7h 6c 5s", "4h", 0.1);
}

/// What an improvement is worth against the mean of what each draw is worth.
#[track_caller]
fn check_draws(of: &Game, own: &str, given: u8, up: &str, draws: usize) {
    let (own, up) = (cards(own), cards(up)[0]);
    let kept: Vec<Card> = own.iter().enumerate().filter(|(at, _)| !CardChoice(given).has(*at)).map(|(_, card)| *card).collect();
    let unseen: Vec<Card> = Card::all().filter(|card| *card != up && !own.contains(card)).collect();
    let mut worths = Vec::new();
    for (at, first) in unseen.iter().enumerate() {
        let with_second = |second: &Card| [&kept[..], &[*first, *second]].concat();
        match CardChoice(given).count() {
            2 => worths.extend(unseen[..at].iter().map(with_second)),
            _ => worths.push([&kept[..], &[*first]].concat()),
        }
    }
    let worths: Vec<f64> = worths.iter().map(|hand| of.play.worth.of_cards(hand, up.rank() as u8)).collect();
    let mean = worths.iter().sum::<f64>() / worths.len() as f64;
    let found = match given {
        0 => of.play.improvement.of_sixth_card(&of.play.worth, &own, up),
        _ => of.play.improvement.of_exchange(&of.play.worth, &own, up, CardChoice(given)),
    };
    assert_eq!(worths.len(), draws);
    assert!((mean - found).abs() < 1e-9, "counted {mean}, found {found}");
}

#[test]
fn an_improvement_is_worth_the_mean_of_all_draws() {
    check_draws(&OASIS, "Ks Js 8s 3s 4d", 0b1_0000, "9h", 46);
    check_draws(&OASIS, "Ks Js 8s 3d 4d", 0b1_1000, "9s", 1_035);
    check_draws(&RUSSIAN, "Ks Js 8s 3s 4d", 0, "9s", 46);
}
