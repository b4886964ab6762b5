/** What the page remembers by itself, to be there before the worker is: the preferences. Storage may be disabled. */

const KEY = "damaci-preferences";

/** @returns {Partial<import("../preferences.js").Preferences>} */
export function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {import("../preferences.js").Preferences} preferences */
export function remember(preferences) {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // The worker stores them as well: only the colours come a little later.
  }
}
