import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import classes from './trash-link.module.css';

type Props = { readonly clientId: string; readonly isCurrent: boolean; readonly isShort: boolean };

/** Below the folders: what was deleted of them. */
export const TrashLink = ({ clientId, isCurrent, isShort }: Props) => {
  const { t } = useTranslation();
  return (
    <Link
      to="/files/trash"
      search={{ clientId }}
      className={classes.link}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={t('files.trash')}
      title={isShort ? t('files.trash') : undefined}
    >
      <Trash2 size={17} aria-hidden="true" />
      {!isShort && t('files.trash')}
    </Link>
  );
};
