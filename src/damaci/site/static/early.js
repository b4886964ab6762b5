/** Does what somebody has clicked before the scripts of a page were there, once they are: the last click counts. */
(() => {
  /** What the browser itself does needs no script. */
  const BUTTON = "button[type=button]:not([popovertarget])";
  /** @type {HTMLButtonElement | null} */
  let clicked = null;

  /** @param {Event} event */
  function note({ target }) {
    clicked = target instanceof Element ? target.closest(BUTTON) : null;
  }

  function click() {
    if (clicked?.isConnected) clicked.click();
  }

  document.addEventListener("click", note, true);
  document.addEventListener("ready", () => {
    document.removeEventListener("click", note, true);
    setTimeout(click);
  });
})();
