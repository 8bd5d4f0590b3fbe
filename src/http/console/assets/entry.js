// The way into a page that needs a token: it learns whose token it is, and covers the page until the cabinet has answered.
import { byId, setText } from './dom.js';
import { say } from './words.js';

const ASK_AGAIN_MILLISECONDS = 1000;

/** Covers the page with a sentence. */
export function block(key) {
  setText(byId('barrier-text'), say(key));
  byId('barrier').hidden = false;
}

/** Uncovers the page. */
export function unblock() {
  byId('barrier').hidden = true;
}

/** Covers the page if the cabinet answers that the token does not count any more. */
export async function checkToken(requests) {
  const { status } = await requests.read('/api/v1/me');
  if (status === 401 || status === 403) block('barrier.link');
}

/** What the cabinet says of the token's owner, who must have this role; `null`, with the page covered, where it is another's or nobody's. */
export async function enter(requests, role) {
  for (;;) {
    const answer = await requests.read('/api/v1/me');
    if (answer.ok && answer.data.role === role) return answer.data;
    if (answer.ok || answer.status === 401 || answer.status === 403) {
      block('barrier.link');
      return null;
    }
    block('barrier.waiting');
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MILLISECONDS));
  }
}
