import { useTranslation } from 'react-i18next';
import { Refused } from '../../platform/refusals';
import { CopyButton } from '../copy-button';
import classes from './error-id.module.css';

/** Under what id whoever runs the server finds an error; null where there is none to look for. */
export const errorIdOf = (error: unknown): string | null =>
  error instanceof Refused ? (error.problem.correlation_id ?? null) : null;

/** A fault of the server, unlike a refusal, is worth looking for. */
export const isServerFault = (error: unknown): boolean => error instanceof Refused && error.status >= 500;

/** The id of an error, to be copied into a message to whoever can look for it. */
export const ErrorId = ({ id }: { readonly id: string | null }) => {
  const { t } = useTranslation();
  if (!id) return null;
  return (
    <p className={classes.id}>
      <span>
        {t('faults.id')}: <code>{id}</code>
      </span>
      <CopyButton text={id} label={t('faults.copyId')} />
    </p>
  );
};
