import { hash } from 'node:crypto';

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

/**
 * Hash of a record's stored bytes. RFC 6962 section 2.1: leaves and nodes are hashed with different prefixes, so one can
 * never pass for the other.
 */
export const leafHash = (bytes: string | Uint8Array): Buffer => {
  const length = typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length;
  const prefixed = Buffer.allocUnsafe(length + 1);
  prefixed[0] = 0;
  if (typeof bytes === 'string') prefixed.write(bytes, 1);
  else prefixed.set(bytes, 1);
  return sha256(prefixed);
};

const pair = Buffer.alloc(65, 1);

export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => {
  pair.set(left, 1);
  pair.set(right, 33);
  return hash('sha256', pair, 'buffer');
};

export const emptyRoot = sha256(Buffer.alloc(0));

/** Roots of the full subtrees that make up a tree, largest first: all that is needed to append to it. */
export type CompactRange = { size: number; readonly roots: Buffer[] };

export const compactRange = (): CompactRange => ({ size: 0, roots: [] });

/** Adds a leaf in place, in amortised constant time. */
export const appendLeaf = (range: CompactRange, leaf: Buffer): void => {
  let root = leaf;
  for (let size = range.size; size & 1; size = Math.floor(size / 2)) root = nodeHash(range.roots.pop()!, root);
  range.roots.push(root);
  range.size += 1;
};

export const rootOf = ({ roots }: CompactRange): Buffer =>
  roots.length === 0 ? emptyRoot : roots.reduceRight((right, left) => nodeHash(left, right));

const equal = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

/** RFC 9162 section 2.1.3.2: whether `leaf` stands at `index` in the tree of `size` with that root. */
export const verifyInclusion = (
  leaf: Uint8Array,
  { index, size }: { readonly index: number; readonly size: number },
  proof: readonly Uint8Array[],
  root: Uint8Array,
): boolean => {
  if (leaf.length !== 32 || index < 0 || index >= size) return false;
  let node: Buffer = Buffer.from(leaf);
  let at = index;
  let last = size - 1;
  for (const step of proof) {
    if (last === 0 || step.length !== 32) return false;
    if (at % 2 === 1 || at === last) {
      node = nodeHash(step, node);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else {
      node = nodeHash(node, step);
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && equal(node, root);
};

/** RFC 9162 section 2.1.4.2: whether the second tree begins with the first. */
export const verifyConsistency = (
  first: { readonly size: number; readonly root: Uint8Array },
  second: { readonly size: number; readonly root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean => {
  if (first.size > second.size || first.size <= 0) return false; // an empty tree proves nothing
  if (first.size === second.size) return proof.length === 0 && equal(first.root, second.root);
  if (proof.length === 0 || proof.some((step) => step.length !== 32)) return false;
  const path = Number.isInteger(Math.log2(first.size)) ? [first.root, ...proof] : proof;
  let at = first.size - 1;
  let last = second.size - 1;
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  let older: Buffer = Buffer.from(path[0]!);
  let newer: Buffer = older;
  for (const step of path.slice(1)) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      older = nodeHash(step, older);
      newer = nodeHash(step, newer);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else {
      newer = nodeHash(newer, step);
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && equal(older, first.root) && equal(newer, second.root);
};
