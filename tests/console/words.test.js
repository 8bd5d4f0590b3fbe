// The languages: the same keys everywhere, the same blanks to fill in, and every name that the cabinet can send.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { CALL_NAMES } from '../../src/http/console/assets/calls.js';
import { KINDS } from '../../src/http/console/assets/layout.js';

const CONSOLE = new URL('../../src/http/console/', import.meta.url);
const MODEL = new URL('../../src/model/', import.meta.url);
const LANGUAGES = ['hy', 'ru', 'ka', 'en'];
const words = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (code) => [code, (await import(new URL(`assets/words/${code}.js`, CONSOLE))).default])),
);
const read = (url) => readFileSync(url, 'utf8');
const assets = readdirSync(new URL('assets/', CONSOLE)).filter((name) => name.endsWith('.js'));

/** The names that an enum of the model has in messages: they stand behind its variants in the code below `impl`. */
function namesOf(file, type) {
  const source = read(new URL(file, MODEL));
  const body = source.slice(source.indexOf(`impl ${type} {`));
  return [...body.matchAll(/Self::\w+ => "([a-z-]+)"/g)].map(([, name]) => name);
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

test('every refusal of the cabinet has a sentence', () => {
  const names = namesOf('refusal.rs', 'Refusal');
  assert.ok(names.length >= 21);
  hasAll(names.map((name) => `refusal.${name}`));
});

test('every fault has a sentence for players and two for attendants', () => {
  const names = namesOf('fault.rs', 'FaultCode');
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

test('a fault of the cards names no one kind of source', () => {
  const kinds = { en: /machine|shuffler/i, ru: /машин/i, hy: /մեքենա/i, ka: /მანქან/ };
  for (const code of LANGUAGES) {
    const told = Object.entries(words[code]).filter(([key]) => key.startsWith('fault.'));
    for (const [key, text] of told) assert.doesNotMatch(text, kinds[code], `${code} ${key}`);
  }
});

test('every reason for a spin that does not count has a sentence', () => {
  const names = namesOf('wheel.rs', 'NoSpinReason');
  assert.ok(names.length >= 7);
  hasAll(names.map((name) => `no-spin.${name}`));
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
