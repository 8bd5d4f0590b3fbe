// The limits of stakes on the attendant's page: a table of all that may be narrowed, with what the cabinet file says beside each, and what changes before it is
// ordered. What the cabinet takes it decides itself; here is only said beforehand what it would refuse.
import { dropButton, question } from './ask.js';
import { element, setText } from './dom.js';
import { digits, minorOf } from './money.js';
import { numberStyle, say } from './words.js';

/** What is wrong with the bounds that were typed for a limit, by the name of its words; `null` where nothing is. */
export function problemOf({ step, file }, { least, most }) {
  const bounds = file.least === null ? [['most', most]] : [['least', least], ['most', most]];
  if (bounds.some(([, bound]) => bound === null || bound <= 0)) return 'amount';
  if (bounds.some(([name, bound]) => bound !== file[name] && bound % step !== 0)) return 'step';
  if (most > file.most || (file.least !== null && least < file.least)) return 'wide';
  return file.least !== null && least > most ? 'crossed' : null;
}

/** What is ordered: of each limit the bounds that are not those of the cabinet file. `typed` are the bounds of all lines, in their order. */
export function orderOf(lines, typed) {
  const bounds = (line, place) => ['least', 'most'].filter((name) => typed[place][name] !== line.file[name]).map((name) => [name, typed[place][name]]);
  return lines.flatMap((line, place) => (bounds(line, place).length > 0 ? [{ of: line.of, ...Object.fromEntries(bounds(line, place)) }] : []));
}

/** The limits that change against what was set before, each with the bounds before and after. */
export function changesOf(lines, typed) {
  const changes = lines.map((line, place) => ({ of: line.of, old: line.next, new: typed[place] }));
  return changes.filter((change) => change.old.least !== change.new.least || change.old.most !== change.new.most);
}

/** What is said of limits that are not those of the cabinet file, or wait; nothing where neither is so. */
export function limitsNote(changed, isWheel) {
  if (!changed) return '';
  const waits = changed.waits ? say(isWheel ? 'limits.wait-round' : 'limits.wait-deal') : '';
  return [changed.by === null ? '' : say('limits.set-by', { by: changed.by }), waits].filter(Boolean).join(' · ');
}

/** The name of what is limited: at the wheel's table a kind of bet, else a stake. */
function nameOf(of, isWheel) {
  if (!isWheel) return say(`stake.${of}`);
  return ['seat-total', 'table-exposure', 'colour', 'parity', 'half'].includes(of) ? say(`limits.${of}`) : say(`kind.${of}`);
}

export class StakeLimits {
  /** `view()` gives `{cabinet, official}`, `order(lane, path, body, done)` sends an order and says what came of it. */
  constructor({ dialog, view, order, requests }) {
    Object.assign(this, { dialog, view, order, requests });
  }

  /** Asks for the limits of the table at `path`, such as `tables/3`, and orders them; `title` names the table. */
  async ask({ path, lane, title, isWheel }) {
    const answer = await this.requests.read(`/api/v1/${path}/limits`);
    if (!answer.ok) return this.#sayNothingSet(title, 'limits.unread');
    const { limits } = answer.data;
    const typed = await this.#typed(title, limits, isWheel);
    if (typed === null) return;
    const changes = changesOf(limits, typed);
    const words = (change) => say('limits.change', { name: nameOf(change.of, isWheel), old: this.#range(change.old), new: this.#range(change.new) });
    const body = element('div', 'sheet-body');
    body.append(element('p', 'ask-text', say(isWheel ? 'limits.when-round' : 'limits.when-deal')));
    const list = element('ul', 'limit-changes');
    list.append(...changes.map((change) => element('li', '', words(change))));
    body.append(list);
    const sure = await question(this.dialog, title, body, [dropButton(), { text: say('limits.set'), className: 'danger', value: () => true }]);
    if (!sure) return;
    // An order replaces all that is set there: what another attendant has set meanwhile must not go unseen.
    const again = await this.requests.read(`/api/v1/${path}/limits`);
    if (!again.ok || JSON.stringify(again.data.limits) !== JSON.stringify(limits)) return this.#sayNothingSet(title, 'limits.changed');
    await this.order(lane, `${path}/limits`, { limits: orderOf(limits, typed) }, say('limits.done'));
  }

  async #sayNothingSet(title, key) {
    const body = element('div', 'sheet-body');
    body.append(element('p', 'ask-text', say(key)));
    await question(this.dialog, title, body, [dropButton()]);
  }

  /** The amount without its currency, as it is typed and shown in the table. */
  #amount(minor) {
    return digits(minor, this.view().cabinet.rules.decimals, numberStyle());
  }

  #range({ least, most }) {
    return least === null ? this.#amount(most) : `${this.#amount(least)} – ${this.#amount(most)}`;
  }

  /** The table of limits; the answer is the bounds of all lines, or `null`. */
  #typed(title, lines, isWheel) {
    const { rules } = this.view().cabinet;
    const body = element('div', 'sheet-body');
    const table = element('table', 'limits');
    const head = element('tr');
    for (const key of ['limits.of', 'rules.least', 'rules.most', 'limits.file']) head.append(element('th', '', say(key), { scope: 'col' }));
    table.append(element('thead'), element('tbody'));
    table.tHead.append(head);
    const fields = lines.map((line) => this.#row(table.tBodies[0], line, isWheel));
    const said = element('p', 'limits-said', '', { role: 'status' });
    const send = element('button', 'primary', say('limits.check'), { type: 'button' });
    const bound = (field) => (field === null ? null : minorOf(field.value, rules.decimals, numberStyle()));
    const value = () => fields.map(({ least, most }) => ({ least: bound(least), most: bound(most) }));
    const check = () => {
      const typed = value();
      const problems = lines.map((line, place) => problemOf(line, typed[place]));
      fields.forEach(({ row }, place) => row.classList.toggle('over', problems[place] !== null));
      const place = problems.findIndex((problem) => problem !== null);
      const changes = place < 0 ? changesOf(lines, typed).length : 0;
      const problem = place < 0 ? '' : say(`limits.problem-${problems[place]}`, { name: nameOf(lines[place].of, isWheel), step: this.#amount(lines[place].step) });
      setText(said, place < 0 && changes === 0 ? say('limits.same') : problem);
      send.disabled = changes === 0;
    };
    const fill = (part) => {
      lines.forEach((line, place) => {
        if (fields[place].least) fields[place].least.value = this.#amount(line[part].least);
        fields[place].most.value = this.#amount(line[part].most);
      });
      check();
    };
    const asFile = element('button', '', say('limits.as-file'), { type: 'button' });
    asFile.addEventListener('click', () => fill('file'));
    table.addEventListener('input', check);
    body.append(element('p', 'ask-text', say('limits.text', { currency: rules.currency })), table, asFile, said);
    fill('next');
    return question(this.dialog, title, body, [dropButton(), { button: send, value }]);
  }

  #row(body, line, isWheel) {
    const name = nameOf(line.of, isWheel);
    const row = element('tr');
    const field = (key) => {
      const input = element('input', 'limit', undefined, { type: 'text', inputMode: 'decimal', autocomplete: 'off', maxLength: 24 });
      input.setAttribute('aria-label', `${name}: ${say(key)}`);
      const cell = element('td');
      cell.append(input);
      row.append(cell);
      return input;
    };
    row.append(element('th', '', name, { scope: 'row' }));
    const least = line.file.least === null ? null : field('rules.least');
    if (least === null) row.append(element('td'));
    const most = field('rules.most');
    row.append(element('td', 'quiet', this.#range(line.file)));
    body.append(row);
    return { row, least, most };
  }
}
