//! A rules file of poker between players as the auditor reads it: by the names of its keys.

use std::collections::BTreeMap;

use toml::{Table, Value};

use super::require;
use crate::model::{OpenedBySeat, TableAmounts};

/// The rules of one table between players as the auditor has read them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRules {
    /// The rules file's name: the folder of the variant, and the house.
    pub(super) name: String,
    pub(super) variant: Variant,
    pub(super) limit: Limit,
    /// How many raises a round may have over its bet (SPB-34); `None` where there is no most.
    pub(super) raises_most: Option<usize>,
    pub(super) cap_ends: CapEnds,
    /// Whether all-ins below a full raise are added together before betting opens again (SPB-42).
    pub(super) is_cumulative: bool,
    /// SPB-A06.
    pub(super) check_is_action: bool,
    /// SPB-A07.
    pub(super) is_short_blind_full: bool,
    /// SPB-A10: of two players the button posts the small blind; else the seat after it does.
    pub(super) button_is_small_blind: bool,
    /// What the file says of its tradings, where players trade.
    pub(super) trading: Option<Trading>,
    /// What the file says of buying cards, where they are bought.
    pub(super) exchange: Option<Buying>,
    /// TPAM-8: the owners of equal hands are asked whether they divide, and a bank is played for again so often at most (TPAM-Q8); `None`: it
    /// is divided without being asked.
    pub(super) replays_most: Option<usize>,
    /// How a deal goes on after a mistake; `None`: it is void (TA-18, TPAM-39).
    pub(super) mistakes: Option<MistakeKeys>,
    pub(super) fee: Fee,
    /// Whether a fee is taken where no flop came.
    pub(super) fee_without_flop: bool,
    /// The most of a deal, over all its pots.
    pub(super) fee_most: Option<i64>,
    /// What an hour costs each player (TPAM-10).
    pub(super) hourly: Option<i64>,
    /// SPB-A13: one odd unit each; else all to the first.
    pub(super) one_odd_unit_each: bool,
    /// SPG-A05: equal open hands are compared by suit; else by place.
    pub(super) open_ties_by_suit: bool,
    /// SPG-62.
    pub(super) open_pair_doubles: bool,
    /// TA-6.
    pub(super) low_rank_most: u8,
    /// SPB-A14: who owes nothing folds when his time is over; else he checks.
    pub(super) time_folds: bool,
    /// HX-4, TPAM-Q31: a deal in whose middle the program was started again is void; else it goes on.
    pub(super) restart_voids: bool,
    /// TPAM-Q26: five, four, three, two and ace are a straight.
    pub(super) has_wheel: bool,
    /// TA-19: every live hand lies open at a showdown; else those that no open hand has beaten.
    pub(super) opens_all: bool,
    /// SPT-32: the big blind goes to the next player, and the button may lie dead; else the button goes to the next player.
    pub(super) is_button_dead: bool,
    /// SPT-30; else the tied draw again (TA-16).
    pub(super) button_by_suit: bool,
    /// SPT-41: who is not there posts and folds; else he is not dealt in.
    pub(super) posts_and_folds: bool,
    /// After so many decisions in a row that time took from him somebody sits out; 0: he never does.
    pub(super) absent_after: u16,
    /// How long after a deal a hand may be shown that need not be; 0: not at all.
    pub(super) show_seconds: u16,
    /// After so many deals in a row that were dealt to him while he was absent somebody sits out; 0: he never does.
    pub(super) absent_after_deals: u16,
    /// What the house says of a table that stands closed until a seat opens it.
    pub(super) opened_by_seat: Option<OpenedBySeat>,
    /// Whether a dealer lays the cards, who can make mistakes.
    pub(super) is_dealt_by_hand: bool,
    /// SPB-17: whether consoles take a fold at once where it is free to go on.
    pub(super) offers_free_fold: bool,
    pub(super) amounts: Amounts,
    pub(super) shown_amounts: TableAmounts,
}

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variant {
    Holdem,
    Omaha,
    OmahaHighLow,
    Stud5,
    Stud7,
    OpenStud5,
    OpenStud7,
    Texas,
    Club,
}

/// What the file says of mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MistakeKeys {
    /// SPG-A12: a deal at the studs goes on where two closed cards of one player were shown.
    pub(super) two_exposed_continue: bool,
    /// SPG-A25: which boxed card of the first street has the deal dealt again; 0: none. `None`: every boxed card has.
    pub(super) boxed_redeal_from: Option<usize>,
    /// SPG-A22: what a seat may do whose seventh card was shown; `None`: the file does not know that mistake.
    pub(super) exposed_seventh: Option<ExposedSeventh>,
    /// What becomes of middle cards that were dealt wrongly; `None`: an extra card is the next burn.
    pub(super) middle_cards: Option<MiddleCards>,
}

/// What a seat may do whose seventh card was shown (SPG-84).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExposedSeventh {
    /// It chooses.
    Choice,
    /// It plays for the pot so far where somebody has bet before, and else it chooses.
    ForcedIfBet,
}

/// What becomes of middle cards that were dealt wrongly (SPG-91 to SPG-96).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MiddleCards {
    /// SPG-A14: a flop without a burn goes back; else the order is restored.
    pub(super) no_burn_redeals: bool,
    /// SPG-A15: a flop of four cards goes back; else the fourth is the next burn.
    pub(super) extra_redeals: bool,
    /// SPG-A16: the burn of a flop that came too early goes back with it; else it stays.
    pub(super) returns_burn: bool,
    /// SPG-A17: after a turn that came too early the next street has the card of the river; else the turn comes from the shuffled stub.
    pub(super) river_first: bool,
    /// SPG-A17: the river that comes from the shuffled stub then has a burn.
    pub(super) burns_river: bool,
}

/// How players buy cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Buying {
    /// TPAM-23: how many at most.
    pub(super) most: i64,
    /// TPAM-Q3: whether there is betting before.
    pub(super) pre_round: bool,
}

/// How players pay for the opening of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trading {
    /// TPAM-Q11: who has paid less than a later player tops it up.
    pub(super) equalise: bool,
    /// TPAM-Q14: stakes may be put in after the last opening.
    pub(super) final_round: bool,
}

/// How much may be wagered at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    No,
    Pot,
    Fixed,
    Spread,
}

/// When the most of raises falls away (SPB-35, SPB-A04).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CapEnds {
    Never,
    TwoAtRoundStart,
    TwoRemaining,
}

/// What the house takes of each pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fee {
    /// So many hundredths of a percent.
    Rate(i64),
    Flat(i64),
}

/// The amounts of the table, in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Amounts {
    pub(super) ante: i64,
    pub(super) small_blind: i64,
    pub(super) big_blind: i64,
    pub(super) bring_in: i64,
    pub(super) small_bet: i64,
    pub(super) big_bet: i64,
    pub(super) most_bet: i64,
    pub(super) unit: i64,
    pub(super) buy_in_least: i64,
    pub(super) buy_in_most: i64,
}

impl Variant {
    /// Whether there is a board.
    pub(super) const fn has_board(self) -> bool {
        !matches!(self, Self::Stud5 | Self::Stud7 | Self::OpenStud5 | Self::OpenStud7 | Self::Club)
    }

    /// Whether a small and a big blind are posted.
    pub(super) const fn has_blinds(self) -> bool {
        matches!(self, Self::Holdem | Self::Omaha | Self::OmahaHighLow)
    }

    /// Whether the lowest open card brings in.
    pub(super) const fn brings_in(self) -> bool {
        matches!(self, Self::Stud5 | Self::Stud7)
    }

    /// Whether players pay for the opening of the middle cards (TPAM-35).
    pub(super) const fn trades(self) -> bool {
        matches!(self, Self::Texas)
    }

    /// Whether players may buy cards (TPAM-23).
    pub(super) const fn exchanges(self) -> bool {
        matches!(self, Self::Club)
    }

    /// Whether the compulsory stake is all that is put in before the cards: who has less is not dealt in (TPAM-20,
    /// TPAM-30).
    pub(super) const fn has_stake_alone(self) -> bool {
        matches!(self, Self::Texas | Self::Club)
    }

    /// Whether it is a stud of the decree: the first hand has a blind, and who likes his cards takes no more (TPAM-40, TPAM-45).
    pub(super) const fn is_of_decree(self) -> bool {
        matches!(self, Self::OpenStud5 | Self::OpenStud7)
    }

    /// Its name in a rules file.
    const fn key(self) -> &'static str {
        match self {
            Self::Holdem => "holdem",
            Self::Omaha => "omaha",
            Self::OmahaHighLow => "omaha-high-low",
            Self::Stud5 => "stud5",
            Self::Stud7 => "stud7",
            Self::OpenStud5 => "open-stud5",
            Self::OpenStud7 => "open-stud7",
            Self::Texas => "texas",
            Self::Club => "club",
        }
    }

    const ALL: [Self; 9] = [
        Self::Holdem,
        Self::Omaha,
        Self::OmahaHighLow,
        Self::Stud5,
        Self::Stud7,
        Self::OpenStud5,
        Self::OpenStud7,
        Self::Texas,
        Self::Club,
    ];
}

impl PlayerRules {
    /// Reads the keys of the rules file of poker between players that has this name, and the amounts of the table.
    ///
    /// # Errors
    /// A key that is missing, has a value that the auditor does not know, or is not known to the auditor at all; amounts that do not go
    /// with it.
    pub fn read(name: &str, keys: &Table, amounts: TableAmounts) -> Result<Self, String> {
        let mut keys = Keys::new(keys);
        let _ = keys.word("source")?;
        let rules = Self {
            name: name.to_owned(),
            variant: keys.one_of("variant", &Variant::ALL.map(|variant| (variant.key(), variant)))?,
            limit: keys.one_of(
                "betting.limit",
                &[("no-limit", Limit::No), ("pot-limit", Limit::Pot), ("fixed-limit", Limit::Fixed), ("spread", Limit::Spread)],
            )?,
            raises_most: keys.count_if("betting.raises_most")?,
            cap_ends: keys.one_of(
                "betting.cap_ends",
                &[("never", CapEnds::Never), ("two-at-round-start", CapEnds::TwoAtRoundStart), ("two-remaining", CapEnds::TwoRemaining)],
            )?,
            is_cumulative: keys.is("betting.reopens", "cumulative", "individual")?,
            check_is_action: keys.flag("betting.check_is_action")?,
            is_short_blind_full: keys.is("betting.short_blind", "full", "actual")?,
            button_is_small_blind: keys.is("betting.heads_up", "button-is-small-blind", "literal")?,
            trading: keys.trading()?,
            exchange: keys.exchange()?,
            replays_most: keys.count_if("equal_hands.replays_most")?,
            mistakes: keys.mistakes()?,
            fee: keys.fee()?,
            fee_without_flop: keys.flag("fee.without_flop")?,
            fee_most: keys.number_if("fee.most_minor")?,
            hourly: keys.number_if("fee.hourly_minor")?,
            one_odd_unit_each: keys.is("odd_units", "one-each", "all-to-first")?,
            open_ties_by_suit: keys.is("open_ties", "suit", "place")?,
            open_pair_doubles: keys.flag("open_pair_doubles")?,
            low_rank_most: u8::try_from(keys.number("low_rank_most")?).map_err(|_| "low_rank_most is no rank")?,
            time_folds: keys.is_if("betting.time_over", "fold", "check")?.unwrap_or(false),
            restart_voids: keys.is_if("restart_in_deal", "void", "continue")?.unwrap_or(false),
            has_wheel: keys.flag_if("wheel")?.unwrap_or(true),
            opens_all: keys.is("opens", "all", "unbeaten")?,
            is_button_dead: keys.is("seating.button", "dead", "next-player")?,
            button_by_suit: keys.is("seating.button_ties", "suit", "draw-again")?,
            posts_and_folds: keys.is("seating.absent", "posts-and-folds", "not-dealt-in")?,
            absent_after: 0,
            show_seconds: 0,
            absent_after_deals: 0,
            opened_by_seat: None,
            is_dealt_by_hand: false,
            offers_free_fold: false,
            amounts: Amounts::new(amounts),
            shown_amounts: amounts,
        };
        let bets = (keys.number("seating.buy_in_least_bets")?, keys.number("seating.buy_in_most_bets")?);
        keys.are_all_read()?;
        let has_most = rules.raises_most.is_some();
        require(!has_most || matches!(rules.limit, Limit::Fixed | Limit::Spread), "SPB-37: no most of raises in no-limit and pot-limit")?;
        require(rules.trading.is_some() == rules.variant.trades(), "a trading is of the game that trades")?;
        require(rules.exchange.is_some() == rules.variant.exchanges(), "cards are bought in the game that knows it")?;
        let most = rules.exchange.map_or(3, |buying| buying.most);
        require((1..=3).contains(&most), "TPAM-23: up to three cards")?;
        rules.check_of_decree()?;
        rules.check_amounts(bets)?;
        Ok(rules)
    }

    /// TPAM-10: the house takes at most 5 % of each bank, or by the hour. TPAM-8: of the others' books none has equal hands asked.
    fn check_of_decree(&self) -> Result<(), String> {
        let is_of_decree = self.variant.is_of_decree() || self.variant.has_stake_alone();
        let is_within = match self.fee {
            Fee::Rate(hundredths) => hundredths <= 500,
            Fee::Flat(sum) => sum == 0,
        };
        require(is_within || !is_of_decree, "TPAM-10: at most 5 % of each bank")?;
        require(self.hourly.is_none() || !self.posts_and_folds, "who cannot pay for an hour must not post")?;
        let takes_of_banks = !matches!(self.fee, Fee::Rate(0) | Fee::Flat(0));
        require(!is_of_decree || self.hourly.is_none() || !takes_of_banks, "TPAM-10: by the hour or of each bank")?;
        let asks = self.replays_most.is_some();
        require(!is_of_decree || !self.time_folds, "TPAM-Q7: no time folds in the decree's games")?;
        require(is_of_decree || self.has_wheel, "SPG-3: the ace is low in a straight")?;
        require(is_of_decree || !asks, "TPAM-8: equal hands are asked in the decree's games")?;
        require(self.replays_most.is_none_or(|most| (1..=9).contains(&most)), "TPAM-Q8: one to nine replays")
    }

    /// These rules at a table whose file says after how many decisions in a row that time took from him somebody sits out.
    #[must_use]
    pub fn with_absent_after(self, decisions: u16) -> Self {
        Self { absent_after: decisions, ..self }
    }

    /// These rules at a table whose file says how long after a deal a hand may be shown that need not be.
    #[must_use]
    pub fn with_show_seconds(self, seconds: u16) -> Self {
        Self { show_seconds: seconds, ..self }
    }

    /// These rules at a table whose file says after how many deals that somebody missed he sits out.
    #[must_use]
    pub fn with_absent_after_deals(self, deals: u16) -> Self {
        Self { absent_after_deals: deals, ..self }
    }

    /// These rules at a table where a dealer lays the cards, or none does.
    #[must_use]
    pub fn with_dealer(self, is_dealt_by_hand: bool) -> Self {
        Self { is_dealt_by_hand, ..self }
    }

    /// These rules at a table whose file says whether consoles ask before a fold where it is free to go on.
    #[must_use]
    pub fn with_free_fold(self, offers_free_fold: bool) -> Self {
        Self { offers_free_fold, ..self }
    }

    /// These rules at a table that stands closed until a seat opens it, where there is something said of that.
    #[must_use]
    pub fn with_opened_by_seat(self, opened_by_seat: Option<OpenedBySeat>) -> Self {
        Self { opened_by_seat, ..self }
    }

    /// The variant as a deal is told to be played: the folder of the rules file.
    pub(super) fn folder(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// The least stack that is dealt in.
    pub(super) const fn least_stack(&self) -> i64 {
        if self.variant.has_stake_alone() { self.amounts.ante } else { 1 }
    }

    /// The least bet of the table: the big blind, of fixed limit and at the studs the small bet (SPB-A09); the fixed price of an opening is the
    /// compulsory stake (TPAM-35).
    pub(super) fn least_bet(&self) -> i64 {
        if self.variant.trades() && self.limit == Limit::Fixed {
            return self.amounts.ante;
        }
        let is_of_blind = (self.variant.has_blinds() || self.variant.is_of_decree()) && self.limit != Limit::Fixed;
        if is_of_blind { self.amounts.big_blind } else { self.amounts.small_bet }
    }

    fn check_amounts(&self, (least_bets, most_bets): (i64, i64)) -> Result<(), String> {
        let amounts = self.amounts;
        let blinds = self.variant.has_blinds() && amounts.big_blind > 0 && amounts.small_blind > 0;
        let decree = self.variant.is_of_decree() && amounts.ante > 0 && amounts.big_blind > 0;
        let bring_in = self.variant.brings_in() && amounts.bring_in > 0 && amounts.small_bet > 0;
        let stake = self.variant.has_stake_alone() && amounts.ante > 0 && self.least_bet() > 0;
        require(blinds || bring_in || decree || stake, "the forced bets of the table are not those of its game")?;
        require(amounts.unit > 0, "the smallest chip is nothing")?;
        let expected = (least_bets * self.least_bet(), most_bets * self.least_bet());
        require((amounts.buy_in_least, amounts.buy_in_most) == expected, format_args!("a seat sits down with {expected:?}"))
    }
}

impl Amounts {
    const fn new(amounts: TableAmounts) -> Self {
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

    /// So much of an amount as the smallest chip divides (SPB-53).
    pub(super) const fn in_units(&self, amount: i64) -> i64 {
        amount - amount % self.unit
    }
}

/// The keys that were not read yet, each by its path.
struct Keys(BTreeMap<String, Value>);

impl Keys {
    fn new(table: &Table) -> Self {
        let mut keys = BTreeMap::new();
        flatten("", table, &mut keys);
        Self(keys)
    }

    fn take(&mut self, path: &str) -> Result<Value, String> {
        self.0.remove(path).ok_or_else(|| format!("the auditor reads {path}, and it is not there"))
    }

    fn word(&mut self, path: &str) -> Result<String, String> {
        self.take(path)?.as_str().map(str::to_owned).ok_or_else(|| format!("{path} is no word"))
    }

    fn flag(&mut self, path: &str) -> Result<bool, String> {
        self.take(path)?.as_bool().ok_or_else(|| format!("{path} is not true or false"))
    }

    fn is_if(&mut self, path: &str, yes: &str, no: &str) -> Result<Option<bool>, String> {
        if self.0.contains_key(path) { self.is(path, yes, no).map(Some) } else { Ok(None) }
    }

    fn flag_if(&mut self, path: &str) -> Result<Option<bool>, String> {
        if self.0.contains_key(path) { self.flag(path).map(Some) } else { Ok(None) }
    }

    fn number(&mut self, path: &str) -> Result<i64, String> {
        self.take(path)?.as_integer().ok_or_else(|| format!("{path} is no whole number"))
    }

    fn number_if(&mut self, path: &str) -> Result<Option<i64>, String> {
        if self.0.contains_key(path) { self.number(path).map(Some) } else { Ok(None) }
    }

    fn mistakes(&mut self) -> Result<Option<MistakeKeys>, String> {
        let path = "mistakes.two_exposed_in_stud";
        if !self.0.contains_key(path) {
            return Ok(None);
        }
        let two_exposed_continue = self.is(path, "continue", "redeal")?;
        let boxed_redeal_from = self.count_if("mistakes.boxed_redeal_from")?;
        let path = "mistakes.exposed_seventh";
        let words = [("choice", ExposedSeventh::Choice), ("forced-if-bet", ExposedSeventh::ForcedIfBet)];
        let exposed_seventh = if self.0.contains_key(path) { Some(self.one_of(path, &words)?) } else { None };
        Ok(Some(MistakeKeys { two_exposed_continue, boxed_redeal_from, exposed_seventh, middle_cards: self.middle_cards()? }))
    }

    fn middle_cards(&mut self) -> Result<Option<MiddleCards>, String> {
        if !self.0.keys().any(|path| path.starts_with("mistakes.middle_cards.")) {
            return Ok(None);
        }
        Ok(Some(MiddleCards {
            no_burn_redeals: self.is("mistakes.middle_cards.no_burn_flop", "redeal-flop", "restore")?,
            extra_redeals: self.is("mistakes.middle_cards.extra_flop_card", "redeal-flop", "next-burn")?,
            returns_burn: self.is("mistakes.middle_cards.premature_flop_burn", "return-burn", "keep-burn")?,
            river_first: self.is("mistakes.middle_cards.premature_turn", "river-first", "tda-rp5")?,
            burns_river: self.is("mistakes.middle_cards.premature_turn_river_burn", "burn", "none")?,
        }))
    }

    fn count_if(&mut self, path: &str) -> Result<Option<usize>, String> {
        if !self.0.contains_key(path) {
            return Ok(None);
        }
        self.number(path).and_then(|count| usize::try_from(count).map_err(|_| format!("{path} is no count"))).map(Some)
    }

    fn one_of<T: Copy>(&mut self, path: &str, words: &[(&str, T)]) -> Result<T, String> {
        let word = self.word(path)?;
        let found = words.iter().find(|(name, _)| *name == word);
        found.map(|(_, meaning)| *meaning).ok_or_else(|| format!("the auditor does not know {word} of {path}"))
    }

    fn is(&mut self, path: &str, word: &str, other: &str) -> Result<bool, String> {
        self.one_of(path, &[(word, true), (other, false)])
    }

    fn trading(&mut self) -> Result<Option<Trading>, String> {
        if !self.0.contains_key("trading.equalise") {
            return Ok(None);
        }
        Ok(Some(Trading { equalise: self.flag("trading.equalise")?, final_round: self.flag("trading.final_round")? }))
    }

    fn exchange(&mut self) -> Result<Option<Buying>, String> {
        if !self.0.contains_key("exchange.cards_most") {
            return Ok(None);
        }
        Ok(Some(Buying { most: self.number("exchange.cards_most")?, pre_round: self.flag("exchange.pre_round")? }))
    }

    fn fee(&mut self) -> Result<Fee, String> {
        if self.0.contains_key("fee.rate.percent-hundredths") {
            return self.number("fee.rate.percent-hundredths").map(Fee::Rate);
        }
        self.number("fee.rate.flat-minor").map(Fee::Flat)
    }

    fn are_all_read(&self) -> Result<(), String> {
        match self.0.keys().next() {
            Some(key) => Err(format!("the auditor does not know the key {key}")),
            None => Ok(()),
        }
    }
}

fn flatten(above: &str, table: &Table, keys: &mut BTreeMap<String, Value>) {
    for (name, value) in table {
        let path = if above.is_empty() { name.clone() } else { format!("{above}.{name}") };
        match value {
            Value::Table(below) => flatten(&path, below, keys),
            _ => drop(keys.insert(path, value.clone())),
        }
    }
}
