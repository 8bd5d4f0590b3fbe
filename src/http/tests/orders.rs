//! What reaches the desk, and what its answers look like.

use serde_json::Value;

use super::super::{Limits, Rate, Readiness};
use super::harness::{Ask, Reply, ask, house, house_that_knows_keys, house_with, limits, secret};
use crate::desk::Answer;
use crate::model::*;

fn seat() -> Seat {
    Seat::new(3).expect("there are six seats")
}

fn red(amount: i64) -> Bet {
    let form = BetForm { bet: "red".into(), stake: Some(amount), ..BetForm::default() };
    form.bet().expect("red is a bet")
}

#[tokio::test]
async fn a_person_who_orders_too_much_for_too_long_is_told_so_and_nobody_else_is() {
    let order_rate = Rate { per_second: 1.try_into().expect("not zero"), burst: 5.try_into().expect("not zero") };
    let house = house_with(Limits { order_rate, ..limits() }, |_| Some(Answer::Accepted { number: 1, repeated: false }));
    let order = async |who: &Ask, key: &str, what: &str, body: &str| house.send(&who.clone().key(key).json(body).at(what)).await;
    let undo = async |seat: u8, key: usize| {
        order(&ask("").seat(seat), &format!("key-{key}"), &format!("POST /api/v1/seats/{seat}/undo"), r#"{"round":12}"#).await
    };
    // However slow the machine is, more than one order a second comes, so that sooner or later it is too many.
    let mut taken = 0;
    let refused = loop {
        match undo(3, taken).await {
            reply if reply.status == 200 => taken += 1,
            reply => break reply,
        }
        assert!(taken < 1_000, "an order too many is refused");
    };
    assert_eq!((refused.verdict().as_str(), refused.header("retry-after")), ("429 too-many-orders", Some("1")));
    assert!(taken >= 5, "{taken} were taken");
    let repeated = undo(3, 0).await;
    assert_eq!((repeated.status, &repeated.json()["repeated"]), (200, &true.into()), "what was done is answered as it was: {repeated:?}");
    assert_eq!(house.taken().len(), taken, "what was refused was not carried out");
    assert_eq!(house.send(&ask("GET /api/v1/me").seat(3)).await.verdict(), "200", "he may look");
    assert_eq!(undo(4, 0).await.verdict(), "200", "another seat is not held up");
    let held = order(&ask("").attendant(), "key", "POST /api/v1/table/hold", r#"{"reason":"why"}"#).await;
    assert_eq!(held.verdict(), "200", "nor is an attendant");
}

#[tokio::test]
async fn who_asks_too_often_is_told_of_an_order_that_was_done_and_has_no_new_one_done() {
    let few = Rate { per_second: 1.try_into().expect("not zero"), burst: 5.try_into().expect("not zero") };
    let house = house_that_knows_keys(Limits { token_rate: few, ..limits() });
    let look = async || house.send(&ask("GET /api/v1/me").seat(3).key("key-0")).await.verdict();
    let undo = async |key: &str| house.send(&ask("POST /api/v1/seats/3/undo").seat(3).key(key).json(r#"{"round":12}"#)).await;
    assert_eq!(undo("key-0").await.verdict(), "200");
    let mut looks = 0;
    while look().await == "200" {
        looks += 1;
        assert!(looks < 1_000, "a request too many is refused");
    }
    // However slow the machine is, some of these come too soon.
    let mut refused = Vec::new();
    for key in 1..100 {
        let key = format!("key-{key}");
        let repeated = undo("key-0").await;
        assert_eq!((repeated.status, &repeated.json()["repeated"]), (200, &true.into()), "{repeated:?}");
        match undo(&key).await.verdict().as_str() {
            "200" => {}
            verdict => {
                assert_eq!(verdict, "429 too-many-requests");
                refused.push(Some(key));
            }
        }
        if refused.len() > 5 {
            break;
        }
    }
    assert!(refused.len() > 5, "{refused:?} came too soon");
    assert!(house.taken().iter().all(|taken| !refused.contains(&taken.key)), "what was refused was not carried out");
}

#[tokio::test]
async fn a_key_is_no_way_around_the_rate_where_no_order_is_given() {
    let few = Rate { per_second: 1.try_into().expect("not zero"), burst: 5.try_into().expect("not zero") };
    let house = house_that_knows_keys(Limits { token_rate: few, ..limits() });
    for line in ["POST /api/v1/stay", "POST /api/v1/sign-in"] {
        let mut taken = 0;
        while house.send(&ask(line).seat(3).key("key").json(r#"{"name":"Ada","pin":"390173"}"#)).await.verdict() != "429 too-many-requests"
        {
            taken += 1;
            assert!(taken < 1_000, "{line}: a request too many is refused");
        }
    }
}

#[tokio::test]
async fn who_offers_pairings_too_often_is_refused_as_with_orders() {
    let few = Rate { per_second: 1.try_into().expect("not zero"), burst: 5.try_into().expect("not zero") };
    let house = house_that_knows_keys(Limits { order_rate: few, ..limits() });
    let mut offered = 0;
    let refused = loop {
        match house.send(&ask("POST /api/v1/seats/3/pairing").attendant()).await.verdict().as_str() {
            "200" => offered += 1,
            verdict => break verdict.to_owned(),
        }
        assert!(offered < 1_000, "one too many is refused");
    };
    assert_eq!(refused, "429 too-many-orders");
    assert!(offered >= 5, "{offered} were offered");
}

#[tokio::test]
async fn each_request_becomes_exactly_its_order() {
    let house = house();
    let check = async |path: &str, body: &str, round: Option<u64>, order: Order| {
        let (request, who) = match order.is_a_players() {
            true => (ask(path).seat(3), Who::Seat(seat())),
            false => (ask(path).attendant(), Who::Attendant("anna".into())),
        };
        let key: String = format!("{}{body}", &path[13..]).chars().filter(char::is_ascii_alphanumeric).collect();
        let key: String = key.chars().rev().take(64).collect();
        let reply = house.send(&request.key(&key).json(body)).await;
        assert_eq!(reply.status, 200, "{reply:?}");
        assert_eq!(house.taken(), [Command { who, key: Some(key), round, order }]);
        let done = reply.json();
        assert_eq!((&done["number"], &done["repeated"]), (&1235.into(), &false.into()));
        assert_eq!(done["seat"]["credit"] == secret(seat()), path.contains("/seats/3/"), "{done}");
    };
    let place = Order::Place { bets: vec![red(100)] };
    let Bet::Simple(Stake { position, .. }) = red(0) else { panic!("red is a simple bet") };
    let amount = Money::from_minor(1000);
    check("POST /api/v1/seats/3/bets", r#"{"round":12,"bets":[{"bet":"red","stake":100}]}"#, Some(12), place).await;
    check("POST /api/v1/seats/3/undo", r#"{"round":12}"#, Some(12), Order::Undo).await;
    check("POST /api/v1/seats/3/clear", r#"{"round":12}"#, Some(12), Order::Clear).await;
    check("POST /api/v1/seats/3/take-back", r#"{"position":{"bet":"red"},"round":12}"#, Some(12), Order::TakeBack(position)).await;
    check("POST /api/v1/seats/3/repeat", r#"{"round":12}"#, Some(12), Order::Repeat).await;
    check("POST /api/v1/seats/3/double", r#"{"round":12}"#, Some(12), Order::Double).await;
    let test = Order::SelfTest;
    check("POST /api/v1/service/self-test", r#"{"part":"wheel","table":null}"#, None, test(TestedPart::Wheel)).await;
    check("POST /api/v1/service/self-test", r#"{"part":"disk","table":null}"#, None, test(TestedPart::Disk)).await;
    check("POST /api/v1/service/self-test", r#"{"part":"door","table":null,"door":2}"#, None, test(TestedPart::Door(2))).await;
    check("POST /api/v1/service/self-test", r#"{"part":"lamp","table":null,"door":null}"#, None, test(TestedPart::Lamp)).await;
    let of_cards = test(TestedPart::CardSource(TableNumber(2)));
    check("POST /api/v1/service/self-test", r#"{"part":"card-source","table":2}"#, None, of_cards).await;
    let call = |reason| Order::CallAttendant(reason);
    check("POST /api/v1/seats/3/call-attendant", r#"{"reason":"help"}"#, None, call(CallReason::Help)).await;
    check("POST /api/v1/seats/3/call-attendant", r#"{"reason":"cash-out"}"#, None, call(CallReason::CashOut)).await;
    check("POST /api/v1/seats/3/call-attendant", r#"{"reason":null}"#, None, Order::WithdrawCall).await;
    let confirm = async |body: &str, what| check("POST /api/v1/seats/3/confirm", body, None, Order::Confirm(what)).await;
    confirm(r#"{"what":"age"}"#, Confirmation::Age).await;
    confirm(r#"{"what":"reality-check"}"#, Confirmation::RealityCheck).await;
    check("POST /api/v1/seats/3/session-limit", r#"{"minutes":90}"#, None, Order::LimitPlaySession { minutes: 90 }).await;
    check("POST /api/v1/table/answer-call", r#"{"call":5}"#, None, Order::AnswerCall { number: 5 }).await;
    check("POST /api/v1/seats/3/credit-in", r#"{"amount":1000}"#, None, Order::CreditIn { seat: seat(), amount }).await;
    check("POST /api/v1/seats/3/credit-out", r#"{"amount":1000}"#, None, Order::CreditOut { seat: seat(), amount: Some(amount) }).await;
    check("POST /api/v1/seats/3/credit-out", r#"{"amount":null}"#, None, Order::CreditOut { seat: seat(), amount: None }).await;
    check("POST /api/v1/seats/3/return-stakes", r#"{"round":12}"#, Some(12), Order::ReturnStakes { seat: seat() }).await;
    let lock = Order::LockSeat { seat: seat(), reason: "why".into() };
    check("POST /api/v1/seats/3/lock", r#"{"reason":" why "}"#, None, lock).await;
    check("POST /api/v1/seats/3/lock", r#"{"reason":null}"#, None, Order::UnlockSeat { seat: seat() }).await;
    check("POST /api/v1/table/hold", r#"{"reason":" why "}"#, None, Order::Hold { reason: "why".into() }).await;
    check("POST /api/v1/table/resume", r#"{"round":12,"how":"continue"}"#, Some(12), Order::Resume(Resumption::Continue)).await;
    check("POST /api/v1/table/resume", r#"{"round":12,"how":"respin"}"#, Some(12), Order::Resume(Resumption::Respin)).await;
    check("POST /api/v1/table/void", r#"{"round":12,"reason":"gone"}"#, Some(12), Order::Void { reason: "gone".into() }).await;
    check("POST /api/v1/table/no-spin", r#"{"round":12}"#, Some(12), Order::CallNoSpin).await;
    let limit = |of, least: Option<i64>, most: Option<i64>| {
        let [least, most] = [least, most].map(|bound| bound.map(Money::from_minor));
        StakeLimit { of, least, most }
    };
    let (straight, colour) = (LimitedAmount::Position(BetKind::Straight), LimitedAmount::Position(BetKind::Red));
    let limits =
        vec![limit(straight, Some(100), Some(5_000)), limit(colour, None, Some(9_000)), limit(LimitedAmount::SeatTotal, None, None)];
    let body = r#"{"limits":[{"of":"straight","least":100,"most":5000},{"of":"colour","most":9000},{"of":"seat-total","least":null}]}"#;
    check("POST /api/v1/table/limits", body, None, Order::SetLimits { table: None, limits }).await;
    check("POST /api/v1/table/limits", r#"{"limits":[]}"#, None, Order::SetLimits { table: None, limits: Vec::new() }).await;
    let limits = vec![limit(LimitedAmount::Stake(StakeKind::PlayerPair), Some(100), None)];
    let at_second = Order::SetLimits { table: Some(TableNumber(2)), limits };
    check("POST /api/v1/tables/2/limits", r#"{"limits":[{"of":"player-pair","least":100}]}"#, None, at_second).await;
    check("POST /api/v1/table/open-shift", r#"{"cash":0}"#, None, Order::OpenShift { cash: Money::ZERO }).await;
    check("POST /api/v1/table/close-shift", r#"{"cash":1000}"#, None, Order::CloseShift { cash: amount }).await;
    let by_hand = |how| Order::PayByHand { number: 4, how };
    check("POST /api/v1/table/hand-pay", r#"{"hand_pay":4,"how":"cash"}"#, None, by_hand(HandPayment::Cash)).await;
    check("POST /api/v1/table/hand-pay", r#"{"hand_pay":4,"how":"credit"}"#, None, by_hand(HandPayment::Credit)).await;
    let disputes = |game| Order::OpenDispute { seat: seat(), game, note: "n".into(), read: None };
    check("POST /api/v1/seats/3/open-dispute", r#"{"table":null,"game":11,"note":" n "}"#, None, disputes(PastGame::Round(11))).await;
    let deal = PastGame::Deal { table: TableNumber(2), deal: 11 };
    check("POST /api/v1/seats/3/open-dispute", r#"{"table":2,"game":11,"note":"n"}"#, None, disputes(deal)).await;
    let decides = |verdict| Order::DecideDispute { dispute: 3, verdict, note: "n".into() };
    let upheld = r#"{"dispute":3,"verdict":"upheld","amount":1000,"note":"n"}"#;
    check("POST /api/v1/table/decide-dispute", upheld, None, decides(Verdict::Upheld { amount })).await;
    let rejected = r#"{"dispute":3,"verdict":"rejected","amount":null,"note":"n"}"#;
    check("POST /api/v1/table/decide-dispute", rejected, None, decides(Verdict::Rejected)).await;
    let at_table = |order| Order::Table { table: TableNumber(2), order };
    let stake = |kind| StakeForm { place: BoxNumber(4), kind, amount: Money::from_minor(500) };
    let stakes = at_table(TableOrder::Stake(vec![stake(StakeKind::Ante), stake(StakeKind::Bonus)]));
    let two = r#"{"box":4,"stake":"ante","amount":500},{"box":4,"stake":"bonus","amount":500}"#;
    check("POST /api/v1/seats/3/tables/2/stakes", &format!(r#"{{"deal":9,"stakes":[{two}]}}"#), Some(9), stakes).await;
    let take_back = |place: Option<u8>| at_table(TableOrder::TakeBack(place.map(BoxNumber)));
    check("POST /api/v1/seats/3/tables/2/take-back", r#"{"deal":9,"box":4}"#, Some(9), take_back(Some(4))).await;
    check("POST /api/v1/seats/3/tables/2/take-back", r#"{"deal":9,"box":null}"#, Some(9), take_back(None)).await;
    check("POST /api/v1/seats/3/tables/2/repeat", r#"{"deal":9}"#, Some(9), at_table(TableOrder::Repeat)).await;
    let choose = |turn, choice| at_table(TableOrder::Choose { turn, choice });
    check("POST /api/v1/seats/3/tables/2/choose", r#"{"deal":9,"turn":1,"choice":"hit"}"#, Some(9), choose(1, Choice::Hit)).await;
    let insure = choose(2, Choice::Insure(Money::from_minor(250)));
    check("POST /api/v1/seats/3/tables/2/choose", r#"{"deal":9,"turn":2,"choice":"insure","amount":250}"#, Some(9), insure).await;
    let tie = choose(2, Choice::Tie(Money::from_minor(20)));
    check("POST /api/v1/seats/3/tables/2/choose", r#"{"deal":9,"turn":2,"choice":"tie","amount":20}"#, Some(9), tie).await;
    let exchange = choose(3, Choice::Exchange(CardChoice(0b1_0001)));
    check("POST /api/v1/seats/3/tables/2/choose", r#"{"deal":9,"turn":3,"choice":"exchange","cards":[5,1]}"#, Some(9), exchange).await;
    let between = |order| Order::Table { table: TableNumber(17), order: TableOrder::BetweenPlayers(order) };
    let join = between(PlayerTableOrder::Join { put: amount });
    check("POST /api/v1/seats/3/tables/17/join", r#"{"deal":5,"amount":1000}"#, Some(5), join).await;
    let top_up = between(PlayerTableOrder::TopUp { amount });
    check("POST /api/v1/seats/3/tables/17/top-up", r#"{"deal":5,"amount":1000}"#, Some(5), top_up).await;
    let out = between(PlayerTableOrder::SitOut { is_out: true });
    check("POST /api/v1/seats/3/tables/17/sit-out", r#"{"deal":5,"out":true}"#, Some(5), out).await;
    check("POST /api/v1/seats/3/tables/17/leave", r#"{"deal":5}"#, Some(5), between(PlayerTableOrder::Leave)).await;
    let conditions = TableConditions { buy_in_least: amount, buy_in_most: Money::from_minor(9_000), seats_most: 4 };
    let open = r#"{"deal":5,"buy_in_least":1000,"buy_in_most":9000,"seats":4}"#;
    check("POST /api/v1/seats/3/tables/17/open", open, Some(5), between(PlayerTableOrder::Open { conditions })).await;
    check("POST /api/v1/tables/17/close", r#"{"deal":5}"#, Some(5), between(PlayerTableOrder::Close)).await;
    check("POST /api/v1/seats/3/tables/17/show", r#"{"deal":5}"#, Some(5), between(PlayerTableOrder::Show)).await;
    let muck = between(PlayerTableOrder::Muck { is_automatic: false });
    check("POST /api/v1/seats/3/tables/17/muck", r#"{"deal":5,"automatically":false}"#, Some(5), muck).await;
    let act = |action| between(PlayerTableOrder::Act { turn: 4, action });
    check("POST /api/v1/seats/3/tables/17/act", r#"{"deal":5,"turn":4,"action":"fold"}"#, Some(5), act(BettingAction::Fold)).await;
    let raise = act(BettingAction::RaiseTo(amount));
    check("POST /api/v1/seats/3/tables/17/act", r#"{"deal":5,"turn":4,"action":"raise-to","amount":1000}"#, Some(5), raise).await;
    let remove = between(PlayerTableOrder::Remove { seat: seat() });
    check("POST /api/v1/tables/17/remove", r#"{"deal":5,"seat":3}"#, Some(5), remove).await;
    check("POST /api/v1/tables/2/hold", r#"{"reason":"why"}"#, None, at_table(TableOrder::Hold { reason: "why".into() })).await;
    check("POST /api/v1/tables/2/resume", r#"{"deal":9}"#, Some(9), at_table(TableOrder::Resume)).await;
    let void = at_table(TableOrder::Void { reason: "misdeal".into(), new_shoe: true });
    check("POST /api/v1/tables/2/void", r#"{"deal":9,"reason":"misdeal","new_shoe":true}"#, Some(9), void).await;
    check("POST /api/v1/tables/2/shuffle", r#"{"deal":9}"#, Some(9), at_table(TableOrder::Shuffle)).await;
    let redeal = at_table(TableOrder::Redeal { reason: "misdeal".into() });
    check("POST /api/v1/tables/2/redeal", r#"{"deal":9,"reason":"misdeal"}"#, Some(9), redeal).await;
    check("POST /api/v1/tables/2/new-croupier", r#"{"deal":9}"#, Some(9), at_table(TableOrder::NewCroupier)).await;
    let missed = at_table(TableOrder::MissedBox(BoxNumber(4)));
    check("POST /api/v1/tables/2/missed-box", r#"{"deal":9,"box":4}"#, Some(9), missed).await;
    let too_many = at_table(TableOrder::CardTooMany(BoxNumber(4)));
    check("POST /api/v1/tables/2/card-too-many", r#"{"deal":9,"box":4}"#, Some(9), too_many).await;
    let hand = CardPlace::Hand { place: BoxNumber(4), hand: 0 };
    for (at, body) in [(hand, r#"{"deal":9,"box":4,"cards":6}"#), (CardPlace::Dealer, r#"{"deal":9,"cards":6}"#)] {
        check("POST /api/v1/tables/2/wrong-count", body, Some(9), at_table(TableOrder::WrongCount { at, cards: 6 })).await;
    }
    check("POST /api/v1/tables/2/exposed-card", r#"{"deal":9}"#, Some(9), at_table(TableOrder::ExposedCard)).await;
    let between = |order| at_table(TableOrder::BetweenPlayers(order));
    let boxed = between(PlayerTableOrder::Boxed { card: "Kd".parse().expect("a card") });
    check("POST /api/v1/tables/2/boxed-card", r#"{"deal":9,"card":"Kd"}"#, Some(9), boxed).await;
    check("POST /api/v1/tables/2/take-flop-back", r#"{"deal":9}"#, Some(9), between(PlayerTableOrder::TakeFlopBack)).await;
    check("POST /api/v1/tables/2/stub-shuffled", r#"{"deal":9}"#, Some(9), between(PlayerTableOrder::StubShuffled)).await;
}

#[tokio::test]
async fn an_action_that_says_too_much_or_too_little_is_a_bad_request() {
    let house = house();
    for (name, body) in [
        ("act", r#"{"deal":5,"turn":4,"action":"bet"}"#),
        ("act", r#"{"deal":5,"turn":4,"action":"call","amount":5}"#),
        ("act", r#"{"deal":5,"turn":4,"action":"cheat"}"#),
        ("act", r#"{"deal":5,"action":"fold"}"#),
        ("leave", "{}"),
        ("sit-out", r#"{"deal":5}"#),
        ("sit-out", r#"{"out":true}"#),
        ("join", r#"{"deal":5}"#),
        ("show", "{}"),
        ("open", r#"{"deal":5,"buy_in_least":1000,"buy_in_most":9000}"#),
        ("muck", r#"{"deal":5}"#),
    ] {
        let reply = house.send(&ask(&format!("POST /api/v1/seats/3/tables/17/{name}")).seat(3).key("k").json(body)).await;
        assert_eq!(reply.verdict(), "400 bad-request", "{name} {body}");
        assert!(house.taken().is_empty());
    }
}

#[tokio::test]
async fn a_decision_that_says_too_much_or_too_little_is_a_bad_request() {
    let house = house();
    let check = async |body: &str, key: &str| {
        let reply = house.send(&ask("POST /api/v1/seats/3/tables/2/choose").seat(3).key("k").json(body)).await;
        assert_eq!(reply.status, 400, "{reply:?}");
        assert!(reply.json()["detail"].as_str().is_some_and(|detail| detail.contains(key)), "{reply:?}");
        assert!(house.taken().is_empty());
    };
    check(r#"{"deal":9,"turn":1,"choice":"insure"}"#, "amount").await;
    check(r#"{"deal":9,"turn":1,"choice":"tie"}"#, "amount").await;
    check(r#"{"deal":9,"turn":1,"choice":"hit","amount":5}"#, "amount").await;
    check(r#"{"deal":9,"turn":1,"choice":"higher","amount":5}"#, "amount").await;
    check(r#"{"deal":9,"turn":1,"choice":"exchange"}"#, "cards").await;
    check(r#"{"deal":9,"turn":1,"choice":"exchange","cards":[1,1]}"#, "cards").await;
    check(r#"{"deal":9,"turn":1,"choice":"exchange","cards":[0]}"#, "cards").await;
    check(r#"{"deal":9,"turn":1,"choice":"exchange","cards":[9]}"#, "cards").await;
    check(r#"{"deal":9,"turn":1,"choice":"cheat"}"#, "choice").await;
    check(r#"{"deal":9,"choice":"hit"}"#, "turn").await;
}

#[tokio::test]
async fn every_refusal_is_a_problem_with_its_name_and_sentence() {
    for refusal in Refusal::ALL {
        let house = house_with(limits(), move |_| Some(Answer::Refused(refusal)));
        let reply = house.send(&undo("k")).await;
        assert_eq!(reply.verdict(), format!("409 {}", refusal.name()));
        assert_eq!(reply.json()["detail"], refusal.sentence());
        let page = house.send(&ask(&format!("GET {}", reply.json()["type"].as_str().expect("a problem has a type")))).await;
        assert_eq!(page.header("content-type"), Some("text/plain; charset=utf-8"));
        assert!(page.body.contains(refusal.sentence()) && page.body.contains(refusal.name()), "{page:?}");
    }
}

#[tokio::test]
async fn spb_74_a_refused_amount_comes_with_the_least_and_the_most_that_would_be_taken() {
    let check = async |refusal: Refusal, order: &str, body: &str, expected: [Value; 2]| {
        let house = house_with(limits(), move |_| Some(Answer::Refused(refusal)));
        let reply = house.send(&ask(&format!("POST /api/v1/seats/3/tables/17/{order}")).seat(3).key("k").json(body)).await;
        assert_eq!(reply.verdict(), format!("409 {}", refusal.name()));
        let problem = reply.json();
        assert_eq!([problem["least"].clone(), problem["most"].clone()], expected, "{order}, {}", refusal.name());
    };
    let wager = r#"{"deal":5,"turn":4,"action":"raise-to","amount":1}"#;
    check(Refusal::BelowLeast, "act", wager, [300.into(), 10_000.into()]).await;
    check(Refusal::AboveMost, "act", wager, [300.into(), 10_000.into()]).await;
    check(Refusal::AmountOffStep, "act", wager, [300.into(), 10_000.into()]).await;
    check(Refusal::NotYourTurn, "act", wager, [Value::Null, Value::Null]).await;
    // The seat has 9,800 of at most 20,000 before it.
    check(Refusal::AboveMost, "top-up", r#"{"deal":5,"amount":1}"#, [50.into(), 10_200.into()]).await;
    check(Refusal::NotYourTurn, "top-up", r#"{"deal":5,"amount":1}"#, [Value::Null, Value::Null]).await;
}

#[tokio::test]
async fn the_same_request_again_is_answered_as_repeated() {
    let house = house();
    let first = house.send(&undo("k")).await.json();
    let second = house.send(&undo("k")).await.json();
    assert_eq!((&first["repeated"], &second["repeated"]), (&false.into(), &true.into()));
    assert_eq!(first["number"], second["number"]);
    let keys: Vec<Option<Key>> = house.taken().into_iter().map(|command| command.key).collect();
    assert_eq!(keys, [Some("k".into()), Some("k".into())], "the desk decides what a repeat is");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_does_not_come_is_never_a_success() {
    let mute = house_with(limits(), |_| None);
    assert_eq!(mute.send(&undo("k")).await.verdict(), "504 unanswered", "the deciding thread has dropped the slip");
    let limits = Limits { request_time: std::time::Duration::from_millis(50), ..limits() };
    let (held, answer) = std::sync::mpsc::channel::<()>();
    let answer = std::sync::Mutex::new(answer);
    let slow = house_with(limits, move |_| {
        // The desk's task is kept busy until the test lets it go.
        tokio::task::block_in_place(|| answer.lock().expect("no test panics here").recv())
            .ok()
            .map(|()| Answer::Refused(Refusal::TableHeld))
    });
    assert_eq!(slow.send(&undo("k")).await.verdict(), "504 unanswered");
    drop(held);
}

#[tokio::test]
async fn before_the_journal_is_open_no_command_is_taken() {
    let house = house();
    house.readiness.send_replace(Readiness::Starting);
    assert_eq!(house.send(&undo("k")).await.verdict(), "503 not-ready");
    assert_eq!(house.taken(), []);
    house.readiness.send_replace(Readiness::OutOfService("the disk is full".into()));
    assert_eq!(house.send(&undo("k")).await.verdict(), "200", "the cabinet itself refuses while it is out of service");
}

#[tokio::test]
async fn a_panic_ends_the_request_and_not_the_house() {
    let script = |_: &Command| None;
    let house = super::harness::house_on(limits(), std::sync::Arc::new(|| panic!("the clock is broken")), std::sync::Arc::new(script));
    let reply: Reply = house.send(&ask("GET /api/v1/cabinet")).await;
    assert_eq!(reply.verdict(), "500 internal");
    assert!(!reply.body.contains("clock"), "what went wrong inside is not told");
    assert_eq!(house.send(&ask("GET /ready")).await.verdict(), "200");
}

fn undo(key: &str) -> Ask {
    ask("POST /api/v1/seats/3/undo").seat(3).key(key).json(r#"{"round":12}"#)
}
