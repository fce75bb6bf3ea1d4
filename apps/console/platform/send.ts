import type { EndpointSpec, ReplyOf, RequestOf } from '@dosar/contracts';
import { learnTime } from './clock';
import { preferences } from './preferences';
import { isOfSomebodyElse, problemOf, Refused, refusalOf, Unreachable } from './refusals';
import { watched } from './live/waits';

export const TIMEOUT_MS = 30_000;
const ACCEPTED = 202;

/** The newest consistency token: the server then answers no older state. */
let newest: string | null = null;
export const forgetWritten = (): void => {
  newest = null;
};
export const noteWritten = (token: string | null): void => {
  newest = token ?? newest;
};

const deeds = new WeakMap<object, string>();
/** The correlation id of this reply, with which it can be undone. */
export const deedOf = (reply: object): string | null => deeds.get(reply) ?? null;

/** Like `crypto.randomUUID`, which pages over plain HTTP do not have. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** What names one deed that takes several calls: a UUID. */
export const newDeed = (): string => newKey().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

type Parts = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** With files, without a time limit. */
  readonly form?: FormData;
};

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

export const addressOf = ({ path }: EndpointSpec, { params = {}, query = {} }: Parts): string => {
  const place = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(text(params[name])));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(asked.map(([name, value]) => [name, text(value)])).toString();
  return `/api${place}${search && `?${search}`}`;
};

/** The headers of every request. */
export const headersOf = (token: string | null, key: string | null): Record<string, string> => ({
  'accept-language': preferences.get().language,
  ...(token !== null && { authorization: `Bearer ${token}` }),
  ...(key !== null && { 'idempotency-key': key }),
  ...(newest !== null && { 'x-consistency-token': newest }),
});

/** The response, and its body where the contract has one. @throws Refused, Unreachable */
const answerTo = async (asking: Promise<Response>, { reply }: EndpointSpec) => {
  try {
    const response = await asking;
    noteWritten(response.headers.get('x-consistency-token'));
    learnTime(response.headers.get('date'));
    if (!response.ok) throw await refusalOf(response);
    if (isOfSomebodyElse(response, reply !== undefined)) throw problemOf(response.status, undefined);
    return { response, body: reply ? ((await response.json()) as unknown) : undefined };
  } catch (error) {
    throw error instanceof Refused ? error : new Unreachable(String(error));
  }
};

export type SendOptions = {
  readonly token?: string | null;
  /** The same for all attempts of one write. */
  readonly key?: string | null;
  /** The same for all calls of one deed, so that they are one in the audit, and one undo. */
  readonly deed?: string | undefined;
  readonly signal?: AbortSignal;
};

/** Sends a request by the contract: address, body, and the parsed reply. @throws Refused, Unreachable */
export const send = async <E extends EndpointSpec>(
  spec: E,
  input: RequestOf<E>,
  { token = null, key = null, deed, signal }: SendOptions = {},
): Promise<ReplyOf<E>> => {
  const parts = input as Parts;
  const ends = [...(signal ? [signal] : []), ...(parts.form ? [] : [AbortSignal.timeout(TIMEOUT_MS)])];
  const answer = answerTo(
    fetch(addressOf(spec, parts), {
      method: spec.method,
      headers: {
        ...headersOf(token, key),
        ...(deed !== undefined && { 'x-correlation-id': deed }),
        ...(parts.body !== undefined && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.any(ends),
      ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
      ...(parts.form && { body: parts.form }),
    }),
    spec,
  );
  // what may take long says itself how far it is
  const isLong = spec.also?.[ACCEPTED] !== undefined || parts.form !== undefined;
  const { response, body } = await (isLong ? answer : watched(answer));
  const reply = spec.reply?.parse(body) as ReplyOf<E>;
  const done = response.headers.get('x-correlation-id');
  if (done !== null && typeof reply === 'object' && reply !== null) deeds.set(reply, done);
  return reply;
};
