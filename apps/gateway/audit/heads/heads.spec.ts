import { createPublicKey } from 'node:crypto';
import type { api, ReplyOf } from '@dosar/contracts';
import { leafHash, masters, parseCheckpoint, parseNote, rawPublicKey, signedBy } from '@dosar/kernel/runtime';
import { rotateSigningKey, verifyConsistency, verifyInclusion } from '@dosar/kernel/runtime';
import { until } from '@dosar/kernel/testing/waiting';
import { aFile, aFirm, aFolder, aGateway, MASTER, type Gateway } from '../../testing/gateway';

type Heads = typeof api.heads;
type Latest = ReplyOf<Heads['latest']>;
const bytes = (text: string) => Buffer.from(text, 'base64');

describe('what proves the log', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    await aFile(firm.bakery.ask, 'factura.txt', { client_id: firm.bakery.client.id });
  });
  afterAll(() => gateway.close());

  const get = async <T>(path: string) => (await firm.admin('get', path).expect(200)).body as T;
  /** A head over all that there is now: one comes in 5 s at the latest. */
  const sealed = async (): Promise<Latest> => {
    const end = (await gateway.ports.events.head())!;
    await until(async () => ((await gateway.ports.ledger.newest('localhost:3000/audit'))?.position ?? 0n) >= end);
    return get<Latest>('/audit/checkpoints/latest');
  };
  const publicKey = () => get<ReplyOf<Heads['publicKey']>>('/audit/public-key');

  it('is a head that the public key has signed', async () => {
    const { checkpoint, accepted } = await sealed();
    const key = await publicKey();
    const raw = rawPublicKey(createPublicKey(key.public_key));
    const note = parseNote(checkpoint.note)!;
    const said = parseCheckpoint(note.text)!;
    expect(key).toMatchObject({ algorithm: 'Ed25519', key_id: expect.stringMatching(/^[0-9a-f]{8}$/) });
    expect(key.verifier_key.split('+').slice(0, 2)).toEqual(['localhost:3000/audit', key.key_id]);
    expect(said).toEqual({
      origin: 'localhost:3000/audit',
      size: checkpoint.tree_size,
      root: bytes(checkpoint.root_hash),
    });
    const signed = signedBy(note, said.origin, raw)!;
    expect(signed.at!.getTime()).toBe(Math.floor(Date.parse(checkpoint.signed_at) / 1000) * 1000);
    expect(accepted).toEqual([]);
  });

  it('proves each event against the newest head, by its stored bytes', async () => {
    await aFolder(firm.bakery.ask, 'Bonuri', { client_id: firm.bakery.client.id });
    await sealed();
    const { events } = await get<{ events: { event_id: string; event_type: string }[] }>('/audit/events?limit=200');
    for (const { event_id, event_type } of events.filter((_, at) => at % 10 === 5)) {
      const proof = await get<ReplyOf<Heads['inclusion']>>(`/audit/proofs/inclusion?event_id=${event_id}`);
      const { record, leaf_index: index, leaf_hash, tree_size: size, root_hash } = proof;
      expect(JSON.parse(record)).toMatchObject({ id: event_id, type: event_type });
      expect(leafHash(record)).toEqual(bytes(leaf_hash));
      expect(verifyInclusion(leafHash(record), { index, size }, proof.proof.map(bytes), bytes(root_hash))).toBe(true);
      const head = parseCheckpoint(parseNote(proof.note)!.text)!;
      expect([head.size, head.root]).toEqual([size, bytes(root_hash)]);
    }
  });

  it('notes in the audit whose proof was taken, and answers 404 for what is no event, 503 for what has no head yet', async () => {
    const { checkpoint } = await sealed();
    const folder = await aFolder(firm.bakery.ask, 'Contracte', { client_id: firm.bakery.client.id });
    const { events } = await get<{ events: { event_id: string }[] }>(`/audit/events?resource_id=${folder.id}`);
    const path = `/audit/proofs/inclusion?event_id=${events[0]!.event_id}`;
    const answer = await firm.admin('get', path);
    if (answer.status === 503) expect(answer.headers['retry-after']).toBe('5');
    await sealed();
    expect((await get<{ tree_size: number }>(path)).tree_size).toBeGreaterThan(checkpoint.tree_size);
    await firm.admin('get', '/audit/proofs/inclusion?event_id=00000000-0000-4000-8000-000000000000').expect(404);
    const { events: looked } = await get<{ events: { details: object }[] }>('/audit/events?event_type=AuditViewed');
    expect(looked.map(({ details }) => details)).toContainEqual(
      expect.objectContaining({ event_id: events[0]!.event_id }),
    );
  });

  it('proves that a longer log begins with a shorter one', async () => {
    const before = (await sealed()).checkpoint;
    await aFolder(firm.bakery.ask, 'Extrase', { client_id: firm.bakery.client.id });
    const after = (await sealed()).checkpoint;
    const first = { size: before.tree_size, root: bytes(before.root_hash) };
    const second = { size: after.tree_size, root: bytes(after.root_hash) };
    const proof = await get<ReplyOf<Heads['consistency']>>(
      `/audit/proofs/consistency?first=${first.size}&second=${second.size}`,
    );
    expect([proof.first_root, proof.second_root]).toEqual([before.root_hash, after.root_hash]);
    expect(verifyConsistency(first, second, proof.proof.map(bytes))).toBe(true);
    const { checkpoints } = await get<ReplyOf<Heads['list']>>('/audit/checkpoints?limit=2');
    expect(checkpoints.map(({ tree_size }) => tree_size)).toEqual([second.size, expect.any(Number)]);
    for (const wrong of [
      'first=0&second=1',
      `first=1&second=${second.size + 1_000}`,
      'first=2&second=1',
      'first=1',
      'first=x&second=2',
      'first=1&second=99999999999999999999',
    ])
      await firm.admin('get', `/audit/proofs/consistency?${wrong}`).expect(422);
  });

  it('is signed by a new key that the old one has signed', async () => {
    const old = await publicKey();
    const rotated = (await rotateSigningKey(gateway.ports.vault, masters([MASTER]), new Date()))!;
    await aFolder(firm.bakery.ask, 'Cheia nouă', { client_id: firm.bakery.client.id });
    const { checkpoint } = await sealed();
    const key = await publicKey();
    expect(key.keys.map(({ verifier_key }) => verifier_key)).toEqual([old.verifier_key, key.verifier_key]);
    expect(key.keys[1]!.note).toBe(rotated.note);
    const raw = rawPublicKey(createPublicKey(key.public_key));
    expect(signedBy(parseNote(checkpoint.note)!, 'localhost:3000/audit', raw)).not.toBeNull();
  });

  it('is nobody’s who does not audit', async () => {
    for (const path of ['checkpoints', 'checkpoints/latest', 'public-key', 'proofs/consistency?first=1&second=1'])
      for (const ask of [firm.accountantAsk, firm.bakery.ask]) await ask('get', `/audit/${path}`).expect(403);
  });
});
