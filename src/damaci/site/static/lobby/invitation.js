/** The invitation page: for the sender the link while waiting, for the receiver the button to join. */

import "../shell.js";
import { notify } from "../banner.js";
import { startCopying } from "../copy.js";
import { find } from "../dom.js";
import { codeOf, explainBriefly } from "../explain.js";
import { page } from "../page.js";
import { pageAddress } from "../places.js";
import { followLobby } from "./socket.js";
import { request } from "../transport/request.js";

if (page.mine) {
  // The page of a game that has begun is the game.
  followLobby(undefined, undefined, () => location.reload());
  startCopying(find("main"));
  find("#cancel").addEventListener("click", () =>
    attempt(() => request("seeks.cancel", { seek: page.game }), pageAddress("home")),
  );
} else {
  find("#join").addEventListener("click", () =>
    attempt(() => request("games.join", { game: page.game }), location.href),
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
  } catch (error) {
    notify(explainBriefly(codeOf(error)));
  }
}
