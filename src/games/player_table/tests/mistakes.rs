//! Mistakes in dealing from a shoe: the cases of `sport-poker-games`, and what they leave open.

use alloc::format;
use alloc::string::{String, ToString};

use super::*;

const HOLDEM: &str = "holdem/sport-no-limit";
const STUD: &str = "stud7/sport-fixed-limit";

/// Cards come, one after the other.
fn come(case: &mut Case, names: &str) {
    cards(names).into_iter().for_each(|card| drop(case.takes(&Command::Card(card)).expect("a card is awaited")));
}

fn exposed(number: u8, name: &str) -> Command {
    Command::Exposed { seat: seat(number), card: cards(name)[0] }
}

/// The hand of the seat as everybody knows it who made the deal: the closed cards, then the open ones.
fn hand(case: &Case, number: u8) -> String {
    let names = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ");
    let hand = &case.table.dealing.as_ref().expect("a deal").hand;
    let player = hand.seats()[seat(number).index()].expect("he was dealt in");
    format!("({}) {}", names(&player.down), names(&player.up)).trim_end().to_string()
}

/// Hold'em with the small blind at seat 2, the big blind at seat 3 and the button at seat 1.
fn holdem() -> Case {
    let mut case = Case::new(HOLDEM, blinds(10, 20, 1), &[1_000, 1_000, 1_000]).drawn(1);
    case.takes(&Command::Begin).expect("the deal can begin");
    case
}

fn studs() -> Case {
    let mut case = Case::new(STUD, stud(0, 5, 10), &[1_000, 1_000, 1_000]).drawn(1);
    case.takes(&Command::Begin).expect("the deal can begin");
    case
}

fn board(case: &Case) -> String {
    case.table.view(Eyes::Public).board.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check_void(case: &mut Case, command: &Command, reason: VoidReason) {
    let events = case.takes(command).expect("it is told");
    assert!(matches!(&events[..], [Event::Voided { reason: why, .. }] if *why == reason), "{events:?}");
    assert_eq!(case.stacks()[..3], [1_000; 3]);
}

#[track_caller]
fn check_refused(case: &mut Case, command: &Command, expected: TableRefusal) {
    let before = case.table.clone();
    assert_eq!(case.takes(command).err(), Some(expected));
    assert!(case.table == before, "a refusal changes nothing");
}

#[test]
fn spg_w40_one_closed_card_that_was_shown_is_the_first_burn() {
    let mut case = holdem();
    come(&mut case, "9s Kd");
    case.takes(&exposed(3, "Kd")).expect("it is told");
    assert_eq!(case.table.view(Eyes::Public).shown_by_mistake, cards("Kd"));
    come(&mut case, "4c 9h Kh Ad");
    assert_eq!(case.table.wants(), Wants::Card(CardTo::Down(seat(3))));
    come(&mut case, "7s");
    assert_eq!(hand(&case, 3), "(Kh 7s)");
    case.play("call, call, check");
    assert_eq!(case.table.wants(), Wants::Decision(seat(2), 4), "no other card is burnt before the flop");
}

#[test]
fn spg_w40_no_other_card_is_burnt_before_the_flop_and_one_before_the_turn() {
    let mut case = holdem();
    come(&mut case, "9s Kd 4c 9h Kh Ad");
    // It is told once the deal is done.
    case.takes(&exposed(3, "Kd")).expect("nobody has acted");
    come(&mut case, "7s");
    for action in [Action::Call, Action::Call, Action::Check] {
        let Wants::Decision(asked, turn) = case.table.wants() else { panic!("somebody is asked") };
        case.orders(asked.number(), SeatOrder::Act { turn, action }).expect("it is offered");
    }
    come(&mut case, "2d Qc Jh");
    assert_eq!((board(&case), hand(&case, 3)), ("2d Qc Jh".into(), "(Kh 7s)".into()));
    for _ in 0..3 {
        let Wants::Decision(asked, turn) = case.table.wants() else { panic!("somebody is asked") };
        case.orders(asked.number(), SeatOrder::Act { turn, action: Action::Check }).expect("it is offered");
    }
    assert_eq!(case.table.wants(), Wants::Card(CardTo::Burn));
}

#[test]
fn spg_w41_spg_106a_two_closed_cards_that_were_shown_deal_again() {
    let mut case = holdem();
    come(&mut case, "9s Kd 4c 9h Kh Ad");
    case.takes(&exposed(3, "Kd")).expect("it is told");
    check_void(&mut case, &exposed(1, "Ad"), VoidReason::Misdeal);
    let events = case.takes(&Command::Begin).expect("the deal can begin");
    assert!(matches!(&events[0], Event::Began { markers, .. } if markers.button == seat(1)), "the same button: {events:?}");
}

#[test]
fn spg_106a_two_cards_of_one_player_deal_again_where_nobody_has_open_ones() {
    let mut case = holdem();
    come(&mut case, "9s Kd 4c 9h Kh Ad");
    case.takes(&exposed(3, "Kd")).expect("it is told");
    check_void(&mut case, &exposed(3, "Kh"), VoidReason::Misdeal);
}

#[test]
fn spg_w37_spg_80_a_closed_card_that_was_shown_is_the_door_card() {
    let mut case = studs();
    come(&mut case, "5c 8d 2s Qh");
    case.takes(&exposed(1, "Qh")).expect("it is told");
    come(&mut case, "9d 3s");
    assert_eq!(case.table.wants(), Wants::Card(CardTo::Down(seat(1))), "his third card comes closed");
    come(&mut case, "Jd 4h Kc");
    assert_eq!(["(5c Jd) Qh", "(8d 9d) 4h", "(2s 3s) Kc"], [1, 2, 3].map(|number| hand(&case, number)));
    assert_eq!(case.table.put_in(seat(2)), money(5), "the lowest open card brings in");
}

#[test]
fn spg_w38_spg_81_the_second_card_of_one_player_is_the_first_burn() {
    let mut case = studs();
    come(&mut case, "Qh");
    case.takes(&exposed(1, "Qh")).expect("it is told");
    come(&mut case, "8d 2s 5c");
    case.takes(&exposed(1, "5c")).expect("it is told");
    come(&mut case, "9d 3s Jd 4h Kc");
    assert_eq!(case.table.wants(), Wants::Card(CardTo::Down(seat(1))));
    come(&mut case, "7s");
    assert_eq!((hand(&case, 1), case.table.view(Eyes::Public).shown_by_mistake), ("(Jd 7s) Qh".into(), cards("5c")));
    assert_eq!(case.table.put_in(seat(2)), money(5));
    for action in [Action::Call, Action::Call] {
        let Wants::Decision(asked, turn) = case.table.wants() else { panic!("somebody is asked") };
        case.orders(asked.number(), SeatOrder::Act { turn, action }).expect("it is offered");
    }
    assert!(matches!(case.table.wants(), Wants::Card(CardTo::Up(_))), "no other card is burnt before fourth street");
}

#[test]
fn spg_w38_spg_106a_a_card_each_of_two_players_deals_again() {
    let mut case = studs();
    come(&mut case, "Qh 8d 2s 5c");
    case.takes(&exposed(1, "Qh")).expect("it is told");
    check_void(&mut case, &exposed(3, "2s"), VoidReason::Misdeal);
}

#[test]
fn spg_a12_a_house_may_have_two_cards_of_one_player_dealt_again() {
    let mut rules = house(STUD);
    rules.mistakes.iter_mut().for_each(|mistakes| mistakes.two_exposed_in_stud = crate::games::streets::TwoExposed::Redeal);
    let mut case = studs();
    case.takes(&Command::Void(VoidReason::Attendant)).expect("it is void");
    case.table.rules.house = rules;
    let mut table = case.table;
    table.take(&Command::Begin).expect("the deal can begin");
    for card in cards("Qh 8d 2s 5c") {
        table.take(&Command::Card(card)).expect("a card is awaited");
    }
    table.take(&exposed(1, "Qh")).expect("it is told");
    let events = table.take(&exposed(1, "5c")).expect("it is told");
    assert!(matches!(events[..], [Event::Voided { reason: VoidReason::Misdeal, .. }]), "{events:?}");
}

#[test]
fn spg_80_an_open_card_that_has_come_stays_and_the_closed_one_is_replaced() {
    let mut case = studs();
    come(&mut case, "5c 8d 2s Qh 9d 3s Jd 4h Kc");
    case.takes(&exposed(1, "Qh")).expect("nobody has acted");
    come(&mut case, "7s");
    assert_eq!(hand(&case, 1), "(5c 7s) Jd");
}

#[test]
fn spg_a20_a_card_is_told_to_have_been_shown_before_anybody_acts() {
    let mut case = holdem();
    check_refused(&mut case, &exposed(1, "4c"), TableRefusal::NoSuchCard);
    come(&mut case, "9s Kd 4c 9h Kh Ad");
    check_refused(&mut case, &exposed(4, "4c"), TableRefusal::NoSuchCard);
    case.play("call");
    check_refused(&mut case, &exposed(1, "4c"), TableRefusal::ActedAlready);
    case.takes(&Command::Void(VoidReason::Attendant)).expect("it is void");
    check_refused(&mut case, &exposed(1, "4c"), TableRefusal::NoDeal);
}

#[test]
fn spg_w47_spg_96_an_extra_card_is_the_next_burn_and_the_last_one_goes_to_the_muck() {
    let mut case = holdem();
    case.deal();
    case.play("call, call, check, check, check, check");
    assert_eq!(board(&case).split(' ').count(), 4);
    let extra = Command::Extra(cards("8c")[0]);
    case.takes(&extra).expect("somebody is asked");
    check_refused(&mut case, &Command::Card(cards("9h")[0]), TableRefusal::NoCardAwaited);
    for _ in 0..3 {
        let Wants::Decision(asked, turn) = case.table.wants() else { panic!("somebody is asked") };
        case.orders(asked.number(), SeatOrder::Act { turn, action: Action::Check }).expect("it is offered");
    }
    assert_eq!(case.table.wants(), Wants::Card(CardTo::Board), "8c is the burn");
    check_refused(&mut case, &Command::Extra(cards("9d")[0]), TableRefusal::CardAwaited);
    come(&mut case, "9h");
    case.takes(&Command::Extra(cards("9d")[0])).expect("somebody is asked");
    case.play("check, check, check");
    assert!(matches!(case.journal.last(), Some(Event::Settled { .. })));
}

#[test]
fn spg_112_an_extra_card_that_came_before_voids_the_deal() {
    let mut case = holdem();
    come(&mut case, "9s Kd 4c 9h Kh Ad");
    case.play("call, call, check");
    check_void(&mut case, &Command::Extra(cards("Kd")[0]), VoidReason::CardNotInPack);
}

#[test]
fn spg_96_at_the_studs_and_without_rules_before_the_flop_nobody_can_say_what_an_extra_card_is() {
    let extra = Command::Extra(cards("8c")[0]);
    let mut case = Case::new(HOLDEM, blinds(10, 20, 1), &[1_000; 3]);
    case.table.rules.house.mistakes.as_mut().expect("the file has them").middle_cards = None;
    let mut case = case.drawn(1);
    case.begin();
    check_refused(&mut case, &extra, TableRefusal::NoExtraCard);
    let mut case = studs();
    case.deal();
    check_refused(&mut case, &extra, TableRefusal::NoExtraCard);
}

#[test]
fn a_card_that_is_none_of_the_seats_voids_the_deal_and_one_that_is_seen_changes_nothing() {
    let begun = || {
        let mut case = holdem();
        come(&mut case, "9s Kd 4c 9h Kh Ad");
        case
    };
    check_void(&mut begun(), &exposed(3, "9s"), VoidReason::Misdeal);
    check_void(&mut begun(), &exposed(3, "2c"), VoidReason::Misdeal);
    let mut case = begun();
    case.takes(&exposed(3, "Kd")).expect("it is told");
    check_refused(&mut case, &exposed(3, "Kd"), TableRefusal::SeenAlready);
    let mut case = studs();
    come(&mut case, "Qh");
    case.takes(&exposed(1, "Qh")).expect("it is told");
    check_refused(&mut case, &exposed(1, "Qh"), TableRefusal::SeenAlready);
}

#[test]
fn spg_81_two_cards_of_one_player_that_are_both_replaced_deal_again() {
    let mut case = studs();
    come(&mut case, "5c 8d 2s Qh 9d 3s Jd 4h Kc");
    case.takes(&exposed(1, "Qh")).expect("nobody has acted");
    check_void(&mut case, &exposed(1, "5c"), VoidReason::Misdeal);
}

#[test]
fn what_was_meant_for_the_hand_before_another_card_came_does_nothing() {
    let mut case = holdem();
    come(&mut case, "9s Kd 4c 9h Kh Ad");
    let Wants::Decision(asked, turn) = case.table.wants() else { panic!("somebody is asked") };
    case.takes(&exposed(1, "Ad")).expect("nobody has acted");
    come(&mut case, "7s");
    let fold = SeatOrder::Act { turn, action: Action::Fold };
    assert_eq!(case.orders(asked.number(), fold).err(), Some(TableRefusal::OtherTurn));
}

#[test]
fn spg_w49_a_wrong_number_of_cards_deals_again_before_anybody_acts() {
    let mut case = holdem();
    case.deal();
    check_void(&mut case, &Command::WrongCount(seat(1)), VoidReason::Misdeal);
}

#[test]
fn spg_105_cards_of_an_empty_seat_deal_again() {
    let mut case = holdem();
    case.deal();
    check_void(&mut case, &Command::WrongCount(seat(5)), VoidReason::Misdeal);
}

#[test]
fn spg_108_cards_are_counted_once_those_of_the_street_lie() {
    let mut case = studs();
    case.deal();
    for _ in 0..2 {
        let Wants::Decision(asked, turn) = case.table.wants() else { panic!("somebody is asked") };
        case.orders(asked.number(), SeatOrder::Act { turn, action: Action::Call }).expect("it is offered");
    }
    // The burn first; then a card for each.
    for nth in 0..4 {
        if nth > 0 {
            check_refused(&mut case, &Command::WrongCount(seat(3)), TableRefusal::CardAwaited);
        }
        let card = Card::all().find(|card| case.table.dealing.as_ref().is_some_and(|dealing| dealing.shoe.clone().draw(*card).is_ok()));
        case.takes(&Command::Card(card.expect("the pack suffices"))).expect("a card is awaited");
    }
    case.deal();
    let events = case.takes(&Command::WrongCount(seat(3))).expect("it is told");
    assert!(matches!(events[..], [Event::Spoilt { .. }]), "{events:?}");
    assert!(matches!(case.table.wants(), Wants::Decision(..)), "the others play on");
}

#[test]
fn spg_w49_spg_108_a_wrong_number_of_cards_later_kills_the_hand_and_its_blind_stays() {
    let mut case = Case::new(HOLDEM, blinds(10, 20, 1), &[1_000; 4]).drawn(1);
    case.begin();
    case.play("4 fold, 1 raise 60");
    case.takes(&Command::WrongCount(seat(2))).expect("it is told");
    assert_eq!(case.table.view(Eyes::Public).pot, money(90));
    assert_eq!(case.table.wants(), Wants::Decision(seat(3), 3), "what was meant for the turn before does nothing");
    let offers = case.table.offers(Eyes::Seat(seat(3))).expect("he is asked");
    assert_eq!((offers.call, offers.wager.map(|wager| wager.least)), (money(40), Some(money(100))));
    check_refused(&mut case, &Command::WrongCount(seat(2)), TableRefusal::NoSuchCard);
}

#[test]
fn spg_w49_spg_107_spg_a20a_the_price_of_a_dead_hand_stays() {
    let mut case = Case::new(HOLDEM, blinds(10, 20, 1), &[1_000; 4]).drawn(1);
    case.begin();
    case.play("4 fold, 1 raise 60");
    case.takes(&Command::WrongCount(seat(1))).expect("it is told");
    assert_eq!(case.table.view(Eyes::Public).pot, money(90));
    let offers = case.table.offers(Eyes::Seat(seat(2))).expect("he is asked");
    assert_eq!((offers.call, offers.wager.map(|wager| wager.least)), (money(50), Some(money(100))));
}

#[test]
fn spg_107_an_all_in_hand_with_a_wrong_number_of_cards_is_dead_too() {
    let mut case = holdem();
    case.deal();
    case.play("1 raise 1000, 2 call");
    case.takes(&Command::WrongCount(seat(1))).expect("it is told");
    case.play("3 fold");
    assert_eq!(case.stacks()[..3], [0, 2_020, 980], "who is alone takes all of it");
}

#[test]
fn spg_107_a_dead_hand_is_told_in_a_run_out_too() {
    let mut case = holdem();
    case.deal();
    for action in [Action::RaiseTo(money(1_000)), Action::Call, Action::Call] {
        let Wants::Decision(asked, turn) = case.table.wants() else { panic!("somebody is asked") };
        case.orders(asked.number(), SeatOrder::Act { turn, action }).expect("it is offered");
    }
    assert_eq!(case.table.wants(), Wants::Card(CardTo::Burn));
    case.takes(&Command::WrongCount(seat(1))).expect("it is told");
    assert_eq!(case.table.wants(), Wants::Card(CardTo::Burn), "the two others play on");
    case.takes(&Command::Card(Card::all().last().expect("a card"))).expect("a card is awaited");
    case.takes(&Command::WrongCount(seat(2))).expect("it is told");
    assert_eq!(case.stacks()[..3], [0, 0, 3_000], "who is alone takes all of it");
}

#[test]
fn ta_18_tpam_39_a_house_that_says_nothing_of_mistakes_voids_every_faulty_deal() {
    let begun = || {
        let mut case = Case::new("holdem/by", blinds(5, 10, 1), &[1_000, 1_000, 1_000]).drawn(1);
        case.begin();
        case
    };
    check_void(&mut begun(), &exposed(1, "4c"), VoidReason::Misdeal);
    check_refused(&mut begun(), &Command::Extra(cards("Kd")[0]), TableRefusal::NoExtraCard);
    let mut case = begun();
    case.play("call");
    check_void(&mut case, &Command::WrongCount(seat(3)), VoidReason::Misdeal);
}

#[test]
fn spt_40_the_replacement_of_a_dead_hand_does_not_come() {
    let mut case = Case::new(HOLDEM, blinds(10, 20, 1), &[1_000; 3]).drawn(1);
    case.orders(2, SeatOrder::SitOut(true)).expect("he rests");
    case.takes(&Command::Begin).expect("the deal can begin");
    come(&mut case, "9s Kd 4c 9h Kh");
    case.takes(&exposed(2, "9s")).expect("it is told");
    come(&mut case, "Ad 7s");
    assert!(case.journal.iter().any(|event| matches!(event, Event::Killed { .. })), "{:?}", case.journal);
    assert_eq!(case.table.wants(), Wants::Decision(seat(1), 1));
}

#[test]
fn hrb_17_an_extra_card_and_a_card_that_replaces_another_are_told_to_nobody_else() {
    let mut case = holdem();
    come(&mut case, "9s Kd 4c 9h Kh Ad");
    case.takes(&exposed(3, "Kd")).expect("it is told");
    come(&mut case, "7s");
    case.play("call, call, check");
    case.takes(&Command::Extra(cards("8c")[0])).expect("somebody is asked");
    for eyes in [Eyes::Public, Eyes::Seat(seat(1)), Eyes::Seat(seat(2))] {
        let told = case.journal.iter().map(|event| event.told(eyes));
        let cards_told: Vec<Card> = told
            .filter_map(|event| match event {
                Event::Dealt { card, .. } | Event::Extra { card } => card.card(),
                _ => None,
            })
            .collect();
        assert!(!cards_told.contains(&cards("7s")[0]) && !cards_told.contains(&cards("8c")[0]), "{eyes:?}: {cards_told:?}");
        assert!(!format!("{:?}", case.journal).contains("8c"));
    }
}
