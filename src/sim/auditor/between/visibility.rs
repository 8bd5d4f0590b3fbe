//! What anybody sees of a table between players: no view shows a card to eyes that may not see it.

use super::deal::Entry;
use super::exchange::Buyable;
use super::pots::{Pot, PutIn};
use super::progress::{Next, Player, Progress};
use super::round::Wagers;
use super::rules::Fee;
use super::settlement::{self, Hands};
use super::table::PlayersTable;
use super::{require, showdown};
use crate::model::{
    BettingOffers, Card, CardPlace, DealEnd, Face, Money, PlaceView, PlayerTablePhase, PlayerTableView, Seat, SeatPlayerTableView,
    SeatView, TableAmounts, TableConditions, TableFee, Timestamp,
};

/// Whose eyes see: everybody's, or those of a seat.
type Eyes = Option<Seat>;

/// How far the deals have come that anybody can see something of, reckoned once for all eyes.
pub(super) struct Deals<'a> {
    under_way: Option<Progress<'a>>,
    /// The one that was paid last.
    ended: Option<Progress<'a>>,
}

impl<'a> Deals<'a> {
    const fn under_way(&self) -> Option<&Progress<'a>> {
        self.under_way.as_ref()
    }

    pub(super) const fn ended(&self) -> Option<&Progress<'a>> {
        self.ended.as_ref()
    }

    /// The deal whose cards lie on the table.
    fn lying(&self) -> Option<&Progress<'a>> {
        self.under_way().or(self.ended())
    }
}

impl PlayersTable {
    /// Compares what everybody and every seat is shown of the table with the books.
    pub(in crate::sim::auditor) fn compare_looks(&self, view: &PlayerTableView, seats: &[SeatView], at: Timestamp) -> Result<(), String> {
        let TableConditions { buy_in_least, buy_in_most, seats_most } = self.conditions();
        let amounts = TableAmounts { buy_in_least, buy_in_most, ..self.rules.shown_amounts };
        require(view.amounts == amounts, "other amounts are shown than are played for")?;
        self.compare_fee(&view.fee)?;
        let told = (view.is_opened_by_seats, view.opened_by, view.seats_most, view.phase == PlayerTablePhase::Closed);
        let opened_by = self.opened.map(|opened| opened.by);
        let expected = (self.rules.opened_by_seat.is_some(), opened_by, seats_most, self.is_closed() && !self.is_held);
        require(told == expected, format_args!("how the table was opened is shown as {told:?}, and it is {expected:?}"))?;
        require(view.is_dealt_by_hand == self.rules.is_dealt_by_hand, "whether a dealer lays the cards is shown wrong")?;
        require(view.offers_free_fold == self.rules.offers_free_fold, "whether consoles ask before a free fold is shown wrong")?;
        let told = (view.trades, view.exchanges, view.asks_to_divide);
        let expected = (self.rules.variant.trades(), self.rules.variant.exchanges(), self.rules.replays_most.is_some());
        require(told == expected, "what players are asked is shown wrong")?;
        require(view.time_folds == self.rules.time_folds, "what the time decides is shown wrong")?;
        require(view.has_wheel == self.rules.has_wheel, "whether A-2-3-4-5 is a straight is shown wrong")?;
        require(view.deal == self.number_of_deal, format_args!("deal {} is shown, and it is {}", view.deal, self.number_of_deal))?;
        let deals = Deals { under_way: self.progress()?, ended: self.ended_progress()? };
        let progress = deals.under_way();
        let is_stub_shuffled = progress.is_some_and(|progress| progress.next() == Next::Stub) && !self.is_held;
        let told = view.phase == PlayerTablePhase::ShufflingStub;
        require(told == is_stub_shuffled, format_args!("whether the stub is to be shuffled is shown as {told}"))?;
        self.compare_places(&deals, &view.places, None)?;
        self.compare_replays(progress, view)?;
        self.compare_middle(&deals, view)?;
        self.compare_turn(progress, view)?;
        self.compare_end(view)?;
        for seat in seats {
            let own = seat.player_tables.iter().find(|own| own.table == self.number());
            let own = own.ok_or_else(|| format!("seat {} does not see the table", seat.seat))?;
            self.compare_seat(&deals, seat.seat, own, at)?;
        }
        Ok(())
    }

    /// TPC-11, TPAM-Q29: what the house takes is shown before anybody sits down.
    fn compare_fee(&self, shown: &TableFee) -> Result<(), String> {
        let (flat, hundredths) = match self.rules.fee {
            Fee::Flat(sum) => (sum, 0),
            Fee::Rate(hundredths) => (0, hundredths),
        };
        let told = (shown.of_deal.minor(), i64::from(shown.percent_hundredths), shown.without_flop);
        let expected = (flat, hundredths, self.rules.fee_without_flop);
        require(told == expected, format_args!("the fee is shown as {told:?}, and it is {expected:?}"))?;
        let told = (shown.most_of_deal.map(Money::minor), shown.hourly.map(Money::minor), shown.hour_needs.map(Money::minor));
        let needs = self.rules.hourly.map(|fee| fee + self.rules.least_stack());
        let expected = (self.rules.fee_most, self.rules.hourly, needs);
        require(
            told == expected,
            format_args!("the most of a deal and what an hour costs are shown as {told:?}, and they are {expected:?}"),
        )
    }

    /// TPAM-8: how often those with equal hands have played again, and whether they are asked now.
    fn compare_replays(&self, progress: Option<&Progress<'_>>, view: &PlayerTableView) -> Result<(), String> {
        let last = self.deal.as_ref().or(self.ended.as_ref().map(|ended| &ended.deal));
        let replays = last.map_or(0, |deal| deal.history.iter().filter(|entry| matches!(entry, Entry::Again(_))).count());
        let is_dividing = progress.is_some_and(|progress| progress.left.question.is_some());
        let (told, expected) = ((usize::from(view.replays), view.is_dividing), (replays, is_dividing));
        require(told == expected, format_args!("replays and the question are shown as {told:?}, and they are {expected:?}"))
    }

    fn compare_seat(&self, deals: &Deals<'_>, seat: Seat, own: &SeatPlayerTableView, at: Timestamp) -> Result<(), String> {
        let progress = deals.under_way();
        self.compare_places(deals, &own.places, Some(seat))?;
        self.compare_past(deals.ended(), seat, &own.hands)?;
        let may_show = self.may_show(deals.ended(), seat) && !self.is_held;
        require(own.may_show == may_show, format_args!("whether seat {seat} may show its hand is shown as {}", own.may_show))?;
        // By the wall clock, which shows the moment of this input as `at`.
        let shown = own.paid_until.map(|until| until.microseconds().wrapping_sub(at.microseconds()));
        let expected = self.hour_paid_until(seat).map(|until| until.microseconds().wrapping_sub(self.now.microseconds()));
        require(shown == expected, format_args!("seat {seat} is shown to have paid until {:?}", own.paid_until))?;
        let mucks = self.place(seat).map(|place| !place.opens_always);
        require(own.mucks == mucks, format_args!("whether the hand of seat {seat} is mucked by itself is shown as {:?}", own.mucks))?;
        let is_asked = progress.is_some_and(|progress| progress.next() == Next::Act(seat)) && !self.is_held;
        let expected = progress.filter(|_| is_asked).map(|progress| offers(progress, seat));
        let shown = own.offers.as_ref().map(told_offers);
        require(shown == expected, format_args!("seat {seat} is offered {shown:?}, and may {expected:?}"))
    }

    /// Who sits, with what, and with which cards as these eyes see them.
    fn compare_places(&self, deals: &Deals<'_>, shown: &[PlaceView], eyes: Eyes) -> Result<(), String> {
        let seated = Seat::all().filter(|seat| self.place(*seat).is_some());
        require(shown.iter().map(|place| place.seat).eq(seated), "others are shown to sit than sit there")?;
        shown.iter().try_for_each(|place| self.compare_place(deals, place, eyes))
    }

    fn compare_place(&self, deals: &Deals<'_>, shown: &PlaceView, eyes: Eyes) -> Result<(), String> {
        let seat = shown.seat;
        let own = self.place(seat).ok_or("somebody is shown who does not sit")?;
        let progress = deals.under_way();
        let player = progress.and_then(|progress| progress.player(seat));
        let told = (shown.stack.minor(), shown.put_in.minor(), shown.is_out, shown.is_leaving, shown.waits, shown.is_absent);
        let put_in = player.map_or(0, |player| player.total);
        let expected = (own.stack, put_in, own.is_out, own.is_leaving, self.waits(seat), own.is_absent);
        require(told == expected, format_args!("seat {seat} is shown with {told:?}, and has {expected:?}"))?;
        let is_asked = progress.is_some_and(|progress| matches!(progress.next(), Next::Act(_)));
        let bet = player.map_or(0, |player| player.bet);
        require(!is_asked || shown.bet.minor() == bet, format_args!("seat {seat} is shown to have bet {}, and not {bet}", shown.bet))?;
        let is_live = player.is_some_and(|player| player.is_live);
        require(progress.is_none() || shown.is_live == is_live, format_args!("whether the hand of seat {seat} lives is shown wrong"))?;
        let has_stopped = player.is_some_and(|player| player.is_live && player.has_stopped);
        require(
            progress.is_none() || shown.has_stopped == has_stopped,
            format_args!("whether seat {seat} takes more cards is shown wrong"),
        )?;
        let bought = player.filter(|player| player.is_live).map_or(0, |player| player.bought);
        require(progress.is_none() || shown.bought == bought, format_args!("seat {seat} is shown to have bought {}", shown.bought))?;
        self.compare_usable(deals, shown)?;
        self.compare_cards(deals, shown, eyes)?;
        self.compare_combination(deals, shown)
    }

    /// What a hand makes is told to who sees all its cards.
    fn compare_combination(&self, deals: &Deals<'_>, shown: &PlaceView) -> Result<(), String> {
        let seat = shown.seat;
        let is_dealt_in = self.place(seat).is_some_and(|place| place.was_dealt_in);
        let lying = deals.lying().filter(|_| deals.under_way().is_some() || is_dealt_in);
        let expected = lying.and_then(|progress| settlement::made(progress, seat)).filter(|_| !shown.down.contains(&None));
        let told = shown.combination;
        require(told == expected, format_args!("the hand of seat {seat} is told to make {told:?}, and it makes {expected:?}"))
    }

    /// TPAM-37: which middle cards a hand may use lies before everybody, as who has paid for them does.
    fn compare_usable(&self, deals: &Deals<'_>, shown: &PlaceView) -> Result<(), String> {
        let seat = shown.seat;
        let usable = |progress: &Progress<'_>| progress.player(seat).filter(|player| player.is_live).map(|_| progress.usable(seat));
        let is_dealt_in = self.place(seat).is_some_and(|place| place.was_dealt_in);
        let lying = deals.lying().filter(|_| deals.under_way().is_some() || is_dealt_in);
        let expected = lying.and_then(usable).filter(|_| self.rules.variant.trades());
        require(shown.usable == expected, format_args!("seat {seat} may use {:?} of the middle, and not {expected:?}", shown.usable))
    }

    /// HRB-17: closed cards to their seat alone, until they are opened; a folded hand is nobody's.
    fn compare_cards(&self, deals: &Deals<'_>, shown: &PlaceView, eyes: Eyes) -> Result<(), String> {
        let seat = shown.seat;
        let progress = deals.under_way();
        let (down, up, is_open) = match (progress, deals.ended()) {
            (Some(progress), _) => cards_of(progress.player(seat), is_open_early(progress) || is_open_in_question(progress, seat)),
            (None, Some(progress)) => {
                // A player who sat down since has no cards.
                let player = progress.player(seat).filter(|_| self.place(seat).is_some_and(|place| place.was_dealt_in));
                cards_of(player, self.ended.as_ref().is_some_and(|ended| ended.shown.contains(&seat)))
            }
            (None, None) => (Vec::new(), Vec::new(), false),
        };
        require(shown.up == up, format_args!("{:?} are shown to lie open at seat {seat}, and not {up:?}", shown.up))?;
        let may_see = is_open || eyes == Some(seat);
        // SPG-84: everybody has seen the last one, as long as the deal is under way.
        let player = progress.and_then(|progress| progress.player(seat));
        let seen = player.filter(|player| player.is_live && player.shows_seventh).map(|player| player.down.len() - 1);
        let closed = down.iter().enumerate().map(|(place, card)| Some(*card).filter(|_| may_see || seen == Some(place)));
        let expected: Vec<Option<Card>> = closed.collect();
        // A hand that was not opened is over with its deal, for its own seat too.
        let is_over = progress.is_none() && shown.down.len() == down.len() && shown.down.iter().all(Option::is_none) && !is_open;
        require(
            is_over || shown.down == expected,
            format_args!("{eyes:?} sees {:?} closed at seat {seat}, and not {expected:?}", shown.down),
        )
    }

    fn compare_middle(&self, deals: &Deals<'_>, view: &PlayerTableView) -> Result<(), String> {
        let progress = deals.under_way();
        let board = deals.lying().map_or(&[][..], |progress| &progress.board);
        require(view.board == board, format_args!("{:?} are shown in the middle, and not {board:?}", view.board))?;
        let shown = deals.lying().map_or(&[][..], |progress| &progress.mistakes.out);
        require(
            view.shown_by_mistake == shown,
            format_args!("{:?} are shown to be out of the deal, and not {shown:?}", view.shown_by_mistake),
        )?;
        self.compare_next_card(progress, view.card_to)?;
        let drawn = self.draw.as_ref().map_or(&[][..], |draw| &draw.cards);
        require(view.drawn == drawn, format_args!("{:?} are shown to be drawn, and not {drawn:?}", view.drawn))?;
        let Some(progress) = progress else { return Ok(()) };
        let told = (view.button, view.blinds);
        let expected = (Some(progress.deal.button), progress.deal.blinds);
        require(told == expected, format_args!("button and blinds are shown as {told:?}, and not {expected:?}"))?;
        compare_pots(progress, view)
    }

    /// The dealer lays the card where it is shown to go.
    fn compare_next_card(&self, progress: Option<&Progress<'_>>, shown: Option<(CardPlace, Face)>) -> Result<(), String> {
        let ordered = self.card_on_its_way().filter(|_| !self.is_held);
        let due = |(to, face): &(CardPlace, Face)| progress.is_some_and(|progress| progress.next() == Next::Card(*to, *face));
        // Of a draw of the button that is broken off the digests say nothing: an order that is shown is the one that stands.
        let is_right = if progress.is_some() { shown == ordered.filter(due) } else { shown.is_none() || shown == ordered };
        require(is_right, format_args!("the next card is shown to go to {shown:?}, and it was ordered to {ordered:?}"))
    }

    fn compare_turn(&self, progress: Option<&Progress<'_>>, view: &PlayerTableView) -> Result<(), String> {
        let expected = match progress.map(Progress::next) {
            Some(Next::Act(seat)) => Some((seat, self.turn())),
            _ => None,
        };
        require(view.turn == expected, format_args!("it is shown to be the turn of {:?}, and it is that of {expected:?}", view.turn))
    }

    fn compare_end(&self, view: &PlayerTableView) -> Result<(), String> {
        let expected = self.ended.as_ref().map(|ended| &ended.settlement);
        let is_right = match &view.ended {
            Some(DealEnd::Paid(settlement)) => Some(settlement) == expected,
            Some(DealEnd::Void(_)) | None => expected.is_none(),
        };
        require(is_right, "another end of the last deal is shown than it had")
    }
}

/// SPB-59: where nobody can bet any more, all live hands are opened before the cards that are left come.
fn is_open_early(progress: &Progress<'_>) -> bool {
    progress.is_betting_over && progress.live().len() > 1 && !progress.rules.variant.has_stake_alone()
}

/// TPAM-7: hands were opened and compared before the owners of equal ones are asked.
pub(super) fn is_open_in_question(progress: &Progress<'_>, seat: Seat) -> bool {
    let pots: Vec<Pot> = progress.left.banks.iter().map(|bank| bank.pot.clone()).collect();
    let shown = || showdown::shown(progress, &pots, &Hands::of(progress, &progress.live()), &[]);
    progress.left.question.is_some() && shown().contains(&seat)
}

/// The cards that lie closed and open before a seat whose hand lives, and whether all of them are opened.
fn cards_of(player: Option<&Player>, is_open: bool) -> (Vec<Card>, Vec<Card>, bool) {
    match player.filter(|player| player.is_live) {
        Some(player) => (player.down.clone(), player.up.clone(), is_open),
        None => (Vec::new(), Vec::new(), false),
    }
}

/// While somebody is asked, the pots are the layers of what was put in before this round.
fn compare_pots(progress: &Progress<'_>, view: &PlayerTableView) -> Result<(), String> {
    let lying: i64 = view.pots.iter().map(|pot| pot.amount.minor()).sum::<i64>() + view.places.iter().map(|of| of.bet.minor()).sum::<i64>();
    let gone: i64 = progress.pot() - view.places.iter().map(|of| of.put_in.minor()).sum::<i64>();
    require(
        lying <= progress.pot() && lying + gone >= 0,
        format_args!("{lying} are shown on the table, and {} lie there", progress.pot()),
    )?;
    if !matches!(progress.next(), Next::Act(_)) {
        return Ok(());
    }
    require(lying == progress.pot(), format_args!("{lying} are shown on the table, and {} lie there", progress.pot()))?;
    let price = progress.round.as_ref().map_or(0, |round| round.price);
    require(view.price.minor() == price, format_args!("the price is shown as {}, and it is {price}", view.price))?;
    let before = settlement::put_in(progress).into_iter().map(|of| {
        let bet = progress.player(of.seat).map_or(0, |player| player.bet);
        PutIn { amount: of.amount - bet, ..of }
    });
    let banks = settlement::banks_of(progress, &before.collect::<Vec<_>>()).into_iter().map(|bank| (bank.pot.amount, bank.pot.claimants));
    let expected: Vec<(i64, Vec<Seat>)> = banks.chain(progress.left.uncalled.map(|(seat, amount)| (amount, vec![seat]))).collect();
    let told: Vec<(i64, Vec<Seat>)> = view.pots.iter().map(|pot| (pot.amount.minor(), pot.claimants.clone())).collect();
    require(told == expected, format_args!("the pots are shown as {told:?}, and not {expected:?}"))
}

/// What the call costs; whether it is called a bet, the least, the most, the step and the whole stack of a wager; whether the seat may stop taking
/// cards; whether it may go on without paying; what cards it may buy; whether it divides or plays again; and whether it may
/// play for the pot so far alone.
type Offered = (i64, Option<(bool, i64, i64, i64, i64)>, bool, bool, Option<Buyable>, bool, bool);

fn offers(progress: &Progress<'_>, seat: Seat) -> Offered {
    let stack = progress.player(seat).map_or(0, |player| player.stack);
    let told = |wagers: Wagers| (wagers.is_bet, wagers.least, wagers.most, wagers.step, wagers.all_in);
    if progress.left.question.is_some() {
        return (0, None, false, false, None, true, false);
    }
    if let Some(asked) = progress.asked(seat) {
        return (asked.price, asked.wagers.map(told), false, asked.may_pass, None, false, false);
    }
    if progress.sale.is_some() {
        return (0, None, false, true, progress.buyable(seat), false, false);
    }
    let may_play_for_pot = progress.may_play_for_pot(seat);
    (progress.to_call(seat).min(stack), progress.wagers(seat).map(told), progress.may_stop(seat), false, None, false, may_play_for_pot)
}

fn told_offers(offers: &BettingOffers) -> Offered {
    let wager = offers.wager.map(|wager| (wager.is_bet, wager.least.minor(), wager.most.minor(), wager.step.minor(), wager.all_in.minor()));
    let exchange = offers.exchange.map(|offer| (offer.most, offer.of, offer.price.minor()));
    let BettingOffers { may_stop, may_pass, may_divide, may_play_for_pot, .. } = *offers;
    (offers.call.minor(), wager, may_stop, may_pass, exchange, may_divide, may_play_for_pot)
}
