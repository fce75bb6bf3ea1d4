import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFile, aFirm, aGateway, memoryPorts, type Ask, type Gateway } from '../../testing/gateway';
import { becomes } from '../../testing/sockets';

const document = (name: string) => readFileSync(join(__dirname, '../../demo/documents/brutaria-2026-09', name));
const LETTER = 'Contract de prestări servicii nr 16.docx';

/** A gateway in which the test holds back the bytes of some documents. */
const aSlowGateway = async () => {
  const ports = memoryPorts();
  const slow = new Set<string>();
  let release = () => {};
  let asked = 0;
  const released = new Promise<void>((go) => (release = go));
  const blobs = {
    ...ports.blobs,
    async put(...given: Parameters<typeof ports.blobs.put>) {
      const info = await ports.blobs.put(...given);
      stored.push(info.id);
      return info;
    },
    async open(...[id, range]: Parameters<typeof ports.blobs.open>) {
      if (slow.has(id)) {
        asked += 1;
        await released;
      }
      return ports.blobs.open(id, range);
    },
  };
  const stored: string[] = [];
  const gateway = await aGateway({}, { ...ports, blobs });
  /** All documents stored so far, once the search has read them. */
  const hold = async () => {
    await becomes(async () => (await ports.search.unread('waiting', 1)).length, 0);
    for (const id of stored) slow.add(id);
  };
  return { gateway, hold, release, asked: () => asked };
};

describe('what is read or drawn of documents goes round by clients', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let world: Awaited<ReturnType<typeof aSlowGateway>>;
  beforeEach(async () => {
    world = await aSlowGateway();
    ({ gateway } = world);
    firm = await aFirm(gateway);
  });
  afterEach(async () => {
    world.release();
    await gateway.close();
  });

  const uploaded = async (ask: Ask, name: string, bytes: Buffer, many: number) => {
    const ids: string[] = [];
    for (let at = 0; at < many; at += 1) ids.push((await aFile(ask, `${at} ${name}`, {}, bytes)).id);
    return ids;
  };

  it.each([
    ['a text', LETTER, 'preview', 2],
    ['a picture', 'bon_01.jpg', 'thumbnail', 1],
    ['a page', 'scan bonuri.pdf', 'thumbnail', 1],
    ['an archive', 'Documente septembrie 2026.zip', 'entries', 1],
  ])('%s of one comes while those of another are waited for', async (_, name, part, atOnce) => {
    const bytes = document(name);
    const many = await uploaded(firm.bakery.ask, name, bytes, 6);
    await world.hold();
    const [own] = await uploaded(firm.mill.ask, name, bytes, 1);
    const flood = many.map(async (id) => (await firm.bakery.ask('get', `/files/${id}/${part}`)).status);
    await becomes(world.asked, atOnce);
    await firm.mill.ask('get', `/files/${own!}/${part}`).expect(200);
    expect(world.asked()).toBe(atOnce);
    world.release();
    expect(await Promise.all(flood)).toEqual(many.map(() => 200));
  });

  it('refuses what is too much to whoever asks for it, and to nobody else', async () => {
    const bytes = document(LETTER);
    const many = await uploaded(firm.bakery.ask, LETTER, bytes, 68);
    await world.hold();
    const own = await uploaded(firm.mill.ask, LETTER, bytes, 3);
    const flood = many.map(async (id) => (await firm.bakery.ask('get', `/files/${id}/preview`)).status);
    await becomes(world.asked, 2);
    for (const id of own) await firm.mill.ask('get', `/files/${id}/preview`).expect(200);
    world.release();
    const statuses = await Promise.all(flood);
    expect([200, 503].map((status) => statuses.filter((each) => each === status).length)).toEqual([66, 2]);
  });
});
