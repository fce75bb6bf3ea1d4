import './rolldown-runtime-BowF1xt-.js';
import { hash } from 'node:crypto';
// libs/kernel/merkle.ts
const sha256 = (bytes) => hash('sha256', bytes, 'buffer');
/**
 * Hash of a record's stored bytes. RFC 6962 section 2.1: leaves and nodes are hashed with different prefixes, so one can
 * never pass for the other.
 */
const leafHash = (bytes) => {
  const length = typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length;
  const prefixed = Buffer.allocUnsafe(length + 1);
  prefixed[0] = 0;
  if (typeof bytes === 'string') prefixed.write(bytes, 1);
  else prefixed.set(bytes, 1);
  return sha256(prefixed);
};
const pair = Buffer.alloc(65, 1);
const nodeHash = (left, right) => {
  pair.set(left, 1);
  pair.set(right, 33);
  return hash('sha256', pair, 'buffer');
};
const emptyRoot = sha256(Buffer.alloc(0));
const compactRange = () => ({
  size: 0,
  roots: [],
});
/** Adds a leaf in place, in amortised constant time. */
const appendLeaf = (range, leaf) => {
  let root = leaf;
  for (let size = range.size; size & 1; size = Math.floor(size / 2)) root = nodeHash(range.roots.pop(), root);
  range.roots.push(root);
  range.size += 1;
};
const rootOf = ({ roots }) =>
  roots.length === 0 ? emptyRoot : roots.reduceRight((right, left) => nodeHash(left, right));
const equal = (a, b) => Buffer.compare(a, b) === 0;
/** RFC 9162 section 2.1.3.2: whether `leaf` stands at `index` in the tree of `size` with that root. */
const verifyInclusion = (leaf, index, size, proof, root) => {
  if (leaf.length !== 32 || index < 0 || index >= size) return false;
  let node = Buffer.from(leaf);
  let [at, last] = [index, size - 1];
  for (const step of proof) {
    if (last === 0 || step.length !== 32) return false;
    if (at % 2 === 1 || at === last) {
      node = nodeHash(step, node);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else node = nodeHash(node, step);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && equal(node, root);
};
/** RFC 9162 section 2.1.4.2: whether the second tree begins with the first. */
const verifyConsistency = (first, second, proof) => {
  if (first.size > second.size || first.size <= 0) return false;
  if (first.size === second.size) return proof.length === 0 && equal(first.root, second.root);
  if (proof.length === 0 || proof.some((step) => step.length !== 32)) return false;
  const path = Number.isInteger(Math.log2(first.size)) ? [first.root, ...proof] : proof;
  let [at, last] = [first.size - 1, second.size - 1];
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  let older = Buffer.from(path[0]);
  let newer = older;
  for (const step of path.slice(1)) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      older = nodeHash(step, older);
      newer = nodeHash(step, newer);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else newer = nodeHash(newer, step);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && equal(older, first.root) && equal(newer, second.root);
};
export {
  nodeHash as a,
  verifyInclusion as c,
  leafHash as i,
  compactRange as n,
  rootOf as o,
  emptyRoot as r,
  verifyConsistency as s,
  appendLeaf as t,
};

//# sourceMappingURL=merkle-CjNdPYbF.js.map
