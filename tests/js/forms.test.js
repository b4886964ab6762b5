/** A form is sent once, however often it is submitted meanwhile. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { once } from "../../src/damaci/site/static/forms.js";

/** @type {() => void} what happens when the page is shown again */
let comeBack;

beforeEach(() => {
  globalThis.addEventListener = (type, listener) => {
    assert.equal(type, "pageshow");
    comeBack = listener;
  };
});
afterEach(() => Reflect.deleteProperty(globalThis, "addEventListener"));

const submitted = () => ({
  prevented: 0,
  preventDefault() {
    this.prevented += 1;
  },
});

test("a second press while the form is sent, and after it has arrived, does nothing", async () => {
  let arrive = () => {};
  const sent = new Promise((resolve) => {
    arrive = resolve;
  });
  let times = 0;
  const submit = once(() => {
    times += 1;
    return sent;
  }, assert.fail);
  const events = [submitted(), submitted(), submitted()];
  const first = submit(events[0]);
  await submit(events[1]);
  arrive();
  await first;
  await submit(events[2]);
  assert.equal(times, 1);
  assert.deepEqual(
    events.map(({ prevented }) => prevented),
    [1, 1, 1],
  );
});

test("what was refused is told, and can be sent again", async () => {
  const told = [];
  let times = 0;
  const submit = once(
    async () => {
      times += 1;
      if (times === 1) throw new Error("no");
    },
    (error) => told.push(error.message),
  );
  await submit(submitted());
  await submit(submitted());
  await submit(submitted());
  assert.deepEqual([times, told], [2, ["no"]]);
});

test("who comes back to the page sends another one", async () => {
  let times = 0;
  const submit = once(async () => {
    times += 1;
  }, assert.fail);
  await submit(submitted());
  comeBack();
  await submit(submitted());
  assert.equal(times, 2);
});
