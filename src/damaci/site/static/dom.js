/** Helpers to find, create and change elements. */

/**
 * The first element that matches a selector. Throws if the page has none.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {T}
 */
export function find(selector, root = document) {
  const element = root.querySelector(selector);
  if (!element) throw new Error(`no element ${selector}`);
  return /** @type {T} */ (/** @type {unknown} */ (element));
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * Sets an attribute, or removes it for null; does nothing if the value is the same.
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 */
export function attribute(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/**
 * Sets the text if it differs; a live region would announce the same text again.
 * @param {Node} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A move whose hyphen would let a line end within it. */
const MOVE = /([a-h][1-8]-[a-h][1-8])/;

/**
 * Sets the text if it differs; no move in it is broken at the end of a line.
 * @param {Element} element
 * @param {string} text
 */
export function writeMoves(element, text) {
  if (element.textContent === text) return;
  const parts = text.split(MOVE);
  element.replaceChildren(
    ...parts.map((part, place) => (place % 2 ? make("span", { class: "unbroken" }, part) : part)),
  );
}
