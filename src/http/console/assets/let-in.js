// Who is let in, for an auditor: links, paired consoles and people, without anything secret.
import { momentOf } from './report.js';
import { table } from './sheets.js';
import { say } from './words.js';

/** The table of all that is let in. */
export function letInTable(list) {
  const heads = ['entry.name', 'access.role', 'access.by', 'access.until'].map((key) => say(key));
  return table(heads, list.map(letInRow), 'let-in');
}

/** What is said of somebody who is let in: the name, what it is, how it comes in, and until when. */
export function letInRow({ name, role, seat, by, expires_at: expiresAt }) {
  const what = seat === null ? say(`role.${role}`) : `${say('seat.word')} ${seat}`;
  return [name, what, say(`let-in.${by}`), expiresAt === null ? '–' : momentOf(expiresAt)];
}
