import type { Socket } from 'node:net';
import type { ProblemCode } from '@dosar/contracts';
import type { Headers } from './headers';
import { rawAnswer } from './raw-answer';

const ANSWERS: Readonly<Record<string, readonly [status: string, code: ProblemCode]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'PAYLOAD_TOO_LARGE'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'MALFORMED_REQUEST'],
};
const MALFORMED = ['400 Bad Request', 'MALFORMED_REQUEST'] as const;

/** Answers bytes that are no valid request like all others, and closes the connection. */
export const answerUnread = ({ code = '' }: NodeJS.ErrnoException, socket: Socket, headers: Headers): void => {
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const [status, problem] = ANSWERS[code] ?? MALFORMED;
  rawAnswer(socket, status, problem, headers);
};
