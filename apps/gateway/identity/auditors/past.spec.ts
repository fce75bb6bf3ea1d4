import type { AuditEvent, Conversation, File, MandateReport, Message, ReplyOf, searchApi } from '@dosar/contracts';
import { until } from '@dosar/kernel/testing/waiting';
import { aFile, aFirm, aFolder, aGateway, type Ask, type Gateway } from '../../testing/gateway';
import { anAuditor, type Auditor } from '../../testing/auditors';

type Listed = { readonly files: File[] };

const say = async (ask: Ask, conversation: string, text: string) =>
  (
    (await ask('post', `/conversations/${conversation}/messages`, { text }).expect(201)).body as {
      data: { id: string };
    }
  ).data.id;
const now = async () => {
  // the log has milliseconds: what follows is later
  const at = Date.now();
  while (Date.now() <= at + 1) await new Promise((go) => setImmediate(go));
  return new Date().toISOString();
};

/** A period with things that were gone before it, were there in it, went in it, and came or changed after it. */
describe('what an auditor sees', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let other: Awaited<ReturnType<typeof aFirm>>;
  let vera: Auditor;
  let from: string;
  let to: string;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    other = await aFirm(gateway, 'Cifra Exactă');
    const { bakery, mill, accountantAsk } = firm;
    const { ask } = bakery;
    const del = (id: string) => ask('post', '/bulk/files/delete', { file_ids: [id] }).expect(200);
    const file = async (name: string) => (ids[name] = (await aFile(ask, `${name}.txt`, {}, name)).id);
    for (const name of ['early', 'renamed', 'gone', 'lost', 'removed']) await file(name);
    ids['folder'] = (await aFolder(ask, 'Luna')).id;
    ids['edited'] = await say(ask, bakery.client.id, 'cuvinte vechi');
    ids['withdrawn'] = await say(ask, bakery.client.id, 'retras dinainte');
    await ask('delete', `/messages/${ids['withdrawn']}`).expect(204);
    await del(ids['gone']!);
    from = await now();
    await del(ids['lost']!);
    await file('within');
    ids['said'] = await say(ask, bakery.client.id, 'spus în perioadă');
    await ask('post', `/files/${ids['within']}/notes`, { text: 'notă din perioadă' }).expect(201);
    const talk = { participant_ids: [firm.accountant.id], client_id: bakery.client.id };
    const direct = await ask('post', '/conversations', talk).expect(201);
    ids['direct'] = (direct.body as { conversation: Conversation }).conversation.id;
    await say(accountantAsk, ids['direct'], 'între patru ochi');
    to = await now();
    await file('canary');
    await ask('patch', `/files/${ids['renamed']}`, { name: 'canary redenumit.txt' }).expect(200);
    await del(ids['removed']!);
    await ask('put', `/messages/${ids['edited']}`, { text: 'canary editat' }).expect(200);
    ids['later'] = await say(ask, bakery.client.id, 'canary spus');
    await ask('post', `/files/${ids['within']}/notes`, { text: 'canary notat' }).expect(201);
    ids['mill'] = (await aFile(mill.ask, 'canary moara.txt')).id;
    ids['foreign'] = (await aFile(other.bakery.ask, 'canary străin.txt')).id;
    vera = await anAuditor(gateway, { client_ids: [bakery.client.id] }, { period: { from, to } });
  });
  afterAll(() => gateway.close());

  const status = async (path: string, ask = vera.ask) => (await ask('get', path)).status;
  const names = async (path: string) =>
    ((await vera.ask('get', path).expect(200)).body as Listed).files.map(({ name }) => name).sort();
  const clientId = () => firm.bakery.client.id;

  it('is what was there at some moment of the period, as it was at its end', async () => {
    const there = ['early.txt', 'removed.txt', 'renamed.txt', 'within.txt'];
    expect(await names(`/files?clientId=${clientId()}`)).toEqual(there);
    expect(await names(`/files?clientId=${clientId()}&include_deleted=true`)).toEqual(there);
    expect(await names(`/files/trash?client_id=${clientId()}`)).toEqual(['lost.txt']);
    for (const name of ['early', 'renamed', 'removed', 'within', 'lost'])
      expect((await vera.ask('get', `/files/${ids[name]}`).expect(200)).body).toMatchObject({
        file: { name: `${name}.txt` },
        at: {},
      });
    for (const name of ['gone', 'canary', 'mill', 'foreign', 'folder?'])
      for (const call of ['', '/history', '/download', '/preview', '/thumbnail', '/notes'])
        expect([name, call, await status(`/files/${ids[name] ?? 'x'}${call}`)]).toEqual([name, call, 404]);
    const notes = (await vera.ask('get', `/files/${ids['within']}/notes`).expect(200)).body as { notes: object[] };
    expect(notes.notes).toMatchObject([{ text: 'notă din perioadă' }]);
    expect(await status(`/folders/${ids['folder']}`)).toBe(200);
    expect(await status(`/folders/tree?client_id=${clientId()}`)).toBe(200);
  });

  it('is nothing as of before the period, of after it what was at its end, and nothing with another’s rights', async () => {
    const path = `/files/${ids['renamed']}`;
    await vera.ask('get', `${path}?at=${encodeURIComponent(new Date(Date.parse(from) - 5).toISOString())}`).expect(422);
    const after = await vera.ask('get', `${path}?at=${encodeURIComponent(new Date().toISOString())}`).expect(200);
    expect(after.body).toMatchObject({ file: { name: 'renamed.txt' } });
    await vera.ask('get', `${path}?as=${firm.bakery.user.id}`).expect(403);
    const atFirst = await vera.ask('get', `/files?clientId=${clientId()}&at=${encodeURIComponent(from)}`).expect(200);
    expect((atFirst.body as Listed).files.map(({ name }) => name)).toContain('lost.txt');
  });

  it('is the client’s conversation as it was, and never a direct one', async () => {
    const { conversations } = (await vera.ask('get', '/conversations').expect(200)).body as {
      conversations: Conversation[];
    };
    expect(conversations.map(({ id }) => id)).toEqual([clientId()]);
    expect(conversations[0]!.participants.map(({ presence }) => presence)).not.toContain('online');
    const { messages } = (await vera.ask('get', `/conversations/${clientId()}/messages`).expect(200)).body as {
      messages: Message[];
    };
    expect(messages.map(({ text }) => text)).toEqual(['cuvinte vechi', 'spus în perioadă']);
    expect(await status(`/messages/${ids['edited']}/edits`)).toBe(200);
    expect((await vera.ask('get', `/messages/${ids['edited']}/edits`)).body).toMatchObject({ edits: [] });
    for (const path of [`/conversations/${ids['direct']}`, `/conversations/${ids['direct']}/messages`])
      expect([path, await status(path)]).toEqual([path, 404]);
    for (const id of ['later', 'withdrawn']) expect(await status(`/messages/${ids[id]}/edits`)).toBe(404);
    for (const path of [`/conversations/${firm.mill.client.id}/messages`, `/clients/${firm.mill.client.id}`])
      expect([path, await status(path)]).toEqual([path, 404]);
  });

  it('has the acts of the period alone', async () => {
    const history = async (path: string) =>
      ((await vera.ask('get', path).expect(200)).body as { events: { event_type: string }[] }).events.map(
        ({ event_type }) => event_type,
      );
    expect(await history(`/files/${ids['renamed']}/history`)).toEqual([]);
    expect(await history(`/files/${ids['within']}/history`)).toEqual(['FileNoteAdded', 'FileUploaded']);
    expect(await history(`/files/${ids['lost']}/history`)).toEqual(['FileDeleted']);
  });

  it('is in the audit what was done in the period to what is in scope, by the names of its end', async () => {
    const listed = async (query = '') =>
      ((await vera.ask('get', `/audit/events?limit=200${query}`).expect(200)).body as { events: AuditEvent[] }).events;
    // the audit follows
    await until(async () => (await listed()).some(({ event_type }) => event_type === 'FileNoteAdded'));
    const events = await listed();
    expect(events.every(({ client_id }) => client_id === clientId())).toBe(true);
    expect(events.every(({ timestamp }) => timestamp >= from && timestamp < to)).toBe(true);
    expect(new Set(events.map(({ event_type }) => event_type))).toEqual(
      new Set(['BulkStarted', 'BulkFinished', 'FileNoteAdded', 'FileUploaded', 'FileDeleted', 'MessageSent']),
    );
    const text = JSON.stringify(events);
    for (const word of ['canary', 'patru ochi', 'moara']) expect([word, text.includes(word)]).toEqual([word, false]);
    expect(await listed(`&client_id=${firm.mill.client.id}`)).toEqual([]);
    expect(await listed('&q=canary')).toEqual([]);
    const all = (await firm.admin('get', '/audit/events?q=canary').expect(200)).body as { events: AuditEvent[] };
    const [later] = all.events;
    expect(await status(`/audit/events/${later!.event_id}`)).toBe(404);
    expect(await status(`/audit/events/${events[0]!.event_id}`)).toBe(200);
    for (const path of ['/audit/deeds', '/audit/export?format=csv'])
      expect((await vera.ask('get', path)).status).toBe(403);
  });

  it('is found by the names of then and by what has not changed since', async () => {
    const found = async (q: string) =>
      (await vera.ask('get', `/search?q=${encodeURIComponent(q)}`).expect(200)).body as ReplyOf<
        typeof searchApi.search
      >;
    const titles = async (q: string) => (await found(q)).results.map(({ title }) => title).sort();
    const now = async (q: string) =>
      ((await firm.accountantAsk('get', `/search?record=false&q=${q}`)).body as ReplyOf<typeof searchApi.search>).total;
    // the index follows
    await until(async () => (await now('canary')) >= 4 && (await now('within')) > 0 && (await now('perioadă')) > 0);
    for (const q of ['canary', 'canar', '"canary"', 'patru ochi', 'moara', 'editat', 'retras'])
      expect([q, await titles(q), (await found(q)).total]).toEqual([q, [], 0]);
    expect(await titles('renamed')).toEqual(['renamed.txt']);
    expect(await titles('removed')).toEqual(['removed.txt']);
    expect(await titles('lost')).toEqual(['lost.txt']);
    expect(await titles('gone')).toEqual([]);
    expect(await titles('spus perioadă')).toEqual(['spus în perioadă']);
    expect(await found('renamed')).toMatchObject({
      left_out: 'changed_since',
      results: [{ file: { name: 'renamed.txt' } }],
    });
    expect(await status('/search/history')).toBe(403);
  });

  it('is sent under the name of then, also what was deleted since', async () => {
    for (const [id, name] of [
      ['renamed', 'renamed.txt'],
      ['removed', 'removed.txt'],
      ['lost', 'lost.txt'],
    ] as const)
      for (const call of ['download', 'preview']) {
        const { url } = (await vera.ask('get', `/files/${ids[id]}/${call}`).expect(200)).body as { url: string };
        const sent = await gateway.anonymous('get', url).expect(200);
        expect([id, call, sent.headers['content-disposition'] ?? name]).toEqual([
          id,
          call,
          expect.stringContaining(name) as string,
        ]);
      }
  });

  it('leaves nothing that could be written, asked of others or of now', async () => {
    const { ask } = vera;
    const refused = async (method: 'get' | 'post' | 'patch' | 'put' | 'delete', path: string, body?: object) =>
      expect([method, path, (await ask(method, path, body)).status]).toEqual([method, path, 403]);
    await refused('post', '/folders', { name: 'x', client_id: clientId() });
    await refused('patch', `/files/${ids['within']}`, { name: 'x.txt' });
    await refused('post', `/files/${ids['within']}/notes`, { text: 'x' });
    await refused('post', `/conversations/${clientId()}/messages`, { text: 'x' });
    await refused('post', '/reads', { conversation_id: clientId(), message_id: ids['said']! });
    await refused('post', '/bulk/files/delete', { file_ids: [ids['within']] });
    await refused('post', '/bulk/files/download', { file_ids: [ids['within']] });
    for (const path of ['/people', '/clients', '/users', '/firms', '/mandates', '/dashboard', '/notifications'])
      await refused('get', path);
  });

  it('is in the log once a thing and ten minutes, and shown to the firm', async () => {
    const { ask, mandate } = await anAuditor(gateway, { client_ids: [clientId()] }, { period: { from, to } });
    for (let time = 0; time < 3; time += 1) await ask('get', `/files/${ids['early']}`).expect(200);
    await ask('get', `/conversations/${clientId()}/messages`).expect(200);
    await ask('get', `/files/${ids['canary']}`).expect(404);
    const opened = async () => {
      const { body } = await firm.accountantAsk('get', `/firms/${firm.firm.id}/auditors`).expect(200);
      return (body as { auditors: MandateReport[] }).auditors.find(({ id }) => id === mandate.id)!.opened;
    };
    // the audit follows
    await until(async () => (await opened()).length === 2);
    expect(await opened()).toMatchObject([
      { type: 'conversation', id: clientId(), count: 1 },
      { type: 'file', id: ids['early'], name: 'early.txt', count: 1 },
    ]);
  });
});
