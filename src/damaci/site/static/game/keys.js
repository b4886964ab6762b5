/** The keys of a page with a board. */

import { preferences } from "../preferences.js";

/**
 * @param {Record<string, () => void>} bindings by key; letters in lower case
 */
export function startKeys(bindings) {
  document.addEventListener("keydown", (event) => {
    const act = bindings[keyName(event)];
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
 * The name of a key: its letter in lower case; on a keyboard of another script the Latin letter in the same place.
 * @param {KeyboardEvent} event
 */
export function keyName({ key, code }) {
  if (key === "؟") return "?";
  const foreign = key.length === 1 && /(?!\p{Script=Latin})\p{Letter}/u.test(key);
  return (foreign ? code.replace("Key", "") : key).toLowerCase();
}

/**
 * Whether a dialog is open, or a field takes the key.
 * @param {EventTarget | null} target
 */
function busy(target) {
  const field = target instanceof Element && target.closest("input:not([type='checkbox']), select, textarea");
  return Boolean(field || document.querySelector("dialog[open]"));
}
