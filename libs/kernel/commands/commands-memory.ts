import type { CommandMark, Position } from '../model/event';

/** How long the idempotency key of a command is remembered. */
export const COMMAND_MEMORY_MS = 24 * 60 * 60 * 1000;
/**
 * A command without an idempotency key is repeated only by a caller that did not get its answer, which happens soon.
 */
const WITHOUT_KEY_MS = 10 * 60 * 1000;

/** The outcome of a command: the place of its last event, and the types of all of its events. */
export type Remembered = {
  readonly body: string | null;
  /** Milliseconds. */
  readonly at: number;
  readonly revision: number;
  readonly position: Position | null;
  readonly types: readonly string[];
  /** Settles when its append does. */
  readonly appending?: Promise<unknown>;
};

export type SavedCommand = readonly [
  key: string,
  body: string | null,
  at: number,
  revision: number,
  position: string,
  types: readonly string[],
];

/** How many commands make one part of a snapshot. */
const PART = 1_000;

/** At least one part, which may be empty. */
const inParts = function* (known: readonly (readonly [key: string, what: Remembered])[]) {
  const savedOf = ([key, { body, at, revision, position, types }]: (typeof known)[number]): SavedCommand => [
    key,
    body,
    at,
    revision,
    String(position),
    types,
  ];
  for (let from = 0; from === 0 || from < known.length; from += PART) yield known.slice(from, from + PART).map(savedOf);
};

/** Commands by name, oldest first, for a limited time. */
const memory = (span: number) => {
  const known = new Map<string, Remembered>();
  return {
    known,
    find: (name: string, now: number): Remembered | null => {
      const found = known.get(name);
      return found && now - found.at < span ? found : null;
    },
    forget(now: number) {
      for (const [name, { at }] of known) {
        if (now - at < span) return;
        known.delete(name);
      }
    },
    isOver: (at: number, now: number) => now - at >= span,
  };
};

/** The commands of a stream that may still be repeated. */
export const commandsMemory = () => {
  const keyed = memory(COMMAND_MEMORY_MS);
  const once = memory(WITHOUT_KEY_MS);
  const memoryOf = ({ key }: CommandMark) => (key === null ? once : keyed);
  const nameOf = ({ key, id }: CommandMark) => key ?? id;
  return {
    find: (command: CommandMark, now: number) => memoryOf(command).find(nameOf(command), now),
    set(command: CommandMark, { body, at, revision, position, types, appending }: Remembered): void {
      const what = { body, at, revision, position, types };
      memoryOf(command).known.set(nameOf(command), appending ? { ...what, appending } : what);
    },

    /** Adds an event of the log to its command. */
    add(command: CommandMark, event: Omit<Remembered, 'types'>, type: string, now: number) {
      const { known, isOver } = memoryOf(command);
      const { body, at, revision, position } = event;
      if (isOver(at, now)) return;
      const former = known.get(nameOf(command));
      const types = former?.revision === revision - 1 ? [...former.types, type] : [type];
      // no spread: an object made by spread and extended has a hidden class of its own, which doubles its memory
      known.set(nameOf(command), { body, at, revision, position, types });
    },

    /** Forgets commands that are too old to be repeated. */
    forget(now: number) {
      keyed.forget(now);
      once.forget(now);
    },

    /** The form in a snapshot. Commands without a key are left out: nobody repeats them after a restart. */
    save(): Iterable<readonly SavedCommand[]> {
      // a command added meanwhile does not belong to this snapshot
      const saved = [...keyed.known].filter(([, { appending }]) => !appending);
      return inParts(saved);
    },
    load(saved: readonly SavedCommand[]) {
      for (const [key, body, at, revision, position, types] of saved)
        keyed.known.set(key, { body, at, revision, position: BigInt(position), types });
    },
    get size() {
      return keyed.known.size + once.known.size;
    },
  };
};

export type CommandsMemory = ReturnType<typeof commandsMemory>;
