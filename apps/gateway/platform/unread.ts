import type { Socket } from 'node:net';
import type { Problem as ProblemBody, ProblemCode } from '@dosar/contracts';
import { newId } from '@dosar/kernel/runtime';
import { sentenceOf } from './texts';

const ANSWERS: Readonly<Record<string, readonly [status: string, code: ProblemCode]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'PAYLOAD_TOO_LARGE'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'MALFORMED_REQUEST'],
};

/** What could not even be read as a request is answered like all others, and its line ends. */
export const answerUnread = (
  { code = '' }: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void => {
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const [status, problem] = ANSWERS[code] ?? (['400 Bad Request', 'MALFORMED_REQUEST'] as const);
  const correlationId = newId();
  const body = JSON.stringify({
    error: sentenceOf('ro', problem),
    code: problem,
    correlation_id: correlationId,
  } satisfies ProblemBody);
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-correlation-id': correlationId,
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
};
