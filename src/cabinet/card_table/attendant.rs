//! What an attendant may order at a card table.

use super::{CardTable, Stage, TableContext};
use crate::games::contract::{Deal as _, UnexpectedCard};
use crate::games::recorded::RecordedDeal;
use crate::model::{BoxNumber, CardPlace, DealVoid, Eyes, FaultCode, Refusal, TableFact, TableOrder, Timestamp, VoidReason};

impl CardTable {
    pub(in crate::cabinet) fn take_attendant_order(
        &mut self,
        name: &str,
        order: &TableOrder,
        context: &mut TableContext<'_>,
    ) -> Result<(), Refusal> {
        match order {
            TableOrder::Hold { reason } => self.lifecycle.holds.hold(reason, context.at),
            TableOrder::Resume => self.resume(),
            TableOrder::Void { reason, new_shoe } => self.void_by_attendant(name, reason, *new_shoe, context),
            TableOrder::Shuffle => self.shuffle_next(context),
            TableOrder::MissedBox(place) => self.see_mistake(Some(*place), |deal| deal.miss_box(*place), context),
            TableOrder::ExposedCard => self.see_mistake(None, RecordedDeal::expose_card, context),
            TableOrder::Redeal { reason } => self.redeal(name, reason, context),
            TableOrder::NewCroupier => self.change_croupier(context),
            TableOrder::CardTooMany(place) => self.see_mistake(Some(*place), |deal| deal.lay_too_many(*place), context),
            TableOrder::WrongCount { at, cards } => self.see_wrong_count(*at, *cards, context),
            TableOrder::Stake(_) | TableOrder::TakeBack(_) | TableOrder::Repeat | TableOrder::Choose { .. } => Err(Refusal::NotEntitled),
            TableOrder::BetweenPlayers(_) => Err(Refusal::NotEntitled),
        }
    }

    /// The table stands until an attendant has decided on this, here or at the wheel's table.
    pub(in crate::cabinet) fn need_decision_on(&mut self, code: FaultCode, detail: &str, at: Timestamp) {
        self.lifecycle.holds.raise(code, detail, true, at);
    }

    /// An attendant has decided on it at the wheel's table; what it kept from being shuffled is ordered.
    pub(in crate::cabinet) fn take_decision_on(&mut self, code: FaultCode) {
        if self.lifecycle.holds.take_decision_on(code) {
            self.order_fresh_cards();
        }
    }

    /// The hold is over, and what it kept from being shuffled is ordered.
    fn resume(&mut self) -> Result<(), Refusal> {
        self.lifecycle.holds.resume()?;
        self.order_fresh_cards();
        Ok(())
    }

    /// The manager declares the deal void (`house-rules-by` HRB-25, HRB-31); one that is settled stands, and what waits then is not in it.
    fn void_by_attendant(&mut self, name: &str, reason: &str, new_shoe: bool, context: &mut TableContext<'_>) -> Result<(), Refusal> {
        if matches!(self.stage, Stage::Paid(_)) || self.stakes().is_empty() {
            return Err(Refusal::WrongPhase);
        }
        if new_shoe {
            self.end_shoe();
        }
        self.void(DealVoid::Round(VoidReason::Attendant { name: name.into(), reason: reason.into() }), context);
        self.advance(context);
        Ok(())
    }

    /// The manager has a faulty deal dealt again: the cards are shuffled anew, and the stakes that were laid for it lie for the next one
    /// (`house-rules-by` HRB-25).
    fn redeal(&mut self, name: &str, reason: &str, context: &mut TableContext<'_>) -> Result<(), Refusal> {
        if !self.terms.game.rules().timing().redeal {
            return Err(Refusal::NotEntitled);
        }
        if !matches!(self.stage, Stage::Dealing(_)) {
            return Err(Refusal::WrongPhase);
        }
        self.end_shoe();
        let early = self.terms.game.rules().early_payments();
        let settlement = early.redealt(self.stakes(), self.laid.into(), &self.paid);
        self.finish(settlement, Some(DealVoid::Redeal { name: name.into(), reason: reason.into() }), context);
        self.advance(context);
        Ok(())
    }

    /// Another croupier takes over between two deals, and burns cards; a fresh shoe has its own to burn (`blackjack-by` BJB-13, BA-15).
    fn change_croupier(&mut self, context: &mut TableContext<'_>) -> Result<(), Refusal> {
        if matches!(self.stage, Stage::Dealing(_)) {
            return Err(Refusal::WrongPhase);
        }
        let to_burn = self.terms.game.rules().shoe().burn_at_change;
        if let Some(shoe) = self.shoe.as_mut().filter(|shoe| shoe.to_burn == 0) {
            shoe.to_burn = to_burn;
        }
        context.say(TableFact::CroupierChanged);
        self.advance(context);
        Ok(())
    }

    fn shuffle_next(&mut self, context: &mut TableContext<'_>) -> Result<(), Refusal> {
        if self.is_last_of_shoe() {
            return Err(Refusal::WrongPhase);
        }
        self.end_shoe();
        self.advance(context);
        Ok(())
    }

    /// The dealer has made a mistake, at this box where it is about one: the rules of the game say what becomes of the deal.
    fn see_mistake(
        &mut self,
        place: Option<BoxNumber>,
        mistake: impl FnOnce(&mut RecordedDeal) -> UnexpectedCard,
        context: &mut TableContext<'_>,
    ) -> Result<(), Refusal> {
        if place.is_some_and(|place| place.0 == 0 || place.0 > self.terms.game.rules().boxes()) {
            return Err(Refusal::BoxUnknown);
        }
        let Stage::Dealing(deal) = &mut self.stage else { return Err(Refusal::WrongPhase) };
        if place.is_some_and(|place| !deal.can_be_wrong(CardPlace::Hand { place, hand: 0 })) {
            return Err(Refusal::WrongPhase);
        }
        let stray = mistake(deal);
        self.go_on_after(stray, context);
        Ok(())
    }

    /// A hand has another number of cards than the record: the rules of the game say what becomes of it, and of the deal.
    fn see_wrong_count(&mut self, at: CardPlace, cards: u8, context: &mut TableContext<'_>) -> Result<(), Refusal> {
        let Stage::Dealing(deal) = &mut self.stage else { return Err(Refusal::WrongPhase) };
        let hands = deal.look(Eyes::Public);
        let recorded = hands.iter().find(|hand| hand.at == at).ok_or(Refusal::BoxUnknown)?.cards.len();
        if recorded == usize::from(cards) || !deal.can_be_wrong(at) {
            return Err(Refusal::WrongPhase);
        }
        let stray = deal.wrong_count(at, cards);
        self.go_on_after(stray, context);
        Ok(())
    }

    /// What the mistake has made due is paid before the deal goes on, or is void.
    fn go_on_after(&mut self, stray: UnexpectedCard, context: &mut TableContext<'_>) {
        self.pay_early(context);
        match stray {
            UnexpectedCard::Voids => self.void(DealVoid::Misdeal, context),
            UnexpectedCard::HandCorrected => self.ask_anew(),
            UnexpectedCard::Taken | UnexpectedCard::FirstOfNext | UnexpectedCard::Discarded => {}
        }
        self.advance(context);
    }

    /// Another decision may be asked for now: what a seat has sent for the one before is not meant for it.
    const fn ask_anew(&mut self) {
        self.decided += 1;
        self.lifecycle.running = None;
    }
}
