import { eventIdOf } from '@dosar/kernel/log/ids';
import { leafHash } from '@dosar/kernel/log/merkle';
import { mustBeKnown } from '@dosar/kernel/log/record-format';

/** A row of the log as stored; its leaf is of the written text, unless it was changed, too. */
export type LogRow = {
  readonly position: number;
  readonly name: string | null;
  readonly revision: number;
  readonly leaf: Uint8Array;
  readonly text: string;
};

export type RowFault = 'stream' | 'text' | 'form' | 'place' | 'id';

type Face = {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly command: { readonly id: string };
};

/** The members that every record has. @throws when its form is unknown */
const faceOf = (text: string): Face => {
  const face = JSON.parse(text) as Face;
  mustBeKnown(face);
  return face;
};

/** Why a row is damaged, judged by itself, with the reason for an unknown form; null: it is not. */
export const faultOf = ({ name, revision, leaf, text }: LogRow): { readonly fault: RowFault; why?: string } | null => {
  if (name === null) return { fault: 'stream' };
  if (!leafHash(text).equals(leaf)) return { fault: 'text' };
  try {
    const { id, stream, revision: own, command } = faceOf(text);
    if (stream !== name || own !== revision) return { fault: 'place' };
    return id === eventIdOf(command.id, name, revision) ? null : { fault: 'id' };
  } catch (error) {
    return { fault: 'form', why: (error as Error).message };
  }
};
