/** The link that leads keyboards past the header to the board. */

const link = document.querySelector(".skip");

link?.addEventListener("click", (event) => {
  event.preventDefault();
  /** @type {HTMLElement | null} */ (document.querySelector('dama-board [tabindex="0"]'))?.focus();
});
