import { headsApi, type Checkpoint } from '@dosar/contracts';
import {
  Damaged,
  headsBefore,
  INSTALLATION_STREAM,
  newestHead,
  readable,
  type SignedHead,
} from '@dosar/kernel/runtime';
import { Problem } from '../../platform/http/problem';
import type { Installation } from '../../platform/hosting/installation';
import { useCase } from '../../platform/use-cases/use-case';

/** When there is no head, or none over an event yet, one will be signed within so many seconds. */
const SOON_S = 5;
/** Accepted cuts that are named. */
const ACCEPTED = 50;

export const notYet = (): Problem => new Problem('UNAVAILABLE', null, SOON_S);

/** @throws Problem before the first head */
export const headNow = async ({ ports }: Installation): Promise<SignedHead> => {
  const head = await newestHead(ports);
  if (!head) throw notYet();
  return head;
};

const checkpointOf = ({ number, size, root, at, note }: SignedHead): Checkpoint => ({
  number,
  tree_size: size,
  root_hash: root,
  signed_at: at,
  note,
});

export const listHeads = useCase(headsApi.list, async ({ query: { before, limit } }, { installation }) => {
  const found = await headsBefore(installation.ports, before ?? null, limit + 1);
  const page = found.slice(0, limit);
  return { checkpoints: page.map(checkpointOf), next_before: found.length > limit ? page.at(-1)!.number : null };
});

type Accepted = { readonly known: { readonly size: number } | null; readonly found: { readonly size: number } };

/** When operators accepted a log that had been cut or rewritten, newest first. */
const acceptedOf = async ({ ports }: Installation) => {
  const found: { at: string; known_size: number | null; found_size: number }[] = [];
  for await (const batch of ports.events.read(INSTALLATION_STREAM))
    for (const stored of batch) {
      const record = readable(stored);
      if (record instanceof Damaged || record.type !== 'LogAccepted') continue;
      const { known, found: ended } = record.data as Accepted;
      found.push({ at: record.occurredAt, known_size: known?.size ?? null, found_size: ended.size });
    }
  return found.reverse().slice(0, ACCEPTED);
};

export const latestHead = useCase(headsApi.latest, async (_, { installation }) => {
  const [head, accepted] = await Promise.all([headNow(installation), acceptedOf(installation)]);
  return { checkpoint: checkpointOf(head), accepted };
});
