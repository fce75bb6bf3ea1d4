import { Damaged } from '../model/damage';
import { keyNamedBy } from '../keys/envelope';
import type { Position } from '../model/event';
import { keyNameIn, keyPlace } from '../keys/keyring';
import type { StoredHead } from './log-head';
import {
  Unavailable,
  type Appended,
  type EncodedRecord,
  type EventStore,
  type StoredRecord,
  type Vault,
} from '../ports';
import { envelopesOf, readable } from './record';
import { updateIn } from '../keys/update-in';

/** The place in the vault of the log's end when both were closed; it is removed when they are opened again. */
const ENDED = 'log/ended';

/** How many records behind the stored head are checked for their keys. */
const ASKED = 10_000;

/** A log that can be closed for good: later appends are rejected. */
export type EndableLog = {
  readonly events: EventStore;
  /** Stores the end of the log in the vault, once appends under way are over. */
  readonly end: (vault: Vault) => Promise<void>;
};

export const endable = (events: EventStore): EndableLog => {
  const underWay = new Set<Promise<Appended>>();
  let isEnded = false;
  const append = (stream: string, seen: number, records: readonly EncodedRecord[]) => {
    if (isEnded) return Promise.reject(new Unavailable('the log was ended'));
    const appending = events.append(stream, seen, records);
    const over = () => void underWay.delete(appending);
    underWay.add(appending);
    appending.then(over, over);
    return appending;
  };
  const end = async (vault: Vault) => {
    isEnded = true;
    await Promise.allSettled(underWay);
    const head = await events.head();
    if (head !== null) await endAt(vault, head);
  };
  return { events: { ...events, append }, end };
};

/** Stores the end of the log that belongs to this vault: a longer log shows that the vault is older. */
export const endAt = async (vault: Vault, head: Position): Promise<void> => {
  await updateIn(vault, ENDED, () => String(head));
};

/** Removes the stored end, since the log will grow without further notes in the vault. */
export const beginGrowing = async (vault: Vault): Promise<void> => {
  if ((await vault.get(ENDED)) !== null) await vault.remove(ENDED);
};

/** Evidence that the vault is older than the log; null: there is none. */
export const signOfOlderVault = async (
  { events, vault }: { readonly events: Pick<EventStore, 'follow'>; readonly vault: Vault },
  known: StoredHead | null,
  head: Position | null,
): Promise<string | null> => {
  if (head === null) return null;
  const ended = await vault.get(ENDED);
  if (ended !== null && head > BigInt(ended))
    return `it was closed with a log that ended at position ${ended}, and this one ends at position ${head}`;
  for (const [place, position] of await keysNamedAfter(events, known, head))
    if ((await vault.get(place)) === null)
      return `it does not have the key ${keyNameIn(place)}, which the record at position ${position} names`;
  return null;
};

/** The keys named by records behind the stored head, and which record named each first. */
const keysNamedAfter = async (
  events: Pick<EventStore, 'follow'>,
  known: StoredHead | null,
  head: Position,
): Promise<ReadonlyMap<string, Position>> => {
  const named = new Map<string, Position>();
  if (known === null || head <= BigInt(known.position)) return named;
  const enough = new AbortController();
  let asked = 0;
  for await (const batch of events.follow(BigInt(known.position), enough.signal)) {
    for (const record of batch)
      for (const place of placesIn(record)) if (!named.has(place)) named.set(place, record.position);
    asked += batch.length;
    if (asked >= ASKED || batch.at(-1)!.position >= head) break;
  }
  enough.abort();
  return named;
};

const placesIn = (record: StoredRecord): string[] => {
  const said = readable(record);
  if (said instanceof Damaged) return [];
  return envelopesOf(said).map((envelope) => keyPlace(keyNamedBy(envelope)));
};
