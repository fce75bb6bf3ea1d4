import { now } from './clock';
import { z } from 'zod';
import { Problem } from '@dosar/contracts';

/** What a proxy says of itself in JSON; a whole page is no sentence. */
const Sentence = z.string().trim().min(1).max(300);
const Foreign = z.object({
  error: Sentence.optional().catch(undefined),
  message: Sentence.optional().catch(undefined),
});

/** What is known of a refusal. Whoever is not the portal has no code, and often no sentence. */
export type Refusal = Partial<Problem>;

/** An answer that is no success. `problem.error` is a sentence for the person. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** When it was. */
  readonly at = Date.now();
  constructor(
    readonly status: number,
    readonly problem: Refusal,
    /** After so many seconds it may be tried again. */
    readonly retryAfter: number | null = null,
  ) {
    super(problem.error ?? `an answer ${status}`);
  }

  /** The portal itself answered: only it knows whether a session has ended, or a thing is gone. */
  get isOurs(): boolean {
    return this.problem.code !== undefined;
  }
}

/** The portal itself refuses so: whoever stands between knows nothing of what was asked for. */
export const refusedWith = (error: unknown, ...statuses: readonly number[]): error is Refused =>
  error instanceof Refused && error.isOurs && statuses.includes(error.status);

/** The session has ended, or the token's time is over; a proxy that asks for a password says neither. */
export const isOver = (error: unknown): error is Refused => refusedWith(error, 401);

/** Under what id whoever runs the server finds its fault; null: a refusal is nothing to look for. */
export const faultIdOf = (error: unknown): string | null =>
  error instanceof Refused && error.status >= 500 ? (error.problem.correlation_id ?? null) : null;

/** No answer: whether anything was done is unknown. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** A part of the console could not be loaded: the line is lost, or a newer console was installed. Only a new page has it. */
export class MissingPart extends Unreachable {}

const NETWORK_SIGN_IN = 511;
const isAway = ({ status, isOurs }: Refused) =>
  [502, 503, 504].includes(status) || (!isOurs && (status < 400 || status === NETWORK_SIGN_IN));

/** The portal was not reached, or is not there for a while: a retry may succeed. */
export const isPassing = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof Refused && isAway(error));

const foreign = (body: unknown): Refusal => {
  const { error, message } = Foreign.safeParse(body).data ?? {};
  const sentence = error ?? message;
  return sentence === undefined ? {} : { error: sentence };
};

const LONGEST_SECONDS = 24 * 60 * 60;
/** A number of seconds, or a time. */
const secondsOf = (retryAfter: string | null): number | null => {
  if (retryAfter === null) return null;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now().getTime()) / 1000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 0), LONGEST_SECONDS);
};

/** The error for an answer that is not what was expected, whoever it is from. */
export const problemOf = (
  status: number,
  body: unknown,
  header: (name: string) => string | null = () => null,
): Refused => {
  const ours = Problem.safeParse(body);
  const id = header('x-correlation-id');
  const refusal = ours.success ? ours.data : { ...foreign(body), ...(id !== null && { correlation_id: id }) };
  return new Refused(status, refusal, secondsOf(header('retry-after')));
};

/** What an answer says; undefined: whoever writes so is not the portal. */
export const answerIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What of an error is read: a page of megabytes says no more than its beginning. */
const MOST_BYTES = 64 * 1024;

const beginningOf = async ({ body }: Response): Promise<string> => {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let read = 0; reader && read < MOST_BYTES;) {
    const { done, value } = await reader.read();
    if (done) return text;
    read += value.byteLength;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  return text;
};

/** A page of whoever stands between, where the portal would have said something, or nothing. */
export const isOfSomebodyElse = ({ headers }: Response, hasReply: boolean): boolean => {
  const type = headers.get('content-type') ?? '';
  return hasReply ? !/\bjson\b/.test(type) : /\bhtml\b/.test(type);
};

/** The error for an unsuccessful response. @throws what reading it throws */
export const refusalOf = async (response: Response): Promise<Refused> => {
  const body = answerIn(await beginningOf(response));
  return problemOf(response.status, body, (name) => response.headers.get(name));
};

/** A refusal of a body whose fields have other names in the form that it was typed in. */
export const refusedAs = (error: unknown, typedAs: (field: string) => string): unknown => {
  if (!(error instanceof Refused) || !error.problem.fields) return error;
  const fields = Object.fromEntries(
    Object.entries(error.problem.fields).map(([field, said]) => [typedAs(field), said]),
  );
  return new Refused(error.status, { ...error.problem, fields });
};
