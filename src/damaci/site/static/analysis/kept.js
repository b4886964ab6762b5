/** Where the browser keeps analyses: see memory.js. */

import { device } from "../storage.js";

export const KEY = "damaci-analyses";

/** Lets all of them go. */
export function forgetAnalyses() {
  device.forget(KEY);
}
