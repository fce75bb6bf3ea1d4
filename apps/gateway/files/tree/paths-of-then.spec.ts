import type { AuditEvent } from '@dosar/contracts';
import { INSTALLATION_STREAM } from '@dosar/kernel/runtime';
import { aFile, aFirm, aFolder, aGateway } from '../../testing/gateway';

it('the path of a paper is shown as it was then, though no record says it', async () => {
  const gateway = await aGateway();
  const { bakery, admin } = await aFirm(gateway);
  const { ask } = bakery;
  const outer = await aFolder(ask, 'Acte');
  const inner = await aFolder(ask, 'Martie', { parent_folder_id: outer.id });
  const file = await aFile(ask, 'bon.txt', { folder_id: inner.id });
  await ask('put', `/folders/${outer.id}`, { name: 'Vechi' }).expect(200);
  await ask('patch', `/files/${file.id}`, { name: 'altul.txt' }).expect(200);
  await ask('post', '/bulk/folders/move', { folder_ids: [inner.id] });
  await ask('post', '/bulk/files/move', { file_ids: [file.id] }).expect(200);
  const { body } = await admin('get', `/audit/events?resource_id=${file.id}`).expect(200);
  const { events } = body as { events: AuditEvent[] };
  const placed = events.map(({ event_type, details }) => [
    event_type,
    details['folder_path'] ?? (details['from'] as { folder_path: string }).folder_path,
  ]);
  const [moved, ...before] = placed;
  expect(before).toEqual([
    ['FileRenamed', '/Vechi/Martie'],
    ['FileUploaded', '/Acte/Martie'],
  ]);
  expect(moved![0]).toBe('FileMoved');
  const texts: string[] = [];
  const { events: log } = gateway.ports;
  const head = (await log.head())!;
  for await (const batch of log.follow(null, AbortSignal.timeout(5_000))) {
    // the installation's records contain the names of calls
    texts.push(...batch.filter(({ stream }) => stream !== INSTALLATION_STREAM).map(({ text }) => text));
    if (batch.at(-1)!.position >= head) break;
  }
  expect(texts.filter((text) => text.includes('path'))).toEqual([]);
  await gateway.close();
});
