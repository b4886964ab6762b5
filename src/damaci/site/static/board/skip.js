/** The skip link from the header to the board. */

const link = document.querySelector(".skip");

link?.addEventListener("click", (event) => {
  event.preventDefault();
  /** @type {HTMLElement | null} */ (document.querySelector('dama-board [tabindex="0"]'))?.focus();
});
