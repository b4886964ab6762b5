/** Analyses are kept in the browser, so that closing the page loses nothing: one for each game that was opened, and one for all else. */

import { page } from "../page.js";

/**
 * @typedef {import("./tree.js").TreeData} TreeData
 * @typedef {{origin: string, data: TreeData, at: number}} Analysis `at` is the place of the move that was looked at, -1 for the start
 */

const KEY = "damaci-analyses";
const PATH = "/analysis";

/** So many are kept, those changed last. */
const MOST = 10;

/** What the analysis is about: the same game with more moves than before begins afresh. */
let origin = describe();

function describe() {
  const { searchParams } = new URL(location.href);
  searchParams.delete("lang");
  searchParams.delete("review");
  const asked = searchParams.toString();
  return asked && JSON.stringify([asked, page.tree?.nodes.length]);
}

/** @returns {Analysis[]} */
function everything() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @returns {Analysis | undefined} what there is to go on with */
export function kept() {
  return everything().find((analysis) => analysis.origin === origin);
}

/** @param {import("./tree.js").Tree} tree */
export function keep(tree) {
  tree.addEventListener("load", () => {
    // What is analysed now is not what the address says.
    history.replaceState(null, "", PATH);
    origin = "";
  });
  tree.addEventListener("grow", () => save(tree));
  addEventListener("pagehide", () => save(tree));
}

/** @param {import("./tree.js").Tree} tree */
function save({ data, place }) {
  const others = everything().filter((analysis) => analysis.origin !== origin);
  try {
    localStorage.setItem(KEY, JSON.stringify([{ origin, data, at: place }, ...others].slice(0, MOST)));
  } catch {
    // A browser that keeps nothing, or no more: the analysis goes on without.
  }
}
