/** Other ways of looking at a game: zen mode, and blindfold. */

import { find, write } from "../dom.js";
import { t } from "../i18n.js";
import { prefer, preferences } from "../preferences.js";

export function startViews() {
  find("#leave-zen").addEventListener("click", toggleZen);
}

export function toggleZen() {
  prefer({ zen: !preferences.zen });
  write(find("#announcement"), preferences.zen ? t("Zen mode. Z ends it.") : t("Zen mode is over."));
}

export function toggleBlindfold() {
  prefer({ blindfold: !preferences.blindfold });
  write(find("#announcement"), preferences.blindfold ? t("The pieces are hidden.") : t("The pieces are shown."));
}
