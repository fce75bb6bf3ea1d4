import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import { aView, putRow, write } from '@dosar/adapters/testing/rows';
import type { Access } from '../access/access';
import type { Announcement, ShowRows } from './announcer';
import { messagesOf, sendAnnounced, type LiveMessage } from './live-message';

const announced = (id: string) => ({ event: 'files:changed', to: { clientId: id } }) as unknown as Announcement;
const told = ({ to }: Announcement) => (to as { readonly clientId: string }).clientId;

/** Announcements for these clients to these rooms; `onMade` is called before each message. */
const telling = async (clients: readonly string[], rooms: Set<string>, onMade: (id: string) => void = () => {}) => {
  const made: string[] = [];
  const make = async (each: readonly Announcement[]): Promise<LiveMessage[]> => {
    made.push(...each.map(told));
    each.map(told).forEach(onMade);
    await Promise.resolve();
    return each.map(({ to, event }) => ({ to, event, body: {} }));
  };
  let sent: readonly LiveMessage[] | null = null;
  await sendAnnounced(
    clients.map(announced),
    (each) => rooms.has(told(each)),
    make,
    (messages) => (sent = messages),
  );
  return { made, sent: sent!.map(({ to }) => (to as { readonly clientId: string }).clientId) };
};

describe('what is announced', () => {
  it('is not made when nobody hears it', async () => {
    expect(await telling(['a', 'b'], new Set())).toEqual({ made: [], sent: [] });
  });

  it('is told in its order to those who hear it, and made once', async () => {
    expect(await telling(['a', 'b', 'c'], new Set(['c', 'a']))).toEqual({ made: ['a', 'c'], sent: ['a', 'c'] });
  });

  it('is told also to whoever comes while it is made', async () => {
    const rooms = new Set(['b']);
    const { made, sent } = await telling(['a', 'b'], rooms, (id) => id === 'b' && rooms.add('a'));
    expect(made).toEqual(['b', 'a']);
    expect(sent).toEqual(['a', 'b']);
  });
});

describe('rows that are announced', () => {
  const view = aView();
  const access = {} as Access;
  const store = async (ids: readonly string[]) => {
    const reads = memoryReadStore();
    await reads.open([view]);
    await reads.settle(view);
    await write(
      reads,
      view,
      ids.map((id, at) => putRow(id, BigInt(at + 1))),
      BigInt(ids.length),
    );
    return reads;
  };

  it('are shown together, each for those whom it concerns; of one that is gone they see for themselves', async () => {
    const asked: string[][] = [];
    const show: ShowRows<{ readonly id: string }> = async (rows) => {
      const ids = rows.map(({ id }) => id);
      asked.push(ids);
      return ids.map((id) => `shown ${id}`);
    };
    const announcements = ['a', 'gone', 'b'].map(
      (id, at) =>
        ({
          event: 'spec',
          to: { userId: id },
          rows: { row: [view, id, show] },
          position: BigInt(at),
        }) as unknown as Announcement,
    );
    expect(await messagesOf(announcements, await store(['a', 'b']), access)).toEqual([
      { event: 'spec', to: { userId: 'a' }, body: { row: 'shown a', position: '0' } },
      { event: 'resync', to: { userId: 'gone' }, body: {} },
      { event: 'spec', to: { userId: 'b' }, body: { row: 'shown b', position: '2' } },
    ]);
    expect(asked).toEqual([['a', 'b']]);
  });
});
