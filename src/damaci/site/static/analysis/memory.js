/**
 * Stores analyses in the browser, so that closing the page loses nothing: one for each game, and one for everything
 * else.
 */

import { page } from "../page.js";
import { device } from "../storage.js";
import { KEY, MOST } from "./kept.js";

/**
 * @typedef {import("./tree.js").TreeData} TreeData
 * @typedef {import("./review.js").KeptReview} KeptReview
 * @typedef {{origin: string, data: TreeData, at: number, changed?: number, review?: KeptReview}} Analysis `at` is the
 *   index of the current move, -1 for the start; `changed` is when it was stored last, in milliseconds since the epoch;
 *   `review` has the report of a game that the app does not store
 */

/** What the analysis is about. A stored game with more moves than before starts a new analysis. */
let origin = describe();

function describe() {
  const { searchParams } = new URL(location.href);
  searchParams.delete("lang");
  searchParams.delete("review");
  const asked = searchParams.toString();
  return asked && JSON.stringify([asked, page.tree?.nodes.length]);
}

/**
 * What was stored of it when this page read or wrote it last, as text. Another tab may have stored something else
 * since.
 * @type {string | undefined}
 */
let seen;

/** @type {import("./review.js").Review | undefined} */
let review;

/** @returns {Analysis[]} */
function everything() {
  return device.json(KEY) ?? [];
}

function stored() {
  return everything().find((analysis) => analysis.origin === origin);
}

/** @returns {Analysis | undefined} the stored analysis, if there is one; a game of the app has the app's tags */
export function kept() {
  const found = stored();
  seen = JSON.stringify(found?.data);
  if (found && page.game && page.tree) found.data.tags = page.tree.tags;
  return found;
}

/**
 * @param {import("./tree.js").Tree} tree
 * @param {import("./review.js").Review} reviewed
 */
export function keep(tree, reviewed) {
  review = reviewed;
  tree.addEventListener("load", () => {
    // The address does not describe the current analysis any more.
    history.replaceState(null, "", location.pathname);
    origin = "";
  });
  tree.addEventListener("grow", () => save(tree));
  review.addEventListener("change", () => isNew(review?.kept) && save(tree));
  addEventListener("pagehide", () => savePlace(tree));
}

/**
 * Whether a review has a report that neither this browser nor the app keeps.
 * @param {KeptReview | undefined} found
 */
function isNew(found) {
  if (!found || (page.game && origin)) return false;
  return JSON.stringify(stored()?.review) !== JSON.stringify(found);
}

/** @param {import("./tree.js").Tree} tree */
function save({ data, place }) {
  const others = everything().filter((analysis) => analysis.origin !== origin);
  const mine = { origin, data, at: place, changed: Date.now(), review: review?.kept };
  device.keep(KEY, JSON.stringify([mine, ...others].slice(0, MOST)));
  seen = JSON.stringify(data);
}

/**
 * Stores the current move; everything else is stored already. What another tab has changed stays as it is.
 * @param {import("./tree.js").Tree} tree
 */
function savePlace(tree) {
  const found = stored();
  if (JSON.stringify(found?.data) === seen && (found?.at ?? -1) !== tree.place) save(tree);
}
