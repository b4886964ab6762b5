/** A form is sent once, however often it is submitted meanwhile. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { once, whileBusy } from "../../src/damaci/site/static/forms.js";

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

/** A button as far as `whileBusy` needs one. */
class Button {
  attributes = new Map();
  getAttribute = (name) => this.attributes.get(name) ?? null;
  setAttribute = (name, value) => this.attributes.set(name, value);
}

test("a button does nothing while its work goes on, and can be pressed again when that has failed", async () => {
  const button = new Button();
  let fail = () => {};
  const work = () =>
    new Promise((_, reject) => {
      fail = () => reject(new Error("no"));
    });
  const first = whileBusy(button, work);
  assert.equal(button.getAttribute("aria-disabled"), "true");
  await whileBusy(button, assert.fail);
  fail();
  await assert.rejects(first, /no/);
  let times = 0;
  await whileBusy(button, async () => {
    times += 1;
  });
  assert.deepEqual([times, button.getAttribute("aria-disabled")], [1, "false"]);
});
