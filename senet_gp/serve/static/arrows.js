// Arrows over a board, as in the program's pictures: bent, with numbers if there are several.

import { put, svg } from "./dom.js";

// Lengths in hundredths of a square.
const [BEND, HEAD, HALF_HEAD, OFF, SHORT] = [0.16, 24, 12, 78, 14];

function ends(board, [from, to]) {
  const middle = (square) => {
    const { column, row } = board.places.get(square);
    return [100 * column + 50, 100 * row + 50];
  };
  if (from && to) return [middle(from), middle(to)];
  if (from) {
    const [x, y] = middle(from);
    return [[x, y], y > 50 * board.geometry.height ? [x, y + OFF] : [x, y - OFF]];
  }
  const [x, y] = middle(to);
  // What falls from above falls upwards on a board that is turned round.
  return [[x, board.flipped ? y + OFF : y - OFF], [x, y]];
}

function arrow(board, step, number) {
  const [[x, y], [toX, toY]] = ends(board, step);
  const bend = step[0] && step[1] ? BEND : 0;
  const bow = [(x + toX) / 2 + bend * (toY - y), (y + toY) / 2 - bend * (toX - x)];
  const length = Math.hypot(toX - bow[0], toY - bow[1]) || 1;
  const along = [(toX - bow[0]) / length, (toY - bow[1]) / length];
  const short = step[1] ? SHORT : 0;
  const tip = [toX - short * along[0], toY - short * along[1]];
  const neck = [tip[0] - HEAD * along[0], tip[1] - HEAD * along[1]];
  const head = [
    tip,
    [neck[0] - HALF_HEAD * along[1], neck[1] + HALF_HEAD * along[0]],
    [neck[0] + HALF_HEAD * along[1], neck[1] - HALF_HEAD * along[0]],
  ];
  const parts = [
    svg("path", { d: `M${x},${y}Q${bow} ${neck}` }),
    svg("polygon", { points: head.map(String).join(" ") }),
  ];
  if (number) {
    const [cx, cy] = [(x + 2 * bow[0] + toX) / 4, (y + 2 * bow[1] + toY) / 4];
    parts.push(svg("circle", { cx, cy, r: 15 }), svg("text", { x: cx, y: cy + 7 }, String(number)));
  }
  return svg("g", { class: "arrow" }, parts);
}

/** Draw steps over a board, in place of those that are there. */
export function arrowsOver(board, steps, look) {
  const drawn = steps.filter(([from, to]) => from || to);
  board.over.setAttribute("class", `over ${look}`);
  put(board.over, drawn.map((step, index) => arrow(board, step, drawn.length > 1 ? index + 1 : 0)));
}

/** Numbers stand at the left of a square, so arrowheads between rows stand at its right. */
const BESIDE_NUMBER = 76;

/**
 * Small arrowheads between the squares of rows along which pieces go, and at the ends of rows where the next number
 * stands in the row above or below.
 */
export function waysOver(board) {
  const { ways } = board;
  const { width } = board.geometry;
  const number = (row, column) => Number(board.facts.get(board.rows[row]?.[column])?.label);
  const heads = [];
  const head = (x, y, across, down) => {
    const [sideX, sideY] = [7 * down, 7 * across];
    heads.push(
      svg("path", {
        d: `M${x - 4 * across - sideX},${y - 4 * down - sideY}L${x + 4 * across},${y + 4 * down}L${
          x - 4 * across + sideX
        },${y - 4 * down + sideY}`,
      }),
    );
  };
  ways.forEach((way, row) => {
    if (!way) return;
    for (let column = 1; column < width; column += 1) {
      if (board.rows[row][column - 1] && board.rows[row][column]) head(100 * column, 100 * row + 50, way, 0);
    }
    for (const column of [0, width - 1]) {
      const down = number(row + 1, column) - number(row, column);
      if (Math.abs(down) === 1) head(100 * column + BESIDE_NUMBER, 100 * (row + 1), 0, down);
    }
  });
  return svg(
    "svg",
    {
      class: "ways",
      "aria-hidden": "true",
      viewBox: board.over.getAttribute("viewBox"),
      preserveAspectRatio: "none",
    },
    heads,
  );
}
