// The way into a page that needs a token: it learns whose token it is, and covers the page until the cabinet has answered. Without a token a
// person of the house signs in here, and a console is paired with its seat.
import { byId, element, setText } from './dom.js';
import { forget, remember } from './link.js';
import { languageButtons, onLanguage, say } from './words.js';

const ASK_AGAIN_MILLISECONDS = 1000;
/** How often the cabinet is told at most that the person is there. */
const STAY_MILLISECONDS = 30000;

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Whether the session of this page is over: what still comes over the line uncovers the page no more. */
let isOver = false;

/** Covers the page with a sentence. */
export function block(key) {
  cover(element('p', '', say(key), { id: 'barrier-text' }));
}

function cover(...shown) {
  // A question or a report that is open would lie above.
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
  byId('barrier').replaceChildren(...shown);
  byId('barrier').hidden = false;
}

/** Uncovers the page of this cabinet, which says so where it is a demo. */
export function unblock({ demo }) {
  if (isOver) return;
  byId('barrier').hidden = true;
  byId('barrier').replaceChildren();
  byId('demo').hidden = !demo;
}

/** Covers the page if the cabinet answers that the token does not count any more; who can come in anew is asked to. */
export async function checkToken(requests) {
  if (isOver) return;
  const { status } = await requests.read('/api/v1/me');
  if (status === 401) leave(requests);
  else if (status === 403) block('barrier.link');
}

/** Forgets the token of this page and begins anew, without what was shown. A link's token cannot be forgotten: the page says that it is not valid. */
function leave(requests) {
  if (location.hash !== '') return block('barrier.link');
  isOver = true;
  forget();
  requests.token = '';
  return requests.unanswered > 0 ? warn(requests) : beginAnew(requests);
}

/** Loads the page once the cabinet can be reached: without it a browser shows a page of its own, and stays there. */
async function beginAnew(requests) {
  block('barrier.waiting');
  while ((await requests.read('/health')).lost) await wait(ASK_AGAIN_MILLISECONDS);
  location.reload();
}

/** Says that nobody knows what came of an order, until somebody has read it: who does not know would give it twice. */
function warn(requests) {
  block('barrier.unanswered');
  const button = element('button', 'primary', say('entry.sign-in'), { type: 'button' });
  button.addEventListener('click', () => beginAnew(requests));
  byId('barrier').append(button);
}

/**
 * What the cabinet says of the token's holder, who must have one of these roles; `null`, with the page covered, where it is another's. Without
 * a token that counts, the page asks for a name and a PIN, or a seat's console for the code of its pairing. A person who has signed in and whom
 * this page is not for is led to the technician's, which is for all people of the house.
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
    if (answer.ok && location.hash === '' && answer.data.role !== 'seat') {
      location.replace('/service');
      return null;
    }
    if (answer.ok || answer.status === 401 || answer.status === 403) {
      block('barrier.link');
      return null;
    }
    block('barrier.waiting');
    await wait(ASK_AGAIN_MILLISECONDS);
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
    // Those of the page are covered.
    const languages = element('div', 'languages', undefined, { role: 'group' });
    languageButtons(languages);
    form.append(languages, title, ...fields.map(({ label }) => label), send, refusal);
    let refused = null;
    const label = () => {
      languages.setAttribute('aria-label', say('language.label'));
      setText(title, say(isSeat ? 'entry.pair-title' : 'entry.title'));
      setText(send, say(isSeat ? 'entry.pair' : 'entry.sign-in'));
      for (const { name, words } of fields) setText(name, say(words));
      setText(refusal, refused === null ? '' : refusalWords(refused));
    };
    label();
    onLanguage(label);
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      send.disabled = true;
      refused = null;
      label();
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
      refused = answer;
      label();
      const last = fields.at(-1).input;
      last.value = '';
      return last.focus();
    });
    cover(form);
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

function refusalWords({ lost, reason, waitSeconds }) {
  const [minutes, seconds] = [Math.floor(waitSeconds / 60), String(waitSeconds % 60).padStart(2, '0')];
  return say(lost ? 'entry.no-answer' : (REFUSALS[reason] ?? 'entry.failed'), { minutes, seconds });
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

/** Ends the session, once; the page asks for a person then. */
async function signOut(requests) {
  if (isOver) return;
  isOver = true;
  block('barrier.waiting');
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
