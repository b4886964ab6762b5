/** The app that needs no server, beside this one: prepares it for use without a network, and passes the look to it. */

import { page } from "./page.js";
import { changes, preferences } from "./preferences.js";
import { device } from "./storage.js";
import { carrier, carryBy } from "./transport/carrier.js";

/** The keys under which the other app finds the address of this app, and the look that was chosen here. */
const SERVER = "damaci-server";
const LOOK = "damaci-look";

/** The request that the other app answers. */
const HINT = "games.hint";

/** Milliseconds after the page has been loaded. */
const LATER = 3000;

/** Prepares it when the page has nothing else to do, unless the user saves data. Not during a game. */
export function startMeanwhile() {
  if (device.text(SERVER) === null) tell();
  changes.addEventListener("change", tell);
  carryBy({ ...carrier, ask: (name, data) => (name === HINT ? hint(data) : carried(name, data)) });
  const saves = /** @type {any} */ (navigator).connection?.saveData === true;
  if (saves || !("serviceWorker" in navigator) || document.querySelector("main.game")) return;
  setTimeout(() => navigator.serviceWorker.register(`${page.meanwhile}`).catch(() => null), LATER);
}

const carried = carrier.ask;

/**
 * A hint for a game of this app, found in this browser.
 * @param {any} asked
 */
async function hint({ game, ply }) {
  const [record, { askBeside }] = await Promise.all([carried("games.pdn", { game }), import("./transport/beside.js")]);
  return askBeside("records.hint", { pdn: record.text, ply });
}

function tell() {
  device.keep(SERVER, page.pages.home);
  device.keep(LOOK, JSON.stringify(preferences));
}
