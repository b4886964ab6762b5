/** The page that is shown while the app cannot be reached: loads the requested page as soon as it can. */

import { reachable } from "../transport/reachable.js";

/** Milliseconds between two attempts. */
const PAUSE = 4000;

/** The prefix of the caches with the app that needs no server. */
const KEPT = "damaci-site-";

/** The entry that only a complete cache has. */
const CONTENTS = "/contents.json";

async function look() {
  if (await reachable()) location.reload();
}

/** Shows the link to the app that needs no server, if it is on this device. */
async function offerMeanwhile() {
  const part = document.getElementById("meanwhile");
  if (part) part.hidden = !(await isWhole());
}

/** Whether the app is complete: its first visit may have been interrupted. */
async function isWhole() {
  const names = (await caches.keys()).filter((name) => name.startsWith(KEPT));
  const entries = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return entries.flat().some(({ url }) => url.endsWith(CONTENTS));
}

document.getElementById("again")?.addEventListener("click", () => location.reload());
addEventListener("online", look);
setInterval(look, PAUSE);
offerMeanwhile();
