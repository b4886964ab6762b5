/** Links and pictures whose address is a request to the worker, as in `#games.pdn?game=ID`: no server has them. */

import { notify } from "../banner.js";
import { withAnalyses } from "../everything.js";
import { explainBriefly, codeOf } from "../explain.js";
import { failure, isFine } from "../transport/request.js";
import { download } from "../transport/worker.js";

/** The request for all stored data. */
const EVERYTHING = "data.read";

/**
 * The request in an address.
 * @param {string} address
 */
function asked(address) {
  const [name, query] = address.slice(1).split("?");
  return { name, data: Object.fromEntries(new URLSearchParams(query)) };
}

/** @param {string} address */
async function fetched(address) {
  const { name, data } = asked(address);
  const answer = await download(name, data);
  if (!isFine(answer)) throw failure(name, answer);
  return answer.file;
}

/**
 * Adds what only pages store to the file with everything.
 * @param {string} address
 * @param {File} file
 */
function whole(address, file) {
  return asked(address).name === EVERYTHING ? withAnalyses(file) : file;
}

/** @param {string} address */
async function save(address) {
  try {
    const file = whole(address, await fetched(address));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    notify(explainBriefly(codeOf(error)));
  }
}

/** @param {HTMLImageElement} picture */
async function draw(picture) {
  const address = picture.getAttribute("src") ?? "";
  const file = await fetched(address).catch(() => null);
  if (!file || picture.getAttribute("src") !== address) return;
  picture.src = URL.createObjectURL(file);
  picture.addEventListener("load", () => URL.revokeObjectURL(picture.src), { once: true });
}

function drawAll() {
  for (const picture of document.querySelectorAll('img[src^="#"]')) draw(/** @type {HTMLImageElement} */ (picture));
}

/** Answers the links and pictures of this page, including later ones. */
export function startLinks() {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[download][href^="#"]') : null;
    if (!link) return;
    event.preventDefault();
    save(link.getAttribute("href") ?? "");
  });
  new MutationObserver(drawAll).observe(document.body, { childList: true, subtree: true });
  drawAll();
}
