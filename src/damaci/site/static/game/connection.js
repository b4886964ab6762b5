/** The connection to a game: reloads missed events, and repeats unanswered requests. */

import { subscribe } from "../transport/channel.js";

/**
 * @typedef {import("./wire.js").ServerMessage} ServerMessage
 * @typedef {import("./wire.js").MoveRequest} MoveRequest
 * @typedef {import("./wire.js").TouchRequest} TouchRequest
 * @typedef {import("./wire.js").OtherRequest} OtherRequest
 */

/** Fires "message" (a CustomEvent with a ServerMessage) and "state" when `state` has changed. */
export class Connection extends EventTarget {
  /** Unanswered requests. Sending one again is safe: it names its ply, or has the same effect when repeated. */
  #unanswered;

  /** Whether the state of the game has been received. */
  #told = true;

  /**
   * @param {string} game
   * @param {() => number | null} version the last received version
   * @param {Map<string, object>} unanswered empty, unless unanswered requests are kept longer than the page
   */
  constructor(game, version, unanswered = new Map()) {
    super();
    this.#unanswered = unanswered;
    this.game = game;
    this.version = version;
    this.channel = this.#open();
  }

  #open() {
    const channel = subscribe("game", { game: this.game });
    channel.addEventListener("open", () => this.#greet());
    channel.addEventListener("message", (event) => this.#received(/** @type {CustomEvent} */ (event).detail));
    channel.addEventListener("state", () => this.dispatchEvent(new Event("state")));
    return channel;
  }

  /**
   * Switches to another game, which the server sends from its beginning.
   * @param {string} game
   */
  follow(game) {
    this.channel.close();
    this.#unanswered.clear();
    this.#told = false;
    this.game = game;
    this.channel = this.#open();
  }

  /** Whether the state of this game is known, and not only that of the one before. */
  get isTold() {
    return this.#told;
  }

  get state() {
    return this.channel.state;
  }

  /** Reconnects, and so requests the events after the last version. */
  restart() {
    this.channel.restart();
  }

  /**
   * Sends a request under a new id, and again until it is answered.
   * @param {MoveRequest | TouchRequest | OtherRequest} request
   * @returns {string} the id
   */
  request(request) {
    const id = newId();
    const message = { ...request, id };
    this.#unanswered.set(id, message);
    if (this.state === "open") this.channel.send(message);
    return id;
  }

  #greet() {
    this.channel.send({ type: "hello", after: this.#told ? this.version() : null });
    for (const message of this.#unanswered.values()) this.channel.send(message);
  }

  /** @param {ServerMessage} message */
  #received(message) {
    if (message.type === "snapshot") this.#told = true;
    if (message.type === "ping") return this.channel.send({ type: "pong" });
    if ("id" in message && message.id) this.#unanswered.delete(message.id);
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }
}

/** A unique id. A page over plain HTTP has no crypto.randomUUID. */
function newId() {
  return Date.now().toString(36) + Math.random().toString(36).slice(2, 10);
}
