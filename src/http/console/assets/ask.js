// Questions to the person at the page: an amount on a pad, a confirmation, a reason. A question is answered or dropped; it sends nothing.
import { drawing, element } from './dom.js';
import { money } from './money.js';
import { sheetHead } from './sheets.js';
import { numberStyle, say } from './words.js';

/** The most digits that can be typed, so that an amount stays a safe whole number. */
const MOST_DIGITS = 12;

/**
 * Shows `body` and buttons in the dialog and waits: the answer is what the button that was pressed says, or `null`. Nothing of it stays in the dialog
 * once that is closed.
 */
export function question(dialog, title, body, buttons) {
  return new Promise((resolve) => {
    const foot = element('footer', 'ask-foot');
    let answer = null;
    const finish = (value) => {
      answer = value;
      dialog.close();
    };
    for (const { text, className, value, button } of buttons) {
      const made = button ?? element('button', className, text, { type: 'button' });
      made.addEventListener('click', () => finish(value()));
      foot.append(made);
    }
    dialog.replaceChildren(sheetHead(dialog, title), body, foot);
    const isShown = () => dialog.contains(foot);
    const closed = () => {
      // A dialog tells of its end later: this may be that of the question before.
      if (dialog.open && isShown()) return;
      dialog.removeEventListener('close', closed);
      if (isShown()) dialog.replaceChildren();
      resolve(answer);
    };
    dialog.addEventListener('close', closed);
    dialog.showModal();
  });
}

/** The button that drops a question. */
export const dropButton = () => ({ text: say('ask.cancel'), className: 'plain', value: () => null });

/** Asks for a yes; the answer is `true` or `null`. */
export function confirmation(dialog, title, text, yes, danger = false) {
  const body = element('div', 'sheet-body');
  body.append(element('p', 'ask-text', text));
  return question(dialog, title, body, [dropButton(), { text: yes, className: danger ? 'danger' : 'primary', value: () => true }]);
}

/** Asks for one of these `[value, words]`; the answer is the value or `null`. */
export function choiceOf(dialog, title, text, options) {
  const body = element('div', 'sheet-body');
  body.append(element('p', 'ask-text', text));
  const buttons = options.map(([value, words]) => ({ text: words, className: 'primary', value: () => value }));
  return question(dialog, title, body, [dropButton(), ...buttons]);
}

/** Asks for a reason in words; the answer is the text or `null`. The ready reasons can be chosen with one touch. */
export function reason(dialog, title, text, ready, yes, danger = false) {
  const body = element('div', 'sheet-body');
  const field = element('input', 'reason', undefined, { type: 'text', maxLength: 200, autocomplete: 'off' });
  field.setAttribute('aria-label', say('ask.reason'));
  field.placeholder = say('ask.reason');
  const send = element('button', danger ? 'danger' : 'primary', yes, { type: 'button', disabled: true });
  const check = () => {
    send.disabled = field.value.trim() === '';
  };
  field.addEventListener('input', check);
  const choices = element('div', 'ready');
  for (const words of ready) {
    const choice = element('button', '', words, { type: 'button' });
    choice.addEventListener('click', () => {
      field.value = words;
      check();
    });
    choices.append(choice);
  }
  body.append(element('p', 'ask-text', text), choices, field);
  return question(dialog, title, body, [dropButton(), { button: send, value: () => field.value.trim() }]);
}

/** Asks for an amount in minor units with a pad; the answer is the amount or `null`. `most` bounds it where it is given; where `least` is 0 a nought that was typed is one, too. */
export function amountOf(dialog, title, rules, { least = 1, most = null, all = null, yes }) {
  const body = element('div', 'sheet-body pad-body');
  const shown = element('output', 'pad-amount');
  const send = element('button', 'primary', yes, { type: 'button' });
  let typed = '';
  const value = () => Number(typed || '0');
  const show = () => {
    shown.textContent = money(value(), rules, numberStyle());
    const over = most !== null && value() > most;
    shown.classList.toggle('over', over);
    send.disabled = typed === '' || value() < least || over;
  };
  const type = (figures) => {
    if ((typed + figures).length <= MOST_DIGITS) typed = (typed + figures).replace(/^0+(?=\d)/, '');
    show();
  };
  const pad = element('div', 'pad');
  for (const figures of ['7', '8', '9', '4', '5', '6', '1', '2', '3', '0', '00', '000']) pad.append(padKey(figures, () => type(figures)));
  const erase = () => {
    typed = typed.slice(0, -1);
    show();
  };
  pad.append(padKey(eraser(), erase, say('ask.erase')));
  pad.append(padKey('C', () => ((typed = ''), show()), say('ask.empty')));
  if (all !== null) pad.append(padKey(say('ask.all'), () => ((typed = String(all)), show())));
  const keys = (event) => {
    if (/^\d$/.test(event.key)) type(event.key);
    else if (event.key === 'Backspace') erase();
    else return;
    event.preventDefault();
  };
  dialog.addEventListener('keydown', keys);
  body.append(shown, pad);
  show();
  return question(dialog, title, body, [dropButton(), { button: send, value }]).finally(() => dialog.removeEventListener('keydown', keys));
}

/** The sign that erases the last digit, drawn: few fonts have it. */
function eraser() {
  const sign = drawing('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' });
  sign.append(drawing('path', { d: 'M8.500 5H21v14H8.500L2.500 12ZM11.500 9l6 6M17.500 9l-6 6' }));
  return sign;
}

/** A key with a text or a sign, and its name where that says more. */
function padKey(shown, press, label = shown) {
  const key = element('button', 'pad-key', undefined, { type: 'button' });
  key.append(shown);
  key.setAttribute('aria-label', label);
  key.addEventListener('click', press);
  return key;
}
