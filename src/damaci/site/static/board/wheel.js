/** The mouse wheel over a board goes through the moves. */

/** Pixels of turning for a move: touch pads tell many small turns. */
const NOTCH = 60;

/**
 * @param {HTMLElement} board
 * @param {(step: -1 | 1) => boolean} step goes a move back or forward; false where there is none, and the page scrolls
 */
export function startWheel(board, step) {
  let turned = 0;
  board.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey || event.deltaY === 0) return;
      const direction = event.deltaY < 0 ? -1 : 1;
      turned = Math.sign(turned) === -direction ? event.deltaY : turned + event.deltaY;
      if (Math.abs(turned) < NOTCH) return event.preventDefault();
      turned = 0;
      if (step(direction)) event.preventDefault();
    },
    { passive: false },
  );
}
