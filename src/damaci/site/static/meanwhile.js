/** The app that needs no server, beside this one: fetched for the time without a network, and told the look. */

import { page } from "./page.js";
import { changes, preferences } from "./preferences.js";

/** Where the other app finds the way back here, and the look that was chosen here. */
const SERVER = "damaci-server";
const LOOK = "damaci-look";

/** Milliseconds after the page has been loaded. */
const LATER = 3000;

/** Prepares it when the page has nothing else to do, unless the person saves data. Not during a game. */
export function startMeanwhile() {
  if (!told()) tell();
  changes.addEventListener("change", tell);
  const saves = /** @type {any} */ (navigator).connection?.saveData === true;
  if (saves || document.querySelector("main.game")) return;
  setTimeout(() => navigator.serviceWorker.register(`${page.meanwhile}`).catch(() => null), LATER);
}

function told() {
  try {
    return localStorage.getItem(SERVER) !== null;
  } catch {
    return true; // without storage, the other app keeps nothing anyway
  }
}

function tell() {
  try {
    localStorage.setItem(SERVER, page.pages.home);
    localStorage.setItem(LOOK, JSON.stringify(preferences));
  } catch {
    // No room: the other app shows its own look.
  }
}
