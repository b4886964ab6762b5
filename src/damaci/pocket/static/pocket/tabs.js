/** The tabs that have the app open: each holds a lock for as long as it lives, and the messages of one reach all. */

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
 * Waits for a lock that one tab may hold. Resolves with a function that releases it. Without locks, all tabs may go on.
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

/** Tells all other tabs, and hears them. */
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
