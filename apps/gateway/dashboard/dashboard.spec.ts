import fc from 'fast-check';
import { FEATURES, type Dashboard, type Feature } from '@dosar/contracts';
import type { Where } from '@dosar/kernel/runtime';
import { messages } from '@dosar/domain/conversations/messages.projector';
import { recounted } from '../operator/recount';
import { aFile, aFirm, aFolder, aGateway, later, memoryPorts, type Ask, type Gateway } from '../testing/gateway';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('the dashboard', () => {
  let gateway: Gateway;
  let near: Awaited<ReturnType<typeof aFirm>>;
  let far: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    near = await aFirm(gateway, 'Aproape');
    far = await aFirm(gateway, 'Departe');
  });
  afterAll(() => gateway.close());
  const read = async (ask: Ask, query = '') => (await ask('get', `/dashboard${query}`).expect(200)).body as Dashboard;
  const totals = async (ask: Ask, query = '') => {
    const { statistics, clients, last_activity } = await read(ask, query);
    return [statistics.total_files, statistics.pending_files, clients?.length, last_activity !== null];
  };

  it('of a new firm is empty, and says so in figures', async () => {
    const shown = await read(near.accountantAsk);
    expect(shown).toMatchObject({
      unread_messages: 0,
      last_activity: null,
      recent_activity: [],
      clients: [],
      statistics: { total_files: 0, total_conversations: 2, pending_files: 0 },
      by_status: {
        process_state: { new: 0, processing: 0, processed: 0 },
        accounting_status: { accounting_pending: 0, accounting_in_review: 0, accounting_completed: 0, none: 0 },
      },
    });
    expect(shown.uploads_by_day).toHaveLength(30);
  });

  it('counts what is there, by its states, and says who waits', async () => {
    const folder = await aFolder(near.bakery.ask, 'Facturi');
    const first = await aFile(near.bakery.ask, 'a.txt', { folder_id: folder.id });
    const second = await aFile(near.bakery.ask, 'b.txt');
    const third = await aFile(near.bakery.ask, 'c.txt');
    await aFile(near.mill.ask, 'd.txt');
    const state = (id: string, body: object) =>
      near.accountantAsk('post', '/bulk/files/status', { client_id: near.bakery.client.id, file_ids: [id], ...body });
    await state(first.id, { process_state: 'processing', accounting_status: 'accounting_pending' }).expect(200);
    await state(second.id, { process_state: 'processed' }).expect(200);
    await near.bakery.ask('post', '/bulk/files/delete', { file_ids: [third.id] }).expect(200);

    const shown = await read(near.accountantAsk);
    expect(shown.statistics).toEqual({ total_files: 3, total_conversations: 2, pending_files: 2 });
    expect(shown.by_status).toEqual({
      process_state: { new: 1, processing: 1, processed: 1 },
      accounting_status: { accounting_pending: 1, accounting_in_review: 0, accounting_completed: 0, none: 2 },
    });
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Bucharest' }).format(new Date());
    expect(shown.uploads_by_day.at(-1)).toEqual({ day, count: 3 });
    const { bakery, mill } = near;
    expect(shown.clients).toEqual(
      expect.arrayContaining([
        {
          id: mill.client.id,
          name: mill.client.societate,
          new_files: 1,
          pending_files: 1,
          last_activity: expect.any(String),
        },
        {
          id: bakery.client.id,
          name: bakery.client.societate,
          new_files: 0,
          pending_files: 1,
          last_activity: expect.any(String),
        },
      ]),
    );
    const [deleted] = shown.recent_activity;
    expect(deleted).toMatchObject({
      event_type: 'FileDeleted',
      count: 1,
      timestamp: shown.last_activity,
      to: null,
      user: { id: bakery.user.id, name: 'Ana Țăranu', role: 'user' },
      client: { id: bakery.client.id, name: bakery.client.societate },
      resource: { type: 'file', id: third.id, name: 'c.txt', folder_id: null, deleted: true },
    });
    const processing = shown.recent_activity.find(({ to }) => to === 'processing');
    expect(processing?.resource).toEqual({
      type: 'file',
      id: first.id,
      name: 'a.txt',
      folder_id: folder.id,
      deleted: false,
    });
  });

  it('is of what the caller may see, and of nothing else', async () => {
    await aFile(far.bakery.ask, 'departe.txt');
    expect(await totals(near.accountantAsk)).toEqual([3, 2, 2, true]);
    expect(await totals(near.bakery.ask)).toEqual([2, 1, undefined, true]);
    expect(await totals(near.mill.ask)).toEqual([1, 1, undefined, true]);
    expect(await totals(far.mill.ask)).toEqual([0, 0, undefined, false]);
    expect(await totals(far.accountantAsk)).toEqual([1, 1, 1, true]);
    expect(await totals(near.admin)).toEqual([4, 3, 3, true]);
    expect(JSON.stringify(await read(near.accountantAsk))).not.toContain('departe');
  });

  it('is of the assigned clients alone for an accountant who asks for those, or sees no others', async () => {
    expect(await totals(near.accountantAsk, '?assigned_only=true')).toEqual([0, 0, 0, false]);
    const ids = { accountant_ids: [near.accountant.id] };
    await near.admin('post', `/clients/${near.mill.client.id}/accountants`, ids).expect(200);
    expect(await totals(near.accountantAsk, '?assigned_only=true')).toEqual([1, 1, 1, true]);
    expect(await totals(near.accountantAsk, '?assigned_only=false')).toEqual([3, 2, 2, true]);
    await near.accountantAsk('get', '/dashboard?assigned_only=poate').expect(422);
    // nobody is assigned to an administrator
    expect(await totals(near.admin, '?assigned_only=true')).toEqual([4, 3, 3, true]);
    const firm = `/firms/${near.firm.id}`;
    await near.admin('patch', firm, { accountant_scope: 'assigned' }).expect(200);
    expect(await totals(near.accountantAsk)).toEqual([1, 1, 1, true]);
    await near.admin('patch', firm, { accountant_scope: 'firm' }).expect(200);
  });

  it('counts the conversations that the caller may read, and what they have not read', async () => {
    const figures = async (ask: Ask, query = '') => {
      const { statistics, unread_messages } = await read(ask, query);
      return [statistics.total_conversations, unread_messages];
    };
    const { bakery, mill, accountantAsk, admin } = near;
    const say = (ask: Ask, text: string) => ask('post', `/conversations/${mill.client.id}/messages`, { text });
    const first = ((await say(mill.ask, 'Bună ziua!').expect(201)).body as { data: { id: string } }).data.id;
    await say(mill.ask, 'Am încărcat tot.').expect(201);
    await say(bakery.ask, 'Nu e a mea.').expect(404);
    // she is assigned to the mill alone
    expect(await figures(accountantAsk)).toEqual([2, 2]);
    expect(await figures(accountantAsk, '?assigned_only=true')).toEqual([1, 2]);
    expect(await figures(mill.ask)).toEqual([1, 0]);
    expect(await figures(bakery.ask)).toEqual([1, 0]);
    expect(await figures(admin)).toEqual([4, 0]);
    await accountantAsk('post', '/reads', { conversation_id: mill.client.id, message_id: first }).expect(204);
    expect(await figures(accountantAsk)).toEqual([2, 1]);
  });

  it('is not sent again before it reads otherwise', async () => {
    const { headers } = await near.accountantAsk('get', '/dashboard').expect(200);
    const again = { 'if-none-match': headers['etag']! };
    await near.accountantAsk('get', '/dashboard', undefined, again).expect(304);
    await near.admin('patch', `/users/${near.bakery.user.id}`, { name: 'Ana Munteanu' }).expect(200);
    const { body } = await near.accountantAsk('get', '/dashboard', undefined, again).expect(200);
    expect((body as Dashboard).recent_activity[0]!.user!.name).toBe('Ana Munteanu');
  });

  it('is what a recount of the log finds', async () => {
    const { isSame, lines } = await recounted(gateway.ports);
    expect({ isSame, lines }).toEqual({
      isSame: true,
      lines: [
        expect.stringMatching(/^\d+ events .* [1-9]\d* rows .*: 0 differ\.$/),
        expect.stringMatching(/^what [1-9]\d* participants of [1-9]\d* conversations .*: 0 differ\.$/),
      ],
    });
  });

  it('is found to be wrong where somebody has read less than is shown', async () => {
    const { events, reads } = gateway.ports;
    const { mill, accountant } = near;
    const count: typeof reads.count = async (view, find, most) =>
      (await reads.count(view, find, most)) +
      (view.view === messages.view && (find.where as Where)['conversation_id'] === mill.client.id ? 1 : 0);
    const { isSame, lines } = await recounted({ events, reads: { ...reads, count } });
    expect(isSame).toBe(false);
    expect(lines.at(-1)).toMatch(
      new RegExp(
        `^conversation ${mill.client.id}: the log has .*"${accountant.id}":1.*, the views have .*"${accountant.id}":2`,
      ),
    );
  });

  it('is what a recount of the log finds after any talk', async () => {
    const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
    const { bakery, mill, accountant, accountantAsk, admin } = near;
    const people = { [bakery.client.id]: bakery.ask, [mill.client.id]: mill.ask };
    const said: { id: string; clientId: string; ask: Ask }[] = [];
    const acts = fc.sample(fc.tuple(fc.nat(9), fc.nat(), fc.boolean()), { numRuns: 60, seed });
    for (const [kind, which, isFirst] of acts) {
      const clientId = (isFirst ? bakery : mill).client.id;
      const message = said[which % said.length];
      const accountants = `/clients/${clientId}/accountants`;
      if (kind === 0) await accountantAsk('delete', `${accountants}/${accountant.id}`);
      else if (kind === 1) await admin('post', accountants, { accountant_ids: [accountant.id] }).expect(200);
      else if (kind === 2 && message) await message.ask('delete', `/messages/${message.id}`);
      else if (kind < 6 && message) {
        const ask = isFirst ? accountantAsk : people[message.clientId]!;
        await ask('post', '/reads', { conversation_id: message.clientId, message_id: message.id }).expect(204);
      } else {
        const ask = which % 2 ? accountantAsk : people[clientId]!;
        const { body } = await ask('post', `/conversations/${clientId}/messages`, { text: 'Bună ziua!' }).expect(201);
        said.push({ id: (body as { data: { id: string } }).data.id, clientId, ask });
      }
    }
    expect({ seed, ...(await recounted(gateway.ports)) }).toMatchObject({ seed, isSame: true });
    expect(said.length).toBeGreaterThan(10);
  });

  it('goes on to another day with the clock', () =>
    later(3 * DAY_MS, async () => {
      const { uploads_by_day } = await read(await gateway.signIn(near.accountant.email!));
      expect(uploads_by_day.map(({ count }) => count).slice(-4)).toEqual([3, 0, 0, 0]);
    }));
});

describe('the dashboard where something is not offered', () => {
  it('has no figures of it', async () => {
    const ports = memoryPorts();
    const whole = await aGateway({}, ports);
    const { bakery, accountant } = await aFirm(whole);
    await aFile(bakery.ask, 'a.txt');
    await bakery.ask('post', `/conversations/${bakery.client.id}/messages`, { text: 'Bună ziua!' }).expect(201);
    const figures = async (left: Feature) => {
      const features = FEATURES.filter((each) => each !== left).join(',');
      const cut = await aGateway({ DOSAR_FEATURES: features }, ports, { isBeside: true });
      const { body } = await (await cut.signIn(accountant.email!))('get', '/dashboard').expect(200);
      await cut.close();
      const { statistics, recent_activity, clients, last_activity } = body as Dashboard;
      const { total_files, pending_files, total_conversations } = statistics;
      return [total_files, pending_files, recent_activity.length, clients!.length, last_activity, total_conversations];
    };
    expect(await figures('file_manager')).toEqual([0, 0, 0, 0, null, 2]);
    expect(await figures('chat')).toEqual([1, 1, 1, 1, expect.any(String), 0]);
    await whole.close();
  });
});
