//! The shoe as seen from the cabinet: wishes go in, and what a person does with the shoe comes out.

use alloc::format;
use alloc::string::String;

use super::parameters::Parameters;
use super::position::Position;
use super::status::{Load, State, Status};
use super::words::{Question, Read, Said, Shown};
use crate::model::{CardSourceEvent, CardWish, Deck, DeckCount, FaultCode, OrderFailure, OrderNumber, Timestamp};
use crate::sensing::CardSourceMachine;
use crate::sensing::card_source::{CardDialect, OrderId, Packs, Source, SourceOf};

/// Stands for the number of an order for fresh cards that was overheard before it gave its name to a loading. No order has it.
const NOT_NAMED_YET: OrderNumber = OrderNumber::MAX;

/// What ends a fault of a shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cure {
    /// Any answer.
    Heard,
    /// The shoe's state is told anew.
    State,
    /// The shoe is loaded anew, or is not to be any more.
    Loaded,
    /// The shoe is loaded anew.
    FreshCards,
}

/// A card-reading shoe, driven as a [`SerialMachine`](crate::sensing::SerialMachine).
#[derive(Clone, Debug)]
pub struct Shoe {
    source: SourceOf<Self>,
    packs: Packs,
    /// What was last shown to the person who draws.
    shown: Option<Shown>,
    /// How the newest loading is called that was heard of.
    name: Option<OrderId>,
    position: Position,
    /// Whether the cutting card of this loading was told.
    cut_is_told: bool,
    /// The newest order for a card.
    newest_card: Option<OrderNumber>,
    /// Whether a cabinet was overheard that has asked more than who the shoe is, as it does only where it knows the shoe's version.
    is_version_known: bool,
    /// Whether that order is for the card that another one was for, and it is not known yet that the person who draws was shown the place.
    is_moved: bool,
}

impl CardDialect for Shoe {
    type Question = Question;
    type Cure = Cure;
    type Status = Status;

    const NAME: &'static str = "card-reading shoe";
    const CALLED: &'static str = "the shoe";
    const HEARD: Cure = Cure::Heard;

    fn source(&self) -> &SourceOf<Self> {
        &self.source
    }

    fn source_mut(&mut self) -> &mut SourceOf<Self> {
        &mut self.source
    }

    fn understand(&mut self, body: &str, now: Timestamp) -> bool {
        Said::parse(body).map(|said| self.hear(said, now)).is_some()
    }

    fn understand_without_card(&mut self, body: &str, now: Timestamp) -> bool {
        Said::parse_without_card(body).map(|said| self.hear(said, now)).is_some()
    }

    fn question_of(body: &str) -> Option<Question> {
        Question::parse(body)
    }

    fn is_first(question: &Question) -> bool {
        *question == Question::Who
    }

    fn overheard(&mut self, question: &Question) {
        self.is_version_known = *question != Question::Who;
        let wish = match *question {
            Question::Want(Shown::Load(packs)) => CardWish::Shuffle { number: NOT_NAMED_YET, deck: Deck::plain(packs) },
            Question::Name(id) => {
                self.source.host = id.host;
                CardWish::Shuffle { number: id.number, deck: Deck::plain(self.source.status.load.map_or(0, |load| load.packs)) }
            }
            // A card is wanted only of a shoe that bears the cabinet's own name.
            Question::Want(Shown::Card { .. }) => {
                self.source.host = self.name.map_or(self.source.host, |name| name.host);
                CardWish::Ready
            }
            Question::Want(Shown::Nothing) => CardWish::Ready,
            Question::Who | Question::Tell(_) => return,
        };
        let is_possible = !matches!(wish, CardWish::Shuffle { deck, .. } if !self.packs.allow(deck));
        self.source.wish = if is_possible { wish } else { CardWish::Ready };
    }

    fn act(&mut self, _now: Timestamp) {
        self.take_up();
        self.tell_cards();
    }

    fn question(&mut self) -> (Question, String) {
        let question = self.next_question();
        (question, question.body())
    }

    fn is_urgent(&self) -> bool {
        // While a shoe is lost, nothing is.
        self.source.is_known && (self.gap().is_some() || self.shown != Some(self.wanted()))
    }

    fn forget(&mut self) {
        self.shown = None;
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
            source: Source::new(host, parameters.line, parameters.asking),
            packs: parameters.packs,
            shown: None,
            name: None,
            position: Position::default(),
            cut_is_told: false,
            newest_card: None,
            is_version_known: false,
            is_moved: false,
        }
    }

    // What comes in.

    /// One that speaks another version is not believed, so nothing counts before it is known which it is.
    fn hear(&mut self, said: Said, now: Timestamp) {
        self.source.heard(Cure::Heard);
        if self.source.status.line.identity.is_some() || self.is_version_known || matches!(said, Said::Identity(_)) {
            self.said(said, now);
        }
    }

    fn said(&mut self, said: Said, now: Timestamp) {
        match said {
            Said::Identity(identity) => {
                self.source.status.line.identity = Some(identity);
                self.source.answered(|question| *question == Question::Who);
                self.source.pause(0, now);
            }
            Said::State(state, load) => {
                let is_shown = self.source.asked() == Some(&Question::Want(self.wanted()));
                self.source.answered(|question| matches!(question, Question::Want(_) | Question::Name(_)));
                self.source.idle(now);
                self.state(state, load);
                if is_shown && core::mem::take(&mut self.is_moved) {
                    self.position.is_unwanted_until(load.drawn);
                }
            }
            Said::Drawn { load, number, card } => {
                self.source.answered(|question| *question == Question::Tell(number));
                self.drawn(load, number, card);
            }
        }
    }

    fn state(&mut self, state: State, load: Load) {
        if self.name != load.name || load.is_fresh() {
            self.name = load.name;
            self.cut_is_told = false;
            self.position.forget_heard();
        }
        let former = self.source.status.load.replace(load);
        self.source.is_known = true;
        self.source.status.state = Some(state);
        self.source.troubles.cure(Cure::State);
        if let Some(code) = state.fault() {
            self.source.troubles.raise(code, Cure::State, format!("the shoe says {}", state.word()));
        }
        if load.is_fresh() {
            self.source.troubles.cure(Cure::FreshCards);
        } else if let Some(why) = former.and_then(|former| load.contradicts(&former)) {
            self.contradicts(why);
        }
        self.source.open_or_close(state != State::Service);
        if load.name.is_some_and(|name| name.host == self.source.host)
            && load.cut.is_some()
            && !core::mem::replace(&mut self.cut_is_told, true)
        {
            self.source.events.push_back(CardSourceEvent::CutCard);
        }
    }

    /// A card of another loading than the one that is known is heard of again, once that loading is known.
    fn drawn(&mut self, load: Option<OrderId>, number: u16, card: Option<Read>) {
        if load.is_none() || load != self.name || !self.source.is_known {
            return;
        }
        if let Some(contradiction) = card.and_then(|card| self.position.hear(number, card)) {
            let dealt = if contradiction.is_told { "after it was dealt" } else { "before it was dealt" };
            self.contradicts(format!("the shoe says another card under number {number}, {dealt}"));
        }
        if let Some(load) = &mut self.source.status.load {
            load.drawn = load.drawn.max(number);
        }
    }

    /// The shoe has contradicted itself: what was dealt stays, and no card of this loading is believed without an attendant.
    fn contradicts(&mut self, detail: String) {
        self.source.troubles.raise(FaultCode::CardSourceContradiction, Cure::FreshCards, detail);
    }

    // What is wanted, and what it comes to.

    /// The order that is wanted and has not ended.
    fn order(&self) -> Option<OrderNumber> {
        self.source.wish.number().filter(|number| !self.source.has_ended(*number))
    }

    /// A card is ordered anew where the order before has come to no end: the person who draws may have drawn it for the former place.
    fn see_whether_moved(&mut self) {
        let CardWish::Card { number, .. } = self.source.wish else { return };
        let former = self.newest_card.replace(number).filter(|former| *former != number);
        self.is_moved |= former.is_some_and(|former| !self.source.has_ended(former));
    }

    fn take_up(&mut self) {
        self.see_whether_moved();
        let Some(load) = self.source.status.load.filter(|_| self.source.is_known) else { return };
        let order = self.order();
        if !matches!(self.source.wish, CardWish::Shuffle { .. }) || order.is_none() {
            self.source.troubles.cure(Cure::Loaded);
        }
        if !matches!(self.source.wish, CardWish::Card { .. }) {
            self.position.nothing_wanted(load.drawn);
        }
        let Some(number) = order else { return };
        match self.source.wish {
            CardWish::Shuffle { deck, .. } => self.take_load(number, deck, &load),
            CardWish::Card { shoe, taken, .. } => self.take_shoe(number, shoe, taken, &load),
            CardWish::Verify { .. } | CardWish::Eject { .. } | CardWish::SelfTest { .. } => self.fail(number, OrderFailure::Impossible),
            CardWish::Ready => {}
        }
    }

    /// Fresh cards are wanted: a person loads them, then the loading gets the order's name.
    fn take_load(&mut self, number: OrderNumber, deck: Deck, load: &Load) {
        if !self.packs.allow(deck) {
            return self.fail(number, OrderFailure::Impossible);
        }
        if load.name == Some(self.source.id(number)) {
            self.source.troubles.cure(Cure::Loaded);
            self.source.troubles.cure(Cure::FreshCards);
            self.position.begin(number);
            self.source.ended = Some(number);
            return self.source.events.push_back(CardSourceEvent::Shuffled { number, count: DeckCount::complete(load.packs) });
        }
        if load.is_fresh() {
            self.source.troubles.cure(Cure::Loaded);
        } else {
            let detail = format!("{} packs, shuffled and cut, are to be loaded", deck.packs);
            self.source.troubles.raise(FaultCode::CardHopperEmpty, Cure::Loaded, detail);
        }
    }

    /// A card is wanted: it comes from the shoe with the right name only, after those that the table has taken.
    fn take_shoe(&mut self, number: OrderNumber, shoe: OrderNumber, taken: u16, load: &Load) {
        let taken = Some(taken).filter(|taken| *taken <= load.drawn);
        match taken {
            _ if self.position.shoe() == Some(shoe) && load.name == Some(self.source.id(shoe)) => {}
            Some(taken) if load.name == Some(self.source.id(shoe)) => self.position.resume(shoe, taken),
            _ => return self.fail(number, OrderFailure::ShoeGone),
        }
        // Once all that came are told, there is no card left to wait for.
        if self.source.status.state == Some(State::Empty) && self.position.is_at(load.drawn) {
            if load.drawn < load.cards() {
                let detail = format!("the shoe is empty after {} of {} cards", load.drawn, load.cards());
                self.source.troubles.raise(FaultCode::MissingCard, Cure::FreshCards, detail);
            }
            self.fail(number, OrderFailure::Empty);
        }
    }

    fn fail(&mut self, number: OrderNumber, why: OrderFailure) {
        if why == OrderFailure::ShoeGone {
            let detail = "the shoe is not the one that is dealt from";
            self.source.troubles.raise(FaultCode::ShoeChanged, Cure::FreshCards, detail.into());
        }
        self.source.ended = Some(number);
        self.source.events.push_back(CardSourceEvent::Failed { number, why });
    }

    /// Whether the shoe is the one that the table deals from, as far as is known.
    fn is_own(&self) -> bool {
        self.position.shoe().is_some_and(|shoe| self.name == Some(self.source.id(shoe)))
    }

    /// Tells the cards that were heard, one after the other, as what they are. After the end of an order the table has to say what it
    /// wants next before another card can be told.
    fn tell_cards(&mut self) {
        while self.is_own() && !self.is_moved {
            let Some((card, is_unwanted)) = self.position.next() else { return };
            let order = self.order();
            if self.source.wish.number().is_some() && order.is_none() {
                return;
            }
            self.position.tell();
            let is_card_wanted = matches!(self.source.wish, CardWish::Card { .. }) && !is_unwanted;
            self.tell(card, order.filter(|_| is_card_wanted));
        }
    }

    /// Tells a card: the end of the order for one, or one that nobody asked for.
    fn tell(&mut self, card: Read, order: Option<OrderNumber>) {
        let (known, why) = match card {
            Read::Card(card) => (Some(card), None),
            Read::Unreadable => {
                self.source.troubles.raise(FaultCode::CardUnreadable, Cure::FreshCards, "a card was drawn that could not be read".into());
                (None, Some(OrderFailure::Unreadable))
            }
            Read::Foreign => {
                let detail = "a card was drawn that belongs to no pack of the game";
                self.source.troubles.raise(FaultCode::ForeignCard, Cure::FreshCards, detail.into());
                (None, Some(OrderFailure::Foreign))
            }
        };
        match (order, known, why) {
            (Some(number), _, Some(why)) => self.fail(number, why),
            (Some(number), Some(card), None) => {
                self.source.ended = Some(number);
                self.source.events.push_back(CardSourceEvent::Card { number, card });
            }
            _ => self.source.events.push_back(CardSourceEvent::Unasked { card: known }),
        }
    }

    // What goes out.

    /// The first card that was drawn and not heard.
    fn gap(&self) -> Option<u16> {
        self.position.gap(self.source.status.load.filter(|_| self.source.is_known && self.is_own())?.drawn)
    }

    /// What is wanted of a person: nothing any more once it is done.
    fn wanted(&self) -> Shown {
        match self.source.wish {
            _ if self.order().is_none() => Shown::Nothing,
            CardWish::Shuffle { deck, .. } => Shown::Load(deck.packs),
            CardWish::Card { to, face, .. } if self.is_own() => {
                self.position.next_number().map_or(Shown::Nothing, |number| Shown::Card { number, to, face })
            }
            _ => Shown::Nothing,
        }
    }

    fn next_question(&mut self) -> Question {
        if self.source.status.line.identity.is_none() {
            return Question::Who;
        }
        if let Some(number) = self.gap() {
            return Question::Tell(number);
        }
        let is_fresh = self.source.is_known && self.source.status.load.is_some_and(|load| load.is_fresh());
        match self.source.wish {
            CardWish::Shuffle { number, .. } if is_fresh && self.order().is_some() && matches!(self.shown, Some(Shown::Load(_))) => {
                Question::Name(self.source.id(number))
            }
            _ => Question::Want(*self.shown.insert(self.wanted())),
        }
    }
}
