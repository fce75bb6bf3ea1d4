import { askedUnder } from './asked';
import { isRefusal, type Decider } from './decider';
import type { Desk } from './desk';
import { later, type Library, type Position, type Recorded } from './event';
import { keepGoing } from './keep-going';
import { linksKey, type Keyring } from './keyring';
import type { Message } from './message';
import type { EventStore, Mail, Signals, StoredRecord, Vault } from './ports';
import { digest, faceOf, openRecords } from './record';
import type { Post, ReactorFacts, ReactorGroup, Send } from './reactor';
import { signed } from './signed';

type React = (data: unknown, event: Recorded, facts: ReactorFacts) => readonly (Send | Post)[];

/** Where the vault keeps how far a group of reactors has come. */
export const reactorsCheckpoint = (group: string) => `checkpoint/${group}`;

/** How often the checkpoint is kept while only passing by: what is read twice is done once. */
const KEEP_EVERY_MS = 1_000;

export type ReactorPorts = {
  readonly events: EventStore;
  readonly vault: Vault;
  readonly keyring: Keyring;
  readonly signals: Pick<Signals, 'send'>;
  readonly desk: Desk;
  readonly mail: Pick<Mail, 'send'>;
  readonly facts: ReactorFacts;
  readonly secret: Buffer;
  /** What went wrong with a single command: the others go on. */
  readonly onDefect: (reactor: string, event: Recorded, error: unknown) => void;
};

/** What reactors know besides events. `publicUrl` has no slash at its end. */
export const reactorFacts = (publicUrl: string, master: Buffer): ReactorFacts => {
  const secret = linksKey(master);
  return {
    linkTo: (page, ...words) => `${publicUrl}${page}?token=${signed(secret, ...words)}`,
    now: () => new Date(),
  };
};

/** All groups, each again and again until the signal: what keeps one from going on is an outage. */
export const keepReacting = async (
  groups: readonly ReactorGroup[],
  library: Library,
  ports: ReactorPorts,
  signal: AbortSignal,
  onStopped: (group: string, error: Error) => void,
): Promise<void> => {
  const keep = (group: ReactorGroup) =>
    keepGoing(
      () => runReactors(group, library, ports, signal),
      signal,
      (error) => onStopped(group.name, error),
    );
  await Promise.all(groups.map(keep));
};

/**
 * Follows the log and hands in what a group of reactors asks for. Command ids are derived from the event's id, so doing an
 * event again after a crash changes nothing.
 */
export const runReactors = async (
  { name: group, reactors, isWaitedFor }: ReactorGroup,
  library: Library,
  ports: ReactorPorts,
  signal: AbortSignal,
): Promise<void> => {
  const { events, vault, keyring, signals, desk, mail, facts, secret, onDefect } = ports;
  const types = new Set(reactors.flatMap(({ on }) => Object.keys(on)));
  const place = reactorsCheckpoint(group);
  let kept = await vault.get(place);
  let keptAt = 0;

  const keep = async (position: Position) => {
    const value = String(position);
    if (kept === null ? await vault.putIfAbsent(place, value) : await vault.replaceIf(place, kept, value)) kept = value;
    else kept = await vault.get(place); // another process is further, or behind: what it redoes is done once
    keptAt = Date.now();
  };

  const hand = async ({ to, command, ...send }: Send, reactor: string, event: Recorded, part: number) => {
    const decider = send.decider as Decider<unknown, Message, Message>;
    const outcome = await desk.submit(decider, to, command, askedUnder(secret, `${reactor}/${event.id}/${part}`, ''), {
      actor: { kind: 'system', id: reactor, role: null, sessionId: null },
      tenant: event.tenant,
      correlationId: event.correlationId,
      causationId: event.id,
      ip: null,
      userAgent: null,
    });
    return isRefusal(outcome) ? null : outcome.position;
  };

  const react = async (event: Recorded): Promise<Position | null> => {
    let last: Position | null = null;
    for (const { name, on } of reactors) {
      const asked = (on[event.type] as React | undefined)?.(event.data, event, facts) ?? [];
      for (const [part, each] of asked.entries()) {
        try {
          if ('letter' in each) await mail.send(each.letter);
          else last = (await hand(each, name, event, part)) ?? last;
        } catch (error) {
          if (error instanceof Error && error.name === 'Unavailable') throw error;
          onDefect(name, event, error);
        }
      }
    }
    return last;
  };

  const reactTo = async (batch: readonly StoredRecord[]) => {
    const due = batch.filter((record) => types.has(faceOf(record).type));
    if (due.length === 0) return;
    let appended: Position | null = null;
    for (const record of await openRecords(due, keyring)) {
      appended = later(appended, await react(digest(record, library)));
      await keep(record.position);
    }
    const upTo = batch.at(-1)!.position;
    if (!isWaitedFor) return;
    signals.send({ kind: 'reacted', position: String(upTo), appended: appended === null ? null : String(appended) });
  };

  for await (const batch of events.follow(kept === null ? null : BigInt(kept), signal)) {
    await reactTo(batch);
    if (Date.now() - keptAt >= KEEP_EVERY_MS) await keep(batch.at(-1)!.position);
  }
};
