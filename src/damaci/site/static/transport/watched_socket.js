/** A WebSocket that detects when the app disappears without closing it, as when a phone changes its network. */

/** Milliseconds without a message after which the app is asked for one. To players it sends one every ten seconds. */
const QUIET = 11_000;

/** The same after something was sent, which the app answers. */
const SENT = 3000;

/** Milliseconds in which the app has to answer, and to accept the connection. */
const ANSWER = 6000;
const CONNECT = 20_000;

const PING = '{"type":"ping"}';
const PONG = '{"type":"pong"}';

export class WatchedSocket extends WebSocket {
  /** @type {number | undefined} */
  #timer;

  /** The state since the last message. @type {"nothing" | "sent" | "asked"} */
  #since = "nothing";

  #ended = new AbortController();

  /** @param {string} address */
  constructor(address) {
    super(address);
    const { signal } = this.#ended;
    for (const type of ["open", "message"]) this.addEventListener(type, () => this.#heard());
    this.addEventListener("close", () => this.#end());
    addEventListener("online", () => this.#ask(), { signal });
    document.addEventListener("visibilitychange", () => !document.hidden && this.#ask(), { signal });
    this.#after(CONNECT, () => this.#giveUp());
  }

  /** @param {string} text */
  send(text) {
    super.send(text);
    if (text === PONG || this.#since !== "nothing") return;
    this.#since = "sent";
    this.#after(SENT, () => this.#ask());
  }

  #heard() {
    this.#since = "nothing";
    this.#after(QUIET, () => this.#ask());
  }

  #ask() {
    if (this.readyState !== WebSocket.OPEN || this.#since === "asked") return;
    this.#since = "asked";
    super.send(PING);
    this.#after(ANSWER, () => this.#giveUp());
  }

  /** The browser itself would fire "close" only after minutes, when the network has given up. */
  #giveUp() {
    this.dispatchEvent(new CloseEvent("close"));
    this.close();
  }

  #end() {
    clearTimeout(this.#timer);
    this.#ended.abort();
  }

  /**
   * @param {number} time
   * @param {() => void} act
   */
  #after(time, act) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, time);
  }
}
