//! The worked cases of `house-poker-am` section 9, with the totals that the digest has for each.

use super::*;

/// A case: its number, the cards of the box, those of the dealer, what was decided as the digest writes it, staked, returned.
type Case = (&'static str, &'static str, &'static str, &'static str, i64, i64);

/// The box's cards with the bought one behind them, its stakes before the deal, and the decisions.
fn read(cards: &str, decided: &str) -> (String, &'static str, String) {
    let (mut hand, mut stakes, mut decisions) = (cards.to_owned(), "ante 100", Vec::new());
    for part in decided.split(", ") {
        match part.split_once(' ') {
            None => decisions.push("fold".to_owned()),
            Some(("bonus", _)) => stakes = "ante 100, bonus 50",
            Some(("raise", _)) => decisions.push("bet".to_owned()),
            Some(("buy", card)) => {
                decisions.push("six".to_owned());
                hand = format!("{cards} {}", card.trim_start_matches("6th: "));
            }
            Some(("exchange", change)) => {
                let (given, new) = change.split_once('→').expect("a card for another");
                let place = cards.split_whitespace().position(|card| card == given).expect("the box has the card") + 1;
                decisions.push(place.to_string());
                hand = format!("{cards} {new}");
            }
            Some(other) => panic!("{other:?} is no decision"),
        }
    }
    (hand, stakes, decisions.join(" "))
}

#[track_caller]
fn check_cases(text: &str, cases: &[Case]) {
    let rules = rules(text);
    for (number, cards, dealer, decided, staked, expected) in cases {
        let (hand, stakes, decisions) = read(cards, decided);
        let settlement = played(&rules, &[(1, stakes, &hand)], dealer, &decisions).settle();
        assert_eq!(
            (settlement.staked_by(seat(1)).minor(), returned(&settlement)),
            (*staked, *expected),
            "{number}: {}",
            lines(&settlement)
        );
    }
}

#[test]
fn hpam_p_five_cards() {
    check_cases(
        FIVE,
        &[
            ("P1", "Qs 9d 6c 4h 2s", "Ah Kc 8d 5s 3h", "surrender", 100, 0),
            ("P2", "As Kd 9c 7h 2s", "Ah Kc 8d 5s 3h", "raise 200", 300, 800),
            ("P3", "9s 9d Kc 7h 2d", "Ad Kh Js 8c 4s", "raise 200", 300, 800),
            ("P4", "Ts Td 4h 4c 7s", "Ah Ad Kc 9s 5d", "raise 200", 300, 1000),
            ("P5", "8s 8d 8h Kc 3s", "Jh Jd 6c 6s Ac", "raise 200", 300, 1200),
            ("P6", "9s 8d 7h 6c 5s", "Qh Qd Qc 4s 2h", "raise 200", 300, 1400),
            ("P7", "Kh Th 7h 4h 2h", "9s 8d 7c 6d 5s", "raise 200", 300, 1600),
            ("P8", "Js Jd Jh 3c 3s", "As Qs 9s 6s 2s", "raise 200", 300, 2000),
            ("P9", "5s 5d 5h 5c Ks", "Ah Ad Ac 7s 7d", "raise 200", 300, 6400),
            ("P10", "Th 9h 8h 7h 6h", "Ks Kd Kh Kc 2s", "raise 200", 300, 15400),
            ("P11", "As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "raise 200", 300, 25400),
            ("P12", "5s 5d 5h 5c Ks", "Ah Qd Jc 8s 3d", "raise 200", 300, 400),
            ("P13", "Qs 9d 6c 4h 2s", "Kh Qd Jc 8s 3d", "raise 200", 300, 400),
            ("P14", "As Qd 9c 7h 2s", "Ah Kc 4d 3s 2h", "raise 200", 300, 0),
            ("P15", "8s 8d Ac Kh 2s", "9h 9c 5d 4s 3h", "raise 200", 300, 0),
            ("P16", "Qs Qd Ac 9h 2s", "Qh Qc Ad 8s 7h", "raise 200", 300, 800),
            ("P17", "Qs Qd Ac 8h 2s", "Qh Qc Ad 8s 7h", "raise 200", 300, 0),
            ("P18", "Ks Kd 7c 7h 4s", "Kh Kc 7d 7s 4h", "raise 200", 300, 300),
            ("P19", "As Kd Tc 6h 3s", "Ah Kc Td 6s 3h", "raise 200", 300, 300),
            ("P20", "Kh Th 7h 4h 2h", "Qs Jd 9c 6d 5s", "bonus 50, raise 200", 350, 2950),
            ("P21", "Kh Th 7h 4h 2h", "As Ad Ac 7s 7d", "bonus 50, raise 200", 350, 2550),
            ("P22", "8s 8d 8h Kc 3s", "Jh Jd 6c 6s Ac", "bonus 50, raise 200", 350, 1200),
            ("P23", "Js Jd Jh 3c 3s", "Qh Tc 9d 7s 4h", "bonus 50, raise 200", 350, 3950),
            ("P24", "5s 5d 5h 5c Ks", "Ah Ad Ac 7s 7d", "bonus 50, raise 200", 350, 16450),
            ("P25", "Th 9h 8h 7h 6h", "Ks Kd Kh Kc 2s", "bonus 50, raise 200", 350, 40450),
            ("P26", "As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "bonus 50, raise 200", 350, 75450),
            ("P27", "Qs 9d 6c 4h 2s", "Ah Kc 8d 5s 3h", "bonus 50, surrender", 150, 0),
            ("P28", "As 2d 3h 4c 5s", "Kh Kd Qc 8s 3d", "raise 200", 300, 1400),
        ],
    );
}

#[test]
fn hpam_e_five_cards_with_exchange() {
    check_cases(
        EXCHANGE,
        &[
            ("E1", "Qs 9d 6c 4h 2s", "Ah Kc 8d 5s 3h", "surrender", 100, 0),
            ("E2", "Qs 9d 6c 4h 2s", "Ah Kc 8d 5s 3h", "exchange 2s→Jd, surrender", 200, 0),
            ("E3", "As Kd 9c 7h 2s", "Ah Kc 8d 5s 3h", "raise 200", 300, 600),
            ("E4", "As Kd 9c 7h 2s", "Ah Kc 8d 5s 3h", "exchange 2s→7d, raise 200", 400, 600),
            ("E5", "9s 9d Kc Kh 2d", "Ad Qh Qs 8c 4s", "raise 200", 300, 800),
            ("E6", "8s 8d 8h Kc 3s", "Jh Jd 6c 6s Ac", "raise 200", 300, 1000),
            ("E7", "9s 8d 7h 6c Ks", "Qh Qd Qc 4s 2h", "exchange Ks→5s, raise 200", 400, 1200),
            ("E8", "Kh Th 7h 4h 2s", "9s 8d 7c 6d 5s", "exchange 2s→Ah, raise 200", 400, 1400),
            ("E9", "Js Jd Jh 3c 9s", "As Qs 8s 6s 2s", "exchange 9s→3s, raise 200", 400, 1800),
            ("E10", "5s 5d 5h 5c Ks", "Ah Ad Ac 7s 7d", "raise 200", 300, 4400),
            ("E11", "Th 9h 8h 7h 2c", "Ks Kd Kh Kc 2s", "exchange 2c→6h, raise 200", 400, 10400),
            ("E12", "As Ks Qs Js 4d", "9h 8h 7h 6h 5h", "exchange 4d→Ts, raise 200", 400, 20400),
            ("E13", "9s 8d 7h 6c Ks", "Qh Jd Tc 4s 2h", "exchange Ks→5s, raise 200", 400, 400),
            ("E14", "Qs Qd 9c 8h 2s", "Kh Kd 7c 5s 3d", "exchange 2s→4c, raise 200", 400, 0),
            ("E15", "Ks Kd 7c 4h 2s", "Kh Kc 7d 4s 3h", "exchange 2s→3d, raise 200", 400, 300),
            ("E16", "Kh Th 7h 4h 2h", "Qs Jd 9c 6d 5s", "bonus 50, raise 200", 350, 2950),
            ("E17", "Kh Th 7h 4h 2h", "9s 8d 7c 6d 5s", "bonus 50, exchange 2h→Ah, raise 200", 450, 1400),
            ("E18", "Js Jd Jh 3c 9s", "As Qs 8s 6s 2s", "bonus 50, exchange 9s→3s, raise 200", 450, 1800),
            ("E19", "9s 9d Kc Kh 2d", "Ad Qh Qs 8c 4s", "bonus 50, raise 200", 350, 800),
        ],
    );
}

#[test]
fn hpam_x_six_cards() {
    check_cases(
        SIX,
        &[
            ("X1", "Qs 9d 6c 4h 2s", "Ah Kc 8d 5s 3h", "surrender", 100, 0),
            ("X2", "Qs 9d 6c 4h 2s", "Ah Kc 8d 5s 3h", "buy 6th: Jd, surrender", 200, 0),
            ("X3", "As Kd 9c 7h 2s", "Ah Kc 8d 5s 3h", "raise 200", 300, 600),
            ("X4", "As 9c 7h 4d 2s", "Ah Kc 8d 5s 3h", "buy 6th: Kd, raise 200", 400, 600),
            ("X5", "9s 9d Kc 7h 2d", "Ad Kh Js 8c 4s", "raise 200", 300, 600),
            ("X6", "9s 9d Kc 7h 2d", "Ad Qh Qs 8c 4s", "buy 6th: Kh, raise 200", 400, 800),
            ("X7", "8s 8d Qh Kc 3s", "Jh Jd 6c 6s Ac", "buy 6th: 8h, raise 200", 400, 1000),
            ("X8", "9s 8d 7h 6c Ks", "Qh Qd Qc 4s 2h", "buy 6th: 5s, raise 200", 400, 1200),
            ("X9", "Kh Th 7h 4h 2s", "9s 8d 7c 6d 5s", "buy 6th: Ah, raise 200", 400, 1400),
            ("X10", "Js Jd Jh 3c 9s", "As Qs 8s 6s 2s", "buy 6th: 3s, raise 200", 400, 1800),
            ("X11", "5s 5d 5h Kc Ks", "Ah Ad Ac 7s 7d", "buy 6th: 5c, raise 200", 400, 4400),
            ("X12", "Th 9h 8h 7h 2c", "Ks Kd Kh Kc 2s", "buy 6th: 6h, raise 200", 400, 10400),
            ("X13", "As Ks Qs Js 4d", "9h 8h 7h 6h 5h", "buy 6th: Ts, raise 200", 400, 20400),
            ("X14", "Ks Kd 9c 9h 4s", "Qh Qd 7c 7s 2h", "buy 6th: 4d, raise 200", 400, 800),
            ("X15", "Kh Qh 9h 7h 4h", "Ac Jc 8c 6c 2c", "buy 6th: 2h, raise 200", 400, 0),
            ("X16", "9s 8d 7h 6c Ks", "Qh Jd Tc 4s 2h", "buy 6th: 5s, raise 200", 400, 400),
            ("X17", "Ks Kd 7c 4h 2s", "Kh Kc 7d 4s 3h", "buy 6th: 3d, raise 200", 400, 300),
            ("X18", "Kh Th 7h 4h 2h", "9s 8d 7c 6d 5s", "bonus 50, raise 200", 350, 3950),
            ("X19", "Kh Th 7h 4h 2h", "9s 8d 7c 6d 5s", "bonus 50, buy 6th: Ah, raise 200", 450, 1400),
        ],
    );
}

#[test]
fn hpam_j_five_cards_with_a_joker() {
    check_cases(
        JOKER,
        &[
            ("J1", "Qs 9d 6c 4h 2s", "Ah Kc 8d 8s 3h", "surrender", 100, 0),
            ("J2", "As Kd 9c 7h 2s", "Ah Kc Jd 5s 3h", "raise 200", 300, 400),
            ("J3", "9s 9d Kc 7h 2d", "8d 8h As Jc 4s", "raise 200", 300, 600),
            ("J4", "As Kd 9c 7h Jk", "8d 8h Qs Jc 4s", "raise 200", 300, 600),
            ("J5", "Ts Td 4h 4c 7s", "Ah Ad Kc 9s 5d", "raise 200", 300, 800),
            ("J6", "8s 8d Qh Kc Jk", "Jh Jd 6c 6s Ac", "raise 200", 300, 1000),
            ("J7", "9s 8d 7h 6c Jk", "Qh Qd Qc 4s 2h", "raise 200", 300, 1200),
            ("J8", "Kh Th 7h 4h Jk", "9s 8d 7c 6d 5s", "raise 200", 300, 1400),
            ("J9", "Js Jd 3c 3s Jk", "As Qs 9s 6s 2s", "raise 200", 300, 1800),
            ("J10", "5s 5d 5h Ks Jk", "Ah Ad Ac 7s 7d", "raise 200", 300, 3400),
            ("J11", "Th 9h 8h 7h Jk", "Ks Kd Kh Kc 2s", "raise 200", 300, 7400),
            ("J12", "As Ks Qs Js Jk", "9h 8h 7h 6h 5h", "raise 200", 300, 15400),
            ("J13", "7s 7d 7h 7c Jk", "Ah Kh Qh Jh Th", "raise 200", 300, 30400),
            ("J14", "9s 9d 7h 3c 2d", "9h Jk 8s 4c 2s", "raise 200", 300, 600),
            ("J15", "9s Jk Ac 7h 2d", "9h 9c 5s 4c 3s", "raise 200", 300, 600),
            ("J16", "Th 9d 8c 7s 6h", "Ts 9c 8d 7h Jk", "raise 200", 300, 0),
            ("J17", "Th 9d 8c 7s 6h", "Ts 9c 8d Jk 6s", "raise 200", 300, 1200),
            ("J18", "Qs Jk Kd 8h 4c", "Qh Qd Kc 8s 4h", "raise 200", 300, 600),
            ("J19", "As Jk Kd 8h 4c", "Ah Ad 7c 6s 3h", "raise 200", 300, 0),
            ("J20", "Qs Qd Kc 8h 4c", "Qh Qc Kd 8s 4h", "raise 200", 300, 300),
            ("J21", "As Kd 9c 7h 2s", "8d 8h Qs Jc 4s", "exchange 2s→Jk, raise 200", 400, 600),
            ("J22", "9s Jk Ac 7h 2d", "Kh Kc 5s 4c 3s", "exchange Jk→Qd, raise 200", 400, 0),
            ("J23", "7s 7d 7h 7c Jk", "Ah Kh Qh Jh Th", "bonus 50, raise 200", 350, 105450),
            ("J24", "Kh Th 7h 4h Jk", "9s 8d 7c 6d 5s", "bonus 50, raise 200", 350, 3950),
            ("J25", "Kh Th 7h 4h 2s", "9s 8d 7c 6d 5s", "bonus 50, exchange 2s→Jk, raise 200", 450, 1400),
        ],
    );
}

#[test]
fn hpam_23_each_stake_returns_what_its_row_says() {
    let (five, joker) = (rules(FIVE), rules(JOKER));
    let flush = "ante 200, bonus 2550 (flush 50:1), bet 1400 (flush 6:1)";
    check(&five, "ante 100, bonus 50", "Kh Th 7h 4h 2h", "9s 8d 7c 6d 5s", "bet", (flush, 350, 4150));
    let won = "ante 200, exchange 0, bet 400 (pair 1:1)";
    check(&joker, "ante 100", "As Kd 9c 7h 2s Jk", "8d 8h Qs Jc 4s", "5 bet", (won, 400, 600));
    let poker = "ante 200, bonus 75050 (five-of-a-kind 1500:1), bet 30200 (five-of-a-kind 150:1)";
    check(&joker, "ante 100, bonus 50", "7s 7d 7h 7c Jk", "Ah Kh Qh Jh Th", "bet", (poker, 350, 105_450));
}
