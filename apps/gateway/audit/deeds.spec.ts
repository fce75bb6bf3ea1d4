import type { AuditEvent, Deed } from '@dosar/contracts';
import { aFile, aFirm, aFolder, aGateway, type Gateway } from '../testing/gateway';

type Page = { deeds: Deed[]; next_before: string | null; total?: number; total_is_more?: true };
type Events = { events: AuditEvent[]; next_after: string | null; total: number };
type Activity = { buckets: { from: string; count: number }[]; unit: string };

describe('the audit by deeds', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    await aDeletion(2);
  });
  afterAll(() => gateway.close());

  const read = async <T>(path: string) => (await firm.admin('get', path).expect(200)).body as T;
  const deeds = (query: string) => read<Page>(`/audit/deeds?${query}`);

  /** A folder with some files, which somebody deletes by one click. */
  const aDeletion = async (count: number) => {
    const { ask } = firm.bakery;
    const folder = await aFolder(ask, `De șters ${count}`);
    const files: string[] = [];
    for (let at = 0; at < count; at += 1)
      files.push((await aFile(ask, `pagina ${count} ${at}.txt`, { folder_id: folder.id })).id);
    const { headers } = await ask('post', '/bulk/files/delete', { folder_ids: [folder.id] }).expect(200);
    return { folder, files, correlation: headers['x-correlation-id']! };
  };

  it('are one entry for all that a click has caused, which says what it was', async () => {
    const { folder, correlation } = await aDeletion(3);
    const { deeds: found, total } = await deeds(`correlation_id=${correlation}`);
    expect(total).toBe(1);
    expect(found).toMatchObject([
      {
        correlation_id: correlation,
        user: { id: firm.bakery.user.id, name: 'Ana Țăranu', role: 'user' },
        ip_address: expect.stringContaining('127.0.0.1'),
        client_id: firm.bakery.client.id,
        client_name: firm.bakery.client.societate,
        kind: 'files',
        event: { event_type: 'FolderDeleted', resource_id: folder.id, resource_name: 'De șters 3' },
        events_count: 6,
      },
    ]);
    const counts = Object.fromEntries(found[0]!.counts.map(({ event_type, count }) => [event_type, count]));
    expect(counts).toEqual({ FolderDeleted: 1, FileDeleted: 3, BulkStarted: 1, BulkFinished: 1 });
  });

  it('are opened to their events, oldest first', async () => {
    const { correlation } = await aDeletion(4);
    const first = await read<Events>(`/audit/deeds/${correlation}/events?limit=4`);
    const rest = await read<Events>(`/audit/deeds/${correlation}/events?limit=4&after=${first.next_after}`);
    expect([first.total, first.events.length, rest.events.length, rest.next_after]).toEqual([7, 4, 3, null]);
    const positions = [...first.events, ...rest.events].map(({ position }) => Number(position));
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    await firm.admin('get', '/audit/deeds/nimic/events').expect(404);
  });

  it('are found by everything that is in them, also by the last of many things', async () => {
    const { files, correlation } = await aDeletion(70);
    const last = files.at(-1)!;
    for (const query of [
      `resource_id=${last}`,
      `resource_id=${last}&event_type=FileDeleted`,
      `user_id=${firm.bakery.user.id}`,
      `client_id=${firm.bakery.client.id}&kinds=files,access`,
      'q=pagina 70 69',
      `q=pagina&kinds=files`,
    ]) {
      const { deeds: found } = await deeds(`${query}&limit=200`);
      expect([query, found.filter((deed) => deed.correlation_id === correlation).length]).toEqual([query, 1]);
    }
    for (const query of [`resource_id=${last}&kinds=access`, `resource_id=${last}&event_type=FileMoved`, 'q=nimicuri'])
      expect([query, (await deeds(query)).total]).toEqual([query, 0]);
    expect((await deeds(`resource_id=${last}`)).total).toBe(2);
  });

  it('are without bookkeeping unless it is wished', async () => {
    const { ask, client } = firm.bakery;
    const sent = await firm
      .accountantAsk('post', `/conversations/${client.id}/messages`, { text: 'Bună ziua' })
      .expect(201);
    const { id } = (sent.body as { data: { id: string } }).data;
    await ask('post', '/reads', { conversation_id: client.id, message_id: id }).expect(204);
    const some = await deeds('limit=200');
    const all = await deeds('bookkeeping=true&limit=200');
    const types = (page: Page) => page.deeds.map(({ event }) => event.event_type);
    expect(types(all)).toContain('ReadUpTo');
    expect(types(some)).not.toContain('ReadUpTo');
    expect(types(some)).toContain('MessageSent');
    expect(all.total).toBeGreaterThan(some.total!);
  });

  it.each(['', 'kinds=files,people', `q=txt`, 'kinds=files', 'bookkeeping=true'])(
    'are paged without a gap, and their total is exact: %s',
    async (query) => {
      const all = await deeds(`${query}&limit=200`);
      const { headers } = await firm.admin('get', `/audit/deeds?${query}&limit=200`);
      const included = { 'x-consistency-token': headers['x-consistency-token']! };
      const whole = (await firm.admin('get', `/audit/deeds?${query}&limit=200`, undefined, included)).body as Page;
      const seen: string[] = [];
      let total = 0;
      for (let before: string | null = ''; before !== null;) {
        const page: Page = await deeds(`${query}&limit=3${before && `&before=${before}`}`);
        if (before === '') total = page.total!;
        seen.push(...page.deeds.map(({ correlation_id }) => correlation_id));
        before = page.next_before;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toEqual(whole.deeds.map(({ correlation_id }) => correlation_id));
      expect(seen.length).toBe(total);
      expect(all.deeds.length).toBeGreaterThan(0);
    },
  );

  it('are counted by when they began', async () => {
    for (const query of ['', 'kinds=files', 'q=txt', `client_id=${firm.bakery.client.id}&kinds=files`]) {
      const { total } = await deeds(query);
      for (const unit of ['hour', 'day', 'month']) {
        const { buckets } = await read<Activity>(`/audit/activity?${query}&unit=${unit}`);
        const sum = buckets.reduce((all, { count }) => all + count, 0);
        expect([query, unit, sum]).toEqual([query, unit, total]);
      }
    }
    const month = await read<Activity>('/audit/activity?date_from=2026-10-01&date_to=2026-10-31');
    expect([month.unit, month.buckets.length]).toEqual(['day', 31]);
    // the night in which an hour comes twice
    const hours = await read<Activity>('/audit/activity?date_from=2026-10-25&date_to=2026-10-25');
    expect([hours.unit, hours.buckets.length]).toEqual(['hour', 25]);
  });

  it('are told of one document or message from its first event on', async () => {
    const { files } = await aDeletion(1);
    const first = await read<Events>(`/audit/files/${files[0]}/history?limit=1`);
    const next = await read<Events>(`/audit/files/${files[0]}/history?limit=1&after=${first.next_after}`);
    expect([first, next].map(({ events }) => events[0]!.event_type)).toEqual(['FileUploaded', 'FileDeleted']);
    expect(next.next_after).toBeNull();
    const { ask, client } = firm.mill;
    const sent = await ask('post', `/conversations/${client.id}/messages`, { text: 'Greșit' }).expect(201);
    const { id } = (sent.body as { data: { id: string } }).data;
    await ask('delete', `/messages/${id}`).expect(204);
    const { events } = await read<Events>(`/audit/messages/${id}/history`);
    expect(events).toMatchObject([
      {
        event_type: 'MessageSent',
        details: { text: 'Greșit', sender_name: 'Bogdan Jurca', conversation_id: client.id },
      },
      { event_type: 'MessageDeleted' },
    ]);
    await firm.admin('get', '/audit/messages/nimic/history').expect(404);
  });

  it('say of a refusal what it was about', async () => {
    const { id } = await aFile(firm.bakery.ask, 'al brutăriei.txt');
    await firm.mill.ask('get', `/files/${id}`).expect(404);
    const { deeds: found } = await deeds(`resource_id=${id}&event_type=AccessRefused`);
    expect(found).toMatchObject([
      {
        kind: 'access',
        user: { id: firm.mill.user.id },
        event: { details: { resources: [{ type: 'file', id, name: 'al brutăriei.txt' }] } },
      },
    ]);
  });
});
