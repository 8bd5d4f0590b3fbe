// The line that says what a player or a guest must know, as that play stands still, on the seat's page and on the board.
import { byId, setText } from './dom.js';

/** Shows the notice, `{kind, title, text}`; `null` where there is none, of which nothing stays. */
export function showNotice(notice) {
  const box = byId('notice');
  box.hidden = notice === null;
  box.dataset.kind = notice?.kind ?? '';
  document.body.classList.toggle('noticed', notice !== null);
  setText(byId('notice-title'), notice?.title ?? '');
  setText(byId('notice-text'), notice?.text ?? '');
}
