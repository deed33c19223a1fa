// Links to files that a person keeps: records of games, and pages that were exported.

import { el } from "./dom.js";

const KEPT = /\.(txt|html)$/;

/** The name of a file without its directories. */
export const shortName = (file) => file.slice(file.lastIndexOf("/") + 1);

/** A link that downloads a file; null if it is none that can be downloaded. */
export function downloadLink(file, text = "Download", properties = {}) {
  if (!KEPT.test(file)) return null;
  return el("a", {
    href: `download?file=${encodeURIComponent(file)}`,
    download: shortName(file),
    "aria-label": `Download ${file}`,
    ...properties,
  }, text);
}
