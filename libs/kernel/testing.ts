import type { Decider, Facts } from './model/decider';
import { decide, evolve, isPartly, isRefusal } from './model/decider';
import { DESTROYING } from './model/destruction';
import {
  eventRegistry,
  idIn,
  isStreamOf,
  yearOf,
  type AnyCatalogue,
  type Catalogue,
  type Recorded,
} from './model/event';
import { InstallationEvents } from './model/installation.events';
import { blankByMask } from './model/shape';
import { derivedId } from './log/ids';
import { memoryReadStore } from './memory/read-store';
import type { Message } from './model/message';
import type { AnyProjector, None } from './model/projector';
import type { Effect, Reactor, ReactorFacts, ReactorRows } from './model/reactor';
import type { Row, RowWrite } from './ports';
import type { OpenedRecord } from './log/opened-record';
import { takenAt } from './log/place';
import type { Place } from './ports';
import { viewRunner } from './views/view-runner';

export const someone: Facts = {
  now: '2026-01-01T12:00:00.000Z',
  actor: { kind: 'user', id: 'u-1', role: 'accountant', sessionId: 's-1' },
  idFor: (name) => derivedId('spec', name),
};

/** given(past events).when(a command).then(the new events) */
export const decides =
  <S, C extends Message, E extends Message, Code extends string>(decider: Decider<S, C, E, Code>) =>
  (...past: readonly E[]) => ({
    when: (command: C, facts: Partial<Facts> = {}) => {
      const fold = () => past.reduce((so, event) => evolve(decider, so, event, someone.now), decider.initial());
      const state = fold();
      const decision = decide(decider, command, state, { ...someone, ...facts });
      // a decision must not change the state: the fold owns it
      expect(state).toEqual(fold());
      const { events, refusals } = isRefusal(decision)
        ? { events: [], refusals: [] }
        : isPartly(decision)
          ? decision
          : { events: decision, refusals: [] };
      return {
        decision,
        events,
        refusals,
        then: (...expected: readonly E[]) => expect({ events, refusals }).toEqual({ events: expected, refusals: [] }),
        thenNothing: () => {
          expect(isRefusal(decision)).toBe(false);
          expect({ events, refusals }).toEqual({ events: [], refusals: [] });
        },
        thenRefused: (code: Code) => expect(decision).toMatchObject({ refused: code }),
      };
    },
  });

/** An event as a projector or reactor gets it from the log. */
export const recorded = <E extends Message>(event: E, at: number, more: Partial<Recorded> = {}): Recorded<E> => ({
  id: derivedId('recorded', at),
  stream: 'spec-1',
  revision: at,
  position: BigInt(at + 1),
  occurredAt: someone.now,
  tenant: { firmId: 'f-1', clientId: 'c-1' },
  resource: { type: 'spec', id: '1' },
  actor: someone.actor,
  correlationId: '00000000-0000-4000-8000-000000000001',
  causationId: null,
  command: { id: derivedId('command', at), key: null, body: null },
  ip: '127.0.0.1',
  userAgent: 'spec',
  ...more,
  ...event,
});

type Told<E extends Message> = E | (E & Partial<Recorded>);

/** given(past events).thenRows(rows of the view). Each story is played twice, so each spec proves idempotence, too. */
export const projects =
  <E extends Message>(projector: AnyProjector, ...catalogues: readonly AnyCatalogue[]) =>
  (...past: readonly Told<E>[]) => ({
    /** The rows, for what is said of several of them. */
    async rows(): Promise<Record<string, unknown>> {
      const reads = memoryReadStore();
      await reads.open([projector]);
      await projectAll(projector, past, reads, catalogues);
      return bare(await reads.own.find(projector, { where: {} }));
    },
    async thenRows(expected: Record<string, unknown>) {
      const reads = memoryReadStore();
      await reads.open([projector]);
      for (let time = 0; time < 2; time += 1) {
        await projectAll(projector, past, reads, catalogues);
        expect(bare(await reads.own.find(projector, { where: {} }))).toEqual(expected);
      }
      for (const key of keysIn(past, catalogues)) await forgets(projector, past, catalogues, key);
    },
  });

/** After a key is destroyed, the view and its former rows must equal those of a view filled afterwards. */
const forgets = async (
  projector: AnyProjector,
  past: readonly Told<Message>[],
  catalogues: readonly AnyCatalogue[],
  key: string,
) => {
  const destroyed = {
    type: DESTROYING,
    data: { what: 'destruction', about: key, count: null, root: null, actedAt: someone.now },
  };
  const blank = past.map((event, at): Told<Message> => {
    const keys = keysOfTold(recorded(event, at), catalogues);
    const { mask } = shapeIn(catalogues, event.type)!;
    return {
      ...event,
      ...(keys.own === key && { data: blankByMask(event.data, mask) }),
      ...(keys.origin === key && { ip: null, userAgent: null }),
    };
  });
  const shown = async (story: readonly Told<Message>[]) => {
    const reads = memoryReadStore();
    await reads.open([projector]);
    const written: Record<string, Omit<RowWrite, 'position'>> = {};
    const former: Record<string, unknown>[] = [];
    const apply: typeof reads.apply = async (batches, upTo) => {
      for (const { position: _, ...row } of batches.flatMap(({ writes }) => writes))
        if (row.json === null) delete written[row.id];
        else written[row.id] = row;
      return reads.apply(batches, upTo);
    };
    await projectAll(
      projector,
      [...story, destroyed],
      { ...reads, apply },
      [...catalogues, InstallationEvents],
      [...blank, destroyed],
    );
    if (projector.keepsFormer)
      for (const at of [...story, destroyed].keys())
        former.push(bare(await reads.own.find(projector, { where: {} }, placeAt(at).position)));
    return { written, former };
  };
  expect({ key, rows: await shown(past) }).toEqual({ key, rows: await shown(blank) });
};

const shapeIn = (catalogues: readonly AnyCatalogue[], type: string) =>
  catalogues.find(({ shapes }) => type in shapes)?.shapes[type];

/** The keys that an event of a story would be encrypted with. */
const keysOfTold = (event: Recorded, catalogues: readonly AnyCatalogue[]) => {
  const catalogue = catalogues.find(({ shapes }) => event.type in shapes) as Catalogue | undefined;
  const isOwn = catalogue !== undefined && isStreamOf(catalogue, event.stream);
  const id = isOwn ? idIn(catalogue, event.stream) : event.resource.id;
  const year = yearOf(event.occurredAt);
  const own = catalogue?.key(id, event, year) ?? null;
  return { own, origin: event.actor.kind === 'user' ? `origin:${event.actor.id}/${year}` : null };
};

const keysIn = (past: readonly Told<Message>[], catalogues: readonly AnyCatalogue[]): ReadonlySet<string> => {
  const all = past.flatMap((event, at) => Object.values(keysOfTold(recorded(event, at), catalogues)));
  return new Set(all.filter((key) => key !== null));
};

/** The places of a story's events, with made-up leaves. */
export const placeAt = (at: number): Place => ({ position: BigInt(at + 1), leaf: String(at) });

const bare = (rows: readonly Row[]) =>
  Object.fromEntries(rows.map(({ id, json }) => [id, JSON.parse(json) as unknown]));

/** An event of a story as a follower of the log gets it. */
export const openedOf = (event: Told<Message>, at: number, catalogues: readonly AnyCatalogue[]): OpenedRecord => {
  const told = recorded(event, at);
  const { data, ip, userAgent, sealedWith, sealed = null, ...rest } = told;
  const { own, origin } = keysOfTold(told, catalogues);
  return {
    ...rest,
    version: shapeIn(catalogues, event.type)?.version ?? 1,
    clear: data,
    keys: sealedWith ?? [own, origin].filter((key) => key !== null),
    sealed,
    personalKey: null,
    reach: () => undefined,
    known: {},
    place: () => placeAt(at),
    personal: () => [],
    from: () => ({ ip, userAgent }),
  };
};

/** @param again the records when they are read again, if they differ by then */
const projectAll = async (
  projector: AnyProjector,
  past: readonly Told<Message>[],
  reads: ReturnType<typeof memoryReadStore>,
  catalogues: readonly AnyCatalogue[],
  again = past,
) => {
  const registry = eventRegistry(...catalogues);
  const recordsAt = async (positions: readonly bigint[]) =>
    positions.map((position) => openedOf(again[Number(position) - 1]!, Number(position) - 1, catalogues));
  const apply = reads.apply.bind(reads);
  const runner = viewRunner(
    projector,
    {
      ...reads.own,
      apply,
      former: (view, of) => reads.former(view, of),
      replaceFormer: (view, rows, since) => reads.replaceFormer(view, rows, since),
      recordsAt,
    },
    registry,
    null,
  );
  for (const [at, event] of past.entries()) {
    await runner.project(openedOf(event, at, catalogues));
    if (runner.stop) throw new Error(runner.stop.reason);
    await reads.apply([runner.batch()], placeAt(at));
    runner.applied(takenAt(placeAt(at))!);
  }
};

/** The effects of a reactor for an event. */
export const reacts = <E extends Message, R = unknown, B = None>(
  reactor: Reactor<E, R, B>,
  facts: Partial<ReactorFacts> = {},
  rows: Readonly<Record<string, R>> = {},
) => ({
  to: (event: E, more: Partial<Recorded> = {}) => {
    const happened = recorded(event, 0, more);
    const known: ReactorFacts = {
      linkTo: (page, ...words) => `${page}?${words.join('.')}`,
      now: () => new Date(someone.now),
      ...facts,
    };
    const view: ReactorRows<R, B> = {
      get: (id) => rows[id] ?? null,
      beside: () => ({ get: () => null }),
      values: () => Object.values(rows),
    };
    const react = reactor.on[event.type as E['type']] as
      ((data: unknown, event: Recorded, facts: ReactorFacts, rows: ReactorRows<R, B>) => readonly Effect[]) | undefined;
    const asked = react?.(event.data, happened, known, view) ?? [];
    return {
      asked,
      /** The commands it sends, by category and id of their stream. */
      then: (...expected: readonly (readonly [category: string, id: string, command: Message])[]) =>
        expect(
          asked.map((effect) =>
            effect.kind === 'command' ? [effect.decider.events.category, effect.id, effect.command] : effect.kind,
          ),
        ).toEqual(expected),
    };
  },
});
