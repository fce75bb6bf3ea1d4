import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Me } from '@dosar/contracts';
import { Gone } from './gone';
import { TimelineLink } from '../history/timeline-link';

type Props = { readonly user: Me; readonly clientId: string; readonly name: string | undefined };

/** A client who was deleted, or is somebody else's now, and another is chosen; who may read the audit sees who did it. */
export const ClientGone = ({ user, clientId, name }: Props) => {
  const { t } = useTranslation();
  return (
    <Gone
      title={name === undefined ? t('screens.clientGone') : t('screens.gone', { name })}
      text={t('screens.clientGoneText')}
    >
      <Button renderRoot={(props) => <Link to="/files-select" {...props} />}>{t('screens.anotherClient')}</Button>
      <TimelineLink user={user} thing={{ client_id: clientId }} />
    </Gone>
  );
};
