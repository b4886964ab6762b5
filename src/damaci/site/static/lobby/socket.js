/** The stream of the lobby: comes back by itself. */

const PAUSE = 2000;

/**
 * @typedef {object} Terms
 * @property {string} [ruleset]
 * @property {{base: number, increment: number} | null} [clock]
 * @property {"white" | "black" | "random"} [color]
 *
 * @typedef {{id: string, name: string, terms: Terms, mine: boolean}} OpenSeek
 * @typedef {{name?: string}} Seat
 * @typedef {{id: string, ruleset: string, white: Seat, black: Seat, plies: number}} Running
 * @typedef {{type: "lobby", seeks: OpenSeek[], games: Running[], here: number}} State
 */

/**
 * Goes to a game as soon as somebody has accepted it.
 * @param {(state: State) => void} show
 * @returns {() => void} opens the stream anew, after this browser has become a player
 */
export function followLobby(show = () => {}) {
  const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/lobby`;
  /** @type {WebSocket} */
  let socket;
  const open = () => {
    const mine = new WebSocket(url);
    socket = mine;
    mine.addEventListener("message", ({ data }) => {
      const news = JSON.parse(data);
      if (news.type === "begun") location.assign(`/game/${news.id}`);
      else show(news);
    });
    mine.addEventListener("close", () => socket === mine && setTimeout(open, PAUSE * (1 + Math.random())));
  };
  open();
  return () => {
    const old = socket;
    open();
    old.close();
  };
}
