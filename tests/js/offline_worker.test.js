/** The service worker of an app with a server shows the notices from a push service. */

import assert from "node:assert/strict";
import fs from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const SCRIPT = new URL("../../src/damaci/site/static/transport/offline_worker.js", import.meta.url);
const ENDPOINT = "https://push.example/one";
const HERE = "https://dama.example";

/** A service worker of HERE that runs the script, while pages at these paths are open. */
class FakeWorker {
  KEPT = { version: "1", page: "/offline", files: [], icon: "/icon.png" };
  location = new URL(`${HERE}/sw.js`);
  shown = [];
  focused = [];
  opened = [];
  asked = [];
  reachable = true;
  #listeners = {};

  constructor(...paths) {
    const pages = paths.map((path) => ({ url: HERE + path, focus: async () => this.focused.push(path) }));
    this.clients = { matchAll: async () => pages, openWindow: async (address) => this.opened.push(address) };
    const pushManager = { getSubscription: async () => ({ endpoint: ENDPOINT }) };
    this.registration = { showNotification: async (...shown) => this.shown.push(shown), pushManager };
    const fetch = async (...asked) => {
      this.asked.push(asked);
      return { ok: this.reachable };
    };
    vm.runInNewContext(fs.readFileSync(SCRIPT, "utf8"), { self: this, URL, fetch });
  }

  addEventListener(type, listener) {
    this.#listeners[type] = listener;
  }

  async fire(type, event) {
    const waiting = [];
    this.#listeners[type]({ ...event, waitUntil: (promise) => waiting.push(promise) });
    await Promise.all(waiting);
  }

  /** Clicks a notice, or a button of it. */
  async click(url, action = "", more = {}) {
    let closed = false;
    const notification = { data: { url, ...more }, close: () => (closed = true) };
    await this.fire("notificationclick", { notification, action });
    assert.ok(closed);
  }
}

test("a message is shown in the place of the last one about the same", async () => {
  const worker = new FakeWorker();
  const notice = { kind: "turn", title: "Your turn", body: "Against Ada", url: "/game/abc", tag: "turn-abc" };
  await worker.fire("push", { data: { json: () => notice } });
  const [[title, options]] = worker.shown;
  assert.equal(title, "Your turn");
  assert.equal(options.body, "Against Ada");
  assert.equal(options.tag, "turn-abc");
  assert.equal(options.data.url, "/game/abc");
});

test("a message without content is shown all the same: browsers demand it", async () => {
  const worker = new FakeWorker();
  await worker.fire("push", { data: null });
  assert.equal(worker.shown[0][0], "Damacı");
});

test("a click leads to the page where it is open", async () => {
  const worker = new FakeWorker("/", "/game/abc?lang=tr");
  await worker.click("/game/abc");
  assert.deepEqual(worker.focused, ["/game/abc?lang=tr"]);
  assert.deepEqual(worker.opened, []);
});

test("a click opens the page where it is not open", async () => {
  const worker = new FakeWorker("/");
  await worker.click("/game/abc");
  assert.deepEqual(worker.opened, [`${HERE}/game/abc`]);
});

test("a click opens nothing of another site", async () => {
  const worker = new FakeWorker();
  await worker.click("https://elsewhere.example/");
  assert.deepEqual(worker.opened, []);
});

const MUTE = { title: "No more of these", url: "/api/v1/push/mute", page: "/account#notices" };

test("a notice has a button that ends its kind", async () => {
  const worker = new FakeWorker();
  const notice = { kind: "ended", title: "You won", body: "", url: "/game/abc", tag: "ended-abc", mute: MUTE };
  await worker.fire("push", { data: { json: () => notice } });
  const [[, { actions, data }]] = worker.shown;
  assert.deepEqual(JSON.parse(JSON.stringify(actions)), [{ action: "mute", title: "No more of these" }]);
  await worker.click(data.url, actions[0].action, data);
  const [[address, { method, body }]] = worker.asked;
  assert.deepEqual([address, method], ["/api/v1/push/mute", "POST"]);
  assert.deepEqual(JSON.parse(body), { endpoint: ENDPOINT, kind: "ended" });
  assert.deepEqual(worker.opened, []);
});

test("where the server cannot be reached, the button leads to the switches", async () => {
  const worker = new FakeWorker();
  worker.reachable = false;
  await worker.click("/game/abc", "mute", { kind: "ended", mute: MUTE });
  assert.deepEqual(worker.opened, [`${HERE}/account#notices`]);
});
