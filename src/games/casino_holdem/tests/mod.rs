//! The worked cases of the digest, the keys that its gaps have, who sees what, what is paid at once, and rounds at random.

mod course;
mod keys;
mod paid;
mod random;
mod worked;

use super::Rules;
use crate::games::card_game::{CardDeal, CardGame};
use crate::games::contract::{CardRules as _, Deal as _};
use crate::model::toml_keys::read_text;
use crate::model::{BoxNumber, BoxStake, Card, CardPlace, Choice, DealSettlement, Money, Refusal, Seat, StakeKind, Want};

/// The rules as they come with the program.
const SHIPPED: &str = include_str!("../../../../device-profiles/rules/casino-holdem/by.toml");

/// A box: the seat's number, its stakes before the deal such as `ante 10, bonus 5`, its two cards.
type BoxText<'a> = (u8, &'a str, &'a str);

fn rules_with(change: impl FnOnce(&mut Rules)) -> Rules {
    let mut rules: Rules = read_text(SHIPPED).expect("a shipped rules file");
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

/// A deal with these boxes as far as these cards of the board and these decisions go: `fold` or `bet`, box after box.
fn dealt(rules: &Rules, boxes: &[BoxText<'_>], dealer: &str, board: &str, decisions: &str) -> CardDeal {
    let laid: Vec<(u8, &str)> = boxes.iter().map(|(number, stakes, _)| (*number, *stakes)).collect();
    let mut deal = CardGame::CasinoHoldem(rules.clone()).deal(&lay(rules, &laid).expect("the stakes of the case are taken"));
    let mut hands: Vec<_> = boxes.iter().map(|(.., hand)| cards(hand).into_iter()).collect();
    let (mut dealer, mut board) = (cards(dealer).into_iter(), cards(board).into_iter());
    let mut decisions = decisions.split_whitespace();
    loop {
        match deal.wants() {
            Want::Card { to, .. } => {
                let card = match to {
                    CardPlace::Hand { place, .. } => hands[usize::from(place.0) - 1].next(),
                    CardPlace::Dealer => dealer.next(),
                    _ => board.next(),
                };
                let Some(card) = card else { return deal };
                deal.take_card(card);
            }
            Want::Decision(decision) => {
                let Some(word) = decisions.next() else { return deal };
                let choice = if word == "bet" { Choice::Bet } else { Choice::Fold };
                decision.offer_for(&choice).expect("it is offered");
                deal.take_choice(choice);
            }
            Want::Window(_) | Want::Fresh | Want::Chance(_) => unreachable!("one box decides after the other"),
            Want::Settlement => return deal,
        }
    }
}

/// What each stake returned, uncut, such as `ante 20, bonus 0, bet 40 (flush 1:1)`.
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
