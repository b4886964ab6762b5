/** A small live board, with its players, its last move and its clocks. */

import { configureBoard, optionsOf } from "../boardoptions.js";
import { attribute, find, write } from "../dom.js";
import { parseFen } from "../game/fen.js";
import { t } from "../i18n.js";

/**
 * @typedef {import("../game/wire.js").Color} Color
 *
 * @typedef {object} Board what everybody sees of a game
 * @property {string} game
 * @property {string} ruleset
 * @property {string} fen
 * @property {number} plies
 * @property {import("../game/wire.js").RecordedMove | null} last
 * @property {string} result
 */

/** Results as they are written under a board. */
const RESULTS = new Map([
  ["1-0", "1 – 0"],
  ["0-1", "0 – 1"],
  ["1/2-1/2", "½ – ½"],
]);

/** Seconds below which a clock is low. */
const LOW = 20;

/**
 * Shows the state of a game.
 * @param {HTMLElement} item
 * @param {Board} shown
 * @param {boolean} forward whether its last move is animated
 * @param {string} [state] shown in the place of the side to move
 */
export function showBoard(item, shown, forward, state) {
  const { last, plies, result } = shown;
  const number = `${Math.ceil(plies / 2)}${plies % 2 ? "." : "…"}`;
  showPieces(/** @type {import("../board/element.js").DamaBoard} */ (find("dama-board", item)), shown, forward);
  write(find(".notation", item), RESULTS.get(result) ?? (last ? `${number} ${last.text}` : ""));
  write(find(".told", item), result === "*" ? state || turnOf(shown) : "");
  side(item, "white").classList.toggle("won", result === "1-0");
  side(item, "black").classList.toggle("won", result === "0-1");
}

/**
 * The line of a player.
 * @param {HTMLElement} item
 * @param {Color} color
 */
export function side(item, color) {
  return find(`[data-color="${color}"]`, item);
}

/**
 * Shows the time of a player.
 * @param {HTMLElement} item
 * @param {Color} color
 * @param {number | null} seconds null for a game without clocks
 * @param {boolean} runs
 */
export function showTime(item, color, seconds, runs) {
  const clock = find(".time", side(item, color));
  clock.hidden = seconds === null;
  if (seconds === null) return;
  attribute(clock, "data-running", runs ? "" : null);
  attribute(clock, "data-low", seconds < LOW ? "" : null);
  write(clock, timeText(Math.max(0, Math.floor(seconds))));
}

/** @param {number} seconds */
function timeText(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {Board} shown */
function turnOf({ fen }) {
  return parseFen(fen).turn === "white" ? t("White to move") : t("Black to move");
}

/**
 * @param {import("../board/element.js").DamaBoard} board
 * @param {Board} shown
 * @param {boolean} forward
 */
function showPieces(board, { fen, ruleset, last }, forward) {
  configureBoard(board, { coordinates: "none", orientation: "white", ...optionsOf(ruleset) });
  const squares = last ? [last.path[0], last.path[last.path.length - 1]] : [];
  const way = forward && last ? { path: last.path, captured: last.captured ?? [] } : null;
  board.show({ pieces: parseFen(fen).pieces, last: squares }, way);
}
