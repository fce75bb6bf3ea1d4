import { randomUUID } from 'node:crypto';
import { canonical, hmac, parseRecord, type EncryptedRecord } from '@dosar/kernel/runtime';
import { aFile, aFirm, aGateway, PASSWORD, type Gateway } from '../../testing/gateway';

describe('what the log holds of how a command was sent', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  const records = async (): Promise<EncryptedRecord[]> => {
    const { events } = gateway.ports;
    const head = await events.head();
    const reading = new AbortController();
    const all: EncryptedRecord[] = [];
    for await (const batch of events.follow(null, reading.signal)) {
      all.push(...batch.map(parseRecord));
      if (batch.at(-1)!.position >= head!) break;
    }
    reading.abort();
    return all;
  };
  const newestOf = async (wanted: string) => (await records()).filter(({ type }) => type === wanted).at(-1)!;
  /** What somebody with log, vault and master key can compute for guessed words. */
  const guessed = (...words: string[]) => hmac(gateway.installation.keys.marks.secret, ...words);

  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  it('is nothing when it was sent without an idempotency key', async () => {
    await firm.admin('patch', `/clients/${firm.bakery.client.id}`, { cui: '14399840' }).expect(200);
    const { command } = await newestOf('ClientDetailsChanged');
    expect(command).toEqual({ id: expect.any(String) as string, key: null, body: null });
  });

  it('cannot be compared with guesses of its body without the random key', async () => {
    const { id } = firm.bakery.client;
    const key = randomUUID();
    const changes = { phone: '0722333444' };
    await firm.admin('patch', `/clients/${id}`, changes, { 'idempotency-key': key }).expect(200);
    const { command, actor } = await newestOf('ClientDetailsChanged');
    const words = `PATCH /clients/:id ${canonical({ id, ...changes })}`;
    // with the random key the right guess is confirmed
    expect(command.body).toBe(guessed('body', `${actor.id} ${key}`, words));
    for (const known of ['', command.id, command.key!, actor.id, `${actor.id} `, actor.sessionId!])
      expect([guessed('body', words), guessed('body', known, words)]).not.toContain(command.body);
  });

  it('is the same for two passwords, of which the first one counts', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = { role: 'admin', name: 'Ana Pop', email: 'ana@contab.test' };
    const first = await firm.admin('post', '/users', { ...body, password: PASSWORD }, key).expect(201);
    const second = await firm.admin('post', '/users', { ...body, password: 'Alta-Parola-2' }, key).expect(201);
    expect((second.body as { user: object }).user).toEqual((first.body as { user: object }).user);
    await gateway.anonymous('post', '/auth/login', { email: body.email, password: PASSWORD }).expect(200);
  });

  it('tells nobody the address and the agent of a download', async () => {
    const { ask } = firm.bakery;
    const file = await aFile(ask, 'Factura.txt');
    const opened = await ask('get', `/files/${file.id}/download`).expect(200);
    await gateway.anonymous('get', (opened.body as { url: string }).url.replace('/api', '')).expect(200);
    const archive = await ask('post', '/bulk/files/download', { file_ids: [file.id], client_id: file.client_id });
    await gateway.anonymous('get', (archive.body as { url: string }).url.replace('/api', '')).expect(200);
    const downloads = (await records()).filter(({ type }) => type === 'FileDownloaded');
    expect(downloads.length).toBeGreaterThan(1);
    for (const { command, data } of downloads) {
      const { archiveId = '' } = data as { archiveId?: string };
      for (const agent of ['', 'null'])
        for (const words of [`archive ${archiveId} 127.0.0.1 ${agent} 0`, `download ${file.id} 127.0.0.1 ${agent}`])
          expect(command.key).not.toContain(guessed('key', words));
    }
  });
});
