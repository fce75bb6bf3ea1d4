import { LIVE } from '@dosar/contracts';
import { problemOf } from '../http/problem.filter';

/** Nobody but the log tells of it: consoles try again by themselves. */
export const isOurFault = (error: unknown): boolean =>
  ['INTERNAL_ERROR', 'UNAVAILABLE'].includes(problemOf(error).code);

/** What a handshake is told that is refused: a console signs out where it is its token, and nowhere else. */
export const refusalOf = (error: unknown): string => {
  if (isOurFault(error)) return LIVE.unavailable;
  const { code } = problemOf(error);
  if (code === 'TOO_MANY_REQUESTS') return LIVE.full;
  return code === 'VALIDATION_FAILED' ? LIVE.malformed : LIVE.refused;
};
