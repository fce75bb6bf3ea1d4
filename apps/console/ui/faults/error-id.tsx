import { useTranslation } from 'react-i18next';
import { CopyButton } from '../copy-button';
import classes from './error-id.module.css';

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
