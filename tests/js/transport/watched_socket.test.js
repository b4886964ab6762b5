/** WebSockets whose other end disappears without closing them. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";

const PING = '{"type":"ping"}';
const PONG = '{"type":"pong"}';
const QUIET = 11_000;
const SENT = 3000;
const ANSWER = 6000;
const CONNECT = 20_000;

class FakeSocket extends EventTarget {
  static OPEN = 1;
  readyState = 0;
  /** @type {string[]} */
  sent = [];
  isClosed = false;
  lost = 0;

  /** @param {string} text */
  send(text) {
    this.sent.push(text);
  }

  close() {
    this.isClosed = true;
  }
}

const surroundings = new EventTarget();
const shown = Object.assign(new EventTarget(), { hidden: false });
Object.assign(globalThis, {
  WebSocket: FakeSocket,
  CloseEvent: Event,
  document: shown,
  addEventListener: surroundings.addEventListener.bind(surroundings),
});
mock.timers.enable({ apis: ["setTimeout"] });
const { WatchedSocket } = await import("../../../src/damaci/site/static/transport/watched_socket.js");

function connecting() {
  const socket = new WatchedSocket("ws://somewhere");
  socket.addEventListener("close", () => (socket.lost += 1));
  return socket;
}

function open() {
  const socket = connecting();
  socket.readyState = FakeSocket.OPEN;
  socket.dispatchEvent(new Event("open"));
  return socket;
}

const hear = (socket) => socket.dispatchEvent(new Event("message"));

test("an end that answers is asked again and again and stays", () => {
  const socket = open();
  for (const count of [1, 2, 3]) {
    mock.timers.tick(QUIET);
    assert.deepEqual(socket.sent, Array(count).fill(PING));
    mock.timers.tick(ANSWER - 1);
    hear(socket);
  }
  assert.equal(socket.lost, 0);
  assert.equal(socket.isClosed, false);
});

test("one that says something by itself is not asked", () => {
  const socket = open();
  for (let count = 0; count < 5; count++) {
    mock.timers.tick(QUIET - 1);
    hear(socket);
  }
  assert.deepEqual(socket.sent, []);
});

test("one that has gone is noticed once, and asked nothing more", () => {
  const socket = open();
  mock.timers.tick(QUIET);
  mock.timers.tick(ANSWER);
  assert.equal(socket.lost, 1);
  assert.equal(socket.isClosed, true);
  mock.timers.tick(10 * QUIET);
  surroundings.dispatchEvent(new Event("online"));
  assert.deepEqual(socket.sent, [PING]);
  assert.equal(socket.lost, 1);
});

test("one that does not answer what was sent is noticed sooner, however much is sent", () => {
  const socket = open();
  for (let count = 0; count < 9; count++) {
    assert.equal(socket.lost, 0);
    socket.send("a move");
    mock.timers.tick(1000);
  }
  assert.equal(socket.lost, 1);
  assert.equal(SENT + ANSWER, 9000);
});

test("an answer to its own ping expects none", () => {
  const socket = open();
  socket.send(PONG);
  mock.timers.tick(SENT + ANSWER);
  assert.deepEqual(socket.sent, [PONG]);
  assert.equal(socket.lost, 0);
});

test("it is asked at once when the network or the page comes back", () => {
  for (const back of [() => surroundings.dispatchEvent(new Event("online")), () => appear()]) {
    const socket = open();
    back();
    back();
    assert.deepEqual(socket.sent, [PING]);
    hear(socket);
    socket.dispatchEvent(new Event("close"));
  }
});

function appear() {
  for (const hidden of [true, false]) {
    shown.hidden = hidden;
    shown.dispatchEvent(new Event("visibilitychange"));
  }
}

test("a connection that is not accepted for long is given up", () => {
  const socket = connecting();
  appear();
  mock.timers.tick(CONNECT - 1);
  assert.equal(socket.lost, 0);
  mock.timers.tick(1);
  assert.equal(socket.lost, 1);
  assert.deepEqual(socket.sent, []);
});
