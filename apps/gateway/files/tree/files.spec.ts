import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import { memorySignals } from '@dosar/kernel/memory/signals';
import type { File, Folder, FolderTree } from '@dosar/contracts';
import { once, newId, type ReadStore } from '@dosar/kernel/runtime';
import { projectors } from '@dosar/domain/registry';
import { bulk } from '@dosar/domain/files/bulk.decider';
import { operations } from '@dosar/domain/files/operations.projector';
import {
  aFile,
  aFirm,
  aFolder,
  aGateway,
  anUpload,
  projectHere,
  operationOf,
  type Gateway,
} from '../../testing/gateway';
import { Call } from '../../platform/access/call';
import { BulkRunner } from '../bulk/bulk-runner';

describe('files over HTTP', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  it('makes, lists, renames and walks folders', async () => {
    const { ask, client } = firm.bakery;
    const year = await aFolder(ask, '2026');
    const month = await aFolder(ask, '2026-09', { parent_folder_id: year.id });
    expect(month).toMatchObject({ client_id: client.id, parent_folder_id: year.id, direct_files_count: 0 });
    const renamed = await ask('put', `/folders/${month.id}`, { name: 'Septembrie' }).expect(200);
    expect(renamed.body).toMatchObject({ folder: { name: 'Septembrie' } });
    const { tree } = (await ask('get', '/folders/tree').expect(200)).body as { tree: FolderTree[] };
    expect(tree.find(({ id }) => id === year.id)!.children.map(({ name }) => name)).toEqual(['Septembrie']);
    expect((await ask('get', `/folders/${month.id}/path`).expect(200)).body).toEqual({
      path: [
        { id: year.id, name: '2026' },
        { id: month.id, name: 'Septembrie' },
      ],
    });
    expect((await ask('get', `/folders?parentFolderId=${year.id}`).expect(200)).body).toMatchObject({
      folders: [{ id: month.id }],
    });
    expect((await ask('get', `/folders/${year.id}`).expect(200)).body).toMatchObject({
      folder: { direct_folders_count: 1 },
    });
  });

  it('shows what was uploaded at once: to its owner, and to the accountant', async () => {
    const { ask, client } = firm.bakery;
    const folder = await aFolder(ask, 'Bonuri');
    const file = await aFile(ask, 'notă țară.txt', { folder_id: folder.id }, 'Brânză');
    expect(file).toMatchObject({
      name: 'notă țară.txt',
      size: 8,
      mime_type: 'text/plain',
      folder_id: folder.id,
      client_id: client.id,
      process_state: 'new',
      owner: { name: 'Ana Țăranu' },
    });
    for (const each of [ask, firm.accountantAsk, firm.admin])
      expect((await each('get', `/files?clientId=${client.id}&folderId=${folder.id}`).expect(200)).body).toMatchObject({
        files: [{ id: file.id }],
      });
    expect((await ask('get', `/files/${file.id}`).expect(200)).body).toEqual({ file });
  });

  it('takes the fields of an upload before the file, or after it', async () => {
    const { ask } = firm.bakery;
    const folder = await aFolder(ask, 'Ordine');
    const after = await ask('post', '/files/upload')
      .attach('file', Buffer.from('x'), 'după.txt')
      .field('folder_id', folder.id)
      .expect(201);
    expect(after.body).toMatchObject({ file: { folder_id: folder.id } });
  });

  it('never replaces: a taken name is numbered', async () => {
    const { ask } = firm.bakery;
    const folder = await aFolder(ask, 'Aceleași');
    const names = [];
    for (const name of ['bon.txt', 'BON.TXT', 'bon.txt'])
      names.push((await aFile(ask, name, { folder_id: folder.id })).name);
    expect(names).toEqual(['bon.txt', 'BON (1).TXT', 'bon (2).txt']);
  });

  it('sorts as people do, and pages when asked', async () => {
    const { ask } = firm.bakery;
    const folder = await aFolder(ask, 'Sortate');
    for (const name of ['factura 10.txt', 'Factura 9.txt', 'șosea.txt', 'sat.txt'])
      await aFile(ask, name, { folder_id: folder.id });
    const names = async (query: string) =>
      ((await ask('get', `/files?folderId=${folder.id}${query}`).expect(200)).body as { files: File[] }).files.map(
        ({ name }) => name,
      );
    expect(await names('')).toEqual(['Factura 9.txt', 'factura 10.txt', 'sat.txt', 'șosea.txt']);
    expect(await names('&order=desc')).toEqual(['șosea.txt', 'sat.txt', 'factura 10.txt', 'Factura 9.txt']);
    const page = await ask('get', `/files?folderId=${folder.id}&page=2&pageSize=3`).expect(200);
    expect(page.body).toMatchObject({ page: 2, pageSize: 3, total: 4, files: [{ name: 'șosea.txt' }] });
  });

  it('renames a file, but not to what it is not', async () => {
    const { ask } = firm.bakery;
    const file = await aFile(ask, 'raport.txt');
    expect((await ask('patch', `/files/${file.id}`, { name: 'raport 2.csv' }).expect(200)).body).toMatchObject({
      file: { name: 'raport 2.csv' },
    });
    expect((await ask('patch', `/files/${file.id}`, { name: 'raport.exe' }).expect(415)).body).toMatchObject({
      code: 'INVALID_FILE_TYPE',
    });
    expect((await ask('patch', `/files/${file.id}`, { name: 'raport.pdf' }).expect(415)).body).toMatchObject({
      code: 'INVALID_FILE_TYPE',
      fields: { name: 'Conținutul nu este de tip .pdf.' },
    });
    expect((await ask('patch', `/files/${file.id}`, { name: 'raport.exe.txt' }).expect(415)).body).toMatchObject({
      code: 'INVALID_FILE_TYPE',
      fields: {
        name: 'Numele ascunde extensia .exe, care este a programelor. Redenumiți fișierul dacă este document.',
      },
    });
    await ask('patch', `/files/${file.id}`, { name: 'Raport emag.com.txt' }).expect(200);
  });

  it('moves many, each refused for its own reason', async () => {
    const { ask } = firm.bakery;
    const from = await aFolder(ask, 'De aici');
    const to = await aFolder(ask, 'Aici');
    const one = await aFile(ask, 'unu.txt', { folder_id: from.id });
    const two = await aFile(ask, 'doi.txt', { folder_id: from.id });
    await aFile(ask, 'DOI.txt', { folder_id: to.id });
    const moved = operationOf(
      await ask('post', '/bulk/files/move', { file_ids: [one.id, two.id], target_folder_id: to.id }).expect(200),
    );
    expect(moved).toMatchObject({
      kind: 'move',
      status: 'partial',
      total: 2,
      done: 1,
      failed: [{ id: two.id, type: 'file', name: 'doi.txt', code: 'NAME_TAKEN' }],
    });
    expect(moved.failed[0]!.error).toBe('Există deja ceva cu acest nume în dosar.');
    expect((await ask('get', `/bulk/operations/${moved.id}`).expect(200)).body).toEqual({ operation: moved });
    expect((await ask('get', `/files/${one.id}`)).body).toMatchObject({ file: { folder_id: to.id } });
    await ask('post', '/bulk/files/move', { folder_ids: [to.id], target_folder_id: to.id }).expect(409);
    const toRoot = operationOf(
      await ask('post', '/bulk/files/move', { file_ids: [two.id], target_folder_id: null }).expect(200),
    );
    expect(toRoot.status).toBe('completed');
  });

  it('deletes softly and restores exactly what was deleted together', async () => {
    const { ask } = firm.bakery;
    const folder = await aFolder(ask, 'De șters');
    const inner = await aFolder(ask, 'Înăuntru', { parent_folder_id: folder.id });
    const kept = await aFile(ask, 'a.txt', { folder_id: inner.id });
    const gone = await aFile(ask, 'b.txt', { folder_id: inner.id });
    await ask('post', '/bulk/files/delete', { file_ids: [gone.id] }).expect(200);
    const { headers } = await ask('post', '/bulk/files/delete', { folder_ids: [folder.id] }).expect(200);
    const deletion = headers['x-correlation-id'];
    for (const path of [
      `/folders/${folder.id}`,
      `/folders/${inner.id}`,
      `/files/${kept.id}`,
      `/files?folderId=${inner.id}`,
    ])
      await ask('get', path).expect(404);
    const trash = (await ask('get', '/files/trash').expect(200)).body as { files: File[]; folders: Folder[] };
    expect(trash.files.map(({ id }) => id)).toEqual(expect.arrayContaining([kept.id, gone.id]));
    expect(trash.folders.map(({ id }) => id)).toEqual(expect.arrayContaining([folder.id, inner.id]));
    const together = [...trash.files, ...trash.folders].filter((each) => each.deletion === deletion);
    expect(together.map(({ id }) => id).sort()).toEqual([kept.id, folder.id, inner.id].sort());
    await ask('post', '/bulk/files/restore', { folder_ids: [folder.id] }).expect(200);
    expect((await ask('get', `/files?folderId=${inner.id}`).expect(200)).body).toMatchObject({
      files: [{ id: kept.id }],
    });
    await ask('get', `/files/${gone.id}`).expect(404);
  });

  it('does nothing of an operation again that is over, however far behind the view of operations is', async () => {
    const { ask } = firm.bakery;
    const file = await aFile(ask, 'șters și restaurat.txt');
    const deleted = operationOf(await ask('post', '/bulk/files/delete', { file_ids: [file.id] }).expect(200));
    await ask('post', '/bulk/files/restore', { file_ids: [file.id] }).expect(200);
    const { reads } = gateway.ports;
    const behind: ReadStore = {
      ...reads,
      find: async (view, find) =>
        view.view === operations.view && find.where['status'] === 'in_progress'
          ? [(await reads.get(view, deleted.id))!]
          : reads.find(view, find),
    };
    const another = await aGateway({}, { ...gateway.ports, reads: behind }, { isBeside: true });
    await another.app.get(BulkRunner, { strict: false }).resume(new AbortController().signal);
    await ask('get', `/files/${file.id}`).expect(200);
    await another.close();
  });

  it('does nothing of an operation again when it is asked for again under its key', async () => {
    const { ask } = firm.bakery;
    const file = await aFile(ask, 'de două ori.txt');
    const key = { 'idempotency-key': 'sters-o-singura-data' };
    const first = await ask('post', '/bulk/files/delete', { file_ids: [file.id] }, key).expect(200);
    await ask('post', '/bulk/files/restore', { file_ids: [file.id] }).expect(200);
    const again = await ask('post', '/bulk/files/delete', { file_ids: [file.id] }, key).expect(200);
    expect(operationOf(again)).toEqual(operationOf(first));
    await ask('get', `/files/${file.id}`).expect(200);
  });

  it('goes on with an operation that was begun just before the stop, even when its view has not heard of it', async () => {
    const { ask, client } = firm.bakery;
    const file = await aFile(ask, 'întrerupt.txt');
    const ports = { ...gateway.ports, reads: memoryReadStore(), signals: memorySignals() };
    await ports.reads.open(projectors);
    /** Fills the views of the other gateway meanwhile. */
    const projecting = async <T>(work: () => Promise<T>): Promise<T> => {
      const stopping = new AbortController();
      const filling = projectHere(ports, stopping.signal);
      const result = await work();
      stopping.abort();
      await filling;
      return result;
    };
    const another = await projecting(() => aGateway({}, ports, { isBeside: true }));
    const { commandHandler } = another.installation;
    const id = newId();
    const context = once();
    const origin = new Call({ headers: {}, ip: null }).origin();
    const items = [{ id: file.id, type: 'file' as const, deletion: null }];
    const data = { clientId: client.id, kind: 'delete' as const, items, targetId: null, processState: null };
    const command = { type: 'StartBulk', data } as const;
    await commandHandler.handle({ decider: bulk, id, command, context, origin });
    // a stopping process resumes nothing
    await gateway.app.get(BulkRunner, { strict: false }).resume(AbortSignal.abort());
    expect((await commandHandler.state(bulk, id)).finished).toBeNull();
    const resumed = another.app.get(BulkRunner, { strict: false }).resume(new AbortController().signal);
    await projecting(() => resumed);
    expect((await commandHandler.state(bulk, id)).finished).not.toBeNull();
    await another.close();
  });

  it('deletes a folder of several hundred things whole, one event for each', async () => {
    const { ask } = firm.mill;
    const folder = await aFolder(ask, 'Multe');
    for (let at = 0; at < 130; at += 1) await aFolder(ask, `Dosar ${at}`, { parent_folder_id: folder.id });
    expect(operationOf(await ask('post', '/bulk/files/delete', { folder_ids: [folder.id] }).expect(200))).toMatchObject(
      { status: 'completed', total: 1, done: 1 },
    );
    await ask('post', '/bulk/files/restore', { folder_ids: [folder.id] }).expect(200);
    expect((await ask('get', `/folders/${folder.id}`).expect(200)).body).toMatchObject({
      folder: { direct_folders_count: 130 },
    });
    const { total } = (
      await firm.admin('get', `/audit/events?event_type=FolderDeleted&client_id=${firm.mill.client.id}`).expect(200)
    ).body as { total: number };
    expect(total).toBe(131);
  });

  it('closes to a client’s user what the accountant works on', async () => {
    const { ask, client } = firm.bakery;
    const file = await aFile(ask, 'în lucru.txt');
    const status = { file_ids: [file.id], client_id: client.id, process_state: 'processing' };
    await ask('post', '/bulk/files/status', status).expect(403);
    await firm.accountantAsk('post', '/bulk/files/status', status).expect(200);
    expect((await ask('patch', `/files/${file.id}`, { name: 'altul.txt' }).expect(423)).body).toMatchObject({
      code: 'BULK_LOCKED_ITEMS',
    });
    await ask('post', '/bulk/files/delete', { file_ids: [file.id] }).expect(423);
    await firm.accountantAsk('patch', `/files/${file.id}`, { name: 'altul.txt' }).expect(200);
    await firm
      .accountantAsk('post', '/bulk/files/status', {
        ...status,
        process_state: 'processed',
        accounting_status: 'accounting_completed',
      })
      .expect(200);
    await firm.accountantAsk('post', '/bulk/files/status', { ...status, process_state: 'new' }).expect(409);
    const back = await firm
      .accountantAsk('post', '/bulk/files/status', {
        file_ids: [file.id],
        client_id: client.id,
        accounting_status: null,
      })
      .expect(200);
    expect(operationOf(back).status).toBe('completed');
    expect((await ask('get', `/files/${file.id}`)).body).toMatchObject({
      file: { process_state: 'processed', accounting_status: null },
    });
  });

  it('makes the accounting structure, and the second time nothing', async () => {
    const { ask } = firm.mill;
    const first = (await ask('post', '/folders/bulk-create-accounting-structure', { year: 2026 }).expect(201)).body as {
      folders: Folder[];
      created_count: number;
    };
    expect([first.created_count, first.folders.length]).toEqual([260, 260]);
    const second = (await ask('post', '/folders/bulk-create-accounting-structure', { year: 2026 }).expect(201))
      .body as { created_count: number; existing_count: number };
    expect([second.created_count, second.existing_count]).toEqual([0, 260]);
    expect(first.folders.find(({ category_key }) => category_key === 'luna_2026-09')!.name).toBe('2026-09 Septembrie');
  });

  it('hides what is another client’s, as if it were not there', async () => {
    const mine = firm.bakery.ask;
    const theirs = firm.mill.ask;
    const folder = await aFolder(theirs, 'Al lor');
    const file = await aFile(theirs, 'al lor.txt', { folder_id: folder.id });
    const context: [Parameters<typeof mine>[0], string, object?][] = [
      ['get', `/files/${file.id}`],
      ['get', `/files/${file.id}/download`],
      ['patch', `/files/${file.id}`, { name: 'x.txt' }],
      ['get', `/folders/${folder.id}`],
      ['get', `/folders/${folder.id}/path`],
      ['put', `/folders/${folder.id}`, { name: 'x' }],
      ['get', `/files?folderId=${folder.id}`],
      ['get', `/folders?clientId=${firm.mill.client.id}`],
      ['get', `/folders/tree?client_id=${firm.mill.client.id}`],
      ['get', `/files/trash?client_id=${firm.mill.client.id}`],
      ['post', '/folders', { name: 'x', client_id: firm.mill.client.id }],
      ['post', '/folders', { name: 'x', parent_folder_id: folder.id }],
    ];
    for (const [method, path, body] of context) {
      const foreign = await mine(method, path, body);
      const unknown = await mine(
        method,
        path.replace(/[0-9a-f-]{36}/, 'nimic'),
        body && JSON.parse(JSON.stringify(body).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'nimic')),
      );
      expect([path, foreign.status, (foreign.body as { code: string }).code]).toEqual([path, 404, 'NOT_FOUND']);
      expect([unknown.status, (unknown.body as { error: string }).error]).toEqual([
        404,
        (foreign.body as { error: string }).error,
      ]);
    }
    expect((await mine('post', '/bulk/files/delete', { file_ids: [file.id] }).expect(422)).body).toMatchObject({
      code: 'BULK_INVALID_SELECTION',
    });
    expect((await anUpload(mine, 'x.txt', 'x', { folder_id: folder.id })).status).toBe(404);
    expect((await anUpload(mine, 'x.txt', 'x', { client_id: firm.mill.client.id })).status).toBe(404);
  });

  it('tells apart too few, too many and impossible selections', async () => {
    const { ask } = firm.bakery;
    expect((await ask('post', '/bulk/files/delete', {}).expect(422)).body).toMatchObject({ code: 'BULK_EMPTY' });
    const many = Array.from({ length: 501 }, (_, at) => `f${at}`);
    expect((await ask('post', '/bulk/files/delete', { file_ids: many, nonsense: 1 }).expect(422)).body).toMatchObject({
      code: 'BULK_TOO_MANY',
    });
    expect((await ask('post', '/bulk/files/delete', { file_ids: 'x' }).expect(422)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { file_ids: expect.any(String) },
    });
    expect((await ask('post', '/bulk/files/move', { file_ids: ['nimic'] }).expect(422)).body).toMatchObject({
      code: 'BULK_INVALID_SELECTION',
    });
  });
});
