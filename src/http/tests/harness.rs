//! A house with hand-made views and a scripted desk, and a client that sends exactly the bytes it is told to.

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::super::{Again, Commits, House, Limits, Readiness, Tls, serve};
use super::bench::Bench;
use super::dispute::dispute;
use super::player_table::{past_hand, player_table, recalled_hand, seat_player_table};
use super::shift::{closed_shift, open_shift};
use super::stake_limits::stake_limits;
use super::table::{deal, past_deal, seat_table, secret_card, table};
use super::waiting::{attendant_call, hand_pay, house_fault, play_session, seat_lock};
use crate::access::{Access, Credential, Holder};
use crate::desk::{Answer, Desk, Search, Slip, Views};
use crate::model::*;

/// The clock of every house here.
pub(super) const NOW: u64 = 1_763_700_000_000_000;

/// How long before `NOW` the newest input was, in milliseconds.
pub(super) const AGE: u64 = 230;

/// The name that every house here is known by.
pub(super) const NAME: &str = "cabinet-7.example";

/// The proxy that every house here trusts.
pub(super) const PROXY: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 9);

/// The card games of every house here.
pub(super) const GAMES: super::super::Games = &[
    (
        "red-dog",
        GameSheet {
            stakes: &[(StakeKind::Ante, Laid::First), (StakeKind::Ride, Laid::On(StakeKind::Ante))],
            choices: &[ChoiceKind::Ride, ChoiceKind::Stand],
            combinations: &[Combination::Pair],
        },
    ),
    ("hi-lo", GameSheet { stakes: &[(StakeKind::Tie, Laid::Later)], choices: &[ChoiceKind::Tie], combinations: &[] }),
    ("slot", GameSheet { stakes: &[(StakeKind::Main, Laid::First)], choices: &[ChoiceKind::Hit], combinations: &[] }),
];

type Script = dyn Fn(&Command) -> Option<Answer> + Send + Sync;

/// A running house.
pub(super) struct Fixture {
    pub(super) address: SocketAddr,
    pub(super) access: Arc<Access>,
    pub(super) views: watch::Sender<Arc<Views>>,
    pub(super) readiness: watch::Sender<Readiness>,
    pub(super) commands: Arc<Mutex<Vec<Command>>>,
    pub(super) stop: CancellationToken,
    pub(super) served: JoinHandle<std::io::Result<()>>,
    /// Holds the access file.
    _folder: tempfile::TempDir,
}

/// Limits that no test meets by chance.
pub(super) fn limits() -> Limits {
    let many = std::num::NonZeroU32::new(1_000_000).expect("a million is not zero");
    let rate = super::super::Rate { per_second: many, burst: many };
    Limits {
        token_rate: rate,
        peer_rate: rate,
        monitor_rate: rate,
        handshake_rate: rate,
        order_rate: rate,
        grace: Duration::from_millis(200),
        penalty: Duration::from_millis(5),
        ..Limits::default()
    }
}

/// A house that accepts every command, and knows the idempotency keys it has seen.
pub(super) fn house() -> Fixture {
    house_that_knows_keys(limits())
}

/// The same with these limits.
pub(super) fn house_that_knows_keys(limits: Limits) -> Fixture {
    let seen = Mutex::new(BTreeSet::new());
    house_with(limits, move |command| {
        let new = command.key.clone().is_none_or(|key| seen.lock().expect("no test panics here").insert((command.who.clone(), key)));
        Some(Answer::Accepted { number: 1235, repeated: !new })
    })
}

/// A house whose desk answers by the script; where it gives nothing, the slip is dropped unanswered.
pub(super) fn house_with(limits: Limits, script: impl Fn(&Command) -> Option<Answer> + Send + Sync + 'static) -> Fixture {
    house_on(limits, Arc::new(|| Timestamp::from_microseconds(NOW)), Arc::new(script))
}

pub(super) fn house_on(limits: Limits, clock: super::super::Clock, script: Arc<Script>) -> Fixture {
    house_speaking(None, limits, clock, script)
}

/// A house that speaks TLS, and whose desk answers nothing.
pub(super) fn house_over_tls(tls: Tls, limits: Limits) -> Fixture {
    house_speaking(Some(tls), limits, Arc::new(|| Timestamp::from_microseconds(NOW)), Arc::new(|_| None))
}

fn house_speaking(tls: Option<Tls>, limits: Limits, clock: super::super::Clock, script: Arc<Script>) -> Fixture {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port of this machine is free");
    let address = listener.local_addr().expect("a bound listener has an address");
    let (slips, inbox) = mpsc::channel(16);
    let (views, watched) = watch::channel(Arc::new(views()));
    let (readiness, ready) = watch::channel(Readiness::Ready);
    let commands = Arc::new(Mutex::new(Vec::new()));
    tokio::spawn(decide(inbox, script, commands.clone()));
    let (searches, asked) = mpsc::channel(16);
    tokio::spawn(find(asked));
    let stop = CancellationToken::new();
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let access = Arc::new(Access::of(&credentials()).kept_in(&folder.path().join("access.toml")));
    let commits = Commits::default();
    commits.time(|| ());
    let house = House {
        desk: Desk::new(slips, searches, mpsc::channel(1).0, watched),
        access: access.clone(),
        readiness: ready,
        clock,
        workshop: Arc::new(Bench),
        archive: Arc::new(Bench),
        demo: true,
        games: GAMES,
        limits,
        names: vec![NAME.into()],
        proxies: vec![IpAddr::from(PROXY).to_string().parse().expect("an address is a network")],
        tls,
        commits,
    };
    let served = tokio::spawn(serve(listener, house, stop.clone()));
    Fixture { address, access, views, readiness, commands, stop, served, _folder: folder }
}

async fn decide(mut inbox: mpsc::Receiver<Slip>, script: Arc<Script>, commands: Arc<Mutex<Vec<Command>>>) {
    while let Some(slip) = inbox.recv().await {
        let mut taken = commands.lock().expect("no test panics here");
        if !slip.may_be_new {
            let is_known = taken.contains(&slip.command);
            let _ = slip.answer.send(if is_known { Answer::Accepted { number: 1235, repeated: true } } else { Answer::New });
            continue;
        }
        taken.push(slip.command.clone());
        drop(taken);
        if let Some(answer) = script(&slip.command) {
            let _ = slip.answer.send(answer);
        }
    }
}

/// Each seat has two rounds, and two deals at each table, of the past, the second before record 40. What is sought is one of the page's numbers.
impl super::super::Archive for Bench {
    fn rounds_of(&self, eyes: Option<Seat>, asked: &PageRequest) -> Option<Page<RoundRecall>> {
        page(asked, [round(eyes), RoundRecall { round: 2, ..round(eyes) }], |round| round.round)
    }

    fn hands_of(&self, _eyes: Option<Seat>, table: TableNumber, asked: &PageRequest) -> Option<Page<PastHand>> {
        page(asked, [8, 7].map(|deal| past_hand(table, deal)), |hand| hand.deal)
    }

    fn deals_of(&self, eyes: Option<Seat>, table: TableNumber, asked: &PageRequest) -> Option<Page<PastDeal>> {
        let seat = eyes.or_else(|| Seat::new(1)).expect("there are six seats");
        page(asked, [8, 7].map(|deal| past_deal(seat, table, deal)), |deal| deal.deal)
    }

    /// Game 8 is there, game 9 is not reached yet, and game 13 cannot be read.
    fn again(&self, game: PastGame) -> Again<KeptGame> {
        match game.place() {
            (Some(table), 8) if TableNumber(table).between_players().is_some() => {
                Again::Game(KeptGame::Hand(Arc::new(past_hand(TableNumber(table), 8))))
            }
            (_, 8) => Again::Game(KeptGame::Deal(Arc::new(deal(third(), None)))),
            (_, number) => missing(number),
        }
    }

    /// Every seat had a part in game 8 of every table, and its secret card is for its player's eyes where he sits.
    fn again_for(&self, seat: Seat, sees_own: bool, game: PastGame) -> Again<KeptGame> {
        match game.place() {
            (Some(table), 8) if TableNumber(table).between_players().is_some() => {
                let closed = past_hand(TableNumber(table), 8);
                Again::Game(KeptGame::Hand(Arc::new(if sees_own { recalled_hand(seat) } else { closed })))
            }
            // The newest deal of the card table is the ninth, so that the journal is asked neither for the one before the first nor for a tenth.
            (_, 0 | 8 | 10) => Again::Game(KeptGame::Deal(Arc::new(deal(seat, sees_own.then(|| secret_card(seat)))))),
            (_, number) => missing(number),
        }
    }

    fn read(&self, game: PastGame) -> Again<GameRead> {
        match game.place() {
            (_, 8) => Again::Game(GameRead::Found(vec![8])),
            (_, number) => missing(number),
        }
    }
}

fn missing<G>(number: u64) -> Again<G> {
    match number {
        9 => Again::NotYet,
        6 | 13 => Again::Unreadable,
        _ => Again::Unknown,
    }
}

fn page<T>(asked: &PageRequest, both: [T; 2], number: fn(&T) -> u64) -> Option<Page<T>> {
    let (from, next) = if asked.before.is_none_or(|before| before > 40) { (0, Some(40)) } else { (1, None) };
    let entries = both.into_iter().skip(from).filter(|each| asked.sought.number.is_none_or(|sought| sought == number(each)));
    let back_to = Some(Timestamp::from_microseconds(3));
    Some(Page { entries: entries.take(asked.count.min(1)).collect(), next, back_to, head: "12:cd".into() })
}

/// Finds a line that names the record.
async fn find(mut asked: mpsc::Receiver<Search>) {
    while let Some(search) = asked.recv().await {
        let _ = search.found.send(format!("0.000 < record {}\n", search.number).into_bytes());
    }
}

/// The token of a seat in these tests.
pub(super) fn seat_token(seat: u8) -> String {
    format!("seat-{seat}-{}", "5".repeat(58))
}

/// The attendant's token in these tests.
pub(super) fn attendant_token() -> String {
    staff_token(StaffRole::Attendant)
}

/// The name of the person of this role in these tests.
pub(super) fn staff_name(role: StaffRole) -> &'static str {
    match role {
        StaffRole::Attendant => "anna",
        StaffRole::Technician => "boris",
        StaffRole::Auditor => "carla",
        StaffRole::Owner => "dina",
    }
}

/// The token of the person of this role in these tests.
pub(super) fn staff_token(role: StaffRole) -> String {
    format!("{}-{}", staff_name(role), "a".repeat(58))
}

pub(super) fn credentials() -> Vec<Credential> {
    let seats = Seat::all().map(|seat| Credential { holder: Holder::Seat(seat), token: seat_token(seat.number()) });
    let staff = StaffRole::ALL
        .into_iter()
        .map(|role| Credential { holder: Holder::Staff { name: staff_name(role).into(), role }, token: staff_token(role) });
    seats.chain(staff).collect()
}

/// An amount that stands nowhere but in the views of this seat.
pub(super) fn secret(seat: Seat) -> i64 {
    770_000_000 + i64::from(seat.number()) * 1111
}

/// Views in which each seat has its secret amount as credit, stake, repeat and in a past round, and its secret card at a card table.
pub(in crate::http) fn views() -> Views {
    let seats: Vec<SeatView> = Seat::all().map(seat_view).collect();
    let official = OfficialView {
        seats: seats.iter().map(seat_line).collect(),
        meters: MetersView { credit_in: Money::from_minor(9_000_000), games: 11, ..MetersView::default() },
        fees: Money::ZERO,
        exposure: Money::from_minor(18_000),
        rounds: vec![Arc::new(RoundRecall { seats: Seat::all().map(|seat| Arc::new(part(seat))).collect(), ..round(Seat::new(1)) })],
        deals: Seat::all().map(|seat| Arc::new(deal(seat, None))).collect(),
        shift: Some(open_shift()),
        shifts: vec![Arc::new(closed_shift(7)), Arc::new(closed_shift(6))],
        hand_pays: vec![hand_pay()],
        attendant_calls: vec![attendant_call()],
        seat_locks: vec![seat_lock()],
        limits: stake_limits(),
        house_faults: vec![house_fault()],
        self_tests: self_tests(),
        disputes: disputes(),
        journal: JournalView { head: "11:ab".into(), ..JournalView::default() },
    };
    Views { cabinet: cabinet(), seats, official }
}

/// The seat that has disputes.
pub(super) fn third() -> Seat {
    Seat::new(3).expect("there are six seats")
}

/// The wheel, whose test has found something, a card source that was never tested, and a door that has passed.
fn self_tests() -> Vec<PartView> {
    let at = Timestamp::from_microseconds;
    let findings = vec![Finding { code: FaultCode::Sensor, detail: "ball-2 is stuck".into() }];
    let ended = Some((TestEnd::Done(findings), at(9)));
    let newest = Some(SelfTest { number: 3, part: TestedPart::Wheel, by: "technician-1".into(), began_at: at(8), ended, seen: None });
    let of_cards = TestedPart::CardSource(TableNumber(1));
    let door = TestedPart::Door(1);
    let (by, seen) = ("technician-1".into(), Some("2 bounces".into()));
    let passed = SelfTest { number: 2, part: door, by, began_at: at(6), ended: Some((TestEnd::Done(Vec::new()), at(7))), seen };
    vec![
        PartView { part: TestedPart::Wheel, name: None, can_be_tested: false, newest },
        PartView { part: of_cards, name: None, can_be_tested: true, newest: None },
        PartView { part: door, name: Some("front".into()), can_be_tested: true, newest: Some(passed) },
    ]
}

/// One that is open, and one that is decided.
fn disputes() -> Vec<Arc<DisputeView>> {
    [2, 1].map(|number| dispute(number, third(), round(Some(third())))).into()
}

fn cabinet() -> CabinetView {
    CabinetView {
        at: Timestamp::from_microseconds(NOW - AGE * 1000),
        number: 1234,
        round: 12,
        phase: PhaseView::Open,
        betting_open: true,
        ball_on_rim: false,
        wheel_rests: false,
        began_at: Some(Timestamp::from_microseconds(NOW - 8_000_000)),
        ends_at: Some(Timestamp::from_microseconds(NOW + 12_000_000)),
        outcome: None,
        voided: None,
        no_spins: 1,
        last_no_spin: Some(NoSpinReason::SameDirection),
        hold: None,
        faults: vec![FaultView { code: FaultCode::Sensor, detail: "ball-2".into(), since: Timestamp::from_microseconds(5) }],
        last: vec![LastRound { round: 11, pocket: Pocket::new(4).expect("4 is a pocket") }],
        seats_playing: 6,
        rules: Arc::new(rules()),
        tables: vec![Arc::new(table())],
        player_tables: vec![Arc::new(player_table())],
    }
}

fn rules() -> RulesView {
    let amount = Money::from_minor;
    RulesView {
        name: "roulette/am".into(),
        pay_table: "AM-TO1".into(),
        sha256: [0xab; 32],
        currency: "AMD".into(),
        decimals: 0,
        bets: vec![BetLimit { kind: BetKind::Straight, returns: 36, least: amount(100), most: amount(1_000_000) }],
        calls: vec![Call::ZeroGame],
        step: amount(100),
        seat_most: amount(5_000_000),
        win_most: Some(amount(50_000_000)),
        chips: vec![amount(100), amount(500)],
        open_while_ball_runs: true,
        zero_trios: false,
    }
}

fn straight(amount: i64) -> Stake {
    let position = Position { kind: BetKind::Straight, numbers: Numbers::NONE.with(17) };
    Stake { position, amount: Money::from_minor(amount) }
}

fn part(seat: Seat) -> SeatRecall {
    let amount = Money::from_minor(secret(seat));
    let bet = RoundBet { stake: straight(secret(seat)), returned: Money::ZERO };
    SeatRecall { round: 11, seat, staked: amount, returned: Money::ZERO, bets: vec![bet] }
}

fn round(seat: Option<Seat>) -> RoundRecall {
    RoundRecall {
        evidence: vec![7],
        round: 11,
        opened_at: Timestamp::from_microseconds(1),
        closed_at: Some(Timestamp::from_microseconds(2)),
        settled_at: Some(Timestamp::from_microseconds(3)),
        outcome: Pocket::new(4),
        voided: None,
        no_spins: vec![],
        seats: seat.map(|seat| Arc::new(part(seat))).into_iter().collect(),
    }
}

fn seat_view(seat: Seat) -> SeatView {
    SeatView {
        seat,
        credit: Money::from_minor(secret(seat)),
        staked: Money::from_minor(secret(seat)),
        bets: vec![straight(secret(seat))],
        can_undo: true,
        repeat: vec![straight(secret(seat))],
        last: Some(Arc::new(part(seat))),
        rounds: vec![Arc::new(round(Some(seat)))],
        hand_pay: if seat == third() { hand_pay().amount } else { Money::ZERO },
        attendant_call: (seat == third()).then(attendant_call),
        is_locked: seat == third(),
        play_session: (seat == third()).then(play_session),
        disputes: if seat == third() { disputes() } else { Vec::new() },
        tables: vec![Arc::new(seat_table(seat))],
        player_tables: vec![Arc::new(seat_player_table(seat))],
    }
}

fn seat_line(view: &SeatView) -> SeatLine {
    SeatLine {
        seat: view.seat,
        credit: view.credit,
        staked: view.staked,
        stacks: Money::ZERO,
        play_session: view.play_session,
        meters: MetersView::default(),
    }
}

/// A request, built up word by word.
#[derive(Clone)]
pub(super) struct Ask {
    pub(super) line: String,
    host: Option<String>,
    is_last: bool,
    headers: Vec<String>,
    body: Vec<u8>,
}

/// A request such as `GET /health`.
pub(super) fn ask(line: &str) -> Ask {
    Ask { line: line.into(), host: None, is_last: true, headers: vec![], body: vec![] }
}

impl Ask {
    pub(super) fn header(mut self, header: &str) -> Self {
        self.headers.push(header.into());
        self
    }

    /// To another address.
    pub(super) fn at(mut self, line: &str) -> Self {
        self.line = line.into();
        self
    }

    /// To a host of this name, wherever it is sent.
    pub(super) fn host(mut self, host: &str) -> Self {
        self.host = Some(host.into());
        self
    }

    /// Others are to follow on its connection.
    pub(super) fn and_more(mut self) -> Self {
        self.is_last = false;
        self
    }

    pub(super) fn token(self, token: &str) -> Self {
        self.header(&format!("Authorization: Bearer {token}"))
    }

    pub(super) fn seat(self, seat: u8) -> Self {
        self.token(&seat_token(seat))
    }

    pub(super) fn attendant(self) -> Self {
        self.staff(StaffRole::Attendant)
    }

    pub(super) fn staff(self, role: StaffRole) -> Self {
        self.token(&staff_token(role))
    }

    pub(super) fn key(self, key: &str) -> Self {
        self.header(&format!("Idempotency-Key: {key}"))
    }

    /// With this body and nothing said about its type.
    pub(super) fn bytes(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    pub(super) fn json(self, body: &str) -> Self {
        self.header("Content-Type: application/json").bytes(body)
    }

    pub(super) fn wire(&self, address: SocketAddr) -> Vec<u8> {
        let host = self.host.clone().unwrap_or_else(|| address.to_string());
        let end = if self.is_last { "Connection: close\r\n" } else { "" };
        let mut wire = format!("{} HTTP/1.1\r\nHost: {host}\r\n{end}", self.line);
        for header in &self.headers {
            wire += header;
            wire += "\r\n";
        }
        wire += &format!("Content-Length: {}\r\n\r\n", self.body.len());
        let mut wire = wire.into_bytes();
        wire.extend_from_slice(&self.body);
        wire
    }
}

/// A response.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: u16,
    head: String,
    /// The body as text; of a font, what of it is text.
    pub(super) body: String,
    pub(super) bytes: Vec<u8>,
}

impl Reply {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error} in {:?}", self.body))
    }

    /// `200`, or `409 betting-closed` after having checked that the problem is whole.
    pub(super) fn verdict(&self) -> String {
        if self.status < 400 {
            return self.status.to_string();
        }
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{self:?}");
        let problem = self.json();
        let reason = problem["reason"].as_str().expect("a problem has a reason");
        assert_eq!(problem["type"], format!("/problems/{reason}"));
        assert_eq!(problem["status"], self.status);
        assert!(problem["title"].is_string() && problem["detail"].is_string(), "{problem}");
        format!("{} {reason}", self.status)
    }
}

impl Fixture {
    /// Sends the request on a connection of its own and reads the whole response.
    pub(super) async fn send(&self, ask: &Ask) -> Reply {
        self.send_on(self.connect().await, ask).await
    }

    /// The same, or nothing where the house hangs up without a word.
    pub(super) async fn try_send(&self, ask: &Ask) -> Option<Reply> {
        reply(&Self::exchange_on(self.connect().await, &ask.wire(self.address)).await)
    }

    /// Sends these bytes and reads until the other side ends.
    pub(super) async fn exchange(&self, bytes: &[u8]) -> String {
        String::from_utf8(Self::exchange_on(self.connect().await, bytes).await).expect("the house speaks UTF-8")
    }

    /// Sends the request on this connection and reads the whole response.
    pub(super) async fn send_on(&self, stream: impl AsyncRead + AsyncWrite + Unpin, ask: &Ask) -> Reply {
        let answer = Self::exchange_on(stream, &ask.wire(self.address)).await;
        reply(&answer).unwrap_or_else(|| panic!("{} was answered by {:?}", ask.line, String::from_utf8_lossy(&answer)))
    }

    async fn exchange_on(mut stream: impl AsyncRead + AsyncWrite + Unpin, bytes: &[u8]) -> Vec<u8> {
        // The server may answer and close before it has read everything; what it said still counts.
        let _ = stream.write_all(bytes).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        answer
    }

    pub(super) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.expect("the house is open")
    }

    /// A connection from this address of the machine's own.
    pub(super) async fn connect_from(&self, own: Ipv4Addr) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("there are sockets");
        socket.bind((own, 0).into()).expect("every address of the loopback network is this machine's");
        socket.connect(self.address).await.expect("the house is open")
    }

    /// The commands that reached the desk since the last call.
    pub(super) fn taken(&self) -> Vec<Command> {
        std::mem::take(&mut *self.commands.lock().expect("no test panics here"))
    }

    /// Lets the views show a new input.
    pub(super) fn change(&self, change: impl FnOnce(&mut Views)) {
        self.views.send_modify(|views| change(Arc::make_mut(views)));
    }
}

pub(super) fn reply(answer: impl AsRef<[u8]>) -> Option<Reply> {
    let answer = answer.as_ref();
    let end = answer.windows(4).position(|found| found == b"\r\n\r\n")?;
    let head = str::from_utf8(&answer[..end]).ok()?;
    let bytes = answer[end + 4..].to_vec();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some(Reply { status, head: head.into(), body: String::from_utf8_lossy(&bytes).into(), bytes })
}
