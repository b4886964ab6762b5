/** Recovery words, shown once. */

import { find, write } from "../dom.js";

/**
 * Shows words until the reader says that they are written down. Escape does not close the dialog: the words would be
 * lost.
 * @param {string} words
 * @returns {Promise<void>}
 */
export function showWords(words) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#words-dialog"));
  write(find("#words"), words);
  dialog.oncancel = (event) => event.preventDefault();
  dialog.showModal();
  return new Promise((done) => {
    dialog.onclose = () => {
      write(find("#words"), "");
      done();
    };
  });
}
