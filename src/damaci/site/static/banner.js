/** The line over the page: a lost connection for as long as it lasts, and for some seconds what has just been done or
 * said. */

import { find, make, write } from "./dom.js";
import { t } from "./i18n.js";

/** Milliseconds that a message stays. */
const SHOWN = 10_000;

/** Milliseconds that a connection may be lost before this is said. */
const PATIENCE = 600;

let lasting = "";
/** @type {number | undefined} until the message goes */
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
 * Says for SHOWN milliseconds what has been done or begins.
 * @param {string} text
 */
export function inform(text) {
  notify(make("span", { class: "good" }, text));
}

/**
 * Says for SHOWN milliseconds what has gone wrong, or what somebody has said; then the lasting text is shown again.
 * @param {Node | string} content
 */
export function notify(content) {
  clearTimeout(passing);
  find("#banner").replaceChildren(content);
  passing = setTimeout(showLasting, SHOWN);
}

/**
 * Shows a text until another one is kept; "" for none. It takes the place of a message.
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
