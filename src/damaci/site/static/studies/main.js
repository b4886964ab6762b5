/** The entry point of the page of a study: the board of the analysis, with chapters beside it. */

import "../shell.js";
import { notify } from "../banner.js";
import "../board/define.js";
import { startDesk } from "../analysis/desk.js";
import { find, write } from "../dom.js";
import { codeOf, explainBriefly } from "../explain.js";
import { t } from "../i18n.js";
import { page } from "../page.js";
import { pageAddress } from "../places.js";
import { startChapters } from "./chapters.js";
import { Saving } from "./saving.js";
import { Study } from "./study.js";

/** Milliseconds between two requests for changes by others. */
const LOOKS = 5000;

/** Whether changes here are stored; those of a reader are not. */
const writes = page.may?.includes("write") ?? true;
const study = new Study(/** @type {import("./study.js").Begun} */ (page.study));
const data = /** @type {import("../analysis/tree.js").TreeData} */ (page.tree);
const { tree } = startDesk(data, () => (text, ruleset) => add({ text, ruleset }));
const saving = writes ? new Saving(tree, study, { mine: keepMine, theirs: takeTheirs }) : null;
startChapters(study, tree, open);
if (page.sharing) import("./sharing.js").then(({ startSharing }) => startSharing(study));
if (!writes) write(find("#saved"), t("To read"));
tree.goTo(tree.root);

/**
 * Adds chapters from a source, and shows the first of them. Throws Failure, TypeError.
 * @param {object} source
 */
async function add(source) {
  await open(await study.add(source));
}

/**
 * Puts a chapter on the board, after storing the present one.
 * @param {string} chapter empty for the first
 */
async function open(chapter) {
  if ((await isKept()) && (await show(chapter))) pushAddress();
}

/** Stores the chapter on the board; returns whether another one may replace it. */
async function isKept() {
  await saving?.flush();
  return !(saving?.dirty && study.current);
}

/** Makes the chapter on the board the page's address. */
function pushAddress() {
  history.pushState(null, "", pageAddress("study.chapter", { study: study.id, chapter: study.chapter }));
}

/** The number of requests for chapters: answers to earlier ones are not shown. */
let asked = 0;

/**
 * Puts a stored chapter on the board, after storing the changes to the present one.
 * @param {string} chapter
 * @param {() => Promise<boolean>} may whether another chapter may replace the one on the board
 */
async function show(chapter, may = isKept) {
  asked += 1;
  const mine = asked;
  try {
    const found = await study.read(chapter);
    if (!(await may()) || mine !== asked) return false;
    if (!isOlder(found)) put(found);
    return true;
  } catch (error) {
    if (mine === asked) notify(explainBriefly(codeOf(error)));
    return false;
  }
}

/**
 * Whether a chapter that was read is an earlier version of the one on the board.
 * @param {import("./study.js").ShownStudy} found
 */
function isOlder({ chapter, contents }) {
  return chapter === study.chapter && contents.version < study.seen;
}

/**
 * Puts a chapter that was read on the board.
 * @param {import("./study.js").ShownStudy} found
 * @param {number} [place] the move to be shown, -1 for the start
 */
function put(found, place = -1) {
  study.put(found);
  saving?.drop();
  tree.load(found.contents.tree);
  tree.place = place;
}

/** After somebody else has changed or removed the chapter: shows the stored one. */
async function takeTheirs() {
  await study.refresh().catch(() => {});
  await show(study.current ? study.chapter : "", async () => true);
}

/** After somebody else has changed the chapter: stores the one on the board as a new one. */
async function keepMine() {
  const title = t("{title} (mine)", { title: study.current?.title ?? study.outline.title }).slice(0, 100);
  try {
    const chapter = await study.add({ tree: tree.data, title });
    saving?.drop();
    await open(chapter);
  } catch (error) {
    notify(explainBriefly(codeOf(error)));
  }
}

/** Shows the changes by others, unless something here is not stored yet. */
async function look() {
  if (document.hidden || saving?.busy) return;
  await study.refresh().catch(lost);
  const { current, seen } = study;
  if (!current || current.version <= seen || saving?.busy) return;
  const found = await study.read(current.id).catch(() => null); // Without an answer, it asks again later.
  if (found && isNews(found)) put(found, tree.place);
}

/**
 * Whether a chapter that was read may replace the one on the board: it was changed by others, and not here.
 * @param {import("./study.js").ShownStudy} found
 */
function isNews({ chapter, contents }) {
  return chapter === study.chapter && contents.version > study.seen && !saving?.busy;
}

/** @param {unknown} error */
function lost(error) {
  if (codeOf(error) !== "not-found") return; // If the app does not answer, it is asked again.
  clearInterval(looking);
  write(find("#saved"), t("No longer here"));
}

const looking = setInterval(look, LOOKS);
document.addEventListener("visibilitychange", look);
addEventListener("popstate", async () => {
  const chapter = new URLSearchParams(location.search).get("chapter") ?? "";
  if (await isKept()) await show(chapter);
  else pushAddress();
});
