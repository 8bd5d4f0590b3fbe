// Faults and holds in words for the people who put them right.
import { element } from './dom.js';
import { faultWords } from './phase.js';
import { timeOf } from './sheets.js';
import { say } from './words.js';

/** A fault with its meaning and what to check; `table` names the table it is of, where that is not plain. */
export function faultBox(fault, table = '') {
  const box = element('article', 'fault');
  const check = element('p', 'check');
  check.append(element('b', '', `${say('faults.check')} `), faultWords(fault, 'check'));
  box.append(element('strong', '', [table, fault.code, timeOf(fault.since)].filter(Boolean).join(' · ')), element('p', '', faultWords(fault, 'meaning')), check, element('code', '', fault.detail));
  return box;
}

/** What is said of a hold: since when, by what, why, and how it ends. */
export function holdBox(hold) {
  const by = hold.fault ? faultWords({ code: hold.fault }, 'meaning') : say(hold.self_test ? 'hold.self-test' : 'hold.attendant');
  const said = [element('strong', '', `${say('hold.title')} ${timeOf(hold.since)}`), element('p', '', by)];
  if (!hold.fault && !hold.self_test) said.push(element('p', 'quiet', hold.reason));
  said.push(element('p', '', say(hold.ends_by_itself ? 'control.ends-by-itself' : 'control.needs-attendant')));
  return said;
}
