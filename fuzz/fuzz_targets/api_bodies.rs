//! Any bytes as the body of an order, over a real connection: the answer is always a status of the contract, and an order reaches
//! the desk only where the body is JSON with exactly one object in it.
//!
//! Input: the first byte chooses the address, the rest is the body.
#![no_main]

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use croupier::access::{Access, Credential, Holder};
use croupier::cabinet::Cabinet;
use croupier::configuration::terms_of;
use croupier::desk::{Answer, Desk, Slip};
use croupier::games::card_game::CardGame;
use croupier::http::{Commits, House, Limits, Rate, Readiness, serve};
use croupier::model::{Command, Event, Input, Money, Order, Seat, Timestamp, What};
use croupier::profiles::{CabinetFile, Kind, load};
use libfuzzer_sys::fuzz_target;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

const SEAT_ORDERS: [&str; 6] = ["bets", "undo", "clear", "take-back", "repeat", "double"];
const ATTENDANT_ORDERS: [&str; 7] =
    ["seats/2/credit-in", "seats/2/credit-out", "seats/2/return-stakes", "table/hold", "table/resume", "table/void", "table/no-spin"];

/// A house of which only the door is real.
struct Door {
    runtime: Runtime,
    address: std::net::SocketAddr,
    connection: Option<TcpStream>,
    slips: mpsc::Receiver<Slip>,
}

thread_local! {
    static DOOR: RefCell<Door> = RefCell::new(Door::open());
}

fuzz_target!(|data: &[u8]| {
    let Some((choice, body)) = data.split_first() else { return };
    DOOR.with_borrow_mut(|door| {
        let (status, commands) = door.hand_in(*choice, body);
        assert!(matches!(status, 200 | 400 | 409 | 413), "status {status}");
        assert!(commands.len() <= 1, "one body, one order");
        assert_eq!(status == 200, !commands.is_empty(), "an order came through and was not answered, or the other way round");
        if let Some(Command { order, round, .. }) = commands.first() {
            let json = serde_json::from_slice::<serde_json::Value>(body);
            assert!(json.is_ok_and(|value| value.is_object()), "{order:?} from something that is not an object");
            check_amounts(order);
            let is_of_no_round = matches!(order, Order::CreditIn { .. } | Order::CreditOut { .. } | Order::Hold { .. });
            assert_eq!(round.is_none(), is_of_no_round, "{order:?} for {round:?}");
        }
    });
});

/// No amount that could break a sum comes through.
fn check_amounts(order: &Order) {
    let reach = -Money::MOST.minor()..=Money::MOST.minor();
    match order {
        Order::CreditIn { amount, .. } | Order::CreditOut { amount: Some(amount), .. } => assert!(reach.contains(&amount.minor())),
        Order::Place { bets, .. } => assert!((1..=100).contains(&bets.len())),
        Order::Hold { reason } | Order::Void { reason, .. } => assert!((1..=200).contains(&reason.chars().count())),
        _ => {}
    }
}

impl Door {
    fn open() -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime can be made");
        let terms = terms_of(&load::<CabinetFile>(Kind::Cabinet, "demo").expect("a shipped cabinet")).expect("its files fit together");
        let input = Input { number: 1, at: Timestamp::default(), what: What::Event(Event::Terms { terms: terms.to_bytes() }) };
        let (cabinet, _) = Cabinet::begin(&input).expect("the terms were just made");
        let views = Arc::new(cabinet.views(Arc::new(cabinet.rules_view())));
        let (slips, taken) = mpsc::channel(4);
        let (searches, _) = mpsc::channel(1);
        let (_, viewed) = watch::channel(views);
        let (_, is_ready) = watch::channel(Readiness::Ready);
        let credentials = [
            Credential { holder: Holder::Seat(Seat::new(1).expect("there is a first seat")), token: "player".to_owned() },
            Credential { holder: Holder::attendant("attendant-1"), token: "attendant".to_owned() },
        ];
        let often = Rate { per_second: u32::MAX.try_into().expect("not zero"), burst: u32::MAX.try_into().expect("not zero") };
        let house = House {
            desk: Desk::new(slips, searches, mpsc::channel(1).0, viewed),
            access: Arc::new(Access::of(&credentials)),
            readiness: is_ready,
            clock: Arc::new(Timestamp::default),
            workshop: Arc::new(()),
            archive: Arc::new(()),
            demo: false,
            games: CardGame::SHEETS,
            // The requests name this host.
            names: vec!["x".to_owned()],
            proxies: Vec::new(),
            tls: None,
            commits: Commits::default(),
            limits: Limits { token_rate: often, peer_rate: often, order_rate: often, ..Limits::default() },
        };
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        runtime.spawn(serve(listener, house, CancellationToken::new()));
        Self { runtime, address, connection: None, slips: taken }
    }

    /// Sends the body and takes the command that comes of it, if one does: the answer's status and the commands.
    fn hand_in(&mut self, choice: u8, body: &[u8]) -> (u16, Vec<Command>) {
        let choice = usize::from(choice) % (SEAT_ORDERS.len() + ATTENDANT_ORDERS.len());
        let (path, token) = match SEAT_ORDERS.get(choice) {
            Some(order) => (format!("seats/1/{order}"), "player"),
            None => (ATTENDANT_ORDERS[choice - SEAT_ORDERS.len()].to_owned(), "attendant"),
        };
        let head = format!(
            "POST /api/v1/{path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nIdempotency-Key: k\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        let request = [head.as_bytes(), body].concat();
        let Self { runtime, address, connection, slips } = self;
        runtime.block_on(async {
            let mut commands = Vec::new();
            let mut stream = match connection.take() {
                Some(stream) => stream,
                None => TcpStream::connect(*address).await.expect("the door is open"),
            };
            let answer = async move {
                stream.write_all(&request).await.expect("the door takes a request");
                let (status, goes_on) = read_answer(&mut stream).await;
                (status, goes_on.then_some(stream))
            };
            tokio::pin!(answer);
            let (status, goes_on) = loop {
                tokio::select! {
                    answered = tokio::time::timeout(Duration::from_secs(8), &mut answer) => break answered.expect("the door answers"),
                    Some(slip) = slips.recv() => {
                        commands.push(slip.command);
                        let done = Answer::Accepted { number: 1, repeated: false };
                        slip.answer.send(done).unwrap_or_else(|_| panic!("somebody waits for the answer"));
                    }
                }
            };
            *connection = goes_on;
            (status, commands)
        })
    }
}

/// The status of one whole answer, and whether another request may follow on the connection.
async fn read_answer(stream: &mut TcpStream) -> (u16, bool) {
    let mut answer = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let read = stream.read(&mut buffer).await.expect("the door answers");
        answer.extend_from_slice(&buffer[..read]);
        let Some(end) = answer.windows(4).position(|window| window == b"\r\n\r\n") else {
            assert!(read > 0, "the door closed without an answer");
            continue;
        };
        let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
        let field = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let length: usize = field("content-length:").and_then(|length| length.parse().ok()).expect("answers say how long they are");
        if read == 0 || answer.len() >= end + 4 + length {
            let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("answers have a status");
            return (status, read > 0 && field("connection:") != Some("close"));
        }
    }
}
