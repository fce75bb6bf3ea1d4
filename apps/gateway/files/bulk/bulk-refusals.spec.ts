import type { Folder } from '@dosar/contracts';
import { aFile, aFirm, aFolder, aGateway, type Gateway } from '../../testing/gateway';

const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

describe('what cannot be done', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  it('is said for its own reason, in both languages, and nothing of it is done', async () => {
    const { ask, client } = firm.bakery;
    const outer = await aFolder(ask, 'Afară');
    const inner = await aFolder(ask, 'Înăuntru', { parent_folder_id: outer.id });
    const file = await aFile(ask, 'act.txt', { folder_id: inner.id }, 'x'.repeat(600));
    await aFile(ask, 'ACT.txt', {}, 'alt act');
    const worked = await aFolder(ask, 'Lucrate');
    const inWork = await aFile(ask, 'în lucru.txt', { folder_id: worked.id });
    const states = { client_id: client.id, file_ids: [inWork.id], process_state: 'processing' };
    await firm.accountantAsk('post', '/bulk/files/status', states).expect(200);
    const gone = await aFolder(ask, 'Șters');
    await ask('post', '/bulk/files/delete', { folder_ids: [gone.id] }).expect(200);
    const theirs = await aFolder(firm.mill.ask, 'Al lor');
    const apart = await aFolder(ask, 'Deoparte');
    let deepest: Folder = await aFolder(ask, 'n');
    for (let level = 2; level <= 32; level += 1) deepest = await aFolder(ask, 'n', { parent_folder_id: deepest.id });
    await firm.admin('patch', `/clients/${client.id}`, { quota: 1_000 }).expect(200);

    const asked: readonly [path: string, body: object, status: number, code: string][] = [
      ['move', { folder_ids: [outer.id], target_folder_id: inner.id }, 409, 'FOLDER_CYCLE'],
      ['move', { folder_ids: [outer.id], target_folder_id: outer.id }, 409, 'FOLDER_CYCLE'],
      ['move', { folder_ids: [inner.id], target_folder_id: theirs.id }, 422, 'BULK_INVALID_SELECTION'],
      ['move', { folder_ids: [inner.id], target_folder_id: gone.id }, 422, 'BULK_INVALID_SELECTION'],
      ['move', { folder_ids: [inner.id, theirs.id] }, 422, 'BULK_INVALID_SELECTION'],
      ['move', { file_ids: [file.id], folder_ids: [theirs.id] }, 422, 'BULK_INVALID_SELECTION'],
      ['move', { file_ids: Array.from({ length: 501 }, (_, at) => `f${at}`) }, 422, 'BULK_TOO_MANY'],
      ['move', { folder_ids: [apart.id], target_folder_id: deepest.id }, 409, 'TOO_DEEP'],
      ['move', { file_ids: [file.id] }, 409, 'NAME_TAKEN'],
      ['move', { file_ids: [inWork.id] }, 423, 'BULK_LOCKED_ITEMS'],
      ['move', { folder_ids: [worked.id], target_folder_id: inner.id }, 423, 'BULK_LOCKED_ITEMS'],
      ['delete', { folder_ids: [worked.id] }, 423, 'BULK_LOCKED_ITEMS'],
      ['copy', { folder_ids: [outer.id] }, 507, 'QUOTA_EXCEEDED'],
      ['move', { folder_ids: [gone.id] }, 404, 'NOT_FOUND'],
    ];
    const everything = async () => [
      (await ask('get', '/folders/tree').expect(200)).body as unknown,
      (await ask('get', `/files?folderId=${inner.id}`).expect(200)).body as unknown,
      (await ask('get', '/files').expect(200)).body as unknown,
    ];
    const before = await everything();
    for (const [path, body, status, code] of asked) {
      const said: string[] = [];
      for (const language of ['ro', 'en']) {
        const answer = await ask('post', `/bulk/files/${path}`, body, { 'accept-language': language });
        expect([path, answer.status, codeOf(answer)]).toEqual([path, status, code]);
        said.push((answer.body as { error: string }).error);
      }
      expect(new Set(said.filter((sentence) => sentence.length > 5)).size).toBe(2);
    }
    expect(await everything()).toEqual(before);
  });
});
