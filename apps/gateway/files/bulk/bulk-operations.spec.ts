import { Conflict, type EventStore } from '@dosar/kernel/runtime';
import type { Folder, Operation } from '@dosar/contracts';
import {
  aFile,
  aFirm,
  aFolder,
  aGateway,
  later,
  memoryPorts,
  operationOf,
  type Ask,
  type Gateway,
} from '../../testing/gateway';
import { socketsTo, type Sockets } from '../../testing/sockets';
import { until } from '@dosar/kernel/testing/waiting';

const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

/** How many appends a batch of a hundred takes. */
const PARTS = 2;

/** Ports whose log can be held up before a part of a drive's batch. */
const gated = () => {
  const ports = memoryPorts();
  let before: ((at: number) => Promise<void>) | null = null;
  let parts = 0;
  const events: EventStore = {
    ...ports.events,
    async append(stream, expected, records) {
      if (stream.startsWith('drive-') && records.length > 1) await before?.((parts += 1));
      return ports.events.append(stream, expected, records);
    },
  };
  /** Runs something before each append, or before the second batch. */
  const atEach = (work: (at: number) => Promise<void>) => {
    parts = 0;
    before = work;
  };
  const atSecondBatch = (work: () => Promise<void>) => atEach(async (at) => (at === PARTS + 1 ? work() : undefined));
  return { ports: { ...ports, events }, atEach, atSecondBatch };
};

describe('an operation over many things', () => {
  const { ports, atSecondBatch } = gated();
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let sockets: Sockets;
  beforeAll(async () => {
    gateway = await aGateway({}, ports);
    firm = await aFirm(gateway);
    sockets = await socketsTo(gateway);
  });
  afterAll(() => gateway.close());

  /** More empty folders than two batches hold. */
  const manyFolders = async (year: number) => {
    const about = { year, client_id: firm.mill.client.id };
    const asked = await firm.accountantAsk('post', '/folders/bulk-create-accounting-structure', about).expect(201);
    const { folders } = asked.body as { folders: Folder[] };
    const ids = folders.filter(({ direct_folders_count }) => direct_folders_count === 0).map(({ id }) => id);
    return { client_id: firm.mill.client.id, folder_ids: ids };
  };
  const heard = async (email: string) => {
    const socket = await sockets.enter(await sockets.tokenOf(email));
    const told: Operation[] = [];
    socket.on('bulk:progress', ({ operation }: { operation: Operation }) => told.push(operation));
    return told;
  };

  it('tells who asked for it how far it is, and nobody else; is cancelled, and leaves what is done', async () => {
    const many = await manyFolders(2026);
    const total = many.folder_ids.length;
    expect(total).toBeGreaterThan(200);
    const own = await heard(firm.accountant.email!);
    const others = await heard(firm.mill.user.email!);
    const cancelling: Promise<Operation>[] = [];
    atSecondBatch(async () => {
      await until(() => own.some(({ done }) => done === 100));
      const ask = async () => operationOf(await firm.accountantAsk('post', `/bulk/operations/${own[0]!.id}/cancel`));
      cancelling.push(ask());
      await until(() => own.at(-1)!.status === 'cancelled');
    });
    const done = operationOf(await firm.accountantAsk('post', '/bulk/files/delete', many).expect(200));
    expect(done).toMatchObject({ id: own[0]!.id, status: 'cancelled', total, done: 150, failed: [] });
    expect(await Promise.all(cancelling)).toEqual([done]);
    expect(own[0]).toMatchObject({ kind: 'delete', status: 'in_progress', total, done: 0 });
    expect(others).toEqual([]);

    const trash = await firm.accountantAsk('get', `/files/trash?client_id=${many.client_id}`).expect(200);
    expect((trash.body as { folders: Folder[] }).folders).toHaveLength(150);
    // cancelling again is no error, and nobody else may cancel
    const again = await firm.accountantAsk('post', `/bulk/operations/${done.id}/cancel`).expect(200);
    expect(operationOf(again).status).toBe('cancelled');
    await firm.mill.ask('post', `/bulk/operations/${done.id}/cancel`).expect(404);
    expect(codeOf(await firm.accountantAsk('post', `/bulk/operations/${done.id}/retry`).expect(409))).toBe(
      'INVALID_TRANSITION',
    );
  });

  it('asks again for what failed, and for nothing else', async () => {
    const { ask } = firm.bakery;
    const from = await aFolder(ask, 'De aici');
    const to = await aFolder(ask, 'Aici');
    const taken = await aFile(ask, 'a.txt', { folder_id: to.id });
    const files = [
      await aFile(ask, 'a.txt', { folder_id: from.id }),
      await aFile(ask, 'b.txt', { folder_id: from.id }),
    ];
    const move = { file_ids: files.map(({ id }) => id), target_folder_id: to.id };
    const partial = operationOf(await ask('post', '/bulk/files/move', move).expect(200));
    expect(partial).toMatchObject({ status: 'partial', failed: [{ id: files[0]!.id, code: 'NAME_TAKEN' }] });
    // still refused
    expect(codeOf(await ask('post', `/bulk/operations/${partial.id}/retry`).expect(409))).toBe('NAME_TAKEN');
    await ask('patch', `/files/${taken.id}`, { name: 'c.txt' }).expect(200);
    const retried = operationOf(await ask('post', `/bulk/operations/${partial.id}/retry`).expect(200));
    expect(retried).toMatchObject({ kind: 'move', status: 'completed', total: 1, done: 1 });
    expect(codeOf(await ask('post', `/bulk/operations/${retried.id}/retry`).expect(409))).toBe('INVALID_TRANSITION');
    await firm.accountantAsk('post', `/bulk/operations/${partial.id}/retry`).expect(404);
  });

  it('ends after ten minutes, says what was not reached, and takes that up again when it is asked to', async () => {
    const many = await manyFolders(2027);
    const total = many.folder_ids.length;
    let isLate = (): void => {};
    const late = new Promise<void>((resolve) => (isLate = resolve));
    let goOn = (): void => {};
    const going = new Promise<void>((resolve) => (goOn = resolve));
    atSecondBatch(() => {
      isLate();
      return going;
    });
    const asked = firm.accountantAsk('post', '/bulk/files/delete', many).then(operationOf);
    await late;
    await later(10 * 60_000 + 1, async () => {
      goOn();
      const { id, failed, ...ended } = await asked;
      expect(ended).toMatchObject({ status: 'partial', total, done: 150 });
      expect(failed).toHaveLength(total - 150);
      expect(failed[0]).toMatchObject({ type: 'folder', code: 'BULK_TIMEOUT', error: 'Operația a durat prea mult.' });
      const retried = operationOf(await firm.accountantAsk('post', `/bulk/operations/${id}/retry`).expect(200));
      expect(retried).toMatchObject({ kind: 'delete', status: 'completed', total: failed.length, done: failed.length });
      expect(retried.id).not.toBe(id);
    });
  });
});

describe('a move of more than one batch', () => {
  const { ports, atEach } = gated();
  let gateway: Gateway;
  let ask: Ask;
  beforeAll(async () => {
    gateway = await aGateway({}, ports);
    ({ ask } = (await aFirm(gateway)).bakery);
  });
  afterAll(() => gateway.close());

  const moved = async (name: string) => {
    const target = await aFolder(ask, name);
    const folders = await Promise.all(Array.from({ length: 120 }, (_, at) => aFolder(ask, `${name} ${at}`)));
    return async () => {
      const asked = { folder_ids: folders.map(({ id }) => id), target_folder_id: target.id };
      const operation = operationOf(await ask('post', '/bulk/files/move', asked).expect(200));
      const { body } = await ask('get', `/folders/${target.id}`).expect(200);
      return { operation, there: (body as { folder: Folder }).folder.direct_folders_count };
    };
  };

  it('is done once, also when somebody else was faster', async () => {
    const move = await moved('Din nou');
    const counts: number[] = [];
    atEach(async (at) => {
      counts.push(at);
      if (at === 1) throw new Conflict('somebody was faster');
    });
    expect(await move()).toMatchObject({ operation: { status: 'completed', done: 120, failed: [] }, there: 120 });
    expect(counts.length).toBeGreaterThan(2);
  });
});

describe('a copy', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());
  const copy = (ask: Ask, body: object) => ask('post', '/bulk/files/copy', body);
  const filesIn = async (ask: Ask, folderId: string) =>
    ((await ask('get', `/files?folderId=${folderId}`).expect(200)).body as { files: { id: string; name: string }[] })
      .files;
  const textOf = async (ask: Ask, id: string) => {
    const { body } = await ask('get', `/files/${id}/download`).expect(200);
    return (await gateway.anonymous('get', (body as { url: string }).url).expect(200)).text;
  };

  it('has its own id, the same content, the state of a new file, and names what it was made of', async () => {
    const { ask, client } = firm.bakery;
    const from = await aFolder(ask, 'Întâi');
    const to = await aFolder(ask, 'Apoi');
    const inner = await aFolder(ask, 'Înăuntru', { parent_folder_id: from.id });
    const file = await aFile(ask, 'act.txt', { folder_id: inner.id }, 'cuprins');
    const states = { client_id: client.id, file_ids: [file.id], process_state: 'processed' };
    await firm.accountantAsk('post', '/bulk/files/status', states).expect(200);
    const done = operationOf(
      await copy(ask, { folder_ids: [from.id], file_ids: [file.id], target_folder_id: to.id }).expect(200),
    );
    expect(done).toMatchObject({ kind: 'copy', status: 'completed', total: 2, done: 2, failed: [] });
    const [alone] = await filesIn(ask, to.id);
    expect(alone).toMatchObject({
      name: 'act.txt',
      sha256: file.sha256,
      process_state: 'new',
      accounting_status: null,
    });
    expect(alone!.id).not.toBe(file.id);
    expect(await textOf(ask, alone!.id)).toBe('cuprins');
    const { body } = await firm.admin('get', `/audit/events?resource_id=${alone!.id}`).expect(200);
    expect(JSON.stringify(body)).toContain(file.id);
    const { body: tree } = await ask('get', `/folders?parentFolderId=${to.id}`).expect(200);
    expect(tree).toMatchObject({ folders: [{ name: 'Întâi', direct_folders_count: 1 }] });
    // again into the same folder
    await copy(ask, { file_ids: [alone!.id], target_folder_id: to.id }).expect(200);
    expect((await filesIn(ask, to.id)).map(({ name }) => name)).toEqual(['act (1).txt', 'act.txt']);
    // the created things can be deleted, and nothing else goes with them
    const ids = (type: string) => (done.made ?? []).filter((each) => each.type === type).map(({ id }) => id);
    expect([ids('file'), ids('folder')]).toEqual([[alone!.id], [expect.any(String)]]);
    // the original may be deleted, its copy stays
    await firm.accountantAsk('post', '/bulk/files/delete', { client_id: client.id, file_ids: [file.id] }).expect(200);
    expect(await textOf(ask, alone!.id)).toBe('cuprins');
  });

  it('that cannot be made is refused for a reason of its own, and nothing is half made', async () => {
    const { ask, client } = firm.mill;
    const outer = await aFolder(ask, 'Afară');
    const inner = await aFolder(ask, 'Înăuntru', { parent_folder_id: outer.id });
    const file = await aFile(ask, 'act.txt', { folder_id: outer.id }, 'x'.repeat(600));
    const theirs = await aFolder(firm.bakery.ask, 'Al lor');
    const gone = await aFolder(ask, 'Șters');
    await ask('post', '/bulk/files/delete', { folder_ids: [gone.id] }).expect(200);
    const selected = { file_ids: [file.id] };
    const refused = async (body: object, status: number) => codeOf(await copy(ask, body).expect(status));
    expect(await refused({ folder_ids: [outer.id], target_folder_id: inner.id }, 409)).toBe('FOLDER_CYCLE');
    expect(await refused({ ...selected, target_folder_id: theirs.id }, 422)).toBe('BULK_INVALID_SELECTION');
    expect(await refused({ ...selected, target_folder_id: gone.id }, 422)).toBe('BULK_INVALID_SELECTION');
    expect(await refused({ folder_ids: [theirs.id] }, 422)).toBe('BULK_INVALID_SELECTION');
    expect(await refused({ folder_ids: [gone.id] }, 404)).toBe('NOT_FOUND');
    expect(await refused({}, 422)).toBe('BULK_EMPTY');
    const many = Array.from({ length: 501 }, (_, at) => `f${at}`);
    expect(await refused({ file_ids: many }, 422)).toBe('BULK_TOO_MANY');
    await firm.admin('patch', `/clients/${client.id}`, { quota: 1_000 }).expect(200);
    expect(await refused({ folder_ids: [outer.id] }, 507)).toBe('QUOTA_EXCEEDED');
    const { body } = await ask('get', '/folders').expect(200);
    expect((body as { folders: Folder[] }).folders.map(({ name }) => name)).toEqual(['Afară']);
  });
});
