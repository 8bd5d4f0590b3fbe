//! Bodies that are not what they must be: refused with words, and no slip reaches the desk.

use super::harness::{Ask, Fixture, ask, house};

const BETS: &str = "POST /api/v1/seats/3/bets";

fn bets(body: &str) -> Ask {
    ask(BETS).seat(3).key("k").json(body)
}

async fn check(house: &Fixture, request: Ask, verdict: &str, detail: &str) {
    let reply = house.send(&request).await;
    assert_eq!(reply.verdict(), verdict, "{reply:?}");
    let said = reply.json()["detail"].as_str().expect("a problem has a detail").to_owned();
    assert!(said.contains(detail), "{said}");
    assert_eq!(house.taken(), [], "{said}");
}

#[tokio::test]
async fn a_bad_body_is_named_by_its_key_and_never_reaches_the_desk() {
    let house = house();
    let bad = async |body: &str, detail: &str| check(&house, bets(body), "400 bad-request", detail).await;
    bad("", "expected an object, found an empty body").await;
    bad("{", "EOF").await;
    bad("null", "invalid type: null").await;
    bad("{}", "missing field `bets`").await;
    bad(r#"{"bets":[],"round":12}"#, "`bets`: expected 1 to 100 bets, found 0").await;
    bad(r#"{"bets":[{"bet":"red","stake":100}],"round":12} x"#, "trailing characters").await;
    bad(r#"{"bets":[{"bet":"red","stake":100}],"seat":4}"#, "unknown field `seat`").await;
    bad(r#"{"bets":[{"bet":"red","stake":100,"seat":4}]}"#, "`bets[0].seat`: unknown field `seat`").await;
    bad(r#"{"bets":[{"bet":"red","stake":100},{"bet":"red","stake":"100"}]}"#, "`bets[1].stake`: invalid type: string \"100\"").await;
    bad(r#"{"bets":[{"bet":"red","stake":100.0}]}"#, "`bets[0].stake`: invalid type: floating point").await;
    bad(r#"{"bets":[{"bet":"red","stake":1e2}]}"#, "`bets[0].stake`: invalid type: floating point").await;
    bad(r#"{"bets":[{"bet":"red","stake":9223372036854775808}]}"#, "`bets[0].stake`").await;
    bad(r#"{"bets":[{"bet":"red","stake":100000000000001}],"round":12}"#, "`bets[0].stake`: expected an amount of at most").await;
    bad(r#"{"bets":[{"bet":"tiers","chip":-100000000000001}],"round":12}"#, "`bets[0].chip`: expected an amount of at most").await;
    bad(r#"{"bets":[{"bet":"red","stake":100,"stake":200}]}"#, "duplicate field `stake`").await;
    bad(r#"{"bets":[{"bet":"straight","numbers":[256],"stake":100}]}"#, "`bets[0].numbers[0]`").await;
    bad(r#"{"bets":[{"bet":"red","stake":100}],"round":-1}"#, "`round`").await;
    bad(&format!(r#"{{"bets":[{}],"round":12}}"#, vec![r#"{"bet":"red","stake":100}"#; 101].join(",")), "found 101").await;
    bad(&"[".repeat(10_000), "").await;
}

/// Every order that belongs to a round or a deal: its address below `/api/v1/`, a body that lacks only the round or deal, and which of the two.
const OF_A_ROUND: [(&str, &str, &str); 29] = [
    ("seats/3/bets", r#""bets":[{"bet":"red","stake":100}]"#, "round"),
    ("seats/3/undo", "", "round"),
    ("seats/3/clear", "", "round"),
    ("seats/3/take-back", r#""position":{"bet":"red"}"#, "round"),
    ("seats/3/repeat", "", "round"),
    ("seats/3/double", "", "round"),
    ("seats/3/return-stakes", "", "round"),
    ("table/resume", r#""how":"respin""#, "round"),
    ("table/void", r#""reason":"gone""#, "round"),
    ("table/no-spin", "", "round"),
    ("seats/3/tables/2/stakes", r#""stakes":[{"box":3,"stake":"ante","amount":100}]"#, "deal"),
    ("seats/3/tables/2/take-back", r#""box":null"#, "deal"),
    ("seats/3/tables/2/repeat", "", "deal"),
    ("seats/3/tables/2/choose", r#""turn":1,"choice":"hit""#, "deal"),
    ("seats/3/tables/17/join", r#""amount":100"#, "deal"),
    ("seats/3/tables/17/top-up", r#""amount":100"#, "deal"),
    ("seats/3/tables/17/act", r#""turn":4,"action":"fold""#, "deal"),
    ("tables/2/resume", "", "deal"),
    ("tables/2/void", r#""reason":"gone","new_shoe":true"#, "deal"),
    ("tables/2/redeal", r#""reason":"gone""#, "deal"),
    ("tables/2/new-croupier", "", "deal"),
    ("tables/2/shuffle", "", "deal"),
    ("tables/2/missed-box", r#""box":4"#, "deal"),
    ("tables/2/card-too-many", r#""box":4"#, "deal"),
    ("tables/2/wrong-count", r#""cards":6"#, "deal"),
    ("tables/2/exposed-card", "", "deal"),
    ("tables/2/boxed-card", r#""card":"Kd""#, "deal"),
    ("tables/2/take-flop-back", "", "deal"),
    ("tables/2/stub-shuffled", "", "deal"),
];

#[tokio::test]
async fn an_order_of_a_round_or_a_deal_must_name_it() {
    let house = house();
    for (path, rest, key) in OF_A_ROUND {
        let request = ask(&format!("POST /api/v1/{path}")).key("k");
        let players = path.contains("seats/3/") && path != "seats/3/return-stakes";
        let order = |body: &str| {
            let request = request.clone();
            if players { request.seat(3) } else { request.attendant() }.json(body)
        };
        let comma = if rest.is_empty() { "" } else { "," };
        check(&house, order(""), "400 bad-request", "expected an object, found an empty body").await;
        check(&house, order(&format!("{{{rest}}}")), "400 bad-request", &format!("missing field `{key}`")).await;
        let named = |value: &str| order(&format!(r#"{{"{key}":{value}{comma}{rest}}}"#));
        check(&house, named("null"), "400 bad-request", &format!("`{key}`: invalid type: null, expected u64")).await;
        assert_eq!(house.send(&named("12")).await.verdict(), "200", "{path}");
        assert_eq!(house.taken().into_iter().map(|command| command.round).collect::<Vec<_>>(), [Some(12)], "{path}");
    }
}

#[tokio::test]
async fn a_bet_that_cannot_be_is_refused_by_the_name_of_the_refusal() {
    let house = house();
    let refused = async |bet: &str, verdict: &str| check(&house, bets(&format!(r#"{{"bets":[{bet}],"round":12}}"#)), verdict, "").await;
    refused(r#"{"bet":"rouge","stake":100}"#, "409 bet-unknown").await;
    refused(r#"{"bet":"red"}"#, "409 bet-malformed").await;
    refused(r#"{"bet":"red","stake":100,"chip":100}"#, "409 bet-malformed").await;
    refused(r#"{"bet":"straight","numbers":[37],"stake":100}"#, "409 bet-malformed").await;
    refused(r#"{"bet":"split","numbers":[17,17],"stake":100}"#, "409 bet-malformed").await;
    refused(r#"{"bet":"dozen","which":4,"stake":100}"#, "409 bet-malformed").await;
    refused(r#"{"bet":"neighbours","chip":100}"#, "409 bet-malformed").await;
    let position = ask("POST /api/v1/seats/3/take-back").seat(3).key("k").json(r#"{"position":{"bet":"tiers"},"round":12}"#);
    check(&house, position, "409 bet-malformed", "").await;
    let position = ask("POST /api/v1/seats/3/take-back").seat(3).key("k").json(r#"{"position":{"bet":"red","stake":100}}"#);
    check(&house, position, "400 bad-request", "`position.stake`: unknown field `stake`").await;
}

#[tokio::test]
async fn an_attendants_words_and_amounts_are_checked() {
    let house = house();
    let bad = async |path: &str, body: &str, detail: &str| {
        check(&house, ask(&format!("POST /api/v1/{path}")).attendant().key("k").json(body), "400 bad-request", detail).await;
    };
    bad("table/hold", r#"{"reason":"  "}"#, "`reason`: expected 1 to 200 characters").await;
    bad("table/hold", r#"{"reason":"a\nb"}"#, "`reason`: expected 1 to 200 characters").await;
    bad("table/hold", &format!(r#"{{"reason":"{}"}}"#, "ա".repeat(201)), "`reason`: expected 1 to 200 characters").await;
    bad("table/void", r#"{"round":12}"#, "missing field `reason`").await;
    bad("seats/3/lock", r#"{"reason":" "}"#, "`reason`: expected 1 to 200 characters").await;
    bad("seats/3/lock", "{}", "missing field `reason`").await;
    let of_player = async |path: &str, body: &str, detail: &str| {
        check(&house, ask(&format!("POST /api/v1/seats/3/{path}")).seat(3).key("k").json(body), "400 bad-request", detail).await;
    };
    of_player("confirm", r#"{"what":"weight"}"#, "`what`: unknown variant `weight`").await;
    of_player("session-limit", r#"{"minutes":-1}"#, "`minutes`: invalid value").await;
    of_player("session-limit", "{}", "missing field `minutes`").await;
    bad("table/limits", "{}", "missing field `limits`").await;
    bad("table/limits", r#"{"limits":[{"of":"red","most":1}]}"#, "`limits[0].of`: unknown variant `red`").await;
    bad("table/limits", r#"{"limits":[{"of":"straight","top":1}]}"#, "`limits[0].top`: unknown field `top`").await;
    bad("table/limits", r#"{"limits":[{"of":"straight","most":1.5}]}"#, "`limits[0].most`: invalid type: floating point").await;
    let much = r#"{"limits":[{"of":"straight","most":100000000000001}]}"#;
    bad("table/limits", much, "`limits[0].most`: expected an amount of at most").await;
    bad("tables/2/limits", r#"{"limits":[{"of":"straight","most":1}]}"#, "`limits[0].of`: unknown variant `straight`").await;
    let many = vec![r#"{"of":"ante"}"#; 41].join(",");
    bad("tables/2/limits", &format!(r#"{{"limits":[{many}]}}"#), "`limits`: expected 40 limits at most, found 41").await;
    bad("table/resume", r#"{"round":12,"how":"somehow"}"#, "`how`: unknown variant `somehow`").await;
    bad("table/no-spin", "{}", "missing field `round`").await;
    bad("seats/3/credit-in", r#"{"amount":null}"#, "`amount`: invalid type: null").await;
    bad("seats/3/credit-in", r#"{"amount":100000000000001}"#, "`amount`: expected an amount of at most").await;
    bad("seats/3/credit-out", "{}", "missing field `amount`").await;
    bad("seats/3/return-stakes", r#"{"seat":4}"#, "unknown field `seat`").await;
}

#[tokio::test]
async fn a_body_of_another_type_or_size_is_refused() {
    let house = house();
    let good = r#"{"bets":[{"bet":"red","stake":100}],"round":12}"#;
    let typed = |kind: &str| ask(BETS).seat(3).key("k").header(&format!("Content-Type: {kind}")).bytes(good);
    check(&house, ask(BETS).seat(3).key("k").bytes(good), "415 wrong-content-type", "").await;
    check(&house, typed("text/plain"), "415 wrong-content-type", "").await;
    check(&house, typed("application/x-www-form-urlencoded"), "415 wrong-content-type", "").await;
    check(&house, ask("POST /api/v1/seats/3/undo").seat(3).key("k").bytes(r#"{"round":12}"#), "415 wrong-content-type", "").await;
    check(&house, bets(&" ".repeat(16 * 1024 + 1)), "413 too-large", "").await;
    check(&house, bets(&" ".repeat(1 << 20)), "413 too-large", "").await;
    let not_text =
        ask(BETS).seat(3).key("k").header("Content-Type: application/json").bytes([b"{\"bets\":\"".as_slice(), &[0xff, 0xfe]].concat());
    check(&house, not_text, "400 bad-request", "").await;
    assert_eq!(house.send(&typed("Application/JSON; charset=utf-8")).await.verdict(), "200");
    assert_eq!(house.taken().len(), 1);
}

#[tokio::test]
async fn an_idempotency_key_is_needed_where_money_moves_and_must_be_plain() {
    let house = house();
    for path in ["seats/3/undo", "seats/3/clear", "seats/3/repeat", "seats/3/double"] {
        check(&house, ask(&format!("POST /api/v1/{path}")).seat(3), "400 idempotency-key-missing", "").await;
    }
    for (path, body) in [
        ("seats/3/credit-in", r#"{"amount":1}"#),
        ("seats/3/credit-out", r#"{"amount":1}"#),
        ("seats/3/return-stakes", ""),
        ("seats/3/lock", r#"{"reason":null}"#),
        ("table/void", r#"{"round":12,"reason":"gone"}"#),
        ("table/limits", r#"{"limits":[]}"#),
    ] {
        check(&house, ask(&format!("POST /api/v1/{path}")).attendant().json(body), "400 idempotency-key-missing", "").await;
    }
    let undo = |key: &str| ask("POST /api/v1/seats/3/undo").seat(3).key(key).json(r#"{"round":12}"#);
    let expected = "`Idempotency-Key`: expected one, of 1 to 64 visible ASCII characters";
    check(&house, undo(""), "400 bad-request", expected).await;
    check(&house, undo("a b"), "400 bad-request", expected).await;
    check(&house, undo("ключ"), "400 bad-request", expected).await;
    check(&house, undo(&"k".repeat(65)), "400 bad-request", expected).await;
    check(&house, undo("a").key("b"), "400 bad-request", expected).await;
    assert_eq!(house.send(&undo(&"k".repeat(64))).await.verdict(), "200");
}
