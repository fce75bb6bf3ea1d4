import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { folderBlobStore } from '@dosar/adapters/blob-store/folder';
import { aFolder as aPlace } from '@dosar/adapters/testing/folder';
import { TAMPERINGS } from '@dosar/adapters/testing/tamperings';
import { audit, auditWords } from '@dosar/domain/audit/audit.projector';
import { contents, type Content } from '@dosar/domain/files/contents.projector';
import { projectors } from '@dosar/domain/registry';
import { Unavailable, type BlobStore } from '@dosar/kernel/runtime';
import type { Health } from '@dosar/contracts';
import { readChecked } from './checked-documents';
import { aFile, aFirm, aGateway, memoryPorts, type Gateway } from '../../testing/gateway';
import { DocumentChecks } from './document-checks';

const CANARY = 'canar nemaipomenit ';
const textOf = (name: string): string => `${name} ${CANARY.repeat(12_000)}`;
const DAY_MS = 24 * 60 * 60_000;

describe('documents in a folder that somebody has reached', () => {
  let place: Awaited<ReturnType<typeof aPlace>>;
  let gateway: Gateway;
  let origin: string;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    place = await aPlace();
    gateway = await aGateway({}, { ...memoryPorts(), blobs: await folderBlobStore(place.folder) });
    firm = await aFirm(gateway);
    await gateway.app.listen(0, '127.0.0.1');
    origin = `http://127.0.0.1:${(gateway.server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await gateway.close();
    await gateway.ports.blobs.close();
    await place.remove();
  });

  const checks = (days = 0, more: Partial<Gateway['installation']> = {}) =>
    new DocumentChecks(
      { ...gateway.installation, ...more },
      { bytesPerSecond: Infinity, now: () => new Date(Date.now() + days * DAY_MS) },
    );
  /** Reads everything that is due. */
  const pass = async (days = 0): Promise<void> => {
    while (await checks(days).run(new AbortController().signal));
  };
  const health = async () => {
    const { body } = await firm.admin('get', '/health/ready').expect(200);
    return (body as Health).components!['documents']!;
  };
  const placeOf = async (id: string): Promise<string> => {
    const { blobId } = JSON.parse((await gateway.ports.reads.get(contents, id))!.json) as Content;
    return join(place.folder, blobId.slice(0, 2), blobId);
  };
  /** The result of a download: whether it was complete, and its status. */
  const download = async (id: string, range?: string) => {
    const { body } = await firm.bakery.ask('get', `/files/${id}/download`).expect(200);
    const answer = await fetch(new URL((body as { url: string }).url, origin), range ? { headers: { range } } : {});
    const chunks: Buffer[] = [];
    let isWhole = answer.ok;
    try {
      for await (const chunk of answer.body!) chunks.push(Buffer.from(chunk));
    } catch {
      isWhole = false;
    }
    return { status: answer.status, isWhole, bytes: Buffer.concat(answer.ok ? chunks : []) };
  };

  it('are named by file once they were read, are never sent as right, and leave the health when they are restored', async () => {
    const upload = async (name: string) => (await aFile(firm.bakery.ask, `${name}.txt`, {}, textOf(name))).id;
    const kinds = Object.entries(TAMPERINGS);
    const untouched = await upload('neatins');
    const made: { id: string; name: string; file: string; kept: Buffer }[] = [];
    const other = readFileSync(await placeOf(await upload('altul')));
    for (const [at, [, tampering]] of kinds.entries()) {
      const id = await upload(`doc ${at}`);
      const file = await placeOf(id);
      const kept = readFileSync(file);
      made.push({ id, name: `doc ${at}`, file, kept });
      const changed = tampering(kept, other.subarray(0, kept.length));
      if (changed) writeFileSync(file, changed);
      else rmSync(file);
    }
    await pass();
    const named = await health();
    expect(named.status).toBe('degraded');
    expect(named.detail).toContain(`are not given out: once they are restored from a backup`);
    expect(named.detail).toContain(`(${kinds.length})`);
    expect(named.detail).not.toContain(untouched);
    expect(made.filter(({ id }) => named.detail!.includes(id))).toHaveLength(20);

    for (const { id, name } of made) {
      const whole = await download(id);
      const plain = Buffer.from(textOf(name));
      expect([name, whole.isWhole]).toEqual([name, false]);
      expect(whole.bytes.equals(plain.subarray(0, whole.bytes.length))).toBe(true);
      const part = await download(id, 'bytes=70000-70099');
      if (part.isWhole) expect(part.bytes.equals(plain.subarray(70_000, 70_100))).toBe(true);
    }
    expect((await download(untouched)).isWhole).toBe(true);

    for (const { file, kept } of made) writeFileSync(file, kept);
    await pass();
    expect((await health()).status).toBe('ok');
    expect((await download(made[0]!.id)).isWhole).toBe(true);
  }, 60_000);

  it('are named as soon as somebody has asked for them', async () => {
    const { id } = await aFile(firm.bakery.ask, 'cerut.txt', {}, textOf('cerut'));
    const file = await placeOf(id);
    const kept = readFileSync(file);
    writeFileSync(
      file,
      Buffer.concat([kept.subarray(0, 100_000), Buffer.of(kept[100_000]! ^ 1), kept.subarray(100_001)]),
    );
    const { isWhole, bytes } = await download(id);
    expect(isWhole).toBe(false);
    expect(Buffer.from(textOf('cerut')).subarray(0, bytes.length).equals(bytes)).toBe(true);
    expect((await health()).detail).toContain(
      `${id}, its bytes ${basename(file)} (chunk 1 is not what was sealed there)`,
    );
    rmSync(file);
    expect((await download(id)).status).toBe(503);
    const xml = await aFile(firm.bakery.ask, 'factura.xml', {}, '<Invoice/>');
    const placeOfXml = await placeOf(xml.id);
    const keptXml = readFileSync(placeOfXml);
    writeFileSync(placeOfXml, 'altceva');
    const { body } = await firm.bakery.ask('get', `/files/${xml.id}/preview`).expect(200);
    expect(body).toMatchObject({ kind: 'none', why: 'damaged' });
    writeFileSync(file, kept);
    await pass();
    const { detail } = await health();
    expect([detail!.includes(id), detail!.includes(xml.id)]).toEqual([false, true]);
    writeFileSync(placeOfXml, keptXml);
    await pass();
    expect((await health()).status).toBe('ok');
  });

  it('are read again within 30 days, go on after a start where they were, and say how far they are', async () => {
    await pass(40);
    const { round, newest } = (await readChecked(gateway.ports.vault))!;
    expect(round!.doneAt).not.toBeNull();
    expect((await health()).detail).toMatch(
      new RegExp(
        `until ${newest.created} were read to their ends; the last round over all, ${round!.read} documents, ended at`,
      ),
    );
    // nothing is due: nothing is read
    const quiet = await checks(41).run(new AbortController().signal);
    expect([quiet, (await readChecked(gateway.ports.vault))!.round]).toEqual([false, round]);
    // a round that stops after some documents reads no more of them, and is resumed
    const stopping = new AbortController();
    const { documents } = gateway.installation;
    let opened = 0;
    const open: typeof documents.open = (...all) => {
      if ((opened += 1) === 3) stopping.abort();
      return documents.open(...all);
    };
    await checks(60, { documents: { ...documents, open } }).run(stopping.signal);
    const half = (await readChecked(gateway.ports.vault))!.round!;
    expect([half.doneAt, half.read]).toEqual([null, 2]);
    expect((await health()).detail).toContain(`has read ${half.read}, those that came until ${half.mark.created}`);
    await pass(60);
    expect((await readChecked(gateway.ports.vault))!.round).toMatchObject({ begunAt: half.begunAt, read: round!.read });
  });

  it('that alone cannot be read are named after a while, and do not keep the others from being read', async () => {
    const { id } = await aFile(firm.bakery.ask, 'disc.txt', {}, textOf('disc'));
    const next = await aFile(firm.bakery.ask, 'urmator.txt', {}, textOf('urmator'));
    const { documents } = gateway.installation;
    let isAway = false;
    const open: typeof documents.open = (document, range) => {
      if (document.id === id || isAway) throw new Unavailable('it does not answer');
      return documents.open(document, range);
    };
    const blobs = {
      ...gateway.ports.blobs,
      open: (...all: Parameters<BlobStore['open']>) => {
        if (isAway) throw new Unavailable('it does not answer');
        return gateway.ports.blobs.open(...all);
      },
    };
    const failing = checks(0, { documents: { ...documents, open }, ports: { ...gateway.ports, blobs } });
    const run = () => failing.run(new AbortController().signal);
    // an unavailable store is not a fault of a document
    isAway = true;
    for (let time = 0; time < 4; time += 1) await expect(run()).rejects.toThrow(Unavailable);
    expect((await health()).detail).not.toContain(id);
    isAway = false;
    await run();
    const { detail } = await health();
    expect([detail!.includes(`${id}, its bytes`), detail!.includes('it cannot be read')]).toEqual([true, true]);
    expect(Date.parse((await readChecked(gateway.ports.vault))!.newest.created)).toBeGreaterThanOrEqual(
      Date.parse(next.created_at),
    );
    await pass();
    expect((await health()).detail).not.toContain(id);
  });

  it('are nowhere in the folder as they are, nor is their key anywhere but in the vault and the log, sealed', async () => {
    const { id } = await aFile(firm.bakery.ask, 'canar.txt', {}, textOf('canar'));
    const begun = await firm.bakery.ask('post', '/uploads', undefined, {
      'tus-resumable': '1.0.0',
      'upload-length': '100000',
      'upload-metadata': `filename ${Buffer.from('parte.txt').toString('base64')}`,
    });
    const sent = firm.bakery.ask(
      'patch',
      new URL(begun.headers['location'] as string, 'http://x').pathname,
      undefined,
      {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
    );
    await sent.send(Buffer.from(textOf('parte').slice(0, 60_000))).expect(204);
    const files = readdirSync(place.folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    expect(files.length).toBeGreaterThan(3);
    for (const { parentPath, name } of files) expect(readFileSync(join(parentPath, name)).includes(CANARY)).toBe(false);

    const content = JSON.parse((await gateway.ports.reads.get(contents, id))!.json) as Content;
    const { bytesKey } = (await gateway.installation.documents.contentOf(content))!;
    const everywhere: string[] = [];
    for await (const each of gateway.ports.vault.all('')) everywhere.push(...each);
    for await (const batch of gateway.ports.events.follow(null, AbortSignal.timeout(2_000))) {
      everywhere.push(...batch.map(({ text }) => text));
      if (batch.at(-1)!.position === (await gateway.ports.events.head())) break;
    }
    for (const projector of projectors)
      everywhere.push(...(await gateway.ports.reads.find(projector, { where: {} })).map(({ json }) => json));
    expect(everywhere.length).toBeGreaterThan(100);
    expect(everywhere.filter((text) => text.includes(bytesKey) || text.includes(CANARY))).toEqual([]);
    // nor is it a search term of the audit
    const words = auditWords(bytesKey).filter((word) => word.length > 5);
    expect(words.length).toBeGreaterThan(0);
    for (const word of words)
      expect(await gateway.ports.reads.count(audit, { where: {}, terms: { all: [word], beginnings: [] } })).toBe(0);
  });
});
