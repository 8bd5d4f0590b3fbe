// A daemon with its demo cabinet and a browser in front of it, for the tests of the pages.
//
// CROUPIERD names the built daemon, beside which the tool lies, SCREENSHOTS (optional) a folder for pictures; playwright-core and axe-core are found
// through NODE_PATH.
'use strict';

const assert = require('node:assert/strict');
const { execFileSync, spawn } = require('node:child_process');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const { chromium } = require('playwright-core');

const DAEMON = process.env.CROUPIERD ?? path.join(__dirname, '../../target/release/croupierd');
const TOOL = path.join(path.dirname(DAEMON), 'croupierctl');
/** The browser without windows needs a fifth less of the processor than the one with them, and draws alike. */
const CHROMIUM = process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => fs.existsSync(file));
const SCREENSHOTS = process.env.SCREENSHOTS;
/** How long a page may take for what it will do: it bounds one that never does, and a busy machine is slow. */
const WAIT = 240_000;
/** No page has so many places for the keyboard's focus. */
const MOST_TABS = 200;
/** Everything to touch is at least so wide and so high. */
const FINGER_PIXELS = 44;
/** How far from its edges a control is asked whether something covers it: its corners are round. */
const EDGE_PIXELS = 5;
/** What the button of each language says. */
const LANGUAGES = { hy: 'ՀԱՅ', ru: 'РУС', ka: 'ქარ', en: 'ENG' };
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/**
 * Whether the pages move. A page in motion is painted anew many times a second, which takes a third of what a test needs, so that most ask for
 * calm, as people may. One file sees the wheel and the amounts move; where a test sees the reels turn, it asks for it.
 */
const MOVES = path.basename(process.argv[1] ?? '', '.test.cjs') === 'play';

const house = { data: fs.mkdtempSync(path.join(os.tmpdir(), 'croupier-')), daemon: null, links: {}, port: 0 };
let browser;
const pages = {};
const complaints = [];
/** How many bytes each message had that the live view of a page was sent, by the page's name. */
const messages = {};
/** All that the live view of a page was told, as it came over the line, by the page's name; a page that comes back adds to it. */
const heard = {};

function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const isSecure = () => house.options.includes('--tls');

/** Where the house is asked. Over TLS the test that says `--tls` lets its own process take a certificate that nobody has signed. */
const at = (path) => `${isSecure() ? 'https' : 'http'}://127.0.0.1:${house.port}${path}`;

/** Starts the daemon and waits until it has printed its links and takes orders. */
async function open() {
  const daemon = spawn(DAEMON, ['--data', house.data, '--listen', `127.0.0.1:${house.port}`, ...house.options], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  house.daemon = daemon;
  let printed = '';
  daemon.stdout.on('data', (bytes) => {
    printed += bytes;
    for (const [, name, link] of printed.matchAll(/^(Seat \d|Attendant|Board)\s+(https?:\S+)$/gm)) house.links[name] = link;
  });
  const deadline = Date.now() + WAIT;
  for (;;) {
    const ready = await fetch(at('/ready')).then((answer) => answer.ok, () => false);
    if (ready && house.links.Board) {
      // The technician's page has the attendant's token.
      house.links.Service = house.links.Attendant.replace('/attendant#', '/service#');
      return;
    }
    assert.ok(Date.now() < deadline, 'the daemon is ready in time');
    assert.equal(daemon.exitCode, null, 'the daemon runs');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function kill(signal) {
  return new Promise((resolve) => {
    house.daemon.once('exit', (code) => resolve(code));
    house.daemon.kill(signal);
  });
}

async function visit(name, size) {
  const context = await browser.newContext({ viewport: size, locale: 'en-GB', ignoreHTTPSErrors: isSecure(), reducedMotion: MOVES ? 'no-preference' : 'reduce' });
  context.setDefaultTimeout(WAIT);
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(`${name}: ${error}`));
  page.on('console', (message) => {
    const isOfTheNetwork = /WebSocket|Failed to load resource|ERR_CONNECTION/.test(message.text());
    if (message.type() === 'error' && !isOfTheNetwork) complaints.push(`${name}: ${message.text()}`);
  });
  messages[name] = [];
  heard[name] ??= [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => {
    messages[name].push(Buffer.byteLength(payload));
    heard[name].push(payload);
  }));
  await page.goto(house.links[name]);
  pages[name] = page;
  return page;
}

/** An amount as the pages write it, in whole minor units. */
function minor(text) {
  const figures = text.replace(/[^\d.,]/g, '').replace(/,/g, '');
  const [whole, cents = '00'] = figures.split('.');
  return Number(whole) * 100 + Number(cents.padEnd(2, '0'));
}

const shown = async (page, selector) => minor(await page.textContent(selector));

async function cabinet() {
  return (await fetch(at('/api/v1/cabinet'))).json();
}

async function until(what, check) {
  const deadline = Date.now() + WAIT;
  for (;;) {
    const found = await check();
    if (found) return found;
    assert.ok(Date.now() < deadline, `in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Waits until a page shows this. */
async function comesTo(wanted, read, what) {
  let seen;
  const isThere = async () => JSON.stringify((seen = await read())) === JSON.stringify(wanted);
  await until('', isThere).catch(() => assert.deepEqual(seen, wanted, what));
}

/** Waits for a round with enough time left to bet. */
async function freshRound() {
  return until('a fresh round', async () => {
    const now = await cabinet();
    return now.phase === 'open' && now.ends_at - now.now > 8_000_000 && now.round;
  });
}

/** A seat as the token of a link is shown it: its own one, unless another is named. */
async function seatView(number, who = `Seat ${number}`) {
  const headers = { authorization: `Bearer ${house.links[who].split('#')[1]}` };
  return (await (await fetch(at(`/api/v1/seats/${number}`), { headers })).json()).seat;
}

/** A seat stakes 100.00 on red until it wins as much, which this cabinet pays by hand. The pages may be told later than the cabinet knows it. */
async function winByHand(number) {
  await until('a win is paid by hand', async () => {
    const round = await freshRound();
    const seat = await seatView(number);
    if (seat.hand_pay === 0 && seat.staked === 0) await order(`Seat ${number}`, `seats/${number}/bets`, { round, bets: [{ bet: 'red', stake: 10_000 }] });
    return seat.hand_pay > 0;
  });
}

/** Touches a place of the layout in its middle, as a finger does, once the page takes chips: it may be told of a round later than the house. */
async function touch(page, id) {
  await page.locator('#felt[aria-disabled="false"]').waitFor({ timeout: WAIT });
  const box = await page.locator(`#felt [data-id="${id}"]`).boundingBox();
  assert.ok(box, `the layout has the place ${id}`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** An order at the house's door, with the token of a seat or of the attendant; the answer must be good. */
async function order(who, path, body) {
  const headers = { authorization: `Bearer ${house.links[who].split('#')[1]}`, 'content-type': 'application/json', 'idempotency-key': `${path}-${Date.now()}` };
  const answer = await fetch(at(`/api/v1/${path}`), { method: 'POST', headers, body: JSON.stringify(body) });
  assert.equal(answer.status, 200, `${path}: ${await answer.text()}`);
}

/** What `croupierctl` prints about this house, with this on its standard input. */
const tell = (words, input = '') => execFileSync(TOOL, [...words, '--data', house.data], { input, encoding: 'utf8' });

/** Who is let in, as the running cabinet knows it. */
async function lettings() {
  const headers = { authorization: `Bearer ${house.links.Attendant.split('#')[1]}` };
  return (await (await fetch(at('/api/v1/access'), { headers })).json()).let_in;
}

/** Lets a person in, and waits until the running cabinet knows. */
async function letIn(name, role, pin) {
  tell(['access', 'add', name, '--role', role], `${pin}\n`);
  await until(`${name} is let in`, async () => (await lettings()).some((each) => each.name === name));
}

/** Opens a page without a link: a person signs in there, or a console is paired. */
function visitBare(name, path, size) {
  house.links[name] = at(path);
  return visit(name, size);
}

/** Signs a person in on a page that asks for it. */
async function signIn(page, name, pin) {
  await page.fill('.entry [name="name"]', name);
  await page.fill('.entry [name="pin"]', pin);
  await page.click('.entry .primary');
}

/** Moves the keyboard's focus with the Tab key alone until it is on what `selector` names. */
async function tabTo(page, selector) {
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`${selector} can be reached with the Tab key`);
}

/** As `tabTo`; `false` where what it names went away meanwhile, because the time to decide was over. */
async function tabToWhileThere(page, selector) {
  try {
    await tabTo(page, selector);
    return true;
  } catch (error) {
    if ((await page.locator(selector).count()) > 0) throw error;
    return false;
  }
}

/** What a checker of accessibility finds on a page that keeps people out: each rule with where it is broken. */
async function barriersOf(page) {
  await page.evaluate(fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  });
}

/** What is too small for a finger on a page, the fields of layout and race track included where they can be touched: each with its width and height. */
async function tooSmall(page, least = FINGER_PIXELS) {
  return page.evaluate((least) => {
    const shown = [...document.querySelectorAll('button, summary, a[href], input, .felt:not([role="img"]) .cell .ground, .oval .pocket path')].filter((each) => each.checkVisibility());
    // What lies beneath the next of its row is as wide as the part that is not covered.
    const open = (each) => {
      const [{ left, right, top, width, height }, next] = [each.getBoundingClientRect(), each.nextElementSibling?.getBoundingClientRect()];
      return { width: next && next.top === top && next.left > left && next.left < right ? next.left - left : width, height };
    };
    const boxes = shown.map((each) => [each.id || each.textContent || each.getAttribute('class') || each.parentNode.textContent, open(each)]);
    // Half a pixel is what rounding may take.
    return boxes.filter(([, box]) => Math.min(box.width, box.height) < least - 0.5).map(([name, box]) => `${name}: ${box.width} x ${box.height}`);
  }, least);
}

/** Every text that is seen on a page in smaller letters than this, with their size; also those of drawings, as large as they are drawn. */
async function unreadable(page, least) {
  return page.evaluate((least) => {
    const found = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.data.trim();
      const holder = texts.currentNode.parentElement;
      if (!text || holder.closest('.unseen') || !holder.checkVisibility({ visibilityProperty: true })) continue;
      const scale = holder.ownerSVGElement ? Math.hypot(holder.getScreenCTM().a, holder.getScreenCTM().b) : 1;
      const size = Number.parseFloat(getComputedStyle(holder).fontSize) * scale;
      if (size < least - 0.05) found.add(`${text}: ${size.toFixed(1)}`);
    }
    return [...found];
  }, least);
}

/** Words that are cut off on a page: those of buttons that are larger than these, and what is wider than the screen. */
async function cutOff(page) {
  return page.evaluate(() => {
    const isCut = (each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1;
    const buttons = [...document.querySelectorAll('button')].filter((each) => each.checkVisibility() && isCut(each));
    const cut = buttons.map((each) => `${each.textContent.trim()}: ${each.scrollWidth} x ${each.scrollHeight} in ${each.clientWidth} x ${each.clientHeight}`);
    const { scrollWidth } = document.documentElement;
    const wide = [...document.body.querySelectorAll('*')].filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1);
    const names = wide.map((each) => `${each.tagName.toLowerCase()}.${each.getAttribute('class')}#${each.id}`).slice(0, 5);
    return scrollWidth > innerWidth ? [...cut, `the page: ${scrollWidth} in ${innerWidth}, by ${names.join(', ')}`] : cut;
  });
}

/** How high the document is, and how high the window. */
const heights = (page) => page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);

/** The controls of these selectors that are not seen whole and free without scrolling; each selector has to name something. */
const outOfView = (page, selectors) =>
  page.evaluate(([selectors, edge]) => {
    const isFree = (each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      const corners = [left + edge, right - edge].flatMap((x) => [top + edge, bottom - edge].map((y) => [x, y]));
      return corners.every(([x, y]) => each.contains(document.elementFromPoint(x, y)));
    };
    return selectors.flatMap((selector) => {
      const found = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
      if (found.length === 0) return [`${selector}: there is none`];
      return found.filter((each) => !isFree(each)).map((each) => `${selector}: ${each.textContent}`);
    });
  }, [selectors, EDGE_PIXELS]);

/** What lies over something else on a card table: hands, the spots of the stakes, the choices. */
async function overlapping(page) {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll('.card-cloth :is(.hand, .spots, .choices)')].filter((each) => each.checkVisibility());
    const found = [];
    for (const [place, one] of shown.entries()) {
      for (const other of shown.slice(place + 1).filter((each) => !one.contains(each))) {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 2 && high > 2) found.push(`${one.className} and ${other.className}: ${wide} x ${high}`);
      }
    }
    return found;
  });
}

/**
 * The fonts of this machine that a page uses, each with what it draws; `seen` are the characters that were looked at before, and those of
 * the page are put to them. Hashes and raw lines may be in letters of one width.
 */
async function foreignFonts(page, seen) {
  const fresh = await page.evaluate((before) => {
    const known = new Set(before);
    for (const holder of document.querySelectorAll('body :not(code, pre)')) {
      const own = [...holder.childNodes].filter((each) => each.nodeType === Node.TEXT_NODE).map((each) => each.data).join('');
      const characters = [...own].filter((each) => each.trim() && !known.has(each));
      if (characters.length === 0 || !holder.checkVisibility()) continue;
      characters.forEach((each) => known.add(each));
      holder.dataset.letters = '';
    }
    return [...known];
  }, [...seen]);
  fresh.forEach((each) => seen.add(each));
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: '[data-letters]' });
  const found = [];
  for (const nodeId of nodeIds) {
    // What a page has taken away meanwhile is not seen any more.
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId }).catch(() => ({ fonts: [] }));
    for (const font of fonts.filter((each) => !each.isCustomFont)) {
      const { outerHTML } = await session.send('DOM.getOuterHTML', { nodeId });
      found.push(`${font.familyName}: ${outerHTML}`);
    }
  }
  await session.detach();
  await page.evaluate(() => document.querySelectorAll('[data-letters]').forEach((each) => delete each.dataset.letters));
  return found;
}

/** Shows a page in a language, chosen on the page as a person does it. */
async function speak(page, code) {
  if ((await page.getAttribute('html', 'lang')) === code) return;
  const button = page.locator('#languages').getByText(LANGUAGES[code], { exact: true });
  if (!(await button.isVisible())) await page.click('#languages [aria-pressed="true"]');
  await button.click();
  await page.locator(`html[lang="${code}"]`).waitFor({ timeout: WAIT });
}

/** Gives a page another size, and waits until it was drawn in it: a page lays some parts out anew in the frame after the change. */
async function resize(page, width, height) {
  await page.setViewportSize({ width, height });
  // Two frames, or a second where nothing has to be painted and no frame comes.
  await page.evaluate(() => new Promise((resolve) => {
    setTimeout(resolve, 1000);
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  }));
}

async function picture(name, page) {
  if (!SCREENSHOTS) return;
  fs.mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
}

/** Opens the house with these options of the daemon, and the pages of these people with their screens. */
async function openHouse(options, people) {
  house.options = options;
  house.port = await freePort();
  await open();
  browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });
  for (const [name, size] of people) await visit(name, size);
}

async function closeHouse() {
  await browser?.close();
  if (house.daemon?.exitCode === null) await kill('SIGKILL');
  fs.rmSync(house.data, { recursive: true, force: true });
}


module.exports = { LANGUAGES, WAIT, barriersOf, cabinet, closeHouse, comesTo, complaints, cutOff, foreignFonts, freshRound, heard, heights, house, kill, letIn, lettings, messages, minor, open, openHouse, order, outOfView, overlapping, pages, picture, resize, seatView, shown, signIn, speak, tabTo, tabToWhileThere, tell, tooSmall, touch, unreadable, until, visit, visitBare, winByHand };
