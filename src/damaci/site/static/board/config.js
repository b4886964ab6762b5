/** The configuration of the board: appearance and input. */

/**
 * @typedef {object} Config
 * @property {import("./squares.js").Color} orientation the side at the bottom
 * @property {"none" | "inside" | "outside"} coordinates
 * @property {"none" | "fast" | "normal" | "slow"} animation
 * @property {"either" | "click" | "drag"} input
 * @property {boolean} chequered dark and light squares instead of squares of one colour
 * @property {"at-once" | "after-move"} removal when captured pieces leave the board
 * @property {boolean} showDestinations
 * @property {boolean} showLast
 * @property {boolean} showMust
 * @property {boolean} free pieces may be put anywhere; the board only reports chosen squares and dragged pieces
 */

/** @type {Readonly<Config>} */
export const DEFAULTS = {
  orientation: "white",
  coordinates: "inside",
  animation: "normal",
  input: "either",
  chequered: false,
  removal: "at-once",
  showDestinations: true,
  showLast: true,
  showMust: true,
  free: false,
};

const PACE = { none: 0, fast: 0.6, normal: 1, slow: 1.8 };

/**
 * The factor for the durations of animations; 0 for none.
 * @param {Config} config
 */
export function pace(config) {
  const still = document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
  return still ? 0 : PACE[config.animation];
}
