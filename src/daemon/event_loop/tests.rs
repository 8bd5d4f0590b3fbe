//! The turn in virtual time, over a real journal.

mod cards;
mod waiting;

use tempfile::TempDir;

use super::*;
use crate::cabinet::Terms;
use crate::configuration::terms_of;
use crate::daemon::opening::Opened;
use crate::http::Commits;
use crate::journal::{Marks, Paths};
use crate::model::{BetForm, Command, FaultCode, Money, Order, PhaseView, Resumption, Seat, WheelHappening, Who};
use crate::profiles::load_cabinet;

/// A turn with everything around it, played by a script.
struct Stage {
    folder: TempDir,
    turn: EventLoop,
    intake: Intake,
    outside: Outside,
}

/// What the outside holds of it.
struct Outside {
    slips: mpsc::Sender<Slip>,
    _searches: mpsc::Sender<Search>,
    wheel: mpsc::Sender<WheelEvent>,
    views: watch::Receiver<Arc<Views>>,
    readiness: watch::Receiver<Readiness>,
    wish: watch::Receiver<WheelWish>,
    cards: mpsc::Sender<(TableNumber, CardSourceEvent)>,
    drawn: mpsc::Sender<Answered>,
    house: mpsc::Sender<Event>,
    draws: watch::Receiver<Vec<ChanceOrder>>,
    rounds: watch::Receiver<u64>,
    card_wishes: Vec<watch::Receiver<CardWish>>,
    clock: Clock,
    stop: CancellationToken,
}

/// Where the two copies are in this folder.
fn paths(folder: &TempDir) -> Paths {
    Paths { journal: folder.path().join("journal"), mirror: folder.path().join("mirror") }
}

/// The terms of a shipped cabinet.
fn terms(cabinet: &str) -> Terms {
    terms_of(&load_cabinet(cabinet).expect("a shipped cabinet")).expect("its files fit together")
}

/// Opens the journal of a house that lets nobody in.
fn open(folder: &TempDir, terms: &Terms) -> anyhow::Result<Opened> {
    Opened::open(&paths(folder), &Marks::none(), terms, &folder.path().join("access.toml"))
}

fn stage(cabinet: &str, spoil: impl FnOnce(&mut Journal)) -> Stage {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let opened = open(&folder, &terms(cabinet));
    let Ok(Opened::Restored(restored)) = opened else { panic!("a new journal can be begun") };
    let (cabinet, mut journal) = *restored;
    spoil(&mut journal);
    let clock = Clock::starting_after(cabinet.at());
    let (slips, slips_taken) = mpsc::channel(256);
    let (searches, searches_taken) = mpsc::channel(16);
    let (wheel, wheel_taken) = mpsc::channel(256);
    let (wish, wished) = watch::channel(WheelWish::Ready);
    let (cards, cards_taken) = mpsc::channel(256);
    let (card_outlets, card_wishes) = card_lines(cabinet.card_wishes().into_iter().map(|(table, _)| (table, CardWish::Ready)));
    let (drawn, drawn_taken) = mpsc::channel(256);
    let (house, house_taken) = mpsc::channel(4);
    let (draws_wanted, draws) = watch::channel(Vec::new());
    let (readiness, is_ready) = watch::channel(Readiness::Starting);
    let (views, viewed) = watch::channel(Arc::new(cabinet.views(Arc::new(cabinet.rules_view()))));
    let (round, rounds) = watch::channel(cabinet.outstanding().round);
    let outlet = Outlet {
        views,
        wheel: wish,
        round,
        cards: card_outlets,
        draws: draws_wanted,
        tests: watch::channel(None).0,
        readiness,
        progress: Arc::default(),
        commits: Commits::default(),
    };
    let outside = Outside {
        slips,
        _searches: searches,
        wheel,
        views: viewed,
        readiness: is_ready,
        wish: wished,
        rounds,
        cards,
        drawn,
        house,
        draws,
        card_wishes,
        clock: clock.clone(),
        stop: CancellationToken::new(),
    };
    let turn = EventLoop::new(cabinet, journal, Salts::new([7; 32]), clock, outlet);
    Stage {
        folder,
        turn,
        intake: Intake {
            slips: slips_taken,
            searches: searches_taken,
            wheel: wheel_taken,
            cards: cards_taken,
            drawn: drawn_taken,
            access: mpsc::channel(1).1,
            presence: mpsc::channel(1).1,
            house: house_taken,
        },
        outside,
    }
}

/// Lets the event loop run beside `script` until the script ends.
async fn play(stage: Stage, script: impl AsyncFnOnce(&mut Outside)) -> Result<(), JournalError> {
    let Stage { turn, intake, mut outside, folder: _folder } = stage;
    let stop = outside.stop.clone();
    let started =
        Event::Started { version: "test".to_owned(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None };
    let (ended, ()) = tokio::join!(turn.run(vec![started], intake, stop.clone()), async {
        script(&mut outside).await;
        stop.cancel();
    });
    ended
}

impl Outside {
    /// Hands a command in; the answer is awaited elsewhere.
    fn hand_in(&self, who: Who, order: Order) -> oneshot::Receiver<Answer> {
        self.hand_in_under(None, who, order)
    }

    /// Hands a command in under this key.
    fn hand_in_under(&self, key: Option<&str>, who: Who, order: Order) -> oneshot::Receiver<Answer> {
        self.send(key, who, order, true)
    }

    /// Asks for the answer that a command had before under this key.
    fn recall(&self, key: &str, who: Who, order: Order) -> oneshot::Receiver<Answer> {
        self.send(Some(key), who, order, false)
    }

    fn send(&self, key: Option<&str>, who: Who, order: Order, may_be_new: bool) -> oneshot::Receiver<Answer> {
        let (answer, answered) = oneshot::channel();
        let slip = Slip { command: Command { who, key: key.map(str::to_owned), round: None, order }, may_be_new, answer };
        self.slips.try_send(slip).unwrap_or_else(|_| panic!("there is room for a slip"));
        answered
    }

    async fn order(&self, who: Who, order: Order) -> Answer {
        self.hand_in(who, order).await.expect("the event loop answers")
    }

    fn wheel_says(&self, spin: Option<u64>, happening: WheelHappening) {
        self.wheel.try_send(WheelEvent { spin, happening, evidence: Vec::new() }).expect("there is room for an event");
    }

    /// Waits until the views are as wanted.
    async fn see(&mut self, wanted: impl Fn(&Views) -> bool) -> Arc<Views> {
        self.views.wait_for(|views| wanted(views)).await.expect("the event loop is there").clone()
    }
}

fn seat() -> Seat {
    Seat::new(1).expect("there is a first seat")
}

fn bet() -> Order {
    let red = BetForm { bet: "red".to_owned(), stake: Some(500), ..BetForm::default() };
    Order::Place { bets: vec![red.bet().expect("a good bet")] }
}

fn attendant() -> Who {
    Who::Attendant("attendant-1".into())
}

#[tokio::test(start_paused = true)]
async fn a_bet_after_the_end_of_the_countdown_is_late_even_before_the_timer_tells() {
    let stage = stage("slingshot-serial", |_| {});
    // The timer counts in whole milliseconds; the countdown is to end in between two of them.
    tokio::time::advance(Duration::from_micros(300)).await;
    let played = play(stage, async |outside| {
        outside.wheel_says(None, WheelHappening::Opened);
        let views = outside.see(|views| views.cabinet.ends_at.is_some()).await;
        let paid = outside.order(attendant(), Order::CreditIn { seat: seat(), amount: Money::from_minor(10_000) }).await;
        assert!(matches!(paid, Answer::Accepted { .. }), "{paid:?}");
        let ends_at = views.cabinet.ends_at.expect("the countdown runs");
        let ahead = |moment: Timestamp, clock: &Clock| Duration::from_micros(moment.since(clock.now()).microseconds());
        tokio::time::sleep(ahead(ends_at, &outside.clock) - Duration::from_millis(50)).await;
        let in_time = outside.order(Who::Seat(seat()), bet()).await;
        assert!(matches!(in_time, Answer::Accepted { .. }), "{in_time:?}");
        // Now the moment has come, and the timer has not noticed.
        let late = outside.hand_in(Who::Seat(seat()), bet());
        tokio::time::advance(ahead(ends_at, &outside.clock)).await;
        assert_eq!(late.await.expect("the event loop answers"), Answer::Refused(Refusal::BettingClosed));
        let views = outside.views.borrow().clone();
        assert_eq!(views.seats[0].credit, Money::from_minor(9_500), "nothing was taken");
        assert!(!views.cabinet.betting_open, "the close stands, although what brought it to light was refused");
    });
    played.await.expect("the journal can be written");
}

#[tokio::test(start_paused = true)]
async fn a_payment_that_was_refused_is_refused_again_under_its_key_when_it_could_be_paid() {
    let played = play(stage("demo", |_| {}), async |outside| {
        let pay = async |key, order: Order| outside.hand_in_under(Some(key), attendant(), order).await.expect("the event loop answers");
        let amount = Money::from_minor(1_000);
        let (credit_in, credit_out) = (Order::CreditIn { seat: seat(), amount }, Order::CreditOut { seat: seat(), amount: Some(amount) });
        let refused = Answer::Refused(Refusal::CreditTooSmall);
        assert_eq!(pay("out", credit_out.clone()).await, refused);
        assert!(matches!(pay("in", credit_in.clone()).await, Answer::Accepted { repeated: false, .. }));
        assert_eq!(pay("out", credit_out.clone()).await, refused);
        assert_eq!(pay("out", credit_in.clone()).await, Answer::Refused(Refusal::KeyReused));
        // What was carried out is remembered beside it, and another wish under its key changes nothing of that.
        assert_eq!(pay("in", credit_out.clone()).await, Answer::Refused(Refusal::KeyReused));
        assert!(matches!(pay("in", credit_in).await, Answer::Accepted { repeated: true, .. }));
        assert!(matches!(pay("another", credit_out).await, Answer::Accepted { repeated: false, .. }));
        assert_eq!(outside.views.borrow().seats[0].credit, Money::ZERO);
    });
    played.await.expect("the journal can be written");
}

#[tokio::test(start_paused = true)]
async fn an_answer_of_before_is_recalled_and_nothing_new_is_done_for_it() {
    let played = play(stage("demo", |_| {}), async |outside| {
        let recall = async |key, order| outside.recall(key, attendant(), order).await.expect("the event loop answers");
        let pay = async |key, order: Order| outside.hand_in_under(Some(key), attendant(), order).await.expect("the event loop answers");
        let amount = Money::from_minor(1_000);
        let (credit_in, credit_out) = (Order::CreditIn { seat: seat(), amount }, Order::CreditOut { seat: seat(), amount: Some(amount) });
        assert_eq!(recall("in", credit_in.clone()).await, Answer::New);
        assert_eq!(outside.views.borrow().seats[0].credit, Money::ZERO, "nothing was done");
        let refused = pay("out", credit_out.clone()).await;
        let Answer::Accepted { number, .. } = pay("in", credit_in.clone()).await else { panic!("it is paid in") };
        assert_eq!(recall("in", credit_in.clone()).await, Answer::Accepted { number, repeated: true });
        assert_eq!(recall("out", credit_out.clone()).await, refused);
        assert_eq!(recall("in", credit_out).await, Answer::Refused(Refusal::KeyReused));
        assert_eq!(recall("another", credit_in).await, Answer::New);
        assert_eq!(outside.views.borrow().seats[0].credit, amount);
    });
    played.await.expect("the journal can be written");
}

#[tokio::test(start_paused = true)]
async fn a_wheel_that_closes_while_the_ball_runs_leaves_nothing_to_be_woken_for() {
    let stage = stage("demo", |_| {});
    let played = play(stage, async |outside| {
        outside.wheel_says(None, WheelHappening::Opened);
        let launch = *outside.wish.wait_for(|wish| matches!(wish, WheelWish::Launch(_))).await.expect("the event loop is there");
        let WheelWish::Launch(spin) = launch else { panic!("that was waited for") };
        outside.wheel_says(Some(spin), WheelHappening::BallLaunched);
        outside.see(|views| views.cabinet.phase == PhaseView::BallRunning).await;
        assert_eq!(*outside.rounds.borrow(), outside.views.borrow().cabinet.round, "the wheel is told the round it turns for");
        outside.wheel_says(None, WheelHappening::Closed);
        let number = outside.see(|views| views.cabinet.phase == PhaseView::Held).await.cabinet.number;
        // Time is moved on by hand: a turn that were woken again and again would never let it pass.
        for _ in 0..600 {
            tokio::time::advance(Duration::from_millis(100)).await;
        }
        let later = outside.views.borrow().cabinet.number;
        assert!(later <= number + 2, "{} inputs in a minute in which nothing happened", later - number);
    });
    played.await.expect("the journal can be written");
}

#[tokio::test(start_paused = true)]
async fn a_paid_number_that_the_wheel_contradicts_stays_paid_and_the_next_round_waits_for_an_attendant() {
    let played = play(stage("slingshot-serial", |_| {}), async |outside| {
        outside.wheel_says(None, WheelHappening::Opened);
        outside.see(|views| views.cabinet.betting_open).await;
        outside.order(attendant(), Order::CreditIn { seat: seat(), amount: Money::from_minor(10_000) }).await;
        let placed = outside.order(Who::Seat(seat()), bet()).await;
        assert!(matches!(placed, Answer::Accepted { .. }), "{placed:?}");
        let launch = *outside.wish.wait_for(|wish| matches!(wish, WheelWish::Launch(_))).await.expect("the event loop is there");
        let WheelWish::Launch(spin) = launch else { panic!("that was waited for") };
        let seventeen = crate::model::Pocket::new(17).expect("it is on the wheel");
        for happening in [WheelHappening::BallLaunched, WheelHappening::NoMoreBets, WheelHappening::Result(seventeen)] {
            outside.wheel_says(Some(spin), happening);
        }
        let paid = outside.see(|views| views.cabinet.phase == PhaseView::Paid).await;
        let detail = "17 was told, and now the status lines show 18".to_owned();
        let happening = WheelHappening::Fault { code: FaultCode::ResultDisputed, detail };
        let disputed = WheelEvent { spin: Some(spin), happening, evidence: b"0.000 < *X;5;007;18;0;160;0\n".to_vec() };
        outside.wheel.try_send(disputed).expect("there is room for an event");
        let held = outside.see(|views| views.cabinet.phase == PhaseView::Held).await;
        assert_eq!((held.cabinet.outcome, held.seats[0].credit), (Some(seventeen), paid.seats[0].credit));
        let round = &held.official.rounds[0];
        assert_eq!(round.evidence, [held.cabinet.number], "the record with the lines is kept with the round");
        tokio::time::sleep(Duration::from_secs(600)).await;
        let waits = outside.views.borrow().clone();
        assert_eq!((waits.cabinet.round, waits.cabinet.phase), (held.cabinet.round, PhaseView::Held));
        assert_eq!(*outside.wish.borrow(), WheelWish::Ready);
        let resumed = outside.order(attendant(), Order::Resume(Resumption::Continue)).await;
        assert!(matches!(resumed, Answer::Accepted { .. }), "{resumed:?}");
        let next = outside.see(|views| views.cabinet.betting_open).await;
        assert_eq!((next.cabinet.round, next.seats[0].credit), (held.cabinet.round + 1, paid.seats[0].credit));
    });
    played.await.expect("the journal can be written");
}

#[tokio::test(start_paused = true)]
async fn a_journal_that_cannot_be_written_at_the_start_leaves_the_table_out_of_service_and_the_house_open() {
    // Somebody else's entry stands where the first of this start is to go.
    let stage = stage("demo", |journal| {
        let entry = Entry { number: 2, at: Timestamp::default(), round: 0, payload: Vec::new() };
        journal.append(vec![entry]).expect("the journal can be written");
    });
    let played = play(stage, async |outside| {
        let is_known = |readiness: &Readiness| *readiness != Readiness::Starting;
        let readiness = outside.readiness.wait_for(is_known).await.expect("the event loop is there").clone();
        assert_eq!(readiness, Readiness::OutOfService("entry 2 cannot follow entry 2".to_owned()));
        assert_eq!(outside.order(Who::Seat(seat()), bet()).await, Answer::Refused(Refusal::OutOfService));
        let views = outside.views.borrow().clone();
        assert_eq!((views.cabinet.phase, views.cabinet.number), (PhaseView::Held, 1));
        assert_eq!(*outside.wish.borrow(), WheelWish::Void);
    });
    played.await.expect("there was nothing left to write");
}

#[tokio::test(start_paused = true)]
async fn a_journal_that_fails_after_it_has_worked_for_long_asks_for_a_new_start() {
    let check = async |worked: Duration, restart_after: Duration, starts_anew: bool| {
        let Stage { turn, intake, outside, folder: _folder } = stage("demo", |journal| {
            let entry = Entry { number: 2, at: Timestamp::default(), round: 0, payload: Vec::new() };
            journal.append(vec![entry]).expect("the journal can be written");
        });
        let wanted = CancellationToken::new();
        let turn = turn.restarting_after(restart_after, wanted.clone());
        tokio::time::advance(worked).await;
        let started =
            Event::Started { version: "test".to_owned(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None };
        let running = turn.run(vec![started], intake, outside.stop.clone());
        let ended = tokio::time::timeout(Duration::from_secs(5), running).await;
        assert!(ended.is_err(), "every question is answered until it is told to stop");
        assert_eq!(wanted.is_cancelled(), starts_anew, "{worked:?} of {restart_after:?}");
        assert_eq!(*outside.wish.borrow(), WheelWish::Void, "it is shown as out of service meanwhile");
        assert_eq!(outside.views.borrow().cabinet.phase, PhaseView::Held);
    };
    check(Duration::from_secs(599), Duration::from_secs(600), false).await;
    check(Duration::from_secs(600), Duration::from_secs(600), true).await;
}

#[tokio::test(start_paused = true)]
async fn a_disk_that_is_nearly_full_is_shown_to_officials_and_recorded_while_play_goes_on() {
    let code = FaultCode::DiskNearlyFull;
    let played = play(stage("slingshot-serial", |_| {}), async |outside| {
        outside.wheel_says(None, WheelHappening::Opened);
        let before = outside.see(|views| views.cabinet.betting_open).await;
        let fault = Event::HouseFault { code, detail: "/data: 300 MiB are free".into() };
        outside.house.send(fault).await.expect("the event loop is there");
        let views = outside.see(|views| !views.official.house_faults.is_empty()).await;
        assert_eq!((views.official.house_faults[0].code, views.cabinet.betting_open), (code, true));
        assert_eq!(views.cabinet.number, before.cabinet.number + 1, "it stands in the journal");
        outside.house.send(Event::HouseFaultCleared(code)).await.expect("the event loop is there");
        outside.see(|views| views.official.house_faults.is_empty()).await;
    });
    played.await.expect("the journal can be written");
}

#[tokio::test(start_paused = true)]
async fn out_of_service_what_was_done_is_answered_as_it_was_and_what_may_have_been_done_is_never_called_refused() {
    let (slips, slips_taken) = mpsc::channel(8);
    let (_searches, searches) = mpsc::channel(1);
    let (_wheel, wheel) = mpsc::channel(1);
    let mut intake = Intake {
        slips: slips_taken,
        searches,
        wheel,
        cards: mpsc::channel(1).1,
        drawn: mpsc::channel(1).1,
        access: mpsc::channel(1).1,
        presence: mpsc::channel(1).1,
        house: mpsc::channel(1).1,
    };
    let stop = CancellationToken::new();
    let command = |who, key: &str, order| Command { who, key: Some(key.to_owned()), round: None, order };
    let pays = || Order::CreditIn { seat: seat(), amount: Money::from_minor(10_000) };
    let mut turn = stage("demo", |_| {}).turn;
    let mut done = |key: &str| {
        let outcome = turn.take(What::Command(command(attendant(), key, pays())));
        assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
        turn.cabinet.number()
    };
    let (durable, _) = (done("durable"), done("undecided"));
    let undecided = vec![(Who::Seat(seat()), "first".to_owned()), (attendant(), "undecided".to_owned())];
    let progress = AtomicU64::new(0);
    let ask = |who, key: &str, order| {
        let (answer, answered) = oneshot::channel();
        slips
            .try_send(Slip { command: command(who, key, order), may_be_new: true, answer })
            .unwrap_or_else(|_| panic!("there is room for a slip"));
        answered
    };
    let check = async |answered: oneshot::Receiver<Answer>, expected: Option<Answer>| assert_eq!(answered.await.ok(), expected);
    let refused = || Some(Answer::Refused(Refusal::OutOfService));
    tokio::join!(refuse_everything(&mut intake, Some(&turn.cabinet), &undecided, &progress, &stop), async {
        check(ask(Who::Seat(seat()), "first", bet()), None).await;
        check(ask(Who::Seat(seat()), "second", bet()), refused()).await;
        check(ask(attendant(), "first", bet()), refused()).await;
        check(ask(attendant(), "undecided", pays()), None).await;
        check(ask(attendant(), "durable", pays()), Some(Answer::Accepted { number: durable, repeated: true })).await;
        // Under a key that was used for something else nothing was done.
        check(ask(attendant(), "durable", bet()), refused()).await;
        check(ask(Who::Seat(seat()), "durable", pays()), refused()).await;
        stop.cancel();
    });
}
