// Hands of cards as elements, drawn anew only where they have changed: a card that lies stays the same element.
import { cardDrawing } from './cards.js';
import { element, keep, setText } from './dom.js';
import { handWords, placeWords } from './table-words.js';

/** Lays these cards into `row`; `draw(name, place)` gives the element of one. */
export function layCards(row, names, draw = cardDrawing) {
  const places = names.map((name, place) => ({ name, place }));
  keep(row, places, ({ name, place }) => `${place}/${name}`, ({ name, place }) => draw(name, place));
}

/** The key of a place where cards lie. */
export const placeKey = (at) => `${at.place}/${at.box ?? ''}/${at.hand ?? ''}`;

/** Fills `row` with small hands, each named by its place, with what it makes beneath. */
export function smallHands(row, hands, language) {
  keep(row, hands, (hand) => `${placeKey(hand.at)}/${language}`, smallHand, (box, hand) => {
    layCards(box.querySelector('.hand-cards'), hand.cards);
    setText(box.querySelector('b'), handWords(hand));
  });
}

function smallHand(hand) {
  const box = element('div', 'small-hand');
  box.append(element('span', 'quiet', placeWords(hand.at)), element('div', 'hand-cards'), element('b'));
  return box;
}
