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

/**
 * A player's name in a list: it has one line, and the pointer shows what has no room there.
 * @param {string} name
 * @param {string} [account]
 */
export function listedName(name, account) {
  return playerLink(make("bdi", { class: "person", title: name }, name), account);
}
