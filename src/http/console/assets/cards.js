// Playing cards as drawings. A card that these eyes may not see is drawn from its back: its name is not in the page.
import { drawing } from './dom.js';
import { say } from './words.js';

const KEPT = 'four-colours';
/** The name of the card that has neither rank nor suit. */
const JOKER = 'Jk';
/** The suits' shapes in a square of 24. */
const SHAPES = {
  s: 'M12 2C9 7 3 10.5 3 15a4.6 4.6 0 0 0 8 3c-.2 1.700-1 3-2.500 4h7c-1.500-1-2.300-2.300-2.500-4a4.600 4.600 0 0 0 8-3C21 10.500 15 7 12 2Z',
  h: 'M12 21C6 16 2.500 12.500 2.500 8.500A5 5 0 0 1 7.500 3.500c2 0 3.600 1 4.500 2.700.9-1.700 2.500-2.700 4.500-2.700a5 5 0 0 1 5 5C21.500 12.500 18 16 12 21Z',
  d: 'M12 2 20 12 12 22 4 12Z',
  c: 'M12 2.500a4.500 4.500 0 0 0-3.900 6.700A4.500 4.500 0 1 0 11 16.500c-.2 2.200-1 4-2.500 5h7c-1.500-1-2.300-2.800-2.500-5a4.500 4.500 0 1 0 2.900-7.300A4.500 4.500 0 0 0 12 2.500Z',
};

let fourColours = false;
try {
  fourColours = localStorage.getItem(KEPT) === 'yes';
} catch {
  // A device that keeps nothing shows two colours.
}

const wear = () => document.body.classList.toggle(KEPT, fourColours);
wear();

/** Whether each suit has a colour of its own. */
export const hasFourColours = () => fourColours;

/** Gives each suit a colour of its own, or not, and remembers it on this device. */
export function setFourColours(wanted) {
  fourColours = wanted;
  wear();
  try {
    localStorage.setItem(KEPT, wanted ? 'yes' : 'no');
  } catch {
    // It holds until the page is left.
  }
}

/** The card's name as it is read aloud. */
export function cardWords(name) {
  if (name === null) return say('card.hidden');
  if (name === JOKER) return say('card.joker');
  return say('card.name', { rank: say(`rank.${name[0]}`), suit: say(`suit.${name[1]}`) });
}

const classOf = (name) => (name === null ? 'back' : name === JOKER ? 'joker' : `suit-${name[1]}`);

/** The joker's cap with its three bells over a face, and a star in the corner where other cards have their rank. */
function jokerFace() {
  const cap = 'M35 58C22 58 15 50 12 34c6 1 11 4 14 9 1-9 4-15 9-20 5 5 8 11 9 20 3-5 8-8 14-9-3 16-10 24-23 24Z';
  const bells = [[12, 34], [35, 23], [58, 34]].map(([cx, cy]) => drawing('circle', { class: 'bell', cx, cy, r: 4 }));
  return [
    drawing('path', { class: 'star', d: 'M14 8l2.300 4.700 5.200.8-3.800 3.600.9 5.200-4.600-2.500-4.600 2.500.9-5.200L6.500 13.500l5.200-.8Z' }),
    drawing('path', { class: 'cap', d: cap }),
    ...bells,
    drawing('circle', { class: 'face', cx: 35, cy: 68, r: 13 }),
    drawing('path', { class: 'smile', d: 'M28 71c3 5 11 5 14 0M30 64v.1M40 64v.1' }),
  ];
}

/** A card face up, or from its back where the name is `null`. */
export function cardDrawing(name) {
  const card = drawing('svg', { class: `card ${classOf(name)}`, viewBox: '0 0 70 98', role: 'img', 'aria-label': cardWords(name) });
  card.append(drawing('rect', { class: 'paper', x: 1, y: 1, width: 68, height: 96, rx: 7 }));
  if (name === null) {
    card.append(drawing('rect', { class: 'weave', x: 6, y: 6, width: 58, height: 86, rx: 4 }), drawing('path', { class: 'weave-lines', d: 'M6 30 64 88M6 54 44 92M6 78 20 92M16 6 64 54M40 6 64 30M64 30 6 88M64 54 26 92M54 6 6 54M30 6 6 30' }));
    return card;
  }
  if (name === JOKER) {
    card.append(...jokerFace());
    return card;
  }
  const rank = name[0] === 'T' ? '10' : name[0];
  card.append(
    drawing('text', { class: 'rank', x: rank === '10' ? 19 : 16, y: 24 }, rank),
    drawing('path', { class: 'suit', d: SHAPES[name[1]], transform: 'translate(8 30) scale(0.68)' }),
    drawing('path', { class: 'suit', d: SHAPES[name[1]], transform: 'translate(25 44) scale(1.72)' }),
  );
  return card;
}
