// What the reports of the attendant's page have in common: moments with their date, names with what stands behind each, and paper.
import { element } from './dom.js';
import { currentLanguage, say } from './words.js';

/** A moment with its date, which a report needs on any day. */
export function momentOf(microseconds) {
  return new Date(microseconds / 1000).toLocaleString(currentLanguage(), { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });
}

/** Names and what stands behind each. */
export function pairs(className, told) {
  const list = element('dl', className);
  for (const [name, value] of told) {
    const pair = element('div');
    pair.append(element('dt', '', name), element('dd', '', value));
    list.append(pair);
  }
  return list;
}

/** Lines for two signatures, which are on paper alone. */
export function signatures(...names) {
  const lines = element('div', 'signatures');
  lines.append(...names.map((name) => element('p', '', name)));
  return lines;
}

/** The button that prints the report that is open. */
export function printButton() {
  const print = element('button', 'primary', say('shift.print'), { type: 'button' });
  print.addEventListener('click', () => window.print());
  return print;
}
