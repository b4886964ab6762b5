/** Both players' clocks. The server decides when time is up; the page only shows the time. */

import { attribute, find, write } from "../dom.js";
import { t } from "../i18n.js";
import { colorName } from "./sentences.js";
import { opposite } from "./sides.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./wire.js").Color} Color
 */

const TICK = 100;
/** Tenths are shown below this many seconds. */
const TENTHS = 10;
const LOW = 20;
const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Time is short below this many seconds.
 * @param {Game} game
 */
export function lowTime({ record }) {
  return record.settings.days ? HOUR : LOW;
}

/**
 * @param {Game} game
 * @param {() => Color} bottom the side at the bottom of the board
 */
export function startClocks(game, bottom) {
  const show = () => {
    if (!game.known) return;
    showClock(find("#player-bottom .clock"), game, bottom());
    showClock(find("#player-top .clock"), game, opposite(bottom()));
  };
  game.addEventListener("change", show);
  setInterval(show, TICK);
}

/**
 * Announces both clocks to screen readers.
 * @param {Game} game
 */
export function tellClocks(game) {
  if (!game.known) return;
  const time = (/** @type {Color} */ color) => `${colorName(color)} ${timeText(game, game.secondsLeft(color))}`;
  write(find("#announcement"), game.now.clocks ? `${time("white")}, ${time("black")}` : t("This game has no clock."));
}

/**
 * @param {HTMLElement} clock
 * @param {Game} game
 * @param {Color} color
 */
function showClock(clock, game, color) {
  clock.hidden = !game.now.clocks;
  if (clock.hidden) return;
  const seconds = game.secondsLeft(color);
  attribute(clock, "data-running", game.runs(color) ? "" : null);
  attribute(clock, "data-low", seconds < lowTime(game) ? "" : null);
  write(clock, timeText(game, seconds));
}

/**
 * @param {Game} game
 * @param {number} seconds
 */
function timeText({ record }, seconds) {
  return record.settings.days ? daysText(seconds) : clockText(seconds);
}

/**
 * The time of a game by the day: days and hours, on the last day hours, minutes and seconds.
 * @param {number} seconds
 */
export function daysText(seconds) {
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor((seconds % DAY) / HOUR);
  if (days) return t("{days} d {hours} h", { days, hours });
  return `${hours}:${two((seconds % HOUR) / 60)}:${two(seconds % 60)}`;
}

/** @param {number} number */
function two(number) {
  return `${Math.floor(number)}`.padStart(2, "0");
}

/** @param {number} seconds */
function clockText(seconds) {
  const shown = seconds < TENTHS ? Math.floor(seconds * 10) / 10 : Math.floor(seconds);
  const rest = (shown % 60).toFixed(seconds < TENTHS ? 1 : 0);
  return `${Math.floor(shown / 60)}:${rest.padStart(rest.includes(".") ? 4 : 2, "0")}`;
}
