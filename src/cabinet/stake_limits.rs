//! Limits of stakes that attendants set while the cabinet runs.
//!
//! The widest limits are those of the terms, which the files made: an order only narrows them, so that it needs no second person's approval where
//! the terms needed one. What is set comes into force as new terms do: at the wheel between rounds, at a table once no stake lies there. It stands
//! until another order, through every start. Here never lives how a game holds a stake to its limits.

use alloc::borrow::ToOwned;
use alloc::sync::Arc;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{Cabinet, CardTerms, Terms};
use crate::games::card_game::CardGame;
use crate::games::range::BetRange;
use crate::games::roulette::Rules;
use crate::model::{
    Fact, LimitChange, LimitLine, LimitValues, LimitedAmount, Money, Refusal, StakeLimit, StandingLimits, TableFact, TableLimitsView,
    TableNumber,
};

/// The limits that attendants have set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct SetLimits {
    /// Those that stand, at most one element for each table.
    #[n(0)]
    standing: Vec<StandingLimits>,
    /// What of them is in force at the wheel. A card table keeps its own with its terms.
    #[n(1)]
    at_wheel: Vec<StakeLimit>,
    /// The rules of the wheel with what is in force there; `None` where that is nothing.
    #[cbor(skip)]
    rules_of_wheel: Option<Rules>,
    /// The limits of every table as they are shown.
    #[cbor(skip)]
    shown: Vec<Arc<TableLimitsView>>,
}

impl SetLimits {
    /// The rules of the wheel in force, where these are the terms in force.
    pub(super) fn rules_of_wheel<'a>(&'a self, terms: &'a Terms) -> &'a Rules {
        self.rules_of_wheel.as_ref().unwrap_or(&terms.roulette)
    }

    /// What holds at a card table or a machine under these terms of it.
    pub(super) fn narrowed(&self, table: TableNumber, terms: &CardTerms) -> CardTerms {
        let game = narrowed_game(&terms.game, self.at(Some(table)));
        CardTerms { game, ..terms.clone() }
    }

    fn at(&self, table: Option<TableNumber>) -> &[StakeLimit] {
        self.standing_at(table).map_or(&[], |standing| &standing.limits)
    }

    fn standing_at(&self, table: Option<TableNumber>) -> Option<&StandingLimits> {
        self.standing.iter().find(|standing| standing.table == table)
    }

    fn wait_at_wheel(&self) -> bool {
        self.at(None) != self.at_wheel
    }

    fn begin_at_wheel(&mut self, terms: &Terms) {
        self.at_wheel = self.at(None).to_owned();
        self.make_rules_of_wheel(terms);
    }

    fn make_rules_of_wheel(&mut self, terms: &Terms) {
        self.rules_of_wheel = (!self.at_wheel.is_empty()).then(|| narrowed_wheel(&terms.roulette, &self.at_wheel));
    }
}

/// A limit as the files have it.
struct FileLimit {
    of: LimitedAmount,
    step: Money,
    values: LimitValues,
}

impl FileLimit {
    /// What of the order differs from the files; nothing where nothing does.
    fn check(&self, asked: &StakeLimit) -> Result<Option<StakeLimit>, Refusal> {
        let FileLimit { of, step, values } = *self;
        if of.is_total() && asked.least.is_some() {
            return Err(Refusal::LimitUnknown);
        }
        let limit = StakeLimit {
            of,
            least: asked.least.filter(|least| values.least != Some(*least)),
            most: asked.most.filter(|most| *most != values.most),
        };
        let bounds = || [limit.least, limit.most].into_iter().flatten();
        if bounds().any(|bound| !bound.is_positive()) {
            return Err(Refusal::AmountNotPositive);
        }
        if bounds().any(|bound| !bound.is_multiple_of(step)) {
            return Err(Refusal::AmountOffStep);
        }
        let new = values.with(&limit);
        if new.most > values.most || new.least < values.least {
            return Err(Refusal::LimitTooWide);
        }
        if new.least.is_some_and(|least| least > new.most) {
            return Err(Refusal::LeastAboveMost);
        }
        Ok((limit.least.is_some() || limit.most.is_some()).then_some(limit))
    }

    /// What of a limit that stands still holds under these files: each bound that lies within them.
    ///
    /// A bound says what the house will not take beside what the files say, and goes on saying it under other files. So each bound stays by
    /// itself, and where the file has become narrower than it, the file's is the one that holds.
    fn keep(&self, limit: &StakeLimit) -> StakeLimit {
        let FileLimit { of, step, values } = *self;
        let is_within =
            |bound: &Money| bound.is_multiple_of(step) && *bound <= values.most && values.least.is_none_or(|least| *bound >= least);
        let kept = StakeLimit { of, least: limit.least.filter(is_within), most: limit.most.filter(is_within) };
        let new = values.with(&kept);
        let is_crossed = new.least.is_some_and(|least| least > new.most);
        if is_crossed { StakeLimit { least: None, most: None, ..kept } } else { kept }
    }
}

/// What an order comes to: all of its limits in the order of the files, without the bounds that are those of the files.
fn checked(of_files: &[FileLimit], asked: &[StakeLimit]) -> Result<Vec<StakeLimit>, Refusal> {
    let mut set = Vec::new();
    for (place, limit) in asked.iter().enumerate() {
        let is_named_twice = asked[..place].iter().any(|other| other.of == limit.of);
        let line = of_files.iter().position(|of_file| of_file.of == limit.of).filter(|_| !is_named_twice).ok_or(Refusal::LimitUnknown)?;
        set.extend(of_files[line].check(limit)?.map(|limit| (line, limit)));
    }
    set.sort_by_key(|(line, _)| *line);
    Ok(set.into_iter().map(|(_, limit)| limit).collect())
}

/// What the limits are with what is set.
fn with(of_file: &FileLimit, set: &[StakeLimit]) -> LimitValues {
    set.iter().find(|limit| limit.of == of_file.of).map_or(of_file.values, |limit| of_file.values.with(limit))
}

fn changes(of_files: &[FileLimit], old: &[StakeLimit], new: &[StakeLimit]) -> Vec<LimitChange> {
    let change = |of_file: &FileLimit| LimitChange { of: of_file.of, old: with(of_file, old), new: with(of_file, new) };
    of_files.iter().map(change).filter(|change| change.old != change.new).collect()
}

/// The bounds of a limit that are set and not kept; nothing where all are.
fn lapsed(limit: &StakeLimit, kept: Option<&StakeLimit>) -> Option<StakeLimit> {
    let gone = |bound: Option<Money>, kept: Option<Money>| bound.filter(|_| kept.is_none());
    let (least, most) = (gone(limit.least, kept.and_then(|kept| kept.least)), gone(limit.most, kept.and_then(|kept| kept.most)));
    (least.is_some() || most.is_some()).then_some(StakeLimit { of: limit.of, least, most })
}

fn limits_of_wheel(rules: &Rules) -> Vec<FileLimit> {
    let limits = &rules.limits;
    let values = |of| match of {
        LimitedAmount::SeatTotal => Some(LimitValues { least: None, most: limits.seat_most_minor }),
        LimitedAmount::TableExposure => Some(LimitValues { least: None, most: limits.table_exposure_most_minor }),
        LimitedAmount::Position(kind) => {
            let BetRange { least, most } = limits.of(kind);
            rules.returns.of(kind).map(|_| LimitValues { least: Some(least), most })
        }
        LimitedAmount::Stake(_) => None,
    };
    LimitedAmount::of_wheel().filter_map(|of| Some(FileLimit { of, step: limits.step_minor, values: values(of)? })).collect()
}

fn limits_of_game(game: &CardGame) -> Vec<FileLimit> {
    let offers = game.rules().offers();
    // Every stake with a range of its own is offered before the deal.
    let step = |kind| offers.iter().find(|offer| offer.kind == kind).map_or(Money::from_minor(1), |offer| offer.step);
    let limit = |(kind, BetRange { least, most })| FileLimit {
        of: LimitedAmount::Stake(kind),
        step: step(kind),
        values: LimitValues { least: Some(least), most },
    };
    game.stake_ranges().into_iter().map(limit).collect()
}

fn narrowed_wheel(rules: &Rules, limits: &[StakeLimit]) -> Rules {
    let mut rules = rules.clone();
    for StakeLimit { of, least, most } in limits {
        let (own_least, own_most) = match *of {
            LimitedAmount::SeatTotal => (None, &mut rules.limits.seat_most_minor),
            LimitedAmount::TableExposure => (None, &mut rules.limits.table_exposure_most_minor),
            LimitedAmount::Position(kind) => {
                let range = rules.limits.position.of_mut(kind);
                (Some(&mut range.least), &mut range.most)
            }
            LimitedAmount::Stake(_) => continue,
        };
        if let (Some(own), Some(least)) = (own_least, least) {
            *own = *least;
        }
        if let Some(most) = most {
            *own_most = *most;
        }
    }
    rules
}

fn narrowed_game(game: &CardGame, limits: &[StakeLimit]) -> CardGame {
    let mut game = game.clone();
    if limits.is_empty() {
        return game;
    }
    let ranges = game.stake_ranges();
    game.set_stake_ranges(|kind| {
        let limit = limits.iter().find(|limit| limit.of == LimitedAmount::Stake(kind))?;
        let (_, BetRange { least, most }) = ranges.iter().find(|(of, _)| *of == kind)?;
        Some(BetRange { least: limit.least.unwrap_or(*least), most: limit.most.unwrap_or(*most) })
    });
    game
}

/// Whether the wheel's table takes any bet at all with these limits: who wants it closed holds it.
fn takes_some_bet(rules: &Rules) -> bool {
    let fits = |kind| {
        let (least, returns) = (rules.limits.of(kind).least, rules.returns.of(kind).unwrap_or(0));
        let win = least.checked_mul(returns - 1).map(|win| rules.limits.win_most_minor.map_or(win, |most| win.min(most)));
        least <= rules.limits.seat_most_minor && win.is_some_and(|win| win <= rules.limits.table_exposure_most_minor)
    };
    rules.offered().any(fits)
}

impl Terms {
    /// The limits of a table under these terms; `None` where it has none, or there is no such table.
    fn limits_at(&self, table: Option<TableNumber>) -> Option<Vec<FileLimit>> {
        let Some(number) = table else { return Some(limits_of_wheel(&self.roulette)) };
        Some(limits_of_game(&self.table(number)?.game))
    }

    /// Whether the table can be played with these limits. Not every two that fit by themselves fit together: half of the ante may be below the
    /// least bonus, and the most of all stakes of a seat below the least of each. And where the highest stake wins more than the others, a lower most would let smaller stakes win what the files never paid them.
    fn can_be_played_with(&self, table: Option<TableNumber>, limits: &[StakeLimit]) -> bool {
        let Some(number) = table else {
            let rules = narrowed_wheel(&self.roulette, limits);
            return rules.problems().is_empty() && takes_some_bet(&rules);
        };
        let Some(CardTerms { game, .. }) = self.table(number) else { return false };
        let lowers_most = limits.iter().any(|limit| limit.most.is_some());
        !(lowers_most && game.rules().pays_otherwise_at_most()) && narrowed_game(game, limits).problems().is_empty()
    }

    /// Whether an amount that was set for a table under `former` terms means the same under these: the same money, and the same game.
    fn mean_the_same_at(&self, table: Option<TableNumber>, former: &Self) -> bool {
        let game = |terms: &Self| table.map(|number| terms.table(number).map(|terms| terms.game.name()));
        self.currency == former.currency && self.decimals == former.decimals && game(self) == game(former)
    }
}

impl Cabinet {
    /// The rules of the wheel with the limits in force.
    pub(super) fn rules_of_wheel(&self) -> &Rules {
        self.limits.rules_of_wheel(&self.terms)
    }

    /// Sets limits at a table, instead of all that were set there before.
    pub(super) fn set_limits(
        &mut self,
        name: &str,
        table: Option<TableNumber>,
        asked: &[StakeLimit],
        facts: &mut Vec<Fact>,
    ) -> Result<(), Refusal> {
        let terms = self.newest_terms();
        let is_between_players = table.is_some_and(|number| terms.tables_between_players().any(|(other, _)| other == number));
        let if_none = if is_between_players { Refusal::LimitUnknown } else { Refusal::TableUnknown };
        let of_files = terms.limits_at(table).ok_or(if_none)?;
        let limits = checked(&of_files, asked)?;
        if !terms.can_be_played_with(table, &limits) {
            return Err(Refusal::LimitsUnfit);
        }
        let changes = changes(&of_files, self.limits.at(table), &limits);
        let since = self.clock_offset().shown(self.at);
        self.limits.standing.retain(|standing| standing.table != table);
        if !limits.is_empty() {
            self.limits.standing.push(StandingLimits { table, by: name.to_owned(), since, limits });
            self.limits.standing.sort_by_key(|standing| standing.table);
        }
        facts.push(Fact::LimitsSet { table, changes });
        match table {
            Some(number) => self.renew_limits_at(number),
            // Terms that wait for the next round bring the limits with them.
            None if self.next_terms.is_none() && self.takes_terms_at_once() => self.put_limits_in_force(facts),
            None => {}
        }
        Ok(())
    }

    /// The table takes the limits as it takes new terms: as soon as no stake lies there.
    fn renew_limits_at(&mut self, number: TableNumber) {
        let Some(terms) = self.newest_terms().table(number) else { return };
        let terms = self.limits.narrowed(number, terms);
        if let Some(table) = self.card_tables.iter_mut().find(|table| table.number() == number) {
            table.take_terms(terms);
        }
    }

    /// Other limits come into force at the wheel, where any wait.
    pub(super) fn put_limits_in_force(&mut self, facts: &mut Vec<Fact>) {
        if self.limits.wait_at_wheel() {
            self.begin_limits_at_wheel();
            facts.push(Fact::TermsInForce);
        }
    }

    /// What is set at the wheel holds under the terms in force from now on.
    pub(super) fn begin_limits_at_wheel(&mut self) {
        self.limits.begin_at_wheel(&self.terms);
        let rules = self.limits.rules_of_wheel(&self.terms);
        self.seats.iter_mut().for_each(|seat| seat.measure_repeat(rules));
    }

    /// A start has brought other terms: what is set stays as far as they allow it and it means the same there.
    pub(super) fn lapse_limits(&mut self, terms: &Terms, facts: &mut Vec<Fact>) {
        for standing in core::mem::take(&mut self.limits.standing) {
            let kept = self.kept_under(terms, &standing);
            let is_kept = |limit: &StakeLimit| kept.iter().find(|kept| kept.of == limit.of).copied();
            let lapsed: Vec<_> = standing.limits.iter().filter_map(|limit| lapsed(limit, is_kept(limit).as_ref())).collect();
            if !lapsed.is_empty() {
                facts.push(Fact::LimitsLapsed { table: standing.table, lapsed });
            }
            if !kept.is_empty() {
                self.limits.standing.push(StandingLimits { limits: kept, ..standing });
            }
        }
    }

    fn kept_under(&self, terms: &Terms, standing: &StandingLimits) -> Vec<StakeLimit> {
        let table = standing.table;
        if !terms.mean_the_same_at(table, self.newest_terms()) {
            return Vec::new();
        }
        let of_files = terms.limits_at(table).unwrap_or_default();
        let keep = |limit: &StakeLimit| of_files.iter().find(|of_file| of_file.of == limit.of).map(|of_file| of_file.keep(limit));
        let mut kept: Vec<_> = standing.limits.iter().filter_map(keep).collect();
        kept.retain(|limit| limit.least.is_some() || limit.most.is_some());
        if terms.can_be_played_with(table, &kept) { kept } else { Vec::new() }
    }

    /// Makes what follows from the limits and is in no checkpoint.
    pub(super) fn remake_limits(&mut self) {
        self.limits.make_rules_of_wheel(&self.terms);
        self.show_limits();
    }

    /// Shows the limits anew after a step that may have changed them.
    pub(super) fn follow_limits(&mut self, has_new_terms: bool, facts: &[Fact]) {
        let is_about_limits = |fact: &Fact| match fact {
            Fact::TermsInForce | Fact::LimitsSet { .. } | Fact::LimitsLapsed { .. } => true,
            Fact::Table { fact, .. } => *fact == TableFact::TermsInForce,
            _ => false,
        };
        if has_new_terms || facts.iter().any(is_about_limits) {
            self.show_limits();
        }
    }

    /// Makes the views of the limits; one that is as it was stays the very same.
    pub(super) fn show_limits(&mut self) {
        let before = core::mem::take(&mut self.limits.shown);
        let same = |view: TableLimitsView| before.iter().find(|other| ***other == view).cloned().unwrap_or_else(|| Arc::new(view));
        self.limits.shown = self.limits_views().map(same).collect();
    }

    /// The limits of every table as they are shown.
    pub(super) fn limits_shown(&self) -> Vec<Arc<TableLimitsView>> {
        let shown = &self.limits.shown;
        if cfg!(any(test, debug_assertions)) {
            assert!(
                self.limits_views().eq(shown.iter().map(|view| TableLimitsView::clone(view))),
                "kept limits are those that would be shown now"
            );
        }
        shown.clone()
    }

    /// The limits of the wheel's table, then of every card table and machine.
    fn limits_views(&self) -> impl Iterator<Item = TableLimitsView> + '_ {
        let tables = self.newest_terms().tables().map(|(number, _)| Some(number));
        core::iter::once(None).chain(tables).filter_map(|table| self.limits_view(table))
    }

    fn limits_view(&self, table: Option<TableNumber>) -> Option<TableLimitsView> {
        let in_force = match table {
            None => limits_of_wheel(self.rules_of_wheel()),
            Some(number) => limits_of_game(self.card_table(number)?.game_in_force()),
        };
        let set = self.limits.at(table);
        let line = |of_file: FileLimit| LimitLine {
            of: of_file.of,
            step: of_file.step,
            of_files: of_file.values,
            in_force: in_force.iter().find(|limit| limit.of == of_file.of).map(|limit| limit.values),
            next: with(&of_file, set),
        };
        let lines = self.newest_terms().limits_at(table)?.into_iter().map(line).collect();
        Some(TableLimitsView { table, lines, standing: self.limits.standing_at(table).cloned() })
    }
}
