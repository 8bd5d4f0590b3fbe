// The wheel's table on the attendant's page: what holds it, the faults of the house and of every table, the orders an attendant has there, and the way to the limits of all tables.
import { choiceOf, confirmation, reason } from './ask.js';
import { byId, element, setText, whenChanged } from './dom.js';
import { faultBox, holdBox } from './faults.js';
import { limitsNote } from './stake-limits.js';
import { tableTitle } from './table-control.js';
import { tableName } from './table-words.js';
import { everyTableOf, isMachine, tablesOf } from './tables.js';
import { say } from './words.js';

export class RoundControl {
  /** `view()` gives `{cabinet, official, mayOrder}`, `order(lane, path, body, done)` sends an order and says what came of it. */
  constructor({ dialog, view, order, limits }) {
    Object.assign(this, { dialog, view, order, limits });
    this.drawHold = whenChanged((hold, language) => this.#drawHold());
    this.drawFaults = whenChanged((faults, language) => this.#drawFaults());
    byId('hold-button').addEventListener('click', () => this.#hold());
    byId('continue-button').addEventListener('click', () => this.#resume('continue'));
    byId('respin-button').addEventListener('click', () => this.#resume('respin'));
    byId('void-button').addEventListener('click', () => this.#voidRound());
    byId('no-spin-button').addEventListener('click', () => this.#noSpin());
    byId('limits-button').addEventListener('click', () => this.#limits());
  }

  async #hold() {
    const ready = ['reason.wheel', 'reason.dispute', 'reason.player', 'reason.pause'].map((key) => say(key));
    const why = await reason(this.dialog, say('control.hold'), say('control.hold-text'), ready, say('control.hold'));
    if (why) await this.order('table', 'table/hold', { reason: why }, say('control.hold-done'));
  }

  async #resume(how) {
    const { round } = this.view().cabinet;
    const sure = await confirmation(this.dialog, say(`control.${how}`), say(`control.${how}-text`), say(`control.${how}`));
    if (sure) await this.order('table', 'table/resume', { round, how }, say('control.resume-done'));
  }

  async #voidRound() {
    // The round is taken now: a click that was thought over for long must not act on the next one.
    const { round } = this.view().cabinet;
    const ready = ['reason.wheel', 'reason.dispute', 'reason.power'].map((key) => say(key));
    const why = await reason(this.dialog, say('control.void'), say('control.void-text', { round }), ready, say('control.void'), true);
    if (why) await this.order('table', 'table/void', { round, reason: why }, say('control.void-done', { round }));
  }

  async #noSpin() {
    const { round } = this.view().cabinet;
    const sure = await confirmation(this.dialog, say('control.no-spin'), say('control.no-spin-text', { round }), say('control.no-spin'), true);
    if (sure) await this.order('table', 'table/no-spin', { round }, say('control.no-spin-done'));
  }

  /** Asks of which table, of machines in a second step, and then for its limits. */
  async #limits() {
    const all = tablesOf(this.view());
    const machines = all.filter(isMachine);
    const shared = all.filter((table) => !isMachine(table)).map((table) => [table, tableTitle(table)]);
    const options = [['wheel', say('tab.wheel')], ...shared, ...(machines.length > 0 ? [['machines', say('limits.machines')]] : [])];
    const chosen = await choiceOf(this.dialog, say('control.limits'), say('limits.which'), options);
    if (chosen === 'wheel') await this.limits.ask({ path: 'table', lane: 'table', title: `${say('tab.wheel')}: ${say('control.limits')}`, isWheel: true });
    else if (chosen === 'machines') await this.#machineLimits(machines);
    else if (chosen) await this.#limitsOf(chosen);
  }

  async #machineLimits(machines) {
    const options = machines.map((table) => [table, tableTitle(table)]);
    const chosen = await choiceOf(this.dialog, say('limits.machines'), say('limits.which-machine'), options);
    if (chosen) await this.#limitsOf(chosen);
  }

  async #limitsOf(table) {
    const path = `tables/${table.table}`;
    await this.limits.ask({ path, lane: `table-${table.table}`, title: `${tableTitle(table)}: ${say('control.limits')}`, isWheel: false });
  }

  /** Draws what holds the table and what is at fault, and the orders for who may give them; `locked` switches them off. */
  draw(locked, language) {
    const { cabinet, official, mayOrder } = this.view();
    if (mayOrder) this.#drawOrders(cabinet, locked);
    const note = limitsNote(official.limits.find(({ table }) => table === null), true);
    byId('wheel-limits').hidden = note === '';
    setText(byId('wheel-limits'), note);
    this.drawHold(JSON.stringify([cabinet.hold, cabinet.voided]), language);
    this.drawFaults(JSON.stringify([official.house_faults, cabinet.faults, everyTableOf(this.view()).map(({ faults }) => faults)]), language);
  }

  #drawOrders(cabinet, locked) {
    // While a fault stands that is over by itself an attendant may hold the table too: one who goes on then has seen to the fault.
    const waits = cabinet.hold !== null && !cabinet.hold.ends_by_itself;
    byId('hold-button').hidden = waits;
    byId('hold-button').disabled = locked;
    for (const id of ['continue-button', 'respin-button']) byId(id).hidden = !waits;
    byId('continue-button').disabled = locked || !cabinet.hold?.can_continue;
    byId('respin-button').disabled = locked;
    byId('limits-button').disabled = locked;
    byId('no-spin-button').disabled = locked || !['ball-running', 'closed'].includes(cabinet.phase);
    byId('void-button').disabled = locked || cabinet.phase === 'paid' || cabinet.voided !== null;
  }

  #drawHold() {
    const { cabinet: { hold, voided }, mayOrder } = this.view();
    byId('hold').hidden = !hold;
    if (!hold) return;
    byId('hold').replaceChildren(...holdBox(hold));
    if (mayOrder && hold.fault && hold.ends_by_itself) byId('hold').append(element('p', 'quiet', say('control.lasts')));
    if (voided) byId('hold').append(element('p', '', say(`voided.${voided}`)));
  }

  #drawFaults() {
    const { cabinet, official } = this.view();
    const ofHouse = [...official.house_faults, ...cabinet.faults].map((fault) => faultBox(fault));
    const ofTables = everyTableOf(this.view()).flatMap((table) => table.faults.map((fault) => faultBox(fault, tableName(table))));
    const boxes = [...ofHouse, ...ofTables];
    byId('faults').replaceChildren(...(boxes.length > 0 ? boxes : [element('p', 'quiet', say('faults.none'))]));
  }
}
