import { generate } from 'otplib';
import type { Client, Folder, Message, SecondFactor, User } from '@dosar/contracts';
import { parseRecord, type EncryptedRecord } from '@dosar/kernel/runtime';
import {
  aFile,
  aFirm,
  aFolder,
  aGateway,
  aLetter,
  memoryPorts,
  PASSWORD,
  tokenIn,
  type Ask,
} from '../../testing/gateway';
import { next, socketsTo } from '../../testing/sockets';

const BEFORE = new Date('2026-12-31T23:59:30.000Z');
const AFTER = new Date('2027-01-01T00:00:30.000Z');
const V = { 'tus-resumable': '1.0.0' };
const password = { current_password: PASSWORD };

/** Freezes the clock at a time; timers keep running. */
const setClock = (now: Date) => {
  const real = ['nextTick', 'setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout', 'setInterval'] as const;
  jest.useFakeTimers({ now, doNotFake: [...real, 'clearInterval', 'queueMicrotask', 'performance'] });
};

type Ports = ReturnType<typeof memoryPorts>;
type Person = { readonly client: Client; readonly user: User; readonly ask: Ask };

/** The keys named by the records of a thing: the owner's, and that of address and agent. */
const keysOf = async ({ events }: Ports, ofThing: (record: EncryptedRecord) => boolean): Promise<string[]> => {
  const found: string[] = [];
  const until = new AbortController();
  const head = (await events.head())!;
  for await (const batch of events.follow(null, until.signal)) {
    for (const record of batch.map(parseRecord).filter(ofThing)) {
      const k = Object.values(record.personal ?? {})[0]?.k;
      const origin = record.origin?.k;
      const of = (name?: string) => name?.split('/').slice(0, 2).join(' ').replace(/:\S+/, '');
      found.push(`${record.type}: ${of(k)}, ${of(origin)}`);
    }
    if (batch.at(-1)!.position >= head) break;
  }
  until.abort();
  return found;
};

/** @returns a function that sends the other half, and the resulting file's id */
const begunUpload = async ({ ask }: Person, half: Buffer) => {
  const metadata = `filename ${Buffer.from('registru.txt').toString('base64')}`;
  const begun = await ask('post', '/uploads', undefined, {
    ...V,
    'upload-length': String(2 * half.length),
    'upload-metadata': metadata,
  }).expect(201);
  const place = begun.headers['location']!;
  const bring = (offset: number) =>
    ask('patch', place, undefined, {
      ...V,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    }).send(half);
  await bring(0).expect(204);
  return async () => (await bring(half.length).expect(204)).headers['x-file-id']!;
};

/** Creates folders until the drive has a snapshot. */
const untilSnapshot = async ({ snapshots }: Ports, { client, ask }: Person) => {
  const isThere = async () => (await snapshots.get(`drive-${client.id}`)) !== null;
  for (let year = 1990; !(await isThere()) && year < 2100; year += 1)
    await ask('post', '/folders/bulk-create-accounting-structure', { year }).expect(201);
  expect(await isThere()).toBe(true);
};

describe('over midnight of the last day of a year', () => {
  afterAll(() => jest.useRealTimers());

  it('what was sealed before opens, what goes on is of the year in which it began, and what begins is of the new one', async () => {
    setClock(BEFORE);
    const ports = memoryPorts();
    const gateway = await aGateway({}, ports);
    const { bakery, accountant, accountantAsk } = await aFirm(gateway);
    const { ask, client, user } = bakery;
    const folder = await aFolder(ask, 'Facturi');
    const file = await aFile(ask, 'bon.txt');
    const say = async (text: string) =>
      ((await ask('post', `/conversations/${client.id}/messages`, { text }).expect(201)).body as { data: Message })
        .data;
    const said = await say('La mulți ani');
    const { body } = await accountantAsk('post', '/auth/two-step/totp', password).expect(200);
    const { secret } = body as { secret: string };
    const code = (seconds: number) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + seconds });
    await accountantAsk('post', '/auth/two-step/totp/confirm', { code: await code(-30) }).expect(200);
    const finish = await begunUpload(bakery, Buffer.from('o jumătate'));
    await gateway.anonymous('post', '/auth/forgot-password', { email: user.email }).expect(202);
    const token = tokenIn((await aLetter(gateway, user.email!)).link);
    await untilSnapshot(ports, bakery);
    const { tokenOf, enter } = await socketsTo(gateway);
    const socket = await enter(await tokenOf(user.email!));

    jest.setSystemTime(AFTER);
    const told = next(socket, 'message:new');
    const later = await say('Bine ați venit');
    await told;
    await ask('put', `/messages/${said.id}`, { text: 'La mulți ani tuturor' }).expect(200);
    await ask('put', `/folders/${folder.id}`, { name: 'Facturi vechi' }).expect(200);
    await ask('patch', `/files/${file.id}`, { name: 'bon vechi.txt' }).expect(200);
    await ask('post', `/files/${file.id}/notes`, { text: 'de anul trecut' }).expect(201);
    const uploaded = await finish();
    await aFolder(ask, 'Facturi noi');
    const first = await gateway.anonymous('post', '/auth/login', { email: accountant.email, password: PASSWORD });
    const { second_factor } = first.body as SecondFactor;
    const proof = { token: second_factor.token, method: 'totp', code: await code(0) };
    await gateway.anonymous('post', '/auth/second-factor', proof).expect(200);
    await gateway.anonymous('get', `/auth/reset-password/${token}`).expect(200);

    const of = (id: string) => keysOf(ports, ({ resource }) => resource.id === id);
    expect(await of(folder.id)).toEqual([
      'FolderCreated: files 2026, origin 2026',
      'FolderRenamed: files 2026, origin 2027',
    ]);
    expect(await of(file.id)).toEqual([
      'FileUploaded: files 2026, origin 2026',
      'FileRenamed: files 2026, origin 2027',
      'FileNoteAdded: files 2026, origin 2027',
    ]);
    expect(await of(uploaded)).toEqual(['FileUploaded: files 2027, origin 2027']);
    expect(await of(said.id)).toEqual([
      'MessageSent: conversation 2026, origin 2026',
      'MessageEdited: conversation 2026, origin 2027',
    ]);
    expect(await of(later.id)).toEqual(['MessageSent: conversation 2027, origin 2027']);
    socket.disconnect();
    await gateway.close();

    // from the snapshot of the year before, and with all keys
    const again = await aGateway({}, ports);
    const asked = await again.signIn(user.email!);
    await asked('put', `/folders/${folder.id}`, { name: 'Facturi din 2026' }).expect(200);
    const { folders } = (await asked('get', '/folders').expect(200)).body as { folders: Folder[] };
    const names = folders.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Facturi din 2026', 'Facturi noi']));
    expect(names).not.toContain(null);
    await again.close();
  });
});
