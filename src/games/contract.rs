//! The contract that every card game keeps.
//!
//! A deal is one round of a card game, from the first card to the settlement. It says what it wants, takes the card or the decision it
//! wanted, and at its end says what each stake returns. No game deals, shuffles, waits, prints, or knows a balance.

use alloc::string::String;
use alloc::vec::Vec;

use super::early_payments::EarlyPayments;
use super::house_settings::HouseSettings;
use super::shoe::ShoeRules;
use super::timing::Timing;
use crate::model::{
    BoxNumber, BoxStake, Card, CardPlace, Choice, DealSettlement, Decision, Drawn, Eyes, HandView, Money, PayRow, Piece, Refusal, RuleNote,
    RuleSheet, Seat, StakeOffer, Want,
};

/// The rules of one card game at one house: what may be staked, and how a deal of it begins.
pub trait CardRules {
    /// How the cards are shuffled.
    fn shoe(&self) -> &ShoeRules;

    /// How long the parts of a round take.
    fn timing(&self) -> &Timing;

    /// How many boxes the table has.
    fn boxes(&self) -> u8;

    /// Whether each box belongs to the seat of its number, and no other seat stakes on it.
    fn has_own_boxes(&self) -> bool {
        false
    }

    /// Whether it is a game of one seat at a machine of its own: a deal begins with the stake, and the result is shown until the next one.
    fn is_machine(&self) -> bool {
        false
    }

    /// Whether a seat may have to decide something in the course of a deal.
    fn has_decisions(&self) -> bool {
        true
    }

    /// What is taken on a box before the deal, in the order in which a console offers it.
    fn offers(&self) -> Vec<StakeOffer>;

    /// What wins how much, in the order in which a console shows it.
    fn pays(&self) -> Vec<PayRow>;

    /// How the game goes by these rules, in the order of reading. The consoles have a sentence for each name.
    fn notes(&self) -> Vec<RuleNote>;

    /// The most that all players together may lay on one box; none where no two of them stake on one.
    fn box_stake_most(&self) -> Option<Money> {
        None
    }

    /// Whether `seat` may lay these stakes beside those that `lie` on the table. Every stake in `asked` is the seat's own; stakes of one
    /// kind on one box add up.
    ///
    /// # Errors
    /// The first reason in the order of [`Refusal`].
    fn accept(&self, lie: &[BoxStake], seat: Seat, asked: &[BoxStake]) -> Result<(), Refusal>;

    /// The most that these stakes and everything that can still be staked on them in the course of the deal could return.
    fn return_most(&self, stakes: &[BoxStake]) -> Money;

    /// Whether a stake wins another multiple where it is the most that may be staked (`baccarat-and-quick-cards-am` BQAM-62): under another
    /// most the others would win what they never did.
    fn pays_otherwise_at_most(&self) -> bool {
        false
    }

    /// Whether stakes are paid before a deal is over, and what a void does with such a payment.
    fn early_payments(&self) -> EarlyPayments {
        EarlyPayments::None
    }

    /// What stands at the table besides cards before its first deal.
    fn pieces(&self) -> Vec<Piece> {
        Vec::new()
    }

    /// The rules as a player reads them.
    fn sheet(&self) -> RuleSheet {
        let (shoe, timing) = (self.shoe(), self.timing());
        RuleSheet {
            packs: shoe.packs,
            pack: shoe.pack,
            is_shuffled_each_deal: shoe.behind_cut == shoe.cards(),
            is_machine: self.is_machine(),
            decision_seconds: self.has_decisions().then_some(timing.decision_seconds),
            pays: self.pays(),
            notes: self.notes(),
        }
    }

    /// Every key whose value parses but is out of its range or contradicts another, with what is expected there.
    fn problems(&self) -> Vec<(String, String)>;

    /// What of these rules a house may narrow.
    fn house_settings(&mut self) -> HouseSettings<'_>;
}

/// A card that came although nobody wanted it, or to another place than the one that wanted it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnexpectedCard {
    /// It stays in play and goes to the next place in dealing order (`blackjack-by` BJB-32).
    Taken,
    /// It becomes the first card of the next deal (BJB-34).
    FirstOfNext,
    /// It goes to the discard holder, and the box that it belonged to sits out: its stakes wait for the next deal (BJB-33, BA-23).
    Discarded,
    /// The hand it was about was put right, or does not count and its stakes are settled; the deal goes on, and what it asked for is asked
    /// for anew (`house-poker-am` HPAM-30, HPAM-31).
    HandCorrected,
    /// It makes the deal void.
    Voids,
}

/// A deal under way.
pub trait Deal {
    /// What it wants now; asking changes nothing.
    fn wants(&self) -> Want;

    /// Takes the card that [`Want::Card`] asked for.
    ///
    /// # Panics
    /// Where no card is wanted: the cabinet asks first.
    fn take_card(&mut self, card: Card);

    /// Takes the decision that [`Want::Decision`] asked for, and says which stakes it placed. The choice is one that an offer covers; the
    /// cabinet has looked, and has seen that the seat's credit bears it.
    ///
    /// # Panics
    /// Where no decision is wanted or the choice is not offered.
    fn take_choice(&mut self, choice: Choice) -> Vec<BoxStake>;

    /// Takes one of the decisions that [`Want::Window`] asked for, that of this box, and says which stakes it placed. As with
    /// [`Deal::take_choice`], the cabinet has looked.
    ///
    /// # Panics
    /// Where no window is open, the box has no decision in it, or the choice is not offered.
    fn take_choice_of(&mut self, place: BoxNumber, choice: Choice) -> Vec<BoxStake> {
        panic!("this game asks for one decision after the other: {choice:?} on box {}", place.0)
    }

    /// Takes this decision, one of those that the deal waits for, and says which stakes it placed.
    fn decide(&mut self, decision: &Decision, choice: Choice) -> Vec<BoxStake> {
        match self.wants() {
            Want::Window(_) => self.take_choice_of(decision.place, choice),
            _ => self.take_choice(choice),
        }
    }

    /// Takes the fresh cards that [`Want::Fresh`] asked for.
    ///
    /// # Panics
    /// Where no fresh cards are wanted.
    fn take_fresh(&mut self) {
        panic!("this game is dealt from one shuffle")
    }

    /// Takes what was drawn for [`Want::Chance`]. The cabinet has looked that the urn holds it.
    ///
    /// # Panics
    /// Where no draw is wanted.
    fn take_drawn(&mut self, drawn: &Drawn) {
        panic!("this game draws nothing but cards: {drawn:?}")
    }

    /// What every stake returns where the deal cannot go on although its result stood already, as a win does that is at risk in what is
    /// dealt next; `None` where the deal would be void.
    fn stands(&self) -> Option<DealSettlement> {
        None
    }

    /// Takes a card that nobody wanted. Where the rules do not say otherwise the deal is void.
    fn take_stray(&mut self, card: Card) -> UnexpectedCard {
        let _ = card;
        UnexpectedCard::Voids
    }

    /// The dealer has missed this box. Where the rules do not say otherwise the deal is void.
    fn miss_box(&mut self, place: BoxNumber) -> UnexpectedCard {
        let _ = place;
        UnexpectedCard::Voids
    }

    /// The dealer has shown a card before its time. Where the rules do not say otherwise the deal is void.
    fn expose_card(&mut self) -> UnexpectedCard {
        UnexpectedCard::Voids
    }

    /// The dealer has laid a card on this box that was for the next place. Where the rules do not say otherwise the deal is void.
    fn lay_too_many(&mut self, place: BoxNumber) -> UnexpectedCard {
        let _ = place;
        UnexpectedCard::Voids
    }

    /// Whether a mistake at this hand can still matter: it is in the deal, and counts. An attendant who says one of another hand is refused.
    fn can_be_wrong(&self, at: CardPlace) -> bool {
        let _ = at;
        true
    }

    /// This hand has another number of cards than it was dealt, so many. Where the rules do not say otherwise the deal is void.
    fn wrong_count(&mut self, at: CardPlace, cards: u8) -> UnexpectedCard {
        let _ = (at, cards);
        UnexpectedCard::Voids
    }

    /// The cards that lie open and were not used: the first ones of the next deal, in this order (`blackjack-by` BJB-34).
    fn left_over(&self) -> &[Card] {
        &[]
    }

    /// Every stake placed so far, in the order in which they were placed.
    fn stakes(&self) -> &[BoxStake];

    /// The stakes whose return is fixed and paid already, though the deal may go on, in the order in which they were placed, with what is cut
    /// of their wins. A stake that is once among them stays so, and the settlement says the same of it.
    fn paid(&self) -> DealSettlement {
        DealSettlement::default()
    }

    /// What every stake returns, those paid already among them; the deal [`Want::Settlement`]s.
    ///
    /// # Panics
    /// Where the deal is not over.
    fn settle(&self) -> DealSettlement;

    /// Every hand as these eyes may see it, boxes first, in dealing order. A card that the eyes may not see is not in the answer.
    fn look(&self, eyes: Eyes) -> Vec<HandView>;

    /// What lies at the table besides cards, as everybody sees it who may look there.
    fn pieces(&self) -> Vec<Piece> {
        Vec::new()
    }
}
