/** Clock times in forms: a listed one, or custom minutes and increment. */

/** @typedef {{base: number, increment: number}} Clock in seconds */

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
 * @param {string} text as `300+5`, empty for no clock
 * @returns {Clock | null}
 */
export function parseClock(text) {
  const [base, increment] = text.split("+").map(Number);
  return text ? { base, increment } : null;
}
