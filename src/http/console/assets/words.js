// The languages of the pages. Every string a person sees comes through here; a language is one file in
// `words/`, and one in each of its folders.

/** The languages with their own names, in the order in which they are offered. */
export const LANGUAGES = [
  ['hy', 'Հայերեն', 'ՀԱՅ'],
  ['ru', 'Русский', 'РУС'],
  ['ka', 'ქართული', 'ქარ'],
  ['en', 'English', 'ENG'],
];

let words = {};
let language = 'en';
const listeners = new Set();

/** The language in use. */
export function currentLanguage() {
  return language;
}

/** The sentence of a key with `{name}` filled in from `values`; the key itself where there is none, so that the lack is seen. */
export function say(key, values = {}) {
  return filled(words[key] ?? key, values);
}

function filled(sentence, values = {}) {
  return sentence.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

/** Whether the language has the key; used for names that a newer cabinet may send. */
export function has(key) {
  return key in words;
}

/** The sentences of a game's rules in the language in use, as a function like `say`: a file of each game's own, and those that all games share. */
export async function rulesOf(game) {
  const { default: sentences } = await import(`./words/${game}/${language}.js`);
  return (key, values) => filled(sentences[key] ?? words[`rule.${key}`] ?? key, values);
}

/** How the language writes numbers. */
export function numberStyle() {
  return { group: words['number.group'] ?? '\u202f', point: words['number.point'] ?? ',' };
}

/** Calls `listener` after each change of the language. */
export function onLanguage(listener) {
  listeners.add(listener);
}

/** The catalogue of faults as keys like those of all other words. */
export function faultKeys(catalogue) {
  const keys = ([code, fields]) => Object.entries(fields).map(([field, text]) => [`fault.${code}.${field}`, text]);
  return Object.fromEntries(Object.entries(catalogue).flatMap(keys));
}

/** Loads and uses a language, and remembers it on this device. */
async function useLanguage(code) {
  const [file, faults] = await Promise.all([import(`./words/${code}.js`), import(`./words/faults/${code}.js`)]);
  words = { ...file.default, ...faultKeys(faults.default) };
  language = code;
  document.documentElement.lang = code;
  try {
    localStorage.setItem('language', code);
  } catch {
    // A device that keeps nothing starts in its own language again.
  }
  fillPage();
  listeners.forEach((listener) => listener());
}

/** Starts in the language of the link, else of this device's last choice, else of its browser, else English. */
export function startLanguage() {
  const known = (code) => LANGUAGES.some(([each]) => each === code);
  let kept = null;
  try {
    kept = localStorage.getItem('language');
  } catch {
    kept = null;
  }
  const wanted = [new URLSearchParams(location.search).get('lang'), kept, ...navigator.languages.map((each) => each.slice(0, 2))];
  return useLanguage(wanted.find((code) => code && known(code)) ?? 'en');
}

/** Fills every element that names its key in `data-say` (its text) or `data-label` (its accessible name). */
export function fillPage(root = document) {
  for (const element of root.querySelectorAll('[data-say]')) element.textContent = say(element.dataset.say);
  for (const element of root.querySelectorAll('[data-label]')) element.setAttribute('aria-label', say(element.dataset.label));
}

/**
 * Fills `box` with one button a language. Where the style sheet folds them, only that of the language in use is seen: touching it shows
 * the others until one is chosen or something else is touched.
 */
export function languageButtons(box) {
  const press = (code) => {
    if (code === language) box.classList.toggle('open');
    else useLanguage(code);
  };
  const draw = () => {
    box.classList.remove('open');
    box.replaceChildren(
      ...LANGUAGES.map(([code, name, brief]) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = brief;
        button.title = name;
        button.lang = code;
        // What is seen is part of what is said, so that it can be spoken to.
        button.setAttribute('aria-label', `${brief}: ${name}`);
        button.setAttribute('aria-pressed', String(code === language));
        button.addEventListener('click', () => press(code));
        return button;
      }),
    );
  };
  draw();
  onLanguage(draw);
  document.addEventListener('pointerdown', (event) => box.contains(event.target) || box.classList.remove('open'));
}
