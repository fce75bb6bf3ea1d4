import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { File, Health, ReplyOf, searchApi } from '@dosar/contracts';
import { bulk } from '@dosar/domain/files/bulk.decider';
import { contents, type Content } from '@dosar/domain/files/contents.projector';
import { newId, once, Unavailable, type Vault } from '@dosar/kernel/runtime';
import { memorySearchIndex } from '@dosar/search/memory';
import { Call } from '../../platform/access/call';
import { anInvoice } from '../../testing/invoices/an-invoice';
import { aFile, aFirm, aGateway, memoryPorts, operationOf, type Ask, type Gateway } from '../../testing/gateway';
import { BulkRunner } from '../bulk/bulk-runner';
import { OrphanedBytes } from '../uploads/orphaned-bytes.job';
import { until as untilSo } from '@dosar/kernel/testing/waiting';

type Reply = ReplyOf<typeof searchApi.search>;

const until = async <T>(find: () => Promise<T | null>): Promise<T> => {
  let found: T | null = null;
  await untilSo(async () => (found = await find()) !== null);
  return found!;
};

/** Ports whose vault records all notes, and whose log can be out of reach. */
const noting = () => {
  const ports = memoryPorts();
  const noted: string[] = [];
  const log = { isOut: false };
  const append: typeof ports.events.append = async (...of) => {
    if (log.isOut) throw new Unavailable('the log is out of reach');
    return ports.events.append(...of);
  };
  const putIfAbsent: Vault['putIfAbsent'] = (key, value) => {
    if (key.startsWith('try/')) noted.push(key);
    return ports.vault.putIfAbsent(key, value);
  };
  const events = { ...ports.events, append };
  return { ports: { ...ports, events, vault: { ...ports.vault, putIfAbsent } }, noted, log };
};

/** The state that that many processes leave which died during the work. */
const diedDuring = (vault: Vault, place: string, about: string, deaths: number) =>
  vault.putIfAbsent(place, JSON.stringify({ deaths: deaths - 1, about, process: 'dead', until: Date.now() }));

describe('what ended the server three times', () => {
  const { ports, noted, log } = noting();
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let deadly: File;
  let killed: File;
  let place: string;
  const operationId = newId();
  const contentsIn = async (ask: Ask, q: string) => {
    const { results } = (await ask('get', `/search?q=${q}&record=false`).expect(200)).body as Reply;
    return results.map(({ title, contents: state }) => `${title} ${state}`);
  };
  const blobOf = async ({ id }: File) =>
    (JSON.parse((await gateway.ports.reads.get(contents, id))!.json) as Content).blobId;
  const health = async () => {
    const { components } = (await (await gateway.admin())('get', '/health/ready')).body as Health;
    return components!;
  };

  beforeAll(async () => {
    const first = await aGateway({}, ports);
    gateway = first;
    firm = await aFirm(first);
    const { ask, client } = firm.bakery;
    deadly = await aFile(ask, 'ucigaș.csv', {}, 'chitanță unu');
    killed = await aFile(ask, 'oprit.csv', {}, 'chitanță doi');
    place = `try/document/${await blobOf(deadly)}`;
    await until(async () =>
      (await contentsIn(ask, 'chitanta')).every((each) => each.endsWith(' read')) ? true : null,
    );
    const items = [{ id: killed.id, type: 'file' as const, deletion: null }];
    const data = { clientId: client.id, kind: 'delete' as const, items, targetId: null, processState: null };
    const start = { type: 'StartBulk', data } as const;
    const origin = new Call({ headers: {}, ip: null }).origin();
    const { commandHandler } = first.installation;
    await commandHandler.handle({ decider: bulk, id: operationId, command: start, context: once(), origin });
    await first.close();
    await diedDuring(ports.vault, place, deadly.id, 3);
    await diedDuring(ports.vault, `try/document/${await blobOf(killed)}`, killed.id, 2);
    await diedDuring(ports.vault, `try/operation/${operationId}`, operationId, 3);
    gateway = await aGateway({}, { ...ports, search: memorySearchIndex() });
    firm = { ...firm, bakery: { ...firm.bakery, ask: await gateway.signIn(firm.bakery.user.email!) } };
  });
  afterAll(() => gateway.close());

  it('is damaged for whoever looks for it or at it, and what was killed twice is read', async () => {
    const { ask } = firm.bakery;
    const found = async () => {
      const all = [...(await contentsIn(ask, 'ucigas')), ...(await contentsIn(ask, 'chitanta'))];
      return all.length === 2 && all.every((each) => !each.endsWith(' waiting')) ? all : null;
    };
    expect(await until(found)).toEqual(['ucigaș.csv damaged', 'oprit.csv read']);
    expect((await ask('get', `/files/${deadly.id}/preview`).expect(200)).body).toMatchObject({
      kind: 'none',
      why: 'damaged',
    });
    expect((await ask('get', `/files/${killed.id}/preview`).expect(200)).body).toMatchObject({ kind: 'table' });
    await ask('get', `/files/${deadly.id}/download`).expect(200);
  });

  it('has no small picture either', async () => {
    const { ask } = firm.bakery;
    const receipt = readFileSync(join(__dirname, '../../demo/documents/brutaria-2026-09/bon_01.jpg'));
    const file = await aFile(ask, 'bon.jpg', {}, receipt);
    await diedDuring(ports.vault, `try/document/${await blobOf(file)}`, file.id, 3);
    const { body } = await ask('get', `/files/${file.id}/thumbnail`).expect(200);
    expect(body).toEqual({ thumbnail: null, why: 'damaged' });
  });

  it('is a picture that is not drawn until it is said so, of a document that is read', async () => {
    const { ask } = firm.bakery;
    const receipt = readFileSync(join(__dirname, '../../demo/documents/brutaria-2026-09/bon_01.jpg'));
    const file = await aFile(ask, 'poză.jpg', {}, receipt);
    const other = await aFile(ask, 'oprită.jpg', {}, receipt);
    await diedDuring(ports.vault, `try/picture/${await blobOf(file)}`, file.id, 3);
    await diedDuring(ports.vault, `try/picture/${await blobOf(other)}`, other.id, 2);
    const drawn = async ({ id }: File) => (await ask('get', `/files/${id}/thumbnail`).expect(200)).body as object;
    expect(await drawn(file)).toEqual({ thumbnail: null, why: 'damaged' });
    expect(await drawn(other)).toMatchObject({ thumbnail: { type: 'image/webp' } });
    expect((await health()).documents!.detail).toContain(file.id);
    expect((await ask('get', `/files/${file.id}/preview`).expect(200)).body).toMatchObject({ kind: 'image' });
    await (await gateway.admin())('post', `/files/${file.id}/read-again`).expect(204);
    expect(await drawn(file)).toMatchObject({ thumbnail: { type: 'image/webp' } });
  });

  it('is an invoice whose fields are not filled in until it is said so, also when that could not be written at first', async () => {
    const { ask } = firm.bakery;
    const file = await aFile(ask, 'factură.xml', {}, anInvoice({}));
    await diedDuring(ports.vault, `try/invoice/${await blobOf(file)}`, file.id, 3);
    const admin = await gateway.admin();
    const look = async () => (await admin('get', `/files/${file.id}/preview`).expect(200)).body as object;
    expect(await look()).toMatchObject({ kind: 'invoice', can_read_again: true });
    log.isOut = true;
    const { status } = await admin('post', `/files/${file.id}/read-again`);
    log.isOut = false;
    expect(status).toBe(503);
    expect(await look()).toMatchObject({ can_read_again: true });
    expect((await health()).documents!.detail).toMatch(
      new RegExp(`invoices whose fields are not filled in until an administrator .*${file.id}`),
    );
    await admin('post', `/files/${file.id}/read-again`).expect(204);
    expect(await look()).not.toHaveProperty('can_read_again');
    const { body } = await admin('get', `/audit/events?resource_id=${file.id}&event_type=FileReadingRetried`);
    expect((body as { events: object[] }).events).toHaveLength(1);
  });

  it('is named by its id in the health, and by no name', async () => {
    const { documents } = await health();
    expect(documents).toMatchObject({ status: 'degraded', detail: expect.stringContaining(deadly.id) as string });
    expect(documents!.detail).not.toContain('ucigaș');
    expect(documents!.detail).not.toContain(killed.id);
  });

  it('is an operation that ends with all that was left to do in it, and is forgotten', async () => {
    await gateway.app.get(BulkRunner, { strict: false }).resume(new AbortController().signal);
    const { finished } = await gateway.installation.commandHandler.state(bulk, operationId);
    expect(finished).not.toBeNull();
    await firm.bakery.ask('get', `/files/${killed.id}`).expect(200);
    expect(await ports.vault.get(`try/operation/${operationId}`)).toBeNull();
  });

  it('stays so while there is a file with its bytes, and no longer', async () => {
    await ports.vault.putIfAbsent('try/document/gone', (await ports.vault.get(place))!);
    await gateway.app.get(OrphanedBytes, { strict: false }).sweep(new Date());
    expect([await ports.vault.get(place), await ports.vault.get('try/document/gone')]).toEqual([
      expect.any(String),
      null,
    ]);
  });

  it('is read again when an administrator says so, and nobody else', async () => {
    const { ask } = firm.bakery;
    const path = `/files/${deadly.id}/read-again`;
    await ask('post', path).expect(403);
    const admin = await gateway.admin();
    const look = async (who: Ask) => (await who('get', `/files/${deadly.id}/preview`).expect(200)).body as object;
    expect(await look(admin)).toMatchObject({ can_read_again: true });
    expect(await look(ask)).not.toHaveProperty('can_read_again');
    await admin('post', '/files/none/read-again').expect(404);
    await admin('post', path).expect(204);
    await admin('post', path).expect(204);
    await until(async () => ((await contentsIn(ask, 'chitanta')).includes('ucigaș.csv read') ? true : null));
    expect((await ask('get', `/files/${deadly.id}/preview`).expect(200)).body).toMatchObject({ kind: 'table' });
    expect(JSON.stringify(await health())).not.toContain(deadly.id);
    const { body } = await admin('get', `/audit/events?resource_id=${deadly.id}&event_type=FileReadingRetried`);
    expect((body as { events: object[] }).events).toMatchObject([
      { user: { role: 'admin' }, details: { file_name: 'ucigaș.csv' } },
    ]);
  });

  it('would be noted of each document, picture, operation and letter, and nothing is left of those that ended', async () => {
    const { ask } = firm.bakery;
    const file = await aFile(ask, 'șters.csv', {}, 'chitanță trei');
    const blob = await blobOf(file);
    const photo = await aFile(
      ask,
      'văzut.jpg',
      {},
      readFileSync(join(__dirname, '../../demo/documents/brutaria-2026-09/bon_01.jpg')),
    );
    await ask('get', `/files/${photo.id}/thumbnail`).expect(200);
    const { id } = operationOf(await ask('post', '/bulk/files/delete', { file_ids: [file.id] }).expect(200));
    await gateway.anonymous('post', '/auth/forgot-password', { email: firm.bakery.user.email }).expect(202);
    await until(async () => (noted.some((each) => each.startsWith('try/letter/')) ? true : null));
    const each = [`try/document/${blob}`, `try/picture/${await blobOf(photo)}`, `try/operation/${id}`];
    expect(noted).toEqual(expect.arrayContaining(each));
    const { processId } = gateway.installation;
    await until(async () => {
      for await (const [, text] of ports.vault.all('try/')) if (text.includes(processId)) return null;
      return true;
    });
  });
});
