/** A page without elements, an app that answers as the test wants, a card and a board that remember what they show. */

/** What is embedded in the page. */
const EMBEDDED = {
  explanations: { otherwise: { headline: "Something went wrong.", advice: "Try again." } },
  page: { prefs: { sounds: false } },
};

globalThis.document = {
  getElementById: (id) => ({ textContent: JSON.stringify(EMBEDDED[id] ?? {}) }),
  documentElement: { lang: "en", dataset: {} },
};

const { carryBy } = await import("../../../src/damaci/site/static/transport/carrier.js");

/** @param {Record<string, (data: object) => object | Promise<object>>} answers by the name of a request */
export function appAnswers(answers) {
  const asked = [];
  carryBy({
    ask: async (name, data) => {
      asked.push([name, data]);
      const told = await answers[name](data);
      return { status: told?.error ? 409 : 200, media: "application/json", text: JSON.stringify(told) };
    },
  });
  return asked;
}

/** Lets everything run that does not wait for a timer. */
export async function settle() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

export class FakeCard {
  deeds = new Map();
  offered = [];

  say(tone, headline, detail = "") {
    this.said = [tone, headline, detail];
  }

  offer(...names) {
    this.offered = names;
  }

  on(name, act) {
    this.deeds.set(name, act);
  }

  list(texts) {
    this.listed = texts.join(" ");
  }

  about(text) {
    this.told = text;
  }

  own(text) {
    this.owned = text;
  }

  study() {}

  finish(headline, detail) {
    this.say("done", headline, detail);
  }
}

export class FakeBoard extends EventTarget {
  configure() {}

  show(position) {
    this.shown = position;
  }

  querySelector() {
    return { focus() {} };
  }

  play(text) {
    this.dispatchEvent(Object.assign(new Event("dama-move"), { detail: { text } }));
  }
}
