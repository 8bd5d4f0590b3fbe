//! The rules as a golden round has laid them out: a shipped file, with some of its keys changed.

use crate::cabinet::{CardTerms, Terms};
use crate::games::roulette;
use crate::model::toml_keys::{keys_of, read};
use crate::model::{Money, PlayerProtection};
use crate::profiles::{Kind, PlayerProtectionKeys, card_game_of, game_of, load, load_card_game};

/// The most a seat's credit may come to where a round does not say otherwise.
const CREDIT_MOST: Money = Money::from_minor(1_000_000_000_000);

/// The rules of the wheel that stands beside a card table.
const BESIDE_CARDS: &str = "roulette/by";

/// Rules with their keys.
pub(super) struct LaidOut {
    name: String,
    keys: toml::Table,
    credit_most: Money,
    hand_pay_from: Option<Money>,
    /// The keys of the jurisdiction's `[player_protection]`; empty where it asks for nothing.
    player_protection: toml::Table,
}

impl LaidOut {
    /// The shipped rules of this name.
    pub(super) fn load(name: String) -> Result<Self, String> {
        let keys = if game_of(&name) == "roulette" {
            keys_of(&load::<roulette::Rules>(Kind::Rules, &name).map_err(|error| error.to_string())?.value)
        } else {
            keys_of(&load_card_game(&name).map_err(|error| error.to_string())?.value)
        };
        Ok(Self { name, keys, credit_most: CREDIT_MOST, hand_pay_from: None, player_protection: toml::Table::new() })
    }

    /// Gives one key another value; what is no TOML value is taken for a word.
    pub(super) fn change(&mut self, key: &str, value: &str) -> Result<(), String> {
        let parsed = format!("value = {value}").parse::<toml::Table>().ok().and_then(|mut table| table.remove("value"));
        let value = parsed.unwrap_or_else(|| toml::Value::String(value.into()));
        if key == "credit_most" {
            self.credit_most = Money::from_minor(value.as_integer().ok_or("credit_most is an amount")?);
            return Ok(());
        }
        if key == "hand_pay_from" {
            self.hand_pay_from = Some(Money::from_minor(value.as_integer().ok_or("hand_pay_from is an amount")?));
            return Ok(());
        }
        if let Some(asked) = key.strip_prefix("player_protection.") {
            self.player_protection.insert(asked.into(), value);
            return Ok(());
        }
        let (path, last) = key.rsplit_once('.').map_or((None, key), |(path, last)| (Some(path), last));
        let mut table = &mut self.keys;
        for part in path.into_iter().flat_map(|path| path.split('.')) {
            table = table.get_mut(part).and_then(toml::Value::as_table_mut).ok_or_else(|| format!("the rules have no table {part:?}"))?;
        }
        table.insert(last.into(), value);
        Ok(())
    }

    /// The terms of a cabinet under these rules: a wheel alone, or a card table or a machine beside one.
    pub(super) fn terms(&self) -> Result<Terms, String> {
        if game_of(&self.name) == "roulette" {
            let rules: roulette::Rules = read(self.keys.clone()).map_err(|error| error.message().to_owned())?;
            return match rules.problems().into_iter().next() {
                Some((key, expected)) => Err(format!("{key}: expected {expected}")),
                None => self.terms_of(self.name.clone(), rules),
            };
        }
        let game = card_game_of(game_of(&self.name), self.keys.clone())?;
        let table =
            CardTerms { name: game.name().into(), rules_name: self.name.clone(), rules_sha256: [0; 32], game, waits_for_stakes_only: true };
        let wheel = load::<roulette::Rules>(Kind::Rules, BESIDE_CARDS).map_err(|error| error.to_string())?;
        let is_machine = table.game.rules().is_machine();
        let mut terms = self.terms_of(wheel.name, wheel.value)?;
        if is_machine {
            terms.machines.push(table)
        } else {
            terms.card_tables.push(table)
        }
        Ok(terms)
    }

    fn terms_of(&self, rules_name: String, roulette: roulette::Rules) -> Result<Terms, String> {
        let protects = !self.player_protection.is_empty();
        Ok(Terms {
            rules_name,
            rules_sha256: [0; 32],
            roulette,
            currency: "XTS".into(),
            decimals: 0,
            chips: vec![Money::from_minor(1)],
            credit_most: self.credit_most,
            files: Vec::new(),
            card_tables: Vec::new(),
            fittings: None,
            machines: Vec::new(),
            player_tables: Vec::new(),
            hand_pay_from: self.hand_pay_from,
            wheel_rest: None,
            player_protection: protects.then(|| protection_of(self.player_protection.clone())).transpose()?,
            housing: None,
        })
    }
}

/// What a jurisdiction's `[player_protection]` asks.
fn protection_of(keys: toml::Table) -> Result<PlayerProtection, String> {
    let keys: PlayerProtectionKeys = read(keys).map_err(|error| error.message().to_owned())?;
    match keys.problems().into_iter().next() {
        Some(problem) => Err(format!("{}: expected {}", problem.key, problem.expected)),
        None => Ok(keys.into()),
    }
}
