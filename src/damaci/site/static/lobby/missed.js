/** Games that have begun while the connection was lost. */

import { goToPage } from "../places.js";
import { request } from "../transport/request.js";

/**
 * Goes to a game that has begun from one of some seeks, if there is one.
 * @param {string[]} seeks their ids, each of which becomes the id of its game
 */
export async function goToBegun(seeks) {
  const { games } = await request("games.list", {}).catch(() => ({ games: [] }));
  const begun = games.find((/** @type {{id: string, result: string}} */ game) => {
    return game.result === "*" && seeks.includes(game.id);
  });
  if (begun) goToPage("game", { game: begun.id });
}
