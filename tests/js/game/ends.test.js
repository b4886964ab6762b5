import assert from "node:assert/strict";
import test from "node:test";

const EXPLANATIONS = {
  otherwise: { headline: "That cannot be done now." },
  "ended-time-white": { headline: "White ran out of time." },
  "ended-agreement": { headline: "A draw was agreed." },
};

globalThis.document = {
  getElementById: (id) => ({ textContent: JSON.stringify(id === "explanations" ? EXPLANATIONS : {}) }),
  documentElement: { lang: "en", dataset: {} },
};

const { reasonText } = await import("../../../src/damaci/site/static/game/ends.js");

test("an end says who has lost, where that is a part of the reason", () => {
  assert.equal(reasonText({ result: "0-1", reason: "time" }), "White ran out of time.");
  assert.equal(reasonText({ result: "1/2-1/2", reason: "agreement" }), "A draw was agreed.");
});

test("a game that goes on, or of which only the result is known, has no sentence", () => {
  assert.equal(reasonText({}), "");
  assert.equal(reasonText({ result: "1-0", reason: "" }), "");
});
