/**
 * The server whose pages are beside this site, if there is one: the way back to it, and the look that was chosen there.
 * Its pages have left both here: meanwhile.js.
 */

import { find, make } from "../dom.js";
import { device } from "../storage.js";

const SERVER = "damaci-server";
const LOOK = "damaci-look";

/** Adds the way back to the navigation, and takes over the look when it has been chosen anew. */
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
