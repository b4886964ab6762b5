/** The analyses stored in the browser: see memory.js. */

import { device } from "../storage.js";

export const KEY = "damaci-analyses";

/** The most stored analyses; those changed last stay. */
export const MOST = 10;

/** Deletes all of them. */
export function forgetAnalyses() {
  device.forget(KEY);
}
