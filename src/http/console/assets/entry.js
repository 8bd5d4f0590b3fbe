// The way into a page that needs a token: it learns whose token it is, and covers the page until the cabinet has answered. Without a token a
// person of the house signs in here, and a console is paired with its seat.
import { byId, element, setText } from './dom.js';
import { forget, remember } from './link.js';
import { onLanguage, say } from './words.js';

const ASK_AGAIN_MILLISECONDS = 1000;
/** How often the cabinet is told at most that the person is there. */
const STAY_MILLISECONDS = 30000;

/** Covers the page with a sentence. */
export function block(key) {
  byId('barrier').replaceChildren(element('p', '', say(key), { id: 'barrier-text' }));
  byId('barrier').hidden = false;
}

/** Uncovers the page of this cabinet, which says so where it is a demo. */
export function unblock({ demo }) {
  byId('barrier').hidden = true;
  byId('demo').hidden = !demo;
}

/** Covers the page if the cabinet answers that the token does not count any more; who can come in anew is asked to. */
export async function checkToken(requests) {
  const { status } = await requests.read('/api/v1/me');
  if (status === 401) leave(requests);
  else if (status === 403) block('barrier.link');
}

/** Forgets the token of this page and begins anew, without what was shown. A link's token cannot be forgotten: the page says that it is not valid. */
function leave(requests) {
  if (location.hash !== '') return block('barrier.link');
  forget();
  requests.token = '';
  return requests.unanswered > 0 ? warn() : location.reload();
}

/** Says that nobody knows what came of an order, until somebody has read it: who does not know would give it twice. */
function warn() {
  block('barrier.unanswered');
  const button = element('button', 'primary', say('entry.sign-in'), { type: 'button' });
  button.addEventListener('click', () => location.reload());
  byId('barrier').append(button);
}

/**
 * What the cabinet says of the token's holder, who must have one of these roles; `null`, with the page covered, where it is another's. Without
 * a token that counts, the page asks for a name and a PIN, or a seat's console for the code of its pairing.
 */
export async function enter(requests, ...roles) {
  for (;;) {
    if (requests.token === '') {
      await asked(requests, roles.includes('seat'));
      continue;
    }
    const answer = await requests.read('/api/v1/me');
    if (answer.ok && roles.includes(answer.data.role)) {
      if (answer.data.idle_seconds) watchIdle(requests, answer.data.idle_seconds);
      return answer.data;
    }
    if (answer.status === 401 && location.hash === '') {
      forget();
      requests.token = '';
      continue;
    }
    if (answer.ok || answer.status === 401 || answer.status === 403) {
      block('barrier.link');
      if (answer.ok && location.hash === '') addSignOut(requests, byId('barrier'));
      return null;
    }
    block('barrier.waiting');
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MILLISECONDS));
  }
}

/** Asks until the cabinet has given a token. */
function asked(requests, isSeat) {
  return new Promise((resolve) => {
    const form = element('form', 'entry');
    const fields = isSeat ? [field('code', 'entry.code', 'off')] : [field('name', 'entry.name', 'username'), field('pin', 'entry.pin', 'off')];
    const send = element('button', 'primary', '', { type: 'submit' });
    const refusal = element('p', 'entry-refusal', '', { role: 'status' });
    const title = element('h1');
    form.append(title, ...fields.map(({ label }) => label), send, refusal);
    const label = () => {
      setText(title, say(isSeat ? 'entry.pair-title' : 'entry.title'));
      setText(send, say(isSeat ? 'entry.pair' : 'entry.sign-in'));
      for (const { name, words } of fields) setText(name, say(words));
    };
    label();
    onLanguage(label);
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      send.disabled = true;
      const body = Object.fromEntries(fields.map(({ input }) => [input.name, input.value.trim()]));
      const answer = await requests.ask(isSeat ? '/api/v1/pair' : '/api/v1/sign-in', body);
      send.disabled = false;
      if (answer.ok) {
        // A tablet is passed on: what was typed stays nowhere.
        form.reset();
        requests.token = answer.data.token;
        remember(answer.data.token);
        return resolve();
      }
      setText(refusal, say(refusalKey(answer)));
      const last = fields.at(-1).input;
      last.value = '';
      return last.focus();
    });
    byId('barrier').replaceChildren(form);
    byId('barrier').hidden = false;
    fields[0].input.focus();
  });
}

/** What is said of the cabinet's reasons. */
const REFUSALS = {
  'sign-in-wrong': 'entry.sign-in-wrong',
  'locked-out': 'entry.locked-out',
  'pairing-wrong': 'entry.pairing-wrong',
  'too-many-requests': 'entry.too-many-requests',
};

function refusalKey({ lost, reason }) {
  return lost ? 'barrier.waiting' : (REFUSALS[reason] ?? 'entry.failed');
}

function field(name, words, autocomplete) {
  const input = element('input', '', undefined, { name, type: name === 'pin' ? 'password' : 'text', required: true, maxLength: 40, autocomplete });
  if (name !== 'name') input.inputMode = 'numeric';
  const label = element('label');
  const text = element('span');
  label.append(text, input);
  return { label, name: text, words, input };
}

/** Signs out when nothing was touched for so long, and tells the cabinet meanwhile that the person is there. */
function watchIdle(requests, seconds) {
  let touched = performance.now();
  let told = touched;
  const touch = () => {
    touched = performance.now();
    if (touched - told < Math.min(STAY_MILLISECONDS, seconds * 250)) return;
    told = touched;
    requests.ask('/api/v1/stay', {});
  };
  for (const kind of ['pointerdown', 'keydown', 'wheel']) addEventListener(kind, touch, { passive: true });
  const isIdle = () => requests.unanswered === 0 && performance.now() - touched >= seconds * 1000;
  setInterval(() => isIdle() && signOut(requests), 1000);
}

/** Ends the session; the page asks for a person then. */
async function signOut(requests) {
  await requests.ask('/api/v1/sign-out', {});
  leave(requests);
}

/** A button that signs the person out, where a person has signed in: a link has nothing to sign out of. */
export function addSignOut(requests, place) {
  if (location.hash !== '') return;
  const button = element('button', 'page-link', say('entry.sign-out'), { type: 'button' });
  onLanguage(() => setText(button, say('entry.sign-out')));
  button.addEventListener('click', () => signOut(requests));
  place.append(button);
}
