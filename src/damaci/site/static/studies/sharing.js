/** Who may read a study and write in it: shown to all who write, changed by its owner; reports by others. */

import { startCopying } from "../copy.js";
import { find, make, write } from "../dom.js";
import { codeOf, explainBriefly } from "../explain.js";
import { isolated, t } from "../i18n.js";
import { page } from "../page.js";
import { playerLink } from "../people/link.js";
import { goToPage } from "../places.js";
import { send } from "../report.js";
import { request } from "../transport/request.js";

/**
 * @typedef {{name: string, account: string}} Named
 * @typedef {{role: string, owner: Named, visibility: string, members: Named[]}} Sharing
 * @typedef {import("./study.js").Study} Study
 */

/** @param {Study} study */
export function startSharing(study) {
  const may = page.may ?? [];
  let sharing = /** @type {Sharing} */ (page.sharing);

  const show = () => {
    showOwner(sharing.owner);
    find("#members").replaceChildren(memberOf(sharing.owner), ...sharing.members.map((each) => memberOf(each, remove)));
    if (may.includes("share")) showReaders(sharing);
  };

  /** @param {Promise<Sharing>} asked the sharing after a change */
  async function change(asked) {
    write(find("#not-shared"), "");
    try {
      sharing = await asked;
    } catch (error) {
      write(find("#not-shared"), explainBriefly(codeOf(error)));
    }
    show();
  }

  /** @param {Named} member */
  function remove({ account }) {
    const members = sharing.members.filter((each) => each.account !== account);
    change(request("studies.dismiss", { study: study.id, name: account }).then(() => ({ ...sharing, members })));
    find("#invited").focus();
  }

  show();
  if (may.includes("share")) startOwning(study, change);
  if (may.includes("leave")) startLeaving(study);
  if (may.includes("report")) startReporting(study);
}

/** @param {Named} owner */
function showOwner({ name, account }) {
  const whose = find("#whose");
  const text = t("A study by {name}", { name: isolated(name) });
  if (whose.textContent !== text) whose.replaceChildren(playerLink(text, account));
}

/** @param {Sharing} sharing */
function showReaders({ visibility }) {
  const chosen = /** @type {HTMLInputElement} */ (find(`#sharing [name="visibility"][value="${visibility}"]`));
  chosen.checked = true;
  find("#link-row").hidden = visibility !== "link";
}

/**
 * @param {Study} study
 * @param {(asked: Promise<Sharing>) => Promise<void>} change
 */
function startOwning(study, change) {
  const form = /** @type {HTMLFormElement} */ (find("#invite"));
  for (const choice of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('[name="visibility"]')))
    choice.addEventListener("change", () =>
      change(request("studies.share", { study: study.id, visibility: choice.value })),
    );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = String(new FormData(form).get("name"));
    await change(request("studies.invite", { study: study.id, name }));
    if (find("#not-shared").textContent === "") form.reset();
  });
  startCopying(find("#sharing"));
}

/**
 * A player in the list of those who write.
 * @param {Named} player
 * @param {(player: Named) => void} [remove] the action of its button; only an owner has one
 */
function memberOf(player, remove) {
  const template = /** @type {HTMLTemplateElement} */ (find("#member-item"));
  const made = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  find("li", made).prepend(playerLink(make("bdi", {}, player.name), player.account));
  const button = find("button", made);
  button.ariaLabel = button.title = t("Take out: {name}", { name: player.name });
  button.addEventListener("click", () => remove?.(player));
  if (!remove || !page.may?.includes("share")) button.remove();
  return made;
}

/** @param {Study} study */
function startLeaving(study) {
  find("#leave-study").addEventListener("click", async () => {
    try {
      await request("studies.dismiss", { study: study.id, name: page.self ?? "" });
      goToPage("studies");
    } catch (error) {
      write(find("#not-shared"), explainBriefly(codeOf(error)));
    }
  });
}

/** @param {Study} study */
function startReporting(study) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#report-study-dialog"));
  const form = /** @type {HTMLFormElement} */ (find("#report-study-form"));
  find("#report-study").addEventListener("click", () => {
    form.reset();
    dialog.returnValue = "";
    dialog.showModal();
  });
  dialog.addEventListener("close", () => {
    if (dialog.returnValue !== "send") return;
    send("studies.report", { study: study.id, chapter: study.chapter, ...Object.fromEntries(new FormData(form)) });
  });
}
