//! The worked cases of the digest, the keys that its gaps have, wrong numbers of cards, who sees what, and rounds at random.

mod course;
mod keys;
mod mistakes;
mod random;
mod worked;

use super::Rules;
use crate::games::card_game::{CardDeal, CardGame};
use crate::games::contract::{CardRules as _, Deal as _};
use crate::model::toml_keys::read_text;
use crate::model::{BoxNumber, BoxStake, Card, CardChoice, CardPlace, Choice, DealSettlement, Money, Refusal, Seat, StakeKind, Want};

/// The rules as they come with the program.
const FIVE: &str = include_str!("../../../../device-profiles/rules/five-card/am.toml");
const EXCHANGE: &str = include_str!("../../../../device-profiles/rules/five-card/am-exchange.toml");
const SIX: &str = include_str!("../../../../device-profiles/rules/five-card/am-six.toml");
const JOKER: &str = include_str!("../../../../device-profiles/rules/five-card/am-joker.toml");

/// A box: the seat's number, its stakes before the deal such as `ante 100, bonus 50`, its cards with the one it buys behind them.
type BoxText<'a> = (u8, &'a str, &'a str);

/// A box of a seat with an ante of 100.
const fn box_of<'a>(seat: u8, cards: &'a str) -> BoxText<'a> {
    (seat, "ante 100", cards)
}

fn rules(text: &str) -> Rules {
    read_text(text).expect("a shipped rules file")
}

fn rules_with(text: &str, change: impl FnOnce(&mut Rules)) -> Rules {
    let mut rules = rules(text);
    change(&mut rules);
    rules
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("the case names a seat")
}

fn cards(names: &str) -> Vec<Card> {
    names.split_whitespace().map(|name| name.parse().expect("the case names cards")).collect()
}

fn stakes(number: u8, place: u8, text: &str) -> Vec<BoxStake> {
    let stake = |text: &str| {
        let (kind, amount) = text.trim().split_once(' ').expect("a kind and an amount");
        let amount = Money::from_minor(amount.parse().expect("an amount"));
        BoxStake { seat: seat(number), place: BoxNumber(place), hand: 0, kind: kind.parse().expect("a kind of stake"), amount }
    };
    text.split(',').map(stake).collect()
}

/// Lays the stakes of these boxes, numbered from 1 in the order given, one box after another.
fn lay(rules: &Rules, boxes: &[(u8, &str)]) -> Result<Vec<BoxStake>, Refusal> {
    let mut lie = Vec::new();
    for (place, (number, text)) in (1..).zip(boxes) {
        let asked = stakes(*number, place, text);
        rules.accept(&lie, seat(*number), &asked)?;
        lie.extend(asked);
    }
    Ok(lie)
}

/// A deal, the cards that are still to come in it, and the decisions.
struct Round<'a> {
    deal: CardDeal,
    hands: Vec<std::vec::IntoIter<Card>>,
    dealer: std::vec::IntoIter<Card>,
    decisions: std::str::SplitWhitespace<'a>,
}

impl<'a> Round<'a> {
    /// Before its first card; decisions are `fold`, `bet`, `six`, or the place of the card to exchange, from 1.
    fn new(rules: &Rules, boxes: &[BoxText<'_>], dealer: &str, decisions: &'a str) -> Self {
        let laid: Vec<(u8, &str)> = boxes.iter().map(|(number, stakes, _)| (*number, *stakes)).collect();
        let deal = CardGame::FiveCard(rules.clone()).deal(&lay(rules, &laid).expect("the stakes of the case are taken"));
        let hands = boxes.iter().map(|(.., hand)| cards(hand).into_iter()).collect();
        Self { deal, hands, dealer: cards(dealer).into_iter(), decisions: decisions.split_whitespace() }
    }

    /// As far as cards and decisions go.
    fn played(mut self) -> Self {
        while self.goes_on() {}
        self
    }

    fn goes_on(&mut self) -> bool {
        match self.deal.wants() {
            Want::Card { to, .. } => {
                let card = match to {
                    CardPlace::Hand { place, .. } => self.hands[usize::from(place.0) - 1].next(),
                    _ => self.dealer.next(),
                };
                card.map(|card| self.deal.take_card(card)).is_some()
            }
            Want::Decision(decision) => {
                let Some(word) = self.decisions.next() else { return false };
                let choice = match word {
                    "fold" => Choice::Fold,
                    "bet" => Choice::Bet,
                    "six" => Choice::SixthCard,
                    place => Choice::Exchange(CardChoice(1 << (place.parse::<u8>().expect("a decision of the case") - 1))),
                };
                decision.offer_for(&choice).expect("it is offered");
                self.deal.take_choice(choice);
                true
            }
            Want::Window(_) | Want::Fresh | Want::Chance(_) => unreachable!("one box decides after the other, and there is one shuffle"),
            Want::Settlement => false,
        }
    }
}

/// A whole round.
fn played(rules: &Rules, boxes: &[BoxText<'_>], dealer: &str, decisions: &str) -> CardDeal {
    Round::new(rules, boxes, dealer, decisions).played().deal
}

/// What each stake returned, uncut, such as `ante 200, bonus 0, bet 400 (flush 1:1)`.
fn lines(settlement: &DealSettlement) -> String {
    let name = |kind: StakeKind| <&str>::from(kind);
    let line = |line: &crate::model::StakeReturn| {
        let named = line.wins.iter().filter_map(|win| Some((win.combination?, win.odds)));
        let wins: Vec<String> = named.map(|(combination, odds)| format!(" ({} {odds})", <&str>::from(combination))).collect();
        format!("{} {}{}", name(line.stake.kind), line.returned, wins.concat())
    };
    settlement.returns.iter().map(line).collect::<Vec<_>>().join(", ")
}

fn returned(settlement: &DealSettlement) -> i64 {
    Seat::all().map(|seat| settlement.returned_to(seat).minor()).sum()
}

/// What one box with an ante of 100 has staked and what came back.
#[track_caller]
fn check(rules: &Rules, stakes: &str, box_cards: &str, dealer: &str, decisions: &str, expected: (&str, i64, i64)) {
    let deal = played(rules, &[(1, stakes, box_cards)], dealer, decisions);
    let settlement = deal.settle();
    let staked = settlement.staked_by(seat(1)).minor();
    assert_eq!((lines(&settlement).as_str(), staked, returned(&settlement)), expected, "{box_cards} against {dealer}: {decisions}");
}
