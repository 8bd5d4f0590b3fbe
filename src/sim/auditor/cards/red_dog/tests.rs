//! The worked cases of Red Dog as the auditor reckons them, and its objections where several seats decide at once.

use super::super::TableRules;
use super::super::table::{CardTable, Moved};
use super::*;
use crate::model::{
    BoxNumber, CardSourceEvent, CardWish, Command, Composition, DealSettlement, DealVoid, Event, Fate, Money, Odds, Order, Seat, Span,
    StakeForm, StakeReturn, TableFact, TableNumber, TableOrder, Timestamp, What, Who, Win,
};

/// The digest's own table, apart from every shipped file.
const RULES: &str = r#"
shoe = { packs = 8 }
course = { decision_seconds = 20, restart_in_deal = "void", redeal = false }
limits = { step_minor = 1, ante = { least = 1, most = 1000 } }
[play]
pair = "third-card"
equal_end = "loses"
ride_pays = "spread"
rounding = "half-up"
pays = { three_of_a_kind = "11:1", spread_1 = "5:1", spread_2 = "4:1", spread_3 = "2:1", spread_4_to_11 = "1:1" }
"#;

const NUMBER: TableNumber = TableNumber(1);

fn keys(change: &str) -> toml::Table {
    let mut keys: toml::Table = RULES.parse().expect("the rules are TOML");
    let changed: toml::Table = change.parse().expect("the change is TOML");
    keys["play"].as_table_mut().expect("a table").extend(changed);
    keys
}

fn stake(seat: u8, kind: StakeKind, amount: i64) -> BoxStake {
    BoxStake { seat: seat_of(seat), place: BoxNumber(seat), hand: 0, kind, amount: Money::from_minor(amount) }
}

fn seat_of(number: u8) -> Seat {
    Seat::new(number).expect("the case names a seat")
}

fn ante(seat: u8) -> BoxStake {
    stake(seat, StakeKind::Ante, 100)
}

fn ride(seat: u8) -> BoxStake {
    stake(seat, StakeKind::Ride, 100)
}

/// A deal with antes of 100 of these seats, in which these cards have come.
fn dealt(change: &str, seats: &[u8], cards: &str) -> Deal {
    let rules = Rules::read(&Keys::new(&keys(change))).expect("the rules are read");
    let laid: Vec<BoxStake> = seats.iter().map(|seat| ante(*seat)).collect();
    rules.check_laid(&laid).expect("the stakes may lie");
    let mut deal = Deal::new(rules, &laid);
    draw(&mut deal, cards);
    deal
}

fn draw(deal: &mut Deal, cards: &str) {
    for name in cards.split_whitespace() {
        let card = name.parse().expect("the case names cards");
        deal.take(CardPlace::Board, Face::Up, card).expect("a card is wanted there");
    }
}

/// A decision with the stake that it places is objected to in these words, or not at all where there are none.
#[track_caller]
fn check(deal: &mut Deal, seat: u8, choice: Choice, placed: &[BoxStake], objection: &str) {
    let chosen = Chosen { seat: seat_of(seat), place: BoxNumber(seat), hand: 0, choice, stakes: placed };
    let said = deal.chose(&chosen).err().unwrap_or_default();
    assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{choice:?}: {said:?}");
}

/// What a seat with an ante of this amount gets back, the ante's part and the ride's; it rides, or stands, or is not asked at all.
#[track_caller]
fn returned(change: &str, cards: &str, rides: Option<bool>, amount: i64) -> Vec<i64> {
    let rules = Rules::read(&Keys::new(&keys(change))).expect("the rules are read");
    let mut deal = Deal::new(rules, &[stake(1, StakeKind::Ante, amount)]);
    let (first, third) = cards.split_at(5);
    draw(&mut deal, first);
    assert_eq!(deal.asked().len(), usize::from(rides.is_some()), "{cards}");
    match rides {
        Some(true) => check(&mut deal, 1, Choice::Ride, &[stake(1, StakeKind::Ride, amount)], ""),
        Some(false) => check(&mut deal, 1, Choice::Stand, &[], ""),
        None => {}
    }
    draw(&mut deal, third);
    let settled = deal.settle().expect("the deal is over");
    settled.lines.iter().zip(&settled.stakes).map(|(line, stake)| line.returned(stake.amount.minor())).collect()
}

const RIDES: Option<bool> = Some(true);
const STANDS: Option<bool> = Some(false);

#[test]
fn r1_to_r20_the_worked_cases() {
    let cases: [(&str, Option<bool>, &[i64]); 20] = [
        ("5s 7d 6c", RIDES, &[600, 600]),
        ("5s 7d 6c", STANDS, &[600]),
        ("5s 8d 7c", RIDES, &[500, 500]),
        ("5s 9d 7h", RIDES, &[300, 300]),
        ("4s 9d 6h", RIDES, &[200, 200]),
        ("4s Td 5h", STANDS, &[200]),
        ("3s Td 9h", RIDES, &[200, 200]),
        ("3s Jd 4h", RIDES, &[200, 200]),
        ("2s Jd Th", RIDES, &[200, 200]),
        ("2s Qd Jh", RIDES, &[200, 200]),
        ("2s Kd 3h", RIDES, &[200, 200]),
        ("2s Ad 9h", RIDES, &[200, 200]),
        ("5s 9d 9c", RIDES, &[0, 0]),
        ("5s 9d Kc", STANDS, &[0]),
        ("8s 9d", None, &[100]),
        ("Ks Ad", None, &[100]),
        ("8s 8d 8h", None, &[1_200]),
        ("8s 8s 8s", None, &[1_200]),
        ("8s 8d 9c", None, &[100]),
        ("9d 5s 7h", STANDS, &[300]),
    ];
    for (case, (cards, rides, amounts)) in (1..).zip(cases) {
        assert_eq!(returned("", cards, rides, 100), amounts, "R{case}: {cards}");
    }
}

#[test]
fn bqam_q21_to_q25_what_the_text_leaves_open() {
    assert_eq!(returned("pair = \"returned\"", "8s 8d", None, 100), [100]);
    let returns = "equal_end = \"returned\"";
    for cards in ["5s 9d 9c", "9s 5d 5c"] {
        assert_eq!(returned(returns, cards, RIDES, 100), [100, 100], "{cards}");
        assert_eq!(returned("", cards, RIDES, 100), [0, 0], "{cards}");
    }
    assert_eq!(returned(returns, "5s 9d Tc", RIDES, 100), [0, 0]);
    assert_eq!(returned(returns, "5s 9d 4c", STANDS, 100), [0]);
    let even = "ride_pays = \"even\"";
    assert_eq!(returned(even, "5s 7d 6c", RIDES, 100), [600, 200]);
    assert_eq!(returned(even, "5s 9d 9c", RIDES, 100), [0, 0]);
    assert_eq!(returned("", "As 2d Kc", RIDES, 100), [200, 200]);
    let odd = |rounding: &str| format!("rounding = \"{rounding}\"\n{}", pays("spread_4_to_11 = \"3:2\""));
    assert_eq!(returned(&odd("half-up"), "4s 9d 6c", RIDES, 25), [63, 63]);
    assert_eq!(returned(&odd("floor"), "4s 9d 6c", RIDES, 25), [62, 62]);
}

/// The pay table with another row.
fn pays(row: &str) -> String {
    let key = row.split(" =").next().expect("a row has a key");
    let rows = keys("")["play"]["pays"].as_table().expect("a table").clone();
    let rows = rows.iter().filter(|(name, _)| *name != key).map(|(name, odds)| format!("{name} = {odds}"));
    format!("pays = {{ {} }}", rows.chain([row.to_owned()]).collect::<Vec<_>>().join(", "))
}

#[test]
fn each_row_of_the_pay_table_pays_its_own_spread() {
    let first = |row: &str, cards: &str| returned(&pays(row), cards, if cards.starts_with("8s 8d") { None } else { STANDS }, 100)[0];
    let rows = ["spread_1", "spread_2", "spread_3", "spread_4_to_11", "three_of_a_kind"].map(|name| format!("{name} = \"9:1\""));
    let cards = ["5s 7d 6c", "5s 8d 6c", "5s 9d 6c", "5s Td 6c", "8s 8d 8c"];
    for (row, cards) in rows.iter().zip(cards) {
        assert_eq!(first(row, cards), 1_000, "{row}");
        for other in rows.iter().filter(|other| *other != row) {
            assert_ne!(first(other, cards), 1_000, "{other} and {cards}");
        }
    }
    assert_eq!(first(&rows[3], "2s Ad 6c"), 1_000);
}

/// What an ante returns on average, eight packs, where a seat rides whenever that gains: `RD-STD` keeps 2.75 % of it.
#[test]
fn rd_std_keeps_what_the_digest_says() {
    let name = |pips: u8| format!("{}s", char::from(b"23456789TJQKA"[usize::from(pips)]));
    let part = |left: u32, of: u32| f64::from(left) / f64::from(of);
    let is = |one: u8, other: u8| u32::from(one == other);
    let mut gain = 0.0;
    for (first, second) in (0..13).flat_map(|first| (0..13).map(move |second| (first, second))) {
        let asked = !dealt("", &[1], &format!("{} {}", name(first), name(second))).asked().is_empty();
        let consecutive = first.abs_diff(second) == 1;
        let [mut of_ante, mut of_ride] = [0.0; 2];
        for third in (0..13).filter(|third| !consecutive || *third == 0) {
            let cards = [first, second, third].map(name);
            let cards = if consecutive { cards[..2].join(" ") } else { cards.join(" ") };
            let lines = returned("", &cards, asked.then_some(true), 100);
            let chance = if consecutive { 1.0 } else { part(32 - is(third, first) - is(third, second), 414) };
            let net = |at: usize| lines.get(at).map_or(0.0, |line| f64::from(i32::try_from(*line).expect("a small amount")) / 100.0 - 1.0);
            (of_ante, of_ride) = (of_ante + chance * net(0), of_ride + chance * net(1));
        }
        gain += part(32, 416) * part(32 - is(first, second), 415) * (of_ante + f64::max(of_ride, 0.0));
    }
    assert!((gain + 0.0275).abs() < 0.000_05, "{gain}");
}

#[test]
fn nobody_rides_out_of_turn_twice_or_for_another_price() {
    let rides = [ride(1)];
    for cards in ["", "5s", "8s 8d", "8s 9d"] {
        check(&mut dealt("", &[1], cards), 1, Choice::Ride, &rides, "were asked []");
    }
    let mut deal = dealt("", &[3, 1], "5s 9d");
    let of: Vec<u8> = deal.asked().iter().map(|asked| asked.seat.number()).collect();
    assert_eq!((of, deal.next_card()), (vec![1, 3], None), "in the order of the boxes");
    check(&mut deal.clone(), 2, Choice::Ride, &[ride(2)], "were asked");
    check(&mut deal.clone(), 1, Choice::Ride, &[], "placed []");
    check(&mut deal.clone(), 1, Choice::Ride, &[stake(1, StakeKind::Ride, 99)], "placed");
    check(&mut deal.clone(), 1, Choice::Ride, &[stake(1, StakeKind::Bet, 100)], "placed");
    check(&mut deal.clone(), 1, Choice::Stand, &rides, "placed");
    check(&mut deal.clone(), 1, Choice::Bet, &[], "was not offered");
    assert!(deal.clone().settle().expect_err("they are asked").contains("the turn of"));
    check(&mut deal, 3, Choice::Ride, &[ride(3)], "");
    check(&mut deal.clone(), 3, Choice::Stand, &[], "were asked");
    assert_eq!(deal.next_card(), None, "seat 1 is asked");
    assert!(deal.clone().may_take(CardPlace::Board, Face::Up).expect_err("seat 1 is asked").contains("the turn of"));
    check(&mut deal, 1, Choice::Stand, &[], "");
    assert!(deal.clone().settle().expect_err("a card must come").contains("still to come"));
    assert!(deal.clone().take(CardPlace::Board, Face::Down, "7h".parse().expect("a card")).is_err(), "it lies face up");
    draw(&mut deal, "7h");
    assert_eq!((deal.next_card(), deal.asked()), (None, Vec::new()));
    let settled = deal.settle().expect("the deal is over");
    assert_eq!(settled.stakes, [ante(3), ante(1), ride(3)]);
}

#[test]
fn bqam_q24_what_may_lie_before_the_deal() {
    let rules = Rules::read(&Keys::new(&keys(""))).expect("the rules are read");
    let said = |stakes: &[BoxStake]| rules.check_laid(stakes).err().unwrap_or_default();
    assert_eq!(said(&[ante(1), ante(2)]), "");
    assert!(said(&[ante(1), ride(1)]).contains("Ride lies before the deal"));
    assert!(said(&[stake(1, StakeKind::Main, 100)]).contains("Main lies before the deal"));
    assert!(said(&[BoxStake { place: BoxNumber(2), ..ante(1) }]).contains("has staked on box 2"));
    assert!(said(&[stake(1, StakeKind::Ante, 1_001)]).contains("1001 lies as ante"));
}

/// A table at which seats 1, 2 and 3 have staked 100 each and are asked since the beginning of time.
fn window() -> CardTable {
    let rules = TableRules::read("red-dog", &keys("")).expect("the rules are read");
    let mut table = CardTable::new(NUMBER, rules);
    let wake = What::Event(Event::Wake);
    table.enter(&wake, &TableFact::Opened { deal: 1 }).expect("the first deal opens");
    for seat in 1..=3 {
        let form = StakeForm { place: BoxNumber(seat), kind: StakeKind::Ante, amount: Money::from_minor(100) };
        table.enter(&ordered(seat, TableOrder::Stake(vec![form])), &TableFact::Staked(vec![ante(seat)])).expect("it was asked for");
    }
    table.enter(&wake, &TableFact::Closed { deal: 1 }).expect("something lies");
    for (number, name) in [(1, "5s"), (2, "9d")] {
        comes(&mut table, number, name);
    }
    table
}

fn comes(table: &mut CardTable, number: u64, name: &str) {
    let wish = CardWish::Card { number, shoe: 1, to: CardPlace::Board, face: Face::Up, remaining: Composition::of_packs(8), taken: 0 };
    table.told(&wish).expect("a card may be wanted there");
    let event = CardSourceEvent::Card { number, card: name.parse().expect("the name of a card") };
    table.enter_input(&What::Event(Event::Cards { table: NUMBER, event }), &[]).expect("the card may come");
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

fn decides(seat: u8, turn: u32, choice: Choice) -> What {
    ordered(seat, TableOrder::Choose { turn, choice })
}

#[test]
fn time_decides_for_all_that_are_left_at_once_and_box_by_box() {
    let wake = What::Event(Event::Wake);
    let stands = |seat| chosen(seat, Choice::Stand, &[], true);
    let table = window();
    let check = |seconds, facts: &[TableFact], objection| check_input(&mut table.clone(), seconds, &wake, facts, objection);
    check(20, &[stands(1), stands(2), stands(3)], "");
    check(19, &[stands(1), stands(2), stands(3)], "before it was");
    check(20, &[stands(1), stands(2)], "time was over for");
    check(20, &[stands(1), stands(3), stands(2)], "was to decide for");
    check(20, &[stands(1), stands(1), stands(2)], "was to decide for");
    check(20, &[chosen(1, Choice::Ride, &[ride(1)], true)], "Ride was decided for a seat");
    // A decision gives the others no more time.
    let mut decided = table;
    let rides = [chosen(2, Choice::Ride, &[ride(2)], false)];
    check_input(&mut decided, 15, &decides(2, 2, Choice::Ride), &rides, "");
    check_input(&mut decided.clone(), 19, &wake, &[stands(1), stands(3)], "before it was");
    check_input(&mut decided.clone(), 20, &wake, &[stands(1)], "time was over for");
    check_input(&mut decided, 20, &wake, &[stands(1), stands(3)], "");
    assert_eq!(decided.staked(seat_of(2)), 200);
}

#[test]
fn every_decision_has_a_number_of_its_own() {
    let mut table = window();
    let stands = |seat| [chosen(seat, Choice::Stand, &[], false)];
    check_input(&mut table.clone(), 1, &decides(2, 1, Choice::Ride), &stands(2), "did not ask for");
    check_input(&mut table.clone(), 1, &decides(1, 1, Choice::Stand), &stands(2), "did not ask for");
    check_input(&mut table, 1, &decides(3, 3, Choice::Stand), &stands(3), "");
    check_input(&mut table.clone(), 2, &decides(1, 3, Choice::Stand), &stands(1), "turn 3 was decided before");
    check_input(&mut table.clone(), 2, &decides(3, 4, Choice::Stand), &stands(3), "were asked");
    check_input(&mut table.clone(), 2, &decides(1, 1, Choice::Stand), &stands(1), "");
}

#[test]
fn r21_a_void_deal_gives_ante_and_ride_back() {
    let mut table = window();
    check_input(&mut table, 1, &decides(1, 1, Choice::Ride), &[chosen(1, Choice::Ride, &[ride(1)], false)], "");
    let voided = |stakes: &[BoxStake]| {
        let returns = stakes.iter().map(|stake| StakeReturn::void(*stake)).collect();
        let reason = DealVoid::Misdeal;
        TableFact::Voided { deal: 1, reason, settlement: DealSettlement { returns, cuts: Vec::new() }, played: None }
    };
    let unasked = What::Event(Event::Cards {
        table: NUMBER,
        event: CardSourceEvent::Unasked { card: Some("7h".parse().expect("the name of a card")) },
    });
    let all = [ante(1), ante(2), ante(3), ride(1)];
    check_input(&mut table.clone(), 2, &unasked, &[voided(&all)], "");
    check_input(&mut table.clone(), 2, &unasked, &[voided(&all[..3])], "were settled, and");
    check_input(&mut table.clone(), 2, &unasked, &[], "nobody asked for");
    let wake = What::Event(Event::Wake);
    check_input(&mut table, 2, &wake, &[voided(&all)], "for no reason");
}

#[test]
fn r4_and_r2_a_settlement_that_cannot_be() {
    let mut table = window();
    check_input(&mut table, 1, &decides(1, 1, Choice::Ride), &[chosen(1, Choice::Ride, &[ride(1)], false)], "");
    check_input(&mut table, 2, &decides(3, 3, Choice::Stand), &[chosen(3, Choice::Stand, &[], false)], "");
    check_input(&mut table, 3, &decides(2, 2, Choice::Stand), &[chosen(2, Choice::Stand, &[], false)], "");
    comes(&mut table, 3, "7h");
    let wake = What::Event(Event::Wake);
    let settled = |stakes: &[BoxStake], of_ride: i64| {
        let line = |stake: &BoxStake| {
            let amount = Money::from_minor(if stake.kind == StakeKind::Ride { of_ride } else { 200 });
            let win = Win { combination: None, odds: Odds::to_one(2), amount };
            StakeReturn { stake: *stake, fate: Fate::Won, wins: vec![win], returned: stake.amount + amount }
        };
        let returns = stakes.iter().map(line).collect();
        TableFact::Settled { deal: 1, settlement: DealSettlement { returns, cuts: Vec::new() }, played: None }
    };
    let all = [ante(1), ante(2), ante(3), ride(1)];
    check_input(&mut table.clone(), 4, &wake, &[settled(&all, 100)], "returns 300");
    check_input(&mut table.clone(), 4, &wake, &[settled(&all[..3], 200)], "were settled, and");
    let moved = table.enter(&wake, &settled(&all, 200)).expect("so it is");
    let ended = |seat, staked, returned| Moved::Ended(seat_of(seat), staked, returned);
    assert_eq!(moved, [ended(1, 200, 600), ended(2, 100, 300), ended(3, 100, 300)]);
}
