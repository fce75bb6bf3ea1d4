import type { AccessThen, Change, Message, PastMoment, StoodAt } from '@dosar/contracts';
import { policyAsData } from '@dosar/domain/policy';
import { until } from '@dosar/kernel/testing/waiting';
import { aFile, aFirm, aFolder, aGateway, memoryPorts, type Ask, type Gateway } from '../../testing/gateway';

type Moments = { moments: PastMoment[]; has_more_before: boolean; has_more_after: boolean };
type Compared = { changes: Change[]; total: number; from: StoodAt; to: StoodAt };
type Accessed = AccessThen & { at: StoodAt };

describe('the past', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  const now = async () => String((await gateway.ports.events.head())!);
  /** The audit follows in its own time. */
  const followed = async () => {
    const head = BigInt(await now());
    await until(() => ['audit', 'deeds'].every((view) => (gateway.installation.views.position(view) ?? -1n) >= head));
  };
  const read = async <T>(ask: Ask, path: string) => {
    await followed();
    return (await ask('get', path).expect(200)).body as T;
  };
  const moments = (ask: Ask, query: string) => read<Moments>(ask, `/audit/moments?${query}`);
  const typesOf = (found: Moments) => found.moments.map(({ event_type }) => event_type);

  describe('has moments', () => {
    it('of a file, a folder and all of a client, which lead to how it was after them', async () => {
      const { ask, client, user } = firm.bakery;
      const folder = await aFolder(ask, 'Martie');
      const file = await aFile(ask, 'bon.txt', { folder_id: folder.id });
      await ask('patch', `/files/${file.id}`, { name: 'factură.txt' }).expect(200);
      await ask('get', `/files/${file.id}/download`).expect(200);
      await ask('post', '/bulk/files/delete', { file_ids: [], folder_ids: [folder.id] }).expect(200);
      const ofFile = await moments(ask, `resource_type=file&resource_id=${file.id}`);
      expect(typesOf(ofFile)).toEqual(['FileUploaded', 'FileRenamed', 'FolderDeleted']);
      expect(ofFile).toMatchObject({ has_more_before: false, has_more_after: false });
      expect(ofFile.moments[1]).toMatchObject({ user: { id: user.id, name: 'Ana Țăranu' }, events_count: 1 });
      const names = [];
      for (const { position } of ofFile.moments.slice(0, 2))
        names.push((await read<{ file: { name: string } }>(ask, `/files/${file.id}?at=${position}`)).file.name);
      expect(names).toEqual(['bon.txt', 'factură.txt']);
      await ask('get', `/files/${file.id}?at=${ofFile.moments[2]!.position}`).expect(404);
      expect(typesOf(await moments(ask, `resource_type=folder&resource_id=${folder.id}`))).toEqual([
        'FolderCreated',
        'FolderDeleted',
      ]);
      const all = ['FolderCreated', 'FileUploaded', 'FileRenamed', 'FolderDeleted'];
      expect(typesOf(await moments(firm.accountantAsk, `client_id=${client.id}`))).toEqual(all);
      expect(typesOf(await moments(ask, ''))).toEqual(all);
    });

    it('that are stepped through in both directions', async () => {
      const { ask, client } = firm.mill;
      for (const name of ['A', 'B', 'C', 'D', 'E']) await aFolder(ask, name);
      const all = (await moments(ask, `client_id=${client.id}`)).moments;
      const positions = all.map(({ position }) => position);
      const page = async (query: string) => {
        const { moments: found, ...more } = await moments(ask, `client_id=${client.id}&limit=2&${query}`);
        return [found.map(({ position }) => positions.indexOf(position)), more.has_more_before, more.has_more_after];
      };
      expect(await page('')).toEqual([[3, 4], true, false]);
      expect(await page(`before=${positions[3]}`)).toEqual([[1, 2], true, true]);
      expect(await page(`before=${positions[1]}`)).toEqual([[0], false, true]);
      expect(await page(`after=${positions[0]}`)).toEqual([[1, 2], true, true]);
      expect(await page(`after=${positions[2]}`)).toEqual([[3, 4], true, false]);
    });

    it('of a conversation, of that one alone', async () => {
      const id = firm.bakery.client.id;
      const say = async (path: string, text: string) =>
        ((await firm.accountantAsk('post', `${path}/messages`, { text }).expect(201)).body as { data: Message }).data;
      const first = await say(`/conversations/${id}`, 'Bună ziua');
      const admin = (await firm.admin('get', '/users/me')).body as { user: { id: string } };
      const opened = await firm.accountantAsk('post', '/conversations', {
        client_id: id,
        participant_ids: [admin.user.id],
      });
      const direct = (opened.body as { conversation: { id: string } }).conversation.id;
      await say(`/conversations/${direct}`, 'Clientul acesta întârzie');
      const found = await moments(firm.bakery.ask, `resource_type=conversation&resource_id=${id}`);
      expect(found.moments).toMatchObject([{ event_type: 'MessageSent', user: { id: firm.accountant.id } }]);
      const { position } = found.moments[0]!;
      const then = await read<{ messages: Message[] }>(firm.bakery.ask, `/conversations/${id}/messages?at=${position}`);
      expect(then.messages.map((each) => each.id)).toEqual([first.id]);
      const path = `/audit/moments?resource_type=conversation&resource_id=${direct}`;
      await firm.bakery.ask('get', path).expect(404);
      expect(typesOf(await moments(firm.accountantAsk, path.split('?')[1]!))).toContain('MessageSent');
    });

    it('for whoever may see the thing alone', async () => {
      const folder = await aFolder(firm.bakery.ask, 'A noastră');
      await firm.mill.ask('get', `/audit/moments?client_id=${firm.bakery.client.id}`).expect(404);
      await firm.mill.ask('get', `/audit/moments?resource_type=folder&resource_id=${folder.id}`).expect(404);
      await firm.bakery.ask('get', `/audit/moments?resource_type=user&resource_id=${firm.mill.user.id}`).expect(404);
      expect(typesOf(await moments(firm.admin, `resource_type=user&resource_id=${firm.mill.user.id}`))).toEqual([
        'UserRegistered',
      ]);
    });
  });

  it('is compared at two instants: what came, went, moved, and by whom', async () => {
    const { ask, client, user } = firm.mill;
    const old = await aFolder(ask, 'Vechi');
    const into = await aFolder(ask, 'În');
    const gone = await aFile(ask, 'gone.txt', { folder_id: old.id });
    const moved = await aFile(ask, 'moved.txt');
    const named = await aFile(ask, 'unu.txt');
    const passing = await aFile(ask, 'trecător.txt');
    const from = await now();
    await ask('post', '/bulk/files/delete', { file_ids: [gone.id] }).expect(200);
    await ask('post', '/bulk/files/move', { file_ids: [moved.id], target_folder_id: into.id }).expect(200);
    await ask('patch', `/files/${named.id}`, { name: 'doi.txt' }).expect(200);
    await ask('patch', `/files/${passing.id}`, { name: 'altfel.txt' }).expect(200);
    await ask('patch', `/files/${passing.id}`, { name: 'trecător.txt' }).expect(200);
    const status = { client_id: client.id, file_ids: [named.id], process_state: 'processed' };
    await firm.accountantAsk('post', '/bulk/files/status', status).expect(200);
    const made = await aFolder(ask, 'Nou');
    const to = await now();
    await aFolder(ask, 'După');
    const found = await read<Compared>(ask, `/audit/compare?from=${from}&to=${to}`);
    const shown = found.changes.map(({ kind, type, id, from: was, to: is, user: by }) => [
      kind,
      type,
      id,
      was,
      is,
      by?.id,
    ]);
    expect(shown).toEqual([
      ['added', 'folder', made.id, null, '/', user.id],
      ['state', 'file', named.id, 'new', 'processed', firm.accountant.id],
      ['renamed', 'file', named.id, 'unu.txt', 'doi.txt', user.id],
      ['moved', 'file', moved.id, '/', '/În', user.id],
      ['removed', 'file', gone.id, '/Vechi', null, user.id],
    ]);
    expect(found).toMatchObject({ total: 5, from: { position: from }, to: { position: to } });
    expect(found.changes[2]).toMatchObject({ name: 'doi.txt', event_id: expect.any(String) });
    const next = await read<Compared>(ask, `/audit/compare?from=${from}&to=${to}&skip=3&limit=1`);
    expect(next.changes).toEqual([found.changes[3]]);
    expect((await read<Compared>(ask, `/audit/compare?from=${to}&to=${to}`)).changes).toEqual([]);
    // back as it was: nothing is said
    await ask('post', '/bulk/files/restore', { file_ids: [gone.id] }).expect(200);
    const back = await read<Compared>(firm.accountantAsk, `/audit/compare?client_id=${client.id}&from=${from}`);
    expect(back.changes.map(({ id }) => id)).not.toContain(gone.id);
    const { body } = await ask('get', `/audit/compare?from=${to}&to=${from}`).expect(422);
    expect((body as { fields: object }).fields).toEqual({ to: 'Înainte de începutul intervalului' });
    await firm.bakery.ask('get', `/audit/compare?client_id=${client.id}&from=${from}`).expect(404);
  });

  describe('says who could see something', () => {
    const whoSaw = (query: string) => read<Accessed>(firm.admin, `/audit/access?${query}`);
    const whyOf = ({ people }: Accessed, id: string) => people!.find((each) => each.id === id)?.why;

    it('by the rights that stood then', async () => {
      const folder = await aFolder(firm.bakery.ask, 'Contracte');
      const before = await now();
      const thing = `resource_type=folder&resource_id=${folder.id}`;
      await firm.admin('patch', `/firms/${firm.firm.id}`, { accountant_scope: 'assigned' }).expect(200);
      const between = await now();
      await firm.admin('post', `/clients/${firm.bakery.client.id}/accountants`, {
        accountant_ids: [firm.accountant.id],
      });
      const after = await now();
      const first = await whoSaw(`${thing}&at=${before}`);
      const second = await whoSaw(`${thing}&at=${between}`);
      const third = await whoSaw(`${thing}&at=${after}`);
      expect([first, second, third].map((each) => whyOf(each, firm.accountant.id))).toEqual([
        'accountant_of_firm',
        undefined,
        'assigned_accountant',
      ]);
      expect(whyOf(second, firm.bakery.user.id)).toBe('user_of_client');
      expect(whyOf(second, firm.mill.user.id)).toBeUndefined();
      expect(second.people!.filter(({ role }) => role === 'admin').map(({ why }) => why)).toContain('administrator');
      expect(first).toMatchObject({
        rules: 'known',
        software: { level: expect.any(Number) },
        at: { position: before },
      });
      await firm.admin('get', `/audit/access?${thing}&at=1`).expect(404);
      await firm.admin('patch', `/firms/${firm.firm.id}`, { accountant_scope: 'firm' }).expect(200);
    });

    it('and of a person what they could see, and what they opened that day', async () => {
      const file = await aFile(firm.bakery.ask, 'citit.txt');
      const link = await firm.bakery.ask('get', `/files/${file.id}/download`).expect(200);
      await gateway.anonymous('get', (link.body as { url: string }).url).expect(200);
      const { id } = firm.bakery.client;
      for (const text of ['Bună ziua', 'Mai sunteți?']) {
        const sent = await firm.accountantAsk('post', `/conversations/${id}/messages`, { text }).expect(201);
        const { data } = sent.body as { data: Message };
        await firm.bakery.ask('post', '/reads', { conversation_id: id, message_id: data.id }).expect(204);
      }
      const found = await whoSaw(`user_id=${firm.bakery.user.id}`);
      expect(found.clients).toEqual([{ id, name: 'Brutăria Țărănească SRL', why: 'user_of_client' }]);
      expect(found.conversations!.map((each) => each.id)).toEqual([id]);
      expect(found.opened).toMatchObject([
        { event_type: 'FileDownloaded', resource_id: file.id, name: 'citit.txt' },
        { event_type: 'ReadUpTo', resource_id: id, name: 'Brutăria Țărănească SRL' },
      ]);
      const { at: _, ...then } = await whoSaw(`user_id=${firm.bakery.user.id}&at=${await now()}`);
      expect(then).toEqual((({ at: _now, ...rest }) => rest)(found));
    });

    it('to administrators alone, who name something', async () => {
      const path = `/audit/access?resource_type=client&resource_id=${firm.bakery.client.id}`;
      await firm.accountantAsk('get', path).expect(403);
      await firm.bakery.ask('get', path).expect(403);
      await firm.admin('get', '/audit/access').expect(422);
    });
  });
});

describe('rights of a time at which another release decided', () => {
  it('are its own table of calls, and unknown by rules that are not here', async () => {
    const ports = memoryPorts();
    const positions: string[] = [];
    const run = async (policy: typeof policyAsData) => {
      const gateway = await aGateway({}, ports, { software: { policy } });
      const firm = await aFirm(gateway);
      await gateway.close();
      positions.push(String((await ports.events.head())!));
      return firm.bakery.client.id;
    };
    const closed = policyAsData.calls.map((each) =>
      each.call === 'GET /clients/:id' ? { ...each, allow: 'admin' as const } : each,
    );
    const id = await run({ ...policyAsData, calls: closed });
    await run({ ...policyAsData, rules: [{ rule: 'scope', number: 0 as 1 }] });
    const gateway = await aGateway({}, ports);
    const admin = await gateway.admin();
    positions.push(String((await ports.events.head())!));
    const found: Accessed[] = [];
    for (const at of positions) {
      const path = `/audit/access?resource_type=client&resource_id=${id}&at=${at}`;
      found.push((await admin('get', path).expect(200)).body as Accessed);
    }
    const rolesOf = ({ people }: Accessed) => people && [...new Set(people.map(({ role }) => role))].sort();
    expect(found.map(({ rules }) => rules)).toEqual(['known', 'unknown', 'known']);
    expect(found.map(rolesOf)).toEqual([['admin'], undefined, ['accountant', 'admin', 'user']]);
    await gateway.close();
  });
});
