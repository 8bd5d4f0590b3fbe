//! The virtual deck: a card is drawn when it is wanted, from the cards that remain, with the operating system's chance.
//!
//! No future card exists anywhere: there is no shuffled deck, no seed and no generator of our own. A card that was drawn and not made
//! durable before a restart was seen by nobody; its order is asked for again and drawn again.

use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use super::system_chance::random_word;
use crate::model::{Card, CardSourceEvent, CardWish, Composition, DeckCount, OrderFailure, OrderNumber};

/// Why the virtual deck cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum DeckError {
    /// There is no chance to draw by.
    #[error("the operating system gives no random numbers: {0}")]
    NoRandomness(#[from] getrandom::Error),
    /// Nobody takes the events any more, or nobody says what is wanted.
    #[error("nobody listens to the virtual deck any more")]
    Deserted,
}

/// Deals until `stop`. Each order number is acted upon once.
///
/// # Errors
/// Where there is no chance to draw by, or nobody listens.
pub async fn run(
    mut wishes: watch::Receiver<CardWish>,
    events: mpsc::Sender<CardSourceEvent>,
    stop: CancellationToken,
) -> Result<(), DeckError> {
    let mut deck = VirtualDeck::default();
    let serve = async {
        events.send(CardSourceEvent::Opened).await.map_err(|_| DeckError::Deserted)?;
        loop {
            let wish = *wishes.borrow_and_update();
            if let Some(event) = deck.serve(&wish, random_word)? {
                events.send(event).await.map_err(|_| DeckError::Deserted)?;
            }
            wishes.changed().await.map_err(|_| DeckError::Deserted)?;
        }
    };
    tokio::select! {
        () = stop.cancelled() => Ok(()),
        ended = serve => ended,
    }
}

/// What the virtual deck remembers: which order it did last.
#[derive(Debug, Default)]
struct VirtualDeck {
    done: Option<OrderNumber>,
}

impl VirtualDeck {
    /// The end of the order in this wish; none where nothing is ordered or it was done before.
    fn serve(
        &mut self,
        wish: &CardWish,
        word: impl FnMut() -> Result<u16, getrandom::Error>,
    ) -> Result<Option<CardSourceEvent>, DeckError> {
        let Some(number) = wish.number().filter(|number| self.done.is_none_or(|done| *number > done)) else { return Ok(None) };
        let end = match *wish {
            CardWish::Ready => return Ok(None),
            CardWish::Card { remaining, .. } => match draw(&remaining, word)? {
                Some(card) => CardSourceEvent::Card { number, card },
                None => CardSourceEvent::Failed { number, why: OrderFailure::Empty },
            },
            CardWish::Shuffle { deck, .. } => CardSourceEvent::Shuffled { number, count: DeckCount::complete(deck) },
            CardWish::Verify { deck, .. } => CardSourceEvent::Counted { number, count: DeckCount::complete(deck) },
            CardWish::Eject { .. } => CardSourceEvent::Ejected { number },
            CardWish::SelfTest { .. } => CardSourceEvent::SelfTested { number, passed: true },
        };
        self.done = Some(number);
        Ok(Some(end))
    }
}

/// One of the remaining cards, each equally likely: words that would favour some are thrown away. None where no card remains.
///
/// # Errors
/// Where there is no chance to draw by.
pub fn draw(remaining: &Composition, mut word: impl FnMut() -> Result<u16, getrandom::Error>) -> Result<Option<Card>, getrandom::Error> {
    if remaining.total() == 0 {
        return Ok(None);
    }
    loop {
        if let Some(card) = remaining.pick(word()?) {
            return Ok(Some(card));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{CardPlace, Deck, Face};

    fn wish(number: OrderNumber, remaining: Composition) -> CardWish {
        CardWish::Card { number, shoe: 1, to: CardPlace::Dealer, face: Face::Up, remaining, taken: 0 }
    }

    #[test]
    fn a_word_that_would_favour_a_card_is_thrown_away() {
        // Of 65,536 words the last whole multiple of 52 ends at 65,520.
        let mut words = [65_535, 65_520, 65_519].into_iter();
        let drawn = draw(&Composition::of_packs(1), || Ok(words.next().expect("no more words are needed")));
        assert_eq!(drawn.expect("there is chance"), Card::from_index(51));
    }

    #[test]
    fn an_order_is_served_once_and_an_empty_shoe_has_no_card() {
        let mut deck = VirtualDeck::default();
        let mut serve = |wish: CardWish| deck.serve(&wish, || Ok(0)).expect("there is chance");
        let two = Card::from_index(0).expect("the first card");
        assert_eq!(serve(wish(5, Composition::of_packs(1))), Some(CardSourceEvent::Card { number: 5, card: two }));
        assert_eq!(serve(wish(5, Composition::of_packs(1))), None);
        assert_eq!(serve(wish(4, Composition::of_packs(1))), None);
        assert_eq!(serve(CardWish::Ready), None);
        let empty = CardSourceEvent::Failed { number: 6, why: OrderFailure::Empty };
        assert_eq!(serve(wish(6, Composition::of_packs(0))), Some(empty));
        assert_eq!(
            serve(CardWish::Shuffle { number: 7, deck: Deck::plain(8) }),
            Some(CardSourceEvent::Shuffled { number: 7, count: DeckCount::complete(8) })
        );
    }

    #[tokio::test]
    async fn it_deals_as_a_task_until_it_is_stopped() {
        let (wishes, taken) = watch::channel(CardWish::Ready);
        let (said, mut events) = mpsc::channel(4);
        let stop = CancellationToken::new();
        let task = tokio::spawn(run(taken, said, stop.clone()));
        assert_eq!(events.recv().await, Some(CardSourceEvent::Opened));
        let mut only = [0; Card::KINDS];
        only[17] = 1;
        wishes.send(wish(1, Composition::of_each(only))).expect("the deck listens");
        let card = Card::from_index(17).expect("a card");
        assert_eq!(events.recv().await, Some(CardSourceEvent::Card { number: 1, card }));
        stop.cancel();
        assert!(task.await.expect("no panic").is_ok());
    }
}
