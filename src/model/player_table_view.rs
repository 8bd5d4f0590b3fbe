//! What may be seen of a table between players.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{
    BettingAction, Card, CardChoice, CardPlace, Combination, DealVoid, Face, FaultView, HoldView, Money, PastHand, PotsSettlement, Seat,
    Span, TableNumber, Timestamp,
};

/// What everybody may see of a table between players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerTableView {
    /// Which table.
    pub table: TableNumber,
    /// Its name, as the cabinet file gives it.
    pub name: String,
    /// The variant, such as `holdem`.
    pub game: String,
    /// The rules file's name, such as `holdem/by`.
    pub rules_name: String,
    /// SHA-256 of the rules file.
    pub rules_sha256: [u8; 32],
    /// How much may be wagered at once, as the rules file says it, such as `no-limit`.
    pub limit: &'static str,
    /// What is put in and what may be bet.
    pub amounts: TableAmounts,
    /// What the house takes.
    pub fee: TableFee,
    /// Whether a player may say that he takes no more cards (TPAM-45).
    pub lets_stop: bool,
    /// Whether players pay for the opening of the middle cards, and use only those they have paid for (TPAM-35, TPAM-37).
    pub trades: bool,
    /// Whether players may buy new cards for some of theirs (TPAM-23).
    pub exchanges: bool,
    /// Whether those whose hands are equal are asked whether they divide the bank or play for it again (TPAM-8).
    pub asks_to_divide: bool,
    /// Whether five, four, three, two and ace are a straight (TPAM-Q26).
    pub has_wheel: bool,
    /// Whether who does not decide in time folds where he owes nothing too (SPB-61).
    pub time_folds: bool,
    /// Whether it stands closed until a seat opens it, and closes again when it is empty.
    pub is_opened_by_seats: bool,
    /// Whether a dealer lays the cards, who can make mistakes.
    pub is_dealt_by_hand: bool,
    /// Whether consoles take a fold at once where it costs nothing to go on, and do not ask first (SPB-17).
    pub offers_free_fold: bool,
    /// The seat that has opened it.
    pub opened_by: Option<Seat>,
    /// How many may sit there.
    pub seats_most: u8,
    /// The number of the deal under way, or of the last one; 0 before the first.
    pub deal: u64,
    /// How often the deal has been played again for a bank of equal hands (TPAM-8).
    pub replays: u16,
    /// Whether the owners of equal hands are asked whether they divide the bank.
    pub is_dividing: bool,
    /// What happens now.
    pub phase: PlayerTablePhase,
    /// When what ends at `ends_at` began; `None` where nothing ends by itself.
    pub began_at: Option<Timestamp>,
    /// When the pause or the time of a decision is over; `None` where it waits for something.
    pub ends_at: Option<Timestamp>,
    /// Where the button is in the deal, or was in the last one.
    pub button: Option<Seat>,
    /// Where the small and the big blind are, where there are blinds; their seats may be empty (SPT-32).
    pub blinds: Option<(Seat, Seat)>,
    /// Who sits, in the order of the seats, as everybody sees him.
    pub places: Vec<PlaceView>,
    /// The cards in the middle.
    pub board: Vec<Card>,
    /// What lies in the pots, the main pot first, without what lies before the seats in this round.
    pub pots: Vec<Pot>,
    /// What who stays must have put in in the betting round that is open, which is more than any bet where a blind or the bring-in was posted short;
    /// zero where no such round is open.
    pub price: Money,
    /// Who is asked, and in which turn of the deal.
    pub turn: Option<(Seat, u32)>,
    /// Whether the time of the decision is over, and the seat draws on its time bank.
    pub is_on_time_bank: bool,
    /// The open cards that were drawn for the button so far.
    pub drawn: Vec<(Seat, Card)>,
    /// Where the next card goes, and whether it is laid open, while one is waited for.
    pub card_to: Option<(CardPlace, Face)>,
    /// The closed cards that the dealer has shown by mistake and that are out of the deal.
    pub shown_by_mistake: Vec<Card>,
    /// How the last deal ended, until the next one begins.
    pub ended: Option<DealEnd>,
    /// Why the table is held, where it is.
    pub hold: Option<HoldView>,
    /// The faults that stand now.
    pub faults: Vec<FaultView>,
}

/// The amounts of a table between players. What its variant does not know is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableAmounts {
    /// Everybody's, before the deal.
    pub ante: Money,
    /// The small blind.
    pub small_blind: Money,
    /// The big blind.
    pub big_blind: Money,
    /// The bring-in of the studs.
    pub bring_in: Money,
    /// The small bet.
    pub small_bet: Money,
    /// The big bet of fixed limit.
    pub big_bet: Money,
    /// The most of a wager above the price, in spread limit.
    pub most_bet: Money,
    /// The smallest chip in play.
    pub unit: Money,
    /// The least to sit down with.
    pub buy_in_least: Money,
    /// The most to sit down with or to fill up to.
    pub buy_in_most: Money,
}

/// What the house takes at a table between players; each deal's fee out of its pots before they are divided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableFee {
    /// A sum of each deal.
    pub of_deal: Money,
    /// Hundredths of a percent of each pot: 500 are 5 %.
    pub percent_hundredths: u16,
    /// The most of a deal, over all its pots.
    pub most_of_deal: Option<Money>,
    /// Whether it is also taken where the deal ended before the second street.
    pub without_flop: bool,
    /// What each player pays out of his stack for each hour that he has begun.
    pub hourly: Option<Money>,
    /// The least stack that is dealt in where an hour has to be paid first.
    pub hour_needs: Option<Money>,
}

/// What happens at a table between players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerTablePhase {
    /// Fewer than two can be dealt in.
    Waiting,
    /// The next deal is soon to begin.
    Pause,
    /// The cards are being shuffled.
    Shuffling,
    /// Cards go back into the stub, which is to be shuffled before the deal goes on.
    ShufflingStub,
    /// The button is drawn for.
    Drawing,
    /// A deal is under way.
    Dealing,
    /// The table stands still.
    Held,
    /// Nobody may sit down before a seat has opened it.
    Closed,
}

/// One who sits at a table between players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceView {
    /// The seat.
    pub seat: Seat,
    /// What lies before him.
    pub stack: Money,
    /// What he has put into the deal.
    pub put_in: Money,
    /// What of it he has put into this round.
    pub bet: Money,
    /// Whether he sits out.
    pub is_out: bool,
    /// Whether his console has no line, and had none for longer than the cabinet file allows.
    pub is_absent: bool,
    /// Whether he waits for the big blind.
    pub waits: bool,
    /// Whether he goes when the deal is over.
    pub is_leaving: bool,
    /// Whether he has a hand that can win.
    pub is_live: bool,
    /// His closed cards; `None` is a card from its back.
    pub down: Vec<Option<Card>>,
    /// His open cards.
    pub up: Vec<Card>,
    /// Whether he takes no more cards (TPAM-45).
    pub has_stopped: bool,
    /// The middle cards that his hand may use, where players pay for their opening (TPAM-37).
    pub usable: Option<Vec<Card>>,
    /// How many cards he has bought (TPAM-Q4).
    pub bought: u8,
    /// What his hand makes, where these eyes see all of it.
    pub combination: Option<Combination>,
    /// What he did last, since the last card came.
    pub acted: Option<BettingAction>,
    /// How much time he has besides that of a decision; while he draws on it, what he had before.
    pub time_bank: Span,
}

/// A main or side pot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pot {
    /// What lies in it.
    pub amount: Money,
    /// Who may win it, in the order in which the contributions were given.
    pub claimants: Vec<Seat>,
}

/// How a deal between players ended.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum DealEnd {
    /// The pots were paid.
    #[n(0)]
    Paid(#[n(0)] PotsSettlement),
    /// It is void, and each got back what he had put in.
    #[n(1)]
    Void(#[n(0)] DealVoid),
}

/// What one seat may see of a table between players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatPlayerTableView {
    /// Which table.
    pub table: TableNumber,
    /// Who sits, as this seat sees him: with its own cards.
    pub places: Vec<PlaceView>,
    /// What it may do, where it is asked. It may always fold besides (SPB-17).
    pub offers: Option<BettingOffers>,
    /// Whether it may show its hand of the deal that is over now, which it need not show.
    pub may_show: bool,
    /// Until when it has paid for hours at the table, where it ever has; that may be over.
    pub paid_until: Option<Timestamp>,
    /// Whether its hand is mucked by itself where it need not be shown at a showdown; `None` where it does not sit here.
    pub mucks: Option<bool>,
    /// The last deals here in which it was dealt in, newest first.
    pub hands: Vec<Arc<PastHand>>,
}

/// What the seat whose turn it is may do. It may always fold (SPB-17).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BettingOffers {
    /// What a call costs, at most the stack; nothing: it may check.
    pub call: Money,
    /// What it may bet or raise to, where it may.
    pub wager: Option<WagerOffer>,
    /// Whether it may say that it takes no more cards, and then does something else (TPAM-45).
    pub may_stop: bool,
    /// Whether it may go on without paying, and a call is the price of an opening (TPAM-35, TPAM-36).
    pub may_pass: bool,
    /// What cards it may buy, where it may (TPAM-23).
    pub exchange: Option<ExchangeOffer>,
    /// Whether its hand is equal to another's, and it divides the bank or plays for it again, and may do nothing else (TPAM-8).
    pub may_divide: bool,
    /// Whether its last closed card was shown by mistake, and it may play for the pot so far alone instead of betting (SPG-84).
    pub may_play_for_pot: bool,
}

impl BettingOffers {
    /// Nothing but to fold, or to check where that is free.
    pub const NONE: Self = Self {
        call: Money::ZERO,
        wager: None,
        may_stop: false,
        may_pass: false,
        exchange: None,
        may_divide: false,
        may_play_for_pot: false,
    };
}

/// How many cards may be bought for as many returned ones, and what each costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExchangeOffer {
    /// How many at most.
    pub most: u8,
    /// How many cards the seat has.
    pub of: u8,
    /// What each costs.
    pub price: Money,
}

impl ExchangeOffer {
    /// Whether these cards may be returned.
    #[must_use]
    pub const fn has(&self, cards: CardChoice) -> bool {
        cards.count() >= 1 && cards.count() <= self.most && cards.are_within(self.of)
    }
}

/// The amounts that may be bet or raised to: from the least to the most in steps, and the whole stack where that is at most the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WagerOffer {
    /// Whether it is the first of the round, so that it is called a bet.
    pub is_bet: bool,
    /// The least.
    pub least: Money,
    /// The most.
    pub most: Money,
    /// The step from the least on.
    pub step: Money,
    /// What the seat has in all in this round: its bet and its stack.
    pub all_in: Money,
}

impl WagerOffer {
    /// Whether this amount is one of them.
    #[must_use]
    pub fn has(&self, amount: Money) -> bool {
        let is_within = amount >= self.least && amount <= self.most;
        is_within && (amount == self.all_in || (amount - self.least).is_multiple_of(self.step))
    }
}
