/** Takes games and positions from files dropped onto any page, and from pasted text or a link with a problem in it. */

import { notify } from "./banner.js";
import { explainBriefly } from "./explain.js";
import { t } from "./i18n.js";
import { Failure } from "./transport/request.js";

/** Matches the beginning of a PDN or FEN text. */
const RECORD = /^\s*(\[\w|[WB]:[WB]|1\.)/i;

/**
 * Imports the games of a file. The script for it is loaded here.
 * @param {Blob} file
 * @param {string} [ruleset] for games without one
 */
export async function importGames(file, ruleset) {
  const { bringIn } = await import("./importing.js");
  return bringIn(file, ruleset);
}

/** Elements that keep a text pasted into them. */
const FIELD = "textarea, input:not([type='radio'], [type='checkbox'])";

/** Handles a file: imports its games, unless a page sets another handler. */
let take = (/** @type {Blob} */ file) => importGames(file);

/**
 * @param {(file: Blob) => Promise<void>} taking throws an error for an invalid file; pasted text is passed as a file
 */
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
  document.addEventListener("paste", async (event) => {
    const field = event.target instanceof Element && event.target.closest(FIELD);
    if (field) return;
    const text = await recordIn(event.clipboardData?.getData("text/plain") ?? "");
    if (RECORD.test(text)) openFile(new Blob([text]));
  });
}

/**
 * The problem in a pasted link, or the text as it is. Few pages need the script that reads links.
 * @param {string} pasted
 */
export async function recordIn(pasted) {
  if (!pasted.includes("#")) return pasted;
  const { problemIn } = await import("./linked.js");
  return problemIn(pasted) || pasted;
}

/** @param {Blob} file */
export async function openFile(file) {
  try {
    await take(file);
  } catch (error) {
    notify(unreadable(error));
  }
}

/**
 * Why a text was not taken.
 * @param {unknown} error
 */
export function unreadable(error) {
  if (!(error instanceof Failure)) return t("The app does not answer. Is it still running?");
  // For invalid PDN or FEN, the server's message says what is wrong.
  if (["bad-pdn", "bad-fen", "bad-value"].includes(error.code))
    return t("This cannot be read: {reason}", { reason: error.message });
  return explainBriefly(error.code);
}
