/** Clock times in forms: a listed one, or custom minutes and increment. */

/** @typedef {{base: number, increment: number}} Clock in seconds */

const BY_THE_DAY = /^(\d+)d$/;

/** The value of a form's clock field for custom times. */
export const OWN = "own";

/**
 * The clock in a form's fields `clock`, `minutes` and `increment`; null for none.
 * @param {Record<string, FormDataEntryValue>} entries
 * @returns {Clock | null}
 */
export function readClock({ clock = "", minutes, increment }) {
  if (clock === OWN) return { base: 60 * Number(minutes), increment: Number(increment) };
  return parseClock(`${clock}`);
}

/**
 * How many days a move may take, by a form's field `clock`, as `3d`; 0 for a game that is not by the day.
 * @param {Record<string, FormDataEntryValue>} entries
 */
export function readDays({ clock = "" }) {
  return Number(BY_THE_DAY.exec(`${clock}`)?.[1] ?? 0);
}

/**
 * @param {string} text as `300+5`; empty for no clock, as in games by the day
 * @returns {Clock | null}
 */
export function parseClock(text) {
  const [base, increment] = text.split("+").map(Number);
  return text && !BY_THE_DAY.test(text) ? { base, increment } : null;
}
