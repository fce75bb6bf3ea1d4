import type { Socket } from 'node:net';
import type { Problem as ProblemBody, ProblemCode } from '@dosar/contracts';
import { newId } from '@dosar/kernel/runtime';
import type { Headers } from './headers';
import { sentenceOf } from './texts';

/** The body and headers of a problem, where there is no framework. */
export const problemBody = (code: ProblemCode): { readonly body: string; readonly headers: Headers } => {
  const correlationId = newId();
  const body = JSON.stringify({
    error: sentenceOf('ro', code),
    code,
    correlation_id: correlationId,
  } satisfies ProblemBody);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-correlation-id': correlationId,
  };
  return { body, headers };
};

/** Answers over a raw socket, and frees its descriptor, whatever its client does. */
export const rawAnswer = (socket: Socket, status: string, code: ProblemCode, headers: Headers): void => {
  const { body, headers: own } = problemBody(code);
  const lines = Object.entries({ ...headers, ...own, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
};
