import { verifyConsistency } from '../log/merkle';
import { cosignText, parseCheckpoint, parseNote, signedBy, type Signer, type Tree } from './note';

/** Why a head is not cosigned; the number is the command's exit code. */
export const NOT_COSIGNED = { missing: 11, diverged: 12, signature: 13 } as const;

export type Witnessed =
  | { readonly note: string; readonly tree: Tree }
  | { readonly refused: keyof typeof NOT_COSIGNED; readonly why: string };

/** The head in a note that one of these keys has signed. */
export const headIn = (note: string, keys: readonly Uint8Array[]): Tree | null => {
  const parsed = parseNote(note);
  const tree = parsed && parseCheckpoint(parsed.text);
  return parsed && tree && keys.some((key) => signedBy(parsed, tree.origin, key) !== null) ? tree : null;
};

/** Whether a note, of whatever kind, is signed by that key. */
export const hasSigned = (note: string, key: Uint8Array): boolean => {
  const parsed = parseNote(note);
  return parsed !== null && parsed.lines.some(({ name }) => signedBy(parsed, name, key) !== null);
};

export type Shown = {
  /** The head that is to be cosigned, and the keys that may have signed it. */
  readonly note: string;
  readonly keys: readonly Uint8Array[];
  /** What was cosigned last; null: nothing yet. */
  readonly last: Tree | null;
  /** What proves that the log goes on from there. */
  readonly proof: readonly Uint8Array[];
};

/** Cosigns a head of a log that goes on from the one that was cosigned last (C2SP cosignature/v1); refuses any other. */
export const witness = ({ note, keys, last, proof }: Shown, signer: Signer, at: Date): Witnessed => {
  const tree = headIn(note, keys);
  if (!tree) return { refused: 'signature', why: 'the head is not signed by the key of this log' };
  if (last && last.origin !== tree.origin)
    return {
      refused: 'diverged',
      why: `the head is of ${tree.origin}, not of ${last.origin}: the log was accepted or restored by its operator, or is another one`,
    };
  if (last && tree.size < last.size)
    return { refused: 'missing', why: `the head is over ${tree.size} records, but ${last.size} were cosigned` };
  if (last && !verifyConsistency(last, tree, proof))
    return {
      refused: 'diverged',
      why: `the log over ${tree.size} records does not begin with the ${last.size} that were cosigned`,
    };
  return { note: note + cosignText(parseNote(note)!.text, signer, at), tree };
};
