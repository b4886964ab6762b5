/** Repeats the last press or submit that came before the scripts of a page were loaded, once they are. */
(() => {
  /** Buttons that need a script. */
  const BUTTON = "button[type=button]:not([popovertarget])";
  const FORM = "form:not([action], [method=dialog], [data-plain])";
  /** @type {(() => void) | null} */
  let wanted = null;

  /** @param {Event} event */
  function noteClick({ target }) {
    const button = target instanceof Element ? target.closest(BUTTON) : null;
    wanted = button instanceof HTMLElement ? () => button.isConnected && button.click() : null;
  }

  /** @param {SubmitEvent} event */
  function noteForm(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches(FORM)) return;
    event.preventDefault();
    wanted = () => form.isConnected && form.requestSubmit(event.submitter);
  }

  document.addEventListener("click", noteClick, true);
  document.addEventListener("submit", noteForm, true);
  document.addEventListener("ready", () => {
    document.removeEventListener("click", noteClick, true);
    document.removeEventListener("submit", noteForm, true);
    setTimeout(() => wanted?.());
  });
})();
