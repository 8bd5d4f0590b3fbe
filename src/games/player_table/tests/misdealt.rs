//! Cards that lay face up in the pack, a seventh card that was shown, and middle cards that go back into the stub: the cases of
//! `sport-poker-games`.

use alloc::string::{String, ToString};

use super::*;
use crate::games::streets::{ExposedSeventh, ExtraFlopCard, MiddleCardRules, PrematureFlopBurn, PrematureTurn, RiverBurn, Variant};

const HOLDEM: &str = "holdem/sport-no-limit";
const STUD: &str = "stud7/sport-fixed-limit";

/// Cards come, one after the other.
fn come(case: &mut Case, names: &str) {
    cards(names).into_iter().for_each(|card| drop(case.takes(&Command::Card(card)).expect("a card is awaited")));
}

/// A card comes that nobody ordered.
fn extra(case: &mut Case, name: &str) -> Vec<Event> {
    case.takes(&Command::Extra(cards(name)[0])).expect("the rules say what it is")
}

fn boxed(name: &str) -> Command {
    Command::Boxed(cards(name)[0])
}

/// Everybody acts as he is told, and no card comes.
fn act(case: &mut Case, actions: &[Action]) {
    for action in actions {
        let Wants::Decision(asked, turn) = case.table.wants() else { panic!("nobody is asked to {action:?}") };
        case.orders(asked.number(), SeatOrder::Act { turn, action: *action }).expect("it is offered");
    }
}

fn board(case: &Case) -> String {
    case.table.view(Eyes::Public).board.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

fn left(case: &Case) -> u16 {
    case.table.remaining().expect("a deal").total()
}

/// Six players, all of whom stay in before the flop: 40 cards are left.
fn six(middle: impl FnOnce(&mut MiddleCardRules)) -> Case {
    let mut case = Case::new(HOLDEM, blinds(10, 20, 1), &[1_000; 6]);
    let mistakes = case.table.rules.house.mistakes.as_mut().expect("the file has them");
    middle(mistakes.middle_cards.as_mut().expect("the file has them"));
    let mut case = case.drawn(1);
    case.takes(&Command::Begin).expect("the deal can begin");
    come(&mut case, "2c 3c 4c 5c 6c 7c 8s 9s Ts Js Qs Ks");
    case
}

fn before_flop(middle: impl FnOnce(&mut MiddleCardRules)) -> Case {
    let mut case = six(middle);
    act(&mut case, &[Action::Call, Action::Call, Action::Call, Action::Call, Action::Call, Action::Check]);
    assert_eq!((left(&case), case.table.wants()), (40, Wants::Card(CardTo::Burn)));
    case
}

const CHECKS: [Action; 6] = [Action::Check; 6];

fn shuffled(case: &mut Case) {
    assert_eq!(case.table.wants(), Wants::Shuffle);
    assert_eq!(case.takes(&Command::Card(cards("As")[0])).err(), Some(TableRefusal::NoCardAwaited));
    case.takes(&Command::StubShuffled).expect("something goes back");
}

#[test]
fn spg_w42_spg_91_a_flop_without_a_burn_goes_back_and_is_dealt_anew() {
    let mut case = before_flop(|_| {});
    // The dealer has laid the burn open, so the flop wants one card more.
    come(&mut case, "7s 2d Qc");
    assert_eq!(case.table.wants(), Wants::Card(CardTo::Board));
    case.takes(&Command::TakeFlopBack).expect("nobody has acted");
    assert_eq!(board(&case), "");
    shuffled(&mut case);
    assert_eq!((left(&case), case.table.wants()), (40, Wants::Card(CardTo::Burn)));
    // What went back may come again.
    come(&mut case, "Jh 7s Qc Ah");
    assert_eq!((board(&case), left(&case)), ("7s Qc Ah".into(), 36));
}

#[test]
fn spg_w42_restore_the_first_card_is_the_burn_and_nothing_goes_back() {
    let mut case = before_flop(|middle| middle.no_burn_flop = crate::games::streets::NoBurnFlop::Restore);
    come(&mut case, "7s 2d Qc");
    assert_eq!(case.takes(&Command::TakeFlopBack).err(), Some(TableRefusal::NoFlopToTakeBack));
    come(&mut case, "Jh");
    assert_eq!((board(&case), left(&case)), ("2d Qc Jh".into(), 36));
}

#[test]
fn spg_w42_a_flop_that_somebody_has_acted_on_stands() {
    let mut case = before_flop(|_| {});
    come(&mut case, "7s 2d Qc Jh");
    act(&mut case, &[Action::Check]);
    assert_eq!(case.takes(&Command::TakeFlopBack).err(), Some(TableRefusal::NoFlopToTakeBack));
}

#[test]
fn spg_w43_next_burn_the_fourth_card_is_the_burn_of_the_turn() {
    let mut case = before_flop(|_| {});
    come(&mut case, "7s 2d Qc Jh");
    assert!(matches!(extra(&mut case, "5h")[..], [Event::Extra { .. }]));
    assert_eq!((board(&case), left(&case)), ("2d Qc Jh".into(), 35));
    act(&mut case, &CHECKS);
    assert_eq!(case.table.wants(), Wants::Card(CardTo::Board));
}

#[test]
fn spg_w43_redeal_flop_all_four_go_back_with_the_burn() {
    let mut case = before_flop(|middle| middle.extra_flop_card = ExtraFlopCard::RedealFlop);
    come(&mut case, "7s 2d Qc Jh");
    assert!(matches!(extra(&mut case, "5h")[..], [Event::Extra { .. }, Event::FlopTakenBack]));
    shuffled(&mut case);
    assert_eq!((board(&case), left(&case), case.table.wants()), (String::new(), 40, Wants::Card(CardTo::Burn)));
}

#[test]
fn spg_w43_order_not_known_an_attendant_has_the_fourth_card_go_back_too() {
    let mut case = before_flop(|_| {});
    come(&mut case, "7s 2d Qc Jh");
    extra(&mut case, "5h");
    case.takes(&Command::TakeFlopBack).expect("nobody has acted");
    shuffled(&mut case);
    assert_eq!((left(&case), case.table.wants()), (40, Wants::Card(CardTo::Burn)));
}

#[test]
fn spg_w44_spg_93_a_flop_that_came_too_early_goes_back_with_its_burn() {
    let mut case = six(|_| {});
    act(&mut case, &[Action::Call; 5]);
    for name in ["7s", "2d", "Qc", "Jh"] {
        extra(&mut case, name);
    }
    assert_eq!((board(&case), left(&case)), (String::new(), 36));
    assert_eq!(case.takes(&Command::Extra(cards("5h")[0])).err(), Some(TableRefusal::NoExtraCard), "nobody knows what a fifth one is");
    act(&mut case, &[Action::Check]);
    shuffled(&mut case);
    assert_eq!((left(&case), case.table.wants()), (40, Wants::Card(CardTo::Burn)));
    come(&mut case, "Jh 7s Qc 2d");
    assert_eq!(left(&case), 36);
}

#[test]
fn spg_w44_keep_burn_the_flop_comes_without_another_one() {
    let mut case = six(|middle| middle.premature_flop_burn = PrematureFlopBurn::KeepBurn);
    act(&mut case, &[Action::Call; 5]);
    for name in ["7s", "2d", "Qc", "Jh"] {
        extra(&mut case, name);
    }
    act(&mut case, &[Action::Check]);
    shuffled(&mut case);
    assert_eq!((left(&case), case.table.wants()), (39, Wants::Card(CardTo::Board)));
    come(&mut case, "2d Qc Jh");
    assert_eq!(left(&case), 36);
}

/// 6s was burnt and Kd turned while the flop's betting was open.
fn early_turn(middle: impl FnOnce(&mut MiddleCardRules)) -> Case {
    let mut case = before_flop(middle);
    come(&mut case, "Ah Ad Ac As");
    act(&mut case, &CHECKS[..2]);
    extra(&mut case, "6s");
    extra(&mut case, "Kd");
    assert_eq!(left(&case), 34);
    act(&mut case, &CHECKS[..4]);
    case
}

#[test]
fn spg_w45_spg_94_the_card_that_would_be_the_river_is_the_turn() {
    let mut case = early_turn(|_| {});
    assert_eq!(case.table.wants(), Wants::Card(CardTo::Burn));
    come(&mut case, "8c 9h");
    assert_eq!((board(&case), left(&case)), ("Ad Ac As 9h".into(), 32));
    act(&mut case, &CHECKS);
    shuffled(&mut case);
    assert_eq!((left(&case), case.table.wants()), (33, Wants::Card(CardTo::Board)), "no burn");
    come(&mut case, "Kd");
    assert_eq!((board(&case), left(&case)), ("Ad Ac As 9h Kd".into(), 32));
}

#[test]
fn spg_w45_spg_a17_a_house_may_burn_before_that_river() {
    let mut case = early_turn(|middle| middle.premature_turn_river_burn = RiverBurn::Burn);
    come(&mut case, "8c 9h");
    act(&mut case, &CHECKS);
    shuffled(&mut case);
    assert_eq!((left(&case), case.table.wants()), (33, Wants::Card(CardTo::Burn)));
}

#[test]
fn spg_w45_tda_rp5_the_turn_comes_of_the_shuffled_stub_and_the_river_as_usual() {
    let mut case = early_turn(|middle| middle.premature_turn = PrematureTurn::TdaRp5);
    shuffled(&mut case);
    assert_eq!((left(&case), case.table.wants()), (35, Wants::Card(CardTo::Board)));
    come(&mut case, "Kd");
    act(&mut case, &CHECKS);
    assert_eq!(case.table.wants(), Wants::Card(CardTo::Burn));
}

#[test]
fn spg_w46_spg_95_a_river_that_came_too_early_goes_back_and_nothing_more_is_burnt() {
    let mut case = before_flop(|_| {});
    come(&mut case, "Ah Ad Ac As");
    act(&mut case, &CHECKS);
    come(&mut case, "6s Kd");
    assert_eq!(left(&case), 34);
    extra(&mut case, "8c");
    extra(&mut case, "9h");
    act(&mut case, &CHECKS);
    shuffled(&mut case);
    assert_eq!((left(&case), case.table.wants()), (33, Wants::Card(CardTo::Board)));
}

/// Everybody has checked the flop: 36 cards are left.
fn before_turn() -> Case {
    let mut case = before_flop(|_| {});
    come(&mut case, "Ah Ad Ac As");
    act(&mut case, &CHECKS);
    assert_eq!((left(&case), case.table.wants()), (36, Wants::Card(CardTo::Burn)));
    case
}

#[test]
fn spg_w53_spg_75_a_turn_without_a_burn_is_the_burn_and_the_next_card_is_the_turn() {
    let mut case = before_turn();
    // The dealer has turned 6s: nobody is asked before another card lies.
    come(&mut case, "6s");
    assert_eq!((board(&case), case.table.wants()), ("Ad Ac As".into(), Wants::Card(CardTo::Board)));
    come(&mut case, "Kd");
    assert_eq!((board(&case), left(&case)), ("Ad Ac As Kd".into(), 34));
    act(&mut case, &CHECKS);
    assert_eq!(case.table.wants(), Wants::Card(CardTo::Burn));
    come(&mut case, "8c 9h");
    assert_eq!((board(&case), left(&case)), ("Ad Ac As Kd 9h".into(), 32));
}

/// The table knows each card as it comes, so that the second one is the turn that everybody sees, no matter what the dealer took it for.
#[test]
fn spg_w53_spg_75_a_turn_that_somebody_has_acted_on_stands() {
    let mut case = before_turn();
    come(&mut case, "6s Kd");
    act(&mut case, &CHECKS[..1]);
    assert_eq!(case.takes(&boxed("Kd")).err(), Some(TableRefusal::ActedAlready));
    assert_eq!(case.takes(&Command::TakeFlopBack).err(), Some(TableRefusal::NoFlopToTakeBack));
    extra(&mut case, "8c");
    assert_eq!(board(&case), "Ad Ac As Kd");
    act(&mut case, &CHECKS[1..]);
    assert_eq!(case.table.wants(), Wants::Card(CardTo::Board), "8c is the burn of the river");
}

#[test]
fn spg_w53_a_burn_too_many_is_the_next_one() {
    let mut case = before_turn();
    // 6s was burnt, and Kd too, which counts as the turn; 8c was turned.
    come(&mut case, "6s Kd");
    extra(&mut case, "8c");
    assert_eq!(board(&case), "Ad Ac As Kd");
    act(&mut case, &CHECKS);
    assert_eq!(case.table.wants(), Wants::Card(CardTo::Board), "8c is the burn of the river");
}

#[test]
fn spg_93_a_deal_that_ends_before_the_flop_needs_no_shuffle() {
    let mut case = six(|_| {});
    extra(&mut case, "7s");
    act(&mut case, &[Action::Fold; 5]);
    assert!(matches!(case.journal.last(), Some(Event::Settled { .. })));
}

#[test]
fn nothing_is_shuffled_where_nothing_goes_back() {
    let mut case = before_flop(|_| {});
    assert_eq!(case.takes(&Command::StubShuffled).err(), Some(TableRefusal::NothingToShuffle));
    assert_eq!(case.takes(&Command::TakeFlopBack).err(), Some(TableRefusal::NoFlopToTakeBack));
}

#[test]
fn spg_w48_spg_74_a_boxed_card_is_replaced_by_the_next_one() {
    let mut case = Case::new(HOLDEM, blinds(10, 20, 1), &[1_000; 3]).drawn(1);
    case.takes(&Command::Begin).expect("the deal can begin");
    come(&mut case, "9s 5d");
    let to = Wants::Card(CardTo::Down(seat(3)));
    case.takes(&boxed("5d")).expect("it came last");
    assert_eq!((case.table.wants(), case.table.view(Eyes::Public).shown_by_mistake), (to, cards("5d")));
    come(&mut case, "4c");
    assert_eq!(case.table.wants(), Wants::Card(CardTo::Down(seat(1))));
}

#[test]
fn spg_w48_spg_a25_a_second_boxed_card_of_the_first_ones_deals_again() {
    let begun = |from: Option<u8>| {
        let mut case = Case::new(HOLDEM, blinds(10, 20, 1), &[1_000; 3]);
        case.table.rules.house.mistakes.as_mut().expect("the file has them").boxed_redeal_from = from;
        let mut case = case.drawn(1);
        case.takes(&Command::Begin).expect("the deal can begin");
        come(&mut case, "9s 5d");
        case
    };
    let check = |from: Option<u8>, expected: [bool; 2]| {
        let mut case = begun(from);
        for (name, is_void) in ["5d", "6d"].into_iter().zip(expected) {
            let events = case.takes(&boxed(name)).expect("it came last");
            assert_eq!(matches!(events[..], [Event::Voided { reason: VoidReason::Misdeal, .. }]), is_void, "{from:?} {name}: {events:?}");
            if is_void {
                return assert_eq!(case.stacks()[..3], [1_000; 3]);
            }
            come(&mut case, if name == "5d" { "6d" } else { "7d" });
        }
    };
    check(Some(2), [false, true]);
    check(Some(0), [false, false]);
    check(Some(1), [true, true]);
    // A house that says nothing of them deals again.
    check(None, [true, true]);
}

#[test]
fn spg_74_a_boxed_turn_opens_the_round_anew() {
    let mut case = before_flop(|_| {});
    come(&mut case, "Ah Ad Ac As");
    act(&mut case, &CHECKS);
    come(&mut case, "6s Kd");
    let before = case.table.wants();
    case.takes(&boxed("Kd")).expect("it came last");
    assert_eq!((board(&case), case.table.wants()), ("Ad Ac As".into(), Wants::Card(CardTo::Board)));
    come(&mut case, "9h");
    assert_eq!(board(&case), "Ad Ac As 9h");
    assert_ne!(case.table.wants(), before, "what was meant for the round before does nothing");
    act(&mut case, &CHECKS[..1]);
    assert_eq!(case.takes(&boxed("9h")).err(), Some(TableRefusal::ActedAlready));
}

#[test]
fn spg_74_a_boxed_burn_is_replaced_too() {
    let mut case = before_flop(|_| {});
    come(&mut case, "Ah");
    case.takes(&boxed("Ah")).expect("it came last");
    assert_eq!(case.table.wants(), Wants::Card(CardTo::Burn));
}

#[test]
fn a_boxed_card_that_is_not_the_last_one_voids_the_deal() {
    let mut case = Case::new(HOLDEM, blinds(10, 20, 1), &[1_000; 3]).drawn(1);
    case.takes(&Command::Begin).expect("the deal can begin");
    come(&mut case, "9s 5d");
    let events = case.takes(&boxed("9s")).expect("it is told");
    assert!(matches!(events[..], [Event::Voided { reason: VoidReason::Misdeal, .. }]), "{events:?}");
}

#[test]
fn spg_74_a_boxed_door_card_deals_again_once_the_bring_in_lies() {
    let mut case = Case::new(STUD, stud(0, 5, 10), &[1_000; 3]).drawn(1);
    case.takes(&Command::Begin).expect("the deal can begin");
    come(&mut case, "5c 8d 2s Qh 9d 3s Jd 4h Kc");
    let events = case.takes(&boxed("Kc")).expect("it came last");
    assert!(matches!(events[..], [Event::Voided { reason: VoidReason::Misdeal, .. }]), "{events:?}");
    assert_eq!(case.stacks()[..3], [1_000; 3]);
}

/// A stud of three at which 180 lie and the seventh cards have come; seat 1 is the first to speak. What was told before the round, is told.
fn at_seventh(rules: ExposedSeventh) -> Case {
    let mut case = Case::new(STUD, stud(0, 5, 10), &[1_000; 3]);
    case.table.rules.house.mistakes.as_mut().expect("the file has them").exposed_seventh = Some(rules);
    let mut case = case.drawn(1);
    case.takes(&Command::Begin).expect("the deal can begin");
    // Seat 2 brings in; the open aces of seat 1 speak first from then on.
    come(&mut case, "2c 3c 4c 5d 6d 7d Ad 2h 9h");
    act(&mut case, &[Action::RaiseTo(money(10)), Action::Call, Action::Call]);
    let street = |case: &mut Case, names: &str, size: i64| {
        come(case, names);
        act(case, &[Action::Bet(money(size)), Action::Call, Action::Call]);
    };
    street(&mut case, "Kc As 8h Th", 10);
    street(&mut case, "Kd Qs 9s Jh", 20);
    street(&mut case, "Kh Ts 8s Qh", 20);
    assert_eq!(case.table.view(Eyes::Public).pot, money(180));
    come(&mut case, "Ks 3h 4h 5h");
    assert_eq!(case.table.wants(), Wants::Decision(seat(1), 12));
    case
}

/// Who puts how much behind when it is over, with nobody's cards opened for it: the contributions.
fn contributions(case: &Case) -> Vec<i64> {
    (1..=3).map(|number| case.table.put_in(seat(number)).minor()).collect()
}

fn seventh_shown() -> Command {
    Command::Exposed { seat: seat(2), card: cards("4h")[0] }
}

#[test]
fn spg_w39_spg_84_he_plays_for_the_pot_so_far_and_the_others_for_a_side_pot() {
    let mut case = at_seventh(ExposedSeventh::Choice);
    case.takes(&seventh_shown()).expect("he has not acted");
    let seen = case.table.view(Eyes::Public).seats[1].clone().expect("he sits");
    assert_eq!(seen.down, [None, None, Some(cards("4h")[0])], "everybody sees that one alone");
    act(&mut case, &[Action::Bet(money(20))]);
    assert!(case.table.offers(Eyes::Seat(seat(2))).expect("he is asked").may_play_for_pot);
    act(&mut case, &[Action::PlayForPot]);
    assert_eq!(case.table.wants(), Wants::Decision(seat(3), 15));
    let pots = case.table.view(Eyes::Public).pots;
    assert_eq!((pots.len(), pots[0].amount, pots[0].claimants.len()), (1, money(180), 3));
    assert_eq!(contributions(&case), [80, 60, 60]);
    act(&mut case, &[Action::Call]);
    let Some(Event::Settled { settlement, .. }) = case.journal.last() else { panic!("it is over") };
    let told: Vec<(i64, usize)> = settlement.pots.iter().map(|pot| (pot.amount.minor(), pot.claimants.len())).collect();
    assert_eq!(told, [(180, 3), (40, 2)]);
}

#[test]
fn spg_w39_he_may_play_on_though_somebody_has_bet() {
    let mut case = at_seventh(ExposedSeventh::Choice);
    act(&mut case, &[Action::Bet(money(20))]);
    case.takes(&seventh_shown()).expect("he has not acted");
    let offers = case.table.offers(Eyes::Seat(seat(2))).expect("he is asked");
    assert_eq!(
        (offers.call, offers.wager.map(|wager| (wager.least, wager.most)), offers.may_play_for_pot),
        (money(20), Some((money(40), money(40))), true)
    );
    act(&mut case, &[Action::RaiseTo(money(40)), Action::Call, Action::RaiseTo(money(60))]);
    assert!(!case.table.offers(Eyes::Seat(seat(2))).expect("he is asked").may_play_for_pot, "he plays on");
}

#[test]
fn spg_w39_forced_if_bet_he_owes_nothing_where_somebody_has_bet() {
    let mut case = at_seventh(ExposedSeventh::ForcedIfBet);
    act(&mut case, &[Action::Bet(money(20))]);
    let events = case.takes(&seventh_shown()).expect("he has not acted");
    let paid = money(0);
    assert!(
        matches!(&events[..], [Event::Exposed { stays: true, .. }, Event::Acted { action: Action::PlayForPot, paid: nothing, .. }] if *nothing == paid)
    );
    assert_eq!(case.table.wants(), Wants::Decision(seat(3), 15));
    let mut case = at_seventh(ExposedSeventh::ForcedIfBet);
    let events = case.takes(&seventh_shown()).expect("he has not acted");
    assert!(matches!(events[..], [Event::Exposed { stays: true, .. }]), "before a bet he chooses");
}

#[test]
fn spg_84_whose_turn_it_was_plays_for_the_pot_and_all_the_others_go_on_without_him() {
    let mut case = at_seventh(ExposedSeventh::Choice);
    let shown = Command::Exposed { seat: seat(1), card: cards("3h")[0] };
    case.takes(&shown).expect("he has not acted");
    act(&mut case, &[Action::PlayForPot, Action::Bet(money(20)), Action::Fold]);
    let Some(Event::Settled { settlement, shown }) = case.journal.last() else { panic!("it is over") };
    assert_eq!(settlement.uncalled, Some((seat(2), money(20))), "nobody matches the bet of who is alone");
    assert!(shown.contains(&seat(1)) || shown.contains(&seat(2)), "the two compare their hands: {shown:?}");
}

#[test]
fn spg_84_who_has_acted_since_has_played_on() {
    let mut case = at_seventh(ExposedSeventh::Choice);
    act(&mut case, &[Action::Check, Action::Check]);
    assert_eq!(case.takes(&seventh_shown()).err(), Some(TableRefusal::ActedAlready));
}

#[test]
fn spg_84_another_card_than_his_last_one_voids_the_deal() {
    for name in ["3c", "As", "2s"] {
        let mut case = at_seventh(ExposedSeventh::Choice);
        let told = case.takes(&Command::Exposed { seat: seat(2), card: cards(name)[0] }).expect("it is told");
        assert!(matches!(told[..], [Event::Voided { reason: VoidReason::Misdeal, .. }]), "{name}: {told:?}");
    }
    let mut case = at_seventh(ExposedSeventh::Choice);
    let open = Command::Exposed { seat: seat(2), card: cards("8h")[0] };
    assert_eq!(case.takes(&open).err(), Some(TableRefusal::SeenAlready));
}

#[test]
fn spg_84_a_shown_card_is_hidden_again_with_a_hand_that_is_mucked() {
    let mut case = at_seventh(ExposedSeventh::Choice);
    case.takes(&seventh_shown()).expect("he has not acted");
    act(&mut case, &[Action::Bet(money(20)), Action::Call, Action::Call]);
    let Some(Event::Settled { shown, .. }) = case.journal.last() else { panic!("it is over") };
    let is_open = shown.contains(&seat(2));
    let seen = case.table.view(Eyes::Public).seats[1].clone().expect("he sits");
    assert_eq!(seen.down.iter().all(Option::is_some), is_open);
    assert_eq!(seen.down.iter().any(Option::is_some), is_open);
}

#[test]
fn spg_51_a_stud_says_nothing_of_middle_cards_and_hold_em_nothing_of_a_seventh() {
    let stud = house(STUD);
    assert_eq!(stud.variant, Variant::Stud7);
    let mut wrong = stud.clone();
    wrong.mistakes.as_mut().expect("the file has them").middle_cards = house(HOLDEM).mistakes.and_then(|mistakes| mistakes.middle_cards);
    assert_eq!(wrong.problems()[0].0, "mistakes.middle_cards");
    let mut wrong = house(HOLDEM);
    wrong.mistakes.as_mut().expect("the file has them").exposed_seventh = Some(ExposedSeventh::Choice);
    assert_eq!(wrong.problems()[0].0, "mistakes.exposed_seventh");
}

#[test]
fn spg_91_a_flop_that_went_back_is_none_for_a_fee_that_is_taken_with_a_flop_alone() {
    let mut case = Case::new(HOLDEM, blinds(10, 20, 1), &[1_000; 2]);
    case.table.rules.house.fee = crate::games::betting::Fee { without_flop: false, ..house("holdem/by").fee };
    let mut case = case.drawn(1);
    case.takes(&Command::Begin).expect("the deal can begin");
    come(&mut case, "2c 3c 4c 5c");
    act(&mut case, &[Action::Call, Action::Check]);
    come(&mut case, "7s 2d Qc Jh");
    case.takes(&Command::TakeFlopBack).expect("nobody has acted");
    case.takes(&Command::WrongCount(seat(1))).expect("it is told");
    assert_eq!(case.stacks()[..2], [980, 1_020]);
}

#[test]
fn spg_84_nobody_plays_for_the_pot_out_of_his_turn() {
    let mut case = at_seventh(ExposedSeventh::ForcedIfBet);
    case.takes(&Command::Exposed { seat: seat(3), card: cards("5h")[0] }).expect("he has not acted");
    act(&mut case, &[Action::Bet(money(20))]);
    let Wants::Decision(asked, turn) = case.table.wants() else { panic!("somebody is asked") };
    assert_eq!(asked, seat(2));
    let refused = case.orders(3, SeatOrder::Act { turn, action: Action::PlayForPot }).err();
    assert_eq!(refused, Some(TableRefusal::Betting(crate::games::betting::BettingRefusal::NotYourTurn)));
    act(&mut case, &[Action::Call]);
    assert!(case.table.offers(Eyes::Seat(seat(3))).expect("he is asked").may_play_for_pot);
}

#[test]
fn spg_74_a_card_is_boxed_only_until_somebody_plays_for_the_pot() {
    let mut case = at_seventh(ExposedSeventh::Choice);
    case.takes(&Command::Exposed { seat: seat(1), card: cards("3h")[0] }).expect("he has not acted");
    act(&mut case, &[Action::PlayForPot]);
    assert_eq!(case.takes(&boxed("5h")).err(), Some(TableRefusal::ActedAlready));
}

#[test]
fn spg_81_a_boxed_card_leaves_the_two_cards_of_one_player_what_they_are() {
    let mut case = Case::new(STUD, stud(0, 5, 10), &[1_000; 3]).drawn(1);
    case.takes(&Command::Begin).expect("the deal can begin");
    come(&mut case, "9c");
    case.takes(&boxed("9c")).expect("it came last");
    come(&mut case, "Qh");
    case.takes(&Command::Exposed { seat: seat(1), card: cards("Qh")[0] }).expect("it is told");
    come(&mut case, "8d 2s 5c");
    let events = case.takes(&Command::Exposed { seat: seat(1), card: cards("5c")[0] }).expect("it is told");
    assert!(matches!(events[..], [Event::Exposed { stays: false, .. }]), "{events:?}");
}
