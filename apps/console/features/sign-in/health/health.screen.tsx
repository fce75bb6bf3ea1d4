import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Health } from '@dosar/contracts';
import { useSentence } from '../../../platform/faults';
import { queries } from '../../../platform/queries';
import { Message } from '../../../ui/message';
import { health, LOOK_MS } from '../../portal/portal.queries';
import { GuestPage } from '../guest-page';
import classes from '../guest-page.module.css';

type Found = { readonly name: string; readonly detail?: string; readonly isDown: boolean };

const foundIn = ({ components = {} }: Health): Found[] =>
  Object.entries(components)
    .filter(([, { status }]) => status !== 'ok')
    .map(([name, { status, detail }]) => ({ name, detail, isDown: status === 'unavailable' }));

/** What an administrator sees while nothing can be written to the log: which part is wrong, and why. */
export const HealthScreen = () => {
  const { t } = useTranslation();
  const sentence = useSentence();
  // it is shown outside of what all other screens are in
  const { data, error } = useQuery({ ...health(), refetchInterval: LOOK_MS }, queries);
  const found = data ? foundIn(data) : [];
  return (
    <GuestPage page={t('health.page')} title={t('health.title')} hint={t('health.hint')}>
      {error && <Message tone="error">{sentence(error)}</Message>}
      {data && found.length === 0 && <Message tone="success">{t('health.well')}</Message>}
      {found.map(({ name, detail, isDown }) => (
        <Message key={name} tone={isDown ? 'error' : 'warning'}>
          <strong>{t(`words.parts.${name}`, { defaultValue: name })}</strong>:{' '}
          {t(isDown ? 'health.down' : 'health.degraded')}
          {detail && <p lang="en">{detail}</p>}
        </Message>
      ))}
      <p className={classes.links}>
        <Link to="/login" state={{ isLeaving: true }}>
          {t('health.leave')}
        </Link>
      </p>
    </GuestPage>
  );
};
