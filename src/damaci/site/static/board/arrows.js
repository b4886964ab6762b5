/** Draws ways over the pieces: arrows from landing to landing, and a ring around every captured piece. */

import { place } from "./squares.js";

/**
 * @typedef {import("./squares.js").Color} Color
 * @typedef {import("./state.js").Way} Way
 */

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Distance in squares between the end of the line and the centre of the last square, for the arrow head. */
const HEAD = 0.26;

export class ArrowLayer {
  /** @param {string} kind a class of the layer besides "arrows" */
  constructor(kind) {
    this.element = draw("svg", { class: `arrows ${kind}`, viewBox: "0 0 8 8", "aria-hidden": "true" });
  }

  /**
   * @param {(Way & {color?: string})[]} ways
   * @param {Color} side the side at the bottom
   */
  show(ways, side) {
    this.element.replaceChildren(...ways.map((way) => this.#way(way, side)));
  }

  /**
   * @param {Way & {color?: string}} way
   * @param {Color} side
   */
  #way({ path, captured, color }, side) {
    const group = draw("g", color ? { "data-color": color } : {});
    group.append(
      ...captured.map((square) => ring(centre(square, side))),
      ...(path.length > 1 ? arrow(path, side) : []),
    );
    return group;
  }
}

/**
 * @param {string[]} path two squares or more
 * @param {Color} side
 */
function arrow(path, side) {
  const points = path.map((square) => centre(square, side));
  const [x, y] = points[points.length - 1];
  const [beforeX, beforeY] = points[points.length - 2];
  const angle = Math.atan2(y - beforeY, x - beforeX);
  const end = [x - HEAD * Math.cos(angle), y - HEAD * Math.sin(angle)];
  const degrees = (angle * 180) / Math.PI;
  const line = [...points.slice(0, -1), end].join(" ");
  return [
    draw("polyline", { class: "arrow-casing", points: line }),
    draw("polyline", { class: "arrow-line", points: line }),
    draw("path", {
      class: "arrow-head",
      d: "M.02 0-.32-.2-.26 0-.32 .2Z",
      transform: `translate(${x} ${y})rotate(${degrees})`,
    }),
  ];
}

/** @param {number[]} centre */
function ring([x, y]) {
  return draw("circle", { class: "arrow-ring", cx: `${x}`, cy: `${y + 0.02}`, r: ".445" });
}

/**
 * @param {string} square
 * @param {Color} side
 */
function centre(square, side) {
  const { column, row } = place(square, side);
  return [column + 0.5, row + 0.5];
}

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 */
function draw(tag, attributes) {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
