//! How a croupier tells a player's choice. Golden rounds are written so; a word in capitals stands for what is named with the choice.

use super::ChoiceKind;

impl ChoiceKind {
    /// The sentences that tell this choice; `AMOUNT` and `PLACES...` are the amount and the cards that it names.
    #[must_use]
    pub const fn sentences(self) -> &'static [&'static str] {
        match self {
            Self::Hit => &["seat SEAT hits"],
            Self::Stand => &["seat SEAT stands"],
            Self::Double => &["seat SEAT doubles the hand"],
            Self::DoubleBlind => &["seat SEAT doubles blind"],
            Self::Split => &["seat SEAT splits"],
            Self::Surrender => &["seat SEAT surrenders"],
            Self::Insure => &["seat SEAT insures AMOUNT"],
            Self::EvenMoney => &["seat SEAT takes even money"],
            Self::Decline => &["seat SEAT declines"],
            Self::Follow => &["seat SEAT goes along"],
            Self::Fold => &["seat SEAT folds"],
            Self::Bet => &["seat SEAT plays"],
            Self::Ride => &["seat SEAT rides"],
            Self::War => &["seat SEAT goes to war"],
            Self::Exchange => &["seat SEAT exchanges PLACES...", "seat SEAT keeps all cards"],
            Self::Collect => &["seat SEAT collects"],
            Self::Risk => &["seat SEAT puts the win at risk"],
            Self::RiskHalf => &["seat SEAT puts half of the win at risk"],
            Self::RiskDouble => &["seat SEAT puts double the win at risk"],
            Self::Red => &["seat SEAT says red"],
            Self::Black => &["seat SEAT says black"],
            Self::Beat => &["seat SEAT plays by a card"],
            Self::Pick => &["seat SEAT picks card PLACES..."],
            Self::Higher => &["seat SEAT guesses higher"],
            Self::Lower => &["seat SEAT guesses lower"],
            Self::Tie => &["seat SEAT bets AMOUNT on a tie"],
            Self::SixthCard => &["seat SEAT takes a sixth card"],
            Self::BuyGame => &["seat SEAT takes the dealer's game"],
        }
    }
}
