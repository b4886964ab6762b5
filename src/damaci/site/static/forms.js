/** Forms that a script sends, and buttons whose work takes a while. */

/**
 * Makes a form's submit listener: it sends the form, but not again while it is being sent, nor after success. So a
 * second press on a slow connection makes no second game, study or tournament.
 * @param {() => Promise<unknown>} send
 * @param {(error: unknown) => void} tell called with the error of `send`; then the form may be sent again
 */
export function once(send, tell) {
  let sending = false;
  const again = () => {
    sending = false;
  };
  return async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (sending) return;
    sending = true;
    try {
      await send();
      addEventListener("pageshow", again, { once: true }); // A page that is returned to can be used again.
    } catch (error) {
      again();
      tell(error);
    }
  };
}

/**
 * Runs a button's work; presses until its end do nothing. Unlike a disabled button it keeps the focus.
 * @param {HTMLElement} button
 * @param {() => Promise<unknown>} work
 */
export async function whileBusy(button, work) {
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  try {
    await work();
  } finally {
    button.setAttribute("aria-disabled", "false");
  }
}
