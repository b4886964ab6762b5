/** The keys of a page with a board. */

import { preferences } from "../preferences.js";

/**
 * @param {Record<string, () => void>} bindings by key; letters in lower case
 */
export function startKeys(bindings) {
  document.addEventListener("keydown", (event) => {
    const act = bindings[event.key.toLowerCase()];
    const silent = event.key.length === 1 && !preferences.shortcuts;
    if (
      !act ||
      silent ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      busy(event.target)
    )
      return;
    event.preventDefault();
    act();
  });
}

/**
 * Whether a dialog is open, or a field takes the key.
 * @param {EventTarget | null} target
 */
function busy(target) {
  const field = target instanceof Element && target.closest("input:not([type='checkbox']), select, textarea");
  return Boolean(field || document.querySelector("dialog[open]"));
}
