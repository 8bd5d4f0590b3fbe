//! The table at which a golden round is played: a cabinet, its time, and the rules that were laid out for it.

use std::sync::Arc;

use super::action::{Action, Moment, Of, Source};
use super::cards::TABLE;
use super::laid_out::LaidOut;
use super::reports::tell;
use crate::cabinet::{Cabinet, Outcome};
use crate::model::{
    Card, CardPlace, CardSourceEvent, CardWish, Choice, Command, DeckCount, Drawn, Event, Input, Order, OrderNumber, PhaseView, Refusal,
    Seat, SpinNumber, TableNumber, TableOrder, TablePhase, TableView, Timestamp, What, WheelEvent, WheelHappening, WheelWish, Who,
};

/// Ten in the morning on 1 March 2027: any moment will do, for only differences matter.
const START: Timestamp = Timestamp::from_microseconds(1_803_895_200_000_000);

/// How many moments may come due one after the other while time passes, before the cabinet is held to be stuck.
const WAKES_MOST: usize = 1_000;

/// A table and what happened at it since it was last asked.
pub(super) struct PlayedTable {
    cabinet: Option<Cabinet>,
    now: Timestamp,
    newest_spin: SpinNumber,
    /// The card table, or the machine of the seat that spoke last.
    here: TableNumber,
    rules: Option<LaidOut>,
    /// Whether `rules` are not in the cabinet yet.
    rules_are_new: bool,
}

/// What an action brought about.
#[derive(Default)]
pub(super) struct ActionReport {
    pub(super) sentences: Vec<String>,
    /// The refusal, where the action was refused; it must be expected.
    pub(super) refused: Option<Refusal>,
}

impl PlayedTable {
    pub(super) fn new() -> Self {
        Self { cabinet: None, now: START, newest_spin: 0, here: TABLE, rules: None, rules_are_new: false }
    }

    pub(super) fn cabinet(&self) -> Option<&Cabinet> {
        self.cabinet.as_ref()
    }

    pub(super) const fn here(&self) -> TableNumber {
        self.here
    }

    /// Does the action.
    ///
    /// # Errors
    /// Why it cannot be done at all, in words.
    pub(super) fn act(&mut self, action: Action) -> Result<ActionReport, String> {
        match action {
            Action::Rules(name) => self.lay_out(name),
            Action::Setting(key, value) => self.change(&key, &value),
            action => {
                let mut told = self.put_rules_in_force()?;
                let more = self.act_at_table(action)?;
                told.sentences.extend(more.sentences);
                Ok(ActionReport { refused: more.refused, ..told })
            }
        }
    }

    fn act_at_table(&mut self, action: Action) -> Result<ActionReport, String> {
        let action = self.go_to_machine(action);
        match action {
            Action::Command { who, key, round, order } => match order {
                Ok(Order::Table { order, .. }) => {
                    let order = Order::Table { table: self.here, order };
                    Ok(self.step(What::Command(Command { who, key, round, order })))
                }
                Ok(order) => Ok(self.step(What::Command(Command { who, key, round, order }))),
                Err(refusal) => Ok(refused(refusal)),
            },
            Action::Choose { seat, round, choice } => Ok(self.choose(seat, round, choice)),
            Action::Source(source) => self.source(source),
            Action::Drawn(drawn) => self.draw(drawn),
            Action::Wheel(happening, of) => Ok(self.wheel(happening, of)),
            Action::Until(moment) => self.until(moment),
            Action::Pass(span) => self.pass_until(self.now.after(span)),
            Action::Restart => self.restart(),
            Action::Rules(_) | Action::Setting(..) => Err("rules are laid out before they are played".into()),
            Action::AtMachine(..) => Err("something happens at one machine".into()),
        }
    }

    /// Goes to the machine where the action happens: the one it names, else that of the seat that acts. At a shared table it stays.
    fn go_to_machine(&mut self, action: Action) -> Action {
        let (seat, action) = match action {
            Action::AtMachine(seat, action) => (Some(seat), *action),
            action => (action.speaker(), action),
        };
        if let Some((machine, seat)) = self.here.machine().zip(seat) {
            self.here = TableNumber::of_machine(machine, seat);
        }
        action
    }

    fn lay_out(&mut self, name: String) -> Result<ActionReport, String> {
        self.rules = Some(LaidOut::load(name)?);
        self.rules_are_new = true;
        Ok(ActionReport::default())
    }

    /// Gives one key of the rules another value.
    fn change(&mut self, key: &str, value: &str) -> Result<ActionReport, String> {
        let laid_out = self.rules.as_mut().ok_or("a setting changes the rules, and there are none yet")?;
        self.rules_are_new = true;
        laid_out.change(key, value)?;
        Ok(ActionReport::default())
    }

    /// Brings the rules that were laid out into the cabinet: the first make it, later ones wait for the next round.
    fn put_rules_in_force(&mut self) -> Result<ActionReport, String> {
        if !core::mem::take(&mut self.rules_are_new) {
            return if self.cabinet.is_some() { Ok(ActionReport::default()) } else { Err("a round begins with its rules".into()) };
        }
        let terms = self.rules.as_ref().ok_or("there are no rules")?.terms()?.to_bytes();
        let event = What::Event(Event::Terms { terms });
        if self.cabinet.is_some() {
            return Ok(self.step(event));
        }
        let (cabinet, step) = Cabinet::begin(&Input { number: 1, at: self.now, what: event }).map_err(|_| "the rules cannot be read")?;
        let first = cabinet.terms().tables().next().map(|(number, _)| number);
        self.here = first.unwrap_or(TABLE);
        self.cabinet = Some(cabinet);
        Ok(ActionReport { sentences: step.facts.iter().flat_map(tell).collect(), refused: None })
    }

    fn step(&mut self, what: What) -> ActionReport {
        let cabinet = self.cabinet.as_mut().expect("the cabinet is made before anything is done at it");
        let before = cabinet.clone();
        let outcome = cabinet.step(&Input { number: cabinet.number() + 1, at: self.now, what });
        if let WheelWish::Launch(spin) = cabinet.outstanding().wheel {
            self.newest_spin = spin;
        }
        match outcome {
            Outcome::Done(step) => ActionReport { sentences: step.facts.iter().flat_map(tell).collect(), refused: None },
            Outcome::Repeated { .. } => {
                assert!(*cabinet == before, "a repeated command changes nothing");
                ActionReport { sentences: vec!["repeated".into()], refused: None }
            }
            Outcome::Overdue => panic!("every moment on the way is played when time passes"),
            Outcome::Refused(refusal) => {
                assert!(*cabinet == before, "a refused command changes nothing");
                refused(refusal)
            }
        }
    }

    fn wheel(&mut self, happening: WheelHappening, of: Of) -> ActionReport {
        let is_of_a_spin = matches!(
            happening,
            WheelHappening::BallLaunched
                | WheelHappening::NoMoreBets
                | WheelHappening::Result(_)
                | WheelHappening::NoSpin(_)
                | WheelHappening::Fault { .. }
        );
        let spin = match of {
            Of::Newest => is_of_a_spin.then_some(self.newest_spin),
            Of::Spin(number) => Some(number),
            Of::Nobody => None,
        };
        self.step(What::Event(Event::Wheel(WheelEvent { spin, happening, evidence: Vec::new() })))
    }

    /// The seat decides what the table waits for now; where it waits for nothing, the table refuses it.
    fn choose(&mut self, seat: Seat, round: Option<u64>, choice: Choice) -> ActionReport {
        let turns = self.card_table().map(|table| table.turns).unwrap_or_default();
        let turn = turns.iter().find(|turn| turn.seat == seat).or(turns.first()).map_or(0, |turn| turn.turn);
        let order = Order::Table { table: self.here, order: TableOrder::Choose { turn, choice } };
        self.step(What::Command(Command { who: Who::Seat(seat), key: None, round, order }))
    }

    fn card_table(&self) -> Option<TableView> {
        let cabinet = self.cabinet.as_ref()?;
        let tables = cabinet.views(cabinet.rules_view().into()).cabinet.tables;
        tables.into_iter().find(|table| table.table == self.here).map(Arc::unwrap_or_clone)
    }

    fn source(&mut self, source: Source) -> Result<ActionReport, String> {
        match source {
            Source::Ready(burnt) => self.make_ready(&burnt),
            Source::Cards(cards) => self.cards(&cards),
            Source::Opened => Ok(self.source_says(CardSourceEvent::Opened)),
            Source::Closed => Ok(self.source_says(CardSourceEvent::Closed)),
            Source::CutCard => Ok(self.source_says(CardSourceEvent::CutCard)),
            Source::Unasked(card) => Ok(self.source_says(CardSourceEvent::Unasked { card: Some(card) })),
            Source::Fault(code) => Ok(self.source_says(CardSourceEvent::Fault { code, detail: "as the round tells".into() })),
            Source::FaultOver(code) => Ok(self.source_says(CardSourceEvent::FaultCleared(code))),
            Source::Fails(why) => {
                let number = self.ordered()?;
                Ok(self.source_says(CardSourceEvent::Failed { number, why }))
            }
            Source::WrongCount => {
                let CardWish::Shuffle { number, deck } = self.card_wish() else { return Err("no shuffle is wanted".into()) };
                let whole = DeckCount::complete(deck);
                Ok(self.source_says(CardSourceEvent::Shuffled { number, count: DeckCount { cards: whole.cards - 1, missing: 1, ..whole } }))
            }
        }
    }

    /// Opens the source and shuffles, until no shuffle is wanted; then these cards are burnt, which must be as many as the rules ask for.
    fn make_ready(&mut self, burnt: &[Card]) -> Result<ActionReport, String> {
        let mut told = self.source_says(CardSourceEvent::Opened);
        while let CardWish::Shuffle { number, deck } = self.card_wish() {
            let event = CardSourceEvent::Shuffled { number, count: DeckCount::complete(deck) };
            told.sentences.extend(self.source_says(event).sentences);
        }
        for card in burnt {
            let Some(number) = self.burn_wish() else { return Err(format!("{card}: no card is to be burnt")) };
            told.sentences.extend(self.source_says(CardSourceEvent::Card { number, card: *card }).sentences);
        }
        match self.burn_wish() {
            Some(_) => Err("the rules ask for a card to be burnt: `shoe ready and burns CARDS...` says which".into()),
            None => Ok(told),
        }
    }

    /// The order for a card to be burnt.
    fn burn_wish(&self) -> Option<OrderNumber> {
        match self.card_wish() {
            CardWish::Card { number, to: CardPlace::Discard, .. } => Some(number),
            _ => None,
        }
    }

    fn cards(&mut self, cards: &[Card]) -> Result<ActionReport, String> {
        let mut told = ActionReport::default();
        for card in cards {
            let CardWish::Card { number, .. } = self.card_wish() else { return Err(format!("{card}: no card is wanted")) };
            told.sentences.extend(self.source_says(CardSourceEvent::Card { number, card: *card }).sentences);
        }
        Ok(told)
    }

    /// This is drawn for the order that stands at the table.
    fn draw(&mut self, drawn: Drawn) -> Result<ActionReport, String> {
        let orders = self.cabinet.as_ref().map(Cabinet::chance_orders).unwrap_or_default();
        let order = orders.into_iter().find(|order| order.table == self.here).ok_or("no draw is wanted")?;
        Ok(self.step(What::Event(Event::Drawn { table: self.here, number: order.number, drawn })))
    }

    fn ordered(&self) -> Result<OrderNumber, String> {
        self.card_wish().number().ok_or_else(|| "no card is wanted".into())
    }

    fn card_wish(&self) -> CardWish {
        let wishes = self.cabinet.as_ref().map(Cabinet::card_wishes).unwrap_or_default();
        wishes.iter().find(|(table, _)| *table == self.here).map_or(CardWish::Ready, |(_, wish)| *wish)
    }

    fn source_says(&mut self, event: CardSourceEvent) -> ActionReport {
        self.step(What::Event(Event::Cards { table: self.here, event }))
    }

    fn until(&mut self, moment: Moment) -> Result<ActionReport, String> {
        let cabinet = self.cabinet.as_ref().expect("the cabinet is made before anything is done at it");
        let view = cabinet.views(cabinet.rules_view().into()).cabinet;
        let table = self.card_table();
        let (phase, deal) = (view.phase, table.as_ref().map(|table| table.phase));
        let fits = match moment {
            Moment::Stakes => deal == Some(TablePhase::Staking),
            Moment::Decision => table.is_some_and(|table| !table.turns.is_empty()),
            Moment::Card => table.is_some_and(|table| table.card_to.is_some()),
            Moment::DealShown => deal == Some(TablePhase::Paid),
            Moment::Countdown => phase == PhaseView::Open,
            Moment::Pause => phase == PhaseView::Paid,
            Moment::RunningBall => phase == PhaseView::BallRunning,
            Moment::Spin => matches!(phase, PhaseView::BallRunning | PhaseView::Closed),
        };
        match cabinet.outstanding().wake_at {
            Some(wake_at) if fits => self.pass_until(wake_at),
            _ => Err(format!("nothing of the kind is awaited; the phase is {phase:?}")),
        }
    }

    /// Lets time pass until `end`, with every moment that the cabinet waits for on the way.
    fn pass_until(&mut self, end: Timestamp) -> Result<ActionReport, String> {
        let mut told = ActionReport::default();
        for _ in 0..WAKES_MOST {
            let wake_at = self.cabinet.as_ref().and_then(|cabinet| cabinet.outstanding().wake_at).filter(|wake_at| *wake_at <= end);
            let Some(wake_at) = wake_at else {
                self.now = end;
                return Ok(told);
            };
            self.now = self.now.max(wake_at);
            told.sentences.extend(self.step(What::Event(Event::Wake)).sentences);
        }
        Err("the cabinet wants to be woken again and again".into())
    }

    /// The program stops at once and starts again from what it had written down.
    fn restart(&mut self) -> Result<ActionReport, String> {
        let bytes = self.cabinet.as_ref().expect("the cabinet is made before anything is done at it").to_bytes();
        let restored = Cabinet::from_bytes(&bytes).ok_or("the checkpoint cannot be read")?;
        if self.cabinet.as_ref() != Some(&restored) {
            return Err("the checkpoint holds another state".into());
        }
        self.cabinet = Some(restored);
        Ok(self.step(What::Event(Event::Started {
            version: "golden round".into(),
            wall: None,
            unproved_after: None,
            practice: Event::PRACTICE,
            identity: None,
        })))
    }
}

fn refused(refusal: Refusal) -> ActionReport {
    ActionReport { sentences: vec![format!("refused {}", refusal.name())], refused: Some(refusal) }
}
