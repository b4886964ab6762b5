/** Links from names to players' pages. */

import { make } from "../dom.js";
import { pageAddress } from "../places.js";

/**
 * A player's name, as a link to the player's page if there is one.
 * @param {Node | string} shown
 * @param {string} [account]
 */
export function playerLink(shown, account) {
  if (!account) return shown;
  return make("a", { href: pageAddress("player", { account }) }, shown);
}
