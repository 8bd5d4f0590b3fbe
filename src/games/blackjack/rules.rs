//! The options page: every key of `device-profiles/rules/blackjack/*.toml`.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::Decode;
use serde::{Deserialize, Serialize};

use crate::games::early_payments::{EarlyPayments, Forfeits};
use crate::games::shoe::ShoeRules;
use crate::games::timing::Timing;
use crate::model::{Money, Odds, Rounding, SEATS};

/// The rules of one house for blackjack. A rules file is complete: there is no inheritance and no default.
#[derive(Clone, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Where the rules come from: digest and rule numbers.
    #[n(0)]
    pub source: String,
    /// How many boxes the table has; 1 to 7.
    #[n(1)]
    pub boxes: u8,
    /// How many players may stake on one box; 1 to 6. The first of them owns it and decides (BJB-3, BJAM-Q24).
    #[n(2)]
    pub players_per_box: u8,
    /// The cards.
    #[n(3)]
    pub shoe: ShoeRules,
    /// The course of a round in time.
    #[n(4)]
    #[serde(rename = "course")]
    pub timing: Timing,
    /// The amounts.
    #[n(5)]
    pub limits: Limits,
    /// What a deal goes by.
    #[n(6)]
    pub play: Play,
}

/// The limits of amounts, in minor units. All are at most [`Money::MOST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// The smallest chip.
    #[n(0)]
    pub chip_minor: Money,
    /// Stakes are multiples of so many smallest chips: with two, half a stake and 3 to 2 can always be paid in chips (BA-1); 1 to 100.
    #[n(5)]
    pub step_chips: u8,
    /// The least of one player on one box (BJB-5).
    #[n(1)]
    pub least_minor: Money,
    /// The most of all players on one box (BJB-5).
    #[n(2)]
    pub box_most_minor: Money,
    /// Whether doubles and splits must keep within `box_most_minor`; otherwise they may exceed it (BA-13).
    #[n(3)]
    pub raises_within_box_most: bool,
    /// The most that one stake wins; none where absent (BA-16).
    #[n(4)]
    pub win_most_minor: Option<Money>,
}

impl Limits {
    /// What stakes are multiples of.
    pub(super) const fn step(&self) -> Money {
        Money::from_minor(self.chip_minor.minor() * self.step_chips as i64)
    }

    /// What half of a stake is a multiple of: half of a step, or one minor unit where that is no whole amount.
    pub(super) const fn half_step(&self) -> Money {
        let step = self.step().minor();
        Money::from_minor(if step % 2 == 0 { step / 2 } else { 1 })
    }
}

/// What a deal goes by. A deal carries it, so that it ends by the rules it began with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Whether a hand that counts 21 stands by itself (BJAM-Q25).
    #[n(0)]
    pub twenty_one_stands: bool,
    /// How amounts are rounded that the smallest coin cannot pay (BJAM-Q22).
    #[n(1)]
    pub rounding: Rounding,
    /// What each win wins; the stake comes back as well.
    #[n(2)]
    pub pays: Pays,
    /// An ace and a ten.
    #[n(3)]
    pub blackjack: BlackjackRules,
    /// The dealer's hand.
    #[n(4)]
    pub dealer: DealerRules,
    /// Doubling.
    #[n(5)]
    pub double: DoubleRules,
    /// Splitting.
    #[n(6)]
    pub split: SplitRules,
    /// Giving up; not offered where absent.
    #[n(7)]
    pub surrender: Option<SurrenderRules>,
    /// Insurance; not offered where absent.
    #[n(8)]
    pub insurance: Option<InsuranceRules>,
    /// The dealer's mistakes.
    #[n(9)]
    pub mistakes: Mistakes,
    /// Extra prizes.
    #[n(10)]
    pub prizes: Prizes,
    /// What a void of the deal does with a stake that is over 21, or that was given up where that is final.
    #[cbor(default)]
    #[n(11)]
    pub forfeits_in_void: Forfeits,
}

/// What each win wins; the stake comes back as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pays {
    /// A hand that is better than the dealer's (BJAM-Q1).
    #[n(0)]
    pub win: Odds,
    /// A blackjack against none (BJAM-13, BJB-9).
    #[n(1)]
    pub blackjack: Odds,
    /// A blackjack that is paid at once against an ace (BJAM-27, BJB-30).
    #[n(2)]
    pub even_money: Odds,
    /// Insurance against a blackjack that came (BJAM-26).
    #[n(3)]
    pub insurance: Odds,
}

/// An ace and a ten as the first two cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlackjackRules {
    /// Whether it is paid at once where the dealer's card can make no blackjack, so that no card of the dealer's is needed for it
    /// (table in section 5 of `blackjack-by`).
    #[n(0)]
    pub paid_at_once: bool,
    /// Whether even money is offered against an ace (BJAM-27, BJB-30).
    #[n(1)]
    pub even_money: bool,
    /// Whether an ace and a ten after a split are a blackjack too (BJAM-Q4).
    #[n(2)]
    pub after_split: bool,
    /// Whether what is due at once, even money among it, is paid before the deal is over, and what a void does with it.
    #[cbor(default)]
    #[n(3)]
    pub payments_in_void: EarlyPayments,
}

/// The dealer's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealerRules {
    /// When the dealer takes the first card.
    #[n(0)]
    pub first_card: DealerFirstCard,
    /// What is done with 17 in which an ace counts 11 (BJAM-Q2, BA-4).
    #[n(1)]
    pub soft_17: Soft17,
    /// What is drawn where nothing is left but blackjacks that wait (BA-18).
    #[n(2)]
    pub against_blackjacks: AgainstBlackjacks,
    /// Whether the hand is completed although nothing is left that it could change (BJAM-Q16, BA-19).
    #[n(3)]
    pub draws_for_nobody: bool,
    /// What a blackjack takes of doubled and split stakes (BJAM-Q11, BA-9).
    #[n(4)]
    pub blackjack_takes: BlackjackTakes,
}

/// When the dealer takes the first card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DealerFirstCard {
    /// After the first card of every box (BJB-15).
    #[n(0)]
    BetweenRounds,
    /// After both cards of every box (BJAM-10).
    #[n(1)]
    AfterRounds,
}

/// What the dealer does with a soft 17, of however many cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Soft17 {
    /// Stands.
    #[n(0)]
    Stand,
    /// Draws.
    #[n(1)]
    Hit,
}

/// What the dealer draws where nothing is left but blackjacks that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AgainstBlackjacks {
    /// The second card, for nothing else can change anything.
    #[n(0)]
    OneCard,
    /// The whole hand.
    #[n(1)]
    WholeHand,
}

/// What a blackjack of the dealer takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlackjackTakes {
    /// Every stake.
    #[n(0)]
    All,
    /// The first stake of a box; doubles and splits that are not over 21 come back.
    #[n(1)]
    OriginalOnly,
}

/// Doubling: the stake once more, and exactly one more card (BJAM-23, BJB-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoubleRules {
    /// The least count of the two cards, 2 to 21 (BJAM-Q7, BA-2).
    #[n(0)]
    pub least_points: u8,
    /// The most count of the two cards, 2 to 21.
    #[n(1)]
    pub most_points: u8,
    /// Whether the hands of a split may be doubled.
    #[n(2)]
    pub after_split: bool,
    /// Whether that holds for split aces too (BA-8).
    #[n(3)]
    pub on_split_aces: bool,
    /// The most count with which the extra card may be asked for face down; not offered where absent (BJB-22).
    #[n(4)]
    pub blind_most_points: Option<u8>,
    /// How a hand with an ace is counted for it (BA-3).
    #[n(5)]
    pub blind_counts: BlindCounts,
}

/// How a hand with an ace is counted where it asks for a card face down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlindCounts {
    /// An ace and a five are 16.
    #[n(0)]
    Best,
    /// An ace and a five are 6.
    #[n(1)]
    Low,
}

/// Splitting (BJAM-20 to BJAM-22, BJB-23 to BJB-27).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SplitRules {
    /// Which two cards are equal (BJAM-20, BA-6).
    #[n(0)]
    pub by: SplitBy,
    /// How often one box may be split, 0 to 31; 31 is as often as eight packs allow with equal ranks (BJAM-22, BJB-24).
    #[n(1)]
    pub most: u8,
    /// Whether each of two split aces gets one card and no more (BJAM-Q5, BJB-25).
    #[n(2)]
    pub aces_one_card: bool,
    /// Whether split aces may be split again (BA-7).
    #[n(3)]
    pub aces_again: bool,
    /// Whether a hand over 21 ends the splitting of its box (BJB-27, BA-17).
    #[n(4)]
    pub ends_with_bust: bool,
}

/// Which two cards are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SplitBy {
    /// Two of one rank: two kings.
    #[n(0)]
    Rank,
    /// Two that count the same: a king and a queen.
    #[n(1)]
    Value,
}

/// Giving up for half of the stake, as the first decision on two cards (BJAM-24, BJB-31).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SurrenderRules {
    /// Whether against an ace too.
    #[n(0)]
    pub against_ace: bool,
    /// Whether the hands of a split may be given up (BJAM-Q9).
    #[n(1)]
    pub after_split: bool,
    /// Whether the half is safe from a blackjack that the dealer makes later (BJAM-Q10, BA-12).
    #[n(2)]
    pub is_final: bool,
}

/// Insurance against a blackjack of the dealer (BJAM-26, BJB-28).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InsuranceRules {
    /// When it is asked for (BJAM-Q18, BJB-28, BA-21).
    #[n(0)]
    pub asked: InsuranceAsked,
    /// Whether it may be less than half of the stake: from half of the table's least on (BJAM-Q14, BJB-28).
    #[n(1)]
    pub partial: bool,
    /// Whether it is offered against a ten too (BA-11).
    #[n(2)]
    pub against_ten: bool,
    /// Whether a blackjack may be insured instead of taking even money (BJAM-Q17, BA-20).
    #[n(3)]
    pub on_blackjack: bool,
}

/// When insurance and even money are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InsuranceAsked {
    /// All boxes are asked before the first of them plays.
    #[n(0)]
    BeforePlay,
    /// At the box: with the owner's decisions, and of all its players before the next box plays.
    #[n(1)]
    AtTheBox,
}

/// The dealer's mistakes (BJB-32 to BJB-34; BJAM-Q23).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mistakes {
    /// What becomes of a card that nobody asked for, or that was shown before its time.
    #[n(0)]
    pub stray_card: StrayCard,
    /// What becomes of a box that was missed in the deal.
    #[n(1)]
    pub missed_box: MissedBox,
}

/// What becomes of a card that nobody asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StrayCard {
    /// The deal is void.
    #[n(0)]
    Void,
    /// It stays in play and is the next card that any place takes, in this deal or the next (BJB-32, BJB-34).
    #[n(1)]
    NextPlace,
}

/// What becomes of a box that was missed in the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MissedBox {
    /// The deal is void.
    #[n(0)]
    Void,
    /// The cards move back while no box has drawn; later the box sits out, and its stakes wait for the next deal (BJB-33, BA-23).
    #[n(1)]
    SitsOut,
}

/// Prizes on the first stake of a box that was not split, no matter what the dealer has; each is offered where it is named (BJAM-28, BJAM-Q19).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prizes {
    /// Three sevens and no other card.
    #[n(0)]
    pub three_sevens: Option<Odds>,
    /// Six or more cards that are not over 21 (BJAM-Q20).
    #[n(1)]
    pub six_cards: Option<Odds>,
    /// A six, a seven and an eight of one suit and no other card.
    #[n(2)]
    pub six_seven_eight: Option<Odds>,
    /// A blackjack of one suit.
    #[n(3)]
    pub suited_blackjack: Option<Odds>,
}

impl Prizes {
    /// What each prize pays, in the order of the keys; none where it is not offered.
    #[must_use]
    pub const fn all(&self) -> [Option<Odds>; 4] {
        [self.three_sevens, self.six_cards, self.six_seven_eight, self.suited_blackjack]
    }
}

impl Rules {
    /// Every key whose value parses but is out of its range or contradicts another, with what is expected there.
    pub(super) fn wrong_keys(&self) -> Vec<(String, String)> {
        let Self { limits, play, .. } = self;
        let Play { double, split, .. } = play;
        let is_amount = |amount: Money| amount.is_positive() && amount <= Money::MOST;
        let is_count = |points: u8| (2..=21).contains(&points);
        let is_whole = |amount: Money| limits.step().is_positive() && amount.is_multiple_of(limits.step());
        let cases = [
            ((1..=7).contains(&self.boxes), "boxes", "1 to 7 boxes"),
            ((1..=SEATS as u8).contains(&self.players_per_box), "players_per_box", "1 to 6 players"),
            (is_amount(limits.chip_minor), "limits.chip_minor", "an amount from 1 to 100000000000000"),
            ((1..=100).contains(&limits.step_chips), "limits.step_chips", "1 to 100 smallest chips"),
            (
                is_amount(limits.least_minor) && is_whole(limits.least_minor),
                "limits.least_minor",
                "an amount from 1 to 100000000000000 that is a multiple of limits.step_chips times limits.chip_minor",
            ),
            (
                is_amount(limits.box_most_minor) && limits.box_most_minor >= limits.least_minor,
                "limits.box_most_minor",
                "an amount to 100000000000000 that is not below limits.least_minor",
            ),
            (limits.win_most_minor.is_none_or(is_amount), "limits.win_most_minor", "an amount from 1 to 100000000000000"),
            (is_count(double.least_points), "play.double.least_points", "2 to 21 points"),
            (
                is_count(double.most_points) && double.most_points >= double.least_points,
                "play.double.most_points",
                "2 to 21 points, not below play.double.least_points",
            ),
            (double.blind_most_points.is_none_or(is_count), "play.double.blind_most_points", "2 to 21 points"),
            (split.most <= 31, "play.split.most", "0 to 31 splits"),
        ];
        let own = cases.into_iter().filter(|(holds, ..)| !holds).map(|(_, key, expected)| (key, expected));
        let shared = self.shoe.problem().into_iter().chain(self.timing.problem());
        own.chain(shared).map(|(key, expected)| (key.into(), expected.into())).collect()
    }
}
