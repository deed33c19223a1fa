// Which view is shown: the address after the # names it, so a reload of the page, or a link, comes back to it.

import { Refused } from "./api.js";
import { analysisView } from "./analysis.js";
import { el, put } from "./dom.js";
import { gameView } from "./game.js";
import { pressed, showKeys } from "./keys.js";
import { recordView } from "./record.js";
import { rulesView } from "./rules.js";
import { say, sentence } from "./say.js";
import { startView } from "./start.js";

const VIEWS = {
  "": startView,
  game: gameView,
  analyse: analysisView,
  record: recordView,
  rules: rulesView,
};
/** The views of one game. */
const OF_A_GAME = new Set(["game", "analyse"]);
const main = document.getElementById("main");
let shown = null;

/** The name of the view and its values: "#/game?file=a.txt&at=3". */
function wanted() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  return [path, Object.fromEntries(new URLSearchParams(query ?? ""))];
}

/** The function that makes a view. */
function viewNamed(name, values) {
  if (!Object.hasOwn(VIEWS, name) || (OF_A_GAME.has(name) && !values.file))
    throw new Refused("there is no page at this address: choose a game among all games");
  return VIEWS[name];
}

async function route() {
  const [name, values] = wanted();
  shown?.leave?.();
  const root = el("div", { class: `view view-${Object.hasOwn(VIEWS, name) ? name || "start" : "none"}` });
  const view = { root };
  shown = view;
  document.title = "senet-gp";
  try {
    const made = await viewNamed(name, values)(root, values);
    // A person may have gone on meanwhile.
    if (shown !== view) {
      made?.leave?.();
      return;
    }
    shown = { ...made, root };
  } catch (error) {
    if (shown !== view) return;
    if (!(error instanceof Refused)) console.error(error);
    const message = error instanceof Refused ? error.message : `The page has failed: ${error.message}`;
    put(
      root,
      el("h1", {}, "This does not work"),
      el("p", { class: "error", role: "alert" }, sentence(message)),
      el("p", {}, el("a", { href: "#/" }, "All games")),
    );
  }
  put(main, root);
  shown.shown?.();
}

window.addEventListener("hashchange", () => {
  // The next view begins at its top, for the eye and for the keyboard.
  void route().then(() => {
    window.scrollTo(0, 0);
    main.focus({ preventScroll: true });
    say(document.querySelector("main h1")?.textContent ?? "");
  });
});
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
document.getElementById("keys").addEventListener("click", showKeys);
document.addEventListener("keydown", (event) => pressed(event, shown?.keys ?? {}));
void route();
