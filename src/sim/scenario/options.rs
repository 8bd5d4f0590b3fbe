//! What differs from scenario to scenario: the rules, how wild the people are, and how often what fails. All of it drawn from the seed.

use super::play_sessions::draw_protection;
use super::player_tables::{self, DrawnPlayerTable, rules_between_players};
use super::table_rules::{DrawnTable, draw};
use crate::cabinet::{Housing, Terms, WheelRest, WokenBy};
use crate::games::range::BetRange;
use crate::games::roulette::{ByKind, Countdown, NoSpinStakes, OverMost, RestartAfterClose, Rules};
use crate::model::{Money, Span};
use crate::profiles::{Kind, ProfileErrors, game_of, load};
use crate::sim::audited_table::card_rules;
use crate::sim::auditor::{House, PayTable};
use crate::sim::chance::{Chance, Rate};

/// The rules files that a scenario may be played under, with the pay tables the auditor knows them by.
const RULES: [(&str, PayTable); 3] =
    [("roulette/by", PayTable::Full), ("roulette/am", PayTable::NineRows), ("roulette/am-literal", PayTable::NineRowsLiteral)];

/// The options of one scenario.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) terms: Terms,
    pub(super) house: House,
    /// How often a person's order is one that no sane person gives.
    pub(super) wildness: Rate,
    /// How often something goes wrong in a spin.
    pub(super) wheel_faults: Rate,
    /// How often the wheel says something out of the blue.
    pub(super) wheel_babble: Rate,
    /// How often an order to a card source comes to another end than it should.
    pub(super) card_faults: Rate,
    /// How often a card source says something out of the blue.
    pub(super) card_babble: Rate,
    /// How often the cards of a place lean towards what is rare.
    pub(super) card_leaning: Rate,
    /// How often a seat's player goes away for a while.
    pub(super) absence: Rate,
    /// How often the program dies after a turn.
    pub(super) crashes: Rate,
    /// How often an attendant acts without need.
    pub(super) meddling: Rate,
    /// The longest time between two orders of people.
    pub(super) patience: Span,
}

impl Options {
    /// The options of the scenario `chance` draws, under the named rules or, where there is no name, under drawn ones; `players` draws the
    /// tables between players. Rules of a card game are those of its only card table or machine, those of poker between players of its
    /// only table; the name of a game alone is one of its rules files, some of its keys changed.
    pub(super) fn draw(chance: &mut Chance, players: &mut Chance, rules: Option<&str>) -> Result<Self, ScenarioRulesError> {
        let are_of = |known: &[String], name: &str| known.iter().any(|known| known == name || game_of(known) == name);
        let card_rules = rules.filter(|name| are_of(&card_rules(), name));
        let is_drawn = rules.is_none();
        let poker = rules.filter(|name| are_of(&rules_between_players(), name));
        let card_tables = if poker.is_some() { Vec::new() } else { draw_tables(chance, card_rules)? };
        let (name, table) = match rules.filter(|_| card_rules.is_none() && poker.is_none()) {
            None => RULES[chance.below(3) as usize],
            Some(asked) => *RULES.iter().find(|(name, _)| *name == asked).ok_or_else(|| ScenarioRulesError::Unknown(asked.into()))?,
        };
        let file = load::<Rules>(Kind::Rules, name)?;
        let mut rules = file.value;
        let amounts = vary(&mut rules, chance);
        let (of_machines, shared): (Vec<_>, Vec<_>) = card_tables.into_iter().partition(|table| table.terms.game.rules().is_machine());
        let (card_tables, card_rules) = shared.into_iter().map(|table| (table.terms, table.rules)).unzip();
        let (machines, machine_rules) = of_machines.into_iter().map(|table| (table.terms, table.rules)).unzip();
        let between = draw_player_tables(players, poker, is_drawn, amounts.step)?;
        let (player_tables, player_rules) = between.into_iter().map(|table| (table.terms, table.rules)).unzip();
        let house = House {
            card_tables: card_rules,
            machines: machine_rules,
            player_tables: player_rules,
            ..house_of(&rules, table, amounts.position_most)
        };
        let terms = Terms {
            rules_name: file.name,
            rules_sha256: file.sha256,
            roulette: rules,
            currency: "XTS".into(),
            decimals: 2,
            chips: vec![Money::from_minor(amounts.step)],
            credit_most: Money::from_minor(amounts.credit_most),
            files: Vec::new(),
            card_tables,
            fittings: None,
            machines,
            player_tables,
            hand_pay_from: None,
            wheel_rest: None,
            player_protection: None,
            housing: Some(Housing { doors: vec!["front".into(), "drop".into()], has_lamp: true }),
        };
        let mut drawn_options = Self {
            terms,
            house,
            wildness: drawn(chance, &[0, 50_000, 300_000, 900_000]),
            wheel_faults: drawn(chance, &[0, 100_000, 400_000]),
            wheel_babble: drawn(chance, &[0, 0, 20_000, 200_000]),
            card_faults: drawn(chance, &[0, 5_000, 50_000]),
            card_babble: drawn(chance, &[0, 0, 3_000, 20_000]),
            card_leaning: drawn(chance, &[0, 400_000, 800_000]),
            absence: drawn(chance, &[0, 10_000, 30_000]),
            crashes: drawn(chance, &[0, 5_000, 30_000]),
            meddling: drawn(chance, &[0, 20_000, 150_000]),
            patience: [Span::from_seconds(2), Span::from_seconds(6), Span::from_seconds(15)][chance.below(3) as usize],
        };
        // It is drawn last, and the rest of a copy, so that everything else stays as the seed had it.
        let least = [None, None, Some(amounts.step * 20), Some(amounts.step * 500)][chance.below(4) as usize];
        drawn_options.house.hand_pay_from = least;
        drawn_options.terms.hand_pay_from = least.map(Money::from_minor);
        let mut after = chance.clone();
        drawn_options.terms.wheel_rest = draw_wheel_rest(&mut after);
        let protection = draw_protection(&mut after);
        drawn_options.house.player_protection = protection;
        drawn_options.terms.player_protection = protection;
        Ok(drawn_options)
    }
}

/// In one scenario of four the wheel rests where nobody plays.
fn draw_wheel_rest(chance: &mut Chance) -> Option<WheelRest> {
    let rests = chance.below(4) == 0;
    let woken_by = if chance.below(2) == 0 { WokenBy::Bet } else { WokenBy::Credit };
    rests.then(|| WheelRest { after_empty_rounds: chance.between(1, 4) as u32, woken_by })
}

/// Why a scenario cannot be played under the named rules.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioRulesError {
    /// The auditor has no pay table for them.
    #[error("the auditor knows no rules named {0:?}; it knows roulette/by, roulette/am, roulette/am-literal and those of the card games")]
    Unknown(String),
    /// The rules file is not good.
    #[error(transparent)]
    Profile(#[from] ProfileErrors),
    /// The rules of a card table are not good, or the auditor cannot read them.
    #[error("{name}: {message}")]
    NotGood {
        /// The rules file.
        name: String,
        /// What is wrong.
        message: String,
    },
}

/// None to two card tables and machines, or the one that is asked for. Half of them have the rules of a shipped file as they are.
fn draw_tables(chance: &mut Chance, only: Option<&str>) -> Result<Vec<DrawnTable>, ScenarioRulesError> {
    let names = card_rules();
    if let Some(only) = only {
        let of_game: Vec<&String> = names.iter().filter(|name| game_of(name) == only).collect();
        let drawn = (!of_game.is_empty()).then(|| of_game[chance.below(of_game.len() as u64) as usize].as_str());
        return Ok(vec![draw(drawn.unwrap_or(only), drawn.is_some(), chance)?]);
    }
    let count = [0, 1, 1, 2][chance.below(4) as usize];
    let table = |_| {
        let name = &names[chance.below(names.len() as u64) as usize];
        let varies = chance.below(2) == 0;
        draw(name, varies, chance)
    };
    (0..count).map(table).collect()
}

/// The table between players that is asked for; else, where everything is drawn, none or one.
fn draw_player_tables(
    chance: &mut Chance,
    only: Option<&str>,
    may_draw: bool,
    step: i64,
) -> Result<Vec<DrawnPlayerTable>, ScenarioRulesError> {
    let names = rules_between_players();
    let of_asked: Vec<&String> = names.iter().filter(|name| only.is_none_or(|only| *name == only || game_of(name) == only)).collect();
    if only.is_none() && !(may_draw && chance.below(3) == 0) {
        return Ok(Vec::new());
    }
    let name = of_asked[chance.below(of_asked.len() as u64) as usize];
    let varies = only.is_none_or(|only| only != name.as_str()) && chance.below(4) != 0;
    Ok(vec![player_tables::draw(name, varies, step, chance)?])
}

struct Amounts {
    step: i64,
    position_most: i64,
    credit_most: i64,
}

/// Gives the rules other amounts and another procedure; the pay table stays.
fn vary(rules: &mut Rules, chance: &mut Chance) -> Amounts {
    let step = [1, 1, 10, 100][chance.below(4) as usize];
    let scale = [1, 1, 100_000_000][chance.below(3) as usize];
    let position_most = step * [100, 1_000, 5_000][chance.below(3) as usize] * scale;
    let range = BetRange { least: Money::from_minor(step * [1, 5][chance.below(2) as usize]), most: Money::from_minor(position_most) };
    rules.limits.position = ByKind::same(range);
    rules.limits.step_minor = Money::from_minor(step);
    rules.limits.seat_most_minor = Money::from_minor(position_most * [1, 4, 20][chance.below(3) as usize]);
    rules.limits.table_exposure_most_minor = Money::from_minor(position_most * [2, 30, 10_000][chance.below(3) as usize]).min(Money::MOST);
    rules.limits.seat_most_minor = rules.limits.seat_most_minor.min(Money::MOST);
    rules.limits.win_most_minor = [None, None, Some(Money::from_minor(position_most * 2))][chance.below(3) as usize];
    rules.limits.over_most = [OverMost::Refuse, OverMost::RefuseExcess][chance.below(2) as usize];
    rules.limits.called_least_is_of_whole_bet = chance.below(2) == 0;
    let round = &mut rules.round;
    round.countdown = [Countdown::Always, Countdown::FromFirstBet][chance.below(2) as usize];
    round.open_while_ball_runs = chance.below(2) == 0;
    round.no_spin_stakes = [NoSpinStakes::Editable, NoSpinStakes::Refund, NoSpinStakes::Locked][chance.below(3) as usize];
    round.restart_after_close = [RestartAfterClose::Refund, RestartAfterClose::Respin][chance.below(2) as usize];
    round.no_spins_most = chance.between(1, 4) as u32;
    Amounts { step, position_most, credit_most: position_most.saturating_mul(200).min(Money::MOST.minor()) }
}

fn house_of(rules: &Rules, table: PayTable, position_most: i64) -> House {
    let limits = &rules.limits;
    House {
        table,
        step: limits.step_minor.minor(),
        seat_most: limits.seat_most_minor.minor(),
        position_least: limits.position.straight.least.minor(),
        position_most,
        exposure_most: limits.table_exposure_most_minor.minor(),
        win_most: limits.win_most_minor.map(Money::minor),
        reopens: rules.round.no_spin_stakes != NoSpinStakes::Locked,
        refunds: rules.round.no_spin_stakes == NoSpinStakes::Refund,
        no_spins_most: rules.round.no_spins_most as usize,
        hand_pay_from: None,
        player_protection: None,
        card_tables: Vec::new(),
        machines: Vec::new(),
        player_tables: Vec::new(),
    }
}

fn drawn(chance: &mut Chance, rates: &[u32]) -> Rate {
    Rate::per_million(rates[chance.below(rates.len() as u64) as usize])
}
