import { HashedNumbers } from './hashed-numbers';
import {
  CELL,
  CELLS,
  cellsOf,
  hashOf,
  isTextIn,
  NAME_BITS,
  NAME_BYTES,
  NOTHING_SAID,
  nodeIn,
  numberOfText,
  SIZE,
  textIn,
  type Node,
  type NodeCells,
  type Said,
} from './node-cells';

/** The factor by which memory grows: unused memory counts, too. */
const GROWTH = 1.25;
/** The share of unused bytes among texts from which they are compacted. */
const DEAD = 0.25;

/** Maximum of UTF-8 per UTF-16 code unit. */
const BYTES_A_LETTER = 3;
const bytes = new TextEncoder();

const roomFor = (had: number, needed: number) => Math.ceil(Math.max(needed, had * GROWTH, 8));

/**
 * The nodes of a drive, each with a fixed number: as bytes in a few arrays they take less than half of the memory of objects
 * and strings, and the garbage collector does not scan them.
 */
export class NodeTable {
  private readonly kept: NodeCells = {
    ...cellsOf(new Int32Array(0)),
    texts: new Uint8Array(0),
    shared: { numbers: new Map(), texts: [null] },
    said: new Map(),
  };
  private readonly byId = new HashedNumbers();
  /** The node whose id has that number of a shared text, so that walking up through folders reads no text. */
  private readonly holders: (number | undefined)[] = [];
  private count = 0;
  /** Bytes of texts in use; with unused ones below. */
  private said = 0;
  private used = 0;

  get size(): number {
    return this.count;
  }

  /** Bytes of all ids and names in use. */
  get bytes(): number {
    return this.said;
  }

  /** Nodes of which something is said. */
  get saidOf(): number {
    return this.kept.said.size;
  }

  numberOf(id: string): number | undefined {
    return this.byId.find(hashOf(id), (number) => isTextIn(this.kept, number, 'id', id));
  }

  at(number: number): Node {
    return nodeIn(this.kept, number);
  }

  nameAt(number: number): string {
    return textIn(this.kept, number, 'name');
  }

  idAt(number: number): string {
    return textIn(this.kept, number, 'id');
  }

  isFolderAt(number: number): boolean {
    return this.kept.cells[number * CELLS + CELL.state] === 0;
  }

  /** The id of its deletion; null when it is not deleted. */
  deletionAt(number: number): string | null {
    return this.shared(number, 'deletion');
  }

  parentAt(number: number): string | null {
    return this.shared(number, 'parent');
  }

  /** The category of a folder in the accounting structure. */
  categoryAt(number: number): string | null {
    return this.isFolderAt(number) ? this.shared(number, 'more') : null;
  }

  /** Bytes of its name. */
  nameBytesAt(number: number): number {
    return this.kept.cells[number * CELLS + CELL.lengths]! & NAME_BYTES;
  }

  private shared(number: number, which: 'parent' | 'deletion' | 'more'): string | null {
    const { cells, shared } = this.kept;
    return shared.texts[cells[number * CELLS + CELL[which]]!]!;
  }

  get(id: string): Node | undefined {
    const number = this.numberOf(id);
    return number === undefined ? undefined : this.at(number);
  }

  has(id: string): boolean {
    return this.numberOf(id) !== undefined;
  }

  *values(): Generator<Node> {
    for (let number = 0; number < this.count; number += 1) yield this.at(number);
  }

  /** A node and the folders above it, innermost first; each once, also where a log changed by hand has them in each other. */
  *upFrom(id: string | null): Generator<number> {
    const passed = new Set<number>();
    let number = id === null ? undefined : this.numberOf(id);
    while (number !== undefined && !passed.has(number)) {
      passed.add(number);
      yield number;
      number = this.holders[this.kept.cells[number * CELLS + CELL.parent]!];
    }
  }

  /** A copy of the nodes as of now, to be read later. */
  frozen(): (number: number) => Node {
    const { cells, texts, shared, said } = this.kept;
    const then: NodeCells = { ...cellsOf(cells.slice()), texts: texts.slice(), shared, said: new Map(said) };
    return (number) => nodeIn(then, number);
  }

  /** Replaces a node. @returns its number */
  put(node: Node): number {
    const number = this.numberOf(node.id) ?? this.add(node.id);
    if (!isTextIn(this.kept, number, 'name', node.name)) this.rename(number, node.name);
    const { cells, sizes, shared } = this.kept;
    const say = (which: 'parent' | 'deletion' | 'state' | 'more', text: string | null) =>
      void (cells[number * CELLS + CELL[which]] = numberOfText(shared, text));
    cells[number * CELLS + CELL.year] = node.year;
    say('parent', node.parentId);
    say('deletion', node.deletion);
    say('state', node.type === 'file' ? node.processState : null);
    say('more', node.type === 'file' ? node.accountingStatus : node.categoryKey);
    if (node.type === 'file') {
      sizes[number * (CELLS / 2) + SIZE] = node.size;
      this.say(number, node.said);
    }
    if (node.parentId !== null) this.holders[numberOfText(shared, node.parentId)] ??= this.numberOf(node.parentId);
    return number;
  }

  private say(number: number, said: Said): void {
    const { said: all } = this.kept;
    if (said === NOTHING_SAID) all.delete(number);
    else all.set(number, said);
  }

  private add(id: string): number {
    const number = this.count;
    if ((number + 1) * CELLS > this.kept.cells.length) {
      const cells = new Int32Array(CELLS * roomFor(number, number + 1));
      cells.set(this.kept.cells);
      Object.assign(this.kept, cellsOf(cells));
    }
    const length = this.write(number, CELL.id, id);
    this.kept.cells[number * CELLS + CELL.lengths] = length << NAME_BITS;
    this.count += 1;
    this.byId.add(hashOf(id), number);
    const text = this.kept.shared.numbers.get(id);
    if (text !== undefined) this.holders[text] = number;
    return number;
  }

  private rename(number: number, name: string): void {
    const lengths = number * CELLS + CELL.lengths;
    this.said -= this.kept.cells[lengths]! & NAME_BYTES;
    this.kept.cells[lengths]! &= ~NAME_BYTES;
    const length = this.write(number, CELL.name, name);
    this.kept.cells[lengths]! |= length;
  }

  /** @returns the number of bytes */
  private write(number: number, cell: number, text: string): number {
    const most = text.length * BYTES_A_LETTER;
    if (this.used + most > this.kept.texts.length) this.makeRoom(most);
    const { written } = bytes.encodeInto(text, this.kept.texts.subarray(this.used));
    this.kept.cells[number * CELLS + cell] = this.used;
    this.used += written;
    this.said += written;
    return written;
  }

  /** Compacts the texts in use into memory with room for that many more bytes. */
  private makeRoom(more: number): void {
    const { cells, texts: former } = this.kept;
    const isMuchDead = this.used - this.said > this.used * DEAD;
    const texts = new Uint8Array(roomFor(isMuchDead ? this.said : former.length, this.said + more));
    this.kept.texts = texts;
    this.used = 0;
    const move = (at: number, length: number) => {
      const from = cells[at]!;
      texts.set(former.subarray(from, from + length), this.used);
      cells[at] = this.used;
      this.used += length;
    };
    for (let at = 0; at < this.count * CELLS; at += CELLS) {
      move(at + CELL.id, cells[at + CELL.lengths]! >>> NAME_BITS);
      move(at + CELL.name, cells[at + CELL.lengths]! & NAME_BYTES);
    }
  }
}
