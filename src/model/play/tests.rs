//! Which choices an offer covers, and whose table a machine's is.

use super::*;
use crate::model::{BoxNumber, Decision, Money, Offer, Refusal, Seat};

#[test]
fn cards_are_exchanged_as_many_as_offered_and_out_of_the_hand() {
    let offer = Offer::exchange(2, 5, Money::from_minor(15));
    let check = |cards: u8, is_covered: bool| assert_eq!(offer.covers(&Choice::Exchange(CardChoice(cards))), is_covered, "{cards:#b}");
    check(0b1_0001, true);
    check(0b1_0000, false);
    check(0b1_0011, false);
    check(0b10_0001, false);
    check(0b1100_0000, false);
}

#[test]
fn any_number_of_cards_is_exchanged_where_any_is_offered_and_one_is_picked() {
    let check = |offer: Offer, choice: Choice, is_covered: bool| assert_eq!(offer.covers(&choice), is_covered, "{choice:?}");
    for (cards, is_covered) in [(0, true), (0b1_1111, true), (0b10_0000, false)] {
        check(Offer::exchange_any(5), Choice::Exchange(CardChoice(cards)), is_covered);
    }
    for (cards, is_covered) in [(0, false), (0b1000, true), (0b0011, false), (0b1_0000, false)] {
        check(Offer::pick(4), Choice::Pick(CardChoice(cards)), is_covered);
    }
    check(Offer::pick(4), Choice::Exchange(CardChoice(1)), false);
}

#[test]
fn bqam_q35_a_bet_on_a_tie_is_of_an_offered_amount_and_a_guess_of_none() {
    let [least, most, step] = [10, 50, 10].map(Money::from_minor);
    let seat = Seat::new(1).expect("a seat");
    let offers = [Offer::multiplying(ChoiceKind::Higher, 190, Money::from_minor(190)), Offer::tie(least, most, step)].into_iter().collect();
    let decision = Decision { seat, place: BoxNumber(1), hand: 0, offers, otherwise: Choice::Higher };
    let check = |choice: Choice, price: Result<i64, Refusal>| {
        assert_eq!(decision.offer_for(&choice).map(|offer| offer.price(&choice).minor()), price, "{choice:?}");
    };
    let tie = |amount| Choice::Tie(Money::from_minor(amount));
    check(tie(10), Ok(10));
    check(tie(50), Ok(50));
    check(tie(60), Err(Refusal::AboveMost));
    check(tie(0), Err(Refusal::BelowLeast));
    check(tie(15), Err(Refusal::AmountOffStep));
    check(Choice::Insure(least), Err(Refusal::ChoiceNotOffered));
    check(Choice::Higher, Ok(0));
    check(Choice::Lower, Err(Refusal::ChoiceNotOffered));
}

#[test]
fn every_seat_has_a_table_of_its_own_at_every_machine() {
    assert_eq!(TableNumber::of_players(0), TableNumber(TableNumber::MOST + 1), "no number is left over, and none is taken twice");
    let of = |machine, seat| TableNumber::of_machine(machine, Seat::new(seat).expect("a seat"));
    assert_eq!([of(0, 1), of(0, 6), of(1, 1), of(7, 6)], [41, 46, 47, 88].map(TableNumber));
    for (table, machine, owner) in [(16, None, None), (40, None, None), (41, Some(0), Some(1)), (52, Some(1), Some(6))] {
        let table = TableNumber(table);
        assert_eq!((table.machine(), table.owner().map(Seat::number)), (machine, owner), "{table:?}");
    }
}
