import { useTranslation } from 'react-i18next';
import { Refused } from './refusals';
import { toasts } from './toasts';

/** A sentence for whatever went wrong: the server's own, or that it could not be reached. */
export const useSentence = (): ((error: unknown) => string) => {
  const { t } = useTranslation();
  return (error) => (error instanceof Refused ? error.problem.error : t('faults.unreachable'));
};

/** Says what could not be done, and why. */
export const useComplaint = (): ((title: string, error: unknown) => void) => {
  const sentence = useSentence();
  return (title, error) => void toasts.show({ type: 'error', title, message: sentence(error) });
};
