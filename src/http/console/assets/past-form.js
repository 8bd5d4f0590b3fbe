// The form that asks what is sought among past rounds or deals: its number, when it began, an amount, and for the house a seat.
import { element } from './dom.js';
import { minorOf } from './money.js';
import { SEAT_NUMBERS } from './player-table.js';
import { numberStyle, say } from './words.js';

/** A field of moments tells minutes; the last one is sought to its end. */
const MINUTE_MICROSECONDS = 60_000_000;

/** A moment that was typed, in microseconds since 1970; `null` where it is none. */
export function momentTyped(text) {
  const milliseconds = new Date(text).getTime();
  return text === '' || Number.isNaN(milliseconds) ? null : milliseconds * 1000;
}

/**
 * What is sought, as the address of a page says it: empty where nothing is said. Each of `number`, `from`, `until`, `seat`, `least` and `most` is
 * as it was typed. `wrong` names those that cannot be read.
 */
export function soughtBy({ number = '', from = '', until = '', seat = '', least = '', most = '' }, decimals, style) {
  const last = momentTyped(until);
  const read = {
    number: /^\d{1,15}$/.test(number.trim()) ? Number(number.trim()) : null,
    from: momentTyped(from),
    until: last === null ? null : last + MINUTE_MICROSECONDS - 1,
    seat: seat === '' ? null : Number(seat),
    least: minorOf(least.trim(), decimals, style),
    most: minorOf(most.trim(), decimals, style),
  };
  const typed = { number, from, until, seat, least, most };
  const names = Object.keys(typed).filter((name) => typed[name].trim() !== '');
  return { query: names.filter((name) => read[name] !== null).map((name) => `&${name}=${read[name]}`).join(''), wrong: names.filter((name) => read[name] === null) };
}

/** The form of a player, folded: his newest games are what he mostly wants. `seek(query)` is called with what was asked for. */
export function ownPastForm(rules, seek) {
  const folded = element('details', 'past-fold');
  folded.append(element('summary', '', say('past.open')), pastForm({ rules }, seek));
  return folded;
}

/** The form; `seek(query)` is called with what was asked for. With `ofHouse` any seat can be asked for. `first` stands before the fields. */
export function pastForm({ rules, ofHouse = false, first = [] }, seek) {
  const form = element('form', 'past-form');
  const fields = {
    number: field('number', { type: 'text', inputMode: 'numeric', autocomplete: 'off', size: 6 }),
    from: field('from', { type: 'datetime-local' }),
    until: field('until', { type: 'datetime-local' }),
    ...(ofHouse ? { seat: seatField() } : {}),
    least: field('least', { type: 'text', inputMode: 'decimal', autocomplete: 'off', size: 7 }),
    most: field('most', { type: 'text', inputMode: 'decimal', autocomplete: 'off', size: 7 }),
  };
  const [find, clear] = [element('button', 'primary', say('past.find'), { type: 'submit' }), element('button', '', say('past.clear'), { type: 'reset' })];
  const buttons = element('div', 'past-buttons');
  buttons.append(find, clear);
  form.noValidate = true;
  form.append(...first, ...Object.entries(fields).map(([name, input]) => labelled(say(`past.${name}`), input)), buttons);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const typed = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
    const { query, wrong } = soughtBy(typed, rules.decimals, numberStyle());
    for (const [name, input] of Object.entries(fields)) input.setAttribute('aria-invalid', String(wrong.includes(name)));
    if (wrong.length === 0) seek(query);
    else fields[wrong[0]].focus();
  });
  form.addEventListener('reset', () => {
    for (const input of Object.values(fields)) input.removeAttribute('aria-invalid');
    seek('');
  });
  return form;
}

/** A field with its name above it. */
export function labelled(name, input) {
  const label = element('label', 'past-field');
  label.append(element('span', '', name), input);
  return label;
}

const field = (name, attributes) => element('input', '', undefined, { name, ...attributes });

function seatField() {
  const seats = element('select', '', undefined, { name: 'seat' });
  seats.append(element('option', '', say('past.any-seat'), { value: '' }), ...SEAT_NUMBERS.map((seat) => element('option', '', String(seat), { value: String(seat) })));
  return seats;
}
