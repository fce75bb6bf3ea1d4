import { CannotStart } from '../cannot-start';

/** What of the answers is needed: the contract's `/audit`. */
type Latest = { readonly checkpoint: { readonly note: string } };
type Keys = { readonly keys: readonly { readonly verifier_key: string; readonly note: string | null }[] };
type Proof = { readonly proof: readonly string[] };

/** How long a portal has to answer. */
const PATIENCE_MS = 30_000;
const MOST_BYTES = 1_000_000;

/** Calls of a portal elsewhere, as an account that may audit. @throws CannotStart */
export const portalAt = async (address: string) => {
  const call = async <T>(method: string, path: string, more: { token?: string; body?: object } = {}): Promise<T> => {
    const { token, body } = more;
    const answer = await fetch(new URL(`/api${path}`, address), {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: Error) => {
      throw new CannotStart(`${address} does not answer: ${error.message}`);
    });
    const text = await answer.text();
    if (!answer.ok || text.length > MOST_BYTES)
      throw new CannotStart(`${address} answers ${method} ${path} with ${answer.status}: ${text.slice(0, 200)}`);
    return JSON.parse(text) as T;
  };
  const { DOSAR_WITNESS_EMAIL: email, DOSAR_WITNESS_PASSWORD: password } = process.env;
  if (!email || !password) throw new CannotStart('DOSAR_WITNESS_EMAIL and DOSAR_WITNESS_PASSWORD are not set');
  const { token } = await call<{ token?: string }>('POST', '/auth/login', { body: { email, password } });
  if (token === undefined)
    throw new CannotStart(`${email} needs a second factor to sign in, which a witness does not have`);
  const get = <T>(path: string) => call<T>('GET', path, { token });
  return {
    head: async () => (await get<Latest>('/audit/checkpoints/latest')).checkpoint,
    keys: async () => (await get<Keys>('/audit/public-key')).keys,
    proof: async (first: number, second: number) => {
      const path = `/audit/proofs/consistency?first=${first}&second=${second}`;
      const { proof } = await get<Proof>(path);
      return proof.map((hash) => Buffer.from(hash, 'base64'));
    },
  };
};
