// The letters that the program brings along: a board without any font of its own shows every character of every page.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { charactersOf } from './woff2.js';

const CONSOLE = new URL('../../src/http/console/', import.meta.url);
const ASSETS = new URL('assets/', CONSOLE);
/** All fonts together: what a slow board's browser fetches and keeps. */
const MOST_BYTES = 250_000;
const BLANK = 0x20;
/** A browser draws this narrow blank as a part of the blank; it stands between groups of digits. */
const NARROW_BLANK = 0x202f;
/** The signs of the dram, the euro, the lari, the rouble and the dollar: a house writes its currency as it likes. */
const CURRENCIES = '֏€₾₽$';

const read = (url) => readFileSync(url, 'utf8');
const named = (point) => `U+${point.toString(16).toUpperCase().padStart(4, '0')} ${String.fromCodePoint(point)}`;

/** The faces of the style sheet: each with its file, the ranges it is asked for, and the characters it has. */
const faces = [...read(new URL('fonts.css', ASSETS)).matchAll(/^@font-face \{(.*)\}$/gm)].map(([, body]) => {
  const [, file] = /src: url\("fonts\/([a-z0-9-]+\.woff2)"\) format\("woff2"\)/.exec(body);
  const [, ranges] = /unicode-range: ([^;]+);/.exec(body);
  const runs = ranges.split(', ').map((run) => run.slice(2).split('-').map((each) => Number.parseInt(each, 16)));
  return { body, file, runs: runs.map(([first, last]) => [first, last ?? first]), characters: charactersOf(fileURLToPath(new URL(`fonts/${file}`, ASSETS))) };
});

/** What the pages may show: every word, also in capitals as style sheets write it, and what modules and pages write themselves. */
function shown() {
  const words = readdirSync(new URL('words/', ASSETS), { recursive: true }).filter((name) => name.endsWith('.js')).map((name) => read(new URL(`words/${name}`, ASSETS)));
  const names = read(new URL('words.js', ASSETS));
  const modules = readdirSync(ASSETS).filter((name) => name.endsWith('.js')).map((name) => read(new URL(name, ASSETS)));
  const pages = readdirSync(CONSOLE).filter((name) => name.endsWith('.html')).map((name) => read(new URL(name, CONSOLE)));
  const text = [...words, names, ...modules, ...pages, CURRENCIES].join('');
  return new Set([...text, ...text.toUpperCase()].map((each) => each.codePointAt(0)).filter((point) => point >= BLANK));
}

test('every character that a page can show is drawn by a font of the program', async () => {
  const points = shown();
  assert.ok(points.size > 200, `${points.size} characters`);
  for (const point of points) {
    const face = faces.find(({ runs }) => runs.some(([first, last]) => first <= point && point <= last));
    assert.ok(face, `${named(point)} is asked of no font`);
    assert.ok(face.characters.has(point === NARROW_BLANK ? BLANK : point), `${face.file} lacks ${named(point)}`);
  }
});

test('a font is asked for nothing that it lacks, and no character is asked of two', () => {
  const asked = new Map();
  for (const { file, runs, characters } of faces) {
    for (const [first, last] of runs) {
      for (let point = first; point <= last; point += 1) {
        assert.ok(!asked.has(point), `${named(point)}: ${asked.get(point)} and ${file}`);
        asked.set(point, file);
        if (point !== NARROW_BLANK) assert.ok(characters.has(point), `${file} lacks ${named(point)}`);
      }
    }
  }
  assert.ok(asked.size > 400, `${asked.size} characters`);
});

test('the fonts are small, all in use, and lie beside their licence', () => {
  const files = readdirSync(new URL('fonts/', ASSETS)).sort();
  assert.deepEqual(files, ['OFL.txt', ...faces.map(({ file }) => file)].sort());
  const bytes = faces.reduce((sum, { file }) => sum + statSync(new URL(`fonts/${file}`, ASSETS)).size, 0);
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
  const licence = read(new URL('fonts/OFL.txt', ASSETS));
  assert.match(licence, /SIL OPEN FONT LICENSE Version 1\.1/);
  for (const project of ['latin-greek-cyrillic', 'armenian', 'georgian']) assert.ok(licence.includes(`The Noto Project Authors (https://github.com/notofonts/${project})`), project);
});

test('every page loads the fonts before its own style, and no text waits in other letters', () => {
  for (const name of readdirSync(CONSOLE).filter((each) => each.endsWith('.html'))) {
    const sheets = [...read(new URL(name, CONSOLE)).matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(([, path]) => path);
    assert.equal(sheets[0], '/assets/fonts.css', name);
  }
  const family = /--font: "([^"]+)"/.exec(read(new URL('console.css', ASSETS)))[1];
  for (const { body, file } of faces) assert.ok(body.includes(`font-family: "${family}"`) && body.includes('font-display: block'), file);
});
