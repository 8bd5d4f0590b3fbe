// A card table in words: its phase, its hands, and what came of each stake.
import { cardWords } from './cards.js';
import { digits, money } from './money.js';
import { holdReason } from './phase.js';
import { reelWords, reelsOf } from './reels.js';
import { partOf } from './settlement.js';
import { has, numberStyle, say } from './words.js';

/** How many cards a pack has. */
const PACK = 52;
/** What a coefficient is told in parts of. */
const HUNDREDTHS = 100;
/** From so many seconds on a length of time is told in minutes, and below in steps of so many seconds. */
const LONG_SECONDS = 90;
const STEP_SECONDS = 5;
/** Where the cards lie that all boxes play with. */
const SHARED = ['board', 'player'];

/** The table's name: in the person's language where the house named it after the game or one of its variants, otherwise as the house has it. */
export function tableName({ name, game }) {
  const key = name.toLowerCase().replaceAll(' ', '-');
  if (key === game && has(`game.${game}`)) return say(`game.${game}`);
  return has(`variant.${key}`) ? say(`variant.${key}`) : name;
}

/** What a past deal was played as, by the names of its day; nothing where they were not recorded. */
export function playedAs({ table_name: name, game, rules }) {
  return [name === null ? '' : tableName({ name, game }), rules === null ? '' : say('deal.rules', { name: rules })].filter(Boolean).join(' · ');
}

/** The decision that this seat has to take first; `undefined` where it has none. */
export function ownTurn(table, seat) {
  return table.turns.find((turn) => turn.seat === seat);
}

/** The phase in a few words. */
export function tablePhase(table, seat) {
  if (table.phase === 'paid' && table.voided) return say('deal.void');
  if (table.phase === 'dealing' && table.turns.length > 0) {
    if (ownTurn(table, seat)) return say('deal.your-turn');
    const seats = [...new Set(table.turns.map((turn) => turn.seat))];
    return seats.length > 1 ? say('deal.turns', { seats: seats.join(', ') }) : say('deal.turn', { seat: seats[0] });
  }
  return say(`deal.${table.phase}`);
}

/** Whose hand won where two hands stand against each other, and what they count; nothing in other games and before the result. */
export function coupWords({ settlement, voided, hands }) {
  const pointsOf = (place) => hands.find(({ at }) => at.place === place)?.points ?? null;
  const [player, banker] = [pointsOf('player'), pointsOf('banker')];
  if (!settlement || voided || player === null || banker === null) return '';
  const won = player === banker ? 'tie' : player > banker ? 'player' : 'banker';
  return say(`coup.${won}`, { player, banker });
}

/** How far the cards are that the table waits for, by the cabinet's clock; nothing where it waits for none. */
export function deckWords(table, now) {
  const { shuffle } = table;
  if (!shuffle) return '';
  const done = say('deal.decks', { done: Math.floor(shuffle.cards_done / PACK), all: Math.round(shuffle.cards / PACK) });
  const seconds = shuffle.ends_about === null ? 0 : Math.ceil((shuffle.ends_about - now) / 1000000);
  return seconds > 0 ? `${done}, ${timeWords(seconds)}` : done;
}

/** A length of time that is only about so long: by five seconds, and by whole minutes where it is long. */
function timeWords(seconds) {
  if (seconds >= LONG_SECONDS) return say('about.minutes', { minutes: Math.round(seconds / 60) });
  return say('about.seconds', { seconds: Math.ceil(seconds / STEP_SECONDS) * STEP_SECONDS });
}

/** What must be known now, as `{kind, title, text}`, or `null`: a hold, a void deal. With `seat` it speaks of that seat's stakes. */
export function tableNotice(table, seat = null) {
  const concerns = playersOf(table).some((player) => seat === null || player.seat === seat);
  const returned = table.voided ? voidWords(table) : '';
  if (table.hold) {
    const stakes = concerns && !table.settlement ? say('hold.deal') : returned;
    return { kind: 'hold', title: say('hold.title'), text: `${holdReason(table.hold)} ${stakes}`.trim() };
  }
  return table.voided ? { kind: 'void', title: say('deal.void'), text: returned } : null;
}

/** Who takes part in the deal, on which box: everybody whose stake lies, or was paid before the deal is over. */
export function playersOf({ stakes, paid }) {
  return [...stakes, ...paid.returns];
}

/** What a screen reader says about the table: the result, the decision that is waited for with the hand it is about, or the phase. */
export function dealWords(table, own, seat, rules) {
  const phase = tablePhase(table, seat);
  const notice = tableNotice(table, seat);
  const lines = (table.settlement?.returns ?? []).filter((line) => line.seat === seat);
  const amount = (minor) => money(minor, rules, numberStyle());
  if (lines.length > 0 && !table.voided) {
    const told = lines.map((line) => lineWords(line, rules)).join('. ');
    return `${phase}. ${told}. ${say('result.returned')}: ${amount(partOf(table.settlement, seat).returned)}`;
  }
  if (own.choices.length > 0) {
    const turn = ownTurn(table, seat);
    // What a decision is about: the box's own cards, and those that all boxes share.
    const hands = own.hands.filter(({ at }) => (at.box === turn.box && at.hand === turn.hand) || SHARED.includes(at.place));
    const told = hands.filter(({ cards }) => cards.length > 0).flatMap((hand) => [`${placeWords(hand.at)}: ${hand.cards.map(cardWords).join(', ')}`, handWords(hand)]);
    const reels = reelsOf(table);
    const spun = reels ? reelWords(reels, amount) : [];
    return [phase, ...spun, ...told, [...new Set(own.choices.map(spokenChoice))].join(', ')].filter(Boolean).join('. ');
  }
  const paid = table.paid.returns.filter((line) => line.seat === seat).map((line) => lineWords(line, rules));
  return [phase, ...paid, notice?.title, notice?.text].filter(Boolean).join('. ');
}

/** Where a hand lies. */
export function placeWords(at) {
  if (at.place === 'seat') return say('hand.seat', { seat: at.box });
  if (at.place !== 'hand') return say(`hand.${at.place}`);
  const box = say('hand.box', { box: at.box });
  return at.hand > 0 ? `${box} ${say('hand.number', { number: at.hand + 1 })}` : box;
}

/** What a hand counts or makes, and how it stands. */
export function handWords(hand) {
  const parts = [];
  const named = hand.combinations.filter((each) => each !== 'nothing').map((each) => say(`combination.${each}`));
  // A blackjack is told by its name: that it counts 21 goes without saying.
  const counts = hand.points !== null && !hand.combinations.includes('blackjack');
  // What counts on the board is how far its two cards are apart.
  if (counts && hand.at.place === 'board') parts.push(say('hand.spread', { points: hand.points }));
  else if (counts) parts.push(hand.soft ? say('hand.soft', { points: hand.points }) : String(hand.points));
  parts.push(...named);
  if (['bust', 'folded', 'surrendered', 'no-game'].includes(hand.standing)) parts.push(say(`standing.${hand.standing}`));
  return parts.join(' · ');
}

/** The choice on its button. */
export function choiceWords({ choice, cards, lacksCards }) {
  if (choice !== 'exchange') return say(`choice.${choice}`);
  if (lacksCards) return say('choice.exchange-pick');
  return cards === 0 ? say('choice.exchange-none') : say('choice.exchange-cards', { count: cards });
}

/** What a right guess multiplies the pot by, such as `× 1.90`; nothing where it multiplies none. */
export const coefficientWords = (hundredths) => (hundredths > 0 ? `× ${digits(hundredths, 2, numberStyle())}` : '');

/** What a win multiplied the pot by that is told in hundredths of it; nothing of any other win. */
function coefficientOf({ odds }) {
  const [above, per] = odds.split(':').map(Number);
  return per === HUNDREDTHS ? coefficientWords(above + per) : '';
}

/** The choice as it is read aloud among others: all exchanges are one. */
const spokenChoice = (choice) => choiceWords({ ...choice, lacksCards: true });

/** What came of one stake, in one sentence such as `Bet 20 at 5:1 = 100`; a chain of guesses as `Stake 100 × 1.90 × 1.14 = 217`. */
export function lineWords(line, rules) {
  const amount = (minor) => money(minor, rules, numberStyle());
  const stake = `${say(`stake.${line.stake}`)} ${amount(line.amount)}`;
  if (line.fate !== 'won') return `${stake}: ${say(`fate.${line.fate}`)}`;
  const coefficients = line.wins.map(coefficientOf).filter(Boolean);
  if (coefficients.length > 0) return `${stake} ${coefficients.join(' ')} = ${amount(line.returned)}`;
  const wins = line.wins.map((win) => {
    const name = win.combination && win.combination !== 'nothing' ? `${say(`combination.${win.combination}`)} ` : '';
    return `${name}${say('fate.at', { odds: win.odds, amount: amount(win.amount) })}`;
  });
  return `${stake}: ${wins.join(' + ')}`;
}

/** A limit of the table, with its amount. */
export function limitWords({ limit, most }, rules) {
  return `${say(`limit.${limit}`)}: ${money(most, rules, numberStyle())}`;
}

/** What may be staked on a box, from the least to the most, and what else is limited: all that a player knows before staking. */
export function rangeWords({ offers: [first], limits }, rules) {
  const amount = (minor) => money(minor, rules, numberStyle());
  return [`${amount(first.least)} – ${amount(first.most)}`, ...limits.map((each) => limitWords(each, rules))].join(' · ');
}

/** Why a deal is void. */
export function voidWords(table) {
  return `${say(`deal-void.${table.voided}`)} ${say(table.voided === 'redeal' ? 'deal-void.redeal-text' : 'void.text')}`;
}
