// Sections, rows and sentences as the server says them: what is shown, and in which words.

import { el, quiet } from "./dom.js";

const SEEN = { mark: "mark", beads: "beads" };
const place = ({ is_figure, kind }) => (is_figure ? "n" : SEEN[kind] ?? null);

/** What an element does while it is looked at, by the pointer or by the focus, and afterwards. */
export const lookedAt = (looked, left) => ({
  mouseenter: looked,
  mouseleave: left,
  focusin: looked,
  focusout: left,
});

/**
 * A table; what has no heading stands beside the first cell of its row.
 * @param about the properties of the element of a row
 * @param more further columns, each with a `cell` that makes its cell of a row
 */
export function rowsShown({ caption, columns, rows }, { name = null, about = () => ({}), more = [] } = {}) {
  const numbered = columns.map((column, index) => ({ ...column, cell: ({ cells }) => cells[index] }));
  const [first, ...others] = numbered;
  const headed = [...others.filter(({ heading }) => heading), ...more];
  const beside = others.filter(({ heading }) => !heading);
  const remark = (column, one) =>
    column.cell(one) ? el("span", { class: place(column) ?? "remark" }, ` ${column.cell(one)}`) : null;
  const head = (column) =>
    column.heading ? el("th", { scope: "col", class: place(column) }, column.heading) : el("td");
  const row = (one) =>
    el(
      "tr",
      about(one),
      el(
        "th",
        { scope: "row", class: place(first) },
        first.cell(one),
        beside.map((column) => remark(column, one)),
      ),
      headed.map((column) =>
        // Beads are for the eye: their number stands beside them.
        el("td", { class: place(column), "aria-hidden": column.kind === "beads" ? "true" : null }, column.cell(one))
      ),
    );
  return el(
    "table",
    { class: name },
    caption ? el("caption", {}, caption) : null,
    el("thead", {}, el("tr", {}, [first, ...headed].map(head))),
    el("tbody", {}, rows.map(row)),
  );
}

/** The same with a column for each row, where there are few rows and little room. */
const turned = ({ caption, columns: [first, ...others], rows }) => ({
  caption,
  columns: [first, ...rows.map(({ cells }) => ({ heading: cells[0], is_figure: true }))],
  rows: others.map(({ heading }, index) => ({ cells: [heading, ...rows.map(({ cells }) => cells[index + 1])] })),
});

/** A section with all that is in it. */
export const sectionShown = ({ title, blocks }, level = 2) => [
  el(`h${level}`, {}, title),
  blocks.map((block) => {
    if (typeof block === "string") return quiet(block);
    if (block.blocks) return sectionShown(block, level + 1);
    return rowsShown(block.rows.length < block.columns.length ? turned(block) : block);
  }),
];
