import fc from 'fast-check';
import { decide, evolve, isPartly, isRefusal, type Recorded } from '@dosar/kernel';
import { recorded, someone } from '@dosar/kernel/testing';
import { AccountingStatus, ProcessState } from '@dosar/contracts';
import { DriveEvents, type DriveEvent } from '../files/drive.events';
import { drive, type DriveCommand } from '../files/drive.decider';
import type { Drive } from '../files/drive-nodes';
import type { ClientEvent } from '../identity/client.events';
import { clientRegistered, of } from '../testing/identity';
import { ALL, dashboard, type DashboardRow } from './dashboard.projector';
import { recount } from './recount';

const CLIENTS = { 'c-1': 'f-1', 'c-2': 'f-1', 'c-3': 'f-2' } as const;
type ClientId = keyof typeof CLIENTS;

const number = fc.nat({ max: 7 });
const numbers = fc.uniqueArray(number, { minLength: 1, maxLength: 4 });
const content = { blobId: 'b', size: 1, sha256: 'x', bytesKey: 'y', mimeType: 'application/pdf', quota: 0 } as const;

/** Commands for a client's drive, with ids of their own. */
const asked: fc.Arbitrary<(idOf: (number: number) => string, state: Drive) => DriveCommand> = fc.oneof(
  fc.tuple(number, number).map(([id, parent]) => (idOf: (number: number) => string) => ({
    type: 'CreateFolder' as const,
    data: { folderId: idOf(id), parentId: parent > 3 ? null : idOf(parent), name: `d${id}` },
  })),
  {
    arbitrary: fc.tuple(number, number).map(([id, parent]) => (idOf: (number: number) => string) => ({
      type: 'UploadFile' as const,
      data: {
        ...content,
        fileId: idOf(id),
        folderId: parent > 3 ? null : idOf(parent),
        name: `f${id}`,
        source: { kind: 'upload' as const, id: null },
      },
    })),
    weight: 3,
  },
  fc.tuple(number).map(([id]) => (idOf: (number: number) => string) => ({
    type: 'RenameFile' as const,
    data: { fileId: idOf(id), name: `g${id}` },
  })),
  fc
    .tuple(numbers, fc.constantFrom(...ProcessState.options))
    .map(([ids, processState]) => (idOf: (number: number) => string) => ({
      type: 'ChangeStates' as const,
      data: { ids: ids.map(idOf), processState },
    })),
  fc
    .tuple(numbers, fc.option(fc.constantFrom(...AccountingStatus.options), { nil: null }))
    .map(([ids, accountingStatus]) => (idOf: (number: number) => string) => ({
      type: 'ChangeStates' as const,
      data: { ids: ids.map(idOf), accountingStatus },
    })),
  numbers.map((ids) => (idOf: (number: number) => string) => ({
    type: 'DeleteItems' as const,
    data: { ids: ids.map(idOf), deletion: `d${ids.join()}` },
  })),
  numbers.map((ids) => (idOf: (number: number) => string, state: Drive) => ({
    type: 'RestoreItems' as const,
    data: { items: ids.map(idOf).map((id) => ({ id, deletion: state.nodes.get(id)?.deletion ?? null })) },
  })),
);

const step = fc.record({
  clientId: fc.constantFrom<ClientId>('c-1', 'c-2', 'c-3'),
  asked: fc.oneof(
    { arbitrary: asked, weight: 40 },
    { arbitrary: fc.constant('delete the client' as const), weight: 1 },
  ),
  /** Hours between two steps. */
  hours: fc.oneof({ arbitrary: fc.nat({ max: 3 }), weight: 9 }, { arbitrary: fc.nat({ max: 900 }), weight: 1 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** All events, in one log. */
const story = (steps: readonly Step[]): Recorded<DriveEvent | ClientEvent>[] => {
  const log: Recorded<DriveEvent | ClientEvent>[] = [];
  let time = Date.parse(someone.now);
  const add = (event: DriveEvent | ClientEvent, more: Partial<Recorded>) =>
    void log.push(recorded(event, log.length, { occurredAt: new Date(time).toISOString(), ...more }));
  const drives = new Map<string, Drive>();
  for (const [id, firmId] of Object.entries(CLIENTS)) {
    add(clientRegistered({ firmId }), of('client', id));
    drives.set(id, drive.initial());
  }
  for (const { clientId, asked: what, hours } of steps) {
    time += hours * 60 * 60_000;
    const state = drives.get(clientId);
    if (!state) continue;
    if (what === 'delete the client') {
      add(
        { type: 'ClientDeleted', data: { firmId: CLIENTS[clientId], cui: null, societate: null } },
        of('client', clientId),
      );
      drives.delete(clientId);
      continue;
    }
    const command = what((each) => `${clientId}-${each}`, state);
    const decision = decide(drive, command, state, someone);
    const events = isRefusal(decision) ? [] : isPartly(decision) ? decision.events : decision;
    for (const event of events) {
      evolve(drive, state, event, someone.now);
      add(event, { stream: `drive-${clientId}`, resource: DriveEvents.resource(clientId, event) });
    }
  }
  return log;
};

const project = async (log: readonly Recorded[]): Promise<ReadonlyMap<string, object>> => {
  const rows = new Map<string, object>();
  const files = new Map<string, object>();
  const read = {
    beside: () => ({ get: (id: string) => Promise.resolve(files.get(id) ?? null) }),
    get: (id: string) => Promise.resolve(rows.get(id) ?? null),
    find: () => Promise.resolve([...rows.values()].filter((row) => 'kind' in row && row.kind === 'client')),
  };
  for (const event of log) {
    const react = dashboard.on[event.type as 'FileUploaded'] as unknown as (...all: unknown[]) => Promise<unknown>;
    const writes = [await react(event.data, event, read)].flat() as {
      readonly kind?: 'file';
      readonly id: string;
      readonly row: object | null;
    }[];
    for (const { kind, id, row } of writes) {
      const those = kind ? files : rows;
      if (row === null) those.delete(id);
      else those.set(id, row);
    }
  }
  return rows;
};

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const runs = { numRuns: Number(process.env['RUNS'] ?? 200), seed };

describe(`any story of several clients (seed ${seed})`, () => {
  it('has the figures that a recount of the log finds', async () => {
    let counted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const log = story(steps);
        const rows = [...(await project(log)).values()].filter((row): row is DashboardRow => 'kind' in row);
        const found = recount();
        for (const event of log) found.hear(event);
        expect(found.differences(rows)).toEqual([]);
        counted += Object.values(found.figures().get(ALL)?.process ?? {}).reduce((sum, each) => sum + each, 0);
      }),
      runs,
    );
    // stories in which nothing is counted would prove nothing
    expect(counted).toBeGreaterThan(runs.numRuns);
  });

  it('is found to be wrong where a figure is', async () => {
    const id = 1;
    const parent = 7;
    const upload = (idOf: (number: number) => string): DriveCommand => ({
      type: 'UploadFile',
      data: { ...content, fileId: idOf(id), folderId: null, name: `f${parent}`, source: { kind: 'upload', id: null } },
    });
    const log = story([{ clientId: 'c-1', asked: upload, hours: 0 }]);
    const found = recount();
    for (const event of log) found.hear(event);
    const rows = [...(await project(log)).values()].filter((row): row is DashboardRow => 'kind' in row);
    const wrong = rows.map((row) => (row.id === 'c-1' ? { ...row, process: { ...row.process, new: 2 } } : row));
    expect(found.differences(wrong)).toEqual([
      expect.stringMatching(/^c-1: the log has .*"new":1.*the view has .*"new":2/),
    ]);
    expect(found.differences([])).toHaveLength(3);
  });
});
