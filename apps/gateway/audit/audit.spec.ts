import type { AuditEvent } from '@dosar/contracts';
import { aFile, aFirm, aFolder, aGateway, type Gateway } from '../a-gateway';

type Page = { events: AuditEvent[]; next_before: string | null; total: number };

describe('the audit', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());
  /** The audit follows in its own time: asked with the token of what was written. */
  const events = async (query: string) => (await firm.admin('get', `/audit/events?${query}`).expect(200)).body as Page;

  it('shows each act once, with who, when, from where, and what it was from and to', async () => {
    const ask = await gateway.signIn(firm.bakery.user.email!);
    const folder = await aFolder(ask, 'Acte');
    const file = await aFile(ask, 'bon.txt', { folder_id: folder.id });
    await ask(
      'patch',
      `/files/${file.id}`,
      { name: 'chitanță.txt' },
      { 'user-agent': 'Spec/2', 'accept-language': 'en' },
    ).expect(200);
    await ask('post', '/bulk/files/move', { file_ids: [file.id] }).expect(200);
    await ask('post', '/bulk/files/delete', { file_ids: [file.id] }).expect(200);
    await ask('post', '/bulk/files/restore', { file_ids: [file.id] }).expect(200);
    const found = await events(`resource_id=${file.id}`);
    expect(found.events.map(({ event_type }) => event_type)).toEqual([
      'FileRestored',
      'FileDeleted',
      'FileMoved',
      'FileRenamed',
      'FileUploaded',
    ]);
    expect(found.total).toBe(5);
    const [, , moved, renamed, uploaded] = found.events as [AuditEvent, AuditEvent, AuditEvent, AuditEvent, AuditEvent];
    expect(renamed).toMatchObject({
      user: { id: firm.bakery.user.id, name: 'Ana Țăranu', role: 'user' },
      ip_address: expect.stringContaining('127.0.0.1'),
      user_agent: 'Spec/2',
      resource_type: 'file',
      resource_name: 'chitanță.txt',
      client_id: firm.bakery.client.id,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      details: { from: 'bon.txt', to: 'chitanță.txt', folder_path: '/Acte' },
    });
    expect(uploaded.details).toMatchObject({
      file_name: 'bon.txt',
      folder_path: '/Acte',
      file_size: 9,
      mime_type: 'text/plain',
    });
    expect(JSON.stringify(found)).not.toContain('blob');
    expect(moved.details).toMatchObject({
      from: { folder_id: folder.id, folder_path: '/Acte' },
      to: { folder_id: null, folder_path: '/' },
    });
  });

  it('shows what one action caused together', async () => {
    const folder = await aFolder(firm.mill.ask, 'Împreună');
    for (const name of ['a.txt', 'b.txt']) await aFile(firm.mill.ask, name, { folder_id: folder.id });
    await firm.mill.ask('post', '/bulk/files/delete', { folder_ids: [folder.id] }).expect(200);
    const [deleted] = (await events(`event_type=FolderDeleted&resource_id=${folder.id}`)).events;
    const { event, related } = (await firm.admin('get', `/audit/events/${deleted!.event_id}`).expect(200)).body as {
      event: AuditEvent;
      related: AuditEvent[];
    };
    expect(event).toEqual(deleted);
    expect(related.map(({ event_type }) => event_type)).toEqual([
      'BulkStarted',
      'FileDeleted',
      'FileDeleted',
      'BulkFinished',
    ]);
    expect(new Set([event, ...related].map(({ correlation_id }) => correlation_id)).size).toBe(1);
    await firm.admin('get', '/audit/events/nimic').expect(404);
  });

  it('is found by every filter', async () => {
    const [event] = (await events(`event_type=FileUploaded&client_id=${firm.mill.client.id}`)).events as [AuditEvent];
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Bucharest' }).format(new Date());
    for (const query of [
      `user_id=${firm.mill.user.id}`,
      'resource_type=file',
      `resource_id=${event.resource_id}`,
      `client_id=${firm.mill.client.id}`,
      `correlation_id=${event.correlation_id}`,
      `ip_address=${event.ip_address}`,
      `date_from=${day}&date_to=${day}`,
      `date_from=${event.timestamp}&date_to=${event.timestamp}`,
      'q=IMPREUNA',
      'q=jurca',
    ]) {
      const { events: found } = await events(`event_type=FileUploaded&${query}&limit=200`);
      expect([query, found.some(({ event_id }) => event_id === event.event_id)]).toEqual([query, true]);
    }
    for (const query of [
      'user_id=x',
      'resource_type=folder',
      'ip_address=1.2.3.4',
      'date_to=2020-01-01',
      'date_from=2999-01-01',
      'q=nimicuri',
    ])
      expect([query, (await events(`event_type=FileUploaded&${query}`)).total]).toEqual([query, 0]);
  });

  it('is paged from the newest to the oldest, without a gap', async () => {
    const all = await events('limit=200');
    const seen: string[] = [];
    for (let before: string | null = ''; before !== null;) {
      const page: Page = await events(`limit=7${before && `&before=${before}`}`);
      expect(page.total).toBe(all.total);
      seen.push(...page.events.map(({ position }) => position));
      before = page.next_before;
    }
    expect(seen).toEqual([...seen].sort((a, b) => Number(b) - Number(a)));
    expect(new Set(seen).size).toBe(all.total);
    expect(all.total).toBe(Number((await gateway.ports.events.head())!));
  });

  it.each(['limit=201', 'limit=0', 'before=x', 'date_from=yesterday'])('refuses the filter %s', (query) =>
    firm.admin('get', `/audit/events?${query}`).expect(422),
  );

  it('keeps the name that somebody had at the time, and says what is the system’s', async () => {
    const linked = (await events('event_type=ClientUserLinked')).events[0]!;
    expect(linked.user).toBeNull();
    const [registered] = (await events(`correlation_id=${linked.correlation_id}&event_type=UserRegistered`)).events;
    expect(linked.causation_id).toBe(registered!.event_id);
  });
});
