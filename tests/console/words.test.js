// The languages: the same keys everywhere, the same blanks to fill in, and every name that the cabinet can send.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { CALL_NAMES } from '../../src/http/console/assets/calls.js';
import { KINDS } from '../../src/http/console/assets/layout.js';
import { faultKeys } from '../../src/http/console/assets/words.js';

const CONSOLE = new URL('../../src/http/console/', import.meta.url);
const SOURCE = new URL('../../src/', import.meta.url);
const MODEL = new URL('model/', SOURCE);
const LANGUAGES = ['hy', 'ru', 'ka', 'en'];
const imported = async (name) => (await import(new URL(`assets/words/${name}.js`, CONSOLE))).default;
const words = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (code) => [code, { ...(await imported(code)), ...faultKeys(await imported(`faults/${code}`)) }])),
);
const read = (url) => readFileSync(url, 'utf8');
const assets = readdirSync(new URL('assets/', CONSOLE)).filter((name) => name.endsWith('.js'));

/** The names in messages that the code below `impl` gives to the variants of an enum. */
function namesOf(file, type) {
  const [, body] = new RegExp(`impl ${type} \\{\\n(.*?)\\n\\}`, 's').exec(read(new URL(file, SOURCE)));
  return [...body.matchAll(/Self::.* => "([a-z-]+)"/g)].map(([, name]) => name);
}

/** The names in messages of an enum whose variants are written in small letters with dashes, as the program's sources declare it. */
function variantsOf(file, type) {
  const [, body] = new RegExp(`enum ${type} \\{\\n(.*?)\\n\\}`, 's').exec(read(new URL(file, SOURCE)));
  // Variants stand one step in; what a variant holds stands deeper.
  return [...body.matchAll(/^ {4}([A-Z]\w*)/gm)].map(([, variant]) => variant.replace(/\B[A-Z]/g, '-$&').toLowerCase());
}

/** The names of the fields of a body, as the program's sources declare them. */
function fieldsOf(file, type) {
  const [, body] = new RegExp(`struct ${type} \\{\\n(.*?)\\n\\}`, 's').exec(read(new URL(file, SOURCE)));
  return [...body.matchAll(/^ {4}(\w+):/gm)].map(([, name]) => name);
}

/** The variants that are played between players: the folders of their rules files. */
const variantsBetweenPlayers = readdirSync(new URL('../../device-profiles/betting/', import.meta.url)).filter((name) => !name.includes('.'));

/** Every game that the cabinet may host, the wheel's aside. */
const cardGames = [...read(new URL('games/card_game.rs', SOURCE)).matchAll(/^ {4}"([a-z-]+)" \w+ \w+,$/gm)].map(([, name]) => name);
/** What the demo calls its tables that have another name than their game. */
const variantsOfTheDemo = [...read(new URL('../../device-profiles/cabinets/demo.toml', import.meta.url)).matchAll(/^\[\[\w+\]\]\n(?:#.*\n)*name = "(.*)"$/gm)]
  .map(([, name]) => name.toLowerCase().replaceAll(' ', '-'))
  .filter((name) => ![...cardGames, ...variantsBetweenPlayers].includes(name));

/** What the cabinet may send of each family of words that a page picks by the name it was sent. */
const SENT = {
  'actions between players': ['poker.did.', namesOf('model/player_table.rs', 'BettingAction')],
  'amounts between players': ['poker.amount.', fieldsOf('http/dto/player_table.rs', 'Amounts')],
  'bet kinds': ['place.', variantsOf('model/bet.rs', 'BetKind')],
  calls: ['call.', variantsOf('model/bet.rs', 'Call')],
  'self-tests, their parts': ['tested.', namesOf('model/self_test.rs', 'TestedPart')],
  'self-tests, their ends': ['test-end.', [...variantsOf('http/dto/self_test.rs', 'Ending'), 'never', 'running']],
  'calls for an attendant': ['calling.', namesOf('model/attendant_call.rs', 'CallReason')],
  'calls for an attendant, to the seat': ['calling.waits-', namesOf('model/attendant_call.rs', 'CallReason')],
  'calls for an attendant, to the attendant': ['calling.told-', namesOf('model/attendant_call.rs', 'CallReason')],
  choices: ['choice.', variantsOf('model/play.rs', 'ChoiceKind').map((name) => (name === 'exchange' ? 'exchange-cards' : name))],
  colours: ['colour.', variantsOf('model/pocket.rs', 'Colour')],
  // A hand that makes nothing is told by its cards alone.
  combinations: ['combination.', variantsOf('model/outcome.rs', 'Combination').filter((name) => name !== 'nothing')],
  'deal phases': ['deal.', variantsOf('http/dto/table.rs', 'DealPhase')],
  'reasons for a void deal': ['deal-void.', namesOf('model/card_table.rs', 'DealVoid')],
  'ends of faults': ['ended.', namesOf('model/service.rs', 'FaultEnd')],
  // A win is told with its odds.
  fates: ['fate.', variantsOf('model/outcome.rs', 'Fate').map((name) => (name === 'won' ? 'at' : name))],
  'figures over time': ['figure.', namesOf('model/figure_history.rs', 'Figure')],
  games: ['game.', cardGames],
  'limits of wagers': ['poker.limit.', namesOf('games/betting/rules.rs', 'Limit')],
  "limits of the wheel's table": ['limits.', variantsOf('http/dto/stake_limits.rs', 'WheelLimitName').filter((name) => !KINDS.includes(name))],
  limits: ['limit.', variantsOf('model/card_table.rs', 'LimitKind')],
  'no spin': ['no-spin.', namesOf('model/wheel.rs', 'NoSpinReason')],
  'phases between players': ['poker.phase.', variantsOf('http/dto/player_table.rs', 'BetweenPhase')],
  phases: ['phase.', variantsOf('http/dto/cabinet.rs', 'Phase')],
  'games between players': ['game.', variantsBetweenPlayers],
  places: ['hand.', variantsOf('http/dto/table.rs', 'At').map((name) => (name === 'hand' ? 'box' : name))],
  'findings of spins': ['bias.found.', namesOf('model/spin_statistics.rs', 'SpinFinding')],
  'tests of spins': ['bias.test.', [...read(new URL('diagnostics/bias/statistics.rs', SOURCE)).matchAll(/const \w+: &str = "([a-z]+)"/g)].map(([, name]) => name)],
  'verdicts on spins': ['bias.verdict.', namesOf('model/spin_statistics.rs', 'SpinVerdict')],
  'sentences of all games': ['rule.', textsIn('games/sheet.rs')],
  roles: ['role.', namesOf('model/access.rs', 'StaffRole')],
  refusals: ['refusal.', namesOf('model/refusal.rs', 'Refusal')],
  'stakes of a card table': ['stake.', variantsOf('model/play.rs', 'StakeKind')],
  // What waits or plays is told by its cards alone.
  standings: ['standing.', variantsOf('model/outcome.rs', 'Standing').filter((name) => !['playing', 'stands', 'decided'].includes(name))],
  symbols: ['symbol.', variantsOf('model/symbol.rs', 'Symbol')],
  'variants of games': ['variant.', variantsOfTheDemo],
  'void rounds': ['voided.', variantsOf('http/dto/round.rs', 'Voided')],
};
/** Families that a page picks by a name of its own, or that have a test of their own. */
const OWN = ['action', 'amount', 'bearer', 'call-rule', 'cell', 'control', 'coup', 'credit', 'driver', 'fault', 'hand-pay', 'kind', 'let-in', 'meters', 'past', 'poker', 'rank', 'reading', 'said', 'stats', 'suit'];

/** Every text in a source file. */
function textsIn(file) {
  return [...read(new URL(file, SOURCE)).matchAll(/"([^"]+)"/g)].map(([, text]) => text);
}

/** The names of sentences and cases that a game's rules sheet may send: every text in its file, and in that of the vocabulary it speaks. */
function sheetNames(game) {
  const textsOf = (room) => textsIn(`games/${room}/sheet.rs`);
  const room = game.replaceAll('-', '_');
  const isOfHouse = read(new URL(`games/${room}/sheet.rs`, SOURCE)).includes('house_poker');
  return [...textsOf(room), ...(isOfHouse ? textsOf('house_poker') : [])];
}

function hasAll(keys) {
  for (const code of LANGUAGES) for (const key of keys) assert.ok(words[code][key]?.trim(), `${code} lacks ${key}`);
}

test('all languages have the same keys, none of them empty', () => {
  const keys = Object.keys(words.en).sort();
  for (const code of LANGUAGES) assert.deepEqual(Object.keys(words[code]).sort(), keys, code);
  hasAll(keys.filter((key) => !key.startsWith('number.')));
});

test('all languages fill in the same blanks', () => {
  const blanks = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const key of Object.keys(words.en)) for (const code of LANGUAGES) assert.deepEqual(blanks(words[code][key]), blanks(words.en[key]), `${code} ${key}`);
});

test('every game has its picture, which names nothing outside itself', () => {
  for (const game of ['roulette', ...SENT.games[1], ...variantsBetweenPlayers]) {
    const picture = read(new URL(`assets/pictures/${game}.svg`, CONSOLE));
    assert.match(picture, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 160 96">/, game);
    assert.doesNotMatch(picture, /<text|<image|<script|<style|href/, game);
  }
});

test('the rules of every game have a sentence for each name that its sheet can send, and none is left over', async () => {
  const [, games] = SENT.games;
  const told = new Set(games.flatMap(sheetNames));
  const blanks = (text) => [...text.matchAll(/\{\w+\}/g)].map(String);
  for (const game of games) {
    const [english, ...others] = await Promise.all(['en', 'hy', 'ka', 'ru'].map(async (code) => (await import(new URL(`assets/words/${game}/${code}.js`, CONSOLE))).default));
    assert.ok(sheetNames(game).length > 5, `${game} has a sheet`);
    for (const name of sheetNames(game)) assert.ok(english[name]?.trim(), `${game} ${name}`);
    for (const name of Object.keys(english)) assert.ok(told.has(name), `${game} ${name} is told by no sheet`);
    for (const words of others) {
      assert.deepEqual(Object.keys(words).sort(), Object.keys(english).sort(), game);
      for (const [name, text] of Object.entries(words)) assert.deepEqual(blanks(text), blanks(english[name]), `${game} ${name}: ${text}`);
    }
  }
});

test('every name that the cabinet can send has its words', () => {
  for (const [what, [family, names]] of Object.entries(SENT)) {
    assert.ok(names.length > 1, `${what} are found in the sources`);
    hasAll(names.map((name) => family + name));
  }
});

test('no page picks words by a name of which nobody knows what it can be', () => {
  const picked = assets.flatMap((name) => [...read(new URL(`assets/${name}`, CONSOLE)).matchAll(/`([a-z-]+)\.\$\{/g)].map(([, family]) => family));
  const known = new Set([...OWN, ...Object.values(SENT).map(([family]) => family.slice(0, -1))]);
  assert.deepEqual([...new Set(picked)].filter((family) => !known.has(family)), []);
});

test('every fault has a sentence for players and two for attendants', () => {
  const names = namesOf('model/fault.rs', 'FaultCode');
  assert.ok(names.length >= 7);
  hasAll(names.flatMap((name) => ['player', 'meaning', 'check'].map((field) => `fault.${name}.${field}`)));
});

test('the English of a fault is that of the program', () => {
  const names = Object.fromEntries([...read(new URL('fault.rs', MODEL)).matchAll(/Self::(\w+) => "([a-z-]+)"/g)].map(([, code, name]) => [code, name]));
  const [meanings, checks] = read(new URL('fault_words.rs', MODEL)).split('fn what_to_check');
  const said = (source) => [...source.matchAll(/Self::(\w+) => \{?\s*"([^"]*)"/g)].map(([, code, text]) => [names[code], text]);
  const plain = (text) => text.replaceAll('’', "'");
  for (const [field, texts] of Object.entries({ meaning: said(meanings), check: said(checks) })) {
    assert.equal(texts.length, Object.keys(names).length, field);
    for (const [name, text] of texts) assert.equal(plain(words.en[`fault.${name}.${field}`]), text, `${name} ${field}`);
  }
});

test('a fault that lasts until somebody has looked says what to do: hold, look, go on', () => {
  const said = { en: [/^Hold the table and /, /let the table go on\.$/], ru: [/^Остановить игру и /, /продолжить игру\.$/], hy: [/^Դադարեցնել խաղը/, /շարունակել խաղը։$/], ka: [/^შეაჩერეთ თამაში და /, /გააგრძელეთ თამაში\.$/] };
  for (const code of LANGUAGES) {
    for (const fault of ['rotor-index-against-encoder', 'ball-already-lies', 'no-spins-in-a-row']) {
      for (const pattern of said[code]) assert.match(words[code][`fault.${fault}.check`], pattern, `${code} ${fault}`);
    }
  }
});

test('a fault of the cards names no one kind of source', () => {
  const kinds = { en: /machine|shuffler/i, ru: /машин/i, hy: /մեքենա/i, ka: /მანქან/ };
  for (const code of LANGUAGES) {
    const told = Object.entries(words[code]).filter(([key]) => key.startsWith('fault.'));
    for (const [key, text] of told) assert.doesNotMatch(text, kinds[code], `${code} ${key}`);
  }
});

test('every kind of bet and every call has its names', () => {
  hasAll(KINDS.flatMap((kind) => [`place.${kind}`]));
  hasAll(CALL_NAMES.flatMap((call) => [`call.${call}`, `call-rule.${call}`]));
  for (const code of LANGUAGES) for (const kind of KINDS.slice(0, 8)) assert.ok(words[code][`kind.${kind}`], `${code} kind.${kind}`);
});

test('every key that a page or a module names exists', () => {
  const pages = readdirSync(CONSOLE).filter((name) => name.endsWith('.html'));
  const named = [
    ...pages.flatMap((name) => [...read(new URL(name, CONSOLE)).matchAll(/data-(?:say|label)="([^"]+)"/g)].map(([, key]) => key)),
    ...assets.flatMap((name) => [...read(new URL(`assets/${name}`, CONSOLE)).matchAll(/\b(?:say|block)\('([^']+)'/g)].map(([, key]) => key)),
  ];
  assert.ok(named.length > 60);
  for (const key of new Set(named)) assert.ok(key in words.en, key);
});

test('no key is left over', () => {
  const source = assets.map((name) => read(new URL(`assets/${name}`, CONSOLE))).join('') + readdirSync(CONSOLE).filter((name) => name.endsWith('.html')).map((name) => read(new URL(name, CONSOLE))).join('');
  const families = [...source.matchAll(/`([a-z.-]+\.)(?:\$\{[^}]+\})/g)].map(([, prefix]) => prefix);
  const used = (key) => source.includes(`'${key}'`) || source.includes(`"${key}"`) || families.some((prefix) => key.startsWith(prefix));
  for (const key of Object.keys(words.en)) assert.ok(used(key), key);
});

test('the pages keep to their content security policy: no inline script, style or handler', () => {
  for (const name of readdirSync(CONSOLE).filter((each) => each.endsWith('.html'))) {
    const page = read(new URL(name, CONSOLE));
    assert.doesNotMatch(page, /<style|\sstyle=|\son[a-z]+=|javascript:|https?:\/\/|<script(?![^>]*\ssrc=)/i, name);
    for (const [, path] of page.matchAll(/(?:src|href)="([^"]+)"/g)) assert.doesNotThrow(() => read(new URL(`.${path}`, CONSOLE)), path);
  }
  for (const name of assets) assert.doesNotMatch(read(new URL(`assets/${name}`, CONSOLE)), /\beval\(|new Function|innerHTML|outerHTML|insertAdjacentHTML|setAttribute\('style'/, name);
});
