/** The worker's records, which the pages of a window pass on in the window's name if the browser stores nothing. */

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

/** The records from the page before, as JSON. */
export function carried() {
  return JSON.stringify(records);
}

/** Whether games last only as long as this window. */
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
