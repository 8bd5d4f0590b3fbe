//! The books of one card table: what lies, what was dealt, and whether each fact can be.

mod draws;
mod limited;
mod seen;

use super::clerk::DealClerk;
use super::expected_turn::ExpectedTurn;
use super::line::require;
use super::settlement::Paid;
use super::shoe::{Order as Ordered, Shoe};
use super::{Chosen, Mistake, Of, TableRules, settlement};
use crate::model::{
    BoxStake, Card, CardPlace, CardSourceEvent, CardWish, Choice, Command, DealSettlement, DealVoid, Event, Face, Offer, Order,
    OrderFailure, Seat, SeatView, Span, StakeForm, TableFact, TableNumber, TableOrder, TableView, Timestamp, VoidReason, What, Who,
};

/// Money that moved between a seat's credit and the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sim::auditor) enum Moved {
    /// From the credit onto the table.
    Laid(Seat, i64),
    /// Back before the deal.
    TakenBack(Seat, i64),
    /// What a seat had at the table has come to its end: so much was staked, and so much comes back.
    Ended(Seat, i64, i64),
    /// A void deal takes back what it had paid: so much is due, and so much came.
    PaidBack(Seat, i64, i64),
}

/// The books of one table.
#[derive(Clone, Debug)]
pub(in crate::sim::auditor) struct CardTable {
    number: TableNumber,
    /// Whose table it is; nobody's where the seats share it.
    owner: Option<Seat>,
    rules: TableRules,
    shoe: Shoe,
    /// The number of the deal.
    deal: u64,
    phase: Phase,
    /// Every stake of the deal, in the order in which they were laid; equal ones before the deal are one. Between deals those that wait.
    lying: Vec<BoxStake>,
    /// How many of them were laid before the first card.
    laid: usize,
    /// Cards that lie open since the deal before, the first of the next.
    left_over: Vec<Card>,
    /// What the deal has paid before its end.
    paid: Paid,
    /// What seats must pay back of it, because the deal is void: of this input alone.
    due: Vec<(Seat, i64)>,
    /// What has come that may void the deal: of this input alone.
    reasons: Reasons,
    /// The cards of the deal that lie face up.
    open: Vec<Card>,
    /// The deal before, whose cards lie there until the next one opens.
    shown: Option<Box<dyn DealClerk>>,
    is_held: bool,
    now: Timestamp,
    /// When the decisions that are waited for were first asked for: when the last card came, or the last decision that was alone.
    waits_since: Timestamp,
    /// The numbers of the decisions that were taken in this deal.
    turns: Vec<u32>,
    /// For whom else time must decide in this input.
    late: Vec<Of>,
}

#[derive(Clone, Debug)]
enum Phase {
    /// No stakes are taken.
    Over,
    Staking,
    /// No more stakes, and no card has been wanted yet.
    Closed,
    Dealing(Box<dyn DealClerk>),
}

/// What this input brought that may make the deal void.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Reasons {
    /// A card came more often than the packs hold it.
    too_many: bool,
    mistake: Option<Mistake>,
    failed: Option<OrderFailure>,
    /// Something was drawn that cannot have been.
    is_wrong_draw: bool,
}

impl CardTable {
    pub(in crate::sim::auditor) fn new(number: TableNumber, rules: TableRules) -> Self {
        let shoe = Shoe::new(rules.packs, rules.has_joker);
        Self {
            number,
            owner: None,
            rules,
            shoe,
            deal: 0,
            phase: Phase::Over,
            lying: Vec::new(),
            laid: 0,
            left_over: Vec::new(),
            paid: Paid::default(),
            due: Vec::new(),
            reasons: Reasons::default(),
            open: Vec::new(),
            shown: None,
            is_held: true,
            now: Timestamp::default(),
            waits_since: Timestamp::default(),
            turns: Vec::new(),
            late: Vec::new(),
        }
    }

    /// The books of a seat's own table at a machine.
    pub(in crate::sim::auditor) fn of_seat(number: TableNumber, rules: TableRules, owner: Seat) -> Self {
        Self { owner: Some(owner), ..Self::new(number, rules) }
    }

    pub(in crate::sim::auditor) const fn number(&self) -> TableNumber {
        self.number
    }

    /// When it is.
    pub(in crate::sim::auditor) const fn note_time(&mut self, now: Timestamp) {
        self.now = now;
    }

    /// Whether everybody may see this card.
    pub(in crate::sim::auditor) fn may_show(&self, card: Card) -> bool {
        self.open.contains(&card) || matches!(&self.phase, Phase::Dealing(deal) if deal.is_open())
    }

    /// Checks that the view shows each player to act, in the order of the boxes and under a number of its own, with exactly these choices, and
    /// nobody else.
    pub(in crate::sim::auditor) fn check_turn(&self, table: &TableView, seats: &[SeatView]) -> Result<(), String> {
        // Nobody decides while a card is on its way.
        let asked = match &self.phase {
            Phase::Dealing(deal) if !self.shoe.is_waited_for() => deal.asked(),
            _ => Vec::new(),
        };
        let shown: Vec<Of> = table.turns.iter().map(|turn| (turn.seat, turn.place, turn.hand)).collect();
        let is_own = shown.iter().copied().eq(asked.iter().map(ExpectedTurn::of));
        require(is_own, format_args!("it is shown to be the turn of {shown:?}, and it is that of {asked:?}"))?;
        for (index, turn) in table.turns.iter().enumerate() {
            let is_new = !self.turns.contains(&turn.turn) && table.turns[..index].iter().all(|other| other.turn != turn.turn);
            require(is_new, format_args!("two decisions of a deal have the number {}", turn.turn))?;
        }
        for seat in seats {
            let offers = seat.tables.iter().filter(|own| own.table == self.number).flat_map(|own| &own.offers).copied();
            let offers: Vec<Offer> = offers.collect();
            // Of several decisions of one seat, the choices shown are those of the first.
            match asked.iter().find(|asked| asked.seat == seat.seat && !self.is_held) {
                Some(asked) => asked.compare(&offers, seat.credit.minor())?,
                None => require(offers.is_empty(), format_args!("seat {} is offered {offers:?} out of turn", seat.seat))?,
            }
        }
        Ok(())
    }

    /// What a seat has at the table.
    pub(in crate::sim::auditor) fn staked(&self, seat: Seat) -> i64 {
        self.lying.iter().filter(|stake| stake.seat == seat).map(|stake| stake.amount.minor()).sum::<i64>() - self.paid.staked_by(seat)
    }

    /// After the facts of an input: what is to be paid at once was, what is to come back of a payment came, and where time was over for one
    /// decision it was over for all that were waited for with it.
    pub(in crate::sim::auditor) fn check_paid(&self) -> Result<(), String> {
        require(self.due.is_empty(), format_args!("a void deal left {:?} with seats that must pay it back", self.due))?;
        require(self.late.is_empty(), format_args!("time was over for {:?} too, and nothing was decided", self.late))?;
        let waits_at_machine = self.owner.is_some() && matches!(self.phase, Phase::Staking) && !self.lying.is_empty();
        require(!waits_at_machine, "a stake lies at a machine, and the deal did not begin with it")?;
        self.check_due()
    }

    fn check_due(&self) -> Result<(), String> {
        let Phase::Dealing(deal) = &self.phase else { return Ok(()) };
        let due = deal.due_beyond(&self.paid.stakes())?;
        require(due.stakes.is_empty(), format_args!("{:?} are to be paid at once, and were not", due.stakes))
    }

    /// What the table wants of its card source now.
    pub(in crate::sim::auditor) fn told(&mut self, wish: &CardWish) -> Result<(), String> {
        // BJB-34: where the first cards all lie there already, a deal begins and wants none.
        let lie_there = *wish == CardWish::Ready && !self.left_over.is_empty() && !self.is_held;
        if lie_there && matches!(self.phase, Phase::Closed) {
            self.dealing()?;
        }
        let may_shuffle = match &self.phase {
            Phase::Dealing(deal) => deal.wants_fresh(),
            _ => true,
        };
        let is_shuffle = matches!(wish, CardWish::Shuffle { .. }) && self.shoe.is_news(wish);
        require(may_shuffle || !is_shuffle, "a shuffle is wanted in the middle of a deal")?;
        match self.shoe.told(wish) {
            // Cards are burnt between deals; what is laid aside in one belongs to it.
            Some((CardPlace::Discard, _)) if !matches!(self.phase, Phase::Dealing(_)) => Ok(()),
            Some((to, face)) => self.dealing()?.may_take(to, face),
            None => Ok(()),
        }
    }

    /// The deal, which begins with the first card or draw that is wanted.
    fn dealing(&mut self) -> Result<&mut Box<dyn DealClerk>, String> {
        if matches!(self.phase, Phase::Closed) {
            require(self.owner.is_none() || self.shoe.is_whole(), "a deal of a machine begins with cards that are not fresh")?;
            let mut deal = self.rules.clerk.begin(&self.lying)?;
            deal.begin_with(core::mem::take(&mut self.left_over));
            self.phase = Phase::Dealing(deal);
        }
        match &mut self.phase {
            Phase::Dealing(deal) => Ok(deal),
            _ => Err("something was dealt or decided while no deal was under way".into()),
        }
    }

    /// Enters what an input says by itself, before what is said to follow from it.
    pub(in crate::sim::auditor) fn enter_input(&mut self, what: &What, facts: &[&TableFact]) -> Result<(), String> {
        self.reasons = Reasons::default();
        self.late.clear();
        self.check_opening(facts)?;
        // A result that stands is settled where the deal cannot go on.
        let stands = matches!(&self.phase, Phase::Dealing(deal) if deal.stands().is_some());
        let is_void = facts.iter().any(|fact| matches!(fact, TableFact::Voided { .. }));
        let is_voided = is_void || (stands && facts.iter().any(|fact| matches!(fact, TableFact::Settled { .. })));
        match what {
            What::Event(Event::Cards { event, .. }) => self.enter_event(event, is_void, is_voided),
            What::Event(Event::Drawn { number, drawn, .. }) => self.enter_drawn(*number, &drawn.0, is_voided, facts),
            What::Command(command) => match attendant_order(command).and_then(mistake_told) {
                Some(mistake) => self.enter_mistake(mistake, is_voided),
                None => Ok(()),
            },
            What::Event(_) => Ok(()),
        }
    }

    /// What waits for a deal is told with its opening, and while stakes lie the rules stay what they were (BJB-33, BA-23).
    fn check_opening(&self, facts: &[&TableFact]) -> Result<(), String> {
        let told = facts.iter().find_map(|fact| if let TableFact::Waited(stakes) = fact { Some(stakes.as_slice()) } else { None });
        let opens = facts.iter().any(|fact| matches!(fact, TableFact::Opened { .. }));
        let is_back = |stake: &&BoxStake| facts.iter().any(|fact| matches!(fact, TableFact::TakenBack(stakes) if stakes.contains(stake)));
        let lie: Vec<BoxStake> = self.lying.iter().filter(|stake| !is_back(stake)).copied().collect();
        let waiting = if opens { lie.as_slice() } else { &[] };
        require(told.unwrap_or(&[]) == waiting, format_args!("{told:?} is said to have waited, and {waiting:?} did"))?;
        let is_changed = facts.iter().any(|fact| matches!(fact, TableFact::TermsInForce));
        require(!is_changed || lie.is_empty(), "other rules came into force while stakes lay")?;
        let was_open = matches!(self.phase, Phase::Staking);
        require(!opens || !was_open || is_changed, "a deal opened over one that was open, under the same rules")
    }

    /// An attendant has told a mistake of the dealer.
    fn enter_mistake(&mut self, mistake: Mistake, is_voided: bool) -> Result<(), String> {
        self.reasons.mistake = Some(mistake);
        if is_voided {
            if let Phase::Dealing(deal) = &mut self.phase {
                deal.give_up(mistake);
            }
            return Ok(());
        }
        let deal = self.dealing()?;
        require(!deal.is_void_by(mistake), "a mistake of the dealer that makes the deal void stayed in play")?;
        deal.mend(mistake)
    }

    fn enter_event(&mut self, event: &CardSourceEvent, is_void: bool, is_voided: bool) -> Result<(), String> {
        let is_dealing = matches!(self.phase, Phase::Dealing(_));
        let is_shuffling = matches!(&self.phase, Phase::Dealing(deal) if deal.wants_fresh());
        match event {
            // As between deals: what the source says of the cards that it shuffles is of no deal.
            CardSourceEvent::Unasked { .. } if is_shuffling => Ok(()),
            CardSourceEvent::Card { number, card } => match self.shoe.end(*number) {
                Some(Ordered::Card(to, face)) => {
                    self.reasons.too_many = !self.shoe.comes(*card);
                    self.open.extend((face == Face::Up).then_some(*card));
                    // A card that comes too late for its place is one that nobody asked for.
                    let is_wanted = is_dealing && self.dealing()?.may_take(to, face).is_ok();
                    self.reasons.mistake = (!is_wanted).then_some(Mistake::StrayCard);
                    // Though a result stood, a card that is as it should be may end the deal by itself.
                    let is_right = is_wanted && !self.reasons.too_many && !is_void;
                    let counts = is_dealing && (!is_voided || is_right);
                    require(!self.reasons.too_many || !counts, "a card that cannot be there stayed in play")?;
                    if !counts {
                        return Ok(());
                    }
                    self.waits_since = self.now;
                    self.dealing()?.take(to, face, *card)
                }
                _ => Ok(()),
            },
            CardSourceEvent::Unasked { card: Some(card) } => {
                self.reasons = Reasons { too_many: !self.shoe.comes(*card), mistake: Some(Mistake::StrayCard), ..Reasons::default() };
                self.open.push(*card);
                require(!self.reasons.too_many || !is_dealing || is_voided, "a card that cannot be there stayed in play")?;
                if is_dealing && !is_voided { self.dealing()?.take_stray(*card) } else { Ok(()) }
            }
            CardSourceEvent::Unasked { card: None } => {
                self.reasons.failed = Some(OrderFailure::Unreadable);
                require(!is_dealing || is_voided, "a card that nobody could read stayed in play")
            }
            CardSourceEvent::Shuffled { number, .. } => {
                if let Some(Ordered::Card(..)) = self.shoe.end(*number) {
                    self.reasons.failed = Some(OrderFailure::ShoeGone);
                }
                Ok(())
            }
            CardSourceEvent::Failed { number, why } => {
                let ended = self.shoe.end(*number);
                self.reasons.failed = ended.map(|_| *why);
                let is_card = matches!(ended, Some(Ordered::Card(..)));
                require(
                    !is_card || !is_dealing || is_voided || !why.may_have_brought_a_card(),
                    "a card that nobody could name stayed in play",
                )
            }
            _ => Ok(()),
        }
    }

    /// Enters one fact; what money moved.
    pub(in crate::sim::auditor) fn enter(&mut self, what: &What, fact: &TableFact) -> Result<Vec<Moved>, String> {
        match fact {
            TableFact::Opened { deal } => {
                let may_open = matches!(self.phase, Phase::Over) || matches!(self.phase, Phase::Staking) && self.lying.is_empty();
                require(*deal == self.deal + 1 && may_open, "a deal opened out of order")?;
                (self.deal, self.phase, self.shown) = (*deal, Phase::Staking, None);
                self.turns.clear();
            }
            TableFact::Staked(stakes) => return self.enter_stakes(what, stakes),
            TableFact::TakenBack(stakes) => return self.enter_taking_back(what, stakes),
            TableFact::Closed { deal } => {
                require(
                    *deal == self.deal && matches!(self.phase, Phase::Staking) && !self.lying.is_empty(),
                    "stakes were closed that were not open",
                )?;
                (self.phase, self.laid) = (Phase::Closed, self.lying.len());
            }
            TableFact::Chosen { seat, place, hand, choice, stakes, by_default } => {
                let chosen = Chosen { seat: *seat, place: *place, hand: *hand, choice: *choice, stakes };
                return self.enter_decision(what, &chosen, *by_default);
            }
            TableFact::Paid { deal, settlement } => {
                require(*deal == self.deal, "another deal has paid")?;
                return self.enter_payment(settlement);
            }
            TableFact::PaidBack { seat, due, amount } => {
                let is_due = self.due.first() == Some(&(*seat, due.minor()));
                require(is_due, format_args!("seat {seat} pays back {due}, and {:?} is due", self.due))?;
                self.due.remove(0);
                return Ok(vec![Moved::PaidBack(*seat, due.minor(), amount.minor())]);
            }
            TableFact::Settled { deal, settlement, .. } => {
                require(*deal == self.deal, "another deal was settled")?;
                let cut_short = self.is_cut_short(what);
                let under_way = self.dealing()?;
                let own = match under_way.stands().filter(|_| cut_short) {
                    Some(stands) => stands,
                    None => under_way.settle()?,
                };
                settlement::compare(&own, settlement)?;
                self.left_over = under_way.left_over();
                return Ok(self.end(settlement, false));
            }
            TableFact::Voided { deal, reason, settlement, .. } => {
                require(*deal == self.deal && !matches!(self.phase, Phase::Over), "a deal was voided that was over")?;
                self.check_void(what, reason)?;
                let stands = matches!(&self.phase, Phase::Dealing(deal) if deal.stands().is_some());
                require(!stands, "a deal was voided whose result stood already")?;
                self.check_due()?;
                let stay = if matches!(reason, DealVoid::Redeal { .. }) { self.laid } else { 0 };
                settlement::compare_void(&self.lying, stay, &self.paid, settlement)?;
                self.left_over.clear();
                let due = |seat: Seat| (seat, self.paid.due_from(seat));
                self.due = Seat::all().map(due).filter(|(_, due)| *due != 0).collect();
                return Ok(self.end(settlement, true));
            }
            TableFact::Shuffled => {
                if let Phase::Dealing(deal) = &mut self.phase {
                    require(deal.wants_fresh(), "the cards were shuffled in the middle of a deal")?;
                    deal.take_fresh();
                }
                self.shoe.shuffled();
                self.left_over.clear();
            }
            TableFact::Held { .. } => self.is_held = true,
            TableFact::Resumed => self.is_held = false,
            TableFact::CroupierChanged => {
                require(!matches!(self.phase, Phase::Dealing(_)), "the croupier changed in the middle of a deal")?;
            }
            TableFact::TermsInForce | TableFact::Waited(_) => {}
            TableFact::BetweenPlayers(_) => return Err("something that happens between players happened at a table of the house".into()),
        }
        Ok(Vec::new())
    }

    /// Stakes were paid before the deal is over: those whose time it is, and as much as is due.
    fn enter_payment(&mut self, told: &DealSettlement) -> Result<Vec<Moved>, String> {
        let before = self.paid.stakes();
        let deal = self.dealing()?;
        let due = deal.due_beyond(&before)?;
        let stands = deal.payments_stand();
        require(!due.stakes.is_empty(), format_args!("{told:?} was paid before the deal was over"))?;
        settlement::compare(&due, told)?;
        self.paid.stands = stands;
        self.paid.add(told);
        let staked = |seat: Seat| due.stakes.iter().filter(|stake| stake.seat == seat).map(|stake| stake.amount.minor()).sum::<i64>();
        let seats = Seat::all().filter(|seat| due.stakes.iter().any(|stake| stake.seat == *seat));
        Ok(seats.map(|seat| Moved::Ended(seat, staked(seat), told.returned_to(seat).minor())).collect())
    }

    fn enter_stakes(&mut self, what: &What, stakes: &[BoxStake]) -> Result<Vec<Moved>, String> {
        require(matches!(self.phase, Phase::Staking) && !stakes.is_empty(), "a stake was taken that could not lie")?;
        let seat = stakes[0].seat;
        require(self.owner.is_none_or(|owner| owner == seat), format_args!("seat {seat} has staked at the machine of {:?}", self.owner))?;
        let asked = match order_of(what, seat, self.number) {
            Some(TableOrder::Stake(forms)) => Some(forms),
            Some(TableOrder::Repeat) => None,
            _ => return Err("a stake was taken that the seat did not ask for".into()),
        };
        let form = |stake: &BoxStake| StakeForm { place: stake.place, kind: stake.kind, amount: stake.amount };
        let is_own = stakes.iter().all(|stake| stake.seat == seat && stake.hand == 0 && stake.amount.is_positive());
        let is_asked = asked.is_none_or(|forms| stakes.iter().map(form).eq(forms.iter().copied()));
        require(is_own && is_asked, "other stakes were taken than were asked for")?;
        for stake in stakes {
            let key = |stake: &BoxStake| (stake.seat, stake.place, stake.kind);
            match self.lying.iter_mut().find(|lies| key(lies) == key(stake)) {
                Some(lies) => lies.amount = lies.amount + stake.amount,
                None => self.lying.push(*stake),
            }
        }
        self.rules.clerk.check_laid(&self.lying)?;
        Ok(stakes.iter().map(|stake| Moved::Laid(seat, stake.amount.minor())).collect())
    }

    /// Somebody has decided, or time has for him.
    fn enter_decision(&mut self, what: &What, chosen: &Chosen<'_>, by_default: bool) -> Result<Vec<Moved>, String> {
        let ordered = match order_of(what, chosen.seat, self.number) {
            Some(TableOrder::Choose { turn, choice }) if *choice == chosen.choice => Some(*turn),
            _ => None,
        };
        require(ordered.is_some() != by_default, "a decision that the seat did not ask for")?;
        let mut asked = self.dealing()?.asked();
        if by_default {
            self.check_default(what, chosen.choice, chosen.stakes)?;
            self.check_late(chosen.of(), &asked)?;
        }
        if let Some(turn) = ordered {
            require(!self.turns.contains(&turn), format_args!("turn {turn} was decided before"))?;
            self.turns.push(turn);
        }
        let deal = self.dealing()?;
        deal.chose(chosen)?;
        // Who was asked at the same time has no more time for it.
        asked.retain(|asked| asked.of() != chosen.of());
        if asked.is_empty() || deal.asked() != asked {
            self.waits_since = self.now;
        }
        self.lying.extend(chosen.stakes);
        Ok(chosen.stakes.iter().map(|stake| Moved::Laid(stake.seat, stake.amount.minor())).collect())
    }

    /// Time is over for everybody at once who was asked at once: box by box.
    fn check_late(&mut self, of: Of, asked: &[ExpectedTurn]) -> Result<(), String> {
        if self.late.is_empty() {
            self.late = asked.iter().map(ExpectedTurn::of).collect();
        }
        require(self.late.first() == Some(&of), format_args!("time decided for {of:?}, and it was to decide for {:?}", self.late))?;
        self.late.remove(0);
        Ok(())
    }

    /// What is done for a player who does not decide (HRAM-Q12): nothing is staked for him, and no card is drawn. A hand of blackjack or of
    /// Red Dog stands, a light box of poker passes, an ante of Top Card Trump is folded, a machine keeps all cards, collects and turns the first
    /// closed card up or makes the likelier guess, what was offered besides is declined; never before the time that the rules give is over.
    fn check_default(&mut self, what: &What, choice: Choice, stakes: &[BoxStake]) -> Result<(), String> {
        require(matches!(what, What::Event(Event::Wake)), "something else than time decided for a seat")?;
        let most = Span::from_milliseconds(self.rules.decision_seconds.unsigned_abs() * 1_000);
        require(self.now >= self.waits_since.after(most), "time was over before it was")?;
        let is_now = self.dealing()?.is_default_now(choice);
        require(is_now && self.rules.clerk.is_default(choice) && stakes.is_empty(), format_args!("{choice:?} was decided for a seat"))
    }

    fn enter_taking_back(&mut self, what: &What, stakes: &[BoxStake]) -> Result<Vec<Moved>, String> {
        require(matches!(self.phase, Phase::Staking) && !stakes.is_empty(), "a stake was taken back that could not be")?;
        let seat = stakes[0].seat;
        let Some(TableOrder::TakeBack(place)) = order_of(what, seat, self.number) else {
            return Err("nobody asked for stakes to be taken back".into());
        };
        let is_meant = |stake: &BoxStake| stake.seat == seat && place.is_none_or(|place| place == stake.place);
        let (meant, rest): (Vec<BoxStake>, Vec<BoxStake>) = self.lying.iter().partition(|stake| is_meant(stake));
        require(meant == stakes, "other stakes were taken back than should have been")?;
        self.lying = rest;
        Ok(stakes.iter().map(|stake| Moved::TakenBack(seat, stake.amount.minor())).collect())
    }

    /// Whether the deal cannot go on after this input.
    fn is_cut_short(&self, what: &What) -> bool {
        let Reasons { too_many, mistake, failed, is_wrong_draw } = self.reasons;
        let has_failed = failed.is_some() || self.shoe.is_empty();
        let is_mistaken = matches!((&self.phase, mistake), (Phase::Dealing(deal), Some(mistake)) if deal.is_void_by(mistake));
        let is_ordered = match what {
            What::Command(command) => matches!(attendant_order(command), Some(TableOrder::Void { .. })),
            What::Event(Event::Started { .. }) => self.rules.restart_voids,
            What::Event(_) => false,
        };
        too_many || has_failed || is_mistaken || is_wrong_draw || is_ordered
    }

    fn check_void(&self, what: &What, reason: &DealVoid) -> Result<(), String> {
        let reasons = &self.reasons;
        let order = if let What::Command(command) = what { attendant_order(command) } else { None };
        let is_void_order = matches!(order, Some(TableOrder::Void { .. }));
        let is_redeal = matches!(order, Some(TableOrder::Redeal { .. })) && self.rules.may_redeal;
        let may = match reason {
            DealVoid::Round(VoidReason::Attendant { .. }) => is_void_order,
            DealVoid::Round(VoidReason::Restart) => matches!(what, What::Event(Event::Started { .. })) && self.rules.restart_voids,
            DealVoid::Round(VoidReason::TooManyNoSpins) => false,
            DealVoid::DefectiveDeck => reasons.too_many || reasons.failed.is_some_and(names_a_defect),
            DealVoid::Misdeal => match (&self.phase, reasons.mistake) {
                (Phase::Dealing(deal), Some(mistake)) => deal.is_void_by(mistake),
                _ => false,
            },
            DealVoid::DefectiveDraw => reasons.is_wrong_draw,
            DealVoid::NoCard(OrderFailure::Empty) => reasons.failed == Some(OrderFailure::Empty) || self.shoe.is_empty(),
            DealVoid::Redeal { .. } => is_redeal && matches!(self.phase, Phase::Dealing(_)),
            DealVoid::NoCard(why) => reasons.failed == Some(*why) && !names_a_defect(*why),
        };
        require(may, format_args!("a deal was voided for no reason: {reason:?}"))
    }

    /// Everything that lay has come to its end, but what waits for the next deal.
    fn end(&mut self, settlement: &DealSettlement, is_void: bool) -> Vec<Moved> {
        self.shown = match core::mem::replace(&mut self.phase, Phase::Over) {
            Phase::Dealing(deal) => Some(deal),
            _ => None,
        };
        self.open = self.left_over.clone();
        let paid = core::mem::take(&mut self.paid);
        let lying = core::mem::replace(&mut self.lying, settlement.waiting().copied().collect());
        let ended: Vec<&BoxStake> = lying.iter().filter(|stake| !self.lying.contains(stake)).collect();
        let staked = |seat: Seat| ended.iter().filter(|stake| stake.seat == seat).map(|stake| stake.amount.minor()).sum::<i64>();
        let seats = Seat::all().filter(|seat| lying.iter().any(|stake| stake.seat == *seat));
        // What was paid before is not paid again; where it comes back, its stakes do, and what is due beyond them is taken by itself.
        let before = |seat: Seat| paid.to(seat) - if is_void { paid.due_from(seat) } else { 0 };
        let ended =
            |seat: Seat| Moved::Ended(seat, staked(seat) - paid.staked_by(seat), settlement.returned_to(seat).minor() - before(seat));
        seats.map(ended).collect()
    }
}

/// Whether the source says that the deck is defective: it has two equal cards, or one with another back (HRB-23, HX-2).
const fn names_a_defect(why: OrderFailure) -> bool {
    matches!(why, OrderFailure::Duplicate | OrderFailure::Foreign)
}

/// What the player at this seat ordered at this table.
fn order_of(what: &What, seat: Seat, number: TableNumber) -> Option<&TableOrder> {
    match what {
        What::Command(Command { who, order: Order::Table { table, order }, .. }) => {
            (*who == Who::Seat(seat) && *table == number).then_some(order)
        }
        _ => None,
    }
}

/// The mistake of the dealer that an attendant tells with this order.
const fn mistake_told(order: &TableOrder) -> Option<Mistake> {
    Some(match order {
        TableOrder::MissedBox(place) => Mistake::MissedBox(*place),
        TableOrder::CardTooMany(place) => Mistake::CardTooMany(*place),
        TableOrder::ExposedCard => Mistake::ExposedCard,
        TableOrder::WrongCount { at, cards } => Mistake::WrongCount { at: *at, cards: *cards },
        _ => return None,
    })
}

/// What an attendant ordered at a card table.
fn attendant_order(command: &Command) -> Option<&TableOrder> {
    match command {
        Command { who: Who::Attendant(_), order: Order::Table { order, .. }, .. } => Some(order),
        _ => None,
    }
}
