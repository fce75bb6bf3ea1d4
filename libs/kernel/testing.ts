import type { Decider, Facts } from './decider';
import { decide, evolve, isPartly, isRefusal } from './decider';
import { libraryOf, type AnyCatalogue, type Recorded } from './event';
import { derivedId } from './ids';
import { lane } from './lane';
import type { Message } from './message';
import type { AnyProjector } from './projector';
import type { ReadStore, Row } from './ports';

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

/** An event as the log would hand it to a projector. */
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
  causationId: '00000000-0000-4000-8000-000000000002',
  command: { key: String(at), body: '' },
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
      const once = await play(projector, past, new Map(), catalogues);
      expect(bare(once)).toEqual(expected);
      const twice = await play(projector, past, new Map(once), catalogues);
      expect(bare(twice)).toEqual(expected);
    },
  });

const bare = (rows: ReadonlyMap<string, Row>) =>
  Object.fromEntries([...rows].map(([id, { json }]) => [id, JSON.parse(json) as unknown]));

const play = async <E extends Message>(
  projector: AnyProjector,
  past: readonly Told<E>[],
  rows: Map<string, Row>,
  catalogues: readonly AnyCatalogue[],
) => {
  const subjects = new Map<string, readonly string[]>();
  const reads = {
    get: (_: unknown, id: string) => Promise.resolve(rows.get(id) ?? null),
    bySubject: (_: unknown, subject: string) =>
      Promise.resolve([...rows.values()].filter(({ id }) => subjects.get(id)?.includes(subject))),
    apply: (batches: Parameters<ReadStore['apply']>[0]) => {
      for (const { id, json, position, subjects: shown } of batches.flatMap(({ writes }) => writes)) {
        if ((rows.get(id)?.position ?? -1n) >= position) continue;
        if (json === null) rows.delete(id);
        else rows.set(id, { id, json, position });
        subjects.set(id, shown);
      }
      return Promise.resolve();
    },
  } as unknown as ReadStore;
  const library = libraryOf(...catalogues);
  const on = lane(projector, reads, library, null);
  for (const [at, event] of past.entries()) {
    const version = library.get(event.type)?.version ?? 1;
    await on.play({ ...recorded(event, at), version });
    if (on.stop) throw new Error(on.stop.reason);
    await reads.apply([on.batch()], BigInt(at + 1));
    on.applied(BigInt(at + 1));
  }
  return rows;
};
