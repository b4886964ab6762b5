/** The board before the worker has started: the start position, or the last one of the game to resume. */

/** Shows it on pages with a board that wait for their data. */
export async function standing() {
  const board = document.querySelector("dama-board");
  const { page } = await import("../page.js");
  if (!board || !page.show || !page.starts) return;
  const [{ DamaBoard }, { configureBoard, optionsOf }, { parseFen }] = await Promise.all([
    import("../board/element.js"),
    import("../boardoptions.js"),
    import("../game/fen.js"),
  ]);
  if (!(board instanceof DamaBoard)) return;
  configureBoard(board, optionsOf("turkish"));
  const { pieces } = parseFen(page.starts.turkish);
  board.show({ pieces, side: null, legal: [], must: [], last: [], shown: [] });
}
