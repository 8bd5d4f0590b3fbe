//! What the daemon hands to HTTP, and what all requests share.

use std::sync::{Arc, Mutex, PoisonError};

use rustls::ServerConfig;
use tokio::sync::{Semaphore, watch};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::bounds::AmountOrder;
use super::dto::{Done, Games};
use super::edition::{Edition, Eyes};
use super::limits::Limits;
use super::metrics::{Commits, Counted};
use super::presence::Presence;
use super::problem::{Problem, Reason};
use super::proxies::Network;
use super::rates::Rates;
use super::shares::{Places, Yielding};
use super::sign_in_gate::SignInGate;
use crate::access::Access;
use crate::desk::{Answer, Desk, NoAnswer};
use crate::model::{
    CaptureView, CertificateView, Command, DeviceView, FaultHistoryView, FigureHistoryView, FigureSpan, GameRead, JournalDiskView,
    KeptGame, LineSamples, Order, Page, PageRequest, PastDeal, PastGame, PastHand, PastView, RoundRecall, SEATS, Seat, SensorView,
    SigningKeyView, SoftwareView, SpinStatistics, TableNumber, Timestamp, Who,
};

/// The clock of the house: the same that times the inputs.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// What technicians are shown of the devices.
pub trait Workshop: Send + Sync {
    /// Every device and what it reports about itself now: the wheel, then the sources of cards.
    fn devices(&self) -> Vec<DeviceView>;

    /// What the last rounds have shown of them; nothing where the journal cannot be read. It takes its time: it reads files.
    fn past(&self) -> Option<PastView>;

    /// How the figures of the devices went over this span, up to now.
    fn figures(&self, span: FigureSpan) -> FigureHistoryView;

    /// How the sensors of a wheel on bare lines did in the spins since the program started; empty of another wheel.
    fn sensors(&self) -> Vec<SensorView>;

    /// How evenly the pockets win, by the spins of the journal; nothing where it cannot be read. It takes its time: it reads files, a part at
    /// each look.
    fn spin_statistics(&self) -> Option<SpinStatistics>;

    /// The faults of the whole journal; nothing where it cannot be read. It takes its time: it reads files, a part at each look.
    fn faults(&self) -> Option<FaultHistoryView>;

    /// The public part of the key by which the cabinet signs its journal; nothing where it is lost or cannot be read.
    fn signing_key(&self) -> Option<SigningKeyView>;

    /// The program and the files that it runs with; nothing where it cannot read its own file.
    fn software(&self) -> Option<SoftwareView>;

    /// How much room the journal takes, and how much there is; nothing where its disk cannot be read.
    fn journal_disk(&self) -> Option<JournalDiskView>;

    /// The bare lines of the wheel by their names, in the order of their lanes; none where it is on a serial line.
    fn lanes(&self) -> Vec<&'static str>;

    /// At most so many samples from this place on of the wheel's lines, or of those of a table's card device without the cards; the newest where
    /// no place is named. Nothing where the table's device has no line.
    fn samples(&self, table: Option<TableNumber>, from: Option<u64>, most: usize) -> Option<LineSamples>;

    /// The capture of these lines; nothing where there are none.
    fn capture(&self, table: Option<TableNumber>) -> Option<CaptureView>;

    /// Starts the capture of all lines anew, or stops it.
    fn set_capture(&self, is_running: bool);

    /// What the capture of these lines holds as text, of the wheel's so that `croupierctl wheel replay` reads it; nothing where there are none.
    fn captured(&self, table: Option<TableNumber>) -> Option<String>;
}

/// A house without devices.
impl Workshop for () {
    fn devices(&self) -> Vec<DeviceView> {
        Vec::new()
    }

    fn past(&self) -> Option<PastView> {
        None
    }

    fn figures(&self, span: FigureSpan) -> FigureHistoryView {
        FigureHistoryView { span, until: Timestamp::default(), figures: Vec::new() }
    }

    fn sensors(&self) -> Vec<SensorView> {
        Vec::new()
    }

    fn spin_statistics(&self) -> Option<SpinStatistics> {
        None
    }

    fn faults(&self) -> Option<FaultHistoryView> {
        None
    }

    fn signing_key(&self) -> Option<SigningKeyView> {
        None
    }

    fn software(&self) -> Option<SoftwareView> {
        None
    }

    fn journal_disk(&self) -> Option<JournalDiskView> {
        None
    }

    fn lanes(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn samples(&self, _table: Option<TableNumber>, _from: Option<u64>, _most: usize) -> Option<LineSamples> {
        None
    }

    fn capture(&self, _table: Option<TableNumber>) -> Option<CaptureView> {
        None
    }

    fn set_capture(&self, _is_running: bool) {}

    fn captured(&self, _table: Option<TableNumber>) -> Option<String> {
        None
    }
}

/// What is looked up in the journal. It takes its time: it reads files.
pub trait Archive: Send + Sync {
    /// The settled rounds, newest first: for the eyes of a seat those in which it had bets, with its own part alone; nothing where the journal
    /// cannot be read.
    fn rounds_of(&self, eyes: Option<Seat>, asked: &PageRequest) -> Option<Page<RoundRecall>>;

    /// The same of the deals at a card table.
    fn deals_of(&self, eyes: Option<Seat>, table: TableNumber, asked: &PageRequest) -> Option<Page<PastDeal>>;

    /// The same of the deals at a table between players, for a seat those in which it was dealt in.
    fn hands_of(&self, eyes: Option<Seat>, table: TableNumber, asked: &PageRequest) -> Option<Page<PastHand>>;

    /// A game that is over, carried out again: with the cards that everybody has seen.
    fn again(&self, game: PastGame) -> Again<KeptGame>;

    /// The same as this seat may look back at it, where it had a part in it: with its own part alone. Its own closed cards are in a deal between players
    /// where `sees_own`, which is for a player who sits at the table now, and where the journal tells that he has stayed there since.
    fn again_for(&self, seat: Seat, sees_own: bool, game: PastGame) -> Again<KeptGame>;

    /// A game that is over as the cabinet takes it with a dispute.
    fn read(&self, game: PastGame) -> Again<GameRead>;
}

/// What became of carrying a past game out again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Again<G> {
    /// It is this.
    Game(G),
    /// It is not reached yet: who asks again is brought further.
    NotYet,
    /// There is no such game.
    Unknown,
    /// The journal cannot be read, or this release carries it out in another way than was recorded.
    Unreadable,
}

impl<G> Again<G> {
    /// The same of what `see` makes of the game.
    pub fn map<T>(self, see: impl FnOnce(G) -> T) -> Again<T> {
        match self {
            Self::Game(game) => Again::Game(see(game)),
            Self::NotYet => Again::NotYet,
            Self::Unknown => Again::Unknown,
            Self::Unreadable => Again::Unreadable,
        }
    }

    /// The game, or what is said where there is none.
    pub(super) fn game(self) -> Result<G, Problem> {
        match self {
            Self::Game(game) => Ok(game),
            Self::NotYet => Err(Problem::new(Reason::TooManyRequests, "The journal is being read up to this game. Ask again.")),
            Self::Unknown => Err(Problem::new(Reason::NotFound, "There is no such game.")),
            Self::Unreadable => Err(Problem::new(Reason::Internal, "The journal cannot be read.")),
        }
    }
}

/// A house without a past.
impl Archive for () {
    fn rounds_of(&self, _eyes: Option<Seat>, _asked: &PageRequest) -> Option<Page<RoundRecall>> {
        None
    }

    fn deals_of(&self, _eyes: Option<Seat>, _table: TableNumber, _asked: &PageRequest) -> Option<Page<PastDeal>> {
        None
    }

    fn hands_of(&self, _eyes: Option<Seat>, _table: TableNumber, _asked: &PageRequest) -> Option<Page<PastHand>> {
        None
    }

    fn again(&self, _game: PastGame) -> Again<KeptGame> {
        Again::Unknown
    }

    fn again_for(&self, _seat: Seat, _sees_own: bool, _game: PastGame) -> Again<KeptGame> {
        Again::Unknown
    }

    fn read(&self, _game: PastGame) -> Again<GameRead> {
        Again::Unknown
    }
}

/// Whether the cabinet can be played at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// The journal is still being opened; no command is taken.
    Starting,
    /// The journal is open and the views show its newest input.
    Ready,
    /// Something does not let the table go on; in words, without secrets. Commands still reach the cabinet, which refuses them.
    OutOfService(String),
}

/// How TLS is spoken.
pub struct Tls {
    /// With which certificate, key and versions.
    pub settings: Arc<ServerConfig>,
    /// The certificate, as it is shown.
    pub certificate: CertificateView,
    /// For how long browsers that trust it are told to come no other way.
    pub insists_seconds: u32,
}

/// Everything HTTP needs of the inside.
pub struct House {
    /// Where commands go and views come from.
    pub desk: Desk,
    /// Who is let in.
    pub access: Arc<Access>,
    /// Whether the cabinet is ready, as the daemon knows it.
    pub readiness: watch::Receiver<Readiness>,
    /// The house's clock.
    pub clock: Clock,
    /// What technicians are shown.
    pub workshop: Arc<dyn Workshop>,
    /// What players look up.
    pub archive: Arc<dyn Archive>,
    /// Whether a device is simulated: every page says that the cabinet is a demo.
    pub demo: bool,
    /// The card games, as the OpenAPI document describes them.
    pub games: Games,
    /// How much is let in.
    pub limits: Limits,
    /// The names that the cabinet is known by beside the address that is connected to and `localhost`.
    pub names: Vec<String>,
    /// The reverse proxies whose word about their visitors is believed.
    pub proxies: Vec<Network>,
    /// How TLS is spoken on every connection; nothing where plain HTTP is.
    pub tls: Option<Tls>,
    /// How long the journal takes.
    pub commits: Commits,
}

/// What all requests share.
pub(super) struct Shared {
    pub(super) house: House,
    pub(super) rates: Arc<Rates>,
    /// What monitors collect.
    pub(super) counted: Counted,
    pub(super) sockets: Sockets,
    /// Whose console has a line.
    pub(super) presence: Arc<Presence>,
    /// The place for one technician who has the journal read.
    pub(super) readings: Arc<Semaphore>,
    /// The place for one technician who has its spins or its faults counted; the others wait.
    pub(super) counts: Arc<Semaphore>,
    /// The place for one player who has it read; the others wait.
    pub(super) lookups: Arc<Semaphore>,
    /// The places for one game of each seat that is carried out again, so that no seat keeps all others waiting.
    pub(super) seat_lookups: [Arc<Semaphore>; SEATS],
    /// The way to try a PIN or a code.
    pub(super) sign_ins: SignInGate,
    pub(super) tasks: TaskTracker,
    pub(super) stop: CancellationToken,
    /// Rings after each change, for the public.
    pub(super) bell: watch::Sender<()>,
    edition: Mutex<Option<Arc<Edition>>>,
}

/// Whether a request came within the rate of its sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// It did.
    Allowed,
    /// It came too soon: nothing new is done for it.
    TooFast,
}

/// The places for open WebSockets.
pub(super) struct Sockets {
    pub(super) seats: [Arc<Semaphore>; SEATS],
    pub(super) attendants: Arc<Semaphore>,
    pub(super) public: Arc<Places>,
    limits: Limits,
}

impl Sockets {
    /// How many are open now: of players, of attendants, and of everybody.
    pub(super) fn open(&self) -> [(&'static str, usize); 3] {
        let taken = |places: &Semaphore, most: usize| most - places.available_permits();
        let of_seats = self.seats.iter().map(|places| taken(places, self.limits.seat_sockets)).sum();
        let of_attendants = taken(&self.attendants, self.limits.attendant_sockets);
        [("players", of_seats), ("attendants", of_attendants), ("everybody", self.public.held())]
    }
}

impl Shared {
    pub(super) fn new(house: House, stop: CancellationToken) -> Self {
        let limits = &house.limits;
        let places = |count: usize| Arc::new(Semaphore::new(count));
        Self {
            rates: Arc::new(Rates::new(limits)),
            counted: Counted::default(),
            sockets: Sockets {
                seats: std::array::from_fn(|_| places(limits.seat_sockets)),
                attendants: places(limits.attendant_sockets),
                public: Places::new(limits.of_public(), limits.of_public(), Yielding::Newest),
                limits: limits.clone(),
            },
            presence: Arc::new(Presence::new(limits.presence_grace)),
            readings: places(1),
            counts: places(1),
            lookups: places(1),
            seat_lookups: std::array::from_fn(|_| places(1)),
            sign_ins: SignInGate::default(),
            tasks: TaskTracker::new(),
            stop,
            bell: watch::Sender::new(()),
            edition: Mutex::new(None),
            house,
        }
    }

    /// The time now.
    pub(super) fn now(&self) -> Timestamp {
        (self.house.clock)()
    }

    /// The newest views with their JSON, which is made once for each change, for the first who asks.
    pub(super) fn edition(&self) -> Arc<Edition> {
        // A panic while an edition was made leaves the one before, which is as good as none.
        let mut newest = self.edition.lock().unwrap_or_else(PoisonError::into_inner);
        // The views are asked for under the lock, so that a slow thread cannot put an older edition over a newer one.
        let views = self.house.desk.views();
        match newest.as_ref() {
            Some(edition) if Arc::ptr_eq(&edition.views, &views) => edition.clone(),
            former => {
                let edition = Arc::new(Edition::new(views, self.house.demo, self.now(), former.map(AsRef::as_ref)));
                newest.insert(edition).clone()
            }
        }
    }

    /// Hands a command in and waits for its answer, which shows the newest view of `seat`. If its giver comes or orders too often, nothing new is
    /// done for him; but a key that was answered before gets the same answer, for a person who hears that nothing was done may order it anew.
    pub(super) async fn order(&self, command: Command, seat: Option<Seat>, pace: Pace) -> Result<Done, Problem> {
        if let Who::Seat(seat) = &command.who {
            self.presence.note_order(*seat);
        }
        let began_at = Instant::now();
        let done = self.answer(command, seat, pace).await;
        let answer = match &done {
            Ok(Done { repeated: false, .. }) => "accepted",
            Ok(_) => "repeated",
            Err(problem) => problem.name(),
        };
        self.counted.order(answer, began_at.elapsed());
        done
    }

    async fn answer(&self, command: Command, seat: Option<Seat>, pace: Pace) -> Result<Done, Problem> {
        if self.stop.is_cancelled() {
            return Err(Reason::Stopping.into());
        }
        if *self.house.readiness.borrow() == Readiness::Starting {
            return Err(Reason::NotReady.into());
        }
        let too_often = match pace {
            Pace::TooFast => Some(Reason::TooManyRequests),
            Pace::Allowed if !self.rates.order_may(&command.who) => Some(Reason::TooManyOrders),
            Pace::Allowed => None,
        };
        let is_player = matches!(command.who, Who::Seat(_));
        let of_amount = AmountOrder::of(&command);
        let answer = match too_often {
            None => self.hand_in(command).await?,
            Some(reason) if command.key.is_none() => return Err(reason.into()),
            Some(_) => self.in_time(self.house.desk.recall(command)).await?,
        };
        match answer {
            Answer::New | Answer::GameToRead(_) => Err(too_often.unwrap_or(Reason::Unanswered).into()),
            Answer::Refused(refusal) => {
                let bounds = of_amount.and_then(|order| order.bounds(refusal, &self.edition().views));
                Err(Problem::from(refusal).with_bounds(bounds))
            }
            Answer::Accepted { number, repeated } => {
                let eyes = seat.map(if is_player { Eyes::Seat } else { Eyes::OverSeat });
                let seat = eyes.and_then(|eyes| self.edition().own(eyes));
                Ok(Done { number, repeated, seat })
            }
        }
    }

    /// Hands a command in. Where it is about a game that the cabinet does not recall any more, it is handed in once more with what the journal
    /// holds of that game.
    async fn hand_in(&self, mut command: Command) -> Result<Answer, Problem> {
        let answer = self.in_time(self.house.desk.order(command.clone())).await?;
        let (Answer::GameToRead(game), Order::OpenDispute { read, .. }) = (&answer, &mut command.order) else { return Ok(answer) };
        let game = *game;
        *read = Some(match self.look_up(move |archive| archive.read(game)).await? {
            Again::Unknown => GameRead::Missing,
            found => found.game()?,
        });
        self.in_time(self.house.desk.order(command)).await
    }

    async fn in_time(&self, answer: impl Future<Output = Result<Answer, NoAnswer>>) -> Result<Answer, Problem> {
        Ok(timeout(self.house.limits.request_time, answer).await.map_err(|_| Reason::Unanswered)??)
    }

    /// Looks something up in the journal, one at a time for everybody.
    pub(super) async fn look_up<T: Send + 'static>(&self, read: impl FnOnce(&dyn Archive) -> T + Send + 'static) -> Result<T, Problem> {
        let waiting = timeout(self.house.limits.request_time, self.lookups.clone().acquire_owned()).await;
        let busy = || Problem::new(Reason::TooManyRequests, "The journal is being read for others.");
        let place = waiting.ok().and_then(Result::ok).ok_or_else(busy)?;
        let archive = self.house.archive.clone();
        let read = move || {
            let _place = place;
            read(&*archive)
        };
        spawn_blocking(read).await.map_err(|_| Problem::new(Reason::Internal, "The journal cannot be read."))
    }
}
