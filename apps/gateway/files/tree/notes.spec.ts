import type { File, Note } from '@dosar/contracts';
import { aFile, aFirm, aGateway, type Ask, type Gateway } from '../../testing/gateway';

describe('notes beside a file', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  const notesOf = async (ask: Ask, id: string) =>
    ((await ask('get', `/files/${id}/notes`).expect(200)).body as { notes: Note[] }).notes;
  const add = async (ask: Ask, id: string, text: string, headers = {}) =>
    ((await ask('post', `/files/${id}/notes`, { text }, headers).expect(201)).body as { note: Note }).note;

  it('are read newest first by all who see the file, with who wrote them', async () => {
    const { id } = await aFile(firm.bakery.ask, 'bon.txt');
    expect(await notesOf(firm.bakery.ask, id)).toEqual([]);
    const asked = await add(firm.accountantAsk, id, 'Lipsește ștampila.\nO trimiteți?');
    const answered = await add(firm.bakery.ask, id, 'Da, mâine.');
    expect(await notesOf(firm.bakery.ask, id)).toEqual([answered, asked]);
    expect(asked).toMatchObject({
      file_id: id,
      text: 'Lipsește ștampila.\nO trimiteți?',
      author: { id: firm.accountant.id, name: 'Elena Dumitrescu', role: 'accountant' },
    });
    const { file } = (await firm.bakery.ask('get', `/files/${id}`)).body as { file: File };
    expect(file.notes_count).toBe(2);
  });

  it('stand in the history of the file and in the audit', async () => {
    const { id } = await aFile(firm.bakery.ask, 'audit.txt');
    const { id: noteId } = await add(firm.bakery.ask, id, 'Plătit în numerar');
    const { body } = await firm.accountantAsk('get', `/files/${id}/history`).expect(200);
    expect((body as { events: object[] }).events[0]).toMatchObject({
      event_type: 'FileNoteAdded',
      details: { file_name: 'audit.txt', note_id: noteId, text: 'Plătit în numerar' },
    });
    const found = await firm.admin('get', '/audit/events?q=numerar').expect(200);
    expect((found.body as { events: object[] }).events).toMatchObject([{ event_type: 'FileNoteAdded' }]);
  });

  it('are made once under one key, and the tag of the list changes with them alone', async () => {
    const { ask } = firm.bakery;
    const { id } = await aFile(ask, 'odată.txt');
    const { etag } = (await ask('get', `/files/${id}/notes`)).headers as { etag: string };
    await add(ask, (await aFile(ask, 'altul.txt')).id, 'Alta');
    await ask('get', `/files/${id}/notes`, undefined, { 'if-none-match': etag }).expect(304);
    const key = { 'idempotency-key': 'prima-nota-a-firmei' };
    const first = await add(ask, id, 'O dată', key);
    expect(await add(ask, id, 'O dată', key)).toEqual(first);
    await ask('post', `/files/${id}/notes`, { text: 'Altceva' }, key).expect(409);
    expect(await notesOf(ask, id)).toEqual([first]);
    await ask('get', `/files/${id}/notes`, undefined, { 'if-none-match': etag }).expect(200);
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \n\t'],
    ['too much', 'a'.repeat(5_001)],
    ['half a letter', 'a\ud83d'],
    ['no text', 7],
  ])('are refused with %s in them', async (_, text) => {
    const { id } = await aFile(firm.bakery.ask, 'refuz.txt');
    const { body } = await firm.bakery.ask('post', `/files/${id}/notes`, { text }).expect(422);
    expect(Object.keys((body as { fields: object }).fields)).toEqual(['text']);
    expect(await notesOf(firm.bakery.ask, id)).toEqual([]);
  });
  it('take 5,000 characters', async () => {
    const { id } = await aFile(firm.bakery.ask, 'lungă.txt');
    expect((await add(firm.bakery.ask, id, 'ș'.repeat(5_000))).text).toHaveLength(5_000);
  });

  it('are neither read nor written beside what was deleted, or is another’s', async () => {
    const { id } = await aFile(firm.bakery.ask, 'șters.txt');
    await firm.mill.ask('get', `/files/${id}/notes`).expect(404);
    await firm.mill.ask('post', `/files/${id}/notes`, { text: 'x' }).expect(404);
    await firm.bakery.ask('post', '/bulk/files/delete', { file_ids: [id] }).expect(200);
    await firm.bakery.ask('get', `/files/${id}/notes`).expect(404);
    await firm.bakery.ask('post', `/files/${id}/notes`, { text: 'x' }).expect(404);
  });
});
