/** The analysis is kept in the browser, so that closing the page loses nothing. */

import { page } from "../page.js";

/** @typedef {import("./tree.js").TreeData} TreeData */

const KEY = "damaci-analysis";

/** What the page was opened with: a kept analysis belongs to it only as long as that is the same. */
const opened = JSON.stringify([location.pathname + location.search, page.tree?.nodes.length]);

/** @returns {TreeData | null} the analysis to go on with, if this page is about none in particular or about the same */
export function kept() {
  try {
    const { origin, data } = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return data && (!location.search || origin === opened) ? data : null;
  } catch {
    return null;
  }
}

/** @param {import("./tree.js").Tree} tree */
export function keep(tree) {
  tree.addEventListener("grow", () => {
    try {
      localStorage.setItem(KEY, JSON.stringify({ origin: opened, data: tree.data }));
    } catch {
      // A browser that keeps nothing, or no more: the analysis goes on without.
    }
  });
}
