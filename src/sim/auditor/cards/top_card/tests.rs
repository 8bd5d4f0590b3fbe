//! The worked cases of Top Card Trump as the auditor reckons them, and its objections where several seats decide at once and where cards lie
//! closed.

use super::super::TableRules;
use super::super::table::{CardTable, Moved};
use super::*;
use crate::model::{
    BoxNumber, CardSourceEvent, CardWish, Command, Composition, DealSettlement, DealVoid, Event, Fate, Money, Odds, Order, OrderFailure,
    Seat, Span, StakeForm, StakeReturn, TableFact, TableNumber, TableOrder, Timestamp, What, Who, Win,
};

/// The digest's own table, apart from every shipped file.
const RULES: &str = r#"
shoe = { packs = 6 }
course = { decision_seconds = 15, restart_in_deal = "void", redeal = false }
limits = { step_minor = 1, ante = { least = 1, most = 1000 } }
[play]
war_first = "dealer"
rounding = "half-up"
pays = { ante = "1:1", war = "1:1" }
"#;

const NUMBER: TableNumber = TableNumber(1);

fn keys(change: &str) -> toml::Table {
    let mut keys: toml::Table = RULES.parse().expect("the rules are TOML");
    let changed: toml::Table = change.parse().expect("the change is TOML");
    keys["play"].as_table_mut().expect("a table").extend(changed);
    keys
}

fn rules(change: &str) -> Rules {
    Rules::read(&Keys::new(&keys(change))).expect("the rules are read")
}

fn seat_of(number: u8) -> Seat {
    Seat::new(number).expect("the case names a seat")
}

fn stake(seat: u8, kind: StakeKind, amount: i64) -> BoxStake {
    BoxStake { seat: seat_of(seat), place: BoxNumber(seat), hand: 0, kind, amount: Money::from_minor(amount) }
}

fn ante(seat: u8) -> BoxStake {
    stake(seat, StakeKind::Ante, 100)
}

fn war(seat: u8) -> BoxStake {
    stake(seat, StakeKind::War, 100)
}

/// A deal with antes of 100 of these seats, in which these cards have come, each where one was wanted.
fn dealt(change: &str, seats: &[u8], cards: &str) -> Deal {
    let laid: Vec<BoxStake> = seats.iter().map(|seat| ante(*seat)).collect();
    let mut deal = Deal::new(rules(change), &laid);
    draw(&mut deal, cards);
    deal
}

fn draw(deal: &mut Deal, cards: &str) {
    for name in cards.split_whitespace() {
        let (to, face) = deal.next_card().expect("a card is wanted");
        deal.take(to, face, name.parse().expect("the case names cards")).expect("it is wanted there");
    }
}

/// A decision with the stake that it places is objected to in these words, or not at all where there are none.
#[track_caller]
fn check(deal: &mut Deal, seat: u8, choice: Choice, placed: &[BoxStake], objection: &str) {
    let chosen = Chosen { seat: seat_of(seat), place: BoxNumber(seat), hand: 0, choice, stakes: placed };
    let said = deal.chose(&chosen).err().unwrap_or_default();
    assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{choice:?}: {said:?}");
}

/// What a player does with equal cards.
#[derive(Clone, Copy)]
enum Does {
    Nothing,
    Folds,
    /// The war, with the player's card and the dealer's.
    Wars(&'static str, &'static str),
}
use Does::{Folds, Nothing, Wars};

/// What a seat with an ante of this amount gets back of these two cards, the ante's part and the war's.
#[track_caller]
fn returned(change: &str, player: &str, dealer: &str, does: Does, amount: i64) -> Vec<i64> {
    let mut deal = Deal::new(rules(change), &[stake(1, StakeKind::Ante, amount)]);
    draw(&mut deal, &format!("{player} {dealer}"));
    assert_eq!(deal.asked().len(), usize::from(!matches!(does, Nothing)), "{player} and {dealer}");
    match does {
        Nothing => {}
        Folds => check(&mut deal, 1, Choice::Fold, &[], ""),
        Wars(of_player, of_dealer) => {
            check(&mut deal, 1, Choice::War, &[stake(1, StakeKind::War, amount)], "");
            let dealer_first = rules(change).dealer_first_in_war;
            let (first, second) = if dealer_first { (of_dealer, of_player) } else { (of_player, of_dealer) };
            draw(&mut deal, &format!("2c 3c 4c {first} {second}"));
        }
    }
    let settled = deal.settle().expect("the deal is over");
    settled.lines.iter().zip(&settled.stakes).map(|(line, stake)| line.returned(stake.amount.minor())).collect()
}

/// A row of the digest's worked cases: number, player, dealer, what is done, the ante; what comes back of each stake.
type Case = (u8, &'static str, &'static str, Does, i64, &'static [i64]);

#[test]
fn p1_to_p16_the_worked_cases() {
    let cases: [Case; 14] = [
        (1, "Ks", "9h", Nothing, 100, &[200]),
        (2, "4s", "9h", Nothing, 100, &[0]),
        (3, "As", "Kd", Nothing, 100, &[200]),
        (4, "2s", "Ad", Nothing, 100, &[0]),
        (5, "9s", "9h", Folds, 100, &[50]),
        (6, "9s", "9h", Wars("Qs", "7d"), 100, &[100, 200]),
        (7, "9s", "9h", Wars("5s", "Jd"), 100, &[0, 0]),
        (8, "9s", "9h", Wars("8s", "8d"), 100, &[100, 200]),
        (9, "Ks", "Ks", Wars("2s", "2s"), 100, &[100, 200]),
        (10, "9s", "9h", Folds, 25, &[13]),
        (13, "Ad", "As", Wars("Kh", "Ac"), 100, &[0, 0]),
        (14, "Ad", "As", Wars("Ah", "Kc"), 100, &[100, 200]),
        (15, "9s", "9h", Folds, 1, &[1]),
        (16, "9s", "9h", Folds, 100, &[50]),
    ];
    for (case, player, dealer, does, amount, amounts) in cases {
        assert_eq!(returned("", player, dealer, does, amount), amounts, "P{case}");
    }
}

#[test]
fn bqam_q40_to_q42_what_the_text_leaves_open() {
    let floor = "rounding = \"floor\"";
    assert_eq!(returned(floor, "9s", "9h", Folds, 25), [12]);
    assert_eq!(returned(floor, "9s", "9h", Folds, 1), [0]);
    assert_eq!(returned(floor, "9s", "9h", Folds, 100), [50]);
    let ante_pays = "pays = { ante = \"2:1\", war = \"1:1\" }";
    assert_eq!(returned(ante_pays, "Ks", "9h", Nothing, 100), [300]);
    assert_eq!(returned(ante_pays, "9s", "9h", Wars("Qs", "7d"), 100), [100, 200]);
    let war_pays = "pays = { ante = \"1:1\", war = \"3:1\" }";
    assert_eq!(returned(war_pays, "Ks", "9h", Nothing, 100), [200]);
    assert_eq!(returned(war_pays, "9s", "9h", Wars("8s", "8d"), 100), [100, 400]);
    let player_first = "war_first = \"player\"";
    assert_eq!(returned(player_first, "9s", "9h", Wars("Qs", "7d"), 100), [100, 200]);
    assert_eq!(returned(player_first, "9s", "9h", Wars("5s", "Jd"), 100), [0, 0]);
    assert!(Rules::read(&Keys::new(&keys("war_first = \"banker\""))).is_err());
    assert!(Rules::read(&Keys::new(&keys("rounding = \"up\""))).is_err());
}

#[test]
fn bqam_40_bqam_43_where_each_card_goes() {
    let place = |change: &str, cards: &str| {
        let mut deal = dealt(change, &[1, 2], "9s 9h");
        check(&mut deal, 1, Choice::War, &[war(1)], "");
        assert_eq!(deal.next_card(), None, "seat 2 is asked");
        check(&mut deal, 2, Choice::Fold, &[], "");
        draw(&mut deal, cards);
        deal.next_card()
    };
    let up = |to| Some((to, Face::Up));
    let closed = Some((CardPlace::Discard, Face::Down));
    assert_eq!(dealt("", &[1], "").next_card(), up(CardPlace::Player));
    assert_eq!(dealt("", &[1], "9s").next_card(), up(CardPlace::Dealer));
    assert_eq!(dealt("", &[1], "9s 8h").next_card(), None, "the higher card wins");
    assert_eq!(dealt("", &[1], "9s 9h").next_card(), None, "the seat is asked");
    for cards in ["", "2c", "2c 3c"] {
        assert_eq!(place("", cards), closed, "{cards:?}");
    }
    assert_eq!(place("", "2c 3c 4c"), up(CardPlace::Dealer));
    assert_eq!(place("", "2c 3c 4c 7d"), up(CardPlace::Player));
    assert_eq!(place("", "2c 3c 4c 7d Qs"), None);
    assert_eq!(place("war_first = \"player\"", "2c 3c 4c"), up(CardPlace::Player));
    assert_eq!(place("war_first = \"player\"", "2c 3c 4c Qs"), up(CardPlace::Dealer));
    assert_eq!(place("war_first = \"player\"", "2c 3c 4c Qs 7d"), None);
}

#[test]
fn bqam_42_where_all_fold_nothing_more_is_dealt() {
    let mut deal = dealt("", &[2, 1], "9s 9h");
    check(&mut deal, 2, Choice::Fold, &[], "");
    check(&mut deal, 1, Choice::Fold, &[], "");
    assert_eq!((deal.next_card(), deal.asked()), (None, Vec::new()));
    let settled = deal.settle().expect("the deal is over");
    assert_eq!((settled.lines, settled.stakes), (vec![Line::part(50), Line::part(50)], vec![ante(2), ante(1)]));
}

#[test]
fn p11_nobody_goes_to_war_out_of_turn_twice_or_for_another_price() {
    for cards in ["", "9s", "9s 8h", "8s 9h"] {
        check(&mut dealt("", &[1], cards), 1, Choice::War, &[war(1)], "were asked []");
    }
    let mut deal = dealt("", &[3, 1], "9s 9h");
    let of: Vec<u8> = deal.asked().iter().map(|asked| asked.seat.number()).collect();
    assert_eq!((of, deal.next_card()), (vec![1, 3], None), "in the order of the boxes");
    check(&mut deal.clone(), 2, Choice::War, &[war(2)], "were asked");
    check(&mut deal.clone(), 1, Choice::War, &[], "placed []");
    check(&mut deal.clone(), 1, Choice::War, &[stake(1, StakeKind::War, 99)], "placed");
    check(&mut deal.clone(), 1, Choice::War, &[stake(1, StakeKind::Ride, 100)], "placed");
    check(&mut deal.clone(), 1, Choice::Fold, &[war(1)], "placed");
    check(&mut deal.clone(), 1, Choice::Stand, &[], "was not offered");
    check(&mut deal.clone(), 1, Choice::Ride, &[], "was not offered");
    assert!(deal.clone().settle().expect_err("they are asked").contains("the turn of"));
    check(&mut deal, 3, Choice::War, &[war(3)], "");
    check(&mut deal.clone(), 3, Choice::War, &[war(3)], "were asked");
    check(&mut deal.clone(), 3, Choice::Fold, &[], "were asked");
    let unasked = deal.may_take(CardPlace::Discard, Face::Down);
    assert!(unasked.expect_err("seat 1 is asked").contains("the turn of"));
    check(&mut deal, 1, Choice::Fold, &[], "");
    let card: Card = "7h".parse().expect("a card");
    for (to, face) in [(CardPlace::Discard, Face::Up), (CardPlace::Dealer, Face::Up), (CardPlace::Board, Face::Down)] {
        assert!(deal.clone().take(to, face, card).is_err(), "three closed cards come first: {to:?}, {face:?}");
    }
    draw(&mut deal, "2c 3c 4c 7d");
    assert!(deal.clone().take(CardPlace::Player, Face::Down, card).is_err(), "it lies face up");
    assert!(deal.clone().settle().expect_err("a card must come").contains("still to come"));
    // BQAM-46: equal cards once more ask nobody.
    draw(&mut deal, "7h");
    assert_eq!((deal.next_card(), deal.asked()), (None, Vec::new()));
    let settled = deal.settle().expect("the deal is over");
    assert_eq!(settled.stakes, [ante(3), ante(1), war(3)]);
    let returns: Vec<i64> = settled.lines.iter().map(|line| line.returned(100)).collect();
    assert_eq!(returns, [100, 50, 200]);
}

#[test]
fn bqam_q43_what_may_lie_before_the_deal() {
    let mut limits = keys("");
    limits["limits"]["step_minor"] = 5.into();
    let rules = Rules::read(&Keys::new(&limits)).expect("the rules are read");
    let said = |stakes: &[BoxStake]| rules.check_laid(stakes).err().unwrap_or_default();
    assert_eq!(said(&[ante(1), ante(6)]), "");
    assert!(said(&[ante(1), war(1)]).contains("War lies before the deal"));
    assert!(said(&[stake(1, StakeKind::Tie, 100)]).contains("Tie lies before the deal"));
    assert!(said(&[BoxStake { place: BoxNumber(2), ..ante(1) }]).contains("has staked on box 2"));
    assert!(said(&[stake(1, StakeKind::Ante, 1_005)]).contains("1005 lies as ante"));
    assert!(said(&[stake(1, StakeKind::Ante, 12)]).contains("in steps of 5"));
}

/// What an ante loses on average, six packs: the digest has 2.88 % where every tie goes to war, and 3.70 % where every one is folded.
#[test]
fn always_war_and_always_fold_lose_what_the_digest_says() {
    let name = |rank: usize| ["2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "Ts", "Js", "Qs", "Ks", "As"][rank];
    let part = |left: u32, of: u32| f64::from(left) / f64::from(of);
    let net = |returns: &[i64]| {
        returns.iter().map(|amount| f64::from(i32::try_from(*amount).expect("a small amount")) / 100.0 - 1.0).sum::<f64>()
    };
    let (mut always_war, mut always_fold) = (0.0, 0.0);
    for (first, second) in (0..13).flat_map(|first| (0..13).map(move |second| (first, second))) {
        let chance = part(24, 312) * part(24 - u32::from(first == second), 311);
        if first != second {
            let gain = chance * net(&returned("", name(first), name(second), Nothing, 100));
            (always_war, always_fold) = (always_war + gain, always_fold + gain);
            continue;
        }
        always_fold += chance * net(&returned("", name(first), name(second), Folds, 100));
        // Three unseen cards change no chance of the two that follow.
        for (player, dealer) in (0..13).flat_map(|player| (0..13).map(move |dealer| (player, dealer))) {
            let left = |rank: usize| if rank == first { 22 } else { 24 };
            let of_war = part(left(player), 310) * part(left(dealer) - u32::from(player == dealer), 309);
            always_war += chance * of_war * net(&returned("", name(first), name(second), Wars(name(player), name(dealer)), 100));
        }
    }
    assert!((always_war + 0.0288).abs() < 0.000_05, "{always_war}");
    assert!((always_fold + 0.0370).abs() < 0.000_05, "{always_fold}");
}

/// A table at which seats 1, 2 and 3 have staked 100 each and are asked since the beginning of time. A card was burnt before.
fn window() -> CardTable {
    window_of("As", "9s", "9h")
}

/// The same with these cards: one that was burnt, the player's, the dealer's.
fn window_of(burnt: &str, player: &str, dealer: &str) -> CardTable {
    let rules = TableRules::read("top-card", &keys("")).expect("the rules are read");
    let mut table = CardTable::new(NUMBER, rules);
    let wake = What::Event(Event::Wake);
    comes(&mut table, 1, CardPlace::Discard, Face::Down, burnt);
    table.enter(&wake, &TableFact::Opened { deal: 1 }).expect("the first deal opens");
    for seat in 1..=3 {
        let form = StakeForm { place: BoxNumber(seat), kind: StakeKind::Ante, amount: Money::from_minor(100) };
        table.enter(&ordered(seat, TableOrder::Stake(vec![form])), &TableFact::Staked(vec![ante(seat)])).expect("it was asked for");
    }
    table.enter(&wake, &TableFact::Closed { deal: 1 }).expect("something lies");
    comes(&mut table, 2, CardPlace::Player, Face::Up, player);
    comes(&mut table, 3, CardPlace::Dealer, Face::Up, dealer);
    table
}

fn wish(number: u64, to: CardPlace, face: Face) -> CardWish {
    CardWish::Card { number, shoe: 1, to, face, remaining: Composition::of_packs(6), taken: 0 }
}

fn comes(table: &mut CardTable, number: u64, to: CardPlace, face: Face, name: &str) {
    table.told(&wish(number, to, face)).expect("a card may be wanted there");
    let event = CardSourceEvent::Card { number, card: name.parse().expect("the name of a card") };
    table.enter_input(&says(event), &[]).expect("the card may come");
}

fn says(event: CardSourceEvent) -> What {
    What::Event(Event::Cards { table: NUMBER, event })
}

fn ordered(seat: u8, order: TableOrder) -> What {
    let order = Order::Table { table: NUMBER, order };
    What::Command(Command { who: Who::Seat(seat_of(seat)), key: None, round: None, order })
}

fn chosen(seat: u8, choice: Choice, stakes: &[BoxStake], by_default: bool) -> TableFact {
    TableFact::Chosen { seat: seat_of(seat), place: BoxNumber(seat), hand: 0, choice, stakes: stakes.to_vec(), by_default }
}

/// Enters an input that comes so many seconds after the second card, with the facts that are said to follow from it.
fn enter(table: &mut CardTable, seconds: u64, what: &What, facts: &[TableFact]) -> Result<(), String> {
    table.note_time(Timestamp::default().after(Span::from_seconds(seconds)));
    table.enter_input(what, &facts.iter().collect::<Vec<_>>())?;
    facts.iter().try_for_each(|fact| table.enter(what, fact).map(drop))?;
    table.check_paid()
}

#[track_caller]
fn check_input(table: &mut CardTable, seconds: u64, what: &What, facts: &[TableFact], objection: &str) {
    let said = enter(table, seconds, what, facts).err().unwrap_or_default();
    assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{said:?}");
}

#[track_caller]
fn decides(table: &mut CardTable, seat: u8, choice: Choice) {
    let placed: &[BoxStake] = if choice == Choice::War { &[war(seat)] } else { &[] };
    let order = ordered(seat, TableOrder::Choose { turn: seat.into(), choice });
    check_input(table, 1, &order, &[chosen(seat, choice, placed, false)], "");
}

#[test]
fn p16_time_decides_for_all_that_are_left_at_once_and_box_by_box() {
    let wake = What::Event(Event::Wake);
    let folds = |seat| chosen(seat, Choice::Fold, &[], true);
    let table = window();
    let check = |seconds, facts: &[TableFact], objection| check_input(&mut table.clone(), seconds, &wake, facts, objection);
    check(15, &[folds(1), folds(2), folds(3)], "");
    check(14, &[folds(1), folds(2), folds(3)], "before it was");
    check(15, &[folds(1), folds(2)], "time was over for");
    check(15, &[folds(1), folds(3), folds(2)], "was to decide for");
    check(15, &[chosen(1, Choice::War, &[war(1)], true)], "War was decided for a seat");
    let mut decided = table.clone();
    decides(&mut decided, 2, Choice::War);
    check_input(&mut decided.clone(), 14, &wake, &[folds(1), folds(3)], "before it was");
    check_input(&mut decided, 15, &wake, &[folds(1), folds(3)], "");
    assert_eq!(decided.staked(seat_of(2)), 200);
}

#[test]
fn bqam_43_the_closed_cards_are_three_and_nobody_sees_them() {
    let mut table = window();
    decides(&mut table, 1, Choice::War);
    decides(&mut table, 2, Choice::Fold);
    decides(&mut table, 3, Choice::Fold);
    assert!(table.clone().told(&wish(4, CardPlace::Dealer, Face::Up)).expect_err("closed cards come first").contains("must go to"));
    assert!(table.clone().told(&wish(4, CardPlace::Discard, Face::Up)).expect_err("they are closed").contains("must go to"));
    for (number, name) in [(4, "2c"), (5, "3c"), (6, "4c")] {
        comes(&mut table, number, CardPlace::Discard, Face::Down, name);
        assert!(!table.may_show(name.parse().expect("the name of a card")), "{name} lies face down");
    }
    assert!(table.clone().told(&wish(7, CardPlace::Discard, Face::Down)).expect_err("there are three").contains("must go to"));
    comes(&mut table, 7, CardPlace::Dealer, Face::Up, "7d");
    comes(&mut table, 8, CardPlace::Player, Face::Up, "Qs");
    assert!(table.may_show("Qs".parse().expect("the name of a card")));
}

#[test]
fn p12_a_void_deal_gives_ante_and_war_back_and_a_fold_whole() {
    let mut table = window();
    decides(&mut table, 1, Choice::War);
    decides(&mut table, 2, Choice::Fold);
    let voided = |reason, stakes: &[BoxStake]| {
        let returns = stakes.iter().map(|stake| StakeReturn::void(*stake)).collect();
        TableFact::Voided { deal: 1, reason, settlement: DealSettlement { returns, cuts: Vec::new() }, played: None }
    };
    let unasked = says(CardSourceEvent::Unasked { card: Some("7h".parse().expect("the name of a card")) });
    let all = [ante(1), ante(2), ante(3), war(1)];
    check_input(&mut table.clone(), 2, &unasked, &[voided(DealVoid::Misdeal, &all)], "");
    check_input(&mut table.clone(), 2, &unasked, &[voided(DealVoid::Misdeal, &all[..3])], "were settled, and");
    check_input(&mut table.clone(), 2, &unasked, &[], "nobody asked for");
    check_input(&mut table.clone(), 2, &What::Event(Event::Wake), &[voided(DealVoid::Misdeal, &all)], "for no reason");
    // A closed card that cannot be read is no less a defect.
    decides(&mut table, 3, Choice::Fold);
    table.told(&wish(4, CardPlace::Discard, Face::Down)).expect("a card may be wanted there");
    let failed = says(CardSourceEvent::Failed { number: 4, why: OrderFailure::Unreadable });
    check_input(&mut table, 2, &failed, &[voided(DealVoid::NoCard(OrderFailure::Unreadable), &all)], "");
}

#[test]
fn bqam_40_a_seventh_card_of_a_kind_is_one_too_many_and_closed_ones_count() {
    let mut table = window_of("2c", "2c", "2c");
    decides(&mut table, 1, Choice::War);
    decides(&mut table, 2, Choice::Fold);
    decides(&mut table, 3, Choice::Fold);
    for number in 4..=6 {
        comes(&mut table, number, CardPlace::Discard, Face::Down, "2c");
    }
    table.told(&wish(7, CardPlace::Dealer, Face::Up)).expect("a card may be wanted there");
    let seventh = says(CardSourceEvent::Card { number: 7, card: "2c".parse().expect("the name of a card") });
    assert!(table.enter_input(&seventh, &[]).expect_err("six packs hold six").contains("cannot be there"));
}

#[test]
fn p6_and_p5_a_settlement_that_cannot_be() {
    let mut table = window();
    decides(&mut table, 1, Choice::War);
    decides(&mut table, 3, Choice::Fold);
    decides(&mut table, 2, Choice::Fold);
    for (number, name) in [(4, "2c"), (5, "3c"), (6, "4c")] {
        comes(&mut table, number, CardPlace::Discard, Face::Down, name);
    }
    comes(&mut table, 7, CardPlace::Dealer, Face::Up, "7d");
    let wake = What::Event(Event::Wake);
    let half =
        |seat, amount| StakeReturn { stake: ante(seat), fate: Fate::Surrendered, wins: Vec::new(), returned: Money::from_minor(amount) };
    let win = |amount| Win { combination: None, odds: Odds::to_one(1), amount: Money::from_minor(amount) };
    let won = |amount| StakeReturn::won(war(1), win(amount));
    let settled = |returns: &[StakeReturn]| {
        let settlement = DealSettlement { returns: returns.to_vec(), cuts: Vec::new() };
        TableFact::Settled { deal: 1, settlement, played: None }
    };
    let right = [StakeReturn::back(ante(1)), half(2, 50), half(3, 50), won(100)];
    check_input(&mut table.clone(), 4, &wake, &[settled(&right)], "a card was still to come");
    comes(&mut table, 8, CardPlace::Player, Face::Up, "Qs");
    let check = |returns: &[StakeReturn], objection| check_input(&mut table.clone(), 4, &wake, &[settled(returns)], objection);
    check(&[right[0].clone(), half(2, 49), right[2].clone(), right[3].clone()], "returns 50");
    check(&[right[0].clone(), StakeReturn::back(ante(2)), right[2].clone(), right[3].clone()], "it is Surrendered");
    check(&[StakeReturn::won(ante(1), win(100)), half(2, 50), half(3, 50), won(100)], "it is Returned");
    check(&[right[0].clone(), half(2, 50), half(3, 50), won(200)], "returns 200");
    check(&right[..3], "were settled, and");
    let moved = table.enter(&wake, &settled(&right)).expect("so it is");
    let ended = |seat, staked, returned| Moved::Ended(seat_of(seat), staked, returned);
    assert_eq!(moved, [ended(1, 200, 300), ended(2, 100, 50), ended(3, 100, 50)]);
}

#[test]
fn a_key_that_the_auditor_does_not_know_is_not_passed_over() {
    assert!(TableRules::read("top-card", &keys("")).is_ok());
    let unknown = TableRules::read("top-card", &keys("side_bet = true"));
    assert!(unknown.expect_err("no rule names it").contains("does not know the key play.side_bet"));
}
