//! The nouns of the house: money, time, seats, pockets, bets, inputs, facts, refusals and views.
//!
//! Here live plain values and what can be said about one of them alone. Here never live: a clock, a random number, a file,
//! a socket, a floating point number, a rule of a game or a decision. Every other room may use this one; it uses none.
#![deny(clippy::float_arithmetic)]

mod access;
mod attendant_call;
mod bet;
mod by_name;
mod card;
mod card_source;
mod card_table;
mod chance;
mod composition;
mod dispute;
mod fact;
mod fault;
mod fault_words;
mod figure_history;
mod figures;
mod hand_pay;
pub mod in_place;
mod input;
mod journal_decision;
mod journal_view;
mod line_sample;
mod money;
mod odds;
mod outcome;
mod pack;
mod past;
mod piece;
mod play;
mod play_session;
mod player_table;
mod player_table_view;
mod pocket;
mod refusal;
mod rule_sheet;
mod seat;
mod seat_lock;
mod self_test;
mod service;
pub mod shared;
mod shift;
mod shift_text;
mod software;
mod spin_statistics;
mod stake_limits;
mod symbol;
mod time;
pub mod toml_keys;
mod view;
mod want;
mod wheel;
mod written_choice;

pub use access::{AccessChange, AccessStep, Changer, SessionEnd, StaffRole};
pub use attendant_call::{AttendantCall, CallReason};
pub use bet::{Bet, BetForm, BetKind, Call, CalledBet, Numbers, Position, Stake};
pub use card::{Card, NotACard, Rank, Suit};
pub use card_source::{CardSourceEvent, CardWish, DeckCount, OrderFailure, OrderNumber};
pub use card_table::{
    DealRecall, DealVoid, LimitKind, PlayedAs, SeatTableView, ShuffleView, StakeForm, TableFact, TableLimit, TableOrder, TablePhase,
    TableView, TurnView,
};
pub use chance::{ChanceOrder, Drawn, Urn};
pub use composition::Composition;
pub use dispute::{DisputeView, GameRead, KeptGame, PastGame, Ruling, Verdict};
pub use fact::{BetReturn, Fact, SeatSettlement, VoidReason};
pub use fault::{FaultCode, Remedy};
pub use figure_history::{Figure, FigureHistoryView, FigureLimits, FigureLine, FigureSpan, FigureStep, FigureUnit};
pub use figures::{RotorLineFigures, SensorFigures, SensorLine, SensorView, SpinFigures};
pub use hand_pay::{HandPay, HandPayment};
pub use input::{Command, Event, Input, Key, NamedHash, Order, Resumption, What, Who};
pub use journal_decision::{JournalDecision, JournalStep};
pub use journal_view::{CertificateView, JournalDamage, JournalDiskView, JournalView, SigningKeyView};
pub use line_sample::{CaptureView, LineSample, LineSamples, Seen};
pub use money::Money;
pub use odds::{NotOdds, Odds, Rounding};
pub use outcome::{Combination, Cut, DealSettlement, Eyes, Fate, HandView, Points, StakeReturn, Standing, Win};
pub use pack::{Deck, Pack};
pub use past::{Page, PageRequest, PastCards, PastChoice, PastDeal, PastHand, PastPart, PastPlay, PastStack, PastWager, Sought};
pub use piece::{BonusRun, Piece, ReelLine, Reels};
pub use play::{BoxNumber, BoxStake, CardChoice, CardPlace, Choice, ChoiceKind, Face, StakeKind, StakeOffer, TableNumber};
pub use play_session::{Confirmation, PlaySessionView, PlayerProtection, RealityCheck, SESSION_MINUTES_MOST};
pub use player_table::{
    BettingAction, OpenedBySeat, PlayerTableFact, PlayerTableOrder, PotPayment, PotShare, PotsSettlement, TableConditions, TimeBank,
};
pub use player_table_view::{
    BettingOffers, DealEnd, ExchangeOffer, PlaceView, PlayerTablePhase, PlayerTableView, Pot, SeatPlayerTableView, TableAmounts, TableFee,
    WagerOffer,
};
pub use pocket::{Colour, POCKETS, Pocket, WHEEL_ORDER};
pub use refusal::Refusal;
pub use rule_sheet::{GameSheet, Laid, Pay, PayRow, PaysWith, RuleNote, RuleSheet};
pub use seat::{SEATS, Seat};
pub use seat_lock::SeatLock;
pub use self_test::{Finding, PartView, SelfTest, TestEnd, TestedPart};
pub use service::{
    DeviceView, DropZone, FaultEnd, FaultHistoryView, FaultTally, JournalReach, LeftRim, PastFault, PastView, RIM_PARTS, Reading,
    RoundTrace, SpinTrace, TiltView,
};
pub use shift::{ShiftOfSeat, ShiftReport, ShiftView};
pub use software::{SoftwareIdentity, SoftwareView, fingerprint};
pub use spin_statistics::{NumberRun, PocketStatistics, SectorStatistics, SpinFinding, SpinStatistics, SpinTest, SpinVerdict};
pub use stake_limits::{LimitChange, LimitLine, LimitValues, LimitedAmount, StakeLimit, StandingLimits, TableLimitsView};
pub use symbol::Symbol;
pub use time::{ClockOffset, Span, Timestamp};
pub use view::{
    BetLimit, CabinetView, FaultView, HoldView, LastRound, MetersView, OfficialView, PhaseView, RoundBet, RoundRecall, RulesView, SeatLine,
    SeatRecall, SeatView, Views,
};
pub use want::{Decision, Offer, Offers, Want, Window};
pub use wheel::{NoSpinReason, SpinNumber, WheelEvent, WheelHappening, WheelWish};
