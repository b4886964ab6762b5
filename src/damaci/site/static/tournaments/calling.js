/** Calls to the visitor's games in tournaments: every page changes to a game when it begins. */

import { inform } from "../banner.js";
import { listenForChallenges } from "../challenges/listening.js";
import { t } from "../i18n.js";
import { page } from "../page.js";
import { goToPage } from "../places.js";
import { device, JOINED, tab } from "../storage.js";
import { subscribe } from "../transport/channel.js";

/** The key under which this tab stores the game to which it has gone. */
const GONE = "damaci-called";

/** Milliseconds for which a call is shown before the page changes. */
const NOTICE = 3000;

/** Makes every page of this browser listen from now on. */
export function rememberCalls() {
  device.keep(JOINED, "yes");
}

/** Makes the pages of this browser stop listening. */
export function forgetCalls() {
  device.forget(JOINED);
}

/** Listens on a page that is not a tournament's. */
export function startCalls() {
  const channel = subscribe("calls");
  channel.addEventListener("message", (event) => {
    const news = /** @type {CustomEvent} */ (event).detail;
    if (news.type === "call") goToGame(news.game, NOTICE);
    if (news.type !== "free") return;
    forgetCalls();
    channel.close();
    listenForChallenges();
  });
}

/**
 * Goes to a game, unless this tab is there or has been there.
 * @param {string} game
 * @param {number} after milliseconds
 */
export function goToGame(game, after) {
  if (page.game === game || tab.text(GONE) === game) return;
  tab.keep(GONE, game);
  if (after) inform(t("Your game in the tournament begins."));
  setTimeout(() => goToPage("game", { game }), after);
}
