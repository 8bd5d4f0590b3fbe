//! The shoe as seen from the cabinet: wishes go in, and what a person does with the shoe comes out.

use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::parameters::Parameters;
use super::position::Position;
use super::status::{Load, State, Status};
use super::words::{Question, Read, Said, Shown};
use crate::model::{CardSourceEvent, CardWish, DeckCount, FaultCode, OrderFailure, OrderNumber, Span, Timestamp};
use crate::sensing::frame::{Frames, Piece, frame};
use crate::sensing::troubles::Troubles;
use crate::sensing::words::OrderId;
use crate::sensing::{CardSourceMachine, LinkState, SerialMachine};

/// What ends a fault of a shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Cure {
    /// Any answer.
    Heard,
    /// The shoe's state is told anew.
    State,
    /// The shoe is loaded anew, or is not to be any more.
    Loaded,
    /// The shoe is loaded anew.
    FreshCards,
}

/// A question that waits for its answer.
#[derive(Clone, Debug)]
struct Asked {
    question: Question,
    sent_at: Timestamp,
    tries: u8,
    /// Whether something that cannot be understood has come since it was first asked.
    damaged: bool,
}

/// A card-reading shoe, driven as a [`SerialMachine`].
#[derive(Clone, Debug)]
pub struct Shoe {
    parameters: Parameters,
    host: u32,
    frames: Frames,
    /// Whether the port is open.
    is_open: bool,
    asked: Option<Asked>,
    /// Not before this is anything asked.
    ask_at: Timestamp,
    wish: CardWish,
    /// What was last shown to the person who draws.
    shown: Option<Shown>,
    /// The newest order whose end was told.
    ended: Option<OrderNumber>,
    /// Whether the source was said to be open; none before anything was said.
    opened: Option<bool>,
    /// Whether the shoe's state was told since it was last found.
    is_known: bool,
    /// How the newest loading is called that was heard of.
    name: Option<OrderId>,
    position: Position,
    /// Whether the cutting card of this loading was told.
    cut_is_told: bool,
    troubles: Troubles<Cure>,
    status: Status,
    events: VecDeque<CardSourceEvent>,
    outbox: VecDeque<Vec<u8>>,
}

impl SerialMachine for Shoe {
    type Wish = CardWish;
    type Event = CardSourceEvent;
    type Status = Status;

    const NAME: &'static str = "card-reading shoe";

    fn wish(&mut self, wish: CardWish, now: Timestamp) {
        self.wish = wish;
        self.drive(now);
    }

    fn received(&mut self, bytes: &[u8], now: Timestamp) {
        for piece in self.frames.feed(bytes) {
            match piece {
                Piece::Frame(body) => self.body(&body, now),
                Piece::Damaged => self.damaged(),
            }
            // What a card is depends on what was wanted when it came: each line is dealt with before the next one.
            self.drive(now);
        }
    }

    fn device_found(&mut self, now: Timestamp) {
        self.frames.forget();
        self.is_open = true;
        self.start_anew(now);
        self.status.link = LinkState::Unknown;
        self.drive(now);
    }

    fn device_lost(&mut self, now: Timestamp, detail: &str) {
        self.frames.forget();
        self.outbox.clear();
        self.is_open = false;
        self.start_anew(now);
        self.status.link = LinkState::Lost;
        self.troubles.raise(FaultCode::CardSourceLost, Cure::Heard, detail.into());
        self.drive(now);
    }

    fn wake(&mut self, now: Timestamp) {
        self.drive(now);
    }

    fn next_wake(&self) -> Option<Timestamp> {
        self.is_open.then(|| self.asked.as_ref().map_or(self.ask_at, |asked| self.answer_due(asked)))
    }

    fn poll_send(&mut self) -> Option<Vec<u8>> {
        self.outbox.pop_front()
    }

    fn poll_event(&mut self) -> Option<CardSourceEvent> {
        self.events.pop_front()
    }

    fn status(&self) -> &Status {
        &self.status
    }

    fn recorded(line: &[u8]) -> String {
        super::words::recorded(line)
    }
}

impl CardSourceMachine for Shoe {
    type Parameters = Parameters;

    fn asked_by(host: u32, parameters: Parameters) -> Self {
        Self::new(parameters, host)
    }

    fn baud(parameters: &Parameters) -> u32 {
        parameters.line.baud
    }
}

impl Shoe {
    /// A shoe of this kind, of which nothing is known yet. `host` names the journal of the cabinet that asks: two that could ever meet
    /// the same shoe must not have the same one.
    #[must_use]
    pub fn new(parameters: Parameters, host: u32) -> Self {
        Self {
            host,
            frames: Frames::new(parameters.line.longest_bytes),
            is_open: false,
            asked: None,
            ask_at: Timestamp::default(),
            wish: CardWish::Ready,
            shown: None,
            ended: None,
            opened: None,
            is_known: false,
            name: None,
            position: Position::default(),
            cut_is_told: false,
            troubles: Troubles::none(),
            status: Status::default(),
            events: VecDeque::new(),
            outbox: VecDeque::new(),
            parameters,
        }
    }

    // What comes in.

    fn damaged(&mut self) {
        self.status.damaged_frames += 1;
        if let Some(asked) = &mut self.asked {
            asked.damaged = true;
        }
    }

    fn body(&mut self, body: &str, now: Timestamp) {
        let Some(said) = Said::parse(body) else { return self.damaged() };
        self.status.lines += 1;
        self.status.link = LinkState::Heard;
        self.troubles.cure(Cure::Heard);
        // One that speaks another version is not believed, so nothing counts before it has said which it is.
        if self.status.identity.is_none() && !matches!(said, Said::Identity(_)) {
            return;
        }
        match said {
            Said::Identity(identity) => {
                self.status.identity = Some(identity);
                self.answered(|question| *question == Question::Who);
                self.ask_at = now;
            }
            Said::State(state, load) => {
                self.answered(|question| matches!(question, Question::Want(_) | Question::Name(_)));
                self.ask_at = now.after(Span::from_milliseconds(self.parameters.asking.idle_milliseconds));
                self.state(state, load);
            }
            Said::Drawn { load, number, card } => {
                self.answered(|question| *question == Question::Tell(number));
                self.drawn(load, number, card);
            }
        }
    }

    fn answered(&mut self, by: impl FnOnce(&Question) -> bool) {
        self.asked.take_if(|asked| by(&asked.question));
    }

    fn state(&mut self, state: State, load: Load) {
        if self.name != load.name || load.is_fresh() {
            self.name = load.name;
            self.cut_is_told = false;
            self.position.forget_heard();
        }
        self.is_known = true;
        self.status.state = Some(state);
        self.status.load = Some(load);
        self.troubles.cure(Cure::State);
        if let Some(code) = state.fault() {
            self.troubles.raise(code, Cure::State, format!("the shoe says {}", state.word()));
        }
        if load.is_fresh() {
            self.troubles.cure(Cure::FreshCards);
        }
        let opened = state != State::Service;
        if self.opened.replace(opened) != Some(opened) {
            self.events.push_back(if opened { CardSourceEvent::Opened } else { CardSourceEvent::Closed });
        }
        if load.name.is_some_and(|name| name.host == self.host) && load.cut.is_some() && !core::mem::replace(&mut self.cut_is_told, true) {
            self.events.push_back(CardSourceEvent::CutCard);
        }
    }

    /// A card of another loading than the one that is known is heard of again, once that loading is known.
    fn drawn(&mut self, load: Option<OrderId>, number: u16, card: Read) {
        if load.is_none() || load != self.name || !self.is_known {
            return;
        }
        self.position.hear(number, card);
        if let Some(load) = &mut self.status.load {
            load.drawn = load.drawn.max(number);
        }
    }

    // What is wanted, and what it comes to.

    /// The order that is wanted and has not ended.
    fn order(&self) -> Option<OrderNumber> {
        self.wish.number().filter(|number| self.ended.is_none_or(|ended| *number > ended))
    }

    fn id(&self, number: OrderNumber) -> OrderId {
        OrderId { host: self.host, number }
    }

    fn take_up(&mut self) {
        let Some(load) = self.status.load.filter(|_| self.is_known) else { return };
        let order = self.order();
        if !matches!(self.wish, CardWish::Shuffle { .. }) || order.is_none() {
            self.troubles.cure(Cure::Loaded);
        }
        if !matches!(self.wish, CardWish::Card { .. }) {
            self.position.nothing_wanted(load.drawn);
        }
        let Some(number) = order else { return };
        match self.wish {
            CardWish::Shuffle { packs, .. } => self.take_load(number, packs, &load),
            CardWish::Card { shoe, remaining, .. } => self.take_shoe(number, shoe, remaining.total(), &load),
            CardWish::Verify { .. } | CardWish::Eject { .. } | CardWish::SelfTest { .. } => self.fail(number, OrderFailure::Impossible),
            CardWish::Ready => {}
        }
    }

    /// Fresh cards are wanted: a person loads them, then the loading gets the order's name.
    fn take_load(&mut self, number: OrderNumber, packs: u8, load: &Load) {
        if !(self.parameters.packs.least..=self.parameters.packs.most).contains(&packs) {
            return self.fail(number, OrderFailure::Impossible);
        }
        if load.name == Some(self.id(number)) {
            self.troubles.cure(Cure::Loaded);
            self.troubles.cure(Cure::FreshCards);
            self.position.begin(number);
            self.ended = Some(number);
            return self.events.push_back(CardSourceEvent::Shuffled { number, count: DeckCount::complete(load.packs) });
        }
        if load.is_fresh() {
            self.troubles.cure(Cure::Loaded);
        } else {
            let detail = format!("{packs} packs, shuffled and cut, are to be loaded");
            self.troubles.raise(FaultCode::CardHopperEmpty, Cure::Loaded, detail);
        }
    }

    /// A card is wanted: it comes from the shoe with the right name only, after those that the table has taken.
    fn take_shoe(&mut self, number: OrderNumber, shoe: OrderNumber, remaining: u16, load: &Load) {
        let taken = load.cards().checked_sub(remaining).filter(|taken| *taken <= load.drawn);
        match taken {
            _ if self.position.shoe() == Some(shoe) && load.name == Some(self.id(shoe)) => {}
            Some(taken) if load.name == Some(self.id(shoe)) => self.position.resume(shoe, taken),
            _ => return self.fail(number, OrderFailure::ShoeGone),
        }
        // Once all that came are told, there is no card left to wait for.
        if self.status.state == Some(State::Empty) && self.position.is_at(load.drawn) {
            if load.drawn < load.cards() {
                let detail = format!("the shoe is empty after {} of {} cards", load.drawn, load.cards());
                self.troubles.raise(FaultCode::MissingCard, Cure::FreshCards, detail);
            }
            self.fail(number, OrderFailure::Empty);
        }
    }

    fn fail(&mut self, number: OrderNumber, why: OrderFailure) {
        if why == OrderFailure::ShoeGone {
            let detail = "the shoe is not the one that is dealt from";
            self.troubles.raise(FaultCode::ShoeChanged, Cure::FreshCards, detail.into());
        }
        self.ended = Some(number);
        self.events.push_back(CardSourceEvent::Failed { number, why });
    }

    /// Whether the shoe is the one that the table deals from, as far as is known.
    fn is_own(&self) -> bool {
        self.position.shoe().is_some_and(|shoe| self.name == Some(self.id(shoe)))
    }

    /// Tells the cards that were heard, one after the other, as what they are. After the end of an order the table has to say what it
    /// wants next before another card can be told.
    fn tell_cards(&mut self) {
        while self.is_own() {
            let Some((card, is_unwanted)) = self.position.next() else { return };
            let order = self.order();
            if self.wish.number().is_some() && order.is_none() {
                return;
            }
            self.position.tell();
            let is_card_wanted = matches!(self.wish, CardWish::Card { .. }) && !is_unwanted;
            self.tell(card, order.filter(|_| is_card_wanted));
        }
    }

    /// Tells a card: the end of the order for one, or one that nobody asked for.
    fn tell(&mut self, card: Read, order: Option<OrderNumber>) {
        let (known, why) = match card {
            Read::Card(card) => (Some(card), None),
            Read::Unreadable => {
                self.troubles.raise(FaultCode::CardUnreadable, Cure::FreshCards, "a card was drawn that could not be read".into());
                (None, Some(OrderFailure::Unreadable))
            }
            Read::Foreign => {
                let detail = "a card was drawn that belongs to no pack of the game";
                self.troubles.raise(FaultCode::ForeignCard, Cure::FreshCards, detail.into());
                (None, Some(OrderFailure::Foreign))
            }
        };
        match (order, known, why) {
            (Some(number), _, Some(why)) => self.fail(number, why),
            (Some(number), Some(card), None) => {
                self.ended = Some(number);
                self.events.push_back(CardSourceEvent::Card { number, card });
            }
            _ => self.events.push_back(CardSourceEvent::Unasked { card: known }),
        }
    }

    // What goes out.

    /// Nothing is known to be as it was.
    fn start_anew(&mut self, now: Timestamp) {
        self.asked = None;
        self.ask_at = now;
        self.shown = None;
        self.is_known = false;
        self.status.identity = None;
    }

    fn answer_due(&self, asked: &Asked) -> Timestamp {
        asked.sent_at.after(Span::from_milliseconds(self.parameters.asking.reply_milliseconds))
    }

    /// Does what is due.
    fn drive(&mut self, now: Timestamp) {
        self.take_up();
        self.tell_cards();
        if self.is_open {
            self.ask_again(now);
            if self.asked.is_none() && (self.ask_at <= now || self.is_urgent()) {
                let question = self.question();
                self.send(Asked { question, sent_at: now, tries: 0, damaged: false });
            }
        }
        self.events.extend(self.troubles.changes());
    }

    /// Whether something is to be said at once: while a shoe is lost, nothing is.
    fn is_urgent(&self) -> bool {
        self.is_known && (self.gap().is_some() || self.shown != Some(self.wanted()))
    }

    /// The first card that was drawn and not heard.
    fn gap(&self) -> Option<u16> {
        self.position.gap(self.status.load.filter(|_| self.is_known && self.is_own())?.drawn)
    }

    /// What is wanted of a person: nothing any more once it is done.
    fn wanted(&self) -> Shown {
        match self.wish {
            _ if self.order().is_none() => Shown::Nothing,
            CardWish::Shuffle { packs, .. } => Shown::Load(packs),
            CardWish::Card { to, face, .. } if self.is_own() => {
                self.position.next_number().map_or(Shown::Nothing, |number| Shown::Card { number, to, face })
            }
            _ => Shown::Nothing,
        }
    }

    fn question(&mut self) -> Question {
        if self.status.identity.is_none() {
            return Question::Who;
        }
        if let Some(number) = self.gap() {
            return Question::Tell(number);
        }
        let is_fresh = self.is_known && self.status.load.is_some_and(|load| load.is_fresh());
        match self.wish {
            CardWish::Shuffle { number, .. } if is_fresh && self.order().is_some() && matches!(self.shown, Some(Shown::Load(_))) => {
                Question::Name(self.id(number))
            }
            _ => Question::Want(*self.shown.insert(self.wanted())),
        }
    }

    /// Asks again what was not answered in time, or gives it up.
    fn ask_again(&mut self, now: Timestamp) {
        let Some(asked) = self.asked.take() else { return };
        if self.answer_due(&asked) > now {
            self.asked = Some(asked);
        } else if asked.tries < self.parameters.asking.tries {
            self.status.repeated_questions += 1;
            self.send(Asked { sent_at: now, ..asked });
        } else {
            self.give_up(asked.damaged, now);
        }
    }

    fn give_up(&mut self, damaged: bool, now: Timestamp) {
        self.start_anew(now);
        self.status.link = LinkState::Silent;
        self.ask_at = now.after(Span::from_milliseconds(self.parameters.asking.retry_milliseconds));
        let tries = self.parameters.asking.tries;
        let (code, what) = match damaged {
            true => (FaultCode::CardSourceGarbled, "cannot be understood"),
            false => (FaultCode::CardSourceLost, "does not answer"),
        };
        self.troubles.raise(code, Cure::Heard, format!("the shoe {what}; it was asked {tries} times"));
    }

    fn send(&mut self, asked: Asked) {
        self.outbox.push_back(frame(&asked.question.body()));
        self.asked = Some(Asked { tries: asked.tries + 1, ..asked });
    }
}
