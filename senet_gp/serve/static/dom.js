// Elements, made without markup: texts from files and servers become text nodes and nothing else.

const SVG = "http://www.w3.org/2000/svg";

/** What changes after an element is made is one of its properties; attributes have only the first value. */
const LIVE = new Set(["value", "checked", "disabled", "hidden", "selected"]);

/** Children within lists of any depth, without those that are absent. */
const present = (children) => children.flat(Infinity).filter((child) => child !== false && (child ?? null) !== null);

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === "data") Object.assign(element.dataset, value);
    else if (LIVE.has(name)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/** An HTML element; `on` holds listeners, `data` the dataset, all else attributes. */
export const el = (tag, properties = {}, ...children) =>
  filled(document.createElement(tag), properties, children);

/** An SVG element. */
export const svg = (tag, properties = {}, ...children) =>
  filled(document.createElementNS(SVG, tag), properties, children);

/** A button that does something; its name is its text, unless `properties` says more. */
export const button = (text, action, properties = {}) =>
  el("button", { type: "button", on: { click: action }, ...properties }, text);

/** Replace what is in an element. */
export const put = (parent, ...children) => parent.replaceChildren(...present(children));

/** Buttons and links in a row. */
export const controls = (...children) => el("div", { class: "controls" }, children);

/** A paragraph of what is told besides. */
export const quiet = (...children) => el("p", { class: "quiet" }, children);

/** The address of a view: "#/game?file=a.txt&at=3". */
export const address = (view, values) => `#/${view}?${new URLSearchParams(values)}`;

/**
 * A list of buttons through which the arrow keys, Home and End go; the Tab key comes to one of them.
 * @param went is called with the button that has been gone to
 */
export function walkedList(tag, properties, went = () => null) {
  const walk = (event) => {
    const entries = [...list.querySelectorAll("button")].filter((one) => one.checkVisibility());
    const here = entries.indexOf(event.target);
    const goal = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: entries.length - 1 }[event.key];
    if (here < 0 || !entries[goal]) return;
    event.preventDefault();
    entries[here].tabIndex = -1;
    entries[goal].tabIndex = 0;
    entries[goal].focus();
    went(entries[goal]);
  };
  const list = el(tag, { ...properties, on: { keydown: walk } });
  return list;
}

let numbers = 0;
/** An id that no other element has, for labels. */
export const newId = (stem) => `${stem}-${(numbers += 1)}`;

/** A field with its label: the control gets an id, and the label names it. */
export function labelled(text, control, hint = "") {
  control.id = control.id || newId("field");
  const about = hint ? el("span", { class: "quiet", id: `${control.id}-hint` }, hint) : null;
  if (about) control.setAttribute("aria-describedby", about.id);
  return el("div", { class: "field" }, el("label", { for: control.id }, text), control, about);
}

/** Whether the reader wants no motion. */
export const calm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Scroll no farther than an element needs to be seen; one higher than the window is seen from its top. */
export const bringIntoView = (element) =>
  element.scrollIntoView({ block: "nearest", behavior: calm() ? "instant" : "smooth" });

/** Wait; without motion there is nothing to wait for. */
export const pause = (milliseconds) =>
  new Promise((resolve) => setTimeout(resolve, calm() ? 0 : milliseconds));

/** Wait between choices that are watched; never so short that the server has too much to answer. */
export const sleep = (milliseconds) =>
  new Promise((resolve) => setTimeout(resolve, Math.max(20, milliseconds)));
