/**
 * The records of the worker, which the pages of a window hand on to each other in the window's name where the browser
 * keeps nothing.
 */

const MARK = "damaci:";

/** Whether the worker has said that this window keeps its records. */
let asked = false;

/** @type {Record<string, string>} */
const records = read();

function read() {
  try {
    return window.name.startsWith(MARK) ? JSON.parse(window.name.slice(MARK.length)) : {};
  } catch {
    return {};
  }
}

/** What the page before has handed on, as JSON. */
export function carried() {
  return JSON.stringify(records);
}

/** Whether what is played lasts only as long as this window. */
export function isCarried() {
  return asked;
}

/** @param {Record<string, string | null>} changes null for removed entries */
export function carry(changes) {
  asked = true;
  for (const [key, text] of Object.entries(changes)) {
    if (text === null) delete records[key];
    else records[key] = text;
  }
  window.name = MARK + carried();
}
