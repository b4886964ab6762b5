/** The page that is shown while the app cannot be reached: goes on to what was asked for as soon as it can. */

import { reachable } from "../transport/reachable.js";

/** Milliseconds between two looks. */
const PAUSE = 4000;

/** The beginning of the names of the caches with the app that needs no server. */
const KEPT = "damaci-site-";

/** The entry that a cache has once everything is in it. */
const CONTENTS = "/contents.json";

async function look() {
  if (await reachable()) location.reload();
}

/** Shows what can be used meanwhile, if it is on this device. */
async function offerMeanwhile() {
  const part = document.getElementById("meanwhile");
  if (part) part.hidden = !(await isWhole());
}

/** Whether all of the app is there: its first visit may have been interrupted. */
async function isWhole() {
  const names = (await caches.keys()).filter((name) => name.startsWith(KEPT));
  const entries = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return entries.flat().some(({ url }) => url.endsWith(CONTENTS));
}

document.getElementById("again")?.addEventListener("click", () => location.reload());
addEventListener("online", look);
setInterval(look, PAUSE);
offerMeanwhile();
