/** The preferences, which the page caches to have them before the worker runs. Storage may be disabled. */

import { device } from "../storage.js";

const KEY = "damaci-preferences";

/** @returns {Partial<import("../preferences.js").Preferences>} */
export function remembered() {
  return device.json(KEY) ?? {};
}

/** @param {import("../preferences.js").Preferences} preferences; the worker stores them as well */
export function remember(preferences) {
  device.keep(KEY, JSON.stringify(preferences));
}
