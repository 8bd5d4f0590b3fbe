//! One deal of every card game, and at each of its steps in turn: the program is killed, the card source fails in every way it can and
//! raises every fault it has, the players fall silent, the attendant orders everything that an attendant may. The deal comes to its end or every stake comes back, as the rules say, and the books balance.

use std::collections::BTreeSet;

use croupier::games::timing::RestartInDeal;
use croupier::model::*;
use croupier::profiles::{Kind, card_game_of, file_keys, game_of};
use croupier::sim::audited_table::{AuditedTable, attendant, card_rules};
use croupier::sim::card_play::{self, carried_out};

/// More steps than any of these deals takes.
const STEPS_MOST: usize = 400;

/// How many draws are tried to find one that leads on.
const DRAWS_TRIED: u64 = 300;

/// What happens at one step.
#[derive(Clone, Debug)]
enum Interruption {
    /// The program is killed and started again.
    Kill,
    /// Nobody decides any more.
    Silence,
    /// The card source says this; the number of an order is filled in.
    Says(CardSourceEvent),
    /// The order comes to this end.
    Fails(OrderFailure),
    /// The ordered card is one that has come as often as the packs hold it.
    WrongCard,
    /// The attendant orders this, whether it may be ordered just then or not.
    Attends(TableOrder),
}

/// How a deal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Settled,
    Voided,
}

/// The table, and what has become of its deal.
struct Table {
    audited: AuditedTable,
    end: Option<End>,
    is_silent: bool,
    is_interrupted: bool,
    decisions: u64,
    /// The kinds of choices that were taken.
    taken: BTreeSet<ChoiceKind>,
    /// Whether somebody was offered to collect what was won.
    has_won: bool,
}

impl Table {
    fn begin(rules: &str) -> Self {
        Self {
            audited: AuditedTable::begin(rules),
            end: None,
            is_silent: false,
            is_interrupted: false,
            decisions: 0,
            taken: BTreeSet::new(),
            has_won: false,
        }
    }

    fn order(&mut self, who: Who, order: TableOrder) {
        self.audited.order(who, order.clone()).unwrap_or_else(|refusal| panic!("{order:?} was refused: {refusal:?}"));
    }

    /// How the deal ended, if it did since this was asked last.
    fn look_for_end(&mut self) {
        for (_, facts) in self.audited.take_record() {
            for fact in facts {
                match fact {
                    Fact::Table { fact: TableFact::Settled { .. }, .. } => self.end = Some(End::Settled),
                    Fact::Table { fact: TableFact::Voided { .. }, .. } => self.end = Some(End::Voided),
                    _ => {}
                }
            }
        }
    }

    fn is_machine(&self) -> bool {
        self.audited.table.owner().is_some()
    }

    /// Whether what was won at a machine stands: it is offered, or was before it was put at risk.
    fn stands(&self) -> bool {
        let offers = self.audited.seats().flat_map(|seat| self.audited.offers(seat)).any(|offer| offer.kind == ChoiceKind::Collect);
        self.is_machine() && (self.has_won || offers || self.has_won_tie())
    }

    /// Whether a bet on a tie was won: the card of its draw, the one after the first for draw 0, is of the rank of the one before.
    fn has_won_tie(&self) -> bool {
        let view = self.audited.view();
        let cards: Vec<Card> = view.hands.first().map(|hand| hand.cards.iter().flatten().copied().collect()).unwrap_or_default();
        let is_won =
            |stake: &BoxStake| cards[usize::from(stake.hand)..].windows(2).next().is_some_and(|two| two[0].rank() == two[1].rank());
        view.stakes.iter().any(|stake| stake.kind == StakeKind::Tie && is_won(stake))
    }

    /// Two seats buy in and stake; the second one dark, where the game knows that. At a machine it is the one whose machine it is.
    fn stake(&mut self) {
        self.audited.source(CardSourceEvent::Opened);
        let offers = self.audited.view().offers;
        for seat in self.audited.seats().take(2).collect::<Vec<_>>() {
            self.audited.buy_in(seat, Money::from_minor(1_000_000)).expect("a seat may hold so much");
            let is_wanted = |_, kind| !matches!(kind, StakeKind::Bet | StakeKind::Insurance) || seat.number() == 2;
            let first = Money::from_minor(100 * i64::from(seat.number()));
            let forms = card_play::stakes(&offers, self.audited.own_box(seat), first, is_wanted);
            self.order(Who::Seat(seat), TableOrder::Stake(forms));
        }
    }

    /// The next thing that has to happen happens.
    fn go_on(&mut self) {
        let table = self.audited.view();
        if table.hold.is_some() {
            return self.mend(&table);
        }
        let wish = self.audited.wish();
        // The first cards of all are a hand that wins, so that the deal of a machine has its risk game.
        let is_first = self.is_machine();
        match carried_out(&wish, &mut |count| if is_first { 0 } else { (wish.number().unwrap_or(0) * 29 + 5) % count }) {
            Some(said) => self.audited.source(said),
            None if !table.turns.is_empty() && !self.is_silent => self.decide(),
            None if self.audited.draw().is_some() => self.draw(),
            None => assert!(self.audited.wake(), "the table waits for something"),
        }
    }

    /// What is drawn leads to as much as can be: to another draw, or else to somebody being asked.
    fn draw(&mut self) {
        let order = self.audited.draw().expect("a draw is ordered");
        let value = |nth: u64, place: usize, values: u16| ((nth / 3_u64.pow(place as u32) + nth) % u64::from(values)) as u16;
        let drawn = |nth: u64| order.urn.places().iter().enumerate().map(|(place, values)| value(nth, place, *values)).collect::<Vec<_>>();
        let after = |values: &[u16]| {
            let mut tried = self.audited.clone();
            tried.drawn(order.number, values.to_vec());
            tried
        };
        let draws: Vec<Vec<u16>> = (0..DRAWS_TRIED).map(drawn).collect();
        let found = draws.iter().find(|values| after(values).draw().is_some());
        let found = found.or_else(|| draws.iter().find(|values| !after(values).view().turns.is_empty()));
        self.audited.drawn(order.number, found.expect("a machine pays now and then").clone());
    }

    /// The player whose turn it is takes one of the choices offered, another kind each time; at a machine nothing is collected while there is
    /// another.
    fn decide(&mut self) {
        let turn = *self.audited.view().turns.first().expect("it is somebody's turn");
        self.has_won = self.stands();
        let offers = self.audited.offers(turn.seat);
        let is_new = |offer: &&Offer| offer.kind != ChoiceKind::Collect && !self.taken.contains(&offer.kind);
        let new = offers.iter().rev().find(is_new).filter(|_| self.is_machine());
        let offer = new.unwrap_or(&offers[(self.decisions * 3) as usize % offers.len()]);
        self.decisions += 1;
        self.taken.insert(offer.kind);
        // At a machine all cards are kept, and the last of the closed ones is picked, which is the highest.
        let picked = match offer.kind {
            ChoiceKind::Pick => 1,
            _ if self.is_machine() => 0,
            _ => self.decisions,
        };
        let choice = card_play::choice(offer, &mut |count| picked % count);
        self.order(Who::Seat(turn.seat), TableOrder::Choose { turn: turn.turn, choice });
    }

    /// The table is made to go on: the source shows itself, its faults end, the attendant has looked.
    fn mend(&mut self, table: &TableView) {
        self.audited.source(CardSourceEvent::Opened);
        let codes: Vec<FaultCode> = table.faults.iter().map(|fault| fault.code).collect();
        for code in codes {
            if code.remedy() == Remedy::Itself {
                self.audited.source(CardSourceEvent::FaultCleared(code));
            }
        }
        if self.audited.view().hold.is_some() {
            self.order(attendant(), TableOrder::Resume);
        }
    }

    fn interrupt(&mut self, interruption: &Interruption) {
        self.is_interrupted = true;
        let wish = self.audited.wish();
        match interruption {
            Interruption::Silence => self.is_silent = true,
            Interruption::Kill => self.audited.restart(),
            Interruption::Says(event) => self.audited.source(event.clone()),
            Interruption::Fails(why) => {
                if let Some(number) = wish.number() {
                    self.audited.source(CardSourceEvent::Failed { number, why: *why });
                }
            }
            Interruption::Attends(order) => {
                let refused = self.audited.order(attendant(), order.clone()).err();
                assert!(refused.is_none_or(|refusal| refusal == Refusal::WrongPhase), "{order:?} was refused: {refused:?}");
            }
            Interruption::WrongCard => {
                if let CardWish::Card { number, remaining, .. } = wish
                    && let Some(card) = Card::all().find(|card| remaining.count(*card) == 0)
                {
                    self.audited.source(CardSourceEvent::Card { number, card });
                }
            }
        }
    }
}

/// What may become of the deal in whose step `at` this happens.
fn expected(interruption: &Interruption, table: &Table, rules: &str) -> Option<End> {
    let view = table.audited.view();
    let is_under_way = matches!(view.phase, TablePhase::Dealing | TablePhase::Shuffling);
    let is_dealing = view.phase == TablePhase::Dealing;
    let keys = file_keys(Kind::Rules, rules).expect("a shipped rules file");
    let game = card_game_of(game_of(rules), keys).expect("a shipped rules file");
    let is_card = matches!(table.audited.wish(), CardWish::Card { to, .. } if to != CardPlace::Discard);
    let stands = table.stands();
    let end = |is_void: bool| Some(if is_void && !stands { End::Voided } else { End::Settled });
    match interruption {
        Interruption::Kill => end(is_under_way && game.rules().timing().restart_in_deal == RestartInDeal::Void),
        Interruption::Silence => end(false),
        Interruption::Fails(OrderFailure::CalledOff | OrderFailure::Impossible) => end(false),
        Interruption::Fails(_) => end(is_dealing && is_card),
        Interruption::WrongCard => {
            let is_there =
                matches!(table.audited.wish(), CardWish::Card { remaining, .. } if Card::all().any(|card| remaining.count(card) == 0));
            end(is_dealing && is_card && is_there)
        }
        Interruption::Says(CardSourceEvent::Unasked { card: None }) => end(is_dealing),
        // It stays in play by some rules, makes the deal void by others, and the deck defective where it cannot be there.
        Interruption::Says(CardSourceEvent::Unasked { .. }) => None,
        Interruption::Says(_) => end(false),
        Interruption::Attends(TableOrder::Void { .. }) => end(view.settlement.is_none()),
        // By some rules such a mistake of the dealer is put right, by others it makes the deal void.
        Interruption::Attends(TableOrder::MissedBox(_) | TableOrder::ExposedCard | TableOrder::CardTooMany(_)) if is_dealing => None,
        Interruption::Attends(_) => end(false),
    }
}

/// Plays the deal with the interruption at one step; whether the deal had that step.
fn play(rules: &str, at: usize, interruption: &Interruption) -> bool {
    let mut table = Table::begin(rules);
    table.stake();
    let mut may_be = None;
    for step in 0..STEPS_MOST {
        if step == at {
            may_be = expected(interruption, &table, rules);
            table.interrupt(interruption);
        }
        table.look_for_end();
        if let Some(end) = table.end {
            let views = table.audited.views();
            table.audited.compare(&views).unwrap_or_else(|objection| panic!("{objection}"));
            let view = table.audited.view();
            assert!(view.stakes.is_empty() || view.settlement.is_some());
            assert!(may_be.is_none_or(|expected| expected == end), "{rules}: {interruption:?} at step {at}: {end:?}");
            return table.is_interrupted;
        }
        table.go_on();
    }
    panic!("{rules}: {interruption:?} at step {at}: the deal does not come to its end: {:?}", table.audited.view());
}

fn interruptions() -> Vec<Interruption> {
    let ace = "As".parse().expect("the name of a card");
    let said = [
        CardSourceEvent::Closed,
        CardSourceEvent::Opened,
        CardSourceEvent::CutCard,
        CardSourceEvent::Unasked { card: Some(ace) },
        CardSourceEvent::Unasked { card: None },
        CardSourceEvent::Card { number: u64::MAX, card: ace },
        CardSourceEvent::Shuffled { number: u64::MAX, count: DeckCount::complete(1) },
    ];
    let faults = faults().into_iter().map(|code| CardSourceEvent::Fault { code, detail: "at the feed".into() });
    let said = said.into_iter().chain(faults).map(Interruption::Says);
    let failures = OrderFailure::ALL.into_iter().map(Interruption::Fails);
    let attended = attended().into_iter().map(Interruption::Attends);
    [Interruption::Kill, Interruption::Silence, Interruption::WrongCard].into_iter().chain(said).chain(failures).chain(attended).collect()
}

/// Every fault that a card source may raise: those behind the faults of wheels and of the cabinet, but that of draws, which come from the
/// program.
fn faults() -> Vec<FaultCode> {
    let behind = FaultCode::ALL.into_iter().skip_while(|code| *code != FaultCode::CardSourceLost);
    let faults: Vec<FaultCode> = behind.filter(|code| *code != FaultCode::ChanceDefect).collect();
    assert_eq!(faults.len(), 16, "{faults:?}");
    faults
}

/// Everything that an attendant may order at a card table.
fn attended() -> [TableOrder; 8] {
    let void = |new_shoe| TableOrder::Void { reason: "misdeal".into(), new_shoe };
    let hold = TableOrder::Hold { reason: "a look".into() };
    let first = BoxNumber(1);
    let (missed, too_many) = (TableOrder::MissedBox(first), TableOrder::CardTooMany(first));
    [hold, TableOrder::Resume, void(false), void(true), TableOrder::Shuffle, missed, TableOrder::ExposedCard, too_many]
}

/// In a deal of a machine that nothing interrupts all that it offers is taken, but that nothing is collected before.
#[test]
fn the_deal_of_a_machine_goes_through_all_that_it_offers() {
    for name in card_rules() {
        let mut table = Table::begin(&name);
        table.stake();
        let mut offered = BTreeSet::new();
        for _ in 0..STEPS_MOST {
            if table.end.is_some() || !table.is_machine() {
                break;
            }
            offered.extend(table.audited.seats().flat_map(|seat| table.audited.offers(seat)).map(|offer| offer.kind));
            table.go_on();
            table.look_for_end();
        }
        let missed: Vec<&ChoiceKind> = offered.difference(&table.taken).filter(|kind| **kind != ChoiceKind::Collect).collect();
        assert!(missed.is_empty(), "{name}: {missed:?} were offered and not taken");
        assert!(!table.is_machine() || (table.has_won && offered.len() >= 4), "{name}: {offered:?}");
    }
}

/// Nobody stakes or decides at the machine of another, and nothing that he does there changes anything.
#[test]
fn at_every_step_of_a_machine_nobody_but_its_owner_stakes_or_decides() {
    for name in card_rules() {
        let mut table = Table::begin(&name);
        if !table.is_machine() {
            continue;
        }
        let owner = table.audited.seats().next().expect("it is somebody's");
        let other = Seat::all().find(|seat| *seat != owner).expect("there are seats");
        table.audited.buy_in(other, Money::from_minor(1_000)).expect("a seat may hold so much");
        let mut refused = [0; 2];
        table.stake();
        for _ in 0..STEPS_MOST {
            if table.end.is_some() {
                break;
            }
            let view = table.audited.view();
            let form = StakeForm { place: BoxNumber(1), kind: StakeKind::Main, amount: Money::from_minor(100) };
            let staked = table.audited.order(Who::Seat(other), TableOrder::Stake(vec![form]));
            assert_eq!(staked, Err(Refusal::TableUnknown), "{name}");
            refused[0] += 1;
            for offer in table.audited.offers(owner) {
                let turn = view.turns.first().expect("somebody is offered something").turn;
                let choice = card_play::choice(&offer, &mut |_| 0);
                let chosen = table.audited.order(Who::Seat(other), TableOrder::Choose { turn, choice });
                assert_eq!(chosen, Err(Refusal::TableUnknown), "{name}: {choice:?}");
                refused[1] += 1;
            }
            assert!(table.audited.offers(other).is_empty(), "{name}");
            let views = table.audited.views();
            table.audited.compare(&views).unwrap_or_else(|objection| panic!("{objection}"));
            table.go_on();
            table.look_for_end();
        }
        assert!(refused[0] > 10 && refused[1] >= 4, "{name}: {refused:?}");
    }
}

#[test]
fn at_every_step_of_every_game_stakes_come_back_or_the_deal_is_finished() {
    let rules = card_rules();
    assert!(rules.len() >= 6, "the shipped card games");
    for name in rules {
        for interruption in interruptions() {
            let steps = (0..STEPS_MOST).take_while(|at| play(&name, *at, &interruption)).count();
            // Shuffle, the close of stakes and four cards are the least that a deal can be.
            assert!(steps >= 6, "{name}: {interruption:?} at {steps} steps only");
        }
    }
}
