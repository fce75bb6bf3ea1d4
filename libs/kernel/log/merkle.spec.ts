import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  appendLeaf,
  compactRange,
  emptyRoot,
  leafHash,
  nodeHash,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from './merkle';

type Inclusion = {
  name: string;
  leafIdx: number;
  treeSize: number;
  root: string;
  leafHash: string;
  proof: string[] | null;
  wantErr: boolean;
};
type Consistency = {
  name: string;
  size1: number;
  size2: number;
  root1: string;
  root2: string;
  proof: string[] | null;
  wantErr: boolean;
};
const vectors = JSON.parse(readFileSync(join(__dirname, 'merkle-vectors.json'), 'utf8')) as {
  inclusion: Inclusion[];
  consistency: Consistency[];
};
const bytes = (text: string) => Buffer.from(text, 'base64');

describe('RFC 6962 hashes', () => {
  it('prefix leaves and nodes differently', () => {
    expect(leafHash('')).toEqual(
      createHash('sha256')
        .update(Buffer.from([0]))
        .digest(),
    );
    const left = leafHash('a');
    const right = leafHash('b');
    expect(nodeHash(left, right)).toEqual(
      createHash('sha256')
        .update(Buffer.concat([Buffer.from([1]), left, right]))
        .digest(),
    );
  });

  it('hash the bytes of a text, in UTF-8', () => expect(leafHash('ș🧾')).toEqual(leafHash(Buffer.from('ș🧾'))));

  it('give the root of a tree by its definition, for every size', () => {
    const leaves = Array.from({ length: 70 }, (_, at) => leafHash(`record ${at}`));
    // MTH as in RFC 6962 section 2.1
    const mth = (of: Buffer[]): Buffer => {
      if (of.length === 0) return createHash('sha256').digest();
      if (of.length === 1) return of[0]!;
      let k = 1;
      while (k * 2 < of.length) k *= 2;
      return nodeHash(mth(of.slice(0, k)), mth(of.slice(k)));
    };
    const range = compactRange();
    expect(rootOf(range)).toEqual(emptyRoot);
    leaves.forEach((leaf, at) => {
      appendLeaf(range, leaf);
      expect(rootOf(range)).toEqual(mth(leaves.slice(0, at + 1)));
    });
  });
});

describe(`the ${vectors.inclusion.length + vectors.consistency.length} vectors of transparency-dev`, () => {
  it('are all there', () => expect(vectors.inclusion.length + vectors.consistency.length).toBe(196));

  it.each(vectors.inclusion.map((vector) => [vector.name, vector] as const))('inclusion: %s', (_, vector) => {
    const { leafIdx, treeSize, root, proof, wantErr } = vector;
    const verified = verifyInclusion(
      bytes(vector.leafHash),
      { index: leafIdx, size: treeSize },
      (proof ?? []).map(bytes),
      bytes(root),
    );
    expect(verified).toBe(!wantErr);
  });

  it.each(vectors.consistency.map((vector) => [vector.name, vector] as const))('consistency: %s', (_, vector) => {
    const { size1, size2, root1, root2, proof, wantErr } = vector;
    const verified = verifyConsistency(
      { size: size1, root: bytes(root1) },
      { size: size2, root: bytes(root2) },
      (proof ?? []).map(bytes),
    );
    expect(verified).toBe(!wantErr);
  });
});
