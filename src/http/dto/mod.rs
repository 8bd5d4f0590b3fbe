//! What goes over the wire, as serde and OpenAPI see it. Money is whole minor units, times are microseconds since 1970 UTC.
//!
//! Here never lives a decision; a form becomes an order, a view becomes JSON, and that is all.

mod access;
mod attendant_call;
mod bet;
mod betting_offers;
mod cabinet;
mod dispute;
mod fault_history;
mod figure_history;
mod figures;
mod form;
mod hand_pay;
mod hold;
mod journal;
mod lines;
mod live;
mod names;
mod object;
mod official;
mod pieces;
mod play_session;
mod player_table;
mod player_table_form;
mod player_table_history;
mod round;
mod seat;
mod seat_lock;
mod secret;
mod self_test;
mod service;
mod shift;
mod software;
mod spin_statistics;
mod stake_limits;
mod table;
mod table_form;
mod table_history;
mod table_rules;

pub(super) use access::{AccessDone, AccessList, PairForm, PairedConsole, PairingCode, RevokeForm, SignInForm, SignedIn};
pub(super) use attendant_call::{AnswerCallForm, CallForm};
pub(super) use cabinet::{Cabinet, Rules};
pub(super) use dispute::{DecideDisputeForm, Dispute, Disputes, KeptDispute, OpenDisputeForm};
pub(super) use fault_history::FaultHistory;
pub(super) use figure_history::{FigureHistory, SpanForm};
pub(super) use form::{AmountForm, CashOutForm, HoldForm, NoSpinForm, PlaceForm, ResumeForm, RoundForm, ShiftForm, TakeBackForm, VoidForm};
pub(super) use hand_pay::HandPayForm;
pub(super) use lines::{Capture, CaptureForm, Lines};
pub(super) use live::{Change, LiveChange, Piece};
pub use names::Games;
pub(super) use names::list_words;
pub(super) use object::Object;
pub(super) use official::Official;
pub(super) use play_session::{ConfirmForm, SessionLimitForm};
pub(super) use player_table::{PlayerTable, SeatPlayerTable};
pub(super) use player_table_form::{ActionForm, ChipsForm, LeaveForm, MuckForm, OpenForm, RemoveForm, SitOutForm};
pub(super) use player_table_history::{HandHistory, PlayedHand};
pub(super) use round::{History, Round, Rounds};
pub(super) use seat::{Done, Me, SeatPage, SeatState};
pub(super) use seat_lock::LockForm;
pub(super) use self_test::SelfTestForm;
pub(super) use service::Diagnostics;
pub(super) use shift::{ClosedShift, Shifts};
pub(super) use spin_statistics::SpinStatistics;
pub(super) use stake_limits::{TableLimits, TableLimitsForm, WheelLimitsForm};
pub(super) use table::{SeatTable, Table, TableDeal};
pub(super) use table_form::{
    BoxForm, BoxMistakeForm, BoxedCardForm, ChoiceForm, DealForm, DealVoidForm, ExposedCardForm, RedealForm, StakesForm, TableHoldForm,
    WrongCountForm,
};
pub(super) use table_history::DealHistory;
pub(super) use table_rules::TableRules;
