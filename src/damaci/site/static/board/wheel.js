/** Steps through the moves with the mouse wheel over a board. */

/** Pixels of scrolling for one move; touch pads send many small events. */
const NOTCH = 60;

/**
 * @param {HTMLElement} board
 * @param {(step: -1 | 1) => boolean} step goes a move back or forward; returns false if there is none, and then the
 *   page scrolls
 */
export function startWheel(board, step) {
  let turned = 0;
  /** The direction in which the last step found no move, or 0. */
  let vain = 0;
  board.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey || event.deltaY === 0) return;
      const direction = event.deltaY < 0 ? -1 : 1;
      turned = Math.sign(turned) === -direction ? event.deltaY : turned + event.deltaY;
      if (Math.abs(turned) >= NOTCH) {
        turned = 0;
        vain = step(direction) ? 0 : direction;
      }
      if (vain !== direction) event.preventDefault();
    },
    { passive: false },
  );
}
