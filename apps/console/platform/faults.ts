import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { Refused } from './refusals';
import { toasts } from './toasts';

/** The sentence for an error: the server's own, or that it could not be reached. */
const sentenceOf = (error: unknown): string =>
  error instanceof Refused ? error.problem.error : i18next.t('faults.unreachable');

/** The same for a screen: changes with the language. */
export const useSentence = (): ((error: unknown) => string) => {
  useTranslation();
  return sentenceOf;
};

/** Shows what could not be done, and why. */
export const complain = (title: string, error: unknown): void =>
  void toasts.show({ type: 'error', title, message: sentenceOf(error) });
