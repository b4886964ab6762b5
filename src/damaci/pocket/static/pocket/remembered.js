/** What the page remembers by itself, to be there before the worker is: the preferences. Storage may be disabled. */

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
