/** @jest-environment ./testing/browser.cjs */
import { z } from 'zod';
import { endpoint } from '@dosar/contracts';
import { preferences } from './preferences';
import { Refused, Unreachable } from './refusals';
import { forgetWritten, send } from './send';

const rename = endpoint({
  method: 'PUT',
  path: '/folders/:id',
  summary: 'For this spec.',
  params: z.object({ id: z.string() }),
  query: z.object({ q: z.string().optional(), page: z.number().optional() }),
  body: z.object({ name: z.string() }),
  status: 200,
  reply: z.object({ name: z.string() }),
});
const read = endpoint({ method: 'GET', path: '/folders', summary: 'For this spec.', status: 204 });

/** A server with these consecutive answers, and the requests it got. */
const aServer = (...answers: readonly (() => Response)[]) => {
  const asked: { address: string; method?: string; headers: Record<string, string>; body?: unknown }[] = [];
  globalThis.fetch = async (address, { method, headers, body } = {}) => {
    asked.push({
      address: address as string,
      headers: headers as Record<string, string>,
      ...(method !== undefined && { method }),
      ...(body !== undefined && { body }),
    });
    return answers[asked.length - 1]!();
  };
  return asked;
};
const folder = { params: { id: 'a' }, query: {}, body: { name: 'x' } };
const done = (headers = {}) => Response.json({ name: 'Nouă' }, { headers });
const nothing = () => new Response(null, { status: 204 });

describe('a call', () => {
  const { language } = preferences.get();
  beforeEach(forgetWritten);

  it('is sent as the contract says, and answered as it is parsed', async () => {
    const asked = aServer(done);
    const input = { params: { id: 'a/b' }, query: { q: '', page: 2 }, body: { name: 'Nouă' } };
    expect(await send(rename, input, { token: 't', key: 'k' })).toEqual({ name: 'Nouă' });
    expect(asked).toEqual([
      {
        address: '/api/folders/a%2Fb?page=2',
        method: 'PUT',
        headers: {
          'accept-language': language,
          authorization: 'Bearer t',
          'idempotency-key': 'k',
          'content-type': 'application/json',
        },
        body: '{"name":"Nouă"}',
      },
    ]);
  });

  it('says nothing of a body, a person or a key that it does not have', async () => {
    const asked = aServer(nothing);
    expect(await send(read, {})).toBeUndefined();
    expect(asked).toEqual([{ address: '/api/folders', method: 'GET', headers: { 'accept-language': language } }]);
  });

  it('reads nothing older than what was written last', async () => {
    const asked = aServer(() => done({ 'x-consistency-token': '17' }), nothing, nothing);
    await send(rename, folder);
    await send(read, {});
    await send(read, {});
    expect(asked.map(({ headers }) => headers['x-consistency-token'])).toEqual([undefined, '17', '17']);
  });

  it('that is refused says why, and when it may be sent again; without an answer nobody knows', async () => {
    const problem = { error: 'Numele este folosit.', code: 'NAME_TAKEN', correlation_id: 'c' } as const;
    aServer(
      () => Response.json(problem, { status: 409 }),
      () => Response.json({ ...problem, code: 'TOO_MANY_REQUESTS' }, { status: 429, headers: { 'retry-after': '7' } }),
      () => {
        throw new TypeError('no line');
      },
    );
    await expect(send(read, {})).rejects.toMatchObject({ status: 409, problem, isOurs: true, retryAfter: null });
    await expect(send(read, {})).rejects.toMatchObject({ status: 429, retryAfter: 7 });
    await expect(send(read, {})).rejects.toBeInstanceOf(Unreachable);
    expect(new Refused(409, problem).message).toBe(problem.error);
  });

  it('that somebody else answers is refused with their status, and no more of it is read than its beginning', async () => {
    let pulls = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (stream) => {
        pulls += 1;
        stream.enqueue(new Uint8Array(16 * 1024).fill(60));
      },
    });
    const page = { headers: { 'content-type': 'text/html' } };
    aServer(
      () => new Response(endless, { status: 502, ...page }),
      () => new Response('<html>Sign in to the hotel</html>', { status: 200, ...page }),
      () => new Response('<html>Sign in to the hotel</html>', { status: 200, ...page }),
    );
    await expect(send(rename, folder)).rejects.toMatchObject({ status: 502, problem: {}, isOurs: false });
    expect(pulls).toBeLessThan(8);
    await expect(send(rename, folder)).rejects.toMatchObject({ status: 200, problem: {} });
    await expect(send(read, {})).rejects.toMatchObject({ status: 200, problem: {} });
  });
});
