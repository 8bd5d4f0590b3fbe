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

/**
 * Fills `parent` with one child for each of `items`. A child whose key was there before stays the same element, so that the keyboard's
 * focus, a running movement and a screen reader's place are not lost; `fill(child, item)` brings it up to date.
 */
export function keep(parent, items, keyOf, make, fill = () => {}) {
  const before = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  const children = items.map((item) => {
    const key = keyOf(item);
    const child = before.get(key) ?? make(item);
    child.dataset.key = key;
    fill(child, item);
    return child;
  });
  const isSame = children.length === parent.children.length && children.every((child, index) => child === parent.children[index]);
  if (!isSame) place(parent, children);
}

/** Puts the children in this order; those that stand right are not touched, since an element that is moved loses the focus. */
function place(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  children.forEach((child, index) => {
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  });
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
