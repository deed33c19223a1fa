// What Python's values and operators mean, for code that is translated from it. Numbers are exact below 2^53.
// Tuples and lists are arrays; sets, dictionaries and records compare by value, as in Python.

const $key = (x) => {
  if (typeof x === "number") return x;
  if (typeof x === "boolean") return +x;
  if (typeof x === "string") return `"${x}`;
  if (x === null) return "null";
  if (Array.isArray(x)) return `(${x.map($key)})`;
  if (x instanceof $Set) return x.key;
  if (x instanceof $Record) return `<${Object.values(x).map($key)}>`;
  throw new Error("this cannot be an element of a set");
};

const $ones = (x) => {
  let count = 0;
  for (let left = Math.abs(x); left; left = Math.floor(left / 2 ** 32)) {
    for (let low = left | 0; low; low &= low - 1) count += 1;
  }
  return count;
};

// Squares, as other whole numbers from 0 to 31, are bits of one number: most sets have no other elements.
const $isBit = (x) => typeof x === "number" ? (x & 31) === x : typeof x === "boolean";
const $none = new Map();
class $Set {
  constructor(elements = [], bits = 0, map = $none) {
    this.bits = bits;
    this.map = map;
    this.known = null;
    for (const x of elements) this.add(x);
  }
  add(x) {
    this.known = null;
    if ($isBit(x)) this.bits |= 1 << x;
    else this.map = this.map === $none ? new Map([[$key(x), x]]) : this.map.set($key(x), x);
  }
  [Symbol.iterator]() {
    const found = this.map.size ? [...this.map.values()] : [];
    for (let left = this.bits; left; left &= left - 1) found.push(31 - Math.clz32(left & -left));
    return found.values();
  }
  get size() {
    return this.map.size + $ones(this.bits >>> 0);
  }
  get key() {
    return this.map.size ? `{${this.bits},${[...this.map.keys()].sort()}}` : `{${this.bits}}`;
  }
  has(x) {
    return $isBit(x) ? (this.bits >>> x & 1) === 1 : this.map.size > 0 && this.map.has($key(x));
  }
  // The set with other bits, and with those of the other elements whose keys are kept.
  kept(bits, isKept) {
    return new $Set([], bits, this.map.size ? new Map([...this.map].filter(([key]) => isKept(key))) : $none);
  }
}
// A function of a set alone, which is asked once about each set.
const $once = (f) => (x) => {
  if (!(x instanceof $Set)) return f(x);
  x.known ??= new Map();
  if (!x.known.has(f)) x.known.set(f, f(x));
  return x.known.get(f);
};

class $Dict {
  constructor(pairs = []) {
    this.map = new Map();
    for (const [key, value] of pairs) $put(this, key, value);
  }
  *[Symbol.iterator]() {
    for (const [key] of this.map.values()) yield key;
  }
  get size() {
    return this.map.size;
  }
  has(key) {
    return this.map.has($key(key));
  }
}

// A named tuple; what is made of its elements is an array.
class $Tuple extends Array {
  static get [Symbol.species]() {
    return Array;
  }
}
// A dataclass.
class $Record {}

const $b = (x) => {
  if (x === null || typeof x !== "object") return Boolean(x);
  return Array.isArray(x) ? x.length > 0 : x instanceof $Set || x instanceof $Dict ? x.size > 0 : true;
};
const $any = (first, ...others) => {
  let value = first;
  for (const other of others) {
    if ($b(value)) return value;
    value = other();
  }
  return value;
};
const $all = (first, ...others) => {
  let value = first;
  for (const other of others) {
    if (!$b(value)) return value;
    value = other();
  }
  return value;
};

const $order = (a, b) => {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
      const order = $order(a[i], b[i]);
      if (order) return order;
    }
    return a.length - b.length;
  }
  const isPlain = (x) => typeof x === "number" || typeof x === "boolean";
  if (!(isPlain(a) && isPlain(b)) && !(typeof a === "string" && typeof b === "string")) {
    throw new Error("these cannot be compared");
  }
  return a < b ? -1 : a > b ? 1 : 0;
};
const $within = (a, b) => [...a].every((x) => b.has(x));
const $lt = (a, b) =>
  typeof a === "number" && typeof b === "number"
    ? a < b
    : a instanceof $Set
    ? a.size < b.size && $within(a, b)
    : $order(a, b) < 0;
const $le = (a, b) => a instanceof $Set ? $within(a, b) : $order(a, b) <= 0;
const $eq = (a, b) => {
  if (a === b) return true;
  if (typeof a === "number" && typeof b === "number") return false;
  if (a === null || b === null) return false;
  if (typeof a === "object" && typeof b === "object") return $key(a) === $key(b);
  const plain = ["number", "boolean"];
  return plain.includes(typeof a) && plain.includes(typeof b) && +a === +b;
};
const $in = (x, c) =>
  c instanceof $Set
    ? c.has(x)
    : Array.isArray(c)
    ? c.some((y) => $eq(x, y))
    : typeof c === "string"
    ? c.includes(x)
    : c.has
    ? c.has(x)
    : [...c].some((y) => $eq(x, y));

const $exact = (x) => {
  if (!(Math.abs(x) <= Number.MAX_SAFE_INTEGER)) throw new Error("a number is too large, or none");
  return x;
};
const $repeated = (x, times) => Array.from({ length: Math.max(0, times) }, () => x).flat();
const $add = (a, b) =>
  typeof a === "number"
    ? $exact(a + b)
    : Array.isArray(a)
    ? [...a, ...b]
    : typeof a === "string"
    ? a + b
    : $exact(a + b);
const $sub = (a, b) => a instanceof $Set ? a.kept(a.bits & ~b.bits, (key) => !b.map.has(key)) : $exact(a - b);
// A product beyond what is exact is only compared, or brought back to a bound.
const $mul = (a, b) => {
  if (Array.isArray(a)) return $repeated(a, b);
  if (Array.isArray(b)) return $repeated(b, a);
  if (typeof a === "string") return a.repeat(Math.max(0, b));
  if (typeof b === "string") return b.repeat(Math.max(0, a));
  const product = a * b;
  return Math.abs(product) <= Number.MAX_SAFE_INTEGER ? product : product * Infinity;
};
const $ratio = (a, b) => $exact(a / b);
const $div = (a, b) => $exact(Math.floor(a / b));
const $mod = (a, b) => $exact(a - b * Math.floor(a / b));
const $short = (x) => typeof x === "boolean" || (x | 0) === x;
const $bits = (short, long) => (a, b) =>
  $short(a) && $short(b) ? short(a, b) : $exact(Number(long(BigInt(a), BigInt(b))));
const $andBits = $bits((a, b) => a & b, (a, b) => a & b);
const $orBits = $bits((a, b) => a | b, (a, b) => a | b);
const $xorBits = $bits((a, b) => a ^ b, (a, b) => a ^ b);
const $truths = (a, b) => typeof a === "boolean" && typeof b === "boolean";
const $and = (a, b) =>
  a instanceof $Set
    ? a.kept(a.bits & b.bits, (key) => b.map.has(key))
    : $truths(a, b)
    ? a && b
    : $andBits(a, b);
const $or = (a, b) =>
  a instanceof $Set
    ? new $Set(b.map.values(), a.bits | b.bits, a.map.size ? new Map(a.map) : $none)
    : a instanceof $Dict
    ? new $Dict([...$m.items(a), ...$m.items(b)])
    : $truths(a, b)
    ? a || b
    : $orBits(a, b);
const $xor = (a, b) =>
  a instanceof $Set ? $or($sub(a, b), $sub(b, a)) : $truths(a, b) ? a !== b : $xorBits(a, b);
const $left = (a, b) => $exact(a * 2 ** b);
const $right = (a, b) => Math.floor(a / 2 ** b);

const $get = (c, key) => {
  const value = c instanceof $Dict ? c.map.get($key(key))?.[1] : c.at(+key);
  if (value === undefined) throw new Error(`there is no ${key}`);
  return value;
};
const $put = (c, key, value) => {
  if (c instanceof $Dict) c.map.set($key(key), [c.map.get($key(key))?.[0] ?? key, value]);
  else {
    const at = key < 0 ? c.length + key : +key;
    if (!(at in c)) throw new Error(`there is no ${key}`);
    c[at] = value;
  }
};
const $slice = (c, low, high, step) => {
  if (step === null || step === 1) return c.slice(low ?? 0, high ?? undefined);
  const taken = [];
  const bound = (x, other) => x === null ? other : x < 0 ? Math.max(x + c.length, step < 0 ? -1 : 0) : x;
  const last = c.length - 1;
  const end = bound(high, step < 0 ? -1 : c.length);
  const goesOn = (i) => step < 0 ? i > end : i < end && i <= last;
  for (let i = step < 0 ? Math.min(bound(low, last), last) : bound(low, 0); goesOn(i); i += step) {
    taken.push(c[i]);
  }
  return typeof c === "string" ? taken.join("") : taken;
};
const $made = (kind, given, named) =>
  new kind(...kind.fields.map((name, i) => i < given.length ? given[i] : named[name]));
const $repr = (x) => typeof x === "string" ? `'${x}'` : $f.str(x);

const $best = (sign) => (elements, key = null, other = undefined) => {
  let best;
  let rank;
  for (const x of elements) {
    const own = key ? key(x) : x;
    if (best === undefined || sign * $order(own, rank) > 0) [best, rank] = [x, own];
  }
  if (best === undefined && other === undefined) throw new Error("nothing is greatest or least among none");
  return best === undefined ? other : best;
};
const $f = {
  abs: Math.abs,
  all: (xs) => {
    for (const x of xs) if (!$b(x)) return false;
    return true;
  },
  any: (xs) => {
    for (const x of xs) if ($b(x)) return true;
    return false;
  },
  bool: $b,
  dict: (xs = []) => new $Dict(xs instanceof $Dict ? $m.items(xs) : xs),
  divmod: (a, b) => [$div(a, b), $mod(a, b)],
  enumerate: (xs, first = 0) => [...xs].map((x, i) => [i + first, x]),
  frozenset: (xs = []) => new $Set(xs),
  int: (x = 0) => {
    if (typeof x === "string" && !/^\s*[+-]?[0-9]+\s*$/.test(x)) throw new Error(`'${x}' is no whole number`);
    return $exact(Math.trunc(+x));
  },
  len: (x) => x.size ?? x.length,
  list: (xs = []) => [...xs],
  map: (function_, ...xs) => $f.zip(...xs).map((x) => function_(...x)),
  max: $best(1),
  max_of: $best(1),
  min: $best(-1),
  min_of: $best(-1),
  range: (a, b, step = 1) => {
    const [first, end] = b === undefined ? [0, a] : [a, b];
    return Array.from({ length: Math.max(0, Math.ceil((end - first) / step)) }, (_, i) => first + i * step);
  },
  reversed: (xs) => [...xs].reverse(),
  set: (xs = []) => new $Set(xs),
  sorted: (xs, key = null, reverse = false) => {
    const sign = reverse ? -1 : 1;
    return [...xs].sort(key ? (a, b) => sign * $order(key(a), key(b)) : (a, b) => sign * $order(a, b));
  },
  str: (x) => {
    if (typeof x === "number" || typeof x === "string") return String(x);
    if (typeof x === "boolean") return x ? "True" : "False";
    throw new Error("this has no text here");
  },
  sum: (xs, first = 0) => {
    let total = first;
    for (const x of xs) total = $add(total, Array.isArray(x) ? x : +x);
    return total;
  },
  tuple: (xs = []) => [...xs],
  zip: (...all) => {
    const lists = all.map((xs) => [...xs]);
    const length = Math.min(...lists.map((list) => list.length));
    return Array.from({ length }, (_, i) => lists.map((list) => list[i]));
  },
};
const $cut = (text, at, length) =>
  at < 0 ? null : [text.slice(0, at), text.slice(at, at + length), text.slice(at + length)];
const $m = {
  _make: (of, xs) => new (typeof of === "function" ? of : of.constructor)(...xs),
  _replace: (x, named) =>
    new x.constructor(...x.constructor.fields.map((name) => name in named ? named[name] : x[name])),
  add: (set, x) => set.add(x),
  append: (list, x) => list.push(x),
  bit_count: $ones,
  bit_length: (x) => x ? Math.abs(x).toString(2).length : 0,
  count: (xs, x) => typeof xs === "string" ? xs.split(x).length - 1 : xs.filter((y) => $eq(x, y)).length,
  get: (dict, key, other = null) => dict.has(key) ? $get(dict, key) : other,
  index: (xs, x) => {
    const found = typeof xs === "string" ? xs.indexOf(x) : xs.findIndex((y) => $eq(x, y));
    if (found < 0) throw new Error(`there is no ${x}`);
    return found;
  },
  intersection: (set, ...others) => others.reduce((a, b) => $and(a, new $Set(b)), set),
  isdisjoint: (set, xs) => ![...xs].some((x) => set.has(x)),
  items: (dict) => [...dict.map.values()],
  join: (text, xs) => [...xs].join(text),
  keys: (dict) => [...dict],
  partition: (text, mark) => $cut(text, text.indexOf(mark), mark.length) ?? [text, "", ""],
  replace: (text, old, by) => text.replaceAll(old, () => by),
  rpartition: (text, mark) => $cut(text, text.lastIndexOf(mark), mark.length) ?? ["", "", text],
  split: (text, mark) => mark === undefined ? text.trim().split(/\s+/).filter(Boolean) : text.split(mark),
  union: (set, ...others) => new $Set([set, ...others].flatMap((xs) => [...xs])),
  values: (dict) => [...dict.map.values()].map(([, value]) => value),
};
const $product = (...all) =>
  all.map((xs) => [...xs]).reduce((found, xs) => found.flatMap((one) => xs.map((x) => [...one, x])), [[]]);
