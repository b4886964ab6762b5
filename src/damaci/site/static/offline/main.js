/** The page that is shown while the app cannot be reached: goes on to what was asked for as soon as it can. */

import { reachable } from "../transport/reachable.js";

/** Milliseconds between two looks. */
const PAUSE = 4000;

/** The caches of the app that needs no server. */
const KEPT = /^damaci-site-/;

async function look() {
  if (await reachable()) location.reload();
}

/** Shows what can be used meanwhile, if it is on this device. */
async function offerMeanwhile() {
  const part = document.getElementById("meanwhile");
  if (part) part.hidden = !(await caches.keys()).some((name) => KEPT.test(name));
}

document.getElementById("again")?.addEventListener("click", () => location.reload());
addEventListener("online", look);
setInterval(look, PAUSE);
offerMeanwhile();
