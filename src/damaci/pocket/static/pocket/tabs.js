/** The tabs that have the app open: each holds a lock until it is closed, and sends messages to all others. */

const NAME = "damaci-tab-";

/** Holds this tab's lock. Returns whether other tabs hold theirs; without locks there may always be some. */
export async function enter() {
  const { locks } = navigator;
  if (!locks) return true;
  const others = ((await locks.query()).held ?? []).some(({ name }) => name?.startsWith(NAME));
  locks.request(NAME + crypto.randomUUID(), () => new Promise(() => {}));
  return others;
}

/**
 * Waits for a lock that one tab may hold. Resolves with a function that releases it. Without locks, all tabs get it.
 * @param {string} name
 * @returns {Promise<() => void>}
 */
export function hold(name) {
  return new Promise((held) => {
    const holding = () => new Promise((/** @type {(value?: undefined) => void} */ letGo) => held(() => letGo()));
    if (navigator.locks) navigator.locks.request(name, holding);
    else holding();
  });
}

/** Sends messages to other tabs, and gets theirs. */
export class Tabs extends EventTarget {
  #channel = new BroadcastChannel("damaci");

  constructor() {
    super();
    this.#channel.addEventListener("message", ({ data }) => this.dispatchEvent(new MessageEvent("message", { data })));
  }

  /** @param {string} text */
  tell(text) {
    this.#channel.postMessage(text);
  }
}
