//! A round as text: stakes, cards and decisions in, what each stake returned out.

use croupier::games::card_game::{CardDeal, CardGame};
use croupier::games::contract::Deal;
use croupier::games::{oasis, russian};
use croupier::model::{
    BoxNumber, BoxStake, Card, CardChoice, CardPlace, Choice, Combination, DealSettlement, Money, Odds, Refusal, Seat, StakeKind, Want,
};
use croupier::profiles::load_rules;

/// The shipped rules of Oasis poker.
pub(crate) fn oasis() -> oasis::Rules {
    load_rules("oasis/by").expect("a shipped rules file").value
}

/// The shipped rules of Russian poker.
pub(crate) fn russian() -> russian::Rules {
    load_rules("russian/by").expect("a shipped rules file").value
}

/// A box: the seat's number, its stakes before the deal, its first five cards.
pub(crate) type BoxText<'a> = (u8, &'a str, &'a str);

/// A round that was played to its end.
pub(crate) struct Played {
    pub(crate) deal: CardDeal,
    pub(crate) settlement: DealSettlement,
}

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).expect("the case names a seat")
}

pub(crate) fn cards(names: &str) -> Vec<Card> {
    names.split_whitespace().map(|name| name.parse().expect("the case names cards")).collect()
}

/// Stakes of a seat on a box, such as `ante 10, bonus 5`.
pub(crate) fn stakes(seat_number: u8, place: u8, text: &str) -> Vec<BoxStake> {
    let stake = |text: &str| {
        let (kind, amount) = text.trim().split_once(' ').expect("a kind and an amount");
        let kind: StakeKind = serde_json::from_str(&format!("{kind:?}")).expect("a kind of stake");
        let amount = Money::from_minor(amount.parse().expect("an amount"));
        BoxStake { seat: seat(seat_number), place: BoxNumber(place), hand: 0, kind, amount }
    };
    text.split(',').map(stake).collect()
}

/// Lays the stakes of these boxes, numbered from 1 in the order given, one box after another.
pub(crate) fn lay(game: &CardGame, boxes: &[(u8, &str)]) -> Result<Vec<BoxStake>, Refusal> {
    let mut lie = Vec::new();
    for (place, (number, text)) in (1..).zip(boxes) {
        let asked = stakes(*number, place, text);
        game.rules().accept(&lie, seat(*number), &asked)?;
        lie.extend(asked);
    }
    Ok(lie)
}

/// Deals the first cards; then `play` is followed as far as it goes.
pub(crate) fn begin(game: &CardGame, boxes: &[BoxText<'_>], dealer: &str, play: &str) -> CardDeal {
    let laid: Vec<(u8, &str)> = boxes.iter().map(|(seat, stakes, _)| (*seat, *stakes)).collect();
    let mut deal = game.deal(&lay(game, &laid).expect("the stakes of the case are taken"));
    let mut hands: Vec<_> = boxes.iter().map(|(.., hand)| cards(hand).into_iter()).collect();
    let mut dealer = cards(dealer).into_iter();
    for _ in 0..5 * (boxes.len() + 1) {
        let card = match deal.wants() {
            Want::Card { to: CardPlace::Hand { place, .. }, .. } => hands[usize::from(place.0) - 1].next(),
            Want::Card { to: CardPlace::Dealer, .. } => dealer.next(),
            other => panic!("a card of the deal is wanted, and not {other:?}"),
        };
        deal.take_card(card.expect("every hand has five cards"));
    }
    play.split_whitespace().filter(|word| *word != "-").for_each(|word| follow(&mut deal, word));
    deal
}

/// Does one word of a play: a card that comes, or a decision.
pub(crate) fn follow(deal: &mut CardDeal, word: &str) {
    if let Ok(card) = word.parse::<Card>() {
        assert!(matches!(deal.wants(), Want::Card { .. }), "{word}: {:?}", deal.wants());
        return deal.take_card(card);
    }
    try_choice(deal, word).unwrap_or_else(|refusal| panic!("{word}: {refusal:?}, {:?}", deal.wants()));
}

/// Hands in a decision as the cabinet does: when it is offered.
pub(crate) fn try_choice(deal: &mut CardDeal, word: &str) -> Result<Vec<BoxStake>, Refusal> {
    let Want::Decision(decision) = deal.wants() else { return Err(Refusal::NotYourTurn) };
    let choice = choice(word);
    decision.offer_for(&choice)?;
    Ok(deal.take_choice(choice))
}

/// `fold`, `bet`, `exchange:15` (the first and the fifth card), `sixth`, `insure:60`, `buy`, `decline`.
fn choice(word: &str) -> Choice {
    let (verb, what) = word.split_once(':').unwrap_or((word, ""));
    match verb {
        "fold" => Choice::Fold,
        "bet" => Choice::Bet,
        "sixth" => Choice::SixthCard,
        "buy" => Choice::BuyGame,
        "decline" => Choice::Decline,
        "insure" => Choice::Insure(Money::from_minor(what.parse().expect("an amount"))),
        "exchange" => Choice::Exchange(CardChoice(what.bytes().fold(0, |places, digit| places | 1 << (digit - b'1')))),
        _ => panic!("{word} is no decision"),
    }
}

/// Plays a round to its end.
pub(crate) fn play(game: &CardGame, boxes: &[BoxText<'_>], dealer: &str, play: &str) -> Played {
    let deal = begin(game, boxes, dealer, play);
    assert_eq!(deal.wants(), Want::Settlement, "{play}");
    let settlement = deal.settle();
    Played { deal, settlement }
}

impl Played {
    /// What each stake returned, uncut, such as `ante 10, bet 40 (pair 1:1)`; boxes are parted by semicolons where there are several.
    pub(crate) fn lines(&self) -> String {
        let mut places: Vec<BoxNumber> = self.settlement.returns.iter().map(|line| line.stake.place).collect();
        places.sort_unstable();
        places.dedup();
        let of_box = |place: &BoxNumber| {
            let lines = self.settlement.returns.iter().filter(|line| line.stake.place == *place);
            lines.map(|line| format!("{} {}{}", name(line.stake.kind), line.returned, self.wins(line))).collect::<Vec<_>>().join(", ")
        };
        places.iter().map(of_box).collect::<Vec<_>>().join("; ")
    }

    fn wins(&self, line: &croupier::model::StakeReturn) -> String {
        let named = |win: &croupier::model::Win| win.combination.map(|combination| rate(combination, win.odds));
        let wins: Vec<String> = line.wins.iter().filter_map(named).collect();
        if wins.is_empty() || line.stake.kind == StakeKind::Bonus { String::new() } else { format!(" ({})", wins.join(" + ")) }
    }

    pub(crate) fn staked(&self) -> Money {
        self.deal.stakes().iter().map(|stake| stake.amount).sum()
    }

    pub(crate) fn returned(&self) -> Money {
        Seat::all().map(|seat| self.settlement.returned_to(seat)).sum()
    }
}

fn rate(combination: Combination, odds: Odds) -> String {
    format!("{} {odds}", name(combination))
}

fn name(of: impl serde::Serialize) -> String {
    serde_json::to_value(of).expect("a name").as_str().expect("a name").to_owned()
}

/// Plays one light or dark box of seat 1 and compares what came of it.
#[track_caller]
pub(crate) fn check(game: &CardGame, stakes: &str, hand: &str, decisions: &str, dealer: &str, lines: &str, returned: i64) {
    let played = play(game, &[(1, stakes, hand)], dealer, decisions);
    assert_eq!(played.lines(), lines, "{hand} {decisions} against {dealer}");
    assert_eq!(played.returned(), Money::from_minor(returned), "{hand} {decisions} against {dealer}");
}
