/** The banner that says that the connection is lost and the page reconnects. */

import { find, write } from "../dom.js";
import { t } from "../i18n.js";

/** Milliseconds that a connection may be lost before the banner appears. */
const PATIENCE = 600;

/** @param {EventTarget & {state: import("../transport/channel.js").State}} connection */
export function startBanner(connection) {
  const banner = find("#banner");
  /** @type {number | undefined} */
  let timer;
  connection.addEventListener("state", () => {
    clearTimeout(timer);
    if (connection.state === "open") return write(banner, "");
    timer = setTimeout(() => write(banner, text(connection.state)), connection.state === "refused" ? 0 : PATIENCE);
  });
}

/** @param {import("../transport/channel.js").State} state */
function text(state) {
  if (state === "refused") return t("This game is not here any more. Please start a new one.");
  return t("The connection is lost. Trying again…");
}
