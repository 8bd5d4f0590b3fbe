//! How the cases are written and played.

use croupier::games::blackjack::{Deal, Rules};
use croupier::games::contract::{self, CardRules};
use croupier::model::{BoxNumber, BoxStake, Choice, Money, Seat, StakeKind, Want};
use croupier::profiles::load_rules;

/// The shipped rules with six packs.
pub(crate) fn am() -> Rules {
    load_rules("blackjack/am").expect("a shipped rules file").value
}

/// The shipped rules with eight packs, at a table with a minimum of 10 as in its worked cases.
pub(crate) fn by() -> Rules {
    let mut rules: Rules = load_rules("blackjack/by").expect("a shipped rules file").value;
    rules.limits.least_minor = Money::from_minor(10);
    rules
}

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat from 1 to 6")
}

pub(crate) fn stake(player: u8, place: u8, amount: i64) -> BoxStake {
    BoxStake { seat: seat(player), place: BoxNumber(place), hand: 0, kind: StakeKind::Main, amount: Money::from_minor(amount) }
}

/// Stakes as in `100` (seat 1 on box 1), `100 50` (seat 1 on the boxes 1 and 2) or `1@3=10 2@3=20` (seats 1 and 2 on box 3).
pub(crate) fn stakes(text: &str) -> Vec<BoxStake> {
    let number = |text: &str| text.parse().expect("a case has whole numbers");
    let read = |(index, text): (usize, &str)| match text.split_once('=') {
        None => stake(1, index as u8 + 1, number(text)),
        Some((at, amount)) => {
            let (player, place) = at.split_once('@').expect("a stake is amount, or seat@box=amount");
            stake(number(player) as u8, number(place) as u8, number(amount))
        }
    };
    text.split_whitespace().enumerate().map(read).collect()
}

/// A choice by its name, `insure=50` with its amount.
fn choice(word: &str) -> Choice {
    match word.split_once('=') {
        Some(("insure", amount)) => Choice::Insure(Money::from_minor(amount.parse().expect("a whole number"))),
        _ => match word {
            "hit" => Choice::Hit,
            "stand" => Choice::Stand,
            "double" => Choice::Double,
            "blind" => Choice::DoubleBlind,
            "split" => Choice::Split,
            "surrender" => Choice::Surrender,
            "even-money" => Choice::EvenMoney,
            "decline" => Choice::Decline,
            "follow" => Choice::Follow,
            _ => panic!("{word} is neither a card nor a choice"),
        },
    }
}

/// A deal as far as its script goes.
pub(crate) struct Played {
    pub(crate) deal: Deal,
}

/// Plays a script, cards and choices in the order in which they come, such as `As Td 6h stand`. Each word must be what the deal wants.
pub(crate) fn play(rules: &Rules, placed: &str, script: &str) -> Played {
    let placed = stakes(placed);
    let mut lie: Vec<BoxStake> = Vec::new();
    for stake in &placed {
        assert_eq!(rules.accept(&lie, stake.seat, &[*stake]), Ok(()), "{stake:?}");
        lie.push(*stake);
    }
    let mut played = Played { deal: Deal::new(rules, &placed) };
    played.go_on(script);
    played
}

impl Played {
    pub(crate) fn go_on(&mut self, script: &str) {
        for word in script.split_whitespace() {
            self.take(word, script);
        }
    }

    fn take(&mut self, word: &str, script: &str) {
        use contract::Deal as _;
        let wants = self.deal.wants();
        match (word.parse(), wants) {
            (Ok(card), Want::Card { .. }) => self.deal.take_card(card),
            (Err(_), Want::Decision(decision)) => {
                let choice = choice(word);
                if let Err(refusal) = decision.offer_for(&choice) {
                    panic!("{word} in {script}: {refusal:?}, offered are {:?}", decision.offers);
                }
                let before = self.deal.stakes().len();
                let placed = self.deal.take_choice(choice);
                assert_eq!(placed, self.deal.stakes()[before..], "{word} in {script}");
            }
            (_, wants) => panic!("{word} in {script}, but {wants:?} in {:?}", self.deal),
        }
    }

    /// The names of the choices there are now, with their prices: `hit stand double=100 insure=5..10`; or what else is wanted.
    pub(crate) fn offered(&self) -> String {
        use contract::Deal as _;
        match self.deal.wants() {
            Want::Decision(decision) => {
                let name = |kind| serde_json::to_value(kind).expect("a name").as_str().expect("a name").to_owned();
                let said = decision.offers.iter().map(|offer| match (offer.least.minor(), offer.most.minor()) {
                    (0, 0) => name(offer.kind),
                    (least, most) if least == most => format!("{}={least}", name(offer.kind)),
                    (least, most) => format!("{}={least}..{most}", name(offer.kind)),
                });
                let choices: Vec<String> = said.collect();
                format!("{} on {}.{}: {}", decision.seat, decision.place.0, decision.hand, choices.join(" "))
            }
            other => format!("{other:?}"),
        }
    }

    /// What every stake returns, in the order in which they were placed: `main 100>0 split.1 100>200`.
    pub(crate) fn settled(&self) -> String {
        use contract::Deal as _;
        lines(&self.deal.settle())
    }

    /// What the stakes return that are over before the deal is.
    pub(crate) fn over(&self) -> String {
        use contract::Deal as _;
        lines(&self.deal.paid())
    }

    /// What was staked and what came back, in all.
    pub(crate) fn sums(&self) -> (i64, i64) {
        use contract::Deal as _;
        let settlement = self.deal.settle();
        let cut: Money = settlement.cuts.iter().map(|cut| cut.amount).sum();
        let returned: Money = settlement.returns.iter().map(|line| line.returned).sum();
        assert_eq!(self.deal.returned(), returned - cut, "the sum alone is the sum of the lines");
        let staked: Money = self.deal.stakes().iter().map(|stake| stake.amount).sum();
        (staked.minor(), (returned - cut).minor())
    }
}

/// What each stake of a settlement returns.
fn lines(settlement: &croupier::model::DealSettlement) -> String {
    let name = |stake: &BoxStake| {
        let kind = serde_json::to_value(stake.kind).expect("a name").as_str().expect("a name").to_owned();
        if stake.hand == 0 { kind } else { format!("{kind}.{}", stake.hand) }
    };
    let line = |line: &croupier::model::StakeReturn| format!("{} {}>{}", name(&line.stake), line.stake.amount, line.returned);
    settlement.returns.iter().map(line).collect::<Vec<_>>().join(", ")
}

/// Plays a script to its end: every stake's return, and what was staked and returned in all.
#[track_caller]
pub(crate) fn check(rules: &Rules, placed: &str, script: &str, settled: &str, sums: (i64, i64)) {
    use contract::Deal as _;
    let played = play(rules, placed, script);
    assert_eq!(played.deal.wants(), Want::Settlement, "{script}: {:?}", played.deal);
    assert_eq!(played.settled(), settled, "{script}");
    assert_eq!(played.sums(), sums, "{script}");
}
