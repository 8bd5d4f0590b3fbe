//! One deal, from the forced bets to the division of the pots.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::house::House;
use super::level::Level;
use super::mistakes::Mistakes;
use super::strengths;
use super::talk::Talk;
use super::variant::{ForcedBets, Halves, Street};
use crate::games::betting::{
    Action, Banks, BettingRefusal, Dividing, Offers, Pot, PutIn, SeatList, Settlement, Winners, after, blinds, settle,
};
use crate::games::cards::Cards;
use crate::games::ranking::Strength;
use crate::games::seating::Markers;
use crate::model::{Card, CardChoice, Combination, Money, SEATS, Seat};

/// Where the next card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardTo {
    /// Away, closed.
    Burn,
    /// To the middle, for all.
    Board,
    /// To this seat, closed.
    Down(Seat),
    /// To this seat, open.
    Up(Seat),
}

/// What the deal waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandWants {
    /// A card.
    Card(CardTo),
    /// The stub to be shuffled, with what goes back into it (SPG-91 to SPG-95).
    Shuffle,
    /// What this seat does.
    Decision(Seat),
    /// To be settled: it is over.
    Settlement,
}

/// One who was dealt in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct HandSeat {
    /// What lay before him when the deal began; nothing is added until it ends (TPC-9).
    pub began: Money,
    /// What he has behind now.
    pub stack: Money,
    /// What he has put in.
    pub put_in: Money,
    /// Whether he has not folded.
    pub is_live: bool,
    /// His closed cards.
    pub down: Cards,
    /// His open cards.
    pub up: Cards,
    /// Whether he takes no more cards (TPAM-45).
    pub has_stopped: bool,
    /// Of the openings that could be paid for so far, which he has paid for, a bit each from the first on (TPAM-37).
    opened: u8,
    /// How many cards he has bought (TPAM-23).
    pub bought: u8,
    /// What he has put in before the play under way, where the deal is played again for a bank (TPAM-8).
    pub(super) in_banks: Money,
    /// What of what he has put in since nobody has to match.
    pub(super) for_bank: Money,
    /// Whether he plays for the pot so far alone, as if he were all-in (SPG-84).
    pub(super) stands_aside: bool,
    /// What of it is his blind.
    pub(super) blind: Money,
}

/// Says how many cards and never which (HRB-17).
impl core::fmt::Debug for HandSeat {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { began, stack, put_in, is_live, down, up, .. } = self;
        let (down, up) = (down.len(), up.len());
        write!(f, "HandSeat {{ began: {began}, stack: {stack}, put_in: {put_in}, is_live: {is_live}, down: {down}, up: {up} }}")
    }
}

impl HandSeat {
    /// One who has put in nothing yet.
    const fn new(stack: Money) -> Self {
        Self {
            began: stack,
            stack,
            put_in: Money::ZERO,
            is_live: true,
            down: Cards::NONE,
            up: Cards::NONE,
            has_stopped: false,
            opened: 0,
            bought: 0,
            in_banks: Money::ZERO,
            for_bank: Money::ZERO,
            stands_aside: false,
            blind: Money::ZERO,
        }
    }

    pub(super) fn put(&mut self, amount: Money) -> Money {
        let paid = amount.min(self.stack);
        (self.stack, self.put_in) = (self.stack - paid, self.put_in + paid);
        paid
    }

    /// He has given these of his closed cards back, and is to have as many others after those he has kept.
    fn give_back(&mut self, cards: CardChoice) {
        let kept = self.down.iter().enumerate().filter(|(place, _)| !cards.has(*place)).map(|(_, card)| *card);
        (self.down, self.bought) = (kept.collect(), cards.count());
    }

    /// The deal is played again, with him or without him; what he has put in stays.
    pub(super) fn begin_again(&mut self, plays: bool) {
        let Self { began, stack, put_in, in_banks, .. } = *self;
        *self = Self { stack, put_in, in_banks, is_live: plays, ..Self::new(began) };
    }

    /// All his cards, the closed ones first.
    #[must_use]
    pub fn cards(&self) -> Cards {
        self.down.iter().chain(self.up.iter()).copied().collect()
    }
}

/// A deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    pub(super) house: House,
    pub(super) level: Level,
    pub(super) button: Seat,
    pub(super) blinds: Option<(Seat, Seat)>,
    pub(super) missing: Money,
    pub(super) seats: [Option<HandSeat>; SEATS],
    /// What was compared already, where the owners of equal hands are asked (TPAM-8).
    pub(super) banks: Banks,
    /// How often it has been played again (TPAM-8).
    pub(super) replays: u16,
    pub(super) board: Cards,
    pub(super) street: usize,
    /// The newest street of which all cards have come.
    pub(super) reached: usize,
    /// The cards of the street that are still to come, the next one last.
    pub(super) to_come: Vec<CardTo>,
    pub(super) talk: Option<Talk>,
    pub(super) last_wager: Option<Seat>,
    pub(super) mistakes: Mistakes,
    /// Whether somebody has acted on this street.
    pub(super) has_acted: bool,
    pub(super) is_over: bool,
}

impl Hand {
    /// Begins a deal with these stacks: antes and blinds are posted, each as far as the stack reaches (SPB-5). `None` where fewer than two
    /// seats have what it takes to be dealt in, a stack is no amount, or a level does not fit the house.
    #[must_use]
    pub fn begin(house: House, level: Level, stacks: &[(Seat, Money)], button: Seat) -> Option<Self> {
        let least = level.least_stack(&house);
        let plays = |seat: Seat| stacks.iter().any(|(other, stack)| *other == seat && *stack >= least);
        let has_blinds = house.variant.forced() == ForcedBets::Blinds;
        let blinds = blinds(button, house.betting.heads_up, plays).filter(|_| has_blinds);
        Self::begin_at(house, level, stacks, Markers { button, blinds })
    }

    /// Begins a deal with the button and the blinds where they are said to be; a blind of a seat that is not dealt in is not posted.
    #[must_use]
    pub fn begin_at(house: House, level: Level, stacks: &[(Seat, Money)], markers: Markers) -> Option<Self> {
        let mut seats: [Option<HandSeat>; SEATS] = [None; SEATS];
        let least = level.least_stack(&house);
        for (seat, stack) in stacks.iter().filter(|(_, stack)| *stack >= least) {
            seats[seat.index()] = (*stack <= Money::MOST).then(|| HandSeat::new(*stack));
        }
        if seats.iter().flatten().count() < 2 || level.problem(&house).is_some() {
            return None;
        }
        let mut hand = Self {
            house,
            level,
            button: markers.button,
            blinds: markers.blinds,
            missing: Money::ZERO,
            seats,
            banks: Banks::default(),
            replays: 0,
            board: Cards::NONE,
            street: 0,
            reached: 0,
            to_come: Vec::new(),
            talk: None,
            last_wager: None,
            mistakes: Mistakes::default(),
            has_acted: false,
            is_over: false,
        };
        hand.seats.iter_mut().flatten().for_each(|seat| _ = seat.put(level.ante));
        hand.post_blinds();
        hand.begin_street();
        Some(hand)
    }

    fn post_blinds(&mut self) {
        let first = after(self.button).find(|seat| self.seats[seat.index()].is_some());
        let of_first = first.filter(|_| self.house.variant.forced() == ForcedBets::FirstBlind).map(|seat| (seat, self.level.big_blind));
        let of_two = self.blinds.map(|(small, big)| [(small, self.level.small_blind), (big, self.level.big_blind)]);
        for (seat, due) in of_two.into_iter().flatten().chain(of_first) {
            if let Some(player) = &mut self.seats[seat.index()] {
                player.blind = player.put(due);
                self.missing = self.missing + due - player.blind;
            }
        }
    }

    /// What it waits for.
    #[must_use]
    pub fn wants(&self) -> HandWants {
        match (self.to_come.last(), self.talk.as_ref().and_then(Talk::turn)) {
            _ if self.is_over => HandWants::Settlement,
            _ if self.mistakes.stub.is_to_shuffle => HandWants::Shuffle,
            (Some(to), _) => HandWants::Card(*to),
            (None, Some(seat)) => HandWants::Decision(seat),
            (None, None) => HandWants::Settlement,
        }
    }

    /// Takes the card that it waits for; a card that nobody waits for changes nothing.
    pub fn take_card(&mut self, card: Card) {
        let HandWants::Card(to) = self.wants() else { return };
        self.to_come.pop();
        self.mistakes.last_card = Some((to, card));
        match to {
            CardTo::Burn => self.mistakes.stub.came(card),
            CardTo::Board => {
                self.mistakes.stub.came(card);
                self.board.push(card);
            }
            CardTo::Down(seat) => self.seats[seat.index()].iter_mut().for_each(|player| player.down.push(card)),
            CardTo::Up(seat) => self.seats[seat.index()].iter_mut().for_each(|player| player.up.push(card)),
        }
        match (self.to_come.is_empty(), &self.talk) {
            (false, _) => {}
            (true, None) => self.open_talk(),
            // A bought card.
            (true, Some(_)) => self.close_round_where_done(),
        }
    }

    /// What the seat may do, where it is asked.
    #[must_use]
    pub fn offers(&self, seat: Seat) -> Option<Offers> {
        let offers = self.talk.as_ref().filter(|_| self.wants() == HandWants::Decision(seat))?.offers(seat)?;
        Some(Offers { may_stop: self.may_stop(seat), may_play_for_pot: self.may_play_for_pot(seat), ..offers })
    }

    /// Whether the seat may say that it takes no more cards: once, and as long as one is to come (TPAM-45, TPAM-Q24).
    fn may_stop(&self, seat: Seat) -> bool {
        let takes_cards = || self.seats[seat.index()].as_ref().is_some_and(|player| !player.has_stopped);
        self.house.variant.lets_stop() && takes_cards() && !self.is_compared() && self.street + 1 < self.house.streets().len()
    }

    /// Does what the seat chooses; what it paid for it.
    ///
    /// # Errors
    /// [`BettingRefusal`], where the seat is not asked or not offered this; nothing has changed then.
    pub fn take(&mut self, seat: Seat, action: Action) -> Result<Money, BettingRefusal> {
        let is_asked = self.wants() == HandWants::Decision(seat);
        if is_asked && action == Action::Stop {
            return self.stop(seat);
        }
        let may_play_for_pot = is_asked && self.may_play_for_pot(seat) || self.must_play_for_pot(seat);
        if action == Action::PlayForPot && may_play_for_pot {
            return self.play_for_pot(seat);
        }
        let street = self.street;
        let talk = self.talk.as_mut().filter(|_| is_asked).ok_or(BettingRefusal::NotYourTurn)?;
        let paid = talk.take(seat, action)?;
        (self.mistakes.last_card, self.has_acted) = (None, true);
        if let Some(player) = &mut self.seats[seat.index()] {
            player.put(paid);
            player.is_live &= action != Action::Fold;
            if talk.is_for_bank() && paid.is_positive() {
                player.for_bank = player.for_bank + paid;
                player.opened |= 1 << street;
            }
            if let Action::Exchange(cards) = action {
                player.give_back(cards);
                self.to_come = (0..cards.count()).map(|_| CardTo::Down(seat)).collect();
            }
        }
        self.close_round_where_done();
        Ok(paid)
    }

    /// The seat takes no more cards; it is still its turn, because it must match all the same (TPAM-Q23).
    fn stop(&mut self, seat: Seat) -> Result<Money, BettingRefusal> {
        if !self.may_stop(seat) {
            return Err(BettingRefusal::NoStop);
        }
        self.seats[seat.index()].iter_mut().for_each(|player| player.has_stopped = true);
        // He has decided by the cards as they lie.
        self.mistakes.last_card = None;
        Ok(Money::ZERO)
    }

    /// The hand of a seat that is not there is dead; what it has put in stays. One that is all-in stays live (SPT-40, TPC-10). Whether it
    /// is dead now; once hands are compared none dies any more.
    pub fn kill(&mut self, seat: Seat) -> bool {
        let is_compared = self.is_compared();
        let can_die = |player: &HandSeat| player.is_live && player.stack.is_positive() && !player.stands_aside && !is_compared;
        if !self.seats[seat.index()].as_ref().is_some_and(can_die) {
            return false;
        }
        self.lay_down(seat);
        true
    }

    /// The hand of the seat is dead, and nothing comes to it any more.
    pub(super) fn lay_down(&mut self, seat: Seat) {
        self.seats[seat.index()].iter_mut().for_each(|player| player.is_live = false);
        let is_his = |to: CardTo| to == CardTo::Down(seat) || to == CardTo::Up(seat);
        self.to_come.retain(|to| !is_his(*to));
        self.mistakes.last_card = self.mistakes.last_card.filter(|(to, _)| !is_his(*to));
        if let Some(talk) = &mut self.talk {
            talk.kill(seat);
        }
        if self.talk.is_none() && self.live().count() < 2 {
            self.end_play();
        }
        self.close_round_where_done();
    }

    /// What is done for a seat whose time is over (SPB-61).
    #[must_use]
    pub fn otherwise(&self, seat: Seat) -> Action {
        self.talk.as_ref().map_or(Action::Fold, |talk| talk.otherwise(seat))
    }

    /// Who was dealt in, as they stand, by the seat's place.
    #[must_use]
    pub const fn seats(&self) -> &[Option<HandSeat>; SEATS] {
        &self.seats
    }

    /// The cards in the middle.
    #[must_use]
    pub fn board(&self) -> &[Card] {
        &self.board
    }

    /// Whether the first cards are being dealt, and nobody has been asked.
    #[must_use]
    pub const fn deals_first_cards(&self) -> bool {
        self.street == 0 && self.talk.is_none() && self.replays == 0
    }

    /// Which street it is, from 0; of a replay too.
    #[must_use]
    pub const fn street(&self) -> usize {
        self.street
    }

    /// All that was put in.
    #[must_use]
    pub fn pot(&self) -> Money {
        self.seats.iter().flatten().map(|player| player.put_in).sum()
    }

    /// What the seat has put in in the round that is open.
    #[must_use]
    pub fn bet(&self, seat: Seat) -> Money {
        self.talk.as_ref().map_or(Money::ZERO, |talk| talk.bet(seat))
    }

    /// What who stays must have put in in the betting round that is open; zero where none is.
    #[must_use]
    pub fn price(&self) -> Money {
        self.talk.as_ref().map_or(Money::ZERO, Talk::price)
    }

    /// What lies in the pots, the main pot first, without what was put in in the round that is open.
    #[must_use]
    pub fn pots(&self) -> Vec<Pot> {
        let is_for_bank = self.talk.as_ref().is_some_and(Talk::is_for_bank);
        let (mut put_in, mut dead) = self.put_in();
        for each in &mut put_in {
            let bet = self.bet(each.seat);
            if is_for_bank { dead = dead - bet } else { each.amount = each.amount - bet }
        }
        self.banks.with(&put_in, dead).pots()
    }

    /// What each has put in in this play that others had to match, and the sum of what nobody had to (TPAM-24, TPAM-35).
    pub(super) fn put_in(&self) -> (SmallVec<[PutIn; SEATS]>, Money) {
        let players = || after(self.button).filter_map(|seat| Some((seat, self.seats[seat.index()].as_ref()?)));
        let put_in = |(seat, player): (Seat, &HandSeat)| PutIn {
            seat,
            amount: player.put_in - player.in_banks - player.for_bank,
            is_live: player.is_live,
        };
        (players().map(put_in).collect(), players().map(|(_, player)| player.for_bank).sum())
    }

    pub(super) const fn house(&self) -> &House {
        &self.house
    }

    pub(super) const fn level(&self) -> &Level {
        &self.level
    }

    /// The seat after the button.
    pub(super) fn after_button(&self) -> Seat {
        after(self.button).next().unwrap_or(self.button)
    }

    pub(super) const fn opens(&self) -> super::house::OpensHands {
        self.house.opens
    }

    pub(super) fn live(&self) -> impl Iterator<Item = (Seat, &HandSeat)> {
        after(self.button).filter_map(|seat| Some((seat, self.seats[seat.index()].as_ref().filter(|player| player.is_live)?)))
    }

    pub(super) fn street_now(&self) -> Street {
        self.house.streets()[self.street]
    }

    pub(super) fn is_last_street(&self) -> bool {
        self.street + 1 == self.house.streets().len()
    }

    /// Lists the cards of the street: one at a time, clockwise (SPG-19); the studs from the first seat on (SPG-52, ST-2), the others from
    /// the small blind (SPG-25), those of the decree from the first hand (TPAM-4).
    pub(super) fn begin_street(&mut self) {
        let Street { burns, down, up, board, .. } = self.street_now();
        let live: SeatList = match self.house.variant.forced() {
            ForcedBets::BringIn => {
                Seat::all().filter(|seat| self.seats[seat.index()].as_ref().is_some_and(|player| player.is_live)).collect()
            }
            ForcedBets::Blinds | ForcedBets::FirstBlind | ForcedBets::Stake => {
                self.live().filter(|(_, player)| !player.has_stopped).map(|(seat, _)| seat).collect()
            }
        };
        let from_small = self.blinds.and_then(|(small, _)| live.iter().position(|seat| *seat == small));
        let start = from_small.filter(|_| self.street == 0).unwrap_or(0);
        let in_turn = || live[start..].iter().chain(&live[..start]).copied();
        let mut cards = core::mem::take(&mut self.to_come);
        cards.clear();
        let lies_there = core::mem::take(&mut self.mistakes.is_burnt);
        let is_burnt = self.mistakes.stub.begin_street(self.street, lies_there);
        (self.mistakes.last_card, self.has_acted) = (None, false);
        cards.extend((burns && !is_burnt).then_some(CardTo::Burn));
        (0..down).for_each(|_| cards.extend(in_turn().map(CardTo::Down)));
        (0..up).for_each(|_| cards.extend(in_turn().map(CardTo::Up)));
        (0..board).for_each(|_| cards.push(CardTo::Board));
        cards.reverse();
        self.to_come = cards;
        // Where nothing is dealt, it is asked at once.
        if self.to_come.is_empty() {
            self.open_talk();
        }
    }

    pub(super) fn begin_talk(&mut self, talk: Talk) {
        self.talk = Some(talk);
        self.close_round_where_done();
    }

    pub(super) fn close_round_where_done(&mut self) {
        let is_dealt = self.to_come.is_empty();
        let Some(talk) = self.talk.as_ref().filter(|talk| is_dealt && talk.turn().is_none()) else { return };
        if let Talk::Division(division) = talk {
            return self.close_division(&division.clone());
        }
        self.last_wager = talk.last_wager();
        self.talk = None;
        // Where nobody takes a card, there is nothing to bet on any more (TPAM-44).
        let is_dealt_out = self.live().all(|(_, player)| player.has_stopped);
        if self.is_last_street() || is_dealt_out || self.live().count() < 2 {
            self.end_play();
        } else {
            self.street += 1;
            self.begin_street();
        }
    }

    /// Who shows first, and then who: the last wager of the last round, else the first after the button or the highest open hand, and
    /// then clockwise (SPB-55, SPB-A17).
    #[must_use]
    pub fn showdown(&self) -> Vec<Seat> {
        let unraised = if self.house.variant.has_open_cards() { self.highest_open() } else { self.live().next().map(|(seat, _)| seat) };
        let Some(first) = self.last_wager.or(unraised) else { return Vec::new() };
        let in_turn = core::iter::once(first).chain(after(first)).take(SEATS);
        in_turn.filter(|seat| self.live().any(|(live, _)| live == *seat)).collect()
    }

    /// The money of the deal once it is over; before that what it would be if nobody had anything more to say.
    #[must_use]
    pub fn settle(&self) -> Settlement {
        let (put_in, dead) = self.put_in();
        let (odd, unit, fee, has_flop) = (self.house.odd_units, self.level.unit, self.house.fee, self.reached > 0 || self.replays > 0);
        let dividing = Dividing { odd, unit, fee, dead, has_flop };
        settle(&self.banks, &put_in, dividing, |claimants| self.winners(claimants))
    }

    /// What the seat's cards make with the board's, once that is five cards or more, or it takes no more, and it has not folded.
    #[must_use]
    pub fn combination(&self, seat: Seat) -> Option<Combination> {
        let player = self.seats[seat.index()].as_ref().filter(|player| player.is_live)?;
        let cards = player.cards();
        let is_whole = player.has_stopped || cards.len() + self.board.len() >= 5;
        let strength = self.strength(seat).filter(|_| is_whole)?;
        // A high card is no combination here, and neither is an ace with a king.
        Some(strength.combination()).filter(|made| !matches!(made, Combination::Nothing | Combination::AceKing))
    }

    pub(super) fn winners(&self, claimants: &[Seat]) -> Winners {
        let high = self.best(claimants, |seat| self.strength(seat));
        let low = match self.house.variant.halves() {
            Halves::High => SeatList::new(),
            Halves::HighLow => {
                let low = |seat| strengths::low(&self.cards_of(seat), &self.board, self.house.low_rank_most);
                self.best(claimants, |seat| low(seat).map(core::cmp::Reverse))
            }
        };
        Winners { high: if high.is_empty() { self.in_odd_order(SeatList::from_slice(claimants)) } else { high }, low }
    }

    /// What the seat's own cards make with those of the middle that it may use.
    fn strength(&self, seat: Seat) -> Option<Strength> {
        strengths::high(self.house.variant.hand_rule(), self.house.straights(), &self.cards_of(seat), &self.usable(seat))
    }

    /// The cards of the middle that the seat may use: all, or where players trade those in whose trading it took part (TPAM-37).
    #[must_use]
    pub fn usable(&self, seat: Seat) -> Cards {
        if !self.house.variant.trades() {
            return self.board.iter().copied().collect();
        }
        let opened = self.seats[seat.index()].as_ref().map_or(0, |player| player.opened);
        let mut left = self.board.iter();
        let mut usable = Cards::NONE;
        for (nth, street) in self.house.streets().iter().skip(1).enumerate() {
            let cards = left.by_ref().take(street.board.into()).copied();
            cards.filter(|_| opened >> nth & 1 == 1).for_each(|card| usable.push(card));
        }
        usable
    }

    /// Those of the claimants whose hand is the best, in the order in which odd units go; none where nobody has such a hand.
    fn best<T: Ord>(&self, claimants: &[Seat], worth: impl Fn(Seat) -> Option<T>) -> SeatList {
        let hands: SmallVec<[(Seat, Option<T>); SEATS]> = claimants.iter().map(|seat| (*seat, worth(*seat))).collect();
        let Some(best) = hands.iter().filter_map(|(_, worth)| worth.as_ref()).max() else { return SeatList::new() };
        let seats = hands.iter().filter(|(_, worth)| worth.as_ref() == Some(best)).map(|(seat, _)| *seat).collect();
        self.in_odd_order(seats)
    }

    fn cards_of(&self, seat: Seat) -> Cards {
        self.seats[seat.index()].as_ref().map_or(Cards::NONE, HandSeat::cards)
    }

    /// Clockwise from the button (TPAM-Q7); at the studs of the house and the sport from the highest card of the winning five on (SPB-53, TA-11).
    fn in_odd_order(&self, mut seats: SeatList) -> SeatList {
        match self.house.variant.forced() {
            ForcedBets::Blinds | ForcedBets::FirstBlind | ForcedBets::Stake => {
                after(self.button).filter(|seat| seats.contains(seat)).collect()
            }
            ForcedBets::BringIn => {
                seats.sort_by_key(|seat| core::cmp::Reverse(strengths::highest_card(&self.cards_of(*seat))));
                seats
            }
        }
    }
}
