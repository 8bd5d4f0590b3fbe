//! `croupierctl betting`: deals of poker between players, one JSON object a line in and one a line out.
//!
//! Here never lives a rule: what is offered and who wins say `games::betting` and `games::streets`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::BufRead;

use clap::Args;
use serde::{Deserialize, Serialize};

use super::Failure;
use crate::games::betting::{Action, Offers, Part, PotPaid, Settlement};
use crate::games::streets::{Hand, HandWants, House, Level};
use crate::model::{Card, CardChoice, Money, Seat};
use crate::profiles::{Kind, load};

/// What to play by.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The rules: a shipped file such as `holdem/by`, or a path.
    #[arg(long, value_name = "NAME-OR-FILE")]
    rules: String,
}

/// Plays what stands on standard input.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let house: House = load(Kind::Betting, &arguments.rules)?.value;
    play_all(&house, std::io::stdin().lock())
}

fn play_all(house: &House, deals: impl BufRead) -> Result<String, Failure> {
    let mut told = String::new();
    for (line, text) in deals.lines().enumerate() {
        let text = text.map_err(|error| Failure::ours("input-output", format!("standard input cannot be read: {error}")))?;
        if text.trim().is_empty() {
            continue;
        }
        let answer = play(house, &text).map_err(|failure| failure.with("line", line + 1))?;
        let answer = serde_json::to_string(&answer).expect("numbers and names can always be written as JSON");
        writeln!(told, "{answer}").expect("writing to a string cannot fail");
    }
    Ok(told)
}

/// A deal as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Deal {
    level: Level,
    /// What lies before each seat.
    stacks: BTreeMap<String, Money>,
    button: Seat,
    /// The pack from the top, burnt cards among it; it may end before the deal does.
    cards: Vec<String>,
    /// The fresh pack of each replay, where equal hands play again for the bank.
    #[serde(default)]
    replays: Vec<Vec<String>>,
    /// What the seats do; it may end before the deal does.
    actions: Vec<Acted>,
}

/// What a seat does.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Acted {
    seat: Seat,
    action: Name,
    /// A total of the round, of a bet and a raise alone.
    amount: Option<Money>,
    /// The places of the cards that are exchanged, from 1 on.
    cards: Option<Vec<u8>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Name {
    Fold,
    Check,
    Call,
    Bet,
    RaiseTo,
    Stop,
    Pass,
    Exchange,
    Divide,
    PlayAgain,
    PlayForPot,
}

impl Acted {
    fn action(&self) -> Option<Action> {
        if let (Name::Exchange, None, Some(places)) = (self.action, self.amount, &self.cards) {
            let bit = |place: &u8| (1..=8).contains(place).then(|| 1 << (place - 1));
            return places.iter().try_fold(0, |cards, place| Some(cards | bit(place)?)).map(|cards| Action::Exchange(CardChoice(cards)));
        }
        if self.cards.is_some() {
            return None;
        }
        match (self.action, self.amount) {
            (Name::Fold, None) => Some(Action::Fold),
            (Name::Check, None) => Some(Action::Check),
            (Name::Call, None) => Some(Action::Call),
            (Name::Stop, None) => Some(Action::Stop),
            (Name::Pass, None) => Some(Action::Pass),
            (Name::Divide, None) => Some(Action::Divide),
            (Name::PlayAgain, None) => Some(Action::PlayAgain),
            (Name::PlayForPot, None) => Some(Action::PlayForPot),
            (Name::Bet, Some(amount)) => Some(Action::Bet(amount)),
            (Name::RaiseTo, Some(amount)) => Some(Action::RaiseTo(amount)),
            _ => None,
        }
    }
}

/// How a deal went.
#[derive(Serialize)]
struct DealReport {
    decisions: Vec<DecisionReport>,
    is_over: bool,
    #[serde(flatten)]
    end: Option<End>,
}

/// A seat that was asked.
#[derive(Serialize)]
struct DecisionReport {
    seat: Seat,
    street: usize,
    pot: Money,
    call: Money,
    #[serde(flatten)]
    wager: Option<WagerReport>,
    /// Where it may say that it takes no more cards.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    may_stop: bool,
    /// Where a call is the price of an opening, and it may go on without paying.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    may_pass: bool,
    /// How many cards it may exchange at most, where it may.
    #[serde(skip_serializing_if = "Option::is_none")]
    exchange_most: Option<u8>,
    /// Where it divides the bank or plays for it again, and may do nothing else.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    may_divide: bool,
}

#[derive(Serialize)]
struct WagerReport {
    wager: &'static str,
    least: Money,
    most: Money,
    step: Money,
}

impl DecisionReport {
    fn new(hand: &Hand, seat: Seat, offers: Offers) -> Self {
        let named = |is_bet| if is_bet { "bet" } else { "raise-to" };
        let wager =
            offers.wager.map(|wager| WagerReport { wager: named(wager.is_bet), least: wager.least, most: wager.most, step: wager.step });
        let Offers { call, may_stop, may_pass, exchange, may_divide, .. } = offers;
        let exchange_most = exchange.map(|offer| offer.most);
        Self { seat, street: hand.street(), pot: hand.pot(), call, wager, may_stop, may_pass, exchange_most, may_divide }
    }
}

/// The end of a deal.
#[derive(Serialize)]
struct End {
    #[serde(skip_serializing_if = "Option::is_none")]
    uncalled: Option<Amount>,
    pots: Vec<PotReport>,
    fee: Money,
    shows: Vec<Seat>,
    stacks: BTreeMap<Seat, Money>,
}

#[derive(Serialize)]
struct Amount {
    seat: Seat,
    amount: Money,
}

#[derive(Serialize)]
struct PotReport {
    amount: Money,
    fee: Money,
    claimants: Vec<Seat>,
    high: Vec<Amount>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    low: Vec<Amount>,
}

impl From<PotPaid> for PotReport {
    fn from(pot: PotPaid) -> Self {
        let of = |part: Part| {
            pot.shares.iter().filter(|share| share.part == part).map(|share| Amount { seat: share.seat, amount: share.amount }).collect()
        };
        let (high, low) = (of(Part::High), of(Part::Low));
        Self { amount: pot.amount, fee: pot.fee, claimants: pot.claimants, high, low }
    }
}

impl End {
    fn of(hand: &Hand) -> Self {
        let Settlement { uncalled, pots, returns, fee } = hand.settle();
        let left = Seat::all().filter_map(|seat| Some((seat, hand.seats()[seat.index()]?.stack + returns[seat.index()])));
        Self {
            uncalled: uncalled.map(|(seat, amount)| Amount { seat, amount }),
            pots: pots.into_iter().map(PotReport::from).collect(),
            fee,
            shows: if hand.seats().iter().flatten().filter(|seat| seat.is_live).count() > 1 { hand.showdown() } else { Vec::new() },
            stacks: left.collect(),
        }
    }
}

fn malformed(what: impl Into<String>) -> Failure {
    Failure::refused("hand-malformed", what)
}

fn play(house: &House, text: &str) -> Result<DealReport, Failure> {
    let deal: Deal = serde_json::from_str(text).map_err(|error| malformed(error.to_string()))?;
    let mut packs = deal.replays.iter();
    let mut cards = cards(&deal.cards)?.into_iter();
    let mut hand = begin(house, &deal)?;
    let mut actions = deal.actions.iter().enumerate();
    let mut decisions = Vec::new();
    loop {
        match hand.wants() {
            HandWants::Card(_) => match cards.next() {
                Some(card) => hand.take_card(card),
                None => break,
            },
            HandWants::Decision(seat) => {
                decisions.extend(hand.offers(seat).map(|offers| DecisionReport::new(&hand, seat, offers)));
                let Some((place, acted)) = actions.next() else { break };
                act(&mut hand, acted).map_err(|failure| failure.with("action", place))?;
                if hand.plays_again().is_some() {
                    cards = self::cards(packs.next().map_or(&[], Vec::as_slice))?.into_iter();
                }
            }
            // Nobody tells of a mistake here.
            HandWants::Shuffle | HandWants::Settlement => break,
        }
    }
    if let Some((place, _)) = actions.next() {
        return Err(Failure::refused("action-refused", "nobody is asked any more").with("action", place));
    }
    let is_over = hand.wants() == HandWants::Settlement;
    Ok(DealReport { decisions, is_over, end: is_over.then(|| End::of(&hand)) })
}

fn act(hand: &mut Hand, acted: &Acted) -> Result<(), Failure> {
    let action = acted.action().ok_or_else(|| malformed("a bet and a raise have an amount, nothing else has"))?;
    let done = hand.take(acted.seat, action);
    done.map(|_| ()).map_err(|refusal| Failure::refused("action-refused", refusal.to_string()).with("seat", acted.seat.number()))
}

fn begin(house: &House, deal: &Deal) -> Result<Hand, Failure> {
    if let Some((key, expected)) = deal.level.problem(house) {
        return Err(malformed(format!("level.{key}: expected {expected}")));
    }
    let mut stacks = Vec::new();
    for (name, stack) in &deal.stacks {
        let seat = Seat::all().find(|seat| seat.to_string() == *name);
        stacks.push((seat.ok_or_else(|| malformed(format!("there is no seat {name:?}; seats are \"1\" to \"6\"")))?, *stack));
    }
    let is_amount = |(_, stack): &(Seat, Money)| stack.is_positive() && *stack <= Money::MOST;
    let hand = if stacks.iter().all(is_amount) { Hand::begin(house.clone(), deal.level, &stacks, deal.button) } else { None };
    hand.ok_or_else(|| malformed("two to six seats play, each with a stack above 0"))
}

fn cards(names: &[String]) -> Result<Vec<Card>, Failure> {
    let cards: Vec<Card> =
        names.iter().map(|name| name.parse()).collect::<Result<_, _>>().map_err(|error| malformed(format!("{error}")))?;
    let is_again = |(place, card): (usize, &Card)| card.is_joker() || cards[..place].contains(card);
    if cards.iter().enumerate().any(is_again) { Err(malformed("the cards are different ones of 52")) } else { Ok(cards) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: &str = r#""level":{"small_blind":10,"big_blind":20,"unit":1}"#;

    fn check(rest: &str, expected: &str) {
        let house: House = load(Kind::Betting, "holdem/sport-no-limit").expect("a shipped file").value;
        let text = format!("\n{{{LEVEL},{rest}}}\n");
        let told = play_all(&house, text.as_bytes()).unwrap_or_else(|failure| failure.to_string());
        assert_eq!(told.trim_end(), expected, "{rest}");
    }

    #[test]
    fn spb_w39_all_fold_to_the_big_blind() {
        check(
            concat!(
                r#""stacks":{"1":1000,"2":1000,"3":1000},"button":3,"cards":["As","Kd","Tc","Qh","2d","3c"],"#,
                r#""actions":[{"seat":3,"action":"fold"},{"seat":1,"action":"fold"}]"#
            ),
            concat!(
                r#"{"decisions":[{"seat":3,"street":0,"pot":30,"call":20,"wager":"raise-to","least":40,"most":1000,"step":1},"#,
                r#"{"seat":1,"street":0,"pot":30,"call":10,"wager":"raise-to","least":40,"most":1000,"step":1}],"is_over":true,"#,
                r#""uncalled":{"seat":2,"amount":10},"pots":[{"amount":20,"fee":0,"claimants":[2],"high":[{"seat":2,"amount":20}]}],"#,
                r#""fee":0,"shows":[],"stacks":{"1":990,"2":1010,"3":1000}}"#
            ),
        );
    }

    #[test]
    fn a_deal_that_is_not_over_tells_who_is_asked() {
        check(
            r#""stacks":{"1":20,"4":50},"button":4,"cards":["As","Kd","Tc","Qh"],"actions":[]"#,
            r#"{"decisions":[{"seat":4,"street":0,"pot":30,"call":10}],"is_over":false}"#,
        );
    }

    #[test]
    fn what_is_no_deal_or_no_action_is_refused_with_its_line() {
        let refused = |rest: &str, reason: &str, message: &str, more: &str| {
            check(rest, &format!("{{\"error\":{{\"reason\":\"{reason}\",\"message\":\"{message}\",{more}}}}}"));
        };
        let dealt = r#""stacks":{"1":90,"4":90},"button":4,"cards":["As","Kd","Tc","Qh"]"#;
        refused(
            &format!(r#"{dealt},"actions":[{{"seat":1,"action":"check"}}]"#),
            "action-refused",
            "it is not this seat's turn",
            "\"action\":0,\"line\":2,\"seat\":1",
        );
        refused(
            &format!(r#"{dealt},"actions":[{{"seat":4,"action":"raise-to","amount":39}}]"#),
            "action-refused",
            "the amount is from 40 to 90 in steps of 1, or 90",
            "\"action\":0,\"line\":2,\"seat\":4",
        );
        let nobody = r#""stacks":{"1":90},"button":4,"cards":[],"actions":[]"#;
        refused(nobody, "hand-malformed", "two to six seats play, each with a stack above 0", "\"line\":2");
        let twice = r#""stacks":{"1":90,"2":90},"button":4,"cards":["As","As"],"actions":[]"#;
        refused(twice, "hand-malformed", "the cards are different ones of 52", "\"line\":2");
    }
}
