import type { Decider } from '../model/decider';
import { newAggregate, type Aggregate } from './aggregate';
import type { SavedCommand } from './commands-memory';
import { openText, sealText } from '../keys/envelope';
import type { Keyring } from '../keys/keyring';
import { hmacOf } from '../log/ids';
import type { Message } from '../model/message';
import { pace } from '../async/pace';
import { placeOf } from '../log/place';
import type { EventStore, Snapshots } from '../ports';

/**
 * A snapshot costs about as much as reading this many events, so one is due after that many. For a long stream it is
 * due after a share of its events, since its snapshots are large: after a restart, 200,000 files take seconds to read
 * again.
 */
const SNAPSHOT_EVERY = 500;
const SHARE = 20;

/** The parts of a snapshot: first the commands that may be repeated, then the state. */
type Saved = { readonly version: number } & (
  { readonly commands: readonly SavedCommand[] } | { readonly part: unknown }
);

const partOf = (stream: string, revision: number, part: number) => `snapshot|${stream}|${revision}|${part}`;

/** Precedes all parts, unencrypted: the names of the keys of what is in the state. */
type Sealing = { readonly keys: readonly string[] };

/**
 * A key mixed from all of these keys: when any of them is destroyed, the snapshot cannot be opened. null: one is
 * missing.
 */
const mixed = ({ keys }: Sealing, stream: string, keyring: Keyring): Buffer | null => {
  let mix: Buffer | null = null;
  for (const name of keys) {
    const key = keyring.key(name);
    if (typeof key === 'string') return null;
    mix = hmacOf(key.secret, 'snapshot', stream, mix?.toString('base64url') ?? '');
  }
  return mix;
};

const isDue = ({ revision, snapshotAt }: Aggregate) =>
  revision - snapshotAt >= Math.max(SNAPSHOT_EVERY, Math.floor(revision / SHARE));

/**
 * Stores the state of a long stream, encrypted with a mix of the keys of its personal data, in parts, so that nothing
 * else waits meanwhile.
 */
export const keepSnapshot = async <S, C extends Message, E extends Message>(
  { events, snapshots }: { readonly events: Pick<EventStore, 'at'>; readonly snapshots: Snapshots },
  { snapshot }: Decider<S, C, E>,
  aggregate: Aggregate,
  keyring: Keyring,
): Promise<void> => {
  const { stream, revision, position, isSaving, pending, isBroken } = aggregate;
  if (!snapshot || position === null || isSaving || isBroken || pending > 0 || !isDue(aggregate)) return;
  const sealing: Sealing = { keys: [...aggregate.keys].sort() };
  const secret = mixed(sealing, stream, keyring);
  // keys of earlier years may not have been fetched yet: the next attempt has them
  if (secret === null) return void (await keyring.fetch(sealing.keys));
  aggregate.isSaving = true;
  const commands = aggregate.commands.save();
  const state = snapshot.save(aggregate.state as S);
  const { version } = snapshot;
  const seal = (saved: Saved, at: number) =>
    JSON.stringify(sealText(secret, partOf(stream, revision, at), JSON.stringify(saved)));
  const parts = async function* () {
    const rest = pace();
    let at = 0;
    yield JSON.stringify(sealing);
    for (const part of commands) {
      yield seal({ version, commands: part }, at++);
      await rest();
    }
    for (const part of state) {
      yield seal({ version, part }, at++);
      await rest();
    }
  };
  try {
    const [last] = await events.at([position]);
    if (!last) return;
    await snapshots.put(stream, { revision, ...placeOf(last) }, parts());
    aggregate.snapshotAt = revision;
  } finally {
    aggregate.isSaving = false;
  }
};

/** A stream's state from its newest snapshot; null when none can be read, which costs only time. */
export const fromSnapshot = async <S, C extends Message, E extends Message>(
  snapshots: Snapshots,
  decider: Decider<S, C, E>,
  stream: string,
  keyring: Keyring,
): Promise<{ readonly aggregate: Aggregate; readonly leaf: string } | null> => {
  const { snapshot } = decider;
  const found = snapshot && (await snapshots.get(stream));
  if (!found) return null;
  const aggregate = newAggregate(stream, decider.initial());
  let secret: Buffer | null = null;
  const rest = pace();
  let at = 0;
  try {
    for await (const text of found.parts) {
      if (secret === null) {
        const sealing = JSON.parse(text) as Sealing;
        await keyring.fetch(sealing.keys);
        secret = mixed(sealing, stream, keyring);
        if (secret === null) return null;
        for (const name of sealing.keys) aggregate.keys.add(name);
        continue;
      }
      const sealed = JSON.parse(text) as { n: string; c: string };
      const saved = JSON.parse(openText(secret, partOf(stream, found.revision, at), sealed)) as Saved;
      if (saved.version !== snapshot.version) return null;
      if ('commands' in saved) aggregate.commands.load(saved.commands);
      else aggregate.state = snapshot.load(aggregate.state as S, saved.part);
      at += 1;
      await rest();
    }
  } catch {
    return null;
  }
  const { revision, position, leaf } = found;
  return { aggregate: Object.assign(aggregate, { revision, snapshotAt: revision, position }), leaf };
};
