//! What everybody may see.

use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::{ArrayBuilder, Schema};

use super::super::sheet::Text;
use super::hold::{Fault, Hold};
use super::names::names;
use super::player_table::PlayerTable;
use super::round::{Outcome, Voided};
use super::table::Table;
use crate::access::hexadecimal;
use crate::model::{BetKind, BetLimit, CabinetView, Call, Colour, LastRound, Money, NoSpinReason, PhaseView, RulesView, Timestamp};

/// The cabinet as everybody may see it.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Cabinet {
    // It is written when the rest is sent, which is shared by everybody (see `edition`).
    /// The cabinet's clock when this was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required, value_type = u64, example = 1_763_700_000_000_000_u64)]
    now: Option<u64>,
    /// The moment of the newest input shown here.
    #[schema(example = 1_763_699_999_000_000_u64)]
    at: u64,
    /// The number of that input.
    #[schema(example = 1234)]
    number: u64,
    /// The current round.
    #[schema(example = 12)]
    round: u64,
    /// Its phase.
    phase: Phase,
    /// Whether a bet would be taken now.
    betting_open: bool,
    /// Whether the ball is seen running on the rim.
    ball_on_rim: bool,
    /// Whether the wheel rests because nobody plays; the next bet starts it.
    wheel_rests: bool,
    /// When what ends at `ends_at` began; null where nothing ends by itself.
    #[schema(required)]
    began_at: Option<u64>,
    /// When the phase ends by itself: the countdown in `open`, the pause in `paid`.
    #[schema(required)]
    ends_at: Option<u64>,
    /// The outcome while the phase is `paid`; null there means a voided round.
    #[schema(required)]
    outcome: Option<Outcome>,
    /// Why the round is void, where it is and the next one is not open yet, also while the table is held: every stake came back.
    #[schema(required)]
    voided: Option<Voided>,
    /// How many spins of this round did not count.
    no_spins: u32,
    /// Why the last of them did not count.
    #[schema(required, value_type = Option<String>, example = "same-direction")]
    last_no_spin: Option<NoSpinReason>,
    /// Why the table is held, where it is.
    #[schema(required)]
    hold: Option<Hold>,
    /// The faults that stand now.
    faults: Vec<Fault>,
    /// The last rounds with an outcome, newest first, at most 100.
    last: Vec<LastOutcome>,
    /// How many seats have bets in this round.
    seats_playing: u32,
    /// Whether a device of the cabinet is simulated, so that no credit in it is money.
    demo: bool,
    /// The rules in force.
    #[schema(value_type = Rules)]
    rules: Text,
    // They are written one by one (see `edition`).
    /// The card tables.
    tables: Vec<Table>,
    /// The tables between players.
    player_tables: Vec<PlayerTable>,
}

impl Cabinet {
    /// The cabinet's view with its rules as they were written, without the tables; `demo` where a device is simulated.
    pub(in crate::http) fn new(view: &CabinetView, demo: bool, rules: Text) -> Self {
        Self {
            now: None,
            at: view.at.microseconds(),
            number: view.number,
            round: view.round,
            phase: view.phase.into(),
            betting_open: view.betting_open,
            ball_on_rim: view.ball_on_rim,
            wheel_rests: view.wheel_rests,
            began_at: view.began_at.map(Timestamp::microseconds),
            ends_at: view.ends_at.map(Timestamp::microseconds),
            outcome: view.outcome.map(Outcome::from),
            voided: view.voided.as_ref().map(Voided::from),
            no_spins: view.no_spins,
            last_no_spin: view.last_no_spin,
            hold: view.hold.as_ref().map(Hold::from),
            faults: view.faults.iter().map(Fault::from).collect(),
            last: view.last.iter().take(100).map(LastOutcome::from).collect(),
            seats_playing: view.seats_playing,
            demo,
            rules,
            tables: Vec::new(),
            player_tables: Vec::new(),
        }
    }
}

/// The phase of the round.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Phase {
    /// Bets are taken; no ball is running.
    Open,
    /// The ball has been asked for or runs on the rim.
    BallRunning,
    /// No more bets; waiting for the ball.
    Closed,
    /// The outcome is recorded and every bet is settled.
    Paid,
    /// The table stands still.
    Held,
}

impl From<PhaseView> for Phase {
    fn from(phase: PhaseView) -> Self {
        match phase {
            PhaseView::Open => Self::Open,
            PhaseView::BallRunning => Self::BallRunning,
            PhaseView::Closed => Self::Closed,
            PhaseView::Paid => Self::Paid,
            PhaseView::Held => Self::Held,
        }
    }
}

/// A round of the past.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"round": 11, "pocket": 4, "colour": "black"}))]
struct LastOutcome {
    /// The round.
    round: u64,
    /// The number, 0 to 36.
    #[schema(maximum = 36)]
    pocket: u8,
    /// Its colour.
    #[schema(value_type = String)]
    colour: Colour,
}

impl From<&LastRound> for LastOutcome {
    fn from(last: &LastRound) -> Self {
        Self { round: last.round, pocket: last.pocket.number(), colour: last.pocket.colour() }
    }
}

/// The rules in force.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Rules {
    /// The rules file's name.
    #[schema(example = "roulette/am")]
    name: String,
    /// The pay table's name.
    #[schema(example = "AM-TO1")]
    pay_table: String,
    /// SHA-256 of the rules file, 64 hexadecimal digits.
    sha256: String,
    /// The currency's code.
    #[schema(example = "AMD")]
    currency: String,
    /// How many decimals an amount is shown with.
    #[schema(example = 0)]
    decimals: u8,
    /// The kinds of bets offered.
    bets: Vec<Offer>,
    /// The called bets offered.
    #[schema(schema_with = calls)]
    calls: Vec<Call>,
    /// Bets are multiples of this.
    #[schema(example = 100)]
    step: i64,
    /// The most of all bets of one seat in one round.
    #[schema(example = 5_000_000)]
    seat_most: i64,
    /// The most that one position of one seat wins; null where nothing is cut.
    #[schema(required, example = 50_000_000)]
    win_most: Option<i64>,
    /// The values of the chips on the console.
    #[schema(example = json!([100, 500, 1000, 5000, 10000]))]
    chips: Vec<i64>,
    /// Whether bets are still taken while the ball runs on the rim.
    open_while_ball_runs: bool,
    /// Whether the trios 0-1-2 and 0-2-3 are offered as streets.
    zero_trios: bool,
}

impl From<&RulesView> for Rules {
    fn from(rules: &RulesView) -> Self {
        Self {
            name: rules.name.clone(),
            pay_table: rules.pay_table.clone(),
            sha256: hexadecimal(&rules.sha256),
            currency: rules.currency.clone(),
            decimals: rules.decimals,
            bets: rules.bets.iter().map(Offer::from).collect(),
            calls: rules.calls.clone(),
            step: rules.step.minor(),
            seat_most: rules.seat_most.minor(),
            win_most: rules.win_most.map(Money::minor),
            chips: rules.chips.iter().map(|chip| chip.minor()).collect(),
            open_while_ball_runs: rules.open_while_ball_runs,
            zero_trios: rules.zero_trios,
        }
    }
}

/// A kind of bet with what it returns and its limits.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"bet": "straight", "returns": 36, "least": 100, "most": 1_000_000}))]
struct Offer {
    /// The kind.
    #[schema(schema_with = kinds)]
    bet: BetKind,
    /// What a stake of 1 returns in all when it wins, the stake included.
    returns: i64,
    /// The least on one position.
    least: i64,
    /// The most of one seat on one position.
    most: i64,
}

impl From<&BetLimit> for Offer {
    fn from(limit: &BetLimit) -> Self {
        Self { bet: limit.kind, returns: limit.returns, least: limit.least.minor(), most: limit.most.minor() }
    }
}

fn kinds() -> Schema {
    names(BetKind::ALL.map(BetKind::name)).description(Some("The kind of bet.")).into()
}

fn calls() -> Schema {
    ArrayBuilder::new().items(names(Call::ALL.map(Call::name))).description(Some("The called bets offered.")).into()
}
