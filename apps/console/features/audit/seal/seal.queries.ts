import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { headsApi, type ReplyOf } from '@dosar/contracts';
import { call } from '../../../platform/api';
import { stored } from '../../../platform/storage/stored';
import { isContinued, type Tree } from './consistency';

const Kept = z.object({ origin: z.string(), size: z.number(), root: z.string(), at: z.string() });
type Kept = z.infer<typeof Kept>;

/** The seal that this browser saw last, whoever used it: the log must go on from it. */
export const seenSeal = stored<Kept | null>('dosar.seal', Kept.nullable(), null);

type Latest = ReplyOf<typeof headsApi.latest>;
/** What came of comparing the newest seal with the one that was kept. */
export type SealState = {
  readonly standing: 'first' | 'continued' | 'renamed' | 'shorter' | 'rewritten' | 'unknown';
  readonly newest: Kept;
  readonly kept: Kept | null;
  readonly note: string;
  readonly accepted: Latest['accepted'];
};

/** What the note itself says, not what is said beside it. */
const sealIn = ({ note, signed_at }: Latest['checkpoint']): Kept => {
  const [origin = '', size = '', root = ''] = note.split('\n');
  return { origin, size: Number(size), root, at: signed_at };
};

const standingOf = async (kept: Kept | null, newest: Tree & { origin: string }): Promise<SealState['standing']> => {
  if (kept === null) return 'first';
  if (kept.origin !== newest.origin) return 'renamed';
  if (newest.size < kept.size) return 'shorter';
  // over plain HTTP browsers compute no hashes
  if (!('subtle' in crypto)) return 'unknown';
  const { proof } =
    kept.size === newest.size
      ? { proof: [] }
      : await call(headsApi.consistency, { query: { first: kept.size, second: newest.size } });
  return (await isContinued(kept, newest, proof)) ? 'continued' : 'rewritten';
};

/** The newest seal, compared with the one kept here, whose place it takes if the log goes on from it. */
export const seal = queryOptions({
  queryKey: ['audit', 'seal'],
  queryFn: async ({ signal }): Promise<SealState> => {
    const kept = seenSeal.get();
    const { checkpoint, accepted } = await call(headsApi.latest, {}, signal);
    const newest = sealIn(checkpoint);
    const standing = await standingOf(kept, newest);
    if (standing === 'first' || standing === 'continued') seenSeal.set(newest);
    return { standing, newest, kept, note: checkpoint.note, accepted };
  },
});
