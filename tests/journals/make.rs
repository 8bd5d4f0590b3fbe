//! Plays a cabinet until there is something of everything in its journal, and kills it with stakes lying and deals under way.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Client;
use crate::daemon::{Home, Links};
use crate::{ask, owned};

/// The key of the first payment, and what each of the two seats pays.
pub(crate) const FIRST_PAYMENT: &str = "paid-1";
pub(crate) const PAID: i64 = 1_000_000;

/// The key of a payment out of a seat without credit, which is refused, and what it asks for.
pub(crate) const REFUSED: &str = "refused-3";
pub(crate) const ASKED: i64 = 7;

/// So many deals of each table end before the cabinet is killed.
const DEALS: usize = 6;

/// Between two looks at the tables: nobody may ask much oftener.
const LOOK: Duration = Duration::from_millis(60);

/// Longer than this may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// Keeps a data folder as a killed cabinet leaves it, with what this release says of it.
pub(crate) fn make(folder: &Path) {
    let home = Home::new(20);
    let (links, daemon) = home.serve();
    for seat in 1..=2 {
        let paid = links.attendant().post(
            &format!("/api/v1/seats/{seat}/credit-in"),
            &format!("paid-{seat}"),
            &json!({"amount": PAID}).to_string(),
        );
        assert_eq!(paid.status, 200, "{}", paid.body);
    }
    let refused = links.attendant().post("/api/v1/seats/3/credit-out", REFUSED, &json!({"amount": ASKED}).to_string());
    assert_eq!(refused.status, 409, "{}", refused.body);
    let owned = play(&links);
    daemon.kill();

    let lines = |words: &str| Value::Array(ask(&home, words));
    let expected = json!({
        "verify": ask(&home, "journal verify")[0], "hands": lines("hands --last 1000"), "spins": lines("spins --last 1000"),
        "meters": lines("meters"), "owned": owned,
    });
    std::fs::create_dir_all(folder).expect("the folder can be made");
    std::fs::write(folder.join("expected.json"), format!("{expected:#}\n")).expect("the expectation can be written");
    let mut tar = Command::new("tar");
    tar.args(["--exclude=ballast", "-czf"]).arg(folder.join("data.tar.gz"));
    let packed = tar.arg("-C").arg(home.data().parent().expect("a home")).arg("data").status();
    assert!(packed.expect("tar can be run").success());
}

/// Plays both seats everywhere until enough has ended, and then until nothing moves but a decision that seat 1 owes with stakes on the
/// layout. What the seats own then.
fn play(links: &Links) -> Vec<i64> {
    let since = Instant::now();
    for sent in 0_u64.. {
        assert!(since.elapsed() < PATIENCE, "it does not come to a deal under way with stakes on the layout");
        std::thread::sleep(LOOK);
        let cabinet = links.attendant().get("/api/v1/cabinet").json();
        let tables = cabinet["tables"].as_array().expect("there are tables");
        let enough = tables.iter().all(|table| table["deal"].as_u64().is_some_and(|deal| deal > DEALS as u64));
        if enough && is_worth_keeping(&cabinet) {
            return owned(links);
        }
        for seat in 1..=2 {
            stake(&links.seat(seat), seat, sent, &cabinet);
            // The last decision is left open.
            if !(enough && cabinet["betting_open"] == true && seat == 1) {
                decide(&links.seat(seat), seat, sent, tables);
            }
        }
    }
    unreachable!("the loop has no end")
}

fn is_worth_keeping(cabinet: &Value) -> bool {
    let tables = cabinet["tables"].as_array().expect("there are tables");
    let on_layout = cabinet["seats_playing"].as_u64().is_some_and(|seats| seats > 0);
    on_layout && cabinet["betting_open"] == true && tables.iter().any(|table| table["turns"][0]["seat"] == 1)
}

fn stake(client: &Client, seat: usize, sent: u64, cabinet: &Value) {
    if cabinet["betting_open"] == true && cabinet["began_at"].is_null() {
        let body = json!({"round": cabinet["round"], "bets": [{"bet": "red", "stake": 500}, {"bet": "straight", "numbers": [seat], "stake": 100}]});
        // The next look at the table shows whether it was taken.
        let _ = client.post(&format!("/api/v1/seats/{seat}/bets"), &format!("bet-{seat}-{sent}"), &body.to_string());
    }
    for table in cabinet["tables"].as_array().expect("there are tables") {
        // The first stake that is offered needs no other beside it.
        let (number, stake) = (&table["table"], &table["offers"][0]["stake"]);
        let is_laid = table["stakes"].as_array().is_some_and(|stakes| stakes.iter().any(|stake| stake["seat"] == seat));
        if table["phase"] == "staking" && !is_laid {
            let body = json!({"deal": table["deal"], "stakes": [{"box": seat, "stake": stake, "amount": 1000}]});
            let _ = client.post(
                &format!("/api/v1/seats/{seat}/tables/{number}/stakes"),
                &format!("stake-{seat}-{sent}-{number}"),
                &body.to_string(),
            );
        }
    }
}

/// Takes the choices that need no amount in turn, so that there is something of all of them.
fn decide(client: &Client, seat: usize, sent: u64, tables: &[Value]) {
    for (index, table) in tables.iter().enumerate() {
        if table["turns"][0]["seat"] != seat {
            continue;
        }
        let seen = client.get(&format!("/api/v1/seats/{seat}")).json();
        let choices: Vec<Value> = seen["tables"][index]["choices"].as_array().cloned().unwrap_or_default();
        let plain: Vec<&Value> = choices
            .iter()
            .map(|choice| &choice["choice"])
            .filter(|choice| !["insure", "tie", "exchange"].iter().any(|named| *choice == named))
            .collect();
        let Some(choice) = plain.get(usize::try_from(sent).expect("a small number") % plain.len().max(1)) else { continue };
        let body = json!({"deal": table["deal"], "turn": table["turns"][0]["turn"], "choice": choice});
        let _ = client.post(
            &format!("/api/v1/seats/{seat}/tables/{}/choose", table["table"]),
            &format!("choose-{seat}-{sent}-{index}"),
            &body.to_string(),
        );
    }
}
