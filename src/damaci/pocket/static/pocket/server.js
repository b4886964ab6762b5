/**
 * The server whose pages are beside this site, if there is one: the way back to it, and the look that was chosen there.
 * Its pages have left both here: meanwhile.js.
 */

import { find, make } from "../dom.js";

const SERVER = "damaci-server";
const LOOK = "damaci-look";

/**
 * @param {string} key
 * @returns {string | null}
 */
function left(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Adds the way back to the navigation, and takes over the look when it has been chosen anew. */
export async function followServer() {
  const server = left(SERVER);
  const { t } = await import("../i18n.js");
  if (server) find("#doors").append(make("a", { href: server }, t("With others")));
  const look = left(LOOK);
  if (!look) return;
  localStorage.removeItem(LOOK);
  const { prefer } = await import("../preferences.js");
  await prefer(JSON.parse(look));
}
