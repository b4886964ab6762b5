/** The order of tie-breaks that was chosen in a form. */

/**
 * Their codes, each once.
 * @param {HTMLFormElement} form
 * @returns {string[]}
 */
export function chosenOrder(form) {
  const fields = /** @type {NodeListOf<HTMLSelectElement>} */ (form.querySelectorAll('[name^="tiebreak-"]'));
  return [...new Set([...fields].map(({ value }) => value).filter((code) => code))];
}
