import type { Decider, Facts } from './decider';
import { decide, evolve, isPartly, isRefusal } from './decider';
import { eventRegistry, type AnyCatalogue, type Recorded } from './event';
import { derivedId } from './ids';
import { memoryReadStore } from './memory/read-store';
import type { Message } from './message';
import type { AnyProjector } from './projector';
import type { Effect, Reactor, ReactorFacts, ReactorRows } from './reactor';
import type { Row } from './ports';
import type { OpenedRecord } from './opened-record';
import { takenAt } from './place';
import type { Place } from './ports';
import { viewRunner } from './view-runner';

export const someone: Facts = {
  now: '2026-01-01T12:00:00.000Z',
  actor: { kind: 'user', id: 'u-1', role: 'accountant', sessionId: 's-1' },
  idFor: (name) => derivedId('spec', name),
};

/** given(what happened).when(what is asked).then(what happens) */
export const decides =
  <S, C extends Message, E extends Message, Code extends string>(decider: Decider<S, C, E, Code>) =>
  (...past: readonly E[]) => ({
    when: (command: C, facts: Partial<Facts> = {}) => {
      const fold = () => past.reduce((so, event) => evolve(decider, so, event, someone.now), decider.initial());
      const state = fold();
      const decision = decide(decider, command, state, { ...someone, ...facts });
      // a decision may not touch the state: the fold owns it
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

/** An event as the log would hand it to a projector or a reactor. */
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

/** given(what happened).thenRows(what the view shows). Each story is played twice, so each spec proves idempotence, too. */
export const projects =
  <E extends Message>(projector: AnyProjector, ...catalogues: readonly AnyCatalogue[]) =>
  (...past: readonly Told<E>[]) => ({
    async thenRows(expected: Record<string, unknown>) {
      const reads = memoryReadStore();
      await reads.open([projector]);
      for (let time = 0; time < 2; time += 1) {
        await projectAll(projector, past, reads, catalogues);
        expect(bare(await reads.own.find(projector, { where: {} }))).toEqual(expected);
      }
    },
  });

/** Where the events of a story stand: their leaves tell nothing here. */
export const placeAt = (at: number): Place => ({ position: BigInt(at + 1), leaf: String(at) });

const bare = (rows: readonly Row[]) =>
  Object.fromEntries(rows.map(({ id, json }) => [id, JSON.parse(json) as unknown]));

const projectAll = async <E extends Message>(
  projector: AnyProjector,
  past: readonly Told<E>[],
  reads: ReturnType<typeof memoryReadStore>,
  catalogues: readonly AnyCatalogue[],
) => {
  const registry = eventRegistry(...catalogues);
  const runner = viewRunner(projector, { ...reads.own, apply: (...all) => reads.apply(...all) }, registry, null);
  for (const [at, event] of past.entries()) {
    const { data, ip, userAgent, sealedWith = [], sealed = null, ...rest } = recorded(event, at);
    const version = registry.get(event.type)?.version ?? 1;
    const record: OpenedRecord = {
      ...{
        ...rest,
        version,
        clear: data,
        keys: sealedWith,
        sealed,
        personalKey: null,
        reach: () => undefined,
        known: {},
        place: () => placeAt(at),
      },
      personal: () => [],
      from: () => ({ ip, userAgent }),
    };
    await runner.project(record);
    if (runner.stop) throw new Error(runner.stop.reason);
    await reads.apply([runner.batch()], placeAt(at));
    runner.applied(takenAt(placeAt(at))!);
  }
};

/** What a reactor asks for because of an event. */
export const reacts = <E extends Message, R = unknown>(
  reactor: Reactor<E, R>,
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
    const view: ReactorRows<R> = { get: (id) => rows[id] ?? null, values: () => Object.values(rows) };
    const react = reactor.on[event.type as E['type']] as
      ((data: unknown, event: Recorded, facts: ReactorFacts, rows: ReactorRows<R>) => readonly Effect[]) | undefined;
    const asked = react?.(event.data, happened, known, view) ?? [];
    return {
      asked,
      /** The commands it sends, by whom they decide and to which stream. */
      then: (...expected: readonly (readonly [category: string, id: string, command: Message])[]) =>
        expect(
          asked.map((effect) =>
            effect.kind === 'command' ? [effect.decider.events.category, effect.id, effect.command] : effect.kind,
          ),
        ).toEqual(expected),
    };
  },
});
