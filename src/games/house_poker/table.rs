//! The boxes, the dealer's cards and the stakes of one deal, and what is wanted until the showdown.

use alloc::vec::Vec;

use minicbor::Decode;

use super::boxes::{HAND, Hidden, PokerBox, State, Turn};
use crate::model::{
    BoxNumber, BoxStake, Card, CardPlace, Choice, Combination, Decision, Eyes, Face, HandView, Money, Offer, Offers, Seat, StakeKind,
    StakeReturn, Standing,
};

/// Boxes, dealer and stakes of one deal.
#[derive(Clone, Debug, PartialEq, Eq, Decode)]
pub(in crate::games) struct HouseTable {
    /// In dealing order.
    #[n(0)]
    boxes: Vec<PokerBox>,
    #[n(1)]
    dealer: Hidden,
    #[n(2)]
    stakes: Vec<BoxStake>,
    /// How many cards have come.
    #[n(3)]
    cards: u8,
    /// The smallest chip.
    #[n(4)]
    chip: Money,
    #[cbor(skip)]
    order: Order,
    /// Whether the dealer's last card was not his, and another one came or is still to come.
    #[cbor(skip)]
    is_repaired: bool,
}

/// In which order the boxes decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Order {
    /// The first light boxes of all players together, then their second ones, then the dark ones: all first decisions, the new cards, all
    /// final decisions (HPC-11).
    #[default]
    ByTurns,
    /// Each box decides, gets its new card and decides again before the next one (`house-poker-am` HPAM-29, HPAM-Q23).
    BoxByBox,
}

/// What is wanted next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games) enum Next {
    /// A card.
    Card(CardPlace, Face),
    /// The first decision of this box.
    First(usize),
    /// The decision of this box on its new cards.
    Final(usize),
    /// Nothing more before the dealer's cards are opened.
    Showdown,
}

impl HouseTable {
    /// The table when the stakes are laid. A box whose bet stands already is dark (HPC-6); whether its player decides anything before
    /// the showdown is a matter of the house (HA-12).
    pub(in crate::games) fn new(stakes: Vec<BoxStake>, dark_decides: bool, chip: Money) -> Self {
        let mut boxes: Vec<PokerBox> = Vec::new();
        for place in (1..=BOXES_MOST).map(BoxNumber) {
            boxes.extend(new_box(&stakes, place, &boxes, dark_decides));
        }
        Self { boxes, dealer: Hidden::default(), stakes, cards: 0, chip, order: Order::ByTurns, is_repaired: false }
    }

    /// The same where each box comes to its end before the next one begins.
    pub(in crate::games) fn box_by_box(self) -> Self {
        Self { order: Order::BoxByBox, ..self }
    }

    pub(in crate::games) fn boxes(&self) -> &[PokerBox] {
        &self.boxes
    }

    /// Each box and whose it is.
    pub(in crate::games) fn places(&self) -> impl Iterator<Item = (Seat, BoxNumber)> {
        self.boxes.iter().map(|of| (of.seat, of.place))
    }

    pub(in crate::games) fn dealer(&self) -> &[Card] {
        &self.dealer
    }

    pub(in crate::games) fn stakes(&self) -> &[BoxStake] {
        &self.stakes
    }

    /// How many cards are left in the pack.
    pub(in crate::games) const fn cards_left(&self) -> u8 {
        Card::COUNT as u8 - self.cards
    }

    /// One more card has come.
    pub(in crate::games) const fn count_card(&mut self) {
        self.cards = self.cards.saturating_add(1);
    }

    /// What is wanted next: five cards to every box and to the dealer, the dealer's last one open; then what the boxes decide, and the cards
    /// they buy.
    pub(in crate::games) fn next(&self) -> Next {
        let wanted = match self.order {
            Order::ByTurns => self.next_dealt().or_else(|| Turn::ALL.into_iter().find_map(|turn| self.next_of(turn))),
            // A card that the dealer lacks comes behind one that is on its way already.
            Order::BoxByBox => self.to_boxes().or_else(|| self.to_buyer()).or_else(|| self.to_dealer()).or_else(|| self.next_box()),
        };
        wanted.unwrap_or(Next::Showdown)
    }

    fn next_dealt(&self) -> Option<Next> {
        self.to_boxes().or_else(|| self.to_dealer())
    }

    fn to_boxes(&self) -> Option<Next> {
        self.boxes.iter().find(|of| of.first_cards.len() < HAND).map(|of| Next::Card(hand(of.place), Face::Down))
    }

    fn to_buyer(&self) -> Option<Next> {
        let waits = |of: &&PokerBox| matches!(of.state, State::Exchanging(_) | State::Buying);
        self.boxes.iter().find(waits).map(|of| Next::Card(hand(of.place), Face::Down))
    }

    fn next_box(&self) -> Option<Next> {
        let at = self.boxes.iter().position(|of| !of.is_final())?;
        Some(if self.boxes[at].state == State::Undecided { Next::First(at) } else { Next::Final(at) })
    }

    fn to_dealer(&self) -> Option<Next> {
        let face = if self.dealer.len() + 1 < HAND { Face::Down } else { Face::Up };
        (self.dealer.len() < HAND && !self.boxes.is_empty()).then_some(Next::Card(CardPlace::Dealer, face))
    }

    fn next_of(&self, turn: Turn) -> Option<Next> {
        let first = |is: fn(&State) -> bool| self.boxes.iter().position(|of| of.turn == turn && is(&of.state));
        if let Some(at) = first(|state| matches!(state, State::Undecided)) {
            return Some(Next::First(at));
        }
        if let Some(at) = first(|state| matches!(state, State::Exchanging(_) | State::Buying)) {
            return Some(Next::Card(hand(self.boxes[at].place), Face::Down));
        }
        first(|state| matches!(state, State::Improved)).map(Next::Final)
    }

    /// Takes the card that is wanted.
    pub(in crate::games) fn take_card(&mut self, card: Card) {
        match self.next() {
            Next::Card(to, _) => self.put(to, card),
            _ => panic!("a card is handed in only where one is wanted"),
        }
    }

    /// Puts a card to a box, or else to the dealer.
    pub(in crate::games) fn put(&mut self, to: CardPlace, card: Card) {
        if let CardPlace::Hand { place, .. } = to {
            let of = self.boxes.iter_mut().find(|of| of.place == place);
            of.expect("cards are wanted only for boxes that there are").take(card);
        } else {
            self.dealer.push(card);
        }
        self.count_card();
    }

    /// The box with this number has a wrong number of cards: it does not count.
    pub(in crate::games) fn void_box(&mut self, place: BoxNumber) {
        self.boxes.iter_mut().filter(|of| of.place == place).for_each(|of| of.is_void = true);
    }

    /// The last of the dealer's five cards is not his: it goes out of play, and he gets another one.
    pub(in crate::games) fn drop_dealers_last(&mut self) {
        self.dealer.pop();
        self.is_repaired = true;
    }

    /// Whether all cards have been dealt that the boxes decide on.
    fn is_dealt(&self) -> bool {
        self.to_boxes().is_none() && (self.is_repaired || self.to_dealer().is_none())
    }

    /// Takes a decision that was offered at this price; gives the stakes that it placed.
    pub(in crate::games) fn take_choice(&mut self, at: usize, choice: Choice, price: Money) -> Vec<BoxStake> {
        let of = &mut self.boxes[at];
        match choice {
            Choice::Fold => of.state = State::Folded,
            Choice::Bet | Choice::Decline => of.state = State::InPlay,
            Choice::Exchange(cards) => of.state = State::Exchanging(cards),
            Choice::SixthCard => of.state = State::Buying,
            _ => {}
        }
        let kind = match choice {
            Choice::Bet => StakeKind::Bet,
            Choice::Exchange(_) => StakeKind::Exchange,
            Choice::SixthCard => StakeKind::SixthCard,
            Choice::Insure(_) => StakeKind::Insurance,
            Choice::BuyGame => StakeKind::Purchase,
            _ => return Vec::new(),
        };
        let amount = if let Choice::Insure(amount) = choice { amount } else { price };
        let stake = BoxStake { seat: of.seat, place: of.place, hand: 0, kind, amount };
        self.stakes.push(stake);
        alloc::vec![stake]
    }

    /// A decision on this box.
    pub(in crate::games) fn decision(&self, at: usize, offers: Offers, otherwise: Choice) -> Decision {
        let PokerBox { seat, place, .. } = self.boxes[at];
        Decision { seat, place, hand: 0, offers, otherwise }
    }

    /// The insurance of a box against "no game": from an ante to so much, in whole chips (OAS-13, RUS-18, HA-3).
    pub(in crate::games) fn insurance(&self, of: &PokerBox, most: Money) -> Option<Offer> {
        let most = Money::from_minor(most.minor() - most.minor() % self.chip.minor());
        (most >= of.ante).then(|| Offer::insure(of.ante, most, self.chip))
    }

    /// Whether something of this kind lies on the box.
    pub(in crate::games) fn has(&self, at: usize, kind: StakeKind) -> bool {
        self.stakes.iter().any(|stake| stake.place == self.boxes[at].place && stake.kind == kind)
    }

    /// Whether the dealer's cards lie open: all have decided, and somebody plays.
    pub(in crate::games) fn is_open(&self) -> bool {
        self.next() == Next::Showdown && self.boxes.iter().any(PokerBox::is_in_play)
    }

    /// What each stake returns. A stake on a box without an ante is in no game and comes back; none is ever accepted.
    pub(in crate::games) fn returns(&self, returned: impl Fn(usize, BoxStake) -> StakeReturn) -> Vec<StakeReturn> {
        let of = |stake: &BoxStake| self.box_of(stake).map_or_else(|| StakeReturn::back(*stake), |at| returned(at, *stake));
        self.stakes.iter().map(of).collect()
    }

    /// The box on which a stake lies.
    pub(in crate::games) fn box_of(&self, stake: &BoxStake) -> Option<usize> {
        self.boxes.iter().position(|of| of.place == stake.place && of.seat == stake.seat)
    }

    /// A box as these eyes see it: a light one shows its cards to its player when they are dealt, the second when he is done with the
    /// first; at the showdown everybody sees what is in play; given up cards are nobody else's.
    pub(in crate::games) fn look_at(&self, of: &PokerBox, eyes: Eyes, combinations: &impl Fn(&[Card]) -> Vec<Combination>) -> HandView {
        let is_own = self.is_dealt() && self.may_look(of, eyes);
        of.look(is_own || of.is_in_play() && self.is_open(), || whole(&of.cards, combinations))
    }

    /// Whether these are the eyes of the box's player, and he may look at it once its cards are dealt: it is light, and he is done with
    /// his light boxes before it (HPC-6, HPC-11).
    pub(in crate::games) fn may_look(&self, of: &PokerBox, eyes: Eyes) -> bool {
        let before = |other: &&PokerBox| other.seat == of.seat && !other.is_dark() && other.place < of.place;
        eyes == Eyes::Seat(of.seat) && !of.is_dark() && self.boxes.iter().filter(before).all(PokerBox::is_final)
    }

    /// The dealer's cards as they are now: the fifth lies open, the others from the showdown on. Only then is it told whether they have
    /// game.
    pub(in crate::games) fn look_at_dealer(
        &self,
        cards: &[Card],
        has_game: &impl Fn(&[Card]) -> bool,
        combinations: &impl Fn(&[Card]) -> Vec<Combination>,
    ) -> HandView {
        let standing = match self.is_open() {
            false => Standing::Playing,
            true if cards.len() == HAND && !has_game(cards) => Standing::NoGame,
            true => Standing::Stands,
        };
        let mut look = look(CardPlace::Dealer, cards, self.is_open(), standing, || whole(cards, combinations));
        if let (Some(last), Some(card)) = (look.cards.get_mut(HAND - 1), cards.get(HAND - 1)) {
            *last = Some(*card);
        }
        look
    }
}

/// The combinations of a hand of five cards or more.
fn whole(cards: &[Card], combinations: impl Fn(&[Card]) -> Vec<Combination>) -> Vec<Combination> {
    if cards.len() >= HAND { combinations(cards) } else { Vec::new() }
}

impl PokerBox {
    /// The box where it is seen whole or not at all; what it makes is named only where it is seen.
    pub(in crate::games) fn look(&self, is_seen: bool, combinations: impl FnOnce() -> Vec<Combination>) -> HandView {
        let standing = match self.state {
            _ if self.is_void => Standing::Decided,
            State::Folded => Standing::Folded,
            State::InPlay => Standing::Stands,
            _ => Standing::Playing,
        };
        look(hand(self.place), &self.cards, is_seen, standing, combinations)
    }
}

/// A hand that is seen whole or not at all.
pub(in crate::games) fn look(
    at: CardPlace,
    cards: &[Card],
    is_seen: bool,
    standing: Standing,
    combinations: impl FnOnce() -> Vec<Combination>,
) -> HandView {
    let combinations = if is_seen { combinations() } else { Vec::new() };
    let cards = cards.iter().map(|card| is_seen.then_some(*card)).collect();
    HandView { at, cards, points: None, combinations, standing }
}

/// The box with this number, if an ante lies on it.
fn new_box(stakes: &[BoxStake], place: BoxNumber, before: &[PokerBox], dark_decides: bool) -> Option<PokerBox> {
    let of_kind = |kind| stakes.iter().filter(move |stake| stake.place == place && stake.kind == kind);
    let seat = of_kind(StakeKind::Ante).next()?.seat;
    let ante = of_kind(StakeKind::Ante).map(|stake| stake.amount).sum();
    let is_dark = of_kind(StakeKind::Bet).next().is_some();
    let turn = match is_dark {
        true => Turn::Dark,
        false if has_light(before, seat) => Turn::Second,
        false => Turn::First,
    };
    let state = if is_dark && !dark_decides { State::InPlay } else { State::Undecided };
    Some(PokerBox { seat, place, ante, turn, state, cards: Hidden::default(), first_cards: Hidden::default(), is_void: false })
}

fn has_light(boxes: &[PokerBox], seat: Seat) -> bool {
    boxes.iter().any(|of| of.seat == seat && !of.is_dark())
}

/// The hand of a box.
pub(in crate::games) const fn hand(place: BoxNumber) -> CardPlace {
    CardPlace::Hand { place, hand: 0 }
}

/// No game of house poker has more boxes (HPC-15; `house-poker-am` section 7).
pub(super) const BOXES_MOST: u8 = 7;
