//! M1 to M8: a wrong number of cards.

use super::*;

const OF_DEALER: fn(u8) -> Mistake = |cards| Mistake::WrongCount { at: CardPlace::Dealer, cards };

fn of_box(place: u8, cards: u8) -> Mistake {
    Mistake::WrongCount { at: CardPlace::Hand { place: BoxNumber(place), hand: 0 }, cards }
}

/// What comes back for each stake at once, in the order in which they lay.
fn due(deal: &Deal) -> Vec<i64> {
    let due = deal.due_beyond(&[]).expect("it can be reckoned");
    due.lines.iter().zip(&due.stakes).map(|(line, stake)| line.returned(stake.amount.minor())).collect()
}

const BOXES: &str = "Ts Td 4h 4c 7s Qs Qd 6c 3h 2s Js Jd 8c 7h 2d";
const DEALER: &str = "Ah Ad Kc 9s 5d";

/// M5: antes of 100, 200 and 300, of which the first two are raised.
fn three(changes: &[(&str, &str)]) -> Deal {
    let laid = [ante(1, 1), on(2, 2, StakeKind::Ante, 200), on(3, 3, StakeKind::Ante, 300)];
    let mut deal = dealt(&FIVE_CARD, changes, &laid, &format!("{BOXES} {DEALER}"));
    plays(&mut deal, 1, 1);
    plays(&mut deal, 2, 2);
    deal
}

/// The deal goes on after it.
#[track_caller]
fn mends(deal: &mut Deal, mistake: Mistake) {
    assert!(!deal.is_void_by(mistake), "{mistake:?}");
    deal.mend(mistake).expect("it is a mistake");
}

/// The deal is void for it.
#[track_caller]
fn gives_up(deal: &mut Deal, mistake: Mistake) {
    assert!(deal.is_void_by(mistake), "{mistake:?}");
    deal.give_up(mistake);
}

#[test]
fn m1_m2_m3_a_box_with_a_wrong_number_of_cards() {
    let mut deal = dealt(&FIVE_CARD, &[], &[ante(1, 1), ante(2, 2), bonus(2, 2), ante(3, 3)], &format!("{BOXES} {DEALER}"));
    assert_eq!(due(&deal), [0; 0]);
    mends(&mut deal, of_box(2, 6));
    assert_eq!(due(&deal), [150, 50]);
    plays(&mut deal, 1, 1);
    plays(&mut deal, 3, 3);
    let settled = deal.settle().expect("the deal is over");
    let back: Vec<i64> = settled.lines.iter().zip(&settled.stakes).map(|(line, stake)| line.returned(stake.amount.minor())).collect();
    assert_eq!(back, [200, 150, 50, 0, 800, 0]);
    let alone = |changes: &[(&str, &str)], mistake| {
        let mut deal = dealt(&FIVE_CARD, changes, &[on(1, 1, StakeKind::Ante, 25)], "Ts Td 4h 4c 7s Ah Ad Kc 9s 5d");
        mends(&mut deal, mistake);
        returned(&deal).2
    };
    assert_eq!(alone(&[], of_box(1, 6)), 13);
    assert_eq!(alone(&[], of_box(1, 4)), 13);
    assert_eq!(alone(&[], Mistake::CardTooMany(BoxNumber(1))), 13);
    assert_eq!(alone(&[], Mistake::MissedBox(BoxNumber(1))), 13);
    assert_eq!(alone(&[("play.mistakes.rounding", "\"floor\"")], of_box(1, 6)), 12);
    // The penalty is no win, and nothing is cut of it.
    assert_eq!(alone(&[("play.payout.box_most_minor", "1")], of_box(1, 6)), 13);
}

#[test]
fn hpam_30_what_is_no_wrong_number() {
    let mut deal = three(&[]);
    let said = |deal: &mut Deal, mistake| deal.mend(mistake).expect_err("it is no mistake");
    assert!(said(&mut deal, of_box(1, 5)).contains("box 1 has 5 cards"));
    assert!(said(&mut deal, of_box(4, 6)).contains("box 4 has no ante"));
    mends(&mut deal, of_box(1, 6));
    assert!(said(&mut deal, of_box(1, 6)).contains("was void before"));
}

#[test]
fn hpam_q18_it_is_found_while_cards_come_and_they_come_in_order() {
    let hand = |place| CardPlace::Hand { place: BoxNumber(place), hand: 0 };
    let next = |deal: &Deal| deal.next_card().map(|(to, _)| to);
    let mut deal = dealt(&FIVE_CARD, &[], &[ante(1, 1), ante(2, 2)], "Ts Td 4h");
    mends(&mut deal, of_box(1, 4));
    assert_eq!((next(&deal), due(&deal)), (Some(hand(1)), vec![150]));
    draw(&mut deal, "4c 7s");
    assert_eq!(next(&deal), Some(hand(2)));
    // No hand is left that counts: the deal is over when all is dealt.
    mends(&mut deal, of_box(2, 1));
    assert!(deal.settle().is_err_and(|said| said.contains("a card was still to come")));
    draw(&mut deal, "Qs Qd 6c 3h 2s Ah Ad Kc 9s 5d");
    assert_eq!((next(&deal), returned(&deal).2), (None, 100));
}

#[test]
fn m4_the_dealer_has_four_cards() {
    let mut deal = three(&[]);
    mends(&mut deal, OF_DEALER(4));
    assert_eq!((deal.asked(), deal.next_card()), (vec![], Some((CardPlace::Dealer, crate::model::Face::Up))));
    assert_eq!(due(&deal), [0; 0]);
    assert!(deal.is_seen_by(seat_of(3), BoxNumber(3)));
    draw(&mut deal, "Ac");
    folds(&mut deal, 3, 3);
    // Three aces beat two pairs.
    assert_eq!(returned(&deal).0, [0, 0, 0]);
}

#[test]
fn m5_m6_m8_the_dealer_has_another_wrong_number() {
    for cards in [0, 1, 2, 3, 6, 7] {
        let mut deal = three(&[]);
        gives_up(&mut deal, OF_DEALER(cards));
        assert_eq!(due(&deal), [150, 300, 450, 200, 400], "{cards}");
    }
    // HPAM-Q19.
    let mut deal = three(&[]);
    gives_up(&mut deal, Mistake::ExposedCard);
    assert_eq!(due(&deal), [150, 300, 450, 200, 400]);
    let mut deal = three(&[("play.mistakes.exposed_card", "\"plays-on\"")]);
    mends(&mut deal, Mistake::ExposedCard);
    assert_eq!(due(&deal), [0; 0]);
    // Four are repaired only where there were five.
    let mut deal = dealt(&FIVE_CARD, &[], &[ante(1, 1)], "Ts Td 4h 4c 7s Ah Ad Kc");
    gives_up(&mut deal, OF_DEALER(4));
    assert_eq!(due(&deal), [150]);
    // A card that nobody asked for is a fault like others: no penalty.
    assert!(three(&[]).is_void_by(Mistake::StrayCard));
    let surrendered = |changes: &[(&str, &str)]| {
        let mut deal = dealt(&FIVE_CARD, changes, &[ante(1, 1), bonus(1, 1), ante(2, 2)], &format!("{BOXES:.29} {DEALER}"));
        folds(&mut deal, 1, 1);
        gives_up(&mut deal, OF_DEALER(6));
        due(&deal)
    };
    assert_eq!(surrendered(&[]), [150, 50, 150]);
    assert_eq!(surrendered(&[("play.mistakes.surrendered_too", "false")]), [0, 0, 150]);
}

#[test]
fn m7_hpam_q16_the_price_of_a_bought_card() {
    let bought = |changes: &[(&str, &str)]| {
        let mut deal = dealt(&EXCHANGE, changes, &[ante(1, 1), bonus(1, 1)], "Qs 9d 6c 4h 2s Ah Kc 8d 5s 3h");
        check(&mut deal, (1, 1), exchange(4), &[on(1, 1, StakeKind::Exchange, 100)], "");
        draw(&mut deal, "Jd");
        mends(&mut deal, of_box(1, 6));
        due(&deal)
    };
    assert_eq!(bought(&[]), [150, 50, 100]);
    assert_eq!(bought(&[("play.mistakes.price_comes_back", "false")]), [150, 50, 0]);
}
