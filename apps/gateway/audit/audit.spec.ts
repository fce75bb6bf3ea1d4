import type { AuditEvent, Session, SignedIn } from '@dosar/contracts';
import { canonical } from '@dosar/kernel/runtime';
import { ADMIN, aFile, aFirm, aFolder, aGateway, memoryPorts, type Gateway } from '../testing/gateway';

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
    for (const name of ['împreună a.txt', 'împreună b.txt']) await aFile(firm.mill.ask, name, { folder_id: folder.id });
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
    // that it is read is an event, too, and then it is still
    const { headers } = await firm.admin('get', '/audit/events').expect(200);
    const included = { 'x-consistency-token': headers['x-consistency-token']! };
    const all = (await firm.admin('get', '/audit/events?limit=200', undefined, included).expect(200)).body as Page;
    const seen: string[] = [];
    for (let before: string | null = ''; before !== null;) {
      const page: Page = await events(`limit=7${before && `&before=${before}`}`);
      // counting costs more than a page: it is done once
      expect(page.total).toBe(before === '' ? all.total : undefined);
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

  describe('tells of those who read it', () => {
    /** Reads as an administrator of their own session, and what the audit says of that afterwards. */
    const aReader = async () => {
      const answer = await gateway.anonymous('post', '/auth/login', ADMIN).expect(200);
      const ask = gateway.as((answer.body as SignedIn).token);
      const { sessions } = (await ask('get', '/auth/sessions')).body as { sessions: Session[] };
      const { id } = sessions.find(({ current }) => current)!;
      const read = async (address: string, status = 200) => {
        const { headers, body } = await ask('get', `/audit/events${address}`).expect(status);
        return { included: { 'x-consistency-token': headers['x-consistency-token'] ?? '' }, body: body as Page };
      };
      const noted = async (included: Record<string, string>) => {
        const query = `event_type=AuditViewed&resource_id=${id}`;
        const { body } = await firm.admin('get', `/audit/events?${query}`, undefined, included).expect(200);
        return (body as Page).events;
      };
      return { read, noted };
    };

    it('and what they looked for, before they see it', async () => {
      const { read, noted } = await aReader();
      const { body } = await read(`?event_type=FileUploaded&client_id=${firm.mill.client.id}&date_from=2026-01-01`);
      await read('?q=Jurca&ip_address=127.0.0.1');
      const { included } = await read(`/${body.events[0]!.event_id}`);
      const [one, text, list] = await noted(included);
      expect(list).toMatchObject({
        user: { name: 'Administrator', role: 'admin' },
        resource_type: 'session',
        ip_address: expect.stringContaining('127.0.0.1'),
        details: { event_type: 'FileUploaded', client_id: firm.mill.client.id, date_from: '2026-01-01' },
      });
      const reader = { reader_id: list!.user!.id };
      // a text may be somebody's name: only that one was searched is said
      expect(text!.details).toMatchObject({ ...reader, by_text: true, by_address: true });
      expect(one!.details).toMatchObject({ ...reader, event_id: body.events[0]!.event_id });
    });

    it('with their own key: what was written into a filter stands in the log for nobody else', async () => {
      const { read } = await aReader();
      const text = 'Ion Popescu 1800101';
      const type = 'Gheorghe Enescu';
      await read(`?resource_id=${encodeURIComponent(text)}&event_type=${encodeURIComponent(type)}`);
      const { events: log } = gateway.ports;
      const head = (await log.head())!;
      const texts: string[] = [];
      for await (const batch of log.follow(null, AbortSignal.timeout(5_000))) {
        texts.push(...batch.map((record) => record.text));
        if (batch.at(-1)!.position >= head) break;
      }
      expect(texts.filter((each) => each.includes(text) || each.includes(type))).toEqual([]);
      expect(
        texts.filter((each) => each.includes('"AuditViewed"') && /"content":\{[^}]*"k":"user:/.test(each)),
      ).not.toEqual([]);
    });

    it('once in ten minutes, however many pages they turn', async () => {
      const { read, noted } = await aReader();
      const first = await read('?limit=1');
      const next = await read(`?limit=1&before=${first.body.next_before}`);
      await read('?limit=5');
      expect(await noted(next.included)).toHaveLength(1);
    });

    it('not of those who may not, nor of what is not there', async () => {
      const { noted, read } = await aReader();
      await firm.accountantAsk('get', '/audit/events').expect(403);
      const { included } = await read('/nimic', 404);
      expect(await noted(included)).toEqual([]);
      expect((await events(`event_type=AuditViewed&user_id=${firm.accountant.id}`)).total).toBe(0);
    });
  });

  it('keeps the name that somebody had at the time, and says what is the system’s', async () => {
    const linked = (await events('event_type=ClientUserLinked')).events[0]!;
    expect(linked.user).toBeNull();
    const [registered] = (await events(`correlation_id=${linked.correlation_id}&event_type=UserRegistered`)).events;
    expect(linked.causation_id).toBe(registered!.event_id);
  });
});

describe('records that this version cannot read', () => {
  it.each([
    ['of another form', { v: 3 }, 'UnreadableRecord'],
    ['of a newer version', { version: 99 }, 'FolderCreated'],
    ['of an unknown type', { type: 'FolderPainted' }, 'FolderPainted'],
  ])('%s are shown as what they are', async (_, changes, type) => {
    const ports = memoryPorts();
    const { events } = ports;
    let isChanged = false;
    const at: typeof events.at = async (positions) =>
      (await events.at(positions)).map((record) => {
        if (!record || !isChanged) return record;
        const { position, stream, revision, text } = record;
        const changed = canonical({ ...(JSON.parse(text) as object), ...changes });
        return { position, stream, revision, text: changed };
      });
    const gateway = await aGateway({}, { ...ports, events: { ...events, at } });
    const firm = await aFirm(gateway);
    const folder = await aFolder(firm.bakery.ask, 'Acte');
    await firm.admin('get', `/audit/events?resource_id=${folder.id}`).expect(200);
    isChanged = true;
    const { body } = await firm.admin('get', `/audit/events?resource_id=${folder.id}`).expect(200);
    const [event] = (body as Page).events;
    expect(event).toMatchObject({
      event_type: type,
      position: expect.stringMatching(/^\d+$/),
      event_id: expect.stringMatching(/^[\da-f-]{36}$/),
      details: { unreadable: 'cannot be read by this version' },
    });
    await firm.admin('get', `/audit/events/${event!.event_id}`).expect(200);
    const history = await firm.bakery.ask('get', `/folders/${folder.id}/history`).expect(200);
    expect((history.body as Page).events).toMatchObject([{ event_type: type, details: event!.details }]);
    await gateway.close();
  });
});
