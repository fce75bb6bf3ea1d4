import type { Ports } from '@dosar/kernel/runtime';
import { aFile, aFirm, aFolder, aGateway, memoryPorts } from '../../testing/gateway';
import { pause } from '../../testing/sockets';

/** Slow views, so that concurrent look-ups are batched. */
const farViews = ({ reads, ...ports }: ReturnType<typeof memoryPorts>) => {
  const find: Ports['reads']['find'] = async (...asked) => {
    await pause(30);
    return reads.find(...asked);
  };
  return { ...ports, reads: { ...reads, find } };
};

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
    const third = await aFile(bakery.ask, 'patru.txt', {}, 'același conținut');
    expect(third.duplicate_of).toMatchObject({ id: second.id, name: 'doi.txt' });
    const { body } = await bakery.ask('get', '/files/trash').expect(200);
    const deleted_by = { id: bakery.user.id, name: 'Ana Țăranu' };
    expect(body).toMatchObject({ files: [{ id: first.id, deleted_by }], folders: [{ id: folder.id, deleted_by }] });
    await bakery.ask('post', '/bulk/files/restore', { folder_ids: [folder.id] }).expect(200);
    expect((await bakery.ask('get', `/files/${first.id}`)).body).toMatchObject({ file: { deleted_by: null } });
    await gateway.close();
  });

  it('names the oldest with its content, of its own client, however many come at once', async () => {
    const gateway = await aGateway({}, farViews(memoryPorts()));
    const { bakery, mill } = await aFirm(gateway);
    const clients = [bakery, mill];
    const oldest = await Promise.all(clients.map(({ ask }) => aFile(ask, 'unu.txt', {}, 'același conținut')));
    const different = Array.from({ length: 6 }, (_, at) => `altceva ${at}`);
    for (let round = 0; round < 4; round += 1) {
      const same = clients.flatMap(({ ask }) => Array.from({ length: 7 }, () => ask));
      const copies = same.map((ask, at) => aFile(ask, `${round}-${at}.txt`, {}, 'același conținut'));
      const others = different.map((text) => aFile(mill.ask, `${text}.txt`, {}, `${text} în runda ${round}`));
      expect((await Promise.all(copies)).map(({ duplicate_of }) => duplicate_of?.id)).toEqual(
        same.map((ask) => oldest[ask === bakery.ask ? 0 : 1]!.id),
      );
      expect((await Promise.all(others)).map(({ duplicate_of }) => duplicate_of)).toEqual(different.map(() => null));
    }
    await gateway.close();
  });
});
