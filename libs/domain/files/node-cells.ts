import type { AccountingStatus, DocumentFields, ProcessState } from '@dosar/contracts';

type Placed = {
  readonly id: string;
  /** The year in which it began. */
  readonly year: number;
  readonly name: string;
  /** null: the root. */
  readonly parentId: string | null;
  /** The id of its deletion; null when it is not deleted. */
  readonly deletion: string | null;
};
export type FolderNode = Placed & { readonly type: 'folder'; readonly categoryKey: string | null };
export type FileNode = Placed & {
  readonly type: 'file';
  readonly size: number;
  readonly processState: ProcessState;
  readonly accountingStatus: AccountingStatus | null;
  readonly said: Said;
};

/** What a document says of itself, and the firm of it. */
export type Said = {
  /** null: nobody has said anything of it yet. */
  readonly fields: DocumentFields | null;
  readonly tags: readonly string[];
};
export const NOTHING_SAID: Said = { fields: null, tags: [] };

export type Node = FolderNode | FileNode;

/** The 32-bit fields of a node; its size is the last two as one 64-bit number. A folder has no state. */
export const CELL = { id: 0, name: 1, lengths: 2, parent: 3, deletion: 4, state: 5, more: 6, year: 7 } as const;
/** Even, so that 64-bit numbers are aligned. */
export const CELLS = 10;
export const SIZE = CELLS / 2 - 1;
/**
 * The cell `lengths`: the lower bits are the bytes of the name, the upper ones those of the id. A record is shorter than
 * this.
 */
export const NAME_BITS = 20;
export const NAME_BYTES = (1 << NAME_BITS) - 1;

export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
};

/** Texts shared by many nodes, such as ids of folders, each with a number; null is 0. */
export type SharedTexts = { readonly numbers: Map<string, number>; readonly texts: (string | null)[] };

export const numberOfText = ({ numbers, texts }: SharedTexts, text: string | null): number => {
  if (text === null) return 0;
  const known = numbers.get(text);
  if (known !== undefined) return known;
  numbers.set(text, texts.length);
  return texts.push(text) - 1;
};

/** Nodes as numbers and bytes. A removed text leaves a gap until the texts are compacted. */
export type NodeCells = {
  /** Of the few nodes of which something is said. */
  said: Map<number, Said>;
  cells: Int32Array;
  /** The same memory as `cells`. */
  sizes: Float64Array;
  texts: Uint8Array;
  readonly shared: SharedTexts;
};

// a leading byte order mark is part of a name
const letters = new TextDecoder('utf-8', { ignoreBOM: true });

export const cellsOf = (cells: Int32Array) => ({ cells, sizes: new Float64Array(cells.buffer) });

export const textIn = ({ cells, texts }: NodeCells, number: number, what: 'id' | 'name'): string => {
  const from = cells[number * CELLS + CELL[what]]!;
  const lengths = cells[number * CELLS + CELL.lengths]!;
  return letters.decode(texts.subarray(from, from + (what === 'id' ? lengths >>> NAME_BITS : lengths & NAME_BYTES)));
};

/** Compares a text with a stored one; ASCII, such as ids, without decoding. */
export const isTextIn = (kept: NodeCells, number: number, what: 'id' | 'name', text: string): boolean => {
  const { cells, texts } = kept;
  const from = cells[number * CELLS + CELL[what]]!;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) return textIn(kept, number, what) === text;
    if (texts[from + at] !== code) return false;
  }
  const lengths = cells[number * CELLS + CELL.lengths]!;
  return text.length === (what === 'id' ? lengths >>> NAME_BITS : lengths & NAME_BYTES);
};

export const nodeIn = (kept: NodeCells, number: number): Node => {
  const { cells, sizes, shared } = kept;
  const word = (which: 'parent' | 'deletion' | 'state' | 'more') => shared.texts[cells[number * CELLS + CELL[which]]!]!;
  const common = {
    id: textIn(kept, number, 'id'),
    year: cells[number * CELLS + CELL.year]!,
    parentId: word('parent'),
    name: textIn(kept, number, 'name'),
    deletion: word('deletion'),
  };
  const processState = word('state') as ProcessState | null;
  if (processState === null) return { type: 'folder', ...common, categoryKey: word('more') };
  const accountingStatus = word('more') as AccountingStatus | null;
  const size = sizes[number * (CELLS / 2) + SIZE]!;
  const said = kept.said.get(number) ?? NOTHING_SAID;
  return { type: 'file', ...common, size, processState, accountingStatus, said };
};
