//! Tables between players, as everybody sees them and as one seat does.

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use super::super::sheet::Text;
use super::betting_offers::TableOffers;
use super::hold::{Fault, Hold};
use super::names::CombinationName;
use super::player_table_history::PlayedHand;
use super::table::At;
use crate::access::hexadecimal;
use crate::model::{
    self, BettingAction, Card, CardChoice, Combination, DealEnd, Face, Money, PastHand, PlaceView, PlayerTablePhase, PlayerTableView,
    PotPayment, PotShare, PotsSettlement, Seat, SeatPlayerTableView, TableAmounts, TableFee, Timestamp,
};

/// A table between players as everybody may see it.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct PlayerTable {
    /// Its number, from 17.
    #[schema(example = 17)]
    table: u8,
    /// Its name.
    #[schema(example = "Holdem")]
    name: String,
    /// The variant: `holdem`, `omaha`, `omaha-hi-lo`, `stud7`, `stud5`, `open-stud7`, `open-stud5`, `texas` or `club`.
    #[schema(example = "holdem")]
    game: String,
    /// The rules file's name.
    #[schema(example = "holdem/sport-no-limit")]
    rules: String,
    /// SHA-256 of the rules file, 64 hexadecimal digits.
    rules_sha256: String,
    /// How much may be wagered at once: `no-limit`, `pot-limit`, `fixed-limit` or `spread`.
    #[schema(example = "no-limit")]
    limit: &'static str,
    /// What is put in and what may be bet.
    amounts: Amounts,
    /// What the house takes.
    fee: HouseFee,
    /// Whether a player may stop taking cards and stay in the game.
    lets_stop: bool,
    /// Whether players pay for the opening of the middle cards, and use only those they have paid for.
    trades: bool,
    /// Whether players may buy new cards for some of theirs.
    exchanges: bool,
    /// Whether those whose hands are equal are asked whether they divide the bank or play for it again.
    asks_to_divide: bool,
    /// Whether five, four, three, two and ace are a straight.
    wheel: bool,
    /// Whether who does not decide in time folds where he owes nothing too; else he checks then.
    time_folds: bool,
    /// Whether it stands closed until a seat opens it, and closes again when it is empty.
    opened_by_seats: bool,
    /// Whether a dealer lays the cards, which come from a shoe or a shuffle machine.
    dealt_by_hand: bool,
    /// Whether consoles take a fold at once where it costs nothing to go on; else they ask first.
    free_fold: bool,
    /// The seat that has opened it.
    #[schema(required, example = 3)]
    opened_by: Option<u8>,
    /// How many may sit there.
    #[schema(example = 6)]
    seats_most: u8,
    /// The number of the deal under way, or of the last one; 0 before the first.
    #[schema(example = 12)]
    deal: u64,
    /// How often the deal has been played again for a bank of equal hands.
    replays: u16,
    /// Whether the owners of equal hands are asked whether they divide the bank.
    dividing: bool,
    /// What happens now.
    phase: BetweenPhase,
    /// When what ends at `ends_at` began; null where nothing ends by itself.
    #[schema(required)]
    began_at: Option<u64>,
    /// When the pause or the time of the decision is over.
    #[schema(required)]
    ends_at: Option<u64>,
    /// The seat of the button, in the deal or in the last one.
    #[schema(required, example = 2)]
    button: Option<u8>,
    /// The seat of the small blind; it may be empty.
    #[schema(required, example = 3)]
    small_blind: Option<u8>,
    /// The seat of the big blind.
    #[schema(required, example = 4)]
    big_blind: Option<u8>,
    /// Who sits, in the order of the seats, as everybody sees him.
    places: Vec<Place>,
    /// The cards in the middle.
    #[schema(example = json!(["As", "Td"]))]
    board: Vec<String>,
    /// What lies in the pots, the main pot first, without what lies before the seats in this round.
    pots: Vec<Pot>,
    /// What who stays must have put in in the betting round that is open, which is more than any bet where a blind or the bring-in was posted short;
    /// 0 where no such round is open.
    #[schema(example = 100)]
    price: i64,
    /// Who is asked.
    #[schema(required)]
    turn: Option<PlayerToAct>,
    /// The open cards that were drawn for the button so far.
    drawn: Vec<Drawn>,
    /// Where the next card goes, while one is waited for.
    #[schema(required)]
    card_to: Option<At>,
    /// Whether that card is laid open.
    card_open: bool,
    /// The closed cards that the dealer has shown by mistake and that are out of the deal.
    #[schema(example = json!(["Kd"]))]
    shown_by_mistake: Vec<String>,
    /// How the last deal was paid, until the next one begins; null where it was void.
    #[schema(required)]
    result: Option<PotsResult>,
    /// Why the last deal is void, where it is, until the next one begins: each got back what he had put in.
    #[schema(required, example = "defective-deck")]
    voided: Option<&'static str>,
    /// Why the table is held, where it is.
    #[schema(required)]
    hold: Option<Hold>,
    /// The faults that stand now.
    faults: Vec<Fault>,
}

impl From<&PlayerTableView> for PlayerTable {
    fn from(view: &PlayerTableView) -> Self {
        let (result, voided) = match &view.ended {
            Some(DealEnd::Paid(settlement)) => (Some(settlement.into()), None),
            Some(DealEnd::Void(reason)) => (None, Some(reason.name())),
            None => (None, None),
        };
        Self {
            table: view.table.0,
            name: view.name.clone(),
            game: view.game.clone(),
            rules: view.rules_name.clone(),
            rules_sha256: hexadecimal(&view.rules_sha256),
            limit: view.limit,
            amounts: view.amounts.into(),
            fee: view.fee.into(),
            lets_stop: view.lets_stop,
            trades: view.trades,
            exchanges: view.exchanges,
            asks_to_divide: view.asks_to_divide,
            wheel: view.has_wheel,
            time_folds: view.time_folds,
            opened_by_seats: view.is_opened_by_seats,
            dealt_by_hand: view.is_dealt_by_hand,
            free_fold: view.offers_free_fold,
            opened_by: view.opened_by.map(Seat::number),
            seats_most: view.seats_most,
            deal: view.deal,
            replays: view.replays,
            dividing: view.is_dividing,
            phase: view.phase.into(),
            began_at: view.began_at.map(Timestamp::microseconds),
            ends_at: view.ends_at.map(Timestamp::microseconds),
            button: view.button.map(Seat::number),
            small_blind: view.blinds.map(|(small, _)| small.number()),
            big_blind: view.blinds.map(|(_, big)| big.number()),
            places: view.places.iter().map(Place::from).collect(),
            board: names_of(&view.board),
            pots: view.pots.iter().map(Pot::from).collect(),
            price: view.price.minor(),
            turn: view.turn.map(|(seat, turn)| PlayerToAct { turn, seat: seat.number(), on_time_bank: view.is_on_time_bank }),
            card_to: view.card_to.map(|(at, _)| At::from(at)),
            card_open: view.card_to.is_some_and(|(_, face)| face == Face::Up),
            shown_by_mistake: view.shown_by_mistake.iter().map(Card::to_string).collect(),
            drawn: view.drawn.iter().map(|(seat, card)| Drawn { seat: seat.number(), card: card.to_string() }).collect(),
            result,
            voided,
            hold: view.hold.as_ref().map(Hold::from),
            faults: view.faults.iter().map(Fault::from).collect(),
        }
    }
}

/// What a seat may see of a table between players beyond what everybody sees.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct SeatPlayerTable {
    /// The table's number.
    #[schema(example = 17)]
    table: u8,
    /// Who sits, as the seat sees him: its own closed cards are open.
    places: Vec<Place>,
    /// What the seat may do now; null where it is not asked, and for an attendant's eyes. It may always fold besides.
    #[schema(required)]
    offers: Option<TableOffers>,
    /// Whether the seat may show its hand of the deal that is over now, which it need not show; false for an attendant's eyes.
    may_show: bool,
    /// Until when it has paid for hours at the table; null where it never has, and for an attendant's eyes.
    #[schema(required)]
    paid_until: Option<u64>,
    /// Whether its hand is mucked by itself where it need not be shown at a showdown; null where it does not sit here, and for an attendant's eyes.
    #[schema(required)]
    mucks: Option<bool>,
    /// The last deals in which it was dealt in, newest first; empty for an attendant's eyes.
    #[schema(value_type = Vec<PlayedHand>)]
    hands: Vec<Text>,
}

impl SeatPlayerTable {
    /// The table for the eyes of the seat's own player; `hand` says how a past deal was written.
    pub(in crate::http) fn open(view: &SeatPlayerTableView, hand: impl Fn(&Arc<PastHand>) -> Text) -> Self {
        Self {
            table: view.table.0,
            places: view.places.iter().map(Place::from).collect(),
            offers: view.offers.map(TableOffers::from),
            may_show: view.may_show,
            paid_until: view.paid_until.map(Timestamp::microseconds),
            mucks: view.mucks,
            hands: view.hands.iter().map(hand).collect(),
        }
    }

    /// The table for an attendant's eyes: with the cards that everybody sees (`house-rules-by` HRB-17), and without past deals, which stand in
    /// the books.
    pub(in crate::http) fn closed(public: &PlayerTableView) -> Self {
        Self {
            table: public.table.0,
            places: public.places.iter().map(Place::from).collect(),
            offers: None,
            may_show: false,
            paid_until: None,
            mucks: None,
            hands: Vec::new(),
        }
    }
}

/// The amounts of a table between players; 0 where its variant does not know it.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"ante": 0, "small_blind": 100, "big_blind": 200, "bring_in": 0, "small_bet": 0, "big_bet": 0, "most_bet": 0, "unit": 100,
    "buy_in_least": 4_000, "buy_in_most": 40_000}))]
struct Amounts {
    /// Everybody's, before the deal.
    ante: i64,
    /// The small blind.
    small_blind: i64,
    /// The big blind.
    big_blind: i64,
    /// The bring-in of the studs.
    bring_in: i64,
    /// The small bet.
    small_bet: i64,
    /// The big bet of fixed limit.
    big_bet: i64,
    /// The most of a wager above the price, in spread limit.
    most_bet: i64,
    /// The smallest chip in play.
    unit: i64,
    /// The least to sit down with.
    buy_in_least: i64,
    /// The most to sit down with or to fill up to.
    buy_in_most: i64,
}

impl From<TableAmounts> for Amounts {
    fn from(amounts: TableAmounts) -> Self {
        Self {
            ante: amounts.ante.minor(),
            small_blind: amounts.small_blind.minor(),
            big_blind: amounts.big_blind.minor(),
            bring_in: amounts.bring_in.minor(),
            small_bet: amounts.small_bet.minor(),
            big_bet: amounts.big_bet.minor(),
            most_bet: amounts.most_bet.minor(),
            unit: amounts.unit.minor(),
            buy_in_least: amounts.buy_in_least.minor(),
            buy_in_most: amounts.buy_in_most.minor(),
        }
    }
}

/// What the house takes at a table between players; each deal's fee out of its pots before they are divided.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"of_deal": 0, "percent_hundredths": 500, "most_of_deal": null, "without_flop": true, "hourly": null, "hour_needs": null}))]
struct HouseFee {
    /// A sum of each deal.
    of_deal: i64,
    /// Hundredths of a percent of each pot: 500 are 5 %.
    percent_hundredths: u16,
    /// The most of a deal, over all its pots; null where nothing is said of that.
    #[schema(required)]
    most_of_deal: Option<i64>,
    /// Whether it is also taken where the deal ended before the second street.
    without_flop: bool,
    /// What each player pays out of his stack for each hour that he has begun; null where the house takes nothing by the hour.
    #[schema(required)]
    hourly: Option<i64>,
    /// The least stack that is dealt in where an hour has to be paid first; null likewise.
    #[schema(required)]
    hour_needs: Option<i64>,
}

impl From<TableFee> for HouseFee {
    fn from(TableFee { of_deal, percent_hundredths, most_of_deal, without_flop, hourly, hour_needs }: TableFee) -> Self {
        let (of_deal, most_of_deal) = (of_deal.minor(), most_of_deal.map(Money::minor));
        let (hourly, hour_needs) = (hourly.map(Money::minor), hour_needs.map(Money::minor));
        Self { of_deal, percent_hundredths, most_of_deal, without_flop, hourly, hour_needs }
    }
}

/// What happens at a table between players.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum BetweenPhase {
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

impl From<PlayerTablePhase> for BetweenPhase {
    fn from(phase: PlayerTablePhase) -> Self {
        match phase {
            PlayerTablePhase::Waiting => Self::Waiting,
            PlayerTablePhase::Pause => Self::Pause,
            PlayerTablePhase::Shuffling => Self::Shuffling,
            PlayerTablePhase::ShufflingStub => Self::ShufflingStub,
            PlayerTablePhase::Drawing => Self::Drawing,
            PlayerTablePhase::Dealing => Self::Dealing,
            PlayerTablePhase::Held => Self::Held,
            PlayerTablePhase::Closed => Self::Closed,
        }
    }
}

/// One who sits at a table between players.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"seat": 1, "stack": 9_800, "bet": 200, "put_in": 200, "sits_out": false, "absent": false, "waits": false, "leaving": false, "live": true,
    "down": [null, null], "up": [], "stopped": false, "usable": null, "bought": 0, "combination": null, "acted": {"action": "call", "amount": null, "cards": null}, "time_bank_seconds": 60}))]
struct Place {
    /// The seat.
    seat: u8,
    /// What lies before him.
    stack: i64,
    /// What he has put into this round.
    bet: i64,
    /// What he has put into the deal.
    put_in: i64,
    /// Whether he sits out.
    sits_out: bool,
    /// Whether his console has no line, and had none for longer than the cabinet file allows.
    absent: bool,
    /// Whether he is dealt in when the big blind comes to him.
    waits: bool,
    /// Whether he goes when the deal is over.
    leaving: bool,
    /// Whether he has a hand that can win.
    live: bool,
    /// His closed cards; null is a card that lies face down for these eyes.
    down: Vec<Option<String>>,
    /// His open cards.
    up: Vec<String>,
    /// Whether he takes no more cards.
    stopped: bool,
    /// The middle cards that his hand may use, where players pay for their opening; null elsewhere.
    #[schema(required)]
    usable: Option<Vec<String>>,
    /// How many cards he has bought.
    bought: u8,
    /// What his hand makes, where these eyes see all of it.
    #[schema(required, value_type = Option<CombinationName>)]
    combination: Option<Combination>,
    /// What he did last, since the last card came.
    #[schema(required)]
    acted: Option<Acted>,
    /// How many whole seconds he has besides the time of a decision; while he draws on them, what he had before.
    time_bank_seconds: u64,
}

impl From<&PlaceView> for Place {
    fn from(view: &PlaceView) -> Self {
        Self {
            seat: view.seat.number(),
            stack: view.stack.minor(),
            bet: view.bet.minor(),
            put_in: view.put_in.minor(),
            sits_out: view.is_out,
            absent: view.is_absent,
            waits: view.waits,
            leaving: view.is_leaving,
            live: view.is_live,
            down: view.down.iter().map(|card| card.map(|card| card.to_string())).collect(),
            up: names_of(&view.up),
            stopped: view.has_stopped,
            usable: view.usable.as_deref().map(names_of),
            bought: view.bought,
            combination: view.combination,
            acted: view.acted.map(Acted::from),
            time_bank_seconds: view.time_bank.microseconds() / 1_000_000,
        }
    }
}

/// What a player did.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"action": "raise-to", "amount": 600, "cards": null}))]
struct Acted {
    /// What: `fold`, `check`, `call`, `bet`, `raise-to`, `stop`, `pass`, `exchange`, `divide`, `play-again` or `play-for-pot`.
    action: &'static str,
    /// The total of the round that it names; null where it names none.
    #[schema(required)]
    amount: Option<i64>,
    /// How many cards it exchanged; null for other actions.
    #[schema(required)]
    cards: Option<u8>,
}

impl From<BettingAction> for Acted {
    fn from(action: BettingAction) -> Self {
        Self { action: action.name(), amount: action.amount().map(Money::minor), cards: action.cards().map(CardChoice::count) }
    }
}

/// A pot.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"amount": 1_200, "seats": [1, 2, 5]}))]
struct Pot {
    /// What lies in it.
    amount: i64,
    /// Who could win it.
    seats: Vec<u8>,
}

impl From<&model::Pot> for Pot {
    fn from(pot: &model::Pot) -> Self {
        Self { amount: pot.amount.minor(), seats: numbers(&pot.claimants) }
    }
}

/// Who is asked.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"turn": 4, "seat": 1, "on_time_bank": false}))]
struct PlayerToAct {
    /// The number of the turn in this deal, to be named with the action.
    turn: u32,
    /// The seat.
    seat: u8,
    /// Whether the time of the decision is over, and the seat draws on its time bank: `ends_at` says how long it still can.
    on_time_bank: bool,
}

/// An open card that was drawn for the button.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"seat": 1, "card": "As"}))]
struct Drawn {
    /// Whose.
    seat: u8,
    /// Which.
    card: String,
}

/// How the money of a deal between players came out.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"uncalled": null, "fee": 30, "returns": [{"seat": 1, "amount": 570}],
    "pots": [{"amount": 600, "fee": 30, "seats": [1, 2], "shares": [{"seat": 1, "amount": 570, "low": false}]}]}))]
pub(super) struct PotsResult {
    /// What went back because nobody matched it.
    #[schema(required)]
    uncalled: Option<Returned>,
    /// What the house took in all.
    fee: i64,
    /// What each seat that gets something gets in all, the uncalled part among it.
    returns: Vec<Returned>,
    /// The pots, the main pot first.
    pots: Vec<PaidPot>,
}

impl From<&PotsSettlement> for PotsResult {
    fn from(settlement: &PotsSettlement) -> Self {
        let returned = |(seat, amount): &(Seat, Money)| Returned { seat: seat.number(), amount: amount.minor() };
        Self {
            uncalled: settlement.uncalled.as_ref().map(returned),
            fee: settlement.fee.minor(),
            returns: settlement.returns.iter().map(returned).collect(),
            pots: settlement.pots.iter().map(PaidPot::from).collect(),
        }
    }
}

/// What a seat got back.
#[derive(Serialize, ToSchema)]
struct Returned {
    /// The seat.
    seat: u8,
    /// How much.
    amount: i64,
}

/// A pot that was paid.
#[derive(Serialize, ToSchema)]
struct PaidPot {
    /// What lay in it, before the fee.
    amount: i64,
    /// What the house took.
    fee: i64,
    /// Who could win it.
    seats: Vec<u8>,
    /// Who won what.
    shares: Vec<PaidShare>,
}

impl From<&PotPayment> for PaidPot {
    fn from(pot: &PotPayment) -> Self {
        let share = |share: &PotShare| PaidShare { seat: share.seat.number(), amount: share.amount.minor(), low: share.is_low };
        Self {
            amount: pot.amount.minor(),
            fee: pot.fee.minor(),
            seats: numbers(&pot.claimants),
            shares: pot.shares.iter().map(share).collect(),
        }
    }
}

/// What one seat won of a pot.
#[derive(Serialize, ToSchema)]
struct PaidShare {
    /// The seat.
    seat: u8,
    /// How much.
    amount: i64,
    /// Whether it is of the half of the lowest hands.
    low: bool,
}

pub(super) fn names_of(cards: &[Card]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}

fn numbers(seats: &[Seat]) -> Vec<u8> {
    seats.iter().map(|seat| seat.number()).collect()
}
