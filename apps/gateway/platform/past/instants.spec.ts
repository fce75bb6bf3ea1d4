import { aFirm, aFolder, aGateway, memoryPorts, type Gateway } from '../../testing/gateway';
import type { Problem } from '../http/problem';
import { Instants } from './instants';

const GAP = 10n;

describe('an instant', () => {
  let gateway: Gateway;
  let instants: Instants;
  let head: bigint;
  beforeAll(async () => {
    const ports = memoryPorts();
    gateway = await aGateway({}, ports);
    const { bakery } = await aFirm(gateway);
    for (let at = 0; at < 8; at += 1) await aFolder(bakery.ask, `Dosar ${at}`);
    const { events } = ports;
    head = (await events.head())! * GAP;
    // as EventStoreDB has them: rising, and not one after the other
    const spread = <T extends { readonly position: bigint }>(record: T): T => ({
      ...record,
      position: record.position * GAP,
    });
    const spaced = {
      ...events,
      head: async () => (await events.head())! * GAP,
      at: async (positions: readonly bigint[]) => {
        const found = await events.at(positions.map((each) => (each % GAP === 0n ? each / GAP : 1_000_000n)));
        return found.map((record) => record && spread(record));
      },
      async *follow(from: bigint | null, signal: AbortSignal) {
        for await (const batch of events.follow(from === null ? null : from / GAP, signal)) yield batch.map(spread);
      },
    };
    instants = new Instants({ ports: { ...ports, events: spaced } });
  });
  afterAll(() => gateway.close());

  it('is the event at a position, or the last one before it where positions have gaps', async () => {
    for (let at = 1n; at * GAP < head; at += 1n)
      for (const more of [0n, 1n, GAP - 1n])
        expect([at, more, (await instants.of(String(at * GAP + more))).position]).toEqual([at, more, at * GAP]);
  });

  it('is the last event that was not later than a time', async () => {
    const { time } = await instants.of(String(head - 3n * GAP));
    const found = await instants.of(time);
    expect(found.time).toBe(time);
    const next = await instants.of(String(found.position + GAP));
    expect(next.time > time || found.position === head).toBe(true);
  });

  it.each([
    ['before the first event', '3', 'before_first'],
    ['before the log was founded', '2001-01-01T00:00:00.000Z', 'before_first'],
    ['behind the newest', '99999999', 'in_future'],
    ['in the future', '2201-01-01T00:00:00.000Z', 'in_future'],
  ])('%s is none', async (_, asked, rule) => {
    const refused = await instants.of(asked).catch((error: Problem) => error.fields?.get('at'));
    expect(refused).toMatchObject({ rule });
  });
});
