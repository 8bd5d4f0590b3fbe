// The last numbers and their statistics as elements, for the seat and for the board.
import { element } from './dom.js';
import { colour } from './layout.js';
import { hotAndCold, percent, shares } from './statistics.js';
import { say } from './words.js';

/** Fewer numbers than this say nothing about hot and cold. */
const LEAST_FOR_HEAT = 15;
/** The shares whose names are their numbers in every language. */
const RANGES = { zero: '0', low: '1–18', high: '19–36', dozen1: '1–12', dozen2: '13–24', dozen3: '25–36' };

/** A number on its colour, named for a screen reader. */
export function numberBadge(number, className = '') {
  const badge = element('span', `num ${colour(number)} ${className}`, String(number));
  badge.setAttribute('aria-label', `${number} ${say(`colour.${colour(number)}`)}`);
  badge.setAttribute('role', 'img');
  return badge;
}

/** Fills a list with the last numbers, newest first. */
export function drawStrip(list, last, count) {
  list.replaceChildren(
    ...last.slice(0, count).map(({ pocket }, index) => {
      const item = element('li', index === 0 ? 'newest' : '');
      item.append(numberBadge(pocket));
      return item;
    }),
  );
}

/** The shares as opposed pairs, each a bar with two or three parts. */
export function shareBars(last) {
  const counted = shares(last);
  const groups = [
    ['red', 'zero', 'black'],
    ['odd', 'even'],
    ['low', 'high'],
    ['dozen1', 'dozen2', 'dozen3'],
  ];
  return groups.map((group) => {
    const row = element('div', 'share');
    for (const name of group) {
      const part = element('div', `part ${name}`);
      part.style.flexGrow = String(Math.max(counted[name], counted.total / 12 || 1));
      part.append(element('span', 'name', RANGES[name] ?? say(`place.${name}`)), element('b', '', `${percent(counted[name], counted.total)}%`));
      row.append(part);
    }
    return row;
  });
}

/** The numbers that came most and least often; nothing while there are too few. */
export function hotColdRows(last, count) {
  if (last.length < LEAST_FOR_HEAT) return [];
  const { hot, cold } = hotAndCold(last, count);
  return [
    ['hot', hot],
    ['cold', cold],
  ].map(([name, rows]) => {
    const row = element('div', `heat ${name}`);
    const list = element('ol');
    for (const { number, times } of rows) {
      const item = element('li');
      item.append(numberBadge(number), element('small', '', `×${times}`));
      list.append(item);
    }
    row.append(element('h3', '', say(`stats.${name}`)), list);
    return row;
  });
}
