//! Card tables, as everybody sees them and as one seat does.

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use super::super::sheet::Text;
use super::hold::{Fault, Hold};
use super::names::{ChoiceName, CombinationName, GameName, StakeName};
use super::pieces::TablePiece;
use crate::access::hexadecimal;
use crate::model::{
    BoxStake, CardPlace, ChoiceKind, Combination, Cut, DealRecall, DealSettlement, DealVoid, Fate, HandView, LimitKind, Money, Offer, Seat,
    SeatTableView, ShuffleView, StakeForm, StakeKind, StakeOffer, StakeReturn, Standing, TableLimit, TablePhase, TableView, Timestamp,
    TurnView, Win,
};

/// A card table as everybody may see it.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Table {
    /// Its number, from 1.
    #[schema(example = 1)]
    table: u8,
    /// Its name.
    #[schema(example = "Blackjack")]
    name: String,
    /// The game.
    #[schema(value_type = GameName, example = "blackjack")]
    game: &'static str,
    /// The rules file's name.
    #[schema(example = "blackjack/by")]
    rules: String,
    /// SHA-256 of the rules file, 64 hexadecimal digits.
    rules_sha256: String,
    /// How many boxes it has.
    #[schema(example = 7)]
    boxes: u8,
    /// Whether each box belongs to the seat of its number, and no other seat stakes on it.
    own_boxes: bool,
    /// The seat whose machine it is: there the stake begins the deal, also while the last result is shown. Null where seats share it.
    #[schema(required)]
    owner: Option<u8>,
    /// What is taken on a box before the deal.
    offers: Vec<TableOffer>,
    /// The limits beyond the least and the most of each of these stakes.
    limits: Vec<Limit>,
    /// The number of the deal.
    #[schema(example = 12)]
    deal: u64,
    /// Its phase.
    phase: DealPhase,
    /// When what ends at `ends_at` began; null where nothing ends by itself.
    #[schema(required)]
    began_at: Option<u64>,
    /// When the phase or the decision ends by itself.
    #[schema(required)]
    ends_at: Option<u64>,
    /// Every stake of the deal that lies, and at its end all of them.
    stakes: Vec<TableStake>,
    /// What was paid or lost before the end of the deal; its stakes lie no more. Empty once the deal is settled or void: then the settlement
    /// names it.
    paid: Settlement,
    /// The hands; a card that lies face down is null.
    hands: Vec<Hand>,
    /// What lies at the table besides cards.
    pieces: Vec<TablePiece>,
    /// Who decides now, in dealing order; several where they decide at once, each in its own time.
    turns: Vec<Turn>,
    /// Where the next card goes, while one is waited for.
    #[schema(required)]
    card_to: Option<At>,
    /// What each stake returned, once the deal is settled or void.
    #[schema(required)]
    settlement: Option<Settlement>,
    /// Why the deal is void, where it is.
    #[schema(required, example = "misdeal")]
    voided: Option<&'static str>,
    /// How many cards are left in the shoe.
    #[schema(example = 300)]
    cards_left: u16,
    /// Whether the cards are shuffled after this deal.
    last_of_shoe: bool,
    /// Whether the rules let an attendant have a faulty deal dealt again.
    may_redeal: bool,
    /// How far the shuffle is that the table waits for; null where it waits for none, or its source tells nothing on the way.
    #[schema(required)]
    shuffle: Option<Shuffle>,
    /// Why the table is held, where it is.
    #[schema(required)]
    hold: Option<Hold>,
    /// The faults that stand now.
    faults: Vec<Fault>,
}

impl From<&TableView> for Table {
    fn from(view: &TableView) -> Self {
        Self {
            table: view.table.0,
            name: view.name.clone(),
            game: view.game,
            rules: view.rules_name.clone(),
            rules_sha256: hexadecimal(&view.rules_sha256),
            boxes: view.boxes,
            own_boxes: view.has_own_boxes,
            owner: view.table.owner().map(Seat::number),
            offers: view.offers.iter().map(TableOffer::from).collect(),
            limits: view.limits.iter().map(Limit::from).collect(),
            deal: view.deal,
            phase: view.phase.into(),
            began_at: view.began_at.map(Timestamp::microseconds),
            ends_at: view.ends_at.map(Timestamp::microseconds),
            stakes: view.stakes.iter().map(TableStake::from).collect(),
            paid: Settlement::from(&view.paid),
            hands: view.hands.iter().map(Hand::from).collect(),
            pieces: view.pieces.iter().map(TablePiece::from).collect(),
            turns: view.turns.iter().map(Turn::from).collect(),
            card_to: view.card_to.map(At::from),
            settlement: view.settlement.as_ref().map(Settlement::from),
            voided: view.voided.as_ref().map(DealVoid::name),
            cards_left: view.cards_left,
            last_of_shoe: view.is_last_of_shoe,
            may_redeal: view.may_redeal,
            shuffle: view.shuffle.map(Shuffle::from),
            hold: view.hold.as_ref().map(Hold::from),
            faults: view.faults.iter().map(Fault::from).collect(),
        }
    }
}

/// What a seat may see of a card table beyond what everybody sees.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct SeatTable {
    /// The table's number.
    #[schema(example = 1)]
    table: u8,
    /// The hands as the seat sees them: its own cards are open where the rules let it look.
    hands: Vec<Hand>,
    /// What the seat may decide now; empty where it is not its turn, and for an attendant's eyes.
    choices: Vec<TableChoice>,
    /// What it has staked in this deal.
    #[schema(example = 500)]
    staked: i64,
    /// What `repeat` would lay.
    repeat: Vec<TableStakeForm>,
    /// Its last deals at this table, newest first; empty for an attendant's eyes.
    #[schema(value_type = Vec<TableDeal>)]
    deals: Vec<Text>,
}

impl SeatTable {
    /// The table for the eyes of the seat's own player, who has this credit; `deal` says how a deal was written.
    pub(in crate::http) fn open(view: &SeatTableView, credit: Money, deal: impl Fn(&Arc<DealRecall>) -> Text) -> Self {
        let choices = view.offers.iter().map(|offer| TableChoice::new(offer, credit)).collect();
        Self { choices, deals: view.deals.iter().map(deal).collect(), ..Self::with(view, &view.hands) }
    }

    /// The table for an attendant's eyes: with the hands that everybody sees, without choices, because whether insurance is offered, and
    /// for how much, tells of the cards (`house-rules-by` HRB-17), and without past deals, which stand in the books.
    pub(in crate::http) fn closed(view: &SeatTableView, public: &TableView) -> Self {
        Self::with(view, &public.hands)
    }

    fn with(view: &SeatTableView, hands: &[HandView]) -> Self {
        Self {
            table: view.table.0,
            hands: hands.iter().map(Hand::from).collect(),
            choices: Vec::new(),
            staked: view.staked.minor(),
            repeat: view.repeat.iter().map(TableStakeForm::from).collect(),
            deals: Vec::new(),
        }
    }
}

/// The phase of a card table.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum DealPhase {
    /// Stakes are taken.
    Staking,
    /// No more stakes; the cards are being shuffled.
    Shuffling,
    /// Cards are dealt and decisions taken.
    Dealing,
    /// The deal is settled or void.
    Paid,
    /// The table stands still.
    Held,
}

impl From<TablePhase> for DealPhase {
    fn from(phase: TablePhase) -> Self {
        match phase {
            TablePhase::Staking => Self::Staking,
            TablePhase::Shuffling => Self::Shuffling,
            TablePhase::Dealing => Self::Dealing,
            TablePhase::Paid => Self::Paid,
            TablePhase::Held => Self::Held,
        }
    }
}

/// How far a shuffle is.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"cards_done": 156, "cards": 416, "ends_about": 1_763_700_100_000_000_u64}))]
struct Shuffle {
    /// How many cards were gone through, as the source told last.
    cards_done: u16,
    /// How many there are.
    cards: u16,
    /// When it will be over if it goes on as it went so far; null as long as that cannot be said.
    #[schema(required)]
    ends_about: Option<u64>,
}

impl From<ShuffleView> for Shuffle {
    fn from(view: ShuffleView) -> Self {
        Self { cards_done: view.cards_done, cards: view.cards, ends_about: view.ends_about.map(Timestamp::microseconds) }
    }
}

/// What is taken on a box before the deal.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"stake": "main", "least": 500, "most": 50_000, "step": 100, "odds": null}))]
struct TableOffer {
    /// What for.
    #[schema(value_type = StakeName)]
    stake: StakeKind,
    /// The least of one seat on one box.
    least: i64,
    /// The most of one seat on one box.
    most: i64,
    /// Amounts are multiples of this.
    step: i64,
    /// What it wins, where that does not depend on the cards.
    #[schema(required)]
    odds: Option<String>,
}

impl From<&StakeOffer> for TableOffer {
    fn from(offer: &StakeOffer) -> Self {
        Self {
            stake: offer.kind,
            least: offer.least.minor(),
            most: offer.most.minor(),
            step: offer.step.minor(),
            odds: offer.odds.map(|odds| odds.to_string()),
        }
    }
}

/// A limit of a table beyond the least and the most of one seat's stake.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"limit": "box-win", "most": 5_000_000}))]
struct Limit {
    /// What it limits.
    #[schema(value_type = String)]
    limit: LimitKind,
    /// How much that is at most.
    most: i64,
}

impl From<&TableLimit> for Limit {
    fn from(limit: &TableLimit) -> Self {
        Self { limit: limit.kind, most: limit.most.minor() }
    }
}

/// A stake on a box.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"seat": 1, "box": 3, "hand": 0, "stake": "main", "amount": 500}))]
struct TableStake {
    /// Whose it is.
    seat: u8,
    /// The box.
    r#box: u8,
    /// The hand of the box: 0, but for the further hands of a split box.
    hand: u8,
    /// What for.
    #[schema(value_type = StakeName)]
    stake: StakeKind,
    /// How much.
    amount: i64,
}

impl From<&BoxStake> for TableStake {
    fn from(stake: &BoxStake) -> Self {
        Self { seat: stake.seat.number(), r#box: stake.place.0, hand: stake.hand, stake: stake.kind, amount: stake.amount.minor() }
    }
}

/// A stake as a seat would lay it again.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"box": 3, "stake": "main", "amount": 500}))]
struct TableStakeForm {
    /// The box.
    r#box: u8,
    /// What for.
    #[schema(value_type = StakeName)]
    stake: StakeKind,
    /// How much.
    amount: i64,
}

impl From<&StakeForm> for TableStakeForm {
    fn from(form: &StakeForm) -> Self {
        Self { r#box: form.place.0, stake: form.kind, amount: form.amount.minor() }
    }
}

/// A place where cards lie.
#[derive(Serialize, ToSchema)]
#[serde(tag = "place", rename_all = "kebab-case")]
#[schema(example = json!({"place": "hand", "box": 3, "hand": 0}))]
pub(super) enum At {
    /// A hand of a box.
    Hand {
        /// The box.
        r#box: u8,
        /// The hand of the box, from 0.
        hand: u8,
    },
    /// The dealer's hand.
    Dealer,
    /// The cards that all share.
    Board,
    /// Baccarat's Player.
    Player,
    /// Baccarat's Banker.
    Banker,
    /// The discard holder.
    Discard,
}

impl From<CardPlace> for At {
    fn from(at: CardPlace) -> Self {
        match at {
            CardPlace::Hand { place, hand } => Self::Hand { r#box: place.0, hand },
            CardPlace::Dealer => Self::Dealer,
            CardPlace::Board => Self::Board,
            CardPlace::Player => Self::Player,
            CardPlace::Banker => Self::Banker,
            CardPlace::Discard => Self::Discard,
        }
    }
}

/// A hand.
#[derive(Serialize, ToSchema)]
struct Hand {
    /// Where it lies.
    at: At,
    /// Its cards, such as `As` or `Td`; null is a card that lies face down for these eyes.
    #[schema(example = json!(["As", null]))]
    cards: Vec<Option<String>>,
    /// What it counts, in games that count.
    #[schema(required, example = 18)]
    points: Option<u8>,
    /// Whether an ace counts 11 in it.
    soft: bool,
    /// The combinations it makes, in games that name them.
    #[schema(value_type = Vec<CombinationName>)]
    combinations: Vec<Combination>,
    /// How it stands.
    #[schema(value_type = String, example = "playing")]
    standing: Standing,
}

impl From<&HandView> for Hand {
    fn from(hand: &HandView) -> Self {
        Self {
            at: hand.at.into(),
            cards: hand.cards.iter().map(|card| card.map(|card| card.to_string())).collect(),
            points: hand.points.map(|points| points.points),
            soft: hand.points.is_some_and(|points| points.is_soft),
            combinations: hand.combinations.clone(),
            standing: hand.standing,
        }
    }
}

/// A decision that is waited for.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"turn": 4, "seat": 1, "box": 3, "hand": 0}))]
struct Turn {
    /// The number of the decision in this deal, to be named with it.
    turn: u32,
    /// Whose it is.
    seat: u8,
    /// On which box.
    r#box: u8,
    /// On which hand of it.
    hand: u8,
}

impl From<&TurnView> for Turn {
    fn from(turn: &TurnView) -> Self {
        Self { turn: turn.turn, seat: turn.seat.number(), r#box: turn.place.0, hand: turn.hand }
    }
}

/// A choice that the seat has.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"choice": "double", "cards_least": 0, "cards": 0, "of": 0, "least": 500, "most": 500, "step": 1, "returns": 0, "gives_up": 0, "coefficient_hundredths": 0, "affordable": true}))]
struct TableChoice {
    /// Which.
    #[schema(value_type = ChoiceName)]
    choice: ChoiceKind,
    /// How many cards are to be named with it at least.
    cards_least: u8,
    /// How many cards are to be named with it at most.
    cards: u8,
    /// Of how many cards they are named; 0 where none.
    of: u8,
    /// The least it costs.
    least: i64,
    /// The most it may cost.
    most: i64,
    /// What an amount that is named with it is a multiple of.
    step: i64,
    /// What comes back with it: at once where it ends the deal, and at the next stop where it puts a win at risk; 0 where that is not
    /// known beforehand.
    returns: i64,
    /// What side stakes have won already and this choice gives up; a console asks before it sends such a choice.
    gives_up: i64,
    /// What a right guess multiplies the pot by, in hundredths; 0 where there is nothing to multiply.
    coefficient_hundredths: u32,
    /// Whether the seat's credit bears it.
    affordable: bool,
}

impl TableChoice {
    fn new(offer: &Offer, credit: Money) -> Self {
        let affordable = offer.least <= credit;
        let amounts = [offer.least, offer.most, offer.step, offer.returns, offer.gives_up];
        let [least, most, step, returns, gives_up] = amounts.map(Money::minor);
        Self {
            choice: offer.kind,
            cards_least: offer.cards_least,
            cards: offer.cards,
            of: offer.of,
            least,
            most,
            step,
            returns,
            gives_up,
            coefficient_hundredths: offer.coefficient_hundredths,
            affordable,
        }
    }
}

/// What every stake returned.
#[derive(Serialize, ToSchema)]
pub(super) struct Settlement {
    /// The stakes, in the order in which they were placed.
    returns: Vec<StakeLine>,
    /// What was taken off wins above the table's maximum payout.
    cuts: Vec<PayoutCut>,
}

impl From<&DealSettlement> for Settlement {
    fn from(settlement: &DealSettlement) -> Self {
        Self {
            returns: settlement.returns.iter().map(StakeLine::from).collect(),
            cuts: settlement.cuts.iter().map(PayoutCut::from).collect(),
        }
    }
}

/// What one stake returned.
#[derive(Serialize, ToSchema)]
struct StakeLine {
    /// The stake.
    #[serde(flatten)]
    stake: TableStake,
    /// What became of it.
    #[schema(value_type = String, example = "won")]
    fate: Fate,
    /// What came back, the stake included.
    #[schema(example = 1250)]
    returned: i64,
    /// Its wins, the higher first.
    wins: Vec<StakeWin>,
}

impl From<&StakeReturn> for StakeLine {
    fn from(line: &StakeReturn) -> Self {
        Self {
            stake: TableStake::from(&line.stake),
            fate: line.fate,
            returned: line.returned.minor(),
            wins: line.wins.iter().map(StakeWin::from).collect(),
        }
    }
}

/// One win on a stake.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"combination": "flush", "odds": "5:1", "amount": 2500}))]
struct StakeWin {
    /// For what, where it has a name.
    #[schema(required, value_type = Option<CombinationName>)]
    combination: Option<Combination>,
    /// At which odds.
    odds: String,
    /// How much, the stake not included.
    amount: i64,
}

impl From<&Win> for StakeWin {
    fn from(win: &Win) -> Self {
        Self { combination: win.combination, odds: win.odds.to_string(), amount: win.amount.minor() }
    }
}

/// What was taken off the wins of one seat on one box.
#[derive(Serialize, ToSchema)]
struct PayoutCut {
    /// Whose.
    seat: u8,
    /// On which box.
    r#box: u8,
    /// How much.
    amount: i64,
}

impl From<&Cut> for PayoutCut {
    fn from(cut: &Cut) -> Self {
        Self { seat: cut.seat.number(), r#box: cut.place.0, amount: cut.amount.minor() }
    }
}

/// A deal of the past.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct TableDeal {
    /// The table.
    table: u8,
    /// The deal.
    deal: u64,
    /// The table's name then; null where the release of then did not keep it.
    #[schema(required, example = "Blackjack")]
    table_name: Option<String>,
    /// The game that was played; likewise.
    #[schema(required, value_type = Option<GameName>, example = "blackjack")]
    game: Option<String>,
    /// The rules file it was played by.
    rules: String,
    /// When stakes were first taken.
    opened_at: u64,
    /// When it was settled or voided.
    settled_at: u64,
    /// The hands.
    hands: Vec<Hand>,
    /// What lay at the table besides cards.
    pieces: Vec<TablePiece>,
    /// What each stake returned; a seat sees only its own.
    settlement: Settlement,
    /// Why it is void, where it is.
    #[schema(required, example = "misdeal")]
    voided: Option<&'static str>,
}

impl From<&DealRecall> for TableDeal {
    fn from(deal: &DealRecall) -> Self {
        Self {
            table: deal.table.0,
            deal: deal.deal,
            table_name: deal.table_name.clone(),
            game: deal.game.clone(),
            rules: deal.rules_name.clone(),
            opened_at: deal.opened_at.microseconds(),
            settled_at: deal.settled_at.microseconds(),
            hands: deal.hands.iter().map(Hand::from).collect(),
            pieces: deal.pieces.iter().map(TablePiece::from).collect(),
            settlement: Settlement::from(&deal.settlement),
            voided: deal.voided.as_ref().map(DealVoid::name),
        }
    }
}
