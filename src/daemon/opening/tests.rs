//! What another cabinet file would re-label, key by key, on the demo's cabinet file.

mod devices;
mod every_key;
mod other_games;
mod stake_limits;

use super::*;
use crate::configuration::terms_of;
use crate::model::{
    BoxNumber, CardSourceEvent, Command, Money, Order, Seat, StakeForm, StakeKind, TableNumber, TableOrder, WheelEvent, WheelHappening, Who,
};
use crate::profiles::{CabinetFile, CardSourceKeys, CardTableKeys, Profile, Seed, WheelKeys, load_cabinet};

type Change = fn(&mut CabinetFile);

/// The terms of the demo's cabinet file with this change.
fn terms_with(change: Change) -> Terms {
    let mut file: Profile<CabinetFile> = load_cabinet("demo").expect("a shipped cabinet");
    change(&mut file.value);
    terms_of(&file).expect("its files fit together")
}

/// A cabinet with the demo's terms that has taken these inputs.
fn cabinet_after(inputs: &[What]) -> Cabinet {
    cabinet_of(&terms_with(|_| {}), inputs)
}

/// A cabinet that began with these terms and has taken these inputs.
fn cabinet_of(terms: &Terms, inputs: &[What]) -> Cabinet {
    let first = first_input(terms, Timestamp::from_microseconds(1_000));
    let (mut cabinet, _) = Cabinet::begin(&first).expect("the terms can be read");
    for what in inputs {
        let input = Input { number: cabinet.number() + 1, at: cabinet.at(), what: what.clone() };
        assert!(matches!(cabinet.step(&input), crate::cabinet::Outcome::Done(_)), "{what:?}");
    }
    cabinet
}

fn seat() -> Seat {
    Seat::new(3).expect("there is a third seat")
}

/// The cabinet's moment has come: the countdown has run, and the ball is wanted though nobody has a bet.
fn launching() -> Cabinet {
    launching_with(&terms_with(|_| {}))
}

fn launching_with(terms: &Terms) -> Cabinet {
    launching_with_inputs(terms, &[])
}

/// The same after these inputs.
fn launching_with_inputs(terms: &Terms, inputs: &[What]) -> Cabinet {
    let mut cabinet = cabinet_of(terms, &[inputs, &[wheel_opens()]].concat());
    let at = cabinet.outstanding().wake_at.expect("the countdown runs without bets");
    let due = Input { number: cabinet.number() + 1, at, what: What::Event(Event::Wake) };
    assert!(matches!(cabinet.step(&due), crate::cabinet::Outcome::Done(_)));
    cabinet
}

fn ordered(who: Who, order: Order) -> What {
    What::Command(Command { who, key: None, round: None, order })
}

fn attendant(order: Order) -> What {
    ordered(Who::Attendant("Ada".to_owned()), order)
}

fn wheel_opens() -> What {
    What::Event(Event::Wheel(WheelEvent { spin: None, happening: WheelHappening::Opened, evidence: Vec::new() }))
}

fn credit() -> What {
    attendant(Order::CreditIn { seat: seat(), amount: Money::from_minor(1_000) })
}

const BACCARAT: TableNumber = TableNumber(1);

/// 1,000 minor units lie on the player's side of the baccarat table, and nowhere else is any money.
fn staked_at_baccarat() -> Cabinet {
    staked_at_baccarat_with(&terms_with(|_| {}))
}

fn staked_at_baccarat_with(terms: &Terms) -> Cabinet {
    let stake = StakeForm { place: BoxNumber(3), kind: StakeKind::Player, amount: Money::from_minor(1_000) };
    let order = Order::Table { table: BACCARAT, order: TableOrder::Stake(vec![stake]) };
    let opens = What::Event(Event::Cards { table: BACCARAT, event: CardSourceEvent::Opened });
    cabinet_of(terms, &[credit(), opens, ordered(Who::Seat(seat()), order)])
}

/// Asserts that the change is refused for this key, with what it was, what it is and what is there.
#[track_caller]
fn check(cabinet: &Cabinet, change: Change, key: &str, was: &str, is: &str, because: &str) {
    let said = relabelled(cabinet, &terms_with(change), &Marks::none()).unwrap_or_default();
    let words = format!(": `{key}` is {is} in the cabinet file and was {was}, while {because}");
    assert!(
        said.contains(&words) && said.contains(". Start with the former cabinet file and the files that it names as they were"),
        "{said}\ndoes not say\n{words}"
    );
}

/// Asserts that the change is taken.
#[track_caller]
fn check_taken(cabinet: &Cabinet, change: Change) {
    assert_eq!(relabelled(cabinet, &terms_with(change), &Marks::none()), None);
}

/// A change, the key it is of, what that was and what it is then.
type OfKey = (Change, &'static str, &'static str, &'static str);

/// What an amount is of: meters and history are written in it.
const MONEY_KEYS: [OfKey; 2] = [
    (|file| file.money.currency = "USD".to_owned(), "money.currency", "BYN", "USD"),
    (|file| file.money.decimals = 0, "money.decimals", "2", "0"),
];

const CABINET_KEYS: [OfKey; 4] = [
    (in_fives, "money.unit_price_minor", "100", "500"),
    (|file| file.jurisdiction = "fifty-an-hour".to_owned(), "jurisdiction", "by", "fifty-an-hour"),
    (|file| file.name = "The other cabinet".to_owned(), "name", "Demo cabinet", "The other cabinet"),
    (real_wheel, "wheel", "simulated slingshot-2", "serial slingshot-2"),
];

fn all_keys() -> impl Iterator<Item = OfKey> {
    MONEY_KEYS.into_iter().chain(CABINET_KEYS)
}

fn in_fives(file: &mut CabinetFile) {
    let five = Money::from_minor(500);
    file.money.unit_price_minor = five;
    file.card_tables.clear();
    file.machines.clear();
    file.player_tables.clear();
    file.limits.position = crate::games::roulette::ByKind::same(crate::games::range::BetRange { least: five, most: five });
}

fn real_wheel(file: &mut CabinetFile) {
    file.wheel = WheelKeys::Serial { device: "slingshot-2".to_owned(), port: "/dev/ttyUSB0".into() };
}

#[test]
fn no_key_of_the_cabinet_that_says_what_money_means_changes_while_there_is_credit() {
    let cabinet = cabinet_after(&[credit()]);
    for (change, key, was, is) in all_keys() {
        check(&cabinet, change, key, was, is, "seat 3 has a credit of 1000 minor units and 0 staked");
    }
}

#[test]
fn nor_while_all_the_money_is_staked() {
    let cabinet = staked_at_baccarat();
    for (change, key, was, is) in all_keys().filter(|(_, key, ..)| *key != "money.unit_price_minor") {
        check(&cabinet, change, key, was, is, "seat 3 has a credit of 0 minor units and 1000 staked");
    }
}

#[test]
fn nor_while_an_attendant_holds_a_table() {
    let reason = || "Chip on the rotor".to_owned();
    let wheel = cabinet_after(&[wheel_opens(), attendant(Order::Hold { reason: reason() })]);
    let order = Order::Table { table: BACCARAT, order: TableOrder::Hold { reason: reason() } };
    let cards = cabinet_after(&[attendant(order)]);
    for (change, key, was, is) in all_keys() {
        check(&wheel, change, key, was, is, "the wheel's table waits for an attendant");
        check(&cards, change, key, was, is, "card table 1 waits for an attendant");
    }
}

/// Terms that come while a ball is wanted or runs wait for the next round, and credit may come in before that.
#[test]
fn nor_while_a_round_is_under_way_at_the_wheel_without_a_bet() {
    let cabinet = launching();
    for (change, key, was, is) in all_keys() {
        check(&cabinet, change, key, was, is, "a round is under way at the wheel");
    }
    check_taken(&cabinet, |file| file.card_tables.reverse());
    check_taken(&cabinet, |file| file.money.credit_most_minor = Money::from_minor(1_000));
}

/// A release that did not ask for the round at the wheel took another currency for the next round; then credit came in.
#[test]
fn a_currency_that_waits_for_the_next_round_is_not_that_of_the_credit_that_lies() {
    let in_dollars: Change = |file| file.money.currency = "USD".to_owned();
    let mut cabinet = launching();
    let brought = What::Event(Event::Terms { terms: terms_with(in_dollars).to_bytes() });
    for what in [brought, credit()] {
        let input = Input { number: cabinet.number() + 1, at: cabinet.at(), what };
        assert!(matches!(cabinet.step(&input), crate::cabinet::Outcome::Done(_)));
    }
    check(&cabinet, in_dollars, "money.currency", "BYN", "USD", "seat 3 has a credit of 1000 minor units and 0 staked");
    check_taken(&cabinet, |_| {});
}

#[test]
fn all_of_them_change_while_there_is_nothing_that_they_could_re_label() {
    let cabinet = cabinet_after(&[wheel_opens()]);
    all_keys().for_each(|(change, ..)| check_taken(&cabinet, change));
    check_taken(&cabinet, |file| file.card_tables.reverse());
}

#[test]
fn once_money_was_in_the_cabinet_its_meters_and_history_keep_their_currency_and_only_a_new_journal_has_another() {
    let paid_out = attendant(Order::CreditOut { seat: seat(), amount: None });
    let cabinet = cabinet_after(&[wheel_opens(), credit(), paid_out]);
    for (change, key, was, is) in MONEY_KEYS {
        check(&cabinet, change, key, was, is, "its meters count 1000 minor units of credit in, and its history is in that money");
        let said = relabelled(&cabinet, &terms_with(change), &Marks::none()).expect("it was refused");
        assert!(said.contains("`croupierctl journal begin --by NAME`"), "{said}");
    }
    // Nor do meters and history of play for fun go on as those of a real wheel.
    let because = "its meters count 1000 minor units of credit in, and its history is in that money";
    check(&cabinet, real_wheel, "wheel", "simulated slingshot-2", "serial slingshot-2", because);
    check_taken(&cabinet, |file| file.wheel = WheelKeys::Simulated { device: "mercury-360".to_owned() });
    CABINET_KEYS.into_iter().filter(|(_, key, ..)| *key != "wheel").for_each(|(change, ..)| check_taken(&cabinet, change));
    check_taken(&cabinet, |file| file.card_tables.reverse());
}

#[test]
fn a_new_journal_is_asked_for_only_where_nothing_less_will_do() {
    let cabinet = cabinet_after(&[credit()]);
    for (change, key, ..) in all_keys() {
        let said = relabelled(&cabinet, &terms_with(change), &Marks::none()).expect("it is refused");
        assert_eq!(said.contains("journal begin"), MONEY_KEYS.iter().any(|(_, of_money, ..)| *of_money == key), "{said}");
    }
}

#[test]
fn a_card_table_with_stakes_keeps_its_number_its_game_and_its_source_of_cards() {
    let (cabinet, because) = (staked_at_baccarat(), "1000 minor units are staked at card table 1");
    check(&cabinet, |file| file.card_tables.reverse(), "card_table[0].name", "Baccarat", "Five Card Without Joker", because);
    check(&cabinet, |file| file.card_tables.clear(), "card_table[0].name", "Baccarat", "no table", because);
    let renamed: Change = |file| file.card_tables[0].name = "Punto banco".to_owned();
    check(&cabinet, renamed, "card_table[0].name", "Baccarat", "Punto banco", because);
    let played_otherwise: Change = |file| {
        let name = std::mem::take(&mut file.card_tables[0].name);
        file.card_tables[0] = file.card_tables[3].clone();
        file.card_tables[0].name = name;
        file.card_tables.truncate(1);
    };
    check(&cabinet, played_otherwise, "card_table[0].rules", "baccarat", "russian", because);
    let from_a_shoe: Change = |file| {
        let port = "/dev/ttyUSB1".into();
        file.card_tables[0].source = CardSourceKeys::Serial { device: "shoe".to_owned(), port };
    };
    check(&cabinet, from_a_shoe, "card_table[0].source", "virtual", "serial shoe", because);
    // The tables where nothing lies may change, and what re-labels nothing may change everywhere.
    check_taken(&cabinet, |file| file.card_tables.truncate(2));
    check_taken(&cabinet, |file| file.card_tables[1].name = "Twenty-one".to_owned());
    check_taken(&cabinet, |file| file.card_tables[0].rules = "baccarat/am-no-commission".to_owned());
    check_taken(&cabinet, |file| file.money.credit_most_minor = Money::from_minor(1_000));
}

/// Bets lie on the layout, so terms that were brought wait for the next round; then the program starts with the former file again.
#[test]
fn terms_that_wait_for_the_next_round_do_not_come_into_force_when_the_file_is_the_former_one_again() {
    let bet = crate::model::BetForm { bet: "red".to_owned(), stake: Some(500), ..Default::default() };
    let bets = ordered(Who::Seat(seat()), Order::Place { bets: vec![bet.bet().expect("a good bet")] });
    let other = terms_with(|file| file.money.credit_most_minor = Money::from_minor(9_000));
    let brought = What::Event(Event::Terms { terms: other.to_bytes() });
    let cabinet = cabinet_after(&[wheel_opens(), credit(), bets, brought]);
    let former = terms_with(|_| {});
    assert_eq!((cabinet.terms(), cabinet.newest_terms()), (&former, &other));
    let folder = tempfile::tempdir().expect("a folder can be made");
    let paths = Paths { journal: folder.path().join("journal"), mirror: folder.path().join("mirror") };
    let (journal, _) = Journal::open(&paths).expect("a journal can be made");
    let events = |terms| first_events(&cabinet, &journal, terms, None, None);
    assert!(matches!(&events(&former)[..], [Event::Terms { terms }, Event::Started { .. }] if *terms == former.to_bytes()));
    assert!(matches!(&events(&other)[..], [Event::Started { .. }]));
}

/// The program was away when the time to stake ran out, and starts with another file: the deal is not closed before the start is known, which
/// ends all waiting and gives the stakes back.
#[test]
fn terms_that_a_start_brings_end_no_deal_whose_time_ran_out_meanwhile() {
    let mut cabinet = staked_at_baccarat();
    let deal = |cabinet: &Cabinet| {
        let views = cabinet.views(std::sync::Arc::new(cabinet.rules_view()));
        (views.cabinet.tables[0].phase, views.cabinet.tables[0].stakes.len())
    };
    let before = deal(&cabinet);
    let other = terms_with(|file| file.money.credit_most_minor = Money::from_minor(90_000));
    let late = Timestamp::from_microseconds(cabinet.at().microseconds() + 3_600_000_000);
    let brought = Input { number: cabinet.number() + 1, at: late, what: What::Event(Event::Terms { terms: other.to_bytes() }) };
    assert!(matches!(cabinet.step(&brought), crate::cabinet::Outcome::Done(_)), "it is taken as it comes");
    assert_eq!(deal(&cabinet), before);
}

fn source(file: &mut CabinetFile, index: usize, source: CardSourceKeys) {
    file.card_tables[index].source = source;
}

fn simulated_shoe() -> CardSourceKeys {
    CardSourceKeys::Simulated { device: "shoe".to_owned(), seed: Seed::Number(1), pack_milliseconds: 1_000, faults: Vec::new() }
}

fn real_shoe() -> CardSourceKeys {
    CardSourceKeys::Serial { device: "shoe".to_owned(), port: "/dev/ttyUSB1".into() }
}

#[test]
fn credit_that_was_won_from_simulated_cards_is_not_staked_against_real_ones_nor_the_other_way_round() {
    let change: Change = |file| source(file, 0, simulated_shoe());
    let because = "seat 3 has a credit of 1000 minor units and 0 staked";
    check(&cabinet_after(&[credit()]), change, "card_table[0].source", "virtual", "simulated shoe", because);
    let simulated = first_input(&terms_with(change), Timestamp::from_microseconds(1_000));
    let (mut cabinet, _) = Cabinet::begin(&simulated).expect("the terms can be read");
    check_taken(&cabinet, |file| source(file, 0, real_shoe()));
    cabinet.step(&Input { number: 2, at: cabinet.at(), what: credit() });
    check(&cabinet, |file| source(file, 0, real_shoe()), "card_table[0].source", "simulated shoe", "serial shoe", because);
    // Taking the table away and bringing it back with real cards would be the same change in two starts.
    check(&cabinet, |file| file.card_tables.clear(), "card_table[0].source", "simulated shoe", "no table", because);
    let comes: Change = |file| {
        file.card_tables.truncate(1);
        let another = CardTableKeys { source: simulated_shoe(), ..file.card_tables[0].clone() };
        file.card_tables.push(another);
    };
    let alone = first_input(&terms_with(|file| file.card_tables.truncate(1)), Timestamp::from_microseconds(1_000));
    let (mut cabinet, _) = Cabinet::begin(&alone).expect("the terms can be read");
    check_taken(&cabinet, comes);
    cabinet.step(&Input { number: 2, at: cabinet.at(), what: credit() });
    check(&cabinet, comes, "card_table[1].source", "no table", "simulated shoe", because);
    // The virtual deck deals for money as a shoe does, where nothing is simulated.
    let cabinet = cabinet_of(&terms_with(all_real), &[credit()]);
    check_taken(&cabinet, |file| {
        all_real(file);
        source(file, 0, real_shoe());
    });
}

/// Nothing is simulated: a real wheel, and virtual decks.
fn all_real(file: &mut CabinetFile) {
    real_wheel(file);
    source(file, 1, CardSourceKeys::Virtual);
}

/// The table that comes, goes or has another source is a real one; what is simulated is elsewhere in the cabinet.
#[test]
fn nor_is_it_where_the_real_table_comes_to_a_cabinet_with_anything_simulated() {
    let because = "seat 3 has a credit of 1000 minor units and 0 staked";
    let comes: Change = |file| {
        file.card_tables.truncate(2);
        let another = CardTableKeys { name: "Another".to_owned(), source: real_shoe(), ..file.card_tables[0].clone() };
        file.card_tables.push(another);
    };
    let without: Change = |file| file.card_tables.truncate(2);
    let (with, none) = (terms_with(comes), terms_with(without));
    check_taken(&cabinet_of(&none, &[]), comes);
    check(&cabinet_of(&none, &[credit()]), comes, "card_table[2].source", "no table", "serial shoe", because);
    check(&cabinet_of(&with, &[credit()]), without, "card_table[2].source", "serial shoe", "no table", because);
    check(&cabinet_after(&[credit()]), |file| source(file, 0, real_shoe()), "card_table[0].source", "virtual", "serial shoe", because);
    // A bench stays as it is.
    check_taken(&cabinet_of(&with, &[credit()]), comes);
    // A virtual deck is neither, and comes to either.
    check_taken(&cabinet_of(&none, &[credit()]), |file| file.card_tables.truncate(5));
    check_taken(&cabinet_of(&terms_with(all_real), &[credit()]), |file| {
        all_real(file);
        let another = CardTableKeys { name: "Another".to_owned(), source: real_shoe(), ..file.card_tables[0].clone() };
        file.card_tables.truncate(5);
        file.card_tables.push(another);
    });
}

/// A journal of a release that did not record what the cabinet is made of says nothing of it, and is taken as it is.
#[test]
fn what_an_older_journal_does_not_know_is_not_held_against_the_file() {
    let mut older = terms_with(|_| {});
    older.fittings = None;
    let input = Input { number: 2, at: Timestamp::from_microseconds(1_000), what: credit() };
    let (mut cabinet, _) = Cabinet::begin(&first_input(&older, input.at)).expect("the terms can be read");
    cabinet.step(&input);
    check_taken(&cabinet, real_wheel);
    check(&cabinet, |file| file.money.decimals = 3, "money.decimals", "2", "3", "seat 3 has a credit of 1000 minor units and 0 staked");
}
