// Amounts as people read them. Amounts are whole minor units and stay whole: no floating point number is ever made of one.

/** How a language writes numbers: what stands between groups of three digits, and before the decimals. */
const PLAIN = { group: '\u202f', point: ',' };

/** The digits of a whole amount with groups and decimals, such as `1 234,50`; a minus sign stands in front. */
export function digits(minor, decimals = 0, style = PLAIN) {
  if (!Number.isSafeInteger(minor)) return '–';
  const sign = minor < 0 ? '−' : '';
  const all = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const whole = all.slice(0, all.length - decimals);
  const rest = decimals > 0 ? style.point + all.slice(all.length - decimals) : '';
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, style.group) + rest;
}

/** The minor units of an amount as people of this style type it, the groups left out or not; `null` where it is none. */
export function minorOf(text, decimals = 0, style = PLAIN) {
  // Three digits follow on what stands between groups; fewer are decimals.
  const kept = text.split(style.group).reduce((all, part) => (/^\d{3}(?!\d)/.test(part) ? all + part : `${all},${part}`)).replaceAll(/[^\d.,]/g, '');
  // Who types the other mark than his language has, means the decimals with it.
  const [whole, rest = '', ...more] = kept.split(/[.,]/);
  if (more.length > 0 || !/^\d+$/.test(whole) || rest.length > decimals) return null;
  const minor = Number(whole + rest.padEnd(decimals, '0'));
  return Number.isSafeInteger(minor) ? minor : null;
}

/** The amount with its currency, such as `1 234 AMD`. */
export function money(minor, rules, style = PLAIN) {
  return `${digits(minor, rules.decimals, style)}\u00a0${rules.currency}`;
}

/** The amount in the few characters that fit on a chip, such as `500`, `1.5K`, `20M`. It is never rounded up: `+` marks what was cut. */
export function short(minor, decimals = 0) {
  if (!Number.isSafeInteger(minor) || minor < 0) return '–';
  const all = String(minor).padStart(decimals + 1, '0');
  const whole = all.slice(0, all.length - decimals);
  const cents = all.slice(all.length - decimals).replace(/0+$/, '');
  const length = whole.length;
  if (length <= 4 && cents === '') return length === 4 && whole.endsWith('00') ? cut(whole, 3, 'K', '') : whole;
  if (length <= 2) return `${whole}.${all.slice(all.length - decimals)}`;
  if (length <= 3) return `${whole}${cents ? '+' : ''}`;
  const [places, unit] = length > 9 ? [9, 'B'] : length > 6 ? [6, 'M'] : [3, 'K'];
  return cut(whole, places, unit, cents);
}

/** `whole` without its last `places` digits, with one digit of them if it says something. */
function cut(whole, places, unit, cents) {
  const front = whole.slice(0, whole.length - places);
  const back = whole.slice(whole.length - places) + cents;
  const kept = front.length < 3 && back[0] !== '0' ? `.${back[0]}` : '';
  const lost = /[1-9]/.test(back.slice(kept ? 1 : 0));
  return `${front}${kept}${unit}${lost ? '+' : ''}`;
}

/** The place in `chips` of the largest chip that is not more than `minor`; the smallest where all are more. */
export function chipIndex(minor, chips) {
  let found = 0;
  chips.forEach((value, index) => {
    if (value <= minor) found = index;
  });
  return found;
}
