/** The socket to a game's table: comes back by itself, misses nothing, asks nothing twice. */

/**
 * @typedef {import("./wire.js").ServerMessage} ServerMessage
 * @typedef {import("./wire.js").MoveRequest} MoveRequest
 * @typedef {import("./wire.js").TouchRequest} TouchRequest
 * @typedef {import("./wire.js").OtherRequest} OtherRequest
 * @typedef {"connecting" | "open" | "lost" | "refused"} State
 */

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;

/** Close codes from here on mean that asking again is of no use: damaci.site.socket. */
const FINAL = 4400;

/** Fires "message" (a CustomEvent with a ServerMessage) and "state" when `state` has changed. */
export class Connection extends EventTarget {
  /** @type {State} */
  state = "connecting";

  /** @type {WebSocket | null} */
  #socket = null;

  /** What the host has not answered yet. Each says which ply it is about, or is the same said twice: sending it again is safe. */
  #unanswered = /** @type {Map<string, object>} */ (new Map());

  #pause = FIRST_PAUSE;

  /** @type {number | undefined} */
  #timer;

  /**
   * @param {string} game
   * @param {() => number | null} version the last version that has arrived
   */
  constructor(game, version) {
    super();
    this.game = encodeURIComponent(game);
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/game/${this.game}`;
    this.version = version;
    addEventListener("online", () => this.#retryNow());
    document.addEventListener("visibilitychange", () => !document.hidden && this.#retryNow());
  }

  open() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", ({ data }) => this.#received(JSON.parse(data)));
    socket.addEventListener("close", ({ code }) => this.#closed(code));
  }

  /** Asks the host anew for what has happened since the last version. */
  restart() {
    this.#socket?.close();
  }

  /**
   * Sends a request under a new id, as often as it takes until it is answered.
   * @param {MoveRequest | TouchRequest | OtherRequest} request
   * @returns {string} the id
   */
  request(request) {
    const id = newId();
    const message = { ...request, id };
    this.#unanswered.set(id, message);
    if (this.state === "open") this.#send(message);
    return id;
  }

  #opened() {
    this.#pause = FIRST_PAUSE;
    this.#send({ type: "hello", after: this.version() });
    for (const message of this.#unanswered.values()) this.#send(message);
    this.#become("open");
  }

  /** @param {ServerMessage} message */
  #received(message) {
    if (message.type === "ping") return this.#send({ type: "pong" });
    if ("id" in message && message.id) this.#unanswered.delete(message.id);
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  /** @param {number} code */
  #closed(code) {
    this.#socket = null;
    if (code >= FINAL) return this.#become("refused");
    this.#become("lost");
    this.#timer = setTimeout(() => this.open(), this.#pause * (1 + Math.random() / 4));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  #retryNow() {
    if (this.state === "lost" && !this.#socket) this.open();
  }

  /** @param {State} state */
  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }

  /** @param {object} message */
  #send(message) {
    this.#socket?.send(JSON.stringify(message));
  }
}

/** An id that no other request has. A page opened over plain http has no crypto.randomUUID. */
function newId() {
  return Date.now().toString(36) + Math.random().toString(36).slice(2, 10);
}
