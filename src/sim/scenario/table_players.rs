//! The people at the tables between players: seats that sit down, bet and go, sane or not, and an attendant. What they order is drawn from
//! the seed.

use super::options::Options;
use crate::model::{
    BettingAction, BettingOffers, BoxNumber, Card, CardChoice, CardPlace, Command, Event, ExchangeOffer, Money, Order, PlaceView,
    PlayerTableOrder, PlayerTablePhase, PlayerTableView, SEATS, Seat, Span, TableConditions, TableNumber, TableOrder, Timestamp, Views,
    WagerOffer, Who,
};
use crate::sim::chance::{Chance, Rate};

/// The people.
pub(super) struct TablePlayers {
    chance: Chance,
    wildness: Rate,
    meddling: Rate,
    patience: Span,
    absence: Rate,
    next_at: Timestamp,
    /// Who has gone away, and until when: nobody acts for that seat.
    gone: Option<(Seat, Timestamp)>,
}

impl TablePlayers {
    pub(super) fn new(chance: Chance, options: &Options, now: Timestamp) -> Self {
        let (wildness, meddling, patience) = (options.wildness, options.meddling, options.patience);
        Self { chance, wildness, meddling, patience, absence: options.absence, next_at: now, gone: None }
    }

    pub(super) const fn next_at(&self) -> Timestamp {
        self.next_at
    }

    /// The order of this moment; mostly of the player whose turn it is.
    pub(super) fn order(&mut self, now: Timestamp, views: &Views) -> Option<Command> {
        let tables = &views.cabinet.player_tables;
        let is_asked = tables.iter().any(|table| table.turn.is_some());
        let most = if is_asked { self.patience.milliseconds() / 8 } else { self.patience.milliseconds() };
        self.next_at = now.after(self.chance.milliseconds(1, most.max(2)));
        let table = tables.get(self.chance.below(tables.len() as u64) as usize)?;
        if let Some((seat, _)) = table.turn.filter(|_| self.chance.happens(self.absence)) {
            self.gone = Some((seat, now.after(self.chance.milliseconds(10_000, 60_000))));
        }
        let is_wild = self.chance.happens(self.wildness) && self.chance.below(3) == 0;
        let is_held = table.hold.is_some();
        let (who, order) = if self.chance.happens(self.meddling) || (is_held && self.chance.below(3) == 0) {
            (Who::Attendant("attendant".into()), self.attendants_order())
        } else if table.phase == PlayerTablePhase::ShufflingStub && self.chance.below(2) == 0 {
            (Who::Attendant("attendant".into()), TableOrder::BetweenPlayers(PlayerTableOrder::StubShuffled))
        } else if table.phase == PlayerTablePhase::Dealing && self.chance.below(mistakes_one_in(table)) == 0 {
            (Who::Attendant("attendant".into()), self.mistake(views, table)?)
        } else if let Some((seat, turn)) = table.turn.filter(|_| self.chance.below(12) != 0) {
            let (seat, order) = self.act(views, table, seat, turn, is_wild)?;
            (Who::Seat(seat), TableOrder::BetweenPlayers(order))
        } else if let Some(seat) = may_show(views, table).filter(|_| self.chance.below(4) == 0) {
            (Who::Seat(seat), TableOrder::BetweenPlayers(PlayerTableOrder::Show))
        } else if table.places.len() > 2 && self.chance.below(4) != 0 {
            // A player who sits mostly waits for his turn.
            return None;
        } else {
            let seat = self.seat();
            (Who::Seat(seat), TableOrder::BetweenPlayers(self.come_or_go(table, seat, is_wild)))
        };
        let is_gone = |seat| self.gone.is_some_and(|(gone, until)| gone == seat && now <= until);
        if matches!(who, Who::Seat(seat) if is_gone(seat)) {
            return None;
        }
        let number = if is_wild && self.chance.below(6) == 0 { TableNumber(9) } else { table.table };
        let round = match self.chance.below(10) {
            0 => None,
            1 if is_wild => Some(table.deal.saturating_sub(1)),
            _ => Some(table.deal),
        };
        Some(Command { who, key: None, round, order: Order::Table { table: number, order } })
    }

    /// Word of a console that has lost its line, or has one again: that of the player who has gone away, and now and then of any.
    pub(super) fn presence(&mut self, now: Timestamp, views: &Views) -> Option<Event> {
        let places = views.cabinet.player_tables.iter().flat_map(|table| &table.places);
        let is_gone = |seat: Seat| self.gone.is_some_and(|(gone, until)| gone == seat && now <= until);
        let wrong = places.map(|place| (place.seat, place.is_absent)).find(|(seat, is_absent)| *is_absent != is_gone(*seat));
        if self.chance.below(40) == 0 {
            return Some(Event::Presence { seat: self.seat(), is_here: self.chance.below(2) == 0 });
        }
        let (seat, is_absent) = wrong.filter(|_| self.chance.below(3) == 0)?;
        Some(Event::Presence { seat, is_here: is_absent })
    }

    fn attendants_order(&mut self) -> TableOrder {
        match self.chance.below(12) {
            0 => TableOrder::Hold { reason: "a question".into() },
            1 => TableOrder::Void { reason: "a decision".into(), new_shoe: false },
            2 => TableOrder::BetweenPlayers(PlayerTableOrder::Remove { seat: self.seat() }),
            3 => TableOrder::Shuffle,
            4 => TableOrder::BetweenPlayers(PlayerTableOrder::Close),
            _ => TableOrder::Resume,
        }
    }

    /// What an attendant has seen of the dealing, at a hand that lives, or at a hand that does not.
    fn mistake(&mut self, views: &Views, table: &PlayerTableView) -> Option<TableOrder> {
        let seat = if self.chance.below(8) == 0 {
            self.seat()
        } else {
            table.places.get(self.chance.below(table.places.len() as u64) as usize)?.seat
        };
        let own = views.seats[seat.index()].player_tables.iter().find(|own| own.table == table.table)?;
        let place = own.places.iter().find(|place| place.seat == seat);
        let dealt = place.map_or(&[][..], |place| &place.down);
        let any = Card::from_index(self.chance.below(52) as usize)?;
        let seventh = place.filter(|place| has_seventh(place)).and_then(|place| *place.down.last()?);
        if let Some(card) = seventh.filter(|_| self.chance.below(4) != 0) {
            return Some(TableOrder::BetweenPlayers(PlayerTableOrder::Exposed { seat, card }));
        }
        match self.chance.below(12) {
            0 | 1 => {
                // Now and then it is not the one that came last.
                let card = newest(views, table).filter(|_| self.chance.below(6) != 0).unwrap_or(any);
                return Some(TableOrder::BetweenPlayers(PlayerTableOrder::Boxed { card }));
            }
            2 | 3 if table.board.len() <= 3 => return Some(TableOrder::BetweenPlayers(PlayerTableOrder::TakeFlopBack)),
            4 if self.chance.below(4) == 0 => return Some(TableOrder::BetweenPlayers(PlayerTableOrder::StubShuffled)),
            _ => {}
        }
        if self.chance.below(4) != 0 {
            let own = dealt.get(self.chance.below(dealt.len() as u64) as usize).copied().flatten();
            // Now and then it is none of his.
            let card = own.filter(|_| self.chance.below(8) != 0).unwrap_or(any);
            return Some(TableOrder::BetweenPlayers(PlayerTableOrder::Exposed { seat, card }));
        }
        let at = CardPlace::Hand { place: BoxNumber(seat.number()), hand: 0 };
        let cards = dealt.len() + place.map_or(0, |place| place.up.len()) + self.chance.below(3) as usize;
        Some(TableOrder::WrongCount { at, cards: cards.min(250) as u8 })
    }

    /// What the player does whose turn it is; a wild one what he may not, or it is another's turn.
    fn act(&mut self, views: &Views, table: &PlayerTableView, asked: Seat, turn: u32, is_wild: bool) -> Option<(Seat, PlayerTableOrder)> {
        let own = views.seats[asked.index()].player_tables.iter().find(|own| own.table == table.table)?;
        let offers = own.offers?;
        // One question in five, whether a pot is divided, nobody answers.
        if offers.may_divide && turn.is_multiple_of(5) {
            return None;
        }
        let action = if is_wild { self.any_action(&offers) } else { self.action(&offers) };
        let seat = if is_wild && self.chance.below(4) == 0 { self.seat() } else { asked };
        let turn = if is_wild && self.chance.below(4) == 0 { turn + 1 } else { turn };
        Some((seat, PlayerTableOrder::Act { turn, action }))
    }

    fn action(&mut self, offers: &BettingOffers) -> BettingAction {
        if offers.may_divide {
            return if self.chance.below(3) == 0 { BettingAction::PlayAgain } else { BettingAction::Divide };
        }
        if offers.may_play_for_pot && self.chance.below(2) == 0 {
            return BettingAction::PlayForPot;
        }
        if let Some(offer) = offers.exchange.filter(|_| self.chance.below(3) != 0) {
            return BettingAction::Exchange(self.cards(offer));
        }
        let stays = match (offers.may_pass, offers.call.is_zero()) {
            (true, is_free) if is_free || self.chance.below(3) == 0 => BettingAction::Pass,
            (_, true) => BettingAction::Check,
            (_, false) => BettingAction::Call,
        };
        match (self.chance.below(16), offers.wager) {
            (0, _) => BettingAction::Fold,
            (1..=5, Some(wager)) => wagered(wager, self.amount(wager)),
            (6, _) if offers.may_stop => BettingAction::Stop,
            _ => stays,
        }
    }

    /// Some of the cards that may be given back.
    fn cards(&mut self, offer: ExchangeOffer) -> CardChoice {
        let count = self.chance.between(1, offer.most.into());
        let mut cards = CardChoice::default();
        while u64::from(cards.count()) < count {
            cards.0 |= 1 << self.chance.below(offer.of.into());
        }
        cards
    }

    /// The least, the most, all that the player has, or something in between.
    fn amount(&mut self, wager: WagerOffer) -> Money {
        let steps = (wager.most - wager.least).minor() / wager.step.minor().max(1);
        let between = |chance: &mut Chance| wager.least + times(wager.step, chance.below(steps as u64 + 1));
        match self.chance.below(5) {
            0 => wager.least,
            1 | 2 if wager.all_in <= wager.most => wager.all_in,
            3 => wager.most,
            _ => between(&mut self.chance),
        }
    }

    /// One that nobody may be offered.
    fn any_action(&mut self, offers: &BettingOffers) -> BettingAction {
        let amount = match (self.chance.below(4), offers.wager) {
            (0, _) => Money::from_minor(-1),
            (1, Some(wager)) => wager.least - Money::from_minor(1),
            (2, Some(wager)) => wager.most + wager.step,
            _ => Money::from_minor(self.chance.below(100_000) as i64),
        };
        match self.chance.below(10) {
            9 => BettingAction::PlayForPot,
            0 => BettingAction::Check,
            1 => BettingAction::Call,
            7 => BettingAction::Divide,
            8 => BettingAction::PlayAgain,
            5 => BettingAction::Pass,
            6 => BettingAction::Exchange(CardChoice(self.chance.below(256) as u8)),
            4 => BettingAction::Stop,
            2 => BettingAction::Bet(amount),
            _ => BettingAction::RaiseTo(amount),
        }
    }

    /// What somebody wants whom nobody waits for: to sit down, to have more before him, to rest, to go.
    fn come_or_go(&mut self, table: &PlayerTableView, seat: Seat, is_wild: bool) -> PlayerTableOrder {
        let amounts = &table.amounts;
        let sits = table.places.iter().find(|place| place.seat == seat);
        let units = |chance: &mut Chance, least: Money, most: Money| {
            let count = (most - least).minor().max(0) / amounts.unit.minor();
            least + times(amounts.unit, chance.below(count as u64 + 1))
        };
        let wrong = Money::from_minor(if is_wild && self.chance.below(2) == 0 { 1 } else { 0 });
        if table.phase == PlayerTablePhase::Closed && self.chance.below(4) != 0 {
            let buy_in_least = units(&mut self.chance, amounts.buy_in_least, amounts.buy_in_most) + wrong;
            let buy_in_most = units(&mut self.chance, buy_in_least, amounts.buy_in_most);
            let seats_most = self.chance.between(2, if is_wild { 7 } else { table.seats_most.into() }) as u8;
            return PlayerTableOrder::Open { conditions: TableConditions { buy_in_least, buy_in_most, seats_most } };
        }
        match (sits, self.chance.below(40)) {
            (None, 0..=4) => PlayerTableOrder::Join { put: units(&mut self.chance, amounts.buy_in_least, amounts.buy_in_most) + wrong },
            // Who sits down with the least has soon lost it, and there are side pots.
            (None, _) => PlayerTableOrder::Join { put: amounts.buy_in_least + wrong },
            (Some(place), 0..=9) if place.is_out => PlayerTableOrder::SitOut { is_out: false },
            (Some(PlaceView { stack, .. }), 0..=36) => {
                PlayerTableOrder::TopUp { amount: units(&mut self.chance, amounts.unit, amounts.buy_in_least - *stack) + wrong }
            }
            (Some(_), 37) => PlayerTableOrder::Leave,
            (Some(_), 38) => PlayerTableOrder::Muck { is_automatic: self.chance.below(3) == 0 },
            (Some(_), 39) if is_wild => PlayerTableOrder::Show,
            (Some(place), _) => PlayerTableOrder::SitOut { is_out: !place.is_out },
        }
    }

    fn seat(&mut self) -> Seat {
        Seat::all().nth(self.chance.below(SEATS as u64) as usize).expect("a number below six is the place of a seat")
    }
}

/// How rare a mistake is; it is less rare where a card was shown already, where a flop may still go back, and where seventh cards have come.
fn mistakes_one_in(table: &PlayerTableView) -> u64 {
    if table.places.iter().any(has_seventh) {
        3
    } else if !table.shown_by_mistake.is_empty() {
        10
    } else if (1..=3).contains(&table.board.len()) {
        20
    } else {
        50
    }
}

/// Whether it is a hand of the seven-card stud with all its cards.
fn has_seventh(place: &PlaceView) -> bool {
    place.down.len() == 3 && place.up.len() == 4
}

/// The card that most likely came last: of the middle, or the last one of the hand before the one that gets the next card.
fn newest(views: &Views, table: &PlayerTableView) -> Option<Card> {
    let next = match table.card_to {
        Some((CardPlace::Hand { place, .. }, _)) => Seat::new(place.0),
        _ if !table.board.is_empty() => return table.board.last().copied(),
        _ => table.blinds.map(|(small, _)| small),
    };
    let live = || table.places.iter().filter(|place| place.is_live).map(|place| place.seat);
    let last = live().rfind(|seat| next.is_some_and(|next| *seat < next)).or_else(|| live().next_back())?;
    let own = views.seats[last.index()].player_tables.iter().find(|own| own.table == table.table)?;
    let place = own.places.iter().find(|place| place.seat == last)?;
    let open = place.up.last().copied().filter(|_| !has_seventh(place));
    open.or_else(|| place.down.last().copied().flatten())
}

/// A seat that may show its hand of the deal that is over at this table.
fn may_show(views: &Views, table: &PlayerTableView) -> Option<Seat> {
    let may = |own: &Seat| {
        let of_table = views.seats[own.index()].player_tables.iter().find(|own| own.table == table.table);
        of_table.is_some_and(|own| own.may_show)
    };
    Seat::all().find(may)
}

const fn times(step: Money, count: u64) -> Money {
    Money::from_minor(step.minor() * count as i64)
}

const fn wagered(wager: WagerOffer, amount: Money) -> BettingAction {
    if wager.is_bet { BettingAction::Bet(amount) } else { BettingAction::RaiseTo(amount) }
}
