/** The analyses of this browser in the file with everything. The app, which writes and reads the file, has none. */

import { KEY, MOST } from "./analysis/kept.js";
import { device } from "./storage.js";

/**
 * @typedef {object} Analysis see analysis/memory.js
 * @property {string} origin
 * @property {object} data
 * @property {number} at
 * @property {number} [changed] when it was changed last, in milliseconds since the epoch
 */

/**
 * The file with everything, with a line for the analyses.
 * @param {File} file
 */
export function withAnalyses(file) {
  const analyses = here();
  if (!analyses.length) return file;
  return new File([file, JSON.stringify({ analyses }), "\n"], file.name, { type: file.type });
}

/** @param {Analysis[]} there read from such a file */
export function keepAnalyses(there) {
  device.keep(KEY, JSON.stringify(together(here(), there)));
}

/** @returns {Analysis[]} */
function here() {
  return device.json(KEY) ?? [];
}

/**
 * The analyses of both lists, the last changed first. Of two with the same id, the one that changed last is taken, or
 * the one that is here if that is not known.
 * @param {Analysis[]} here
 * @param {Analysis[]} there
 */
export function together(here, there) {
  const sorted = [...here, ...there].sort((one, other) => (other.changed ?? 0) - (one.changed ?? 0));
  const seen = new Set();
  return sorted.filter(({ origin }) => !seen.has(origin) && seen.add(origin)).slice(0, MOST);
}
