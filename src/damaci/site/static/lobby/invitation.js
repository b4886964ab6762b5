/** An invitation: for who sent it, the link and the waiting; for who got it, the door to the game. */

import "../shell.js";
import { send } from "../api.js";
import { startCopying } from "../copy.js";
import { find } from "../dom.js";
import { tell } from "../files.js";
import { t } from "../i18n.js";
import { page } from "../page.js";
import { followLobby } from "./socket.js";

if (page.mine) {
  followLobby();
  startCopying(find("main"));
  find("#cancel").addEventListener("click", () => attempt(() => send("DELETE", `/api/v1/seeks/${page.game}`, {}), "/"));
} else {
  find("#join").addEventListener("click", () =>
    attempt(() => send("POST", `/api/v1/games/${page.game}/join`, {}), location.href),
  );
}

/**
 * @param {() => Promise<unknown>} act
 * @param {string} then the address to go to
 */
async function attempt(act, then) {
  try {
    await act();
    location.assign(then);
  } catch {
    tell(`${t("Something went wrong")}. ${t("Please try again.")}`);
  }
}
