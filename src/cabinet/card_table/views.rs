//! What may be seen of a card table, by everybody and by a seat. Every hand comes through the game's own look: what these eyes may not
//! see is not in it.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{CardTable, Finished, Stage};
use crate::cabinet::kept::Shown;
use crate::cabinet::recall::Recalled;
use crate::cabinet::wall::show_by_wall_clock;
use crate::games::contract::Deal as _;
use crate::model::{
    BoxStake, ClockOffset, DealRecall, Decision, Eyes, HandView, Piece, Seat, SeatTableView, StakeForm, TableNumber, TablePhase, TableView,
    TurnView,
};

impl Shown for CardTable {
    type Public = TableView;
    type Own = SeatTableView;

    fn number(&self) -> TableNumber {
        self.number
    }

    fn view(&self, clock_offset: ClockOffset) -> TableView {
        let rules = self.terms.game.rules();
        let shown = self.shown_result();
        let mut view = TableView {
            table: self.number,
            name: self.terms.name.clone(),
            game: self.terms.game.name(),
            rules_name: self.terms.rules_name.clone(),
            rules_sha256: self.terms.rules_sha256,
            boxes: rules.boxes(),
            has_own_boxes: rules.has_own_boxes(),
            offers: rules.offers(),
            limits: self.terms.limits().to_vec(),
            sheet: self.terms.sheet(),
            deal: self.deal,
            phase: self.phase(),
            began_at: self.lifecycle.running.map(|running| running.began_at),
            ends_at: self.lifecycle.running.map(|running| running.ends_at),
            stakes: self.shown_stakes(),
            paid: self.paid.clone(),
            hands: self.hands(Eyes::Public),
            pieces: self.pieces(),
            turns: self.turn_views(),
            card_to: self.card_to(),
            settlement: shown.map(|finished| finished.settlement.clone()),
            voided: shown.and_then(|finished| finished.voided.clone()),
            cards_left: self.shoe.as_ref().map_or(0, |shoe| shoe.cards.left()),
            is_last_of_shoe: self.is_last_of_shoe(),
            may_redeal: rules.timing().redeal,
            shuffle: self.shuffle_view(),
            hold: self.hold_view(),
            faults: self.lifecycle.holds.fault_views(),
        };
        show_by_wall_clock(clock_offset, [&mut view.began_at, &mut view.ends_at], &mut view.hold, &mut view.faults);
        view.shuffle.iter_mut().flat_map(|shuffle| &mut shuffle.ends_about).for_each(|at| *at = clock_offset.shown(*at));
        view
    }

    fn seat_view(&self, seat: Seat, _: ClockOffset) -> SeatTableView {
        let is_own = |decision: &Decision| decision.seat == seat && !self.lifecycle.holds.is_held();
        let decision = self.turns().into_iter().map(|(_, decision)| decision).find(is_own);
        SeatTableView {
            table: self.number,
            hands: self.hands(Eyes::Seat(seat)),
            offers: decision.map(|decision| decision.offers).unwrap_or_default(),
            staked: self.lying_of(seat).map(|stake| stake.amount).sum(),
            repeat: self.to_repeat(seat),
            deals: self.finished.iter().rev().filter_map(|finished| finished.part_of(seat)).collect(),
        }
    }
}

impl CardTable {
    fn to_repeat(&self, seat: Seat) -> Vec<StakeForm> {
        let forms = &self.last_stakes[seat.index()];
        let Stage::Staking(lie) = &self.stage else { return forms.clone() };
        let stakes: Vec<BoxStake> = forms.iter().map(|form| form.of(seat)).collect();
        if self.terms.game.rules().accept(lie, seat, &stakes).is_ok() { forms.clone() } else { Vec::new() }
    }

    fn phase(&self) -> TablePhase {
        if self.lifecycle.holds.is_held() {
            return TablePhase::Held;
        }
        match self.stage {
            Stage::Staking(_) => TablePhase::Staking,
            Stage::Closed(_) => TablePhase::Shuffling,
            Stage::Dealing(_) => TablePhase::Dealing,
            Stage::Paid(_) => TablePhase::Paid,
        }
    }

    /// The deal whose result is shown now.
    fn shown_result(&self) -> Option<&Finished> {
        if matches!(self.stage, Stage::Paid(_)) { self.finished.last().map(Recalled::past) } else { None }
    }

    fn shown_stakes(&self) -> Vec<BoxStake> {
        match self.shown_result() {
            Some(finished) => finished.settlement.returns.iter().map(|line| line.stake).collect(),
            None => self.lying().copied().collect(),
        }
    }

    fn hands(&self, eyes: Eyes) -> Vec<HandView> {
        match &self.stage {
            Stage::Dealing(deal) => deal.look(eyes),
            _ => self.shown_result().map(|finished| finished.hands(eyes)).unwrap_or_default(),
        }
    }

    /// What lies at the table besides cards: of the deal, else of the one whose result is shown, else what stands there before.
    fn pieces(&self) -> Vec<Piece> {
        let shown = match &self.stage {
            Stage::Dealing(deal) => deal.pieces(),
            _ => self.shown_result().map(|finished| finished.pieces.clone()).unwrap_or_default(),
        };
        if shown.is_empty() { self.terms.game.rules().pieces() } else { shown }
    }

    fn turn_views(&self) -> Vec<TurnView> {
        let view = |(turn, decision): (u32, Decision)| TurnView { turn, seat: decision.seat, place: decision.place, hand: decision.hand };
        self.turns().into_iter().map(view).collect()
    }

    fn card_to(&self) -> Option<crate::model::CardPlace> {
        match self.order?.what {
            super::shoe::Ordered::Card { to, .. } => Some(to),
            _ => None,
        }
    }

    /// The deal of this number, where it is over and recalled.
    pub(in crate::cabinet) fn finished_deal(&self, deal: u64) -> Option<&Finished> {
        self.finished.iter().map(Recalled::past).find(|finished| finished.deal == deal)
    }

    /// Every recalled deal with everybody's stakes, for officials.
    pub(in crate::cabinet) fn recalled_for_officials(&self) -> impl Iterator<Item = Arc<DealRecall>> {
        self.finished.iter().rev().map(Recalled::whole)
    }
}
