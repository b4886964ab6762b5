/** How the visitor's preferences and the ruleset determine the look and behaviour of a board. */

import { page } from "./page.js";
import { preferences } from "./preferences.js";

/**
 * Configures a board by the preferences.
 * @param {import("./board/element.js").DamaBoard} board
 * @param {Partial<import("./board/config.js").Config>} more options of the caller, which take precedence
 */
export function configureBoard(board, more) {
  const { animation, coordinates, input, destinations, last_move, captures } = preferences;
  const marks = { showDestinations: destinations, showLast: last_move, showMust: captures };
  board.configure({ animation, coordinates, input, ...marks, ...more });
  document.documentElement.dataset.animation = animation;
}

/**
 * The board's options that a ruleset determines.
 * @param {string} name of the ruleset
 */
export function optionsOf(name) {
  const { chequered = false, removal = /** @type {const} */ ("at-once") } =
    page.rulesets?.find((ruleset) => ruleset.name === name) ?? {};
  return { chequered, removal };
}
