/** The banner: says that the connection is lost as long as it is, and shows other messages for some seconds. */

import { find, make, write } from "./dom.js";
import { t } from "./i18n.js";

/** Milliseconds for which a message is shown. */
const SHOWN = 10_000;

/** Milliseconds after which a lost connection is shown. */
const PATIENCE = 600;

let lasting = "";
/** @type {number | undefined} the timer that hides the message */
let passing;

/** @param {EventTarget & {state: import("./transport/channel.js").State}} connection */
export function startBanner(connection) {
  /** @type {number | undefined} */
  let timer;
  connection.addEventListener("state", () => {
    clearTimeout(timer);
    if (connection.state === "open") return keep("");
    timer = setTimeout(() => keep(text(connection.state)), connection.state === "refused" ? 0 : PATIENCE);
  });
}

/**
 * Shows for SHOWN milliseconds what has been done or begins.
 * @param {string} text
 */
export function inform(text) {
  notify(make("span", { class: "good" }, text));
}

/**
 * Shows an error or somebody's message for SHOWN milliseconds; then shows the lasting text again.
 * @param {Node | string} content
 */
export function notify(content) {
  clearTimeout(passing);
  find("#banner").replaceChildren(content);
  passing = setTimeout(showLasting, SHOWN);
}

/**
 * Shows a text until the next call; "" for none. It replaces a message.
 * @param {string} text
 */
function keep(text) {
  if (text === lasting) return;
  lasting = text;
  showLasting();
}

/** @param {import("./transport/channel.js").State} state */
function text(state) {
  if (state === "refused") return t("This game is not here any more. Please start a new one.");
  return t("The connection is lost. Trying again…");
}

function showLasting() {
  clearTimeout(passing);
  write(find("#banner"), lasting);
}
