import type { AuditEvent, File, Folder, Note } from '@dosar/contracts';
import { projectors } from '@dosar/domain/registry';
import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import { memorySignals } from '@dosar/kernel/memory/signals';
import { Unavailable } from '@dosar/kernel/runtime';
import { aFile, aFirm, aFolder, aGateway, later, projectHere, type Gateway } from '../../testing/gateway';
import { Destruction } from './destruction';
import { until } from '@dosar/kernel/testing/waiting';

const YEAR_MS = 366 * 24 * 60 * 60_000;
const signal = AbortSignal.timeout(60_000);
const CANARY = 'Papagal';

/** All rows of all views, once they have reached the end of the log. */
const rowsOf = async ({ ports }: Pick<Gateway, 'ports'>, reads = ports.reads) => {
  const head = (await ports.events.head())!;
  const all: Record<string, unknown> = {};
  for (const view of projectors) {
    await until(async () => ((await reads.state(view)).position ?? -1n) >= head);
    const found = await reads.own.find(view, { where: {} });
    all[view.view] = Object.fromEntries(found.map(({ id, json, position }) => [id, `${position} ${json}`]));
  }
  return all;
};

/** The rows of the same views filled again. */
const rebuilt = async (gateway: Gateway) => {
  const reads = memoryReadStore();
  await reads.open(projectors);
  const stopping = new AbortController();
  const filling = projectHere({ ...gateway.ports, reads, signals: memorySignals() }, stopping.signal);
  const rows = await rowsOf(gateway, reads);
  stopping.abort();
  await filling;
  return rows;
};

const all = async <T>(source: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const each of source) found.push(each);
  return found;
};

const bodyOf = <T>({ body }: { readonly body: unknown }) => body as T;

describe('what began in a year is destroyed', () => {
  it('with all that was said of it later; what was carried lives on, and nothing else is touched', async () => {
    const gateway = await aGateway();
    const { bakery, mill } = await aFirm(gateway);
    const year = new Date().getUTCFullYear();
    const name = `files:${bakery.client.id}/${year}`;
    const destruction = gateway.app.get(Destruction, { strict: false });
    const folder = await aFolder(bakery.ask, 'Acte');
    const gone = await aFile(bakery.ask, `${CANARY} unu.txt`, {}, `${CANARY} în document`);
    const kept = await aFile(bakery.ask, 'Ceasornic.txt', { folder_id: folder.id }, 'Ceasornicul în document');
    await bakery.ask('post', `/files/${kept.id}/notes`, { text: 'Nota ceasornicului' }).expect(201);
    await bakery.ask('post', `/files/${gone.id}/notes`, { text: `Nota: ${CANARY}` }).expect(201);
    const other = await aFile(mill.ask, `${CANARY} al morii.txt`);
    expect((await destruction.goingWith(name)).refusal).toBe('that year is not over');

    await later(YEAR_MS, async () => {
      const ask = await gateway.signIn(bakery.user.email!);
      const admin = await gateway.admin();
      await ask('patch', `/files/${gone.id}`, { name: `${CANARY} doi.txt` }).expect(200);
      const { url } = bodyOf<{ url: string }>(await ask('get', `/files/${gone.id}/download`).expect(200));
      await gateway.anonymous('get', url).expect(200);
      await ask('post', `/files/${gone.id}/notes`, { text: `Nota a doua: ${CANARY}` }).expect(201);
      expect((await destruction.goingWith(name)).refusal).toMatch(/^3 folders and files that began in \d+ are there/);
      const then = async () => {
        const at = `at=${position}`;
        const { body: list } = await admin('get', `/files?clientId=${bakery.client.id}&${at}`).expect(200);
        const { body: beside } = await admin('get', `/files/${gone.id}/notes?${at}`).expect(200);
        return JSON.stringify([list, beside]).split(CANARY).length - 1;
      };
      const position = (await gateway.ports.events.head())!;
      expect(await then()).toBe(3);
      await ask('post', '/bulk/files/delete', { file_ids: [gone.id] }).expect(200);
      expect(await then()).toBe(3);
      expect(await destruction.destroy(name, signal)).toMatch(/^2 folders and files/);
      expect(await destruction.carry(name)).toBe(2);
      const found = async (text: string) =>
        bodyOf<{ results: { id: string }[] }>(
          await admin('get', `/search?q=${text}&include_deleted=true&record=false`).expect(200),
        ).results.map(({ id }) => id);
      const said = async () =>
        bodyOf<{ events: AuditEvent[] }>(await admin('get', `/audit/events?q=${CANARY}&limit=200`).expect(200)).events;
      expect((await found(CANARY)).sort()).toEqual([gone.id, other.id].sort());
      expect((await said()).length).toBeGreaterThan(4);

      // the store of documents is down in the middle: the rest is done the next time
      const { blobs } = gateway.ports;
      const remove = blobs.remove.bind(blobs);
      blobs.remove = async () => Promise.reject(new Unavailable('the store of documents is away'));
      const bytes = async () => (await all(blobs.all())).length;
      const before = await bytes();
      await expect(destruction.destroy(name, signal)).rejects.toThrow('is away');
      blobs.remove = remove;
      expect(await destruction.destroy(name, signal)).toBe(null);
      expect(await bytes()).toBe(before - 1);
      expect(await found(CANARY)).toEqual([other.id]);
      expect((await said()).map(({ resource_id: id }) => id)).toEqual([other.id]);
      const rows = await rowsOf(gateway);
      const canaries = JSON.stringify(rows).split(CANARY).length - 1;
      expect(canaries).toBe(JSON.stringify(rows).split(`${CANARY} al morii`).length - 1);
      expect(await rebuilt(gateway)).toEqual(rows);
      // and none of it is in the past
      expect(await then()).toBe(0);

      const file = bodyOf<{ file: File }>(await ask('get', `/files/${kept.id}`).expect(200)).file;
      expect([file.name, file.sha256]).toEqual(['Ceasornic.txt', kept.sha256]);
      const { notes } = bodyOf<{ notes: Note[] }>(await ask('get', `/files/${kept.id}/notes`).expect(200));
      expect(notes.map(({ text }) => text)).toEqual(['Nota ceasornicului']);
      expect(await found('ceasornicul')).toEqual([kept.id]);
      expect(bodyOf<{ folder: Folder }>(await ask('get', `/folders/${folder.id}`).expect(200)).folder.name).toBe(
        'Acte',
      );
      const download = bodyOf<{ url: string }>(await ask('get', `/files/${kept.id}/download`).expect(200));
      expect((await gateway.anonymous('get', download.url).expect(200)).text).toContain('Ceasornicul');

      // no key replaces it; what begins now belongs to another year
      await ask('post', '/bulk/files/restore', { file_ids: [gone.id] }).expect(404);
      await aFile(ask, 'Nou.txt');
      expect((await destruction.goingWith(name)).refusal).toBe(`${name} is destroyed`);
    });
    await gateway.close();
  }, 30_000);

  it('and somebody who was deleted signs in no more, whatever they know, and is called nothing anywhere', async () => {
    const gateway = await aGateway();
    const { admin, bakery } = await aFirm(gateway);
    const { id, email } = bakery.user;
    const name = `user:${id}/1`;
    const destruction = gateway.app.get(Destruction, { strict: false });
    await aFolder(bakery.ask, 'Acte');
    expect(await destruction.destroy(name, signal)).toBe(`the user ${id} is not deleted`);
    await admin('delete', `/users/${id}`).expect(204);
    expect(await destruction.destroy(name, signal)).toBe(null);
    await gateway.anonymous('post', '/auth/login', { email, password: 'Parola-Lunga-1' }).expect(401);
    const places: string[] = [];
    for await (const [place, value] of gateway.ports.vault.all(''))
      if (/^(credential|factor|reservation)/.test(place) && `${place} ${value}`.includes(id)) places.push(place);
    expect(places).toEqual([]);
    const rows = await rowsOf(gateway);
    expect(JSON.stringify(rows)).not.toContain(bakery.user.name);
    expect(await rebuilt(gateway)).toEqual(rows);
    await gateway.close();
  }, 30_000);
});
