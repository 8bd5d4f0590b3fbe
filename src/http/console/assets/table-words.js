// A card table in words: its phase, its hands, and what came of each stake.
import { money } from './money.js';
import { has, numberStyle, say } from './words.js';

/** The table's name: the game's in the person's language where the house gave it no other. */
export function tableName(table) {
  return has(`game.${table.game}`) && table.name.toLowerCase() === table.game ? say(`game.${table.game}`) : table.name;
}

/** The phase in a few words. */
export function tablePhase(table, seat) {
  if (table.phase === 'paid' && table.voided) return say('deal.void');
  if (table.phase === 'dealing' && table.turn) return table.turn.seat === seat ? say('deal.your-turn') : say('deal.turn', { seat: table.turn.seat });
  return say(`deal.${table.phase}`);
}

/** Where a hand lies. */
export function placeWords(at) {
  if (at.place !== 'hand') return say(`hand.${at.place}`);
  const box = say('hand.box', { box: at.box });
  return at.hand > 0 ? `${box} ${say('hand.number', { number: at.hand + 1 })}` : box;
}

/** What a hand counts or makes, and how it stands. */
export function handWords(hand) {
  const parts = [];
  if (hand.points !== null) parts.push(hand.soft ? say('hand.soft', { points: hand.points }) : String(hand.points));
  parts.push(...hand.combinations.filter((each) => each !== 'nothing').map((each) => say(`combination.${each}`)));
  if (['bust', 'folded', 'surrendered'].includes(hand.standing)) parts.push(say(`standing.${hand.standing}`));
  return parts.join(' · ');
}

/** The choice on its button. */
export function choiceWords({ choice, cards }) {
  return choice === 'exchange' ? say('choice.exchange-cards', { count: cards }) : say(`choice.${choice}`);
}

/** What came of one stake, in one sentence such as `Bet 20 at 5:1 = 100`. */
export function lineWords(line, rules) {
  const amount = (minor) => money(minor, rules, numberStyle());
  const stake = `${say(`stake.${line.stake}`)} ${amount(line.amount)}`;
  if (line.fate !== 'won') return `${stake}: ${say(`fate.${line.fate}`)}`;
  const wins = line.wins.map((win) => {
    const name = win.combination && win.combination !== 'nothing' ? `${say(`combination.${win.combination}`)} ` : '';
    return `${name}${say('fate.at', { odds: win.odds, amount: amount(win.amount) })}`;
  });
  return `${stake}: ${wins.join(' + ')}`;
}

/** Why a deal is void. */
export function voidWords(table) {
  return `${say(`deal-void.${table.voided}`)} ${say('void.text')}`;
}

