// Small helpers to build elements without markup in strings.

const SVG = 'http://www.w3.org/2000/svg';

/** A new element with a class, its text, and further properties. */
export function element(tag, className = '', text = undefined, properties = {}) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return Object.assign(made, properties);
}

/** A new SVG element with attributes and, where given, text. */
export function drawing(tag, attributes = {}, text = undefined) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/** Writes a text only where it differs, so that a screen reader and the layout are left alone otherwise. */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** A function that calls `work` only when one of its arguments differs from the call before. */
export function whenChanged(work) {
  let before = null;
  return (...values) => {
    if (before && values.every((value, i) => value === before[i])) return;
    before = values;
    work(...values);
  };
}

/** Runs `work` at most once a frame. */
export function oncePerFrame(work) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      work();
    });
  };
}

/** Whether the person asked for less movement. */
export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
