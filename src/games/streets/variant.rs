//! The variants as data: what is dealt on each street, who opens it, and of what a hand is made.

use serde::{Deserialize, Serialize};

/// The variants of poker between players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// Texas hold'em (SPG-25 to 28, HOL).
    Holdem,
    /// Omaha (SPG-40 to 43, OMA).
    Omaha,
    /// Omaha where the lowest hand has half of the pot (OHL).
    OmahaHighLow,
    /// Seven-card stud (SPG-50 to 66, S7).
    Stud7,
    /// Five-card stud (S5).
    Stud5,
    /// Five-card stud of the decree: a blind of the first hand, and a player may stop taking cards (TPAM-40 to TPAM-46).
    OpenStud5,
    /// Seven-card stud of the decree, whose seventh card is open too.
    OpenStud7,
    /// Club poker of the decree: five closed cards, of which a player may buy some anew, and one betting round (TPAM-20 to TPAM-24).
    Club,
    /// Texas poker of the decree: a player pays for the opening of the middle cards, and uses those he has paid for (TPAM-30 to TPAM-39).
    Texas,
}

/// What every player must put in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForcedBets {
    /// A small and a big blind, before the deal.
    Blinds,
    /// A bring-in of the lowest open card.
    BringIn,
    /// A blind of the first hand, which is the first after the button, before the deal (TPAM-40).
    FirstBlind,
    /// The initial stake of everybody and nothing else, so that who has less is not dealt in (TPAM-20, TPAM-30).
    Stake,
}

/// What the players are asked on a street.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// To bet.
    Betting,
    /// To pay for the opening of the next cards of the middle, or to go on without (TPAM-34).
    Trading,
    /// Which of their cards they give back for new ones (TPAM-23).
    Exchange,
}

/// Who speaks first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opens {
    /// The seat after the big blind.
    AfterBlind,
    /// The first after the button.
    AfterButton,
    /// The seat after the one with the lowest open card, which posts the bring-in.
    LowCard,
    /// The highest open hand.
    HighHand,
}

/// Which of the two sizes of fixed limit a street has (SPB-33).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetSize {
    /// The small one.
    Small,
    /// The small one, or the big one as well where a pair lies open (SPG-62).
    SmallOrPaired,
    /// The big one.
    Big,
}

/// Which cards make a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandRule {
    /// Any five of its own and the board's.
    Any,
    /// Exactly two of its own and three of the board (SPG-42).
    TwoOfHand,
}

/// Whether the pot is halved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halves {
    /// The highest hand wins.
    High,
    /// The highest and the lowest hand have half each (OHL-1).
    HighLow,
}

/// One street: a burnt card or none, cards to each player, cards to the board, and a betting round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Street {
    /// Whether a card is burnt first (SPG-18).
    pub burns: bool,
    /// How many closed cards each player gets.
    pub down: u8,
    /// How many open ones, after those.
    pub up: u8,
    /// How many cards are laid for all.
    pub board: u8,
    /// What the players are asked then.
    pub asks: Asks,
    /// Who opens the betting.
    pub opens: Opens,
    /// The size of bets in fixed limit.
    pub size: BetSize,
}

const fn board(board: u8, size: BetSize) -> Street {
    Street { burns: true, down: 0, up: 0, board, asks: Asks::Betting, opens: Opens::AfterButton, size }
}

const fn blind(down: u8) -> Street {
    Street { burns: false, down, up: 0, board: 0, asks: Asks::Betting, opens: Opens::AfterBlind, size: BetSize::Small }
}

const fn door(down: u8) -> Street {
    Street { burns: false, down, up: 1, board: 0, asks: Asks::Betting, opens: Opens::LowCard, size: BetSize::Small }
}

const fn open(size: BetSize) -> Street {
    Street { burns: true, down: 0, up: 1, board: 0, asks: Asks::Betting, opens: Opens::HighHand, size }
}

/// The first street of the decree's studs: the blind lies already, and the highest open card speaks first (TPAM-42).
const fn first(down: u8) -> Street {
    Street { opens: Opens::HighHand, ..door(down) }
}

/// A later street of the decree's studs, which burn no card (TPAM-43, TPAM-44).
const NEXT: Street = Street { burns: false, ..open(BetSize::Small) };

/// A street of the decree's Texas poker, which burns no card: the middle cards come one after the other as they are opened (TPAM-31, TPAM-33).
const fn trading(down: u8, cards: u8) -> Street {
    Street { burns: false, down, asks: Asks::Trading, ..board(cards, BetSize::Small) }
}

const FLOP: Street = board(3, BetSize::Small);
const LATER: Street = board(1, BetSize::Big);
const SEVENTH: Street = Street { down: 1, up: 0, ..open(BetSize::Big) };

const HOLDEM: &[Street] = &[blind(2), FLOP, LATER, LATER];
const OMAHA: &[Street] = &[blind(4), FLOP, LATER, LATER];
const STUD7: &[Street] = &[door(2), open(BetSize::SmallOrPaired), open(BetSize::Big), open(BetSize::Big), SEVENTH];
const STUD5: &[Street] = &[door(1), open(BetSize::Small), open(BetSize::Big), open(BetSize::Big)];
const OPEN_STUD5: &[Street] = &[first(1), NEXT, NEXT, NEXT];
const OPEN_STUD7: &[Street] = &[first(2), NEXT, NEXT, NEXT, NEXT];
/// Five closed cards and no more: some are bought, then there is betting (TPAM-21, TPAM-Q3).
const CLUB: &[Street] = &[Street { asks: Asks::Exchange, ..CLOSED }, BET];
const CLUB_WITH_EARLY_BETS: &[Street] = &[CLOSED, Street { asks: Asks::Exchange, ..BET }, BET];
const CLOSED: Street = Street { burns: false, down: 5, ..board(0, BetSize::Small) };
const BET: Street = Street { down: 0, ..CLOSED };
const TEXAS: &[Street] = &[trading(2, 0), trading(0, 3), trading(0, 1), trading(0, 1)];

impl Variant {
    /// Its streets in order; `bets_early` where there is betting before cards are bought.
    #[must_use]
    pub const fn streets(self, bets_early: bool) -> &'static [Street] {
        match self {
            Self::Holdem => HOLDEM,
            Self::Omaha | Self::OmahaHighLow => OMAHA,
            Self::Stud7 => STUD7,
            Self::Stud5 => STUD5,
            Self::OpenStud5 => OPEN_STUD5,
            Self::OpenStud7 => OPEN_STUD7,
            Self::Club if bets_early => CLUB_WITH_EARLY_BETS,
            Self::Club => CLUB,
            Self::Texas => TEXAS,
        }
    }

    /// What its players must put in.
    #[must_use]
    pub const fn forced(self) -> ForcedBets {
        match self {
            Self::Holdem | Self::Omaha | Self::OmahaHighLow => ForcedBets::Blinds,
            Self::Stud7 | Self::Stud5 => ForcedBets::BringIn,
            Self::OpenStud5 | Self::OpenStud7 => ForcedBets::FirstBlind,
            Self::Club | Self::Texas => ForcedBets::Stake,
        }
    }

    /// Whether players pay for the opening of the middle cards, and use none that they have not paid for (TPAM-37).
    #[must_use]
    pub const fn trades(self) -> bool {
        matches!(self, Self::Texas)
    }

    /// Whether players may buy new cards for some of theirs (TPAM-23).
    #[must_use]
    pub const fn exchanges(self) -> bool {
        matches!(self, Self::Club)
    }

    /// Whether it is one of the decree's four, whose house takes of each bank at most a twentieth (TPAM-10), and whose players may divide it or
    /// play for it again (TPAM-8).
    #[must_use]
    pub const fn is_of_decree(self) -> bool {
        matches!(self, Self::Club | Self::Texas | Self::OpenStud5 | Self::OpenStud7)
    }

    /// Whether its players have open cards of their own.
    #[must_use]
    pub const fn has_open_cards(self) -> bool {
        matches!(self, Self::Stud7 | Self::Stud5 | Self::OpenStud5 | Self::OpenStud7)
    }

    /// Whether a player may stop taking cards and stays in the game (TPAM-45).
    #[must_use]
    pub const fn lets_stop(self) -> bool {
        matches!(self, Self::OpenStud5 | Self::OpenStud7)
    }

    /// Of which cards a hand is made.
    #[must_use]
    pub const fn hand_rule(self) -> HandRule {
        match self {
            Self::Omaha | Self::OmahaHighLow => HandRule::TwoOfHand,
            _ => HandRule::Any,
        }
    }

    /// Whether its pots are halved.
    #[must_use]
    pub const fn halves(self) -> Halves {
        if matches!(self, Self::OmahaHighLow) { Halves::HighLow } else { Halves::High }
    }
}
