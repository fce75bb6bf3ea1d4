import { aFile, aFirm, aFolder, aGateway } from '../testing/gateway';

describe('a file', () => {
  it('names another with its content when it comes, and who deleted it when it is gone', async () => {
    const gateway = await aGateway();
    const { bakery, mill } = await aFirm(gateway);
    const folder = await aFolder(bakery.ask, 'Acte');
    const first = await aFile(bakery.ask, 'unu.txt', { folder_id: folder.id }, 'același conținut');
    expect(first.duplicate_of).toBeNull();
    expect((await aFile(mill.ask, 'altundeva.txt', {}, 'același conținut')).duplicate_of).toBeNull();
    const second = await aFile(bakery.ask, 'doi.txt', {}, 'același conținut');
    expect(second.duplicate_of).toEqual({ id: first.id, name: 'unu.txt', folder_path: '/Acte' });
    await bakery.ask('post', '/bulk/files/delete', { folder_ids: [folder.id] }).expect(200);
    expect((await aFile(bakery.ask, 'trei.txt', {}, 'altceva')).duplicate_of).toBeNull();
    const { body } = await bakery.ask('get', '/files/trash').expect(200);
    const deleted_by = { id: bakery.user.id, name: 'Ana Țăranu' };
    expect(body).toMatchObject({ files: [{ id: first.id, deleted_by }], folders: [{ id: folder.id, deleted_by }] });
    await bakery.ask('post', '/bulk/files/restore', { folder_ids: [folder.id] }).expect(200);
    expect((await bakery.ask('get', `/files/${first.id}`)).body).toMatchObject({ file: { deleted_by: null } });
    await gateway.close();
  });
});
