import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { MOST_FAULTS, PROBLEMS, type Problem as ProblemBody, type ProblemCode } from '@dosar/contracts';
import { Conflict, Damaged, Unavailable } from '@dosar/kernel/runtime';
import { BoundedLog } from '../access/bounded-log';
import type { Call } from '../access/call';
import { newCall } from './http';
import type { AttemptedCall } from '../access/refusals';
import { Problem } from './problem';
import { ruleText, sentenceOf } from './texts';

const RETRY_AFTER_SECONDS = 2;

/** Fastify's own refusals, before or beside our code. */
const FASTIFY: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'MALFORMED_REQUEST',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_REQUEST',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_REQUEST',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  FST_ERR_VALIDATION: 'MALFORMED_REQUEST',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'MALFORMED_REQUEST',
};

/**
 * Headers of the original response, removed when it is refused after all: rights are checked again right before it is sent.
 */
const OF_THE_OTHER = [
  'content-encoding',
  'content-disposition',
  'content-length',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
];

/** Errors of reading from or writing to a disconnected client. */
const HANG_UP = /^(ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_\w+)$/;

/** Whether a call failed because its client disconnected. */
const hasHungUp = (error: unknown, { raw }: FastifyRequest): boolean => {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  const isGone = raw.socket.destroyed || (raw.destroyed && !raw.complete);
  return isGone && (HANG_UP.test(code) || /aborted/i.test(message));
};

/** The response for an error. */
export const problemOf = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  // damage is reported in health, and may be repaired
  if (error instanceof Unavailable || error instanceof Damaged)
    return new Problem('UNAVAILABLE', null, RETRY_AFTER_SECONDS);
  if (error instanceof Conflict) return new Problem('CONFLICT');
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number };
  if (code && FASTIFY[code]) return new Problem(FASTIFY[code]);
  const status = error instanceof HttpException ? error.getStatus() : statusCode;
  if (status === 404 || status === 405) return new Problem('NOT_FOUND');
  if (status === 413) return new Problem('PAYLOAD_TOO_LARGE');
  if (status === 503) return new Problem('UNAVAILABLE', null, RETRY_AFTER_SECONDS);
  if (status !== undefined && status >= 400 && status < 500) return new Problem('MALFORMED_REQUEST');
  return new Problem('INTERNAL_ERROR');
};

/** Limits of a refusal, whatever names it contains. */
const MOST_BYTES = 8 * 1024;
const NAME_LENGTH = 100;
const SENTENCE_LENGTH = 500;

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;

/** The sentence for the caller, in their language. */
export const bodyOf = (
  { code, fields }: Problem,
  { language, correlationId }: Pick<Call, 'language' | 'correlationId'>,
): ProblemBody => {
  const body = { error: sentenceOf(language, code), code, correlation_id: correlationId };
  if (!fields) return body;
  const named: [string, string][] = [];
  let left = MOST_BYTES - Buffer.byteLength(JSON.stringify({ ...body, fields: {} }));
  for (const [path, rule] of fields) {
    const field = [cut(path, NAME_LENGTH), cut(ruleText(language, rule), SENTENCE_LENGTH)] as [string, string];
    left -= Buffer.byteLength(JSON.stringify(field));
    if (left < 0) break;
    named.push(field);
    if (named.length === MOST_FAULTS) break;
  }
  return { ...body, fields: Object.fromEntries(named) };
};

/** Called with every refusal; `asked`: the endpoint or event. */
export type OnProblem = (call: Call, problem: Problem, asked: AttemptedCall) => void;

/** The only place where an error becomes a response. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  /** Set once there is a receiver. */
  onProblem: OnProblem = () => {};

  private readonly outages: BoundedLog;

  constructor(private readonly logger: Logger) {
    this.outages = new BoundedLog(logger);
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const call = (request.call ??= newCall(request));
    const problem = hasHungUp(error, request) ? new Problem('MALFORMED_REQUEST') : problemOf(error);
    const { code, retryAfterSeconds } = problem;
    this.onProblem(call, problem, { method: request.method, route: request.routeOptions.url ?? null });
    this.note(error, problem, call.correlationId);
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    for (const header of OF_THE_OTHER) void reply.removeHeader(header);
    if (retryAfterSeconds !== null) void reply.header('retry-after', String(Math.max(1, retryAfterSeconds)));
    void reply.status(PROBLEMS[code]).send(bodyOf(problem, call));
  }

  /** Only defects are logged as errors: clients disconnect, and outages are reported in health. */
  private note(error: unknown, { code }: Problem, correlation_id: string): void {
    if (code === 'INTERNAL_ERROR' || error instanceof Damaged)
      this.logger.error({ err: error, correlation_id }, 'the call failed');
    else if (code === 'UNAVAILABLE' && error instanceof Unavailable)
      this.outages.warn('', {}, { err: error, correlation_id }, 'the call failed');
    else if (!(error instanceof Problem)) this.logger.debug({ err: error, correlation_id }, 'the call was refused');
  }
}
