//! What is asked of a card table, what a step brings about at one, and what may be seen of it.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};
use serde::{Deserialize, Serialize};

use super::{
    BoxNumber, BoxStake, CardPlace, Choice, DealSettlement, FaultCode, FaultView, HandView, HoldView, Money, Offers, OrderFailure, Piece,
    PlayerTableFact, PlayerTableOrder, RuleSheet, Seat, StakeKind, StakeOffer, TableNumber, Timestamp, VoidReason,
};

/// What can be asked for at a card table.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum TableOrder {
    /// A seat lays stakes, all of them or none.
    #[n(0)]
    Stake(#[n(0)] Vec<StakeForm>),
    /// A seat takes back what it has laid on one box, or everything where `None`.
    #[n(1)]
    TakeBack(#[n(0)] Option<BoxNumber>),
    /// A seat lays the stakes of its last deal at this table again.
    #[n(2)]
    Repeat,
    /// A seat decides.
    #[n(3)]
    Choose {
        /// Which of the deal's decisions is meant, as [`TurnView::turn`] numbers them, so that a touch that comes twice cannot decide twice.
        #[n(0)]
        turn: u32,
        /// The decision.
        #[n(1)]
        choice: Choice,
    },
    /// An attendant stops the table.
    #[n(4)]
    Hold {
        /// Why, in the attendant's words.
        #[n(0)]
        reason: String,
    },
    /// An attendant lets a held table go on.
    #[n(5)]
    Resume,
    /// An attendant voids the deal, or the stakes that lie for it: a misdeal, a defective deck.
    #[n(6)]
    Void {
        /// Why, in the attendant's words.
        #[n(0)]
        reason: String,
        /// Whether the cards are to be replaced or shuffled anew before the next deal.
        #[n(1)]
        new_shoe: bool,
    },
    /// An attendant has the cards shuffled anew before the next deal.
    #[n(7)]
    Shuffle,
    /// An attendant says that the dealer has missed this box (`blackjack-by` BJB-33).
    #[n(8)]
    MissedBox(#[n(0)] BoxNumber),
    /// An attendant says that the dealer has shown a card before its time: one that lies face up in the shoe, or one that was turned over
    /// (`blackjack-by` BJB-32; `blackjack-am` BJAM-Q23).
    #[n(9)]
    ExposedCard,
    /// An attendant says that the dealer has laid a card on this box for which nobody asked (`blackjack-by` BJB-32; `blackjack-am` BJAM-Q23).
    #[n(10)]
    CardTooMany(#[n(0)] BoxNumber),
    /// An attendant has a faulty deal dealt again with fresh cards: its first stakes stay on the table (`house-rules-by` HRB-25).
    #[n(11)]
    Redeal {
        /// Why, in the attendant's words.
        #[n(0)]
        reason: String,
    },
    /// An attendant says that another croupier takes over, for whom cards are burnt (`blackjack-by` BJB-13, BA-15; `house-rules-by` HC-31).
    #[n(12)]
    NewCroupier,
    /// An attendant says that this hand has another number of cards than the record: so many (`house-poker-am` HPAM-30 to HPAM-32).
    #[n(13)]
    WrongCount {
        /// The hand.
        #[n(0)]
        at: CardPlace,
        /// How many cards it has.
        #[n(1)]
        cards: u8,
    },
    /// Something is ordered that there is at a table between players alone.
    #[n(14)]
    BetweenPlayers(#[n(0)] PlayerTableOrder),
}

/// A stake as a seat asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct StakeForm {
    /// The box.
    #[n(0)]
    pub place: BoxNumber,
    /// What for.
    #[n(1)]
    pub kind: StakeKind,
    /// How much.
    #[n(2)]
    pub amount: Money,
}

/// One thing that a step brought about at a card table. No fact holds a card: the inputs do.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum TableFact {
    /// Stakes are taken for this deal.
    #[n(0)]
    Opened {
        /// The deal.
        #[n(0)]
        deal: u64,
    },
    /// Stakes were taken from a seat's credit and laid.
    #[n(1)]
    Staked(#[n(0)] Vec<BoxStake>),
    /// Stakes were given back before the deal.
    #[n(2)]
    TakenBack(#[n(0)] Vec<BoxStake>),
    /// No more stakes.
    #[n(3)]
    Closed {
        /// The deal.
        #[n(0)]
        deal: u64,
    },
    /// A decision was taken, with the stakes it placed.
    #[n(4)]
    Chosen {
        /// By whom.
        #[n(0)]
        seat: Seat,
        /// On which box.
        #[n(1)]
        place: BoxNumber,
        /// On which hand of it.
        #[n(2)]
        hand: u8,
        /// What.
        #[n(3)]
        choice: Choice,
        /// What it cost.
        #[n(4)]
        stakes: Vec<BoxStake>,
        /// Whether the rules decided, because the seat did not in time.
        #[n(5)]
        by_default: bool,
    },
    /// The deal is over: what every stake returned.
    #[n(6)]
    Settled {
        /// The deal.
        #[n(0)]
        deal: u64,
        /// What every stake returned.
        #[n(1)]
        settlement: DealSettlement,
        /// What it was played as; `None` where the release did not record it.
        #[n(2)]
        played: Option<PlayedAs>,
    },
    /// The deal is void: every stake comes back.
    #[n(7)]
    Voided {
        /// The deal.
        #[n(0)]
        deal: u64,
        /// Why.
        #[n(1)]
        reason: DealVoid,
        /// What came back.
        #[n(2)]
        settlement: DealSettlement,
        /// What it was played as; `None` where the release did not record it.
        #[n(3)]
        played: Option<PlayedAs>,
    },
    /// There are fresh cards.
    #[n(8)]
    Shuffled,
    /// The table stands still.
    #[n(9)]
    Held {
        /// The device's fault, where it was one.
        #[n(0)]
        fault: Option<FaultCode>,
        /// Why, in words.
        #[n(1)]
        reason: String,
    },
    /// The table goes on.
    #[n(10)]
    Resumed,
    /// New terms came into force.
    #[n(11)]
    TermsInForce,
    /// Stakes that the deal before did not settle have waited, and lie for this one (`blackjack-by` BJB-33, BA-23; `house-rules-by` HRB-25).
    #[n(12)]
    Waited(#[n(0)] Vec<BoxStake>),
    /// Another croupier has taken over.
    #[n(13)]
    CroupierChanged,
    /// Stakes were paid, or taken as lost, before the deal was over, and lie no more (`blackjack-by` BW-1, BJB-30, BJB-17). The settlement names
    /// them once more.
    #[n(14)]
    Paid {
        /// The deal.
        #[n(0)]
        deal: u64,
        /// What these stakes returned.
        #[n(1)]
        settlement: DealSettlement,
    },
    /// The deal is void, and with it what a seat was paid before: that came back as far as its credit reached (`house-rules-by` HRB-24).
    #[n(15)]
    PaidBack {
        /// The seat.
        #[n(0)]
        seat: Seat,
        /// How much of its credit should have gone: what it was paid, less the stakes that are returned to it now.
        #[n(1)]
        due: Money,
        /// How much was there to go.
        #[n(2)]
        amount: Money,
    },
    /// Something happened that happens at a table between players alone.
    #[n(16)]
    BetweenPlayers(#[n(0)] PlayerTableFact),
}

/// What a deal was played as, by the names of its day: the cabinet file may give them to something else since.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct PlayedAs {
    /// The table's name.
    #[n(0)]
    pub table_name: String,
    /// The game, such as `blackjack`.
    #[n(1)]
    pub game: String,
    /// The rules file's name, such as `blackjack/by`.
    #[n(2)]
    pub rules_name: String,
}

/// Why a deal is void.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum DealVoid {
    /// For a reason that voids rounds of every kind.
    #[n(0)]
    Round(#[n(0)] VoidReason),
    /// A card came that cannot be there: once too often, or of no pack of the game (`house-rules-by` HRB-23, HRB-24).
    #[n(1)]
    DefectiveDeck,
    /// A card came out of turn, or a box was missed.
    #[n(2)]
    Misdeal,
    /// The card source could not bring a card, or nobody knows which one it brought.
    #[n(3)]
    NoCard(#[n(0)] OrderFailure),
    /// An attendant has it dealt again: what was laid before its first card stays on the table (`house-rules-by` HRB-25).
    #[n(4)]
    Redeal {
        /// The attendant's name.
        #[n(0)]
        name: String,
        /// Why, in the attendant's words.
        #[n(1)]
        reason: String,
    },
    /// What came for a draw of chance cannot have been drawn.
    #[n(5)]
    DefectiveDraw,
}

impl TableOrder {
    /// Whether it is the player at a seat who orders this, and nobody else.
    #[must_use]
    pub const fn is_a_players(&self) -> bool {
        match self {
            Self::Stake(_) | Self::TakeBack(_) | Self::Repeat | Self::Choose { .. } => true,
            Self::BetweenPlayers(order) => order.is_a_players(),
            _ => false,
        }
    }
}

impl DealVoid {
    /// The reason's name in messages.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Round(VoidReason::Attendant { .. }) => "attendant",
            Self::Round(VoidReason::Restart) => "restart",
            Self::Round(VoidReason::TooManyNoSpins) => "too-many-no-spins",
            Self::DefectiveDeck => "defective-deck",
            Self::Misdeal => "misdeal",
            Self::NoCard(_) => "no-card",
            Self::Redeal { .. } => "redeal",
            Self::DefectiveDraw => "defective-draw",
        }
    }
}

/// The phase of a card table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablePhase {
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

/// What everybody may see of a card table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableView {
    /// Which table.
    pub table: TableNumber,
    /// Its name, as the cabinet file gives it.
    pub name: String,
    /// The game, such as `blackjack`.
    pub game: &'static str,
    /// The rules file's name, such as `blackjack/by`.
    pub rules_name: String,
    /// SHA-256 of the rules file.
    pub rules_sha256: [u8; 32],
    /// How many boxes it has.
    pub boxes: u8,
    /// Whether each box belongs to the seat of its number.
    pub has_own_boxes: bool,
    /// What is taken on a box before the deal.
    pub offers: Vec<StakeOffer>,
    /// The limits beyond the least and the most of each of these stakes.
    pub limits: Vec<TableLimit>,
    /// The rules as a player reads them.
    pub sheet: Arc<RuleSheet>,
    /// The number of the deal.
    pub deal: u64,
    /// Its phase.
    pub phase: TablePhase,
    /// When what ends at `ends_at` began; `None` where nothing ends by itself.
    pub began_at: Option<Timestamp>,
    /// When the phase or the decision ends by itself; `None` where it waits for something.
    pub ends_at: Option<Timestamp>,
    /// Every stake of the deal that was not paid before its end.
    pub stakes: Vec<BoxStake>,
    /// What was paid before the end of the deal; empty once it is settled or void.
    pub paid: DealSettlement,
    /// The hands as everybody sees them.
    pub hands: Vec<HandView>,
    /// What lies at the table besides cards.
    pub pieces: Vec<Piece>,
    /// Who decides now, in dealing order; several where they decide at once.
    pub turns: Vec<TurnView>,
    /// Where the next card goes, while one is waited for.
    pub card_to: Option<CardPlace>,
    /// What each stake returned, once the deal is settled or void.
    pub settlement: Option<DealSettlement>,
    /// Why it is void, where it is.
    pub voided: Option<DealVoid>,
    /// How many cards are left in the shoe.
    pub cards_left: u16,
    /// Whether the cards are shuffled after this deal.
    pub is_last_of_shoe: bool,
    /// Whether the rules let an attendant have a faulty deal dealt again.
    pub may_redeal: bool,
    /// How far the shuffle is that the table waits for; `None` where it waits for none, or its source tells nothing on the way.
    pub shuffle: Option<ShuffleView>,
    /// Why the table is held, where it is.
    pub hold: Option<HoldView>,
    /// The faults that stand now.
    pub faults: Vec<FaultView>,
}

/// A limit of a table beyond the least and the most of one seat's stake; like these it is shown to the players before they stake
/// (`house-rules-by` HRB-7, `house-poker-by` HA-34).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLimit {
    /// What it limits.
    pub kind: LimitKind,
    /// How much that is at most.
    pub most: Money,
}

/// What a limit of a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LimitKind {
    /// What all players together stake on one box before the deal (`blackjack-by` BJB-5).
    BoxStake,
    /// What one stake wins (`blackjack-by` BA-16).
    StakeWin,
    /// What one box wins (`house-poker-by` HA-1).
    BoxWin,
    /// What one box is paid, the stakes that come back among it (`house-poker-by` HA-1).
    BoxPayout,
    /// What the bonus wins (`house-poker-by` HA-29).
    BonusWin,
    /// What a risk game may come to (`baccarat-and-quick-cards-am` BQAM-Q74).
    RiskPayout,
    /// What the pot of a chain of guesses may come to.
    PotPayout,
}

/// How far a shuffle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShuffleView {
    /// How many cards were gone through, as the source told last.
    pub cards_done: u16,
    /// How many there are.
    pub cards: u16,
    /// When it will be over if it goes on as it went so far; `None` as long as that cannot be said.
    pub ends_about: Option<Timestamp>,
}

/// A decision that is waited for, as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnView {
    /// The number of the decision in this deal, from 1.
    pub turn: u32,
    /// Whose it is.
    pub seat: Seat,
    /// On which box.
    pub place: BoxNumber,
    /// On which hand of it.
    pub hand: u8,
}

/// What one seat may see of a card table beyond what everybody sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatTableView {
    /// Which table.
    pub table: TableNumber,
    /// The hands as this seat sees them.
    pub hands: Vec<HandView>,
    /// What the seat may decide now, with what each choice costs; empty where it is not its turn. Where it has several decisions at once,
    /// these are the choices of the first.
    pub offers: Offers,
    /// What it has staked at this table in this deal.
    pub staked: Money,
    /// What [`TableOrder::Repeat`] would lay.
    pub repeat: Vec<StakeForm>,
    /// Its last deals at this table, newest first.
    pub deals: Vec<Arc<DealRecall>>,
}

/// A deal of the past, as its eyes may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealRecall {
    /// The table.
    pub table: TableNumber,
    /// The deal.
    pub deal: u64,
    /// The table's name then; `None` where the release did not record it.
    pub table_name: Option<String>,
    /// The game, such as `blackjack`; likewise.
    pub game: Option<String>,
    /// The rules it was played by.
    pub rules_name: String,
    /// When stakes were first taken.
    pub opened_at: Timestamp,
    /// When it was settled or voided.
    pub settled_at: Timestamp,
    /// The hands.
    pub hands: Vec<HandView>,
    /// What lay at the table besides cards.
    pub pieces: Vec<Piece>,
    /// What each stake returned; for a seat's eyes only its own stakes.
    pub settlement: DealSettlement,
    /// Why it is void, where it is.
    pub voided: Option<DealVoid>,
}
