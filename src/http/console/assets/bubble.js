// Words near the place they are about: what a finger would choose, and why something was refused.
import { byId, element, setText } from './dom.js';

const REFUSAL_MILLISECONDS = 3600;
/** How far above or below its place a bubble stands, so that a finger does not cover it. */
const DISTANCE = 44;
/** Above this height of the window there is no room over a place. */
const ROOM = 150;

let timer = 0;

/** Shows a title and a detail near a point of the window; `kind` is `aim` or `refusal`. */
export function showBubble(title, detail, { x, y }, kind) {
  const bubble = byId('bubble');
  clearTimeout(timer);
  const half = Math.min(150, innerWidth / 2 - 8);
  const below = y < ROOM;
  bubble.className = `bubble ${kind}${below ? ' below' : ''}`;
  bubble.replaceChildren(element('strong', '', title), ...(detail ? [element('span', '', detail)] : []));
  bubble.style.left = `${Math.min(Math.max(x, half), innerWidth - half)}px`;
  bubble.style.top = `${below ? y + DISTANCE : y - DISTANCE}px`;
  bubble.hidden = false;
}

/** Hides what a finger would choose; a refusal stays for its time. */
export function hideBubble() {
  if (!byId('bubble').classList.contains('refusal')) byId('bubble').hidden = true;
}

/** Shows why something was refused, near its place and to screen readers. */
export function showRefusal(sentence, point) {
  showBubble(sentence, '', point, 'refusal');
  // The same sentence twice is said twice only if the region was empty in between.
  setText(byId('urgent'), '');
  requestAnimationFrame(() => setText(byId('urgent'), sentence));
  timer = setTimeout(() => {
    byId('bubble').className = 'bubble';
    byId('bubble').hidden = true;
  }, REFUSAL_MILLISECONDS);
}
