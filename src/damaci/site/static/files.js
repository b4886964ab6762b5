/** Games and positions from outside: a file dropped onto any page, text pasted onto it. */

import { find, write } from "./dom.js";
import { explainBriefly } from "./explain.js";
import { bringIn } from "./importing.js";
import { t } from "./i18n.js";
import { Failure } from "./transport/request.js";

/** How long a message stays. */
const SHOWN = 10_000;

/** What a PDN or a FEN begins with. */
const RECORD = /^\s*(\[\w|[WB]:[WB]|1\.)/i;

/** What becomes of a file: its games are kept, unless a page wants it for itself. */
let take = (/** @type {Blob} */ file) => bringIn(file);

/** @param {(file: Blob) => Promise<void>} taking throws what is wrong with the file; a pasted text is one too */
export function takeTexts(taking) {
  take = taking;
}

export function startFiles() {
  document.addEventListener(
    "dragover",
    (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault(),
  );
  document.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    openFile(file);
  });
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const field = event.target instanceof Element && event.target.closest("input, textarea");
    if (!field && RECORD.test(text)) openFile(new Blob([text]));
  });
}

/** @param {Blob} file */
export async function openFile(file) {
  try {
    await take(file);
  } catch (error) {
    tell(unreadable(error));
  }
}

/**
 * Why a text was not taken.
 * @param {unknown} error
 */
export function unreadable(error) {
  if (!(error instanceof Failure)) return t("The app does not answer. Is it still running?");
  // What is wrong with a record or a position, only its reader can say.
  if (["bad-pdn", "bad-fen", "bad-value"].includes(error.code))
    return t("This cannot be read: {reason}", { reason: error.message });
  return explainBriefly(error.code);
}

/**
 * Says something over the page for a while.
 * @param {string} text
 */
export function tell(text) {
  const banner = find("#banner");
  write(banner, text);
  setTimeout(() => banner.textContent === text && write(banner, ""), SHOWN);
}
