import { eventIdOf } from '@dosar/kernel/log/ids';
import { leafHash } from '@dosar/kernel/log/merkle';
import { mustBeKnown } from '@dosar/kernel/log/record-format';

/** A row of the log as it lies there; its leaf is what was written, if it was not changed, too. */
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

/** What stands in every record. @throws when its form is not known */
const faceOf = (text: string): Face => {
  const face = JSON.parse(text) as Face;
  mustBeKnown(face);
  return face;
};

/** Why a row is not what was written, by itself, and for a form that is not known what is said of it; null: it is. */
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
