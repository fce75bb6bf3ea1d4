import i18next, { type ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { faultIdOf, Refused, Unreachable } from './refusals';
import { toasts } from './toasts';

const SOON_SECONDS = 30;

/** What an answer means that says nothing itself. */
const BY_STATUS: Readonly<Record<number, ParseKeys>> = {
  400: 'problems.MALFORMED_REQUEST',
  401: 'problems.AUTHENTICATION_REQUIRED',
  403: 'problems.ACCESS_DENIED',
  404: 'problems.NOT_FOUND',
  408: 'faults.late',
  409: 'problems.CONFLICT',
  413: 'problems.PAYLOAD_TOO_LARGE',
  415: 'problems.INVALID_FILE_TYPE',
  422: 'problems.VALIDATION_FAILED',
  429: 'problems.TOO_MANY_REQUESTS',
  502: 'faults.away',
  503: 'faults.away',
  504: 'faults.late',
  507: 'problems.QUOTA_EXCEEDED',
  511: 'faults.foreign',
};

const byStatus = (status: number): ParseKeys => {
  if (status < 400) return 'faults.foreign';
  return BY_STATUS[status] ?? (status >= 500 ? 'faults.server' : 'faults.unknown');
};

/** Why it failed, where the server does not say it. */
const reasonOf = (error: unknown, misread: ParseKeys): string => {
  if (error instanceof Refused) return i18next.t(byStatus(error.status), { status: error.status });
  return i18next.t(error instanceof Unreachable ? 'faults.unreachable' : misread);
};

/** When it may be tried again, where that is not soon. */
const afterOf = (error: unknown): readonly string[] => {
  const { status, retryAfter } = error instanceof Refused ? error : { status: 0, retryAfter: null };
  if (status !== 429 || retryAfter === null || retryAfter <= SOON_SECONDS) return [];
  return [i18next.t('faults.after', { count: Math.ceil(retryAfter / 60) })];
};

/** The server's own sentence, or `failure`, what could not be done, and why as far as it is known. */
const sentenceOf = (error: unknown, failure?: ParseKeys, misread: ParseKeys = 'faults.unknown'): string => {
  const said = error instanceof Refused ? error.problem.error : undefined;
  const failed = failure && said === undefined ? [`${i18next.t(failure)}.`] : [];
  return [...failed, said ?? reasonOf(error, misread), ...afterOf(error)].join(' ');
};

/** The same for a screen: changes with the language. */
export const useSentence = (): ((error: unknown, failure?: ParseKeys) => string) => {
  useTranslation();
  return sentenceOf;
};

/** Shows what could not be done, and why; with what a fault of the server is found by. */
export const complain = (title: string, error: unknown, misread?: ParseKeys): void => {
  toasts.show({ type: 'error', title, message: sentenceOf(error, undefined, misread), errorId: faultIdOf(error) });
};
