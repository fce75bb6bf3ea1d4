/** A tree over the log: how many records, and its root in base64. */
export type Tree = { readonly size: number; readonly root: string };

const bytesOf = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const textOf = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

const nodeOf = async (left: Uint8Array, right: Uint8Array): Promise<Uint8Array> => {
  const pair = new Uint8Array(65);
  pair[0] = 1;
  pair.set(left, 1);
  pair.set(right, 33);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', pair));
};

const half = (value: number): number => Math.floor(value / 2);

/** Whether the second tree begins with the first: RFC 9162 section 2.1.4.2. */
export const isContinued = async (first: Tree, second: Tree, proof: readonly string[]): Promise<boolean> => {
  if (first.size > second.size || first.size <= 0) return false;
  if (first.size === second.size) return proof.length === 0 && first.root === second.root;
  const steps = proof.map(bytesOf);
  if (steps.length === 0 || steps.some(({ length }) => length !== 32)) return false;
  const isWhole = Number.isInteger(Math.log2(first.size));
  const path = isWhole ? [bytesOf(first.root), ...steps] : steps;
  let at = first.size - 1;
  let last = second.size - 1;
  while (at % 2 === 1) {
    at = half(at);
    last = half(last);
  }
  let older = path[0]!;
  let newer = older;
  for (const step of path.slice(1)) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      older = await nodeOf(step, older);
      newer = await nodeOf(step, newer);
      while (at % 2 === 0 && at !== 0) {
        at = half(at);
        last = half(last);
      }
    } else newer = await nodeOf(newer, step);
    at = half(at);
    last = half(last);
  }
  return last === 0 && textOf(older) === first.root && textOf(newer) === second.root;
};
