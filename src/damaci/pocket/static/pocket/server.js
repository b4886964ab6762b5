/**
 * The server whose pages are beside this site, if there is one: the link back to it, the appearance that was chosen
 * there, and the results of its games in a position. Its pages store the first two (meanwhile.js).
 */

import { find, make } from "../dom.js";
import { device } from "../storage.js";

const SERVER = "damaci-server";
const LOOK = "damaci-look";

/** The request that the server answers, and the page of it that shows the games. */
const GAMES = "analysis.explore_server";
const OPENINGS = "openings.of";

/**
 * A carrier that also reaches the server's games.
 * @param {import("../transport/carrier.js").Carrier} carrier
 * @returns {Promise<import("../transport/carrier.js").Carrier>}
 */
export async function besideServer(carrier) {
  if (device.text(SERVER) === null) return carrier;
  const [{ page }, http] = await Promise.all([import("../page.js"), import("../transport/http.js")]);
  page.requests[GAMES] = "GET /api/v1/explorer?fen={fen}&ruleset={ruleset}";
  page.pages[OPENINGS] = "/openings?ruleset={ruleset}&line={line}";
  return { ...carrier, ask: (name, data) => (name === GAMES ? http : carrier).ask(name, data) };
}

/** Lets the worker ask the server too. Must be called before the worker starts. */
export async function tellWorker() {
  if (device.text(SERVER) === null) return;
  const { page } = await import("../page.js");
  if (page.worker) page.worker.server = "/";
}

/** Adds the link back to the navigation, and applies the appearance if it has been changed. */
export async function followServer() {
  const server = device.text(SERVER);
  const { t } = await import("../i18n.js");
  if (server) find("#doors").append(make("a", { href: server }, t("With others")));
  const look = device.text(LOOK);
  if (!look) return;
  device.forget(LOOK);
  const { prefer } = await import("../preferences.js");
  await prefer(JSON.parse(look));
}
