/**
 * The graph of a review: White's expected score after each move of the main line. It is also a slider to step through
 * the moves.
 */

import { attribute, find, write } from "../dom.js";
import { joined, t, tn } from "../i18n.js";
import { moveLabel } from "../movelabels.js";
import { scoreWords } from "./score.js";

/**
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./tree.js").Tree} Tree
 * @typedef {import("./review.js").Review} Review
 */

const SVG = "http://www.w3.org/2000/svg";

/** The annotation glyphs (NAGs) of mistakes, the worst first. */
const MISTAKES = [4, 2, 6];

/**
 * @param {Tree} tree
 * @param {Review} review
 */
export function startGraph(tree, review) {
  const graph = find("#graph");
  const button = find("#review");
  const go = (/** @type {number} */ ply) =>
    tree.goTo(tree.mainLine[Math.max(0, Math.min(ply, tree.mainLine.length - 1))]);
  button.addEventListener("click", () =>
    review.running ? review.stop() : tree.root.children.length > 0 && review.start(),
  );
  graph.addEventListener("click", ({ clientX }) => {
    const { left, width } = graph.getBoundingClientRect();
    go(Math.round(((clientX - left) / width) * (tree.mainLine.length - 1)));
  });
  graph.addEventListener("keydown", (event) => {
    const [now, last] = [place(tree), tree.mainLine.length - 1];
    /** @type {Record<string, number | undefined>} */
    const places = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      Home: 0,
      End: last,
    };
    const mistakes = tree.mainLine.filter(isMistake).map(({ ply }) => ply);
    places.PageDown = mistakes.find((ply) => ply > now);
    places.PageUp = mistakes.findLast((ply) => ply < now);
    if (!(event.key in places)) return;
    event.preventDefault();
    go(places[event.key] ?? now);
  });
  tree.addEventListener("grow", () => draw(tree, review));
  tree.addEventListener("change", () => point(tree));
  review.addEventListener("change", () => {
    tellProgress(review);
    draw(tree, review);
    point(tree);
  });
  draw(tree, review);
}

/**
 * The last node of the main line on the path to the current node.
 * @param {Tree} tree
 */
function place({ current, mainLine }) {
  const main = new Set(mainLine);
  let node = current;
  while (node.parent && !main.has(node)) node = node.parent;
  return node.ply;
}

/** @param {Pick<Node, "nags">} node */
function isMistake({ nags }) {
  return nags.some((nag) => MISTAKES.includes(nag));
}

/** @param {Review} review */
function tellProgress({ running, progress: [done, all] }) {
  const bar = /** @type {HTMLProgressElement} */ (find("#progress"));
  bar.hidden = !running;
  bar.max = all;
  bar.value = done;
  write(find("#review .label"), running ? t("Stop") : t("Review"));
}

/**
 * Draws the known part. The frame is shown from the start of a review, so that the layout does not jump at its end.
 * @param {Tree} tree
 * @param {Review} review
 */
function draw(tree, review) {
  const line = tree.mainLine.map((node) => review.known(node));
  const last = line.length - 1;
  const points = line.flatMap(({ score, ply }) =>
    score ? [{ x: (100 * ply) / last, y: 100 - score.share, ply }] : [],
  );
  attribute(find("#review"), "aria-disabled", `${last === 0}`);
  const empty = last === 0 || (points.length < 2 && !review.running);
  find("#reviewed").hidden = empty;
  if (empty) return;
  const path = points.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(1)}`).join("L");
  const dots = points.filter(({ ply }) => isMistake(line[ply])).map(({ x, y }) => `M${x.toFixed(2)} ${y.toFixed(1)}h0`);
  find("#graph svg").replaceChildren(
    shape("area", path && `M${points[0].x} 100L${path}L${points[points.length - 1].x} 100Z`),
    shape("middle", "M0 50H100"),
    shape("curve", path && `M${path}`),
    shape("mistakes", dots.join("")),
    shape("now", ""),
  );
  attribute(find("#graph"), "aria-valuemax", `${last}`);
  count(tree, line, "white");
  count(tree, line, "black");
}

/**
 * @param {string} name
 * @param {string} d
 */
function shape(name, d) {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("class", name);
  path.setAttribute("d", d);
  return path;
}

/**
 * Says how many mistakes of each kind a side has made.
 * @param {Tree} tree
 * @param {Pick<Node, "ply" | "nags">[]} line
 * @param {"white" | "black"} color
 */
function count({ blackBegins }, line, color) {
  const odd = (color === "white") !== blackBegins;
  const own = line.filter(({ ply }) => ply > 0 && (ply % 2 === 1) === odd);
  const [blunders, mistakes, doubtful] = MISTAKES.map((glyph) => own.filter(({ nags }) => nags.includes(glyph)).length);
  const words = [
    tn("{n} blunder", "{n} blunders", blunders),
    tn("{n} mistake", "{n} mistakes", mistakes),
    tn("{n} inaccuracy", "{n} inaccuracies", doubtful),
  ];
  const place = find(`#mistakes-${color}`);
  attribute(place, "title", joined(words));
  write(find(".visually-hidden", place), `${color === "white" ? t("White") : t("Black")}: ${joined(words)}`);
  write(find(".figures", place), `${blunders} ??  ${mistakes} ?  ${doubtful} ?!`);
}

/** @param {Tree} tree */
function point(tree) {
  const now = place(tree);
  const node = tree.mainLine[now];
  const x = ((100 * now) / Math.max(1, tree.mainLine.length - 1)).toFixed(2);
  document.querySelector("#graph .now")?.setAttribute("d", `M${x} 0V100`);
  const graph = find("#graph");
  attribute(graph, "aria-valuenow", `${now}`);
  const words = [
    node.parent ? moveLabel(node, tree.blackBegins) : t("Start position"),
    node.score ? scoreWords(node.score) : t("unknown"),
  ];
  attribute(graph, "aria-valuetext", words.join(". "));
}
