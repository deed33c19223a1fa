// What translated rules of a game take from its base classes, and the flow of a turn. Needs python.js.

const $lowest = (x) => {
  let place = 0;
  for (let left = x; left % 2 === 0 && place < 64; left /= 2) place += 1;
  return place;
};
const $highest = (x) => $m.bit_length(x) - 1;
const $keep = (boards, results, index, mine, theirs, start, target, extra, result) => {
  boards[index] = { mine, theirs, extra, start, target, result };
  return index + 1;
};
const $geometry = ({ squares, labels }) => ({
  squares: new Set(squares),
  label: (square) => labels[square] ?? String(square),
});

// A position in which a player chooses, as in the package.
class $Decision {
  constructor(game, seat, position, throws) {
    Object.assign(this, { game, seat, position, throws, known_steps: [] });
    this.afterstates = game.afterstates(position, throws, seat);
  }
  result(index) {
    return this.afterstates[index].result;
  }
  notation(index) {
    return this.afterstates[index].notation;
  }
  ends_turn(index) {
    return this.result(index) !== null || !this.game.throws_again(this, index);
  }
  following(index) {
    const { position } = this.afterstates[index];
    return this.ends_turn(index) ? this.game.swapped(position) : position;
  }
  view(index) {
    return this.game.seen_after(this, index);
  }
  steps(index) {
    return (this.known_steps[index] ??= this.game.steps(this, index));
  }
}

const $PlainGame = {
  afterstates(position, throws) {
    const given = this.moves(position, throws) ?? [];
    const moves = given instanceof $Dict ? $m.items(given) : [...given];
    const found = moves.length ? moves : [["-", position]];
    return found.map(([notation, after]) => ({ notation, position: after, result: this.result(after) }));
  },
  swapped: (position) => $m._make(position, [position[1], position[0]]),
  dice: () => [],
  throw_chances(position) {
    const all = $product(...this.dice(position).map((sides) => $f.range(1, sides + 1)));
    const chances = new $Dict();
    for (const thrown of all.map((one) => $f.sorted(one))) {
      $put(chances, thrown, $m.get(chances, thrown, 0) + 1 / all.length);
    }
    return chances;
  },
  goes_on: () => false,
  throws_again(decision) {
    return this.goes_on(decision.position, decision.throws);
  },
  view(decision, index) {
    return this.policy ? decision.position : decision.afterstates[index].position;
  },
  seen_after(decision, index) {
    return this.view(decision, index);
  },
  seen: (position) => position,
  text: (position) => Array.from(position, (part) => String(part)).join("/"),
  beside: () => new $Dict(),
  standing(mine, theirs, seat) {
    const found = new $Dict();
    for (const [whose, squares] of [[seat, mine], [1 - seat, theirs]]) {
      for (const square of squares) {
        if (this.geometry.squares.has(square)) $put(found, square, [...$m.get(found, square, []), whose]);
      }
    }
    return found;
  },
  occupants(position, seat) {
    return this.geometry.squares.size ? this.standing(position.mine, position.theirs, seat) : new $Dict();
  },
  steps(decision, index) {
    const { seat } = decision;
    const own = (position) =>
      $m.items(this.occupants(position, seat)).flatMap(([square, seats]) =>
        seats.filter((one) => one === seat).map(() => square)
      );
    const [before, after] = [own(decision.position), own(decision.afterstates[index].position)];
    const without = (squares, others) => {
      const left = [...squares];
      for (const square of others) if (left.includes(square)) left.splice(left.indexOf(square), 1);
      return left.sort((a, b) => a - b);
    };
    const [left, reached] = [without(before, after), without(after, before)];
    const length = Math.max(left.length, reached.length);
    return Array.from({ length }, (_, i) => [left[i] ?? 0, reached[i] ?? 0]);
  },
  ways(decision) {
    return decision.afterstates.map((_, index) => [decision.steps(index)]);
  },
  throws_for: () => [],
};

// A game whose rules are kernels of boards.
const $BoardGame = {
  __proto__: $PlainGame,
  afterstates(position, _throws, seat) {
    const boards = [];
    this.successors(this.numbers, position.mine, position.theirs, position.extra, boards, []);
    return boards.map(({ mine, theirs, extra, start, target, result }) => {
      const after = { position: new this.Position(mine, theirs, extra), start, target };
      return { ...after, result: result === 2 ? null : result, notation: this.notation(after, seat) };
    });
  },
  swapped(position) {
    return new this.Position(...this.swap(this.numbers, position.mine, position.theirs, position.extra));
  },
  seen_after(decision, index) {
    const { position, start, target } = decision.afterstates[index];
    return this.policy ? this.view(decision.position) : this.view(position, start, target);
  },
  on_table: (square) => square,
  steps(decision, index) {
    const { start, target } = decision.afterstates[index];
    const drawn = (square) => square && this.on_table(square, decision.seat);
    return start === target ? [] : [[drawn(start), drawn(target)]];
  },
};
