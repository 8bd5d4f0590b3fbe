//! The cases of the digests about who sits, comes, goes, and what he takes.

use alloc::format;
use alloc::string::String;

use super::books::CREDIT;
use super::*;

const NO_LIMIT: &str = "holdem/sport-no-limit";
const HOUSE: &str = "holdem/by";

/// A table of three with 1,000 each, the button drawn for the first seat.
fn three(rules: &str) -> Case {
    Case::new(rules, blinds(5, 10, 1), &[1_000, 1_000, 1_000]).drawn(1)
}

/// Button, blinds and who is dealt in, such as `1 2 3 of 123`.
fn begun(case: &mut Case) -> String {
    let events = case.takes(&Command::Begin).expect("the deal can begin");
    let Some(Event::Began { markers, players, .. }) = events.first() else { panic!("a deal begins: {events:?}") };
    let blinds = markers.blinds.map_or(String::new(), |(small, big)| format!(" {small} {big}"));
    format!("{}{blinds} of {}", markers.button, players.iter().map(|(seat, _)| format!("{seat}")).collect::<String>())
}

/// A deal in which everybody folds.
fn folded(case: &mut Case) -> String {
    let markers = begun(case);
    case.deal();
    while let Wants::Decision(..) = case.table.wants() {
        case.play("fold");
    }
    markers
}

fn shown(case: &Case) -> Vec<u8> {
    let last = case.journal.iter().rev().find_map(|event| if let Event::Settled { shown, .. } = event { Some(shown) } else { None });
    last.expect("a deal was settled").iter().map(|seat| seat.number()).collect()
}

#[track_caller]
fn check_refused(case: &mut Case, number: u8, order: SeatOrder, expected: TableRefusal) {
    let before = case.table.clone();
    assert_eq!(case.orders(number, order).err(), Some(expected));
    assert!(case.table == before, "a refusal changes nothing");
}

#[test]
fn a_seat_sits_down_with_what_the_file_says() {
    let mut case = Case::new(HOUSE, blinds(5, 10, 5), &[]);
    let mut check = |put, expected| check_refused(&mut case, 1, SeatOrder::Join { put: money(put) }, expected);
    check(0, TableRefusal::AmountNotPositive);
    check(-200, TableRefusal::AmountNotPositive);
    check(201, TableRefusal::AmountOffStep);
    check(195, TableRefusal::BelowLeast);
    check(2_005, TableRefusal::AboveMost);
    check(i64::MAX / 5 * 5, TableRefusal::AboveMost);
    let poor = Command::Seat { seat: seat(1), order: SeatOrder::Join { put: money(200) }, credit: money(199) };
    assert_eq!(case.takes(&poor).err(), Some(TableRefusal::CreditTooLow));
    case.joins(1, 200).expect("the least");
    case.joins(2, 2_000).expect("the most");
    check_refused(&mut case, 2, SeatOrder::Join { put: money(200) }, TableRefusal::SeatTaken);
    check_refused(&mut case, 2, SeatOrder::TopUp(money(5)), TableRefusal::AboveMost);
    check_refused(&mut case, 3, SeatOrder::TopUp(money(200)), TableRefusal::NotSeated);
    case.orders(1, SeatOrder::TopUp(money(300))).expect("between deals");
    assert_eq!(case.stacks()[..2], [500, 2_000]);
}

#[test]
fn tpc_9_chips_are_added_between_deals_alone() {
    let mut case = three(HOUSE);
    case.begin();
    check_refused(&mut case, 1, SeatOrder::TopUp(money(100)), TableRefusal::DealRunning);
    case.play("1 fold");
    check_refused(&mut case, 1, SeatOrder::TopUp(money(100)), TableRefusal::DealRunning);
    case.joins(4, 300).expect("it waits for the next deal");
    case.orders(4, SeatOrder::TopUp(money(100))).expect("it is not in the deal");
    case.play("2 fold");
    case.orders(1, SeatOrder::TopUp(money(100))).expect("the deal is over");
    assert_eq!(case.stacks(), [1_100, 995, 1_005, 400, 0, 0]);
}

#[test]
fn ta_17_who_goes_folds_in_his_turn_and_takes_his_stack_after_the_deal() {
    let mut case = three(HOUSE);
    case.begin();
    case.play("1 call");
    case.orders(3, SeatOrder::Leave).expect("he may go");
    check_refused(&mut case, 3, SeatOrder::Leave, TableRefusal::IsLeaving);
    check_refused(&mut case, 3, SeatOrder::SitOut(true), TableRefusal::IsLeaving);
    assert_eq!(case.stacks(), [990, 995, 990, 0, 0, 0]);
    case.play("2 raise 30, 1 fold");
    // 10 of each was matched; 5 % of 30 is 1.
    assert_eq!((case.stacks(), case.books.fees), ([990, 1_019, 0, 0, 0, 0].to_vec(), 1));
    assert_eq!(case.books.credits[2], CREDIT - 10);
}

#[test]
fn ta_17_who_goes_in_his_turn_folds_at_once() {
    let mut case = three(HOUSE);
    case.begin();
    case.takes(&Command::Remove(seat(1))).expect("an attendant sends him away");
    assert_eq!(case.table.wants(), Wants::Decision(seat(2), 1));
    case.play("2 fold");
    assert_eq!(case.books.credits[0], CREDIT);
}

#[test]
fn tpc_10_spt_w20_who_is_all_in_stays_live() {
    let mut case = Case::new(NO_LIMIT, blinds(5, 10, 1), &[300, 300, 300]).drawn(1);
    (case.own[0], case.own[1], case.own[2], case.board) = (cards("7c 2d"), cards("As Ah"), cards("8c 3d"), cards("Kh Kd 4s 9h Jc"));
    case.begin();
    case.play("1 raise 300, 2 call");
    case.orders(2, SeatOrder::Leave).expect("he may go");
    case.play("3 call");
    assert_eq!(case.stacks(), [0; 6]);
    assert_eq!(case.books.credits[1], CREDIT - 300 + 900);
}

#[test]
fn spt_w18_the_hand_of_who_is_absent_is_dead() {
    let mut case = Case::new(NO_LIMIT, blinds(10, 20, 1), &[500, 500, 500]).drawn(1);
    case.orders(3, SeatOrder::SitOut(true)).expect("he is absent");
    case.begin();
    case.play("1 fold");
    assert_eq!(case.stacks()[..3], [500, 520, 480]);
}

#[test]
fn spt_w19_the_bring_in_of_who_is_absent_is_posted() {
    let mut case = Case::new("stud7/sport-fixed-limit", stud(2, 3, 10), &[200; 4]).drawn(1);
    (case.own[0], case.own[1], case.own[2], case.own[3]) = (cards("Kc Kd 9h"), cards("3s 4s 2c"), cards("Qc Qd Th"), cards("Jc Jd 8h"));
    case.orders(2, SeatOrder::SitOut(true)).expect("he is absent");
    case.begin();
    case.play("3 raise 10, 4 fold, 1 fold");
    assert_eq!(case.stacks()[..4], [198, 195, 209, 198]);
}

#[test]
fn spt_42_the_bring_in_of_a_dead_hand_goes_to_who_is_left_though_he_put_in_nothing() {
    let mut case = Case::new("stud7/sport-fixed-limit", stud(0, 3, 10), &[200; 3]).drawn(1);
    (case.own[0], case.own[1], case.own[2]) = (cards("Kc Kd 9h"), cards("3s 4s 2c"), cards("Qc Qd Th"));
    case.orders(2, SeatOrder::SitOut(true)).expect("he is absent");
    case.begin();
    case.play("3 fold");
    assert_eq!(case.stacks()[..3], [203, 197, 200]);
}

#[test]
fn a_house_does_not_deal_in_who_sits_out() {
    let mut case = Case::new(HOUSE, blinds(5, 10, 1), &[1_000; 4]).drawn(1);
    assert_eq!(folded(&mut case), "1 2 3 of 1234");
    case.orders(4, SeatOrder::SitOut(true)).expect("he sits out");
    check_refused(&mut case, 4, SeatOrder::SitOut(true), TableRefusal::AlreadySo);
    assert_eq!(folded(&mut case), "2 3 1 of 123");
    case.orders(4, SeatOrder::SitOut(false)).expect("he is back");
    // He was passed, so he waits until the big blind comes to him.
    assert_eq!([folded(&mut case), folded(&mut case), folded(&mut case)], ["3 1 2 of 123", "1 2 3 of 123", "2 3 4 of 1234"]);
}

#[test]
fn tpc_4_who_comes_later_waits_for_the_big_blind() {
    let mut case = Case::new(HOUSE, blinds(5, 10, 1), &[1_000, 0, 1_000, 0, 1_000]).drawn(1);
    assert_eq!(folded(&mut case), "1 3 5 of 135");
    case.joins(2, 500).expect("he sits down");
    assert_eq!([folded(&mut case), folded(&mut case)], ["3 5 1 of 135", "5 1 2 of 1235"]);
}

#[test]
fn spt_32_the_button_of_who_has_gone_lies_dead() {
    let mut case = Case::new(NO_LIMIT, blinds(5, 10, 1), &[1_000; 5]).drawn(1);
    assert_eq!(folded(&mut case), "1 2 3 of 12345");
    case.orders(2, SeatOrder::Leave).expect("he goes");
    assert_eq!(folded(&mut case), "2 3 4 of 1345");
    case.orders(4, SeatOrder::Leave).expect("he goes");
    assert_eq!(begun(&mut case), "3 4 5 of 135");
    let pot: Vec<i64> = case.books.pot.to_vec();
    assert_eq!(pot, [0, 0, 0, 0, 10, 0], "nobody posts the small blind of the empty seat");
}

#[test]
fn hrb_26_a_void_gives_everything_back_without_a_fee() {
    let mut case = three(HOUSE);
    assert_eq!(begun(&mut case), "1 2 3 of 123");
    case.deal();
    case.play("1 raise 30, 2 call");
    case.joins(4, 300).expect("he sits down");
    case.orders(1, SeatOrder::Leave).expect("he goes after the deal");
    case.takes(&Command::Void(VoidReason::Attendant)).expect("it is void");
    assert_eq!((case.stacks(), case.books.fees), ([0, 1_000, 1_000, 300, 0, 0].to_vec(), 0));
    assert_eq!(case.books.credits[0], CREDIT);
    assert_eq!(case.takes(&Command::Void(VoidReason::Attendant)).err(), Some(TableRefusal::NoDeal));
}

#[test]
fn hrb_25_spg_101_after_a_void_it_is_dealt_to_the_same_seats_again() {
    let mut case = three(HOUSE);
    folded(&mut case);
    assert_eq!(begun(&mut case), "2 3 1 of 123");
    case.joins(4, 300).expect("he sits down");
    case.takes(&Command::Void(VoidReason::Attendant)).expect("it is void");
    assert_eq!(begun(&mut case), "2 3 1 of 123");
    case.takes(&Command::Void(VoidReason::Attendant)).expect("it is void");
    assert_eq!(folded(&mut case), "2 3 1 of 123");
    assert_eq!(folded(&mut case), "3 1 2 of 123");
}

#[test]
fn spg_w51_a_turn_that_lies_already_voids_the_deal_and_the_same_button_deals_again() {
    let mut case = Case::new(NO_LIMIT, blinds(10, 20, 1), &[1_000; 4]).drawn(4);
    case.board = cards("Ks 7d 2c Ks");
    case.begin();
    case.play("3 raise 120, 4 fold, 1 fold, 2 call");
    assert_eq!(case.books.pot[..4], [10, 120, 120, 0]);
    case.play("2 check, 3 check");
    let voided = case.journal.last();
    assert!(matches!(voided, Some(Event::Voided { reason: VoidReason::CardNotInPack, .. })), "{voided:?}");
    assert_eq!(case.stacks()[..4], [1_000; 4]);
    assert_eq!(begun(&mut case), "4 1 2 of 1234");
}

#[test]
fn hrb_24_a_card_that_came_before_voids_the_deal() {
    let mut case = three(HOUSE);
    case.takes(&Command::Begin).expect("the deal can begin");
    let ace = Command::Card(cards("As")[0]);
    case.takes(&ace).expect("a card is awaited");
    let events = case.takes(&ace).expect("it came");
    assert!(matches!(events[..], [Event::Voided { reason: VoidReason::CardNotInPack, .. }]), "{events:?}");
    assert_eq!(case.stacks()[..3], [1_000; 3]);
    assert_eq!(case.takes(&ace).err(), Some(TableRefusal::NoCardAwaited));
    case.takes(&Command::Begin).expect("the deal can begin");
    let events = case.takes(&Command::Card(Card::JOKER)).expect("it came");
    assert!(matches!(events[..], [Event::Voided { .. }]), "{events:?}");
}

#[test]
fn ta_13_the_fee_is_taken_without_a_flop_too_and_never_of_what_nobody_called() {
    let mut case = three(HOUSE);
    case.begin();
    case.play("1 raise 30, 2 fold, 3 fold");
    // 10, 5 and 10 lie in the pot: 1 of 25.
    assert_eq!((case.stacks()[..3].to_vec(), case.books.fees), ([1_014, 995, 990].to_vec(), 1));
}

#[test]
fn tpc_3_spt_30_the_button_is_drawn_first() {
    let drawn = |rules, names: &str| {
        let mut case = Case::new(rules, blinds(5, 10, 1), &[1_000; 6]);
        assert_eq!(case.takes(&Command::Begin).err(), Some(TableRefusal::ButtonNotDrawn));
        let cards = Seat::all().zip(cards(names)).collect();
        case.takes(&Command::DrawButton(cards)).map(|events| events[0].clone())
    };
    let button = |number| Ok(Event::ButtonDrawn { button: seat(number) });
    assert_eq!(drawn(NO_LIMIT, "9h Jd 4s Ac Qc 2h"), button(4), "SPT-W03");
    assert_eq!(drawn(NO_LIMIT, "9h Kd 4s Ks Qc Kc"), button(4), "SPT-W04");
    assert_eq!(drawn(HOUSE, "9h Kd 4s Ks Qc Kc"), Err(TableRefusal::DrawTied), "TA-16");
    assert_eq!(drawn(HOUSE, "9h Kd 4s 3s Qc"), Err(TableRefusal::DrawNotFit));
    assert_eq!(drawn(HOUSE, "9h Kd 4s 3s Qc Qc"), Err(TableRefusal::DrawNotFit));
}

#[test]
fn a_deal_begins_where_two_are_ready() {
    let mut case = Case::new(HOUSE, blinds(5, 10, 1), &[1_000, 1_000]);
    case.orders(2, SeatOrder::SitOut(true)).expect("he sits out");
    assert_eq!((case.table.wants(), case.takes(&Command::Begin).err()), (Wants::Players, Some(TableRefusal::TooFewPlayers)));
    case.orders(2, SeatOrder::SitOut(false)).expect("he is back");
    let mut case = case.drawn(1);
    // TA-1: of two the button posts the big blind.
    assert_eq!(begun(&mut case), "1 2 1 of 12");
    assert_eq!(case.takes(&Command::Begin).err(), Some(TableRefusal::DealRunning));
}

#[test]
fn spb_11_spb_61_a_turn_is_named_and_ends_with_its_time() {
    let mut case = three(HOUSE);
    case.begin();
    let call = |turn| SeatOrder::Act { turn, action: Action::Call };
    check_refused(&mut case, 1, call(1), TableRefusal::OtherTurn);
    check_refused(&mut case, 2, call(0), TableRefusal::Betting(crate::games::betting::BettingRefusal::NotYourTurn));
    case.orders(1, call(0)).expect("it is his turn");
    assert_eq!(case.takes(&Command::TimeOver { turn: 0 }).err(), Some(TableRefusal::OtherTurn));
    let events = case.takes(&Command::TimeOver { turn: 1 }).expect("his time is over");
    assert_eq!(events, [Event::Acted { seat: seat(2), action: Action::Fold, paid: Money::ZERO }]);
    let events = case.takes(&Command::TimeOver { turn: 2 }).expect("his time is over");
    assert_eq!(events, [Event::Acted { seat: seat(3), action: Action::Check, paid: Money::ZERO }]);
}

/// Seat 1 has aces and the button, seat 2 nothing; who lies open in the end.
#[track_caller]
fn check_shown(rules: &str, words: &str, expected: &[u8]) {
    let mut case = Case::new(rules, blinds(5, 10, 1), &[1_000, 1_000]).drawn(1);
    (case.own[0], case.own[1], case.board) = (cards("As Ah"), cards("7c 2d"), cards("Kh Qd 4s 9h Jc"));
    case.begin();
    case.play(words);
    assert_eq!(shown(&case), expected);
    let view = case.table.view(Eyes::Seat(seat(2)));
    let open = |number: usize| view.seats[number - 1].as_ref().is_some_and(|seat| seat.down.iter().any(Option::is_some));
    assert_eq!([open(1), open(2)], [expected.contains(&1), expected.contains(&2)]);
}

#[test]
fn spb_55_spb_56_ta_19_which_hands_are_opened() {
    check_shown(NO_LIMIT, "1 call, 2 check, check, check, check, check, check, check", &[2, 1]);
    check_shown(NO_LIMIT, "1 call, 2 check, check, check, check, check, 2 check, 1 bet 10, 2 call", &[1]);
    check_shown(HOUSE, "2 call, 1 check, check, check, check, check, 2 check, 1 bet 10, 2 call", &[1, 2]);
    check_shown(NO_LIMIT, "1 raise 30, 2 fold", &[]);
}

#[test]
fn spb_59_hands_are_opened_when_an_all_in_ends_the_betting() {
    let mut case = Case::new(NO_LIMIT, blinds(5, 10, 1), &[1_000, 1_000]).drawn(1);
    (case.own[0], case.own[1]) = (cards("As Ah"), cards("7c 2d"));
    case.begin();
    case.play("1 raise 1000");
    let sees = |case: &Case, number: usize| {
        let view = case.table.view(Eyes::Public);
        view.seats[number - 1].as_ref().map(|seat| seat.down.clone())
    };
    assert_eq!(sees(&case, 1), Some([None, None].to_vec()));
    case.orders(2, SeatOrder::Act { turn: 1, action: Action::Call }).expect("he calls");
    assert_eq!(sees(&case, 1), Some(cards("As Ah").into_iter().map(Some).collect()));
    assert_eq!(sees(&case, 2), Some(cards("7c 2d").into_iter().map(Some).collect()));
}

#[test]
fn hrb_17_who_sits_down_after_another_sees_nothing_of_his() {
    let mut case = Case::new(NO_LIMIT, blinds(5, 10, 1), &[1_000, 1_000, 1_000]).drawn(1);
    (case.own[0], case.own[1], case.board) = (cards("As Ah"), cards("7c 2d"), cards("Kh Qd 4s 9h Jc"));
    case.begin();
    case.play("1 call, 2 call, 3 check");
    case.orders(1, SeatOrder::Leave).expect("he goes after the deal");
    case.play("2 check, 3 check, 2 check, 3 check, 2 check, 3 check");
    case.joins(1, 500).expect("another sits down");
    let view = case.table.view(Eyes::Seat(seat(1)));
    assert_eq!(view.seats[0].as_ref().map(|seat| (seat.stack.minor(), seat.down.len())), Some((500, 0)));
}

#[test]
fn hrb_25_who_sits_down_after_a_void_in_the_seat_of_one_who_went_is_not_he() {
    let mut case = three(HOUSE);
    folded(&mut case);
    assert_eq!(begun(&mut case), "2 3 1 of 123");
    case.orders(3, SeatOrder::Leave).expect("he goes after the deal");
    case.takes(&Command::Void(VoidReason::Attendant)).expect("it is void");
    case.joins(3, 500).expect("another sits down there");
    assert_eq!(begun(&mut case), "2 1 2 of 12", "he waits for the big blind");
}

#[test]
fn hrb_25_who_came_in_with_the_second_of_two_void_deals_waits_again() {
    let mut case = Case::new(HOUSE, blinds(5, 10, 1), &[1_000, 1_000, 0, 1_000, 1_000]).drawn(1);
    assert_eq!(folded(&mut case), "1 2 4 of 1245");
    case.joins(6, 300).expect("he sits down");
    assert_eq!(begun(&mut case), "2 4 5 of 1245");
    case.orders(5, SeatOrder::Leave).expect("he goes after the deal");
    case.takes(&Command::Void(VoidReason::Attendant)).expect("it is void");
    assert_eq!(begun(&mut case), "2 4 6 of 1246");
    case.orders(4, SeatOrder::Leave).expect("he goes after the deal");
    case.takes(&Command::Void(VoidReason::Attendant)).expect("it is void");
    assert_eq!(begun(&mut case), "2 1 2 of 12", "he waits for the big blind, as if neither had been");
}

#[test]
fn hrb_25_who_is_absent_and_came_in_with_a_void_deal_is_not_dealt_in() {
    let mut case = three(NO_LIMIT);
    folded(&mut case);
    case.joins(4, 500).expect("he sits down");
    assert_eq!(begun(&mut case), "2 3 4 of 1234");
    case.orders(3, SeatOrder::Leave).expect("he goes after the deal");
    case.orders(4, SeatOrder::SitOut(true)).expect("he is absent");
    case.takes(&Command::Void(VoidReason::Attendant)).expect("it is void");
    assert_eq!(begun(&mut case), "2 2 1 of 12", "he waits as if it had not been, and is not there");
}

#[test]
fn st_1_nobody_waits_for_a_big_blind_at_the_studs() {
    let mut case = Case::new("stud7/sport-fixed-limit", stud(0, 3, 10), &[200, 200]).drawn(1);
    case.begin();
    case.joins(3, 200).expect("he sits down");
    assert_eq!(case.table.view(Eyes::Public).seats[2].as_ref().map(|place| place.waits), Some(false));
}

#[test]
fn spt_42_nothing_is_dealt_to_the_absent_alone() {
    let mut case = Case::new(NO_LIMIT, blinds(5, 10, 1), &[1_000, 1_000]).drawn(1);
    folded(&mut case);
    case.joins(3, 500).expect("he sits down");
    case.joins(5, 500).expect("he sits down");
    for number in [1, 2] {
        case.orders(number, SeatOrder::SitOut(true)).expect("he is absent");
    }
    let begun = begun(&mut case);
    assert!(begun.ends_with("of 35"), "{begun}");
}

#[test]
fn hrb_17_what_is_asked_for_names_no_card_when_it_is_printed() {
    assert_eq!(alloc::format!("{:?}", Command::Card(cards("As")[0])), "Card");
}

/// Three at a table of the decree, the third has the button.
fn of_decree(rules: &str) -> Case {
    let level = Level { ante: money(100), small_bet: money(50), most_bet: money(1_000), unit: money(1), ..Level::default() };
    let mut case = Case::new(rules, level, &[2_000; 3]).drawn(3);
    (case.own[0], case.own[1], case.own[2]) = (cards("As Ad 4d 4s 9c"), cards("Kd Qd 9h 6c 2c"), cards("Ks Qs 9d 6d 2d"));
    case.books.trades = rules.starts_with("texas");
    case.begin();
    case
}

#[test]
fn t15_a_wrong_deal_gives_everybody_back_what_he_has_paid() {
    let mut case = of_decree("texas/am");
    case.play("1 call, 2 call, 3 call");
    assert_eq!((case.table.total(), case.books.pot[..3].to_vec()), (money(6_000), [200; 3].to_vec()));
    let events = case.takes(&Command::WrongCount(seat(3))).expect("it is told");
    assert!(matches!(events[..], [Event::Voided { reason: VoidReason::Misdeal, .. }]), "{events:?}");
    assert_eq!((case.stacks()[..3].to_vec(), case.books.fees), ([2_000; 3].to_vec(), 0));
}

#[test]
fn c17_a_wrong_deal_gives_back_the_price_of_cards_too() {
    let mut case = of_decree("club/am");
    case.play("1 buy 1, 2 pass");
    assert_eq!(case.books.pot[..3], [200, 100, 100]);
    let events = case.takes(&Command::WrongCount(seat(3))).expect("it is told");
    assert!(matches!(events[..], [Event::Voided { reason: VoidReason::Misdeal, .. }]), "{events:?}");
    assert_eq!((case.stacks()[..3].to_vec(), case.books.fees), ([2_000; 3].to_vec(), 0));
}

/// A returned card is nobody's to see: not its former owner's either, and everybody sees how many were bought (TPAM-Q4).
#[test]
fn hrb_17_a_returned_card_is_seen_by_nobody() {
    let mut case = of_decree("club/am");
    let own = |case: &Case| case.table.view(Eyes::Seat(seat(1))).seats[0].clone().expect("he sits").down;
    let before = own(&case);
    case.play("1 buy 2");
    assert_eq!(own(&case)[..3], before[2..]);
    let seen = case.table.view(Eyes::Public).seats[0].clone().expect("he sits");
    assert_eq!((seen.down, seen.bought), (alloc::vec![None; 5], 2));
    case.play("pass, pass, check, check, check");
    let shown = case.table.view(Eyes::Public).seats[0].clone().expect("he sits").down;
    assert!(shown.iter().all(Option::is_some) && !shown.contains(&before[0]) && !shown.contains(&before[1]));
}

/// Who has less than the compulsory stake sits there and is not dealt in (TPAM-30).
#[test]
fn tpam_30_who_cannot_put_in_the_stake_is_not_dealt_in_before_he_adds_chips() {
    let mut case = of_decree("club/am");
    case.play("pass, pass, pass, 1 bet 900, 2 raise 1850, 3 fold, 1 call");
    let dealt_in = |case: &Case| [1, 2, 3].map(|number| case.table.can_be_dealt_in(seat(number)));
    assert_eq!((case.stacks()[1], dealt_in(&case)), (50, [true, false, true]));
    case.orders(2, SeatOrder::TopUp(money(1_000))).expect("he adds chips");
    assert_eq!(dealt_in(&case), [true; 3]);
}
