/** Downloads a picture of a position as SVG or PNG. */

import { make } from "../dom.js";

/** Pixels of a PNG, in width and height. */
const SIZE = 1200;

/**
 * Downloads a position as an SVG file.
 * @param {string} svg
 */
export function saveSvg(svg) {
  save(new Blob([svg], { type: "image/svg+xml" }), "damaci.svg");
}

/**
 * Downloads a position as a PNG file.
 * @param {string} svg
 */
export async function savePng(svg) {
  const image = new Image(SIZE, SIZE);
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = make("canvas", { width: `${SIZE}`, height: `${SIZE}` });
  canvas.getContext("2d")?.drawImage(image, 0, 0, SIZE, SIZE);
  const blob = await /** @type {Promise<Blob | null>} */ (
    new Promise((resolve) => canvas.toBlob(resolve, "image/png"))
  );
  if (blob) save(blob, "damaci.png");
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
function save(blob, name) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
