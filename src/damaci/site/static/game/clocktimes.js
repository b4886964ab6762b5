/** Clock times in forms: one of those that are listed, or minutes and seconds of one's own. */

/** @typedef {{base: number, increment: number}} Clock in seconds */

/** What a form's choice of clock is called when the times are one's own. */
export const OWN = "own";

/**
 * The clock that a form describes by `clock`, `minutes` and `increment`; null for none.
 * @param {Record<string, FormDataEntryValue>} entries
 * @returns {Clock | null}
 */
export function readClock({ clock = "", minutes, increment }) {
  if (clock === OWN) return { base: 60 * Number(minutes), increment: Number(increment) };
  return parseClock(`${clock}`);
}

/**
 * @param {string} text as `300+5`, empty for no clock
 * @returns {Clock | null}
 */
export function parseClock(text) {
  const [base, increment] = text.split("+").map(Number);
  return text ? { base, increment } : null;
}
