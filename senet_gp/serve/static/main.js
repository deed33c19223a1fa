// Which view is shown: the address after the # names it, so a reload of the page, or a link, comes back to it.

import { Refused } from "./api.js";
import { analysisView } from "./analysis.js";
import { el, put } from "./dom.js";
import { gameView } from "./game.js";
import { pressed, showKeys } from "./keys.js";
import { say, sentence } from "./say.js";
import { startView } from "./start.js";

const VIEWS = { "": startView, game: gameView, analyse: analysisView };
const main = document.getElementById("main");
let shown = null;

/** The name of the view and its values: "#/game?file=a.txt&at=3". */
function wanted() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const values = Object.fromEntries(new URLSearchParams(query ?? ""));
  return [VIEWS[path] && values.file ? path : "", values];
}

async function route() {
  const [name, values] = wanted();
  shown?.leave?.();
  const root = el("div", { class: `view view-${name || "start"}` });
  const view = { root };
  shown = view;
  document.title = "senet-gp";
  try {
    const made = await VIEWS[name](root, values);
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
