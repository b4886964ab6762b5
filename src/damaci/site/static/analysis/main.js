/** The entry point of the analysis page: the board with the stored analysis, or with the one that the address names. */

import "../shell.js";
import { notify } from "../banner.js";
import "../board/define.js";
import { find } from "../dom.js";
import { unreadable } from "../files.js";
import { t } from "../i18n.js";
import { page } from "../page.js";
import { request } from "../transport/request.js";
import { startDesk } from "./desk.js";
import { keep, kept } from "./memory.js";

/** The rules of a text that names none. */
const USUAL = "turkish";

const served = /** @type {import("./tree.js").TreeData} */ (page.tree);
const before = kept();
const { tree, review } = startDesk(before?.data ?? served, (tree) => (text, ruleset) => open(tree, text, ruleset));

keep(tree, review);

/** The number of texts so far: answers about earlier ones are not shown. */
let texts = 0;

/**
 * Shows the first game of a text.
 * @param {import("./tree.js").Tree} tree
 * @param {string} text
 * @param {string} ruleset for a text that does not name its rules
 */
async function open(tree, text, ruleset) {
  texts += 1;
  const mine = texts;
  const { tree: data, more } = await request("analysis.open", { text, ruleset });
  if (mine !== texts) return;
  tree.load(data);
  if (more) notify(t("This is the first of several games. Under Games all of them can be opened."));
}

find("#keep").addEventListener("click", () => keepInStudy(() => ({ tree: tree.data })));
document.addEventListener("keep-problem", (event) => {
  const { pdn, ruleset } = /** @type {CustomEvent<{pdn: string, ruleset: string}>} */ (event).detail;
  keepInStudy(() => ({ text: pdn, ruleset }));
});

/** Opens the problem in a link. Few need the script that reads such links. */
async function openLinked() {
  const { problemIn } = await import("../linked.js");
  const linked = problemIn(location.hash);
  if (linked) await open(tree, linked, USUAL);
}

/** @param {() => object} source returns the source of the chapter when it is stored */
async function keepInStudy(source) {
  const { askWhere } = await import("../studies/keep.js");
  await askWhere(source, titleOf(tree));
}

/**
 * @param {import("./tree.js").Tree} tree
 * @returns {string} the players, if they are known
 */
function titleOf({ tags: { White, Black } }) {
  return White && Black && !`${White}${Black}`.includes("?") ? `${White} – ${Black}`.slice(0, 100) : "";
}

tree.place = before?.at ?? -1;
if (location.hash) openLinked().catch((error) => notify(unreadable(error)));
const known = page.review ?? before?.review;
if (known) review.adopt(known);
const address = new URL(location.href);
if (address.searchParams.has("review")) {
  address.searchParams.delete("review");
  history.replaceState(null, "", address);
  if (!tree.root.score) find("#review").click();
}
