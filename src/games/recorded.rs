//! A deal with everything it was given, in order: rules, stakes, cards, draws, decisions, mistakes. That is what a checkpoint holds of it, and a
//! restart deals it again from that: how a game keeps its cards is nobody's business but the game's, and may change with every release.

use alloc::sync::Arc;
use alloc::vec::Vec;

use minicbor::bytes::ByteVec;
use minicbor::decode::{self, Decode, Decoder};
use minicbor::encode::{self, Encode, Encoder, Write};
use minicbor::{Decode as DecodeFields, Encode as EncodeFields};

use super::card_game::{CardDeal, CardGame};
use super::contract::{Deal, UnexpectedCard};
use super::first_releases::{self, NumberedDeal};
use crate::model::{BoxNumber, BoxStake, Card, CardPlace, Choice, DealSettlement, Drawn, Eyes, HandView, Piece, Want};

/// A deal under way, and how it came to stand as it does.
#[derive(Clone, Debug)]
pub struct RecordedDeal {
    beginning: Beginning,
    given: Vec<Given>,
    deal: CardDeal,
}

/// What a deal began with.
#[derive(Clone, PartialEq, Eq, EncodeFields, DecodeFields)]
enum Beginning {
    /// Rules and stakes.
    #[n(0)]
    Laid(#[cbor(n(0), with = "crate::model::shared::one")] Arc<CardGame>, #[n(1)] Vec<BoxStake>),
    /// A deal that a release was in the middle of that wrote deals as they stood, as it wrote it.
    #[n(1)]
    Standing(#[n(0)] ByteVec),
}

/// One thing that a deal was given.
#[derive(Clone, PartialEq, Eq, EncodeFields, DecodeFields)]
enum Given {
    #[n(0)]
    Card(#[n(0)] Card),
    #[n(1)]
    Choice(#[n(0)] Choice),
    #[n(2)]
    UnexpectedCard(#[n(0)] Card),
    #[n(3)]
    MissedBox(#[n(0)] BoxNumber),
    #[n(4)]
    ExposedCard,
    #[n(5)]
    TooMany(#[n(0)] BoxNumber),
    #[n(6)]
    ChoiceOf(#[n(0)] BoxNumber, #[n(1)] Choice),
    #[n(7)]
    Fresh,
    #[n(8)]
    WrongCount(#[n(0)] CardPlace, #[n(1)] u8),
    #[n(9)]
    Drawn(#[n(0)] Drawn),
}

impl RecordedDeal {
    /// A deal of `game` with these stakes, before its first card.
    #[must_use]
    pub fn new(game: &CardGame, stakes: Vec<BoxStake>) -> Self {
        let deal = game.deal(&stakes);
        Self { beginning: Beginning::Laid(Arc::new(game.clone()), stakes), given: Vec::new(), deal }
    }

    /// The deal as it stands.
    #[must_use]
    pub const fn deal(&self) -> &CardDeal {
        &self.deal
    }

    /// The deal that came of this; `None` where one of the things it was given is not what it wanted.
    fn dealt_again(beginning: Beginning, given: Vec<Given>) -> Option<Self> {
        let mut deal = match &beginning {
            Beginning::Laid(game, stakes) => game.deal(stakes),
            Beginning::Standing(bytes) => minicbor::decode::<NumberedDeal>(bytes).ok()?.into(),
        };
        given.iter().try_for_each(|given| given.clone().again_to(&mut deal))?;
        Some(Self { beginning, given, deal })
    }

    fn keep(&mut self, given: Given) -> &mut CardDeal {
        self.given.push(given);
        &mut self.deal
    }
}

impl Given {
    fn again_to(self, deal: &mut CardDeal) -> Option<()> {
        match (self, deal.wants()) {
            (Self::Card(card), Want::Card { .. }) => deal.take_card(card),
            (Self::Choice(choice), Want::Decision(decision)) => {
                decision.offer_for(&choice).ok()?;
                deal.take_choice(choice);
            }
            (Self::ChoiceOf(place, choice), Want::Window(window)) => {
                let (_, decision) = window.open.iter().find(|(_, decision)| decision.place == place)?;
                decision.offer_for(&choice).ok()?;
                deal.take_choice_of(place, choice);
            }
            (Self::Fresh, Want::Fresh) => deal.take_fresh(),
            (Self::Drawn(drawn), Want::Chance(urn)) if urn.holds(&drawn) => deal.take_drawn(&drawn),
            (Self::Card(_) | Self::Choice(_) | Self::ChoiceOf(..) | Self::Fresh | Self::Drawn(_), _) => return None,
            (Self::UnexpectedCard(card), _) => _ = deal.take_stray(card),
            (Self::MissedBox(place), _) => _ = deal.miss_box(place),
            (Self::ExposedCard, _) => _ = deal.expose_card(),
            (Self::TooMany(place), _) => _ = deal.lay_too_many(place),
            (Self::WrongCount(at, cards), _) => _ = deal.wrong_count(at, cards),
        }
        Some(())
    }
}

impl core::fmt::Debug for Beginning {
    /// Cards that somebody may not see are not told.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Laid(game, stakes) => f.debug_tuple("Laid").field(&game.name()).field(stakes).finish(),
            Self::Standing(bytes) => write!(f, "Standing({} bytes)", bytes.len()),
        }
    }
}

impl core::fmt::Debug for Given {
    /// Cards that somebody may not see are not told.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Card(_) => f.write_str("Card"),
            Self::UnexpectedCard(_) => f.write_str("UnexpectedCard"),
            Self::Choice(choice) => choice.fmt(f),
            Self::MissedBox(place) => write!(f, "MissedBox({})", place.0),
            Self::Fresh => f.write_str("Fresh"),
            Self::Drawn(drawn) => drawn.fmt(f),
            Self::ExposedCard => f.write_str("ExposedCard"),
            Self::TooMany(place) => write!(f, "TooMany({})", place.0),
            Self::WrongCount(at, cards) => write!(f, "WrongCount({at:?}, {cards})"),
            Self::ChoiceOf(place, choice) => write!(f, "ChoiceOf({}, {choice:?})", place.0),
        }
    }
}

impl PartialEq for RecordedDeal {
    /// Two deals are the same where they stand as each other; how the first of them came there is a matter of the journal.
    fn eq(&self, other: &Self) -> bool {
        self.deal == other.deal
    }
}

impl Eq for RecordedDeal {}

impl<C> Encode<C> for RecordedDeal {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, context: &mut C) -> Result<(), encode::Error<W::Error>> {
        e.array(2)?;
        self.beginning.encode(e, context)?;
        self.given.encode(e, context)
    }
}

impl<'b, C> Decode<'b, C> for RecordedDeal {
    fn decode(d: &mut Decoder<'b>, context: &mut C) -> Result<Self, decode::Error> {
        let is_as_it_stood = first_releases::are_next(d);
        let (beginning, given) = if is_as_it_stood {
            let from = d.position();
            d.skip()?;
            (Beginning::Standing(d.input()[from..d.position()].to_vec().into()), Vec::new())
        } else {
            d.array()?;
            (d.decode_with(context)?, d.decode_with(context)?)
        };
        Self::dealt_again(beginning, given).ok_or_else(|| decode::Error::message("the deal was given what it does not want"))
    }
}

impl Deal for RecordedDeal {
    fn wants(&self) -> Want {
        self.deal.wants()
    }

    fn take_card(&mut self, card: Card) {
        self.keep(Given::Card(card)).take_card(card);
    }

    fn take_choice(&mut self, choice: Choice) -> Vec<BoxStake> {
        self.keep(Given::Choice(choice)).take_choice(choice)
    }

    fn take_choice_of(&mut self, place: BoxNumber, choice: Choice) -> Vec<BoxStake> {
        self.keep(Given::ChoiceOf(place, choice)).take_choice_of(place, choice)
    }

    fn take_fresh(&mut self) {
        self.keep(Given::Fresh).take_fresh();
    }

    fn take_drawn(&mut self, drawn: &Drawn) {
        self.keep(Given::Drawn(drawn.clone())).take_drawn(drawn);
    }

    fn stands(&self) -> Option<DealSettlement> {
        self.deal.stands()
    }

    fn take_stray(&mut self, card: Card) -> UnexpectedCard {
        self.keep(Given::UnexpectedCard(card)).take_stray(card)
    }

    fn miss_box(&mut self, place: BoxNumber) -> UnexpectedCard {
        self.keep(Given::MissedBox(place)).miss_box(place)
    }

    fn expose_card(&mut self) -> UnexpectedCard {
        self.keep(Given::ExposedCard).expose_card()
    }

    fn lay_too_many(&mut self, place: BoxNumber) -> UnexpectedCard {
        self.keep(Given::TooMany(place)).lay_too_many(place)
    }

    fn can_be_wrong(&self, at: CardPlace) -> bool {
        self.deal.can_be_wrong(at)
    }

    fn wrong_count(&mut self, at: CardPlace, cards: u8) -> UnexpectedCard {
        self.keep(Given::WrongCount(at, cards)).wrong_count(at, cards)
    }

    fn left_over(&self) -> &[Card] {
        self.deal.left_over()
    }

    fn stakes(&self) -> &[BoxStake] {
        self.deal.stakes()
    }

    fn paid(&self) -> DealSettlement {
        self.deal.paid()
    }

    fn settle(&self) -> DealSettlement {
        self.deal.settle()
    }

    fn look(&self, eyes: Eyes) -> Vec<HandView> {
        self.deal.look(eyes)
    }

    fn pieces(&self) -> Vec<Piece> {
        self.deal.pieces()
    }
}
