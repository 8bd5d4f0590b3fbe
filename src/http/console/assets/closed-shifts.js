// The shifts that are closed, for an auditor: who opened and closed each, what was counted, and its report.
import { element } from './dom.js';
import { money } from './money.js';
import { momentOf } from './report.js';
import { table } from './sheets.js';
import { differenceWords } from './shift.js';
import { numberStyle, say } from './words.js';

/** The table of these shifts; `show(shift)` opens the report of one. */
export function closedShifts(shifts, rules, show) {
  if (shifts.length === 0) return element('p', 'quiet', say('shift.never'));
  const heads = ['shift.number', 'shift.opened', 'shift.closed', 'shift.counted', 'shift.difference'].map((key) => say(key));
  return table([...heads, ''], shifts.map((shift) => shiftRow(shift, rules, show)), 'meter-table');
}

function shiftRow(shift, rules, show) {
  const report = element('button', '', say('service.show'), { type: 'button' });
  report.setAttribute('aria-label', `${say('service.show')}: ${say('shift.report', shift)}`);
  report.addEventListener('click', () => show(shift));
  const [counted, difference] = [money(shift.cash_counted, rules, numberStyle()), differenceWords(shift.cash_difference, rules, numberStyle())];
  return [String(shift.number), deed(shift.opened_by, shift.opened_at), deed(shift.closed_by, shift.closed_at), counted, difference, report];
}

/** Who did something, and when. */
function deed(who, at) {
  const cell = element('div');
  cell.append(element('p', '', who), element('p', 'quiet', momentOf(at)));
  return cell;
}
