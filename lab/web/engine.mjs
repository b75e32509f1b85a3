/**
 * A game that was compiled to WebAssembly: positions, moves, random games, a search.
 *
 * It takes the module and the description that `Game.wasm` gives, and needs nothing else: it runs
 * on a page, in a worker, and in Node. Seeds and moves are BigInts, as WebAssembly has numbers of
 * 64 bits; for a seed, everything is as in Python. docs/wasm.md explains the description.
 */

const PAGE = 1 << 16;
const ALIGNED = 64;
// What the parts `told` and `told_left` of a state hold: interpreter/ir/meaning/told.py.
const ALL_TAKEN = 1n;
const REPEATED = 1n;
const DIE_DRAWN = 2n;
const GOLDEN = 0x9e3779b97f4a7c15n;

const wrapped = (value) => BigInt.asUintN(64, value);

/** The finaliser of splitmix64. */
function mix(value) {
  value = wrapped((value ^ (value >> 30n)) * 0xbf58476d1ce4e5b9n);
  value = wrapped((value ^ (value >> 27n)) * 0x94d049bb133111ebn);
  return value ^ (value >> 31n);
}

/** Where the chance of a game of a seed begins. */
export function stream(seed, game = 0n) {
  return mix(wrapped(mix(wrapped(seed + GOLDEN)) + game * GOLDEN));
}

/** A generator that was drawn from once, and what fell: one of so many outcomes, from 0. */
export function drawn(generator, outcomes) {
  const next = wrapped(wrapped(generator) + GOLDEN);
  return [next, Number(((mix(next) >> 32n) * BigInt(outcomes)) >> 32n)];
}

/** A number of 62 bits that a seed stands for, as searches take it. */
function mixed(seed) {
  return mix(wrapped(seed * GOLDEN + GOLDEN)) >> 2n;
}

/** A game that runs. A position is an array of bytes, which never changes once it is handed out. */
export class Engine {
  constructor(instance, description) {
    this.description = description;
    this.code = instance.exports;
    this.memory = instance.exports.memory;
    this.free = description.memory.heap;
    this.rooms = new Map();
  }

  /** Compile a module. */
  static async load(bytes, description) {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Engine(instance, description);
  }

  // Memory

  /** The address of memory that is kept under a name, of at least so many bytes. */
  room(name, size) {
    const known = this.rooms.get(name);
    if (known !== undefined && known.size >= size) return known.address;
    const address = this.free;
    this.free = Math.ceil((address + size) / ALIGNED) * ALIGNED;
    const missing = this.free - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    this.rooms.set(name, { address, size });
    return address;
  }

  bytes(address, size) {
    return new Uint8Array(this.memory.buffer, address, size);
  }

  words(address, count) {
    return new BigInt64Array(this.memory.buffer, address, count);
  }

  /** Call a function of the module. */
  call(name, ...operands) {
    const found = this.code[name](...operands);
    const full = this.words(this.description.memory.full, 1);
    if (full[0] !== 0n) {
      full[0] = 0n;
      throw new RangeError("a position has more moves than there is room for");
    }
    return found;
  }

  // Positions

  get scratch() {
    return this.room("scratch", this.description.scratch.bytes + ALIGNED);
  }

  /** Put a position into memory, with what it remembers; its address. */
  enter(position, name = "state") {
    const size = this.description.state.bytes;
    const address = this.room(name, size);
    const { history } = this.description.scratch;
    const scratch = this.scratch;
    this.bytes(address, size).set(position.subarray(0, size));
    if (history !== null) {
      this.bytes(scratch + history, position.length - size).set(position.subarray(size));
    }
    return address;
  }

  /** The position that is in memory, with what it remembers behind it. */
  leave(address) {
    const size = this.description.state.bytes;
    const { history } = this.description.scratch;
    const state = this.bytes(address, size);
    if (history === null) return state.slice();
    const kept = Object.values(this.description.state.fields).find((one) => one.kind === "history");
    const count = new DataView(this.memory.buffer).getUint32(address + kept.at[0], true);
    const found = new Uint8Array(size + 8 * count);
    found.set(state);
    found.set(this.bytes(this.scratch + history, 8 * count), size);
    return found;
  }

  /** The first position. */
  begin(seed) {
    const address = this.room("state", this.description.state.bytes);
    this.call("begin", address, this.scratch, stream(seed));
    return this.leave(address);
  }

  /** The legal moves of a position, in their order; none when the game is over. */
  legal(position) {
    const address = this.enter(position);
    const list = this.room("list", 8 * (this.description.moves.most + 1));
    const count = Number(this.call("legal", address, this.scratch, list));
    return Array.from(this.words(list, count));
  }

  /** The position after a legal move. */
  after(position, move) {
    const address = this.enter(position);
    const operands = this.room("operands", 8);
    this.words(operands, 1)[0] = move;
    this.call("apply", address, this.scratch, operands, this.room("result", 64));
    return this.leave(address);
  }

  /** A number of the state, or a set of sites as an array; 0 where the game has no such part. */
  field(position, name, index = 0) {
    const field = this.description.state.fields[name];
    if (field === undefined) return 0;
    const view = new DataView(position.buffer, position.byteOffset + field.at[index]);
    switch (field.kind === "sites" ? 0 : field.bytes) {
      case 0:
        return this.description.state.bits
          .map((bit, site) => ((view.getUint8(bit >> 3) >> (bit & 7)) & 1 ? site : -1))
          .filter((site) => site >= 0);
      case 1:
        return view.getInt8(0);
      case 2:
        return view.getInt16(0, true);
      case 4:
        return view.getInt32(0, true);
      default:
        return Number(view.getBigInt64(0, true));
    }
  }

  /** The same position with another number in a part of its state, or in an entry of it. */
  changed(position, name, value, index = 0) {
    const found = position.slice();
    const field = this.description.state.fields[name];
    if (field === undefined) return found;
    const view = new DataView(found.buffer, field.at[index], field.bytes);
    for (let at = 0n; at < field.bytes; at += 1n) {
      view.setUint8(Number(at), Number((BigInt(value) >> (8n * at)) & 255n));
    }
    return found;
  }

  /** The faces, from 0, on which dice fall before the moves of a position; none if none are due. */
  thrown(position, sizes) {
    if (sizes.length === 0 || this.over(position)) return [];
    const left = this.leftTold(this.changed(position, "told", ALL_TAKEN));
    if (left >= 0n || !(-left & DIE_DRAWN)) return [];
    const name = -left & REPEATED ? "chance" : "random";
    let generator = this.whole(position, name);
    return sizes.map((size) => {
      const [next, outcome] = drawn(generator, size);
      generator = next;
      return outcome;
    });
  }

  /**
   * What is left of the draws that a position is told when its moves are looked for: a negative
   * number says which draw comes next, as interpreter/ir/meaning/told.py explains.
   */
  leftTold(position) {
    const address = this.enter(this.changed(position, "told_left", 0n));
    const list = this.room("list", 8 * (this.description.moves.most + 1));
    this.call("legal", address, this.scratch, list);
    return this.whole(this.leave(address), "told_left");
  }

  /** A part of a state of 64 bits, all of them. */
  whole(position, name) {
    const field = this.description.state.fields[name];
    if (field === undefined || field.bytes < 8) return BigInt(this.field(position, name));
    return new DataView(position.buffer, position.byteOffset).getBigInt64(field.at[0], true);
  }

  over(position) {
    return this.field(position, "over") !== 0;
  }

  /** The rank of each seat, 1 best; 0 for those who still play. */
  ranking(position) {
    const { players } = this.description;
    const found = Array.from({ length: players }, (_, at) => this.field(position, "rank", at + 1) / 2);
    return this.field(position, "swapped") ? [found[1], found[0], ...found.slice(2)] : found;
  }

  /** The seat whose turn it is, from 0. */
  seat(position) {
    const { players } = this.description;
    let mover = this.field(position, "mover");
    if (players === 2 && this.field(position, "swapped")) mover = 3 - mover;
    return mover >= 1 && mover <= players ? mover - 1 : 0;
  }

  // Random games

  /** Random games: plies of each, and twice the rank of each seat, game after game. */
  playouts(count, seed, first = 0) {
    const { players } = this.description;
    const control = this.room("control", 16);
    const lengths = this.room("lengths", 4 * count);
    const ranks = this.room("ranks", players * count);
    const scratch = this.scratch;
    this.words(control, 2).fill(0n);
    this.call("playouts", control, BigInt(first), BigInt(count), BigInt.asIntN(64, seed), lengths,
      ranks, scratch);
    return {
      lengths: new Int32Array(this.memory.buffer, lengths, count).slice(),
      ranks: new Int8Array(this.memory.buffer, ranks, players * count).slice(),
    };
  }

  /** A search of a position. */
  search(position, options) {
    return new Search(this, position, options);
  }
}

/** Monte Carlo tree search, in as many steps as one likes. */
export class Search {
  /**
   * @param options.seed fixes the search
   * @param options.memory bytes for the tree
   * @param options.weights what counts how much, where it is not as usual; see docs/wasm.md
   */
  constructor(engine, position, { seed = 0n, memory = 1 << 24, weights = {} } = {}) {
    this.engine = engine;
    this.position = position;
    const { search, players, moves } = engine.description;
    const width = Object.values(search.nodes).reduce((sum, size) => sum + size, 0);
    const room = Math.floor(memory / width);
    const places = {};
    for (const [name, size] of Object.entries(search.nodes)) {
      places[name] = engine.room(`nodes ${name}`, size * (room + search.spare));
    }
    places.outcomes = engine.room("nodes outcomes", players * search.outcomes);
    places.lists = engine.room("nodes lists", 16 * (moves.most + 1));
    places.path = engine.room("nodes path", 8 * search.path);
    places.sums = engine.room("nodes sums", 8 * players);
    places.history = engine.room("nodes history", search.history);
    places.state = engine.enter(position, "nodes state");
    places.scratch = engine.scratch;
    this.places = places;
    this.head = engine.room("nodes head", 8 * search.head.length);
    for (const name of search.head) this.put(name, BigInt(places[name] ?? 0));
    for (const name of Object.keys(search.nodes)) {
      engine.bytes(places[name], search.nodes[name]).fill(0);
    }
    engine.words(places.sums, players).fill(0n);
    engine.bytes(places.history, search.history).fill(0);
    this.draw(mixed(seed + 2n));
    this.put("room", BigInt(room));
    this.put("used", 1n);
    this.put("known", 1n);
    this.put("seed", mixed(seed));
    this.put("stream", mixed(seed + 1n));
    this.weigh({ ...search.weights, ...weights });
  }

  /** What counts how much. */
  weigh(weights) {
    const { whole } = this.engine.description.search;
    for (const [name, value] of Object.entries(weights)) {
      if (whole.includes(name)) this.put(name, BigInt(value));
      else this.view().setFloat64(this.place(name), value, true);
    }
  }

  view() {
    return new DataView(this.engine.memory.buffer);
  }

  place(name) {
    return this.head + 8 * this.engine.description.search.head.indexOf(name);
  }

  put(name, value) {
    this.view().setBigInt64(this.place(name), value, true);
  }

  /** Where chance goes on from in the position that is searched. */
  draw(random) {
    const field = this.engine.description.state.fields.random;
    if (field !== undefined) this.view().setBigInt64(this.places.state + field.at[0], random, true);
  }

  /** Let the next rounds begin from another position, which has the same moves. */
  enter(position) {
    this.engine.enter(position, "nodes state");
  }

  /** What the rounds so far were worth to each seat, from -1 to 1, in the mean. */
  worth() {
    const { players } = this.engine.description;
    const worst = Math.max(1, players - 1);
    const rounds = Number(this.view().getBigInt64(this.place("done"), true));
    return Array.from(this.engine.words(this.places.sums, players), (sum) => Number(sum) / (worst * Math.max(1, rounds)));
  }

  /** So many rounds; how many were made: fewer where the outcome is certain. */
  run(rounds) {
    return Number(this.engine.call("uct", this.head, BigInt(rounds)));
  }

  /** What there is of a node: the number in a place of its entry in an array. */
  of(name, node) {
    const { nodes, places } = this.engine.description.search;
    const [array, place] = places[name];
    return this.view().getInt32(this.places[array] + nodes[array] * node + 4 * place, true);
  }

  /** The packed move that leads to a node. */
  move(node) {
    const { short } = this.engine.description.search;
    const low = BigInt.asUintN(32, BigInt(this.of("low", node)));
    if (short === null) return BigInt.asIntN(64, (BigInt(this.of("high", node)) << 32n) | low);
    const [template, site] = short.map(BigInt);
    const widths = this.engine.description.moves.widths.map(BigInt);
    const form = low & ((1n << template) - 1n);
    const origin = (low >> template) & ((1n << site) - 1n);
    const target = low >> (template + site);
    return form | (origin << widths[0]) | (target << (widths[0] + widths[1]));
  }

  /** What was found of each move: visits, the worth to the seat that chooses, and if it is certain. */
  moves() {
    const { search, players } = this.engine.description;
    const first = this.of("first", 0);
    const seat = this.engine.seat(this.position);
    const worst = Math.max(1, players - 1);
    const outcomes = this.engine.bytes(this.places.outcomes, players * search.outcomes);
    return Array.from({ length: first ? this.of("count", first - 1) : 0 }, (_, at) => {
      const node = first + at;
      const visits = this.of("visits", node);
      const certain = this.of("mark", node) === search.settled;
      let value = visits ? this.of("total", node) / (visits * worst) : 0;
      if (certain) {
        const rank = outcomes[players * this.of("outcome", node) + seat];
        value = (players === 1 ? rank - 2 : players + 2 - rank) / worst;
      }
      return { move: this.move(node), visits, value, certain };
    });
  }
}
