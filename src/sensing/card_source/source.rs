//! A card source as every dialect drives it: one question at a time, sent again where no answer comes, and given up in the end.

use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::frame::{Frames, Piece, frame};
use super::parameters::{Asking, LineFormat};
use super::status::LineStatus;
use super::troubles::Troubles;
use super::words::OrderId;
use crate::model::{CardSourceEvent, CardWish, FaultCode, OrderNumber, Span, Timestamp};
use crate::sensing::{LinkState, SerialMachine};

/// A question that waits for its answer.
#[derive(Clone, Debug)]
struct PendingQuestion<Question> {
    question: Question,
    /// What is sent, and sent again.
    frame: Vec<u8>,
    sent_at: Timestamp,
    tries: u8,
    /// Whether something that cannot be understood has come since it was first sent.
    damaged: bool,
}

impl<Question> PendingQuestion<Question> {
    /// The same, sent once more.
    fn sent(self, now: Timestamp) -> Self {
        Self { sent_at: now, tries: self.tries.saturating_add(1), ..self }
    }
}

/// What is kept of a source, no matter what its dialect.
#[derive(Clone, Debug)]
pub struct Source<Question, Cure, Status> {
    /// What names the journal of the cabinet that asks.
    pub(in crate::sensing) host: u32,
    asking: Asking,
    pub(super) frames: Frames,
    /// Whether a capture says what is asked, and when.
    pub(in crate::sensing) is_overheard: bool,
    /// Whether the port is open.
    is_open: bool,
    asked: Option<PendingQuestion<Question>>,
    /// Not before this is anything asked.
    ask_at: Timestamp,
    pub(in crate::sensing) wish: CardWish,
    /// The newest order whose end was told.
    pub(in crate::sensing) ended: Option<OrderNumber>,
    /// Whether the source was said to be open; none before anything was said.
    pub(in crate::sensing) opened: Option<bool>,
    /// Whether the source's state was told since it was last found.
    pub(in crate::sensing) is_known: bool,
    pub(in crate::sensing) troubles: Troubles<Cure>,
    pub(in crate::sensing) status: Status,
    pub(in crate::sensing) events: VecDeque<CardSourceEvent>,
    outbox: VecDeque<Vec<u8>>,
}

/// What is kept of a source of this dialect.
pub(in crate::sensing) type SourceOf<D> = Source<<D as CardDialect>::Question, <D as CardDialect>::Cure, <D as CardDialect>::Status>;

/// What a dialect adds to a source, which is a [`SerialMachine`] by it.
pub trait CardDialect {
    /// What the source is asked.
    type Question: Copy;
    /// What ends a fault of the source.
    type Cure: Copy + Ord;
    /// What is known of the source.
    type Status: Clone + Default + PartialEq + AsMut<LineStatus>;

    /// What people call it, such as `shuffle machine`.
    const NAME: &'static str;
    /// How the detail of a fault speaks of it, such as `the machine`.
    const CALLED: &'static str;
    /// What ends the faults of its line: any answer.
    const HEARD: Self::Cure;

    /// What is kept of it.
    fn source(&self) -> &SourceOf<Self>;

    /// What is kept of it, to be changed.
    fn source_mut(&mut self) -> &mut SourceOf<Self>;

    /// Takes in the body of a sound frame; says whether it could be understood.
    fn understand(&mut self, body: &str, now: Timestamp) -> bool;

    /// Does what follows from what is wanted and known, but for asking.
    fn act(&mut self, now: Timestamp);

    /// What to ask next, and the body that asks it.
    fn question(&mut self) -> (Self::Question, String);

    /// Takes in what a capture has kept of the body of a sound frame that named a card: all but that; says whether it could be understood.
    fn understand_without_card(&mut self, body: &str, now: Timestamp) -> bool;

    /// What this body asks, as a capture has it; none where that cannot be understood.
    fn question_of(body: &str) -> Option<Self::Question>;

    /// Whether this is what a source is asked of which nothing is known.
    fn is_first(question: &Self::Question) -> bool;

    /// The cabinet has asked this, as a capture has it: what it wants follows from that.
    fn overheard(&mut self, question: &Self::Question);

    /// Whether something is to be asked at once.
    fn is_urgent(&self) -> bool {
        false
    }

    /// When something else than a question is due.
    fn due(&self) -> Option<Timestamp> {
        None
    }

    /// The source was found, lost or given up: nothing is known to be as it was.
    fn forget(&mut self);

    /// What of a line may be kept in a record: everything but the cards.
    fn recorded(line: &[u8]) -> String;
}

impl<D: CardDialect> SerialMachine for D {
    type Wish = CardWish;
    type Event = CardSourceEvent;
    type Status = D::Status;

    const NAME: &'static str = D::NAME;

    fn is_of_no_game(event: &CardSourceEvent) -> bool {
        event.is_of_no_game()
    }

    fn wish(&mut self, wish: CardWish, now: Timestamp) {
        self.source_mut().wish = wish;
        drive(self, now);
    }

    fn received(&mut self, bytes: &[u8], now: Timestamp) {
        for piece in self.source_mut().frames.feed(bytes) {
            take(self, now, |device| match piece {
                Piece::Frame(body) => device.understand(&body, now),
                Piece::Damaged => false,
            });
        }
    }

    fn device_found(&mut self, now: Timestamp) {
        self.source_mut().port_is(true);
        start_anew(self, LinkState::Unknown, now);
        drive(self, now);
    }

    fn device_lost(&mut self, now: Timestamp, detail: &str) {
        port_closed(self, FaultCode::CardSourceLost, now, detail);
    }

    fn device_babbles(&mut self, now: Timestamp, detail: &str) {
        port_closed(self, FaultCode::CardSourceBabbling, now, detail);
    }

    fn wake(&mut self, now: Timestamp) {
        drive(self, now);
    }

    fn next_wake(&self) -> Option<Timestamp> {
        [self.due(), self.source().asking_due()].into_iter().flatten().min()
    }

    fn poll_send(&mut self) -> Option<Vec<u8>> {
        self.source_mut().outbox.pop_front()
    }

    fn poll_event(&mut self) -> Option<CardSourceEvent> {
        self.source_mut().events.pop_front()
    }

    fn status(&self) -> &D::Status {
        &self.source().status
    }

    fn recorded(line: &[u8]) -> String {
        <D as CardDialect>::recorded(line)
    }
}

/// The port is closed, for this reason.
fn port_closed<D: CardDialect>(device: &mut D, code: FaultCode, now: Timestamp, detail: &str) {
    device.source_mut().port_is(false);
    start_anew(device, LinkState::Lost, now);
    device.source_mut().troubles.raise(code, D::HEARD, detail.into());
    drive(device, now);
}

/// What came of something that was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    /// Whether it could be understood.
    pub(super) is_understood: bool,
    /// How long after the question it came, in milliseconds, where it was the answer to one.
    pub(super) answer_milliseconds: Option<u64>,
}

/// Takes in something that was said, which `understand` reads. What a card is depends on what was wanted when it came: each frame is dealt
/// with before the next one.
pub(super) fn take<D: CardDialect>(device: &mut D, now: Timestamp, understand: impl FnOnce(&mut D) -> bool) -> Taken {
    let asked_at = device.source().asked_at();
    let is_understood = understand(device);
    let answer_milliseconds = device.source_mut().note_answer(asked_at, now);
    if !is_understood {
        device.source_mut().damaged();
    }
    drive(device, now);
    Taken { is_understood, answer_milliseconds }
}

/// The cabinet has asked this, as a capture has it: says whether it has asked once more what waits for its answer; none where nobody
/// understands it.
pub(super) fn overhear<D: CardDialect>(device: &mut D, body: &str, now: Timestamp) -> Option<bool> {
    let question = D::question_of(body)?;
    let is_repeated = device.source().waits_for(body);
    // A cabinet asks a source who it is where it knows nothing of it (any more).
    if D::is_first(&question) && !is_repeated {
        start_anew(device, LinkState::Unknown, now);
    }
    device.source_mut().overheard(question, body, now);
    device.overheard(&question);
    drive(device, now);
    Some(is_repeated)
}

/// Does what is due.
fn drive<D: CardDialect>(device: &mut D, now: Timestamp) {
    device.act(now);
    if device.source().is_open {
        ask_again(device, now);
        let source = device.source();
        if !source.is_overheard && source.asked.is_none() && (source.ask_at <= now || device.is_urgent()) {
            let (question, body) = device.question();
            let asked = PendingQuestion { question, frame: frame(&body), sent_at: now, tries: 0, damaged: false };
            device.source_mut().send(asked, now);
        }
    }
    let source = device.source_mut();
    source.events.extend(source.troubles.changes());
}

/// Sends a question again that was not answered in time, or gives it up.
fn ask_again<D: CardDialect>(device: &mut D, now: Timestamp) {
    let source = device.source_mut();
    let Some(asked) = source.asked.take() else { return };
    if !source.is_due(&asked, now) {
        source.asked = Some(asked);
    } else if asked.tries < source.asking.tries {
        source.status.as_mut().repeated_questions += 1;
        source.send(asked, now);
    } else {
        give_up(device, asked.damaged, now);
    }
}

fn give_up<D: CardDialect>(device: &mut D, damaged: bool, now: Timestamp) {
    start_anew(device, LinkState::Silent, now);
    let source = device.source_mut();
    source.pause(source.asking.retry_milliseconds, now);
    let (code, what) = match damaged {
        true => (FaultCode::CardSourceGarbled, "cannot be understood"),
        false => (FaultCode::CardSourceLost, "does not answer"),
    };
    source.troubles.raise(code, D::HEARD, format!("{} {what}; it was asked {} times", D::CALLED, source.asking.tries));
}

/// Nothing is known to be as it was.
fn start_anew<D: CardDialect>(device: &mut D, link: LinkState, now: Timestamp) {
    let source = device.source_mut();
    source.asked = None;
    source.ask_at = now;
    source.is_known = false;
    let line = source.status.as_mut();
    line.identity = None;
    line.link = link;
    device.forget();
}

impl<Question, Cure: Copy + Ord, Status: Default + AsMut<LineStatus>> Source<Question, Cure, Status> {
    /// A source of which nothing is known yet, asked for the journal that `host` names.
    pub(in crate::sensing) fn new(host: u32, line: LineFormat, asking: Asking) -> Self {
        Self {
            host,
            asking,
            frames: Frames::new(line.longest_bytes),
            is_overheard: false,
            is_open: false,
            asked: None,
            ask_at: Timestamp::default(),
            wish: CardWish::Ready,
            ended: None,
            opened: None,
            is_known: false,
            troubles: Troubles::none(),
            status: Status::default(),
            events: VecDeque::new(),
            outbox: VecDeque::new(),
        }
    }

    /// An order of this cabinet, as it is named on the line.
    pub(in crate::sensing) const fn id(&self, number: OrderNumber) -> OrderId {
        OrderId { host: self.host, number }
    }

    /// Whether the end of this order, or of a newer one, was told.
    pub(in crate::sensing) fn has_ended(&self, number: OrderNumber) -> bool {
        self.ended.is_some_and(|ended| number <= ended)
    }

    /// What waits for its answer.
    pub(in crate::sensing) fn asked(&self) -> Option<&Question> {
        self.asked.as_ref().map(|asked| &asked.question)
    }

    /// When what waits for its answer was sent.
    fn asked_at(&self) -> Option<Timestamp> {
        self.asked.as_ref().map(|asked| asked.sent_at)
    }

    /// What was sent then may have been answered now: how long that took, in milliseconds.
    fn note_answer(&mut self, asked_at: Option<Timestamp>, now: Timestamp) -> Option<u64> {
        let took = now.since(asked_at.filter(|_| self.asked.is_none())?).milliseconds();
        self.status.as_mut().answer_milliseconds = Some(took);
        Some(took)
    }

    /// Whether this is what waits for its answer.
    fn waits_for(&self, body: &str) -> bool {
        self.asked.as_ref().is_some_and(|asked| asked.frame == frame(body))
    }

    /// This was sent, anew or once more, as a capture has it.
    fn overheard(&mut self, question: Question, body: &str, now: Timestamp) {
        let sent = match self.asked.take().filter(|asked| asked.frame == frame(body)) {
            Some(again) => {
                self.status.as_mut().repeated_questions += 1;
                again
            }
            None => PendingQuestion { question, frame: frame(body), sent_at: now, tries: 0, damaged: false },
        };
        self.asked = Some(sent.sent(now));
    }

    /// What was asked is answered where `by` says so.
    pub(in crate::sensing) fn answered(&mut self, by: impl FnOnce(&Question) -> bool) {
        self.asked.take_if(|asked| by(&asked.question));
    }

    /// Something was understood.
    pub(in crate::sensing) fn heard(&mut self, cure: Cure) {
        let line = self.status.as_mut();
        line.understood_frames += 1;
        line.link = LinkState::Heard;
        self.troubles.cure(cure);
    }

    /// Nothing is asked for so long.
    pub(in crate::sensing) fn pause(&mut self, milliseconds: u64, now: Timestamp) {
        self.ask_at = now.after(Span::from_milliseconds(milliseconds));
    }

    /// Nothing is asked for as long as nothing changes.
    pub(in crate::sensing) fn idle(&mut self, now: Timestamp) {
        self.pause(self.asking.idle_milliseconds, now);
    }

    /// Says that the source is open or closed, where it was not said yet.
    pub(in crate::sensing) fn open_or_close(&mut self, opened: bool) {
        if self.opened.replace(opened) != Some(opened) {
            self.events.push_back(if opened { CardSourceEvent::Opened } else { CardSourceEvent::Closed });
        }
    }

    /// The port is there or gone: what was on its way is lost.
    fn port_is(&mut self, is_open: bool) {
        self.frames.forget();
        self.outbox.clear();
        self.is_open = is_open;
    }

    fn damaged(&mut self) {
        self.status.as_mut().damaged_frames += 1;
        if let Some(asked) = &mut self.asked {
            asked.damaged = true;
        }
    }

    fn answer_due(&self, asked: &PendingQuestion<Question>) -> Timestamp {
        asked.sent_at.after(Span::from_milliseconds(self.asking.reply_milliseconds))
    }

    /// Whether a question is to be sent again, or to be given up. Where a capture says what is asked, it is given up only.
    fn is_due(&self, asked: &PendingQuestion<Question>, now: Timestamp) -> bool {
        self.answer_due(asked) <= now && self.is_waited_for(asked)
    }

    /// Whether time alone brings the next thing to do with a question.
    fn is_waited_for(&self, asked: &PendingQuestion<Question>) -> bool {
        !self.is_overheard || asked.tries >= self.asking.tries
    }

    /// When something is to be asked, asked again or given up.
    fn asking_due(&self) -> Option<Timestamp> {
        match &self.asked {
            _ if !self.is_open => None,
            None => Some(self.ask_at).filter(|_| !self.is_overheard),
            Some(asked) => Some(self.answer_due(asked)).filter(|_| self.is_waited_for(asked)),
        }
    }

    fn send(&mut self, asked: PendingQuestion<Question>, now: Timestamp) {
        self.outbox.push_back(asked.frame.clone());
        self.asked = Some(asked.sent(now));
    }
}
