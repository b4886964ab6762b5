/** The parts of the page that depend on what the viewer may do. */

/**
 * Shows elements with `data-may="word"` to viewers with that capability, and elements with `data-unless="word"` to all
 * others.
 * @param {import("./game.js").Game} game
 */
export function startCapabilities(game) {
  game.addEventListener("begin", () => {
    for (const part of marked("may")) part.hidden = !words(part.dataset.may).some((word) => game.may(word));
    for (const part of marked("unless")) part.hidden = words(part.dataset.unless).some((word) => game.may(word));
  });
}

/** @param {string} mark */
function marked(mark) {
  return /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-${mark}]`));
}

/** @param {string} [list] with spaces between */
function words(list = "") {
  return /** @type {import("./wire.js").Capability[]} */ (list.split(" "));
}
