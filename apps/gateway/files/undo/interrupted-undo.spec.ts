import type { Folder } from '@dosar/contracts';
import { rowIn, Unavailable, type EventStore } from '@dosar/kernel/runtime';
import { operations } from '@dosar/domain/files/operations.projector';
import { until } from '@dosar/kernel/testing/waiting';
import { aFile, aFirm, aFolder, aGateway, memoryPorts } from '../../testing/gateway';
import { BulkRunner } from '../bulk/bulk-runner';

/** Ports whose log takes so many appends of restored things, and then none of them for a while. */
const failing = () => {
  const ports = memoryPorts();
  let left = Infinity;
  const append: EventStore['append'] = async (stream, expected, records) => {
    if (records.some(({ type }) => type === 'FileRestored') && (left -= 1) < 0)
      throw new Unavailable('the log is away');
    return ports.events.append(stream, expected, records);
  };
  return { ports: { ...ports, events: { ...ports.events, append } }, allow: (appends: number) => (left = appends) };
};

it('an undo that was interrupted is gone on with after the next start', async () => {
  const { ports, allow } = failing();
  const first = await aGateway({}, ports);
  const { bakery } = await aFirm(first);
  const { ask } = bakery;
  const folder = await aFolder(ask, 'Multe');
  for (let at = 0; at < 120; at += 1) await aFile(ask, `${at}.txt`, { folder_id: folder.id });
  const deleted = await ask('post', '/bulk/files/delete', { folder_ids: [folder.id] }).expect(200);
  allow(1);
  await ask('post', '/audit/undo', { correlation_id: deleted.headers['x-correlation-id'] }).expect(503);
  await first.close();

  allow(Infinity);
  const second = await aGateway({}, ports);
  const again = await second.signIn(bakery.user.email!);
  const filesIn = async () => {
    const { body } = await again('get', `/folders/${folder.id}`).expect(200);
    return (body as { folder: Folder }).folder.direct_files_count;
  };
  const halfway = await filesIn();
  expect([halfway > 0, halfway < 120]).toEqual([true, true]);
  await second.app.get(BulkRunner).resume(new AbortController().signal);
  expect(await filesIn()).toBe(120);
  const undone = async () =>
    (await second.ports.reads.find(operations, { where: {} }))
      .map(({ json }) => rowIn(json))
      .find(({ kind }) => kind === 'undo');
  // the view of operations follows the log
  await until(async () => (await undone())?.status !== 'in_progress');
  expect(await undone()).toMatchObject({ status: 'completed', total: 121, done: 121, failed: [] });
  await second.close();
});
