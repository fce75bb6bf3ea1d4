import { aFile, aFirm, aFolder, aGateway, type Ask, type Gateway } from '../../testing/gateway';

type History = {
  readonly events: readonly { readonly event_type: string; readonly user: object; readonly details: object }[];
  readonly next_before: string | null;
};

describe('the history of a file or folder', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  const historyOf = async (ask: Ask, path: string) => (await ask('get', path).expect(200)).body as History;

  it('says who did what, newest first, and not from where', async () => {
    const { ask, user } = firm.bakery;
    const { id } = await aFile(ask, 'bon.txt');
    await ask('patch', `/files/${id}`, { name: 'bon benzină.txt' }).expect(200);
    const status = { file_ids: [id], client_id: firm.bakery.client.id, process_state: 'processed' };
    await firm.accountantAsk('post', '/bulk/files/status', status).expect(200);
    const { events, next_before } = await historyOf(ask, `/files/${id}/history`);
    expect(next_before).toBeNull();
    expect(events).toMatchObject([
      {
        event_type: 'FileProcessStateChanged',
        user: { id: firm.accountant.id, name: 'Elena Dumitrescu', role: 'accountant' },
        details: { from: 'new', to: 'processed' },
      },
      { event_type: 'FileRenamed', user: { id: user.id }, details: { from: 'bon.txt', to: 'bon benzină.txt' } },
      { event_type: 'FileUploaded', user: { id: user.id, name: 'Ana Țăranu', role: 'user' } },
    ]);
    for (const event of events)
      expect(Object.keys(event).sort()).toEqual(['correlation_id', 'details', 'event_type', 'timestamp', 'user']);
    expect(JSON.stringify(events)).not.toContain('blob');
  });

  it('comes in parts', async () => {
    const { ask } = firm.bakery;
    const { id } = await aFolder(ask, 'Întâi');
    for (const name of ['Apoi', 'La urmă']) await ask('put', `/folders/${id}`, { name }).expect(200);
    const first = await historyOf(ask, `/folders/${id}/history?limit=2`);
    expect(first.events.map(({ event_type }) => event_type)).toEqual(['FolderRenamed', 'FolderRenamed']);
    const rest = await historyOf(ask, `/folders/${id}/history?limit=2&before=${first.next_before}`);
    expect(rest.events.map(({ event_type }) => event_type)).toEqual(['FolderCreated']);
    expect(rest.next_before).toBeNull();
  });

  it('is there also of what lies in the trash', async () => {
    const { ask } = firm.bakery;
    const folder = await aFolder(ask, 'De aruncat');
    const file = await aFile(ask, 'de aruncat.txt', { folder_id: folder.id });
    await ask('post', '/bulk/files/delete', { folder_ids: [folder.id] }).expect(200);
    const { events } = await historyOf(ask, `/files/${file.id}/history`);
    expect(events.map(({ event_type }) => event_type)).toEqual(['FileDeleted', 'FileUploaded']);
    expect((await historyOf(ask, `/folders/${folder.id}/history`)).events).toHaveLength(2);
    await firm.mill.ask('get', `/files/${file.id}/history`).expect(404);
  });

  it('is for those who may see the thing, and for nobody else', async () => {
    const { id } = await aFile(firm.bakery.ask, 'al brutăriei.txt');
    await firm.mill.ask('get', `/files/${id}/history`).expect(404);
    await firm.bakery.ask('get', '/folders/nu-exista/history').expect(404);
    await firm.bakery.ask('get', `/files/${id}/history?limit=201`).expect(422);
  });
});
