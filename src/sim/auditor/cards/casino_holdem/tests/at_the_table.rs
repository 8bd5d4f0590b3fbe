//! A deal in the auditor's books: decisions in time, the bonus before the last two cards, voids after it, and what is seen.

use super::*;
use crate::model::{HandView, Standing, TablePhase};
use crate::sim::auditor::visibility::{check_own, check_public};

/// A table at which seat 1 has an ante of 10 and a bonus of 5 on box 1, which wins, seat 2 an ante of 10 on box 2 and a bonus of 10, which does
/// not, and all is dealt since the beginning of time.
fn table_of_two(changes: &[(&str, &str)]) -> CardTable {
    let mut table = CardTable::new(NUMBER, TableRules::read("casino-holdem", &keys(changes)).expect("the rules are read"));
    let wake = What::Event(Event::Wake);
    table.enter(&wake, &TableFact::Opened { deal: 1 }).expect("the first deal opens");
    for stakes in laid().chunks(2) {
        let form = |stake: &BoxStake| StakeForm { place: stake.place, kind: stake.kind, amount: stake.amount };
        let order = ordered(stakes[0].seat, TableOrder::Stake(stakes.iter().map(form).collect()));
        table.enter(&order, &TableFact::Staked(stakes.to_vec())).expect("it was asked for");
    }
    table.enter(&wake, &TableFact::Closed { deal: 1 }).expect("something lies");
    let hand = |place| CardPlace::Hand { place: BoxNumber(place), hand: 0 };
    let round = [hand(1), hand(2), CardPlace::Dealer].map(|to| (to, Face::Down));
    let places = round.into_iter().chain(round).chain([(CardPlace::Board, Face::Up); 3]);
    for ((number, (to, face)), name) in (1..).zip(places).zip(cards("Ac Kd Qs 7d 7c Jc As 9h 4d")) {
        table.told(&wish(number, to, face)).expect("a card may be wanted there");
        comes(&mut table, number, name);
    }
    table
}

fn laid() -> [BoxStake; 4] {
    [ante(1, 1), bonus(1, 1, 5), ante(2, 2), bonus(2, 2, 10)]
}

fn wish(number: u64, to: CardPlace, face: Face) -> CardWish {
    CardWish::Card { number, shoe: 1, to, face, remaining: Composition::of_packs(1), taken: 0 }
}

fn comes(table: &mut CardTable, number: u64, card: Card) {
    table.enter_input(&says(CardSourceEvent::Card { number, card }), &[]).expect("the card may come");
}

fn says(event: CardSourceEvent) -> What {
    What::Event(Event::Cards { table: NUMBER, event })
}

fn ordered(seat: Seat, order: TableOrder) -> What {
    let order = Order::Table { table: NUMBER, order };
    What::Command(Command { who: Who::Seat(seat), key: None, round: None, order })
}

fn attendant(order: TableOrder) -> What {
    let order = Order::Table { table: NUMBER, order };
    What::Command(Command { who: Who::Attendant("a".into()), key: None, round: None, order })
}

fn chosen(seat: u8, choice: Choice, by_default: bool) -> TableFact {
    let stakes = if choice == Choice::Bet { vec![bet(seat, seat)] } else { Vec::new() };
    TableFact::Chosen { seat: seat_of(seat), place: BoxNumber(seat), hand: 0, choice, stakes, by_default }
}

fn paid(returns: Vec<StakeReturn>, cuts: Vec<Cut>) -> TableFact {
    TableFact::Paid { deal: 1, settlement: DealSettlement { returns, cuts } }
}

/// The bonus of seat 1 at these odds.
fn won_bonus(odds: u32) -> StakeReturn {
    let win = Win { combination: Some(Combination::Pair), odds: Odds::to_one(odds), amount: Money::from_minor(5 * i64::from(odds)) };
    StakeReturn::won(bonus(1, 1, 5), win)
}

/// Enters an input that comes so many seconds after the last card, with the facts that are said to follow from it; objected to in these words,
/// or not at all where there are none.
#[track_caller]
fn check_input(table: &mut CardTable, seconds: u64, what: &What, facts: &[TableFact], objection: &str) {
    table.note_time(Timestamp::default().after(Span::from_seconds(seconds)));
    let entered = table.enter_input(what, &facts.iter().collect::<Vec<_>>());
    let entered = entered.and_then(|()| facts.iter().try_for_each(|fact| table.enter(what, fact).map(drop)));
    let said = entered.and_then(|()| table.check_paid()).err().unwrap_or_default();
    assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{said:?}");
}

fn decides(seat: u8, choice: Choice) -> What {
    ordered(seat_of(seat), TableOrder::Choose { turn: seat.into(), choice })
}

/// Seat 1 has bet, and seat 2 passes or bets; the bonus of seat 1 is paid.
fn decided(changes: &[(&str, &str)], second: Choice) -> CardTable {
    let mut table = table_of_two(changes);
    check_input(&mut table, 1, &decides(1, Choice::Bet), &[chosen(1, Choice::Bet, false)], "");
    check_input(&mut table, 2, &decides(2, second), &[chosen(2, second, false), paid(vec![won_bonus(7)], Vec::new())], "");
    table
}

#[test]
fn thb_3_silence_passes_box_by_box_and_each_has_its_whole_time() {
    let wake = What::Event(Event::Wake);
    let mut table = table_of_two(&[]);
    check_input(&mut table.clone(), 29, &wake, &[chosen(1, Choice::Fold, true)], "before it was");
    check_input(&mut table.clone(), 30, &wake, &[chosen(1, Choice::Bet, true)], "Bet was decided for a seat");
    check_input(&mut table.clone(), 30, &wake, &[chosen(2, Choice::Fold, true)], "was to decide for");
    check_input(&mut table, 30, &wake, &[chosen(1, Choice::Fold, true)], "");
    let last = [chosen(2, Choice::Fold, true), paid(vec![won_bonus(7)], Vec::new())];
    check_input(&mut table.clone(), 59, &wake, &last, "before it was");
    check_input(&mut table, 60, &wake, &last, "");
}

#[test]
fn thb_14_the_bonus_is_paid_when_the_last_box_has_decided_and_not_before() {
    let mut table = table_of_two(&[]);
    let right = paid(vec![won_bonus(7)], Vec::new());
    let first = chosen(1, Choice::Bet, false);
    check_input(&mut table.clone(), 1, &decides(1, Choice::Bet), &[first.clone(), right.clone()], "before the deal was over");
    check_input(&mut table, 1, &decides(1, Choice::Bet), &[first], "");
    let check = |facts: &[TableFact], objection| {
        let facts: Vec<TableFact> = [chosen(2, Choice::Fold, false)].into_iter().chain(facts.iter().cloned()).collect();
        check_input(&mut table.clone(), 2, &decides(2, Choice::Fold), &facts, objection);
    };
    check(std::slice::from_ref(&right), "");
    check(&[], "are to be paid at once");
    check(&[paid(vec![won_bonus(8)], Vec::new())], "returns 40");
    check(&[paid(vec![won_bonus(7), StakeReturn::lost(bonus(2, 2, 10))], Vec::new())], "were settled, and");
    check(&[right.clone(), right], "before the deal was over");
}

#[test]
fn hx_3_a_void_after_the_bonus() {
    let returned = |stakes: &[BoxStake]| stakes.iter().map(|stake| StakeReturn::void(*stake)).collect::<Vec<_>>();
    let void = |returns: Vec<StakeReturn>| TableFact::Voided {
        deal: 1,
        reason: DealVoid::NoCard(OrderFailure::Unreadable),
        settlement: DealSettlement { returns, cuts: Vec::new() },
        played: None,
    };
    let fails = says(CardSourceEvent::Failed { number: 10, why: OrderFailure::Unreadable });
    let check = |changes: &[(&str, &str)], facts: &[TableFact], objection| {
        let mut table = decided(changes, Choice::Bet);
        table.told(&wish(10, CardPlace::Board, Face::Up)).expect("a card may be wanted there");
        check_input(&mut table, 3, &fails, facts, objection);
    };
    let all = [laid().as_slice(), &[bet(1, 1), bet(2, 2)]].concat();
    let mut stands = returned(&all);
    stands[1] = won_bonus(7);
    let due = |amount| TableFact::PaidBack { seat: seat_of(1), due: Money::from_minor(35), amount: Money::from_minor(amount) };
    check(&[], &[void(stands.clone())], "");
    check(&[], &[void(returned(&all))], "a void deal returns");
    let come_back = [("play.payments_in_void", "\"come-back\"")];
    check(&come_back, &[void(returned(&all)), due(35)], "");
    check(&come_back, &[void(returned(&all)), due(30)], "");
    check(&come_back, &[void(returned(&all))], "must pay it back");
    check(&come_back, &[void(stands), due(35)], "a void deal returns");
}

#[test]
fn thb_3_forfeits_stand_where_the_house_says_so() {
    let stand = [("play.forfeits_in_void", "\"stand\"")];
    let mut table = table_of_two(&stand);
    let lost = |stakes: &[BoxStake]| stakes.iter().map(|stake| StakeReturn::lost(*stake)).collect::<Vec<_>>();
    let first = chosen(1, Choice::Fold, false);
    check_input(&mut table.clone(), 1, &decides(1, Choice::Fold), std::slice::from_ref(&first), "are to be paid at once");
    check_input(&mut table, 1, &decides(1, Choice::Fold), &[first, paid(lost(&[ante(1, 1)]), Vec::new())], "");
    let second = [vec![won_bonus(7)], lost(&[bonus(2, 2, 10)])].concat();
    check_input(&mut table, 2, &decides(2, Choice::Bet), &[chosen(2, Choice::Bet, false), paid(second.clone(), Vec::new())], "");
    assert_eq!([1, 2].map(|seat| table.staked(seat_of(seat))), [0, 30]);
    let void = attendant(TableOrder::Void { reason: "r".into(), new_shoe: false });
    let voided = |returns: Vec<StakeReturn>| TableFact::Voided {
        deal: 1,
        reason: DealVoid::Round(crate::model::VoidReason::Attendant { name: "a".into(), reason: "r".into() }),
        settlement: DealSettlement { returns, cuts: Vec::new() },
        played: None,
    };
    let back = StakeReturn::void;
    let right = vec![StakeReturn::lost(ante(1, 1)), won_bonus(7), back(ante(2, 2)), StakeReturn::lost(bonus(2, 2, 10)), back(bet(2, 2))];
    let mut wrong = right.clone();
    wrong[0] = back(ante(1, 1));
    check_input(&mut table.clone(), 3, &void, &[voided(wrong)], "a void deal returns");
    check_input(&mut table, 3, &void, &[voided(right)], "");
}

#[test]
fn hrb_25_what_is_dealt_again() {
    let redeal = attendant(TableOrder::Redeal { reason: "r".into() });
    let voided = |returns: Vec<StakeReturn>| TableFact::Voided {
        deal: 1,
        reason: DealVoid::Redeal { name: "a".into(), reason: "r".into() },
        settlement: DealSettlement { returns, cuts: Vec::new() },
        played: None,
    };
    let waits = StakeReturn::waiting;
    let bets = [bet(1, 1), bet(2, 2)].map(StakeReturn::void);
    let right = [&[waits(ante(1, 1)), won_bonus(7), waits(ante(2, 2)), waits(bonus(2, 2, 10))], bets.as_slice()].concat();
    let mut wrong = right.clone();
    wrong[1] = waits(bonus(1, 1, 5));
    check_input(&mut decided(&[], Choice::Bet), 3, &redeal, &[voided(wrong)], "a void deal returns");
    check_input(&mut decided(&[], Choice::Bet), 3, &redeal, &[voided(right.clone())], "");
    check_input(&mut decided(&[("course.redeal", "false")], Choice::Bet), 3, &redeal, &[voided(right)], "for no reason");
}

#[test]
fn tw_20_a_settlement_that_cannot_be() {
    let mut table = decided(&[], Choice::Fold);
    let wake = What::Event(Event::Wake);
    let win = |stake: BoxStake, combination, odds| {
        let amount = Money::from_minor(stake.amount.minor() * i64::from(odds));
        StakeReturn::won(stake, Win { combination, odds: Odds::to_one(odds), amount })
    };
    let settled = |returns: &[StakeReturn]| {
        let settlement = DealSettlement { returns: returns.to_vec(), cuts: Vec::new() };
        TableFact::Settled { deal: 1, settlement, played: None }
    };
    let aces = win(ante(1, 1), Some(Combination::TwoPair), 1);
    let (of_second, of_bet) = ([ante(2, 2), bonus(2, 2, 10)].map(StakeReturn::lost), win(bet(1, 1), None, 1));
    let right = [[aces, won_bonus(7)].as_slice(), &of_second, &[of_bet]].concat();
    check_input(&mut table.clone(), 3, &wake, &[settled(&right)], "a card was still to come");
    for (number, name) in [(10, "Jd"), (11, "4c")] {
        table.told(&wish(number, CardPlace::Board, Face::Up)).expect("a card may be wanted there");
        comes(&mut table, number, cards(name)[0]);
    }
    let with = |at: usize, line: StakeReturn| {
        let mut lines = right.clone();
        lines[at] = line;
        lines
    };
    let check = |lines: &[StakeReturn], objection| check_input(&mut table.clone(), 4, &wake, &[settled(lines)], objection);
    check(&with(0, win(ante(1, 1), Some(Combination::Pair), 1)), "was settled");
    check(&with(0, win(ante(1, 1), Some(Combination::TwoPair), 2)), "returns 20");
    check(&with(1, StakeReturn::lost(bonus(1, 1, 5))), "returns 40");
    check(&with(2, StakeReturn::back(ante(2, 2))), "it is Lost");
    check(&with(4, StakeReturn::back(bet(1, 1))), "returns 40");
    check(&right[..4], "were settled, and");
    let moved = table.enter(&wake, &settled(&right)).expect("so it is");
    // The bonus of seat 1 was paid before.
    let ended = |seat, staked, returned| Moved::Ended(seat_of(seat), staked, returned);
    assert_eq!(moved, [ended(1, 30, 60), ended(2, 20, 0)]);
}

#[test]
fn what_is_seen_after_the_deal_is_what_was_opened_in_it() {
    let mut table = decided(&[], Choice::Fold);
    let hand = |place| CardPlace::Hand { place: BoxNumber(place), hand: 0 };
    let open = |table: &CardTable| [hand(1), hand(2), CardPlace::Dealer].map(|at| table.is_open_at(at));
    assert_eq!(open(&table), [Some(true), Some(true), Some(false)]);
    let void = attendant(TableOrder::Void { reason: "r".into(), new_shoe: false });
    let mut returns: Vec<StakeReturn> = laid().into_iter().chain([bet(1, 1)]).map(StakeReturn::void).collect();
    returns[1] = won_bonus(7);
    let reason = DealVoid::Round(crate::model::VoidReason::Attendant { name: "a".into(), reason: "r".into() });
    let voided = TableFact::Voided { deal: 1, reason, settlement: DealSettlement { returns, cuts: Vec::new() }, played: None };
    check_input(&mut table, 3, &void, &[voided], "");
    assert_eq!(open(&table), [Some(true), Some(true), Some(false)]);
    assert!(!table.is_seen_by(seat_of(2), BoxNumber(1)) && table.is_seen_by(seat_of(2), BoxNumber(2)));
    table.enter(&What::Event(Event::Wake), &TableFact::Opened { deal: 2 }).expect("the next deal opens");
    assert_eq!(open(&table), [None; 3]);
}

/// The cards of box 1, 2 or of the dealer as somebody is said to see them; `??` lies face down.
fn look(at: CardPlace, names: &str) -> HandView {
    let cards = names.split(' ').map(|name| (name != "??").then(|| name.parse().expect("the case names cards"))).collect();
    HandView { at, cards, points: None, combinations: Vec::new(), standing: Standing::Playing }
}

#[test]
fn thb_2_hpc_9_a_view_that_shows_too_much_or_too_little() {
    let table = decided(&[], Choice::Fold);
    let hand = |place| CardPlace::Hand { place: BoxNumber(place), hand: 0 };
    let check = |phase, at, names: &str, objection: &str| {
        let said = check_public(&table, phase, &look(at, names)).err().unwrap_or_default();
        assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{names}: {said:?}");
    };
    for phase in [TablePhase::Dealing, TablePhase::Held, TablePhase::Paid] {
        check(phase, hand(1), "Ac 7d", "");
        check(phase, hand(1), "Ac ??", "everybody may see");
        check(phase, CardPlace::Dealer, "?? ??", "");
        check(phase, CardPlace::Dealer, "Qs ??", "is shown to everybody");
        check(phase, CardPlace::Board, "As 9h 4d", "");
        check(phase, CardPlace::Board, "As 9h ??", "everybody may see");
    }
    let named = HandView { standing: Standing::NoGame, ..look(CardPlace::Dealer, "?? ??") };
    assert!(check_public(&table, TablePhase::Dealing, &named).expect_err("nobody knows").contains("is not seen whole"));
    // Before the last box has decided each player sees his own.
    let table = table_of_two(&[]);
    let own = |seat, mine: &str, objection: &str| {
        let (mine, public) = (look(hand(1), mine), look(hand(1), "?? ??"));
        let said = check_own(&table, TablePhase::Dealing, seat_of(seat), &mine, &public).err().unwrap_or_default();
        assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{mine:?}: {said:?}");
    };
    own(1, "Ac 7d", "");
    own(1, "?? ??", "sees");
    own(2, "Ac 7d", "sees");
    own(2, "?? ??", "");
}
