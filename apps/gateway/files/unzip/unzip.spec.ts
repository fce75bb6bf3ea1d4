import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchiveListing, File, Folder, Operation } from '@dosar/contracts';
import { aFile, aFirm, aFolder, aGateway, operationOf, type Ask, type Gateway } from '../../testing/gateway';
import { hostile, legal } from '../../testing/archives';
import { zipOf } from '../../testing/zip-builder';

const document = (name: string) => readFileSync(join(__dirname, '../../demo/documents/brutaria-2026-09', name));
const wanted = (name: string) => legal.find(([what]) => what === name)![1]();

describe('an archive', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  const extract = (ask: Ask, id: string, body: object = {}) => ask('post', `/files/${id}/extract-zip`, body);
  const ended = async (ask: Ask, begun: Operation): Promise<Operation> => {
    for (let last = begun; ;) {
      if (last.status !== 'in_progress') return last;
      last = operationOf(await ask('get', `/bulk/operations/${begun.id}`).expect(200));
    }
  };
  /** Everything below a folder, by path. */
  const below = async (ask: Ask, folderId: string, path = ''): Promise<string[]> => {
    const { folders } = (await ask('get', `/folders?parentFolderId=${folderId}`)).body as { folders: Folder[] };
    const { files } = (await ask('get', `/files?folderId=${folderId}`)).body as { files: File[] };
    const inside = await Promise.all(folders.map(({ id, name }) => below(ask, id, `${path}${name}/`)));
    return [
      ...folders.map(({ name }) => `${path}${name}/`),
      ...files.map(({ name }) => `${path}${name}`),
      ...inside.flat(),
    ].sort();
  };
  const blobs = async () => {
    let count = 0;
    for await (const _ of gateway.ports.blobs.all()) count += 1;
    return count;
  };
  const place = (ask: Ask) => aFolder(ask, `Arhive ${Math.random()}`);

  it('is taken apart into a new folder, with names as they were meant', async () => {
    const { ask } = firm.bakery;
    const target = await place(ask);
    const archive = await aFile(ask, 'luna 09.zip', {}, document('arhivă veche cp852.zip'));
    const body = { target_folder_id: target.id, folder_name: 'luna 09' };
    const operation = await ended(ask, operationOf(await extract(ask, archive.id, body).expect(202)));
    expect(operation).toMatchObject({ kind: 'extract_zip', status: 'completed', total: 6, done: 6, failed: [] });
    expect(await below(ask, target.id)).toEqual([
      'luna 09/',
      'luna 09/Bancă/',
      'luna 09/Bancă/extras știri.txt',
      'luna 09/Diverse/',
      'luna 09/Diverse/țară.txt',
      'luna 09/Facturi/',
      'luna 09/Facturi/factură nr 1.txt',
    ]);
    const [made] = operation.made!;
    expect(made).toMatchObject({ type: 'folder' });

    const { files } = (await ask('get', `/files?folderId=${target.id}`)).body as { files: File[] };
    expect(files).toEqual([]);
    // the history of the extracted things names the archive, and undoing it is one deletion
    const { tree } = (await ask('get', '/folders/tree')).body as { tree: Folder[] };
    expect(JSON.stringify(tree)).toContain(made!.id);
    await ask('post', '/bulk/files/delete', { folder_ids: [made!.id] }).expect(200);
    expect(await below(ask, target.id)).toEqual([]);
  });

  it('is named as the source of each file by its event', async () => {
    const { ask } = firm.bakery;
    const target = await place(ask);
    const archive = await aFile(ask, 'una.zip', {}, wanted('Windows, cedillas in UTF-8'));
    await extract(ask, archive.id, { target_folder_id: target.id }).expect(202);
    const { files } = (await ask('get', `/files?folderId=${target.id}`)).body as { files: [File] };
    expect(files).toMatchObject([{ name: 'știri țară.txt', mime_type: 'text/plain', process_state: 'new' }]);
    const { events } = (await firm.admin('get', `/audit/events?resource_id=${files[0].id}`)).body as {
      events: { event_type: string; details: object; correlation_id: string }[];
    };
    expect(events).toMatchObject([
      { event_type: 'FileUploaded', details: { source: { kind: 'zip', id: archive.id } } },
    ]);
  });

  it('is taken apart beside what is there: taken names become name (1)', async () => {
    const { ask } = firm.bakery;
    const target = await place(ask);
    await aFile(ask, 'a.txt', { folder_id: target.id });
    await aFolder(ask, 'D', { parent_folder_id: target.id });
    const bytes = zipOf([
      { name: 'a.txt', data: 'x' },
      { name: 'd/b.txt', data: 'y' },
    ]);
    const archive = await aFile(ask, 'alături.zip', {}, bytes);
    const { made } = operationOf(await extract(ask, archive.id, { target_folder_id: target.id }).expect(202));
    expect(made).toHaveLength(2);
    expect(await below(ask, target.id)).toEqual(['D/', 'a (1).txt', 'a.txt', 'd (1)/', 'd (1)/b.txt'].sort());
  });

  it('of more than one append takes comes out whole', async () => {
    const { ask } = firm.bakery;
    const target = await place(ask);
    const bytes = zipOf(Array.from({ length: 250 }, (_, at) => ({ name: `d${at % 7}/${at}.txt`, data: `${at}` })));
    const archive = await aFile(ask, 'multe.zip', {}, bytes);
    const begun = operationOf(await extract(ask, archive.id, { target_folder_id: target.id }).expect(202));
    expect(await ended(ask, begun)).toMatchObject({ status: 'completed', total: 257, done: 257 });
    expect(await below(ask, target.id)).toHaveLength(257);
  });

  it.each([
    'a path upwards',
    'a link behind a good file',
    'a checksum of something else',
    'a password',
    'more at its end',
  ])('with %s is refused, and nothing of it is there', async (what) => {
    const { ask } = firm.bakery;
    const [, bytes, verdict] = hostile.find(([name]) => name === what)!;
    const target = await place(ask);
    const archive = await aFile(ask, 'rea.zip', {}, bytes());
    const kept = await blobs();
    const refused = (await extract(ask, archive.id, { target_folder_id: target.id })).body as { code: string };
    expect(refused.code).toBe(verdict);
    expect(await below(ask, target.id)).toEqual([]);
    expect(await blobs()).toBe(kept);
  });

  it('that is refused says which of its entries is to blame, in both languages', async () => {
    const { ask } = firm.bakery;
    const archive = await aFile(ask, 'rea.zip', {}, zipOf([{ name: 'd/../../a.txt', data: 'x' }]));
    const said = async (language: string) =>
      (await ask('post', `/files/${archive.id}/extract-zip`, {}, { 'accept-language': language }).expect(422))
        .body as object;
    expect(await said('ro')).toMatchObject({
      error: 'Arhiva nu este sigură și nu a fost dezarhivată.',
      fields: { entry: 'În arhivă: d/../../a.txt' },
    });
    expect(await said('en')).toMatchObject({ fields: { entry: 'In the archive: d/../../a.txt' } });
  });

  it.each([
    ['program.exe', 'În arhivă: acte/program.exe. Fișierele de tipul acesta (.exe) nu sunt acceptate.'],
    ['factură.pdf', 'În arhivă: acte/factură.pdf. Conținutul nu este de tip .pdf.'],
  ])('with nothing but one file that is not accepted, %s, says why', async (name, entry) => {
    const { ask } = firm.bakery;
    const archive = await aFile(ask, 'una.zip', {}, zipOf([{ name: `acte/${name}`, data: 'altceva' }]));
    const { body } = await extract(ask, archive.id).expect(415);
    expect(body).toMatchObject({ code: 'INVALID_FILE_TYPE', fields: { entry } });
  });

  it('P16: is taken apart without what cannot be taken, and names it with the true reason', async () => {
    const { ask } = firm.bakery;
    const target = await place(ask);
    const before = await blobs();
    const bytes = zipOf([
      { name: 'bun.txt', data: 'x' },
      { name: 'acte/factură.pdf', data: 'altceva' },
      { name: 'acte/program.exe.txt', data: 'x' },
      { name: 'acte/scrisoare.eml', data: 'x' },
      { name: 'acte/gol.pdf', data: '', method: 0 },
      { name: 'acte/pagină.txt', data: '<html></html>' },
      { name: 'acte/stricat.txt', data: 'x', crc: 1 },
      { name: 'mare.txt', data: Buffer.alloc(20 * 1024 * 1024 + 1, 'ab c'), method: 0 },
      { name: '~$bun.docx', data: 'x' },
      { name: 'bun.txt', data: 'y' },
    ]);
    const archive = await aFile(ask, 'amestec.zip', {}, bytes);
    const body = { target_folder_id: target.id };
    const begun = operationOf(await extract(ask, archive.id, body).expect(202));
    const operation = await ended(ask, begun);
    expect(operation).toMatchObject({
      status: 'partial',
      total: 10,
      done: 2,
      made: [{ type: 'file' }, { type: 'file' }],
    });
    expect(operation.failed.map(({ name, code, error }) => [name, code, error])).toEqual([
      ['acte/factură.pdf', 'INVALID_FILE_TYPE', 'Conținutul nu este de tip .pdf.'],
      [
        'acte/program.exe.txt',
        'INVALID_FILE_TYPE',
        'Numele ascunde extensia .exe, care este a programelor. Redenumiți fișierul dacă este document.',
      ],
      ['acte/scrisoare.eml', 'INVALID_FILE_TYPE', 'Fișierele de tipul acesta (.eml) nu sunt acceptate.'],
      ['acte/gol.pdf', 'INVALID_FILE_TYPE', 'Fișierul este gol.'],
      ['acte/pagină.txt', 'INVALID_FILE_TYPE', 'Conținutul este o pagină web sau un script, nu un document .txt.'],
      ['acte/stricat.txt', 'ZIP_CORRUPT', 'Este deteriorat în arhivă sau împachetat într-un fel neobișnuit.'],
      ['mare.txt', 'FILE_TOO_LARGE', 'Fișierul este prea mare.'],
    ]);
    expect(await below(ask, target.id)).toEqual(['bun (1).txt', 'bun.txt']);
    // those two and the archive
    expect(await blobs()).toBe(before + 3);
    const english = await ask('get', `/bulk/operations/${begun.id}`, undefined, { 'accept-language': 'en' }).expect(
      200,
    );
    expect(operationOf(english).failed[0]).toMatchObject({ error: 'The content is not of the type .pdf.' });
  });

  it('goes nowhere that its reader may not write', async () => {
    const { ask } = firm.bakery;
    const archive = await aFile(ask, 'a.zip', {}, zipOf([{ name: 'a.txt', data: 'x' }]));
    const mine = (await ask('post', '/folders/bulk-create-accounting-structure', {}).expect(201)).body as {
      folders: Folder[];
    };
    const closed = mine.folders.find(({ firm_only }) => firm_only)!;
    await extract(ask, archive.id, { target_folder_id: closed.id }).expect(403);
    await extract(firm.accountantAsk, archive.id, { target_folder_id: closed.id }).expect(202);
    const foreign = await aFolder(firm.mill.ask, 'A morii');
    await extract(ask, archive.id, { target_folder_id: foreign.id }).expect(404);
    await extract(firm.mill.ask, archive.id).expect(404);
    const text = await aFile(ask, 'text.txt');
    expect((await extract(ask, text.id).expect(422)).body).toMatchObject({ code: 'NOT_A_ZIP' });
    expect((await extract(ask, archive.id, { folder_name: 'a/b' }).expect(422)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('that does not fit is refused before anything is stored', async () => {
    const { ask, client } = firm.bakery;
    const archive = await aFile(ask, 'mare.zip', {}, zipOf([{ name: 'a.txt', data: 'abc '.repeat(20_000) }]));
    const { storage } = (
      (await firm.admin('get', `/clients/${client.id}`)).body as { client: { storage: { used: number } } }
    ).client;
    const quota = (bytes: number) => firm.admin('patch', `/clients/${client.id}`, { quota: bytes }).expect(200);
    await quota(storage.used + 50_000);
    try {
      expect((await extract(ask, archive.id).expect(507)).body).toMatchObject({ code: 'QUOTA_EXCEEDED' });
    } finally {
      await quota(0);
    }
  });

  it('asked for twice under one key comes out once', async () => {
    const { ask } = firm.bakery;
    const target = await place(ask);
    const archive = await aFile(ask, 'o dată.zip', {}, zipOf([{ name: 'a.txt', data: 'x' }]));
    const again = () =>
      ask(
        'post',
        `/files/${archive.id}/extract-zip`,
        { target_folder_id: target.id },
        { 'idempotency-key': 'prima-dezarhivare' },
      ).expect(202);
    const first = operationOf(await again());
    const second = operationOf(await again());
    expect(second.id).toBe(first.id);
    expect(await below(ask, target.id)).toEqual(['a.txt']);
  });

  it('shows what is in it, and each look is an event', async () => {
    const archive = await aFile(firm.bakery.ask, 'septembrie.zip', {}, document('Documente septembrie 2026.zip'));
    const look = await firm.accountantAsk('get', `/files/${archive.id}/entries`).expect(200);
    const shown = (look.body as { archive: ArchiveListing }).archive;
    expect(shown).toMatchObject({ refusal: null });
    expect(shown.entries).toContainEqual({
      path: 'Bancă/Extras de cont 2026-09.csv',
      type: 'file',
      size: 1_378,
      part: expect.any(Number) as number,
    });
    expect(shown.size).toBe(shown.entries.reduce((sum, { size }) => sum + size, 0));
    const { events } = (await firm.admin('get', `/audit/events?resource_id=${archive.id}`)).body as {
      events: object[];
    };
    expect(events).toMatchObject([{ event_type: 'FilePreviewed' }, { event_type: 'FileUploaded' }]);
    await firm.mill.ask('get', `/files/${archive.id}/entries`).expect(404);
  });

  it.each([
    ['too many things', 60_000, 1, 'ZIP_TOO_MANY', 'În arhivă sunt peste 2.000 de fișiere și dosare.'],
    ['too large', 1, 201 * 1024 * 1024, 'ZIP_TOO_LARGE', 'Ce este în arhivă are peste 200 MB.'],
  ])('that is %s says so, and not that it is unsafe', async (_, count, size, code, why) => {
    const { ask } = firm.bakery;
    const entry = { name: 'a.txt', data: 'x', size, packed: Buffer.alloc(Math.ceil(size / 99)) };
    const archive = await aFile(ask, 'mare.zip', {}, zipOf([entry], { count }));
    const error = `${why} Împărțiți-o în arhive mai mici.`;
    const refused = await ask('post', `/files/${archive.id}/extract-zip`, {}).expect(422);
    expect(refused.body).toMatchObject({ code, error });
    expect(refused.body).not.toHaveProperty('fields');
    const look = await ask('get', `/files/${archive.id}/entries`).expect(200);
    expect((look.body as { archive: ArchiveListing }).archive.refusal).toEqual({ code, error, path: null });
    const english = await ask('post', `/files/${archive.id}/extract-zip`, {}, { 'accept-language': 'en' }).expect(422);
    expect((english.body as { error: string }).error).toContain('Divide it into smaller ones.');
  });

  it('that cannot be unpacked shows what it says of itself, and why', async () => {
    const bytes = zipOf([
      { name: 'b/setup.exe', data: 'y' },
      { name: 'c.eml', data: 'x' },
    ]);
    const archive = await aFile(firm.bakery.ask, 'program.zip', {}, bytes);
    const look = await firm.bakery.ask('get', `/files/${archive.id}/entries`).expect(200);
    expect((look.body as { archive: ArchiveListing }).archive).toMatchObject({
      entries: [{ path: 'b/setup.exe' }, { path: 'c.eml' }],
      left_out: [],
      refusal: { code: 'INVALID_FILE_TYPE', path: 'b/setup.exe' },
    });
  });

  it('of which something cannot be unpacked shows what, and why', async () => {
    const bytes = zipOf([
      { name: 'a.txt', data: 'x' },
      { name: 'b/setup.exe', data: 'y' },
    ]);
    const archive = await aFile(firm.bakery.ask, 'amestec.zip', {}, bytes);
    const look = await firm.bakery.ask('get', `/files/${archive.id}/entries`).expect(200);
    const error = 'Fișierele de tipul acesta (.exe) nu sunt acceptate.';
    expect((look.body as { archive: ArchiveListing }).archive).toMatchObject({
      entries: [{ path: 'a.txt' }],
      left_out: [{ path: 'b/setup.exe', type: 'file', code: 'INVALID_FILE_TYPE', error }],
      refusal: null,
    });
  });
});
