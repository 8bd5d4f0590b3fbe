//! The deal: cards are ordered and taken, decisions waited for, and at the end every stake is settled.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::finished::{Finished, SeenCards};
use super::shoe::{Order, Ordered};
use super::{CardTable, Stage, TableContext};
use crate::cabinet::recall::{DEALS, Recalled, keep_last};
use crate::games::contract::{Deal as _, UnexpectedCard};
use crate::games::recorded::RecordedDeal;
use crate::model::{
    BoxStake, Card, CardPlace, Choice, DealSettlement, DealVoid, Decision, Fate, FaultCode, Money, OrderFailure, Refusal, Seat, Span,
    StakeForm, StakeReturn, TableFact, Want,
};

impl CardTable {
    /// Goes on until a card, a decision, or time is waited for.
    pub(super) fn advance(&mut self, context: &mut TableContext<'_>) {
        self.order_fresh_cards();
        self.pay_early(context);
        while !self.lifecycle.holds.is_held() && self.order.is_none() && self.goes_one_further(context) {}
    }

    /// One move of the dealer; whether another may follow at once.
    fn goes_one_further(&mut self, context: &mut TableContext<'_>) -> bool {
        if self.needs_shuffle() {
            self.drop_shoe();
            self.order(Ordered::Shuffle);
            return false;
        }
        if self.shoe.as_ref().is_some_and(|shoe| shoe.to_burn > 0) {
            self.order_card(Ordered::Burn, context);
            return false;
        }
        match &self.stage {
            Stage::Staking(_) | Stage::Paid(_) => false,
            Stage::Closed(stakes) => {
                let mut deal = RecordedDeal::new(&self.terms.game, stakes.clone());
                // They lie there already, so they come before every card that is drawn for this deal (`blackjack-by` BJB-34).
                for card in core::mem::take(&mut self.left_over) {
                    deal.take_stray(card);
                }
                self.stage = Stage::Dealing(Box::new(deal));
                self.pay_early(context);
                true
            }
            Stage::Dealing(deal) => match deal.wants() {
                Want::Card { to, face } => {
                    self.fetch(Ordered::Card { to, face }, context);
                    false
                }
                Want::Decision(_) | Want::Window(_) => {
                    self.await_decision(context);
                    false
                }
                Want::Chance(_) => {
                    self.order(Ordered::Chance);
                    false
                }
                Want::Fresh => {
                    self.drop_shoe();
                    self.order(Ordered::Shuffle);
                    false
                }
                Want::Settlement => {
                    let settlement = deal.settle();
                    self.finish(settlement, None, context);
                    false
                }
            },
        }
    }

    /// Pays what the newest card or decision has made due although the deal goes on; what is paid lies no more.
    pub(super) fn pay_early(&mut self, context: &mut TableContext<'_>) {
        let Stage::Dealing(deal) = &self.stage else { return };
        let paid = deal.paid();
        let settlement = paid.beyond(&self.paid);
        if settlement.returns.is_empty() {
            return;
        }
        Seat::all().for_each(|seat| context.pay(seat, settlement.staked_by(seat), settlement.returned_to(seat)));
        context.say(TableFact::Paid { deal: self.deal, settlement });
        self.paid = paid;
    }

    /// The next card is ordered from the shoe; where that is empty no deal can go on.
    fn fetch(&mut self, card: Ordered, context: &mut TableContext<'_>) {
        if self.shoe.as_ref().is_none_or(|shoe| shoe.cards.left() == 0) {
            self.void(DealVoid::NoCard(OrderFailure::Empty), context);
        } else {
            self.order_card(card, context);
        }
    }

    fn order_card(&mut self, card: Ordered, context: &TableContext<'_>) {
        self.order(card);
        self.restart_card_limit(context);
    }

    /// A card may take its whole time from now on.
    pub(super) fn restart_card_limit(&mut self, context: &TableContext<'_>) {
        let most = Span::from_seconds(self.terms.game.rules().timing().card_most_seconds.into());
        let is_card = |order: Order| matches!(order.what, Ordered::Burn | Ordered::Card { .. });
        let is_asked = self.order.is_some_and(is_card) && !self.lifecycle.holds.is_held();
        self.lifecycle.late_at = is_asked.then(|| context.at.after(most));
    }

    fn await_decision(&mut self, context: &TableContext<'_>) {
        self.lifecycle.count_down(true, context.at, Span::from_seconds(self.terms.game.rules().timing().decision_seconds.into()));
    }

    /// The decisions that are waited for, in dealing order, each with its number in the deal from 1. A decision keeps its number as long
    /// as it is waited for, though others of its window are taken meanwhile.
    pub(super) fn turns(&self) -> Vec<(u32, Decision)> {
        let Stage::Dealing(deal) = &self.stage else { return Vec::new() };
        if self.order.is_some() {
            return Vec::new();
        }
        match deal.wants() {
            Want::Decision(decision) => alloc::vec![(self.decided + 1, decision)],
            Want::Window(window) => {
                let first = self.decided + 1 - u32::from(window.taken());
                window.open.into_iter().map(|(nth, decision)| (first + u32::from(nth), decision)).collect()
            }
            Want::Card { .. } | Want::Chance(_) | Want::Fresh | Want::Settlement => Vec::new(),
        }
    }

    /// A seat decides.
    pub(super) fn choose(&mut self, seat: Seat, turn: u32, choice: Choice, context: &mut TableContext<'_>) -> Result<(), Refusal> {
        if !matches!(self.stage, Stage::Dealing(_)) {
            return Err(Refusal::WrongPhase);
        }
        let is_meant = |(number, decision): &(u32, Decision)| *number == turn && decision.seat == seat;
        let (_, decision) = self.turns().into_iter().find(is_meant).ok_or(Refusal::NotYourTurn)?;
        let offer = decision.offer_for(&choice)?;
        let price = offer.price(&choice);
        if price > context.ledger.credit(seat) {
            return Err(Refusal::CreditTooSmall);
        }
        self.carry_out(&decision, choice, price, false, context);
        Ok(())
    }

    /// Time is over: for every seat that has not decided, the rules do.
    pub(super) fn decide_by_default(&mut self, context: &mut TableContext<'_>) {
        for (_, decision) in self.turns() {
            self.carry_out(&decision, decision.otherwise, Money::ZERO, true, context);
        }
    }

    fn carry_out(&mut self, decision: &Decision, choice: Choice, price: Money, by_default: bool, context: &mut TableContext<'_>) {
        let stakes = self.current().decide(decision, choice);
        self.decided += 1;
        let total: Money = stakes.iter().map(|stake| stake.amount).sum();
        let is_own = stakes.iter().all(|stake| stake.seat == decision.seat);
        assert!(is_own && total == price, "a decision costs the seat that takes it what was offered, and nobody else anything");
        context.place(&stakes);
        let Decision { seat, place, hand, .. } = *decision;
        context.say(TableFact::Chosen { seat, place, hand, choice, stakes, by_default });
        // The others of a window have as much time as they had.
        if !self.is_in_window() {
            self.lifecycle.running = None;
        }
        self.advance(context);
    }

    /// Whether some decisions of a window were taken, and others are waited for.
    fn is_in_window(&self) -> bool {
        matches!(&self.stage, Stage::Dealing(deal) if matches!(deal.wants(), Want::Window(window) if window.taken() > 0))
    }

    /// The ordered card has come.
    pub(super) fn take_ordered(&mut self, what: Ordered, card: Card, context: &mut TableContext<'_>) {
        let shoe = self.shoe.as_mut().expect("a card is ordered from a shoe only, and the order ends with it");
        if shoe.cards.draw(card).is_err() {
            return self.take_defective_deck(FaultCode::DuplicateCard, context);
        }
        match what {
            Ordered::Burn => shoe.to_burn -= 1,
            Ordered::Card { to, .. } if self.wants_card_at(to) => self.current().take_card(card),
            // Something else has filled the place meanwhile: the card that was ordered for it is one that nobody wants.
            Ordered::Card { .. } => return self.take_stray(card, context),
            Ordered::Shuffle | Ordered::Chance => {}
        }
        self.advance(context);
    }

    /// A card has come that nobody ordered; `None` where nobody knows which.
    pub(super) fn take_unasked(&mut self, card: Option<Card>, context: &mut TableContext<'_>) {
        let Some(shoe) = self.shoe.as_mut() else { return };
        let Some(card) = card else {
            shoe.ends = true;
            return self.void_if_dealing(DealVoid::NoCard(OrderFailure::Unreadable), context);
        };
        if shoe.cards.draw(card).is_err() {
            return self.take_defective_deck(FaultCode::DuplicateCard, context);
        }
        self.take_stray(card, context);
    }

    fn wants_card_at(&self, place: CardPlace) -> bool {
        let Stage::Dealing(deal) = &self.stage else { return false };
        matches!(deal.wants(), Want::Card { to, .. } if to == place)
    }

    fn take_stray(&mut self, card: Card, context: &mut TableContext<'_>) {
        let Stage::Dealing(deal) = &mut self.stage else { return };
        match deal.take_stray(card) {
            UnexpectedCard::Taken => {
                self.decided += 1;
                self.lifecycle.running = None;
                self.advance(context);
            }
            UnexpectedCard::FirstOfNext | UnexpectedCard::Discarded | UnexpectedCard::HandCorrected => self.advance(context),
            UnexpectedCard::Voids => self.void(DealVoid::Misdeal, context),
        }
    }

    /// Two equal cards, or more of them than the packs hold, and a card with another back make the deck defective, and the deal void in
    /// which they are found (`house-rules-by` HRB-23, HRB-24, HX-2).
    pub(super) fn take_defective_deck(&mut self, defect: FaultCode, context: &mut TableContext<'_>) {
        self.drop_shoe();
        self.void_if_dealing(DealVoid::DefectiveDeck, context);
        self.raise_defective_deck(defect, context);
    }

    fn void_if_dealing(&mut self, reason: DealVoid, context: &mut TableContext<'_>) {
        if matches!(self.stage, Stage::Dealing(_)) {
            self.void(reason, context);
        }
    }

    /// Every stake comes back at coefficient 1 (`house-rules-by` HRB-26); what becomes of a payment is a rule. A result that stood already
    /// is paid.
    pub(super) fn void(&mut self, reason: DealVoid, context: &mut TableContext<'_>) {
        if let Stage::Dealing(deal) = &self.stage
            && let Some(settlement) = deal.stands()
        {
            return self.finish(settlement, None, context);
        }
        let settlement = self.terms.game.rules().early_payments().void(self.stakes(), &self.paid);
        self.finish(settlement, Some(reason), context);
    }

    pub(super) fn finish(&mut self, settlement: DealSettlement, voided: Option<DealVoid>, context: &mut TableContext<'_>) {
        assert!(self.stakes().iter().eq(settlement.returns.iter().map(|line| &line.stake)), "every stake is settled, each once");
        let is_void = voided.is_some();
        assert!(is_void || self.paid.beyond(&settlement).returns.is_empty(), "the settlement says the same of what was paid");
        let paid_back: Vec<TableFact> = Seat::all().filter_map(|seat| self.finish_seat(seat, &settlement, is_void, context)).collect();
        context.ledger.count_round(is_void);
        let (deal, played) = (self.deal, Some(self.terms.played_as()));
        context.say(match &voided {
            Some(reason) => TableFact::Voided { deal, reason: reason.clone(), settlement: settlement.clone(), played: played.clone() },
            None => TableFact::Settled { deal, settlement: settlement.clone(), played: played.clone() },
        });
        paid_back.into_iter().for_each(|fact| context.say(fact));
        self.paid = DealSettlement::default();
        let waiting = settlement.waiting().copied().collect();
        let dealt = match core::mem::replace(&mut self.stage, Stage::Paid(waiting)) {
            Stage::Dealing(deal) => Some(deal),
            _ => None,
        };
        let cards = dealt.as_deref().map(SeenCards::of).unwrap_or_default();
        let pieces = dealt.as_deref().map(RecordedDeal::pieces).unwrap_or_default();
        self.left_over = dealt.filter(|_| !is_void).map(|deal| deal.left_over().to_vec()).unwrap_or_default();
        let rules_name = self.terms.rules_name.clone();
        let shown = |at| context.clock_offset.shown(at);
        let (table, opened_at, settled_at) = (self.number, shown(self.opened_at), shown(context.at));
        let finished = Finished { deal, rules_name, opened_at, settled_at, cards, settlement, voided, table, played, pieces };
        keep_last(&mut self.finished, Recalled::new(finished), DEALS);
        // A card that is on its way may lie on the table when nobody waits for it any more: the next deal has fresh cards.
        if self.order.is_some_and(|order| matches!(order.what, Ordered::Card { .. })) {
            self.drop_shoe();
        }
        self.want_no_draw();
        self.start_pause(context);
    }

    /// The seat's stakes are settled, and those it laid before the first card remembered: what it staked later depended on the cards.
    /// What was to come back of a payment, where the seat was paid and the deal is void.
    fn finish_seat(&mut self, seat: Seat, settlement: &DealSettlement, is_void: bool, context: &mut TableContext<'_>) -> Option<TableFact> {
        let stakes = self.stakes_of(seat);
        if stakes.is_empty() {
            return None;
        }
        let lying: Money = self.lying_of(seat).map(|stake| stake.amount).sum();
        assert!(lying == context.staked(seat), "what the deal knows of and what lies in the books are the same stakes");
        let waits = |stake: &BoxStake| settlement.waiting().any(|waiting| waiting == stake);
        let stays: Money = stakes.iter().filter(|stake| waits(stake)).map(|stake| stake.amount).sum();
        let returned = settlement.returned_to(seat) - self.paid.returned_to(seat);
        assert!(is_void || returned >= Money::ZERO, "a deal takes no more than what was staked");
        let short = (Money::ZERO - context.ledger.credit(seat) - returned).max(Money::ZERO);
        if stakes.iter().any(|stake| !waits(stake)) {
            context.settle(seat, stays, returned + short, is_void);
        }
        let laid = self.stakes().iter().take(usize::from(self.laid)).filter(|stake| stake.seat == seat && !waits(stake));
        self.last_stakes[seat.index()] =
            laid.map(|stake| StakeForm { place: stake.place, kind: stake.kind, amount: stake.amount }).collect();
        let due = self.due_back(seat, settlement);
        (!due.is_zero()).then(|| TableFact::PaidBack { seat, due, amount: due - short })
    }

    /// What a seat was paid before, less what the settlement returns for the same stakes; nothing where the payments stand. What stands of
    /// it, as a forfeit may beside payments that come back, is in both.
    fn due_back(&self, seat: Seat, settlement: &DealSettlement) -> Money {
        let was_paid = |line: &&StakeReturn| line.stake.seat == seat && self.paid.line_of(&line.stake).is_some();
        let lines = || settlement.returns.iter().filter(was_paid);
        let comes_back = lines().any(|line| line.fate == Fate::Void);
        if comes_back { self.paid.returned_to(seat) - lines().map(|line| line.returned).sum() } else { Money::ZERO }
    }

    pub(super) fn current(&mut self) -> &mut RecordedDeal {
        match &mut self.stage {
            Stage::Dealing(deal) => deal,
            _ => unreachable!("cards and decisions come only while a deal is under way"),
        }
    }
}
