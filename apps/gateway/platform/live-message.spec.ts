import type { Announcement } from './announcer';
import { tellHeard, type LiveMessage } from './live-message';

const announced = (id: string) => ({ event: 'files:changed', to: { clientId: id } }) as unknown as Announcement;
const told = ({ to }: Announcement) => (to as { readonly clientId: string }).clientId;

/** Announcements of these clients, heard in these rooms; `onMade` is called before each message is there. */
const telling = async (clients: readonly string[], rooms: Set<string>, onMade: (id: string) => void = () => {}) => {
  const made: string[] = [];
  const make = async (each: Announcement): Promise<LiveMessage> => {
    made.push(told(each));
    onMade(told(each));
    await Promise.resolve();
    return { to: each.to, event: each.event, body: {} };
  };
  let sent: readonly LiveMessage[] | null = null;
  await tellHeard(
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
