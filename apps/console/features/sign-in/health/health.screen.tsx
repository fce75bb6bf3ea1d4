import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { systemApi, type Health } from '@dosar/contracts';
import { call } from '../../../platform/api';
import { useSentence } from '../../../platform/faults';
import { Message } from '../../../ui/message';
import { GuestPage } from '../guest-page';
import classes from '../guest-page.module.css';

/** What is wrong may be mended meanwhile. */
const LOOK_MS = 10_000;

type Found = { readonly name: string; readonly detail?: string; readonly isDown: boolean };

const foundIn = ({ components = {} }: Health): Found[] =>
  Object.entries(components)
    .filter(([, { status }]) => status !== 'ok')
    .map(([name, { status, detail }]) => ({ name, detail, isDown: status === 'unavailable' }));

/** What an administrator sees while nothing can be written to the log: which part is wrong, and why. */
export const HealthScreen = () => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const [health, setHealth] = useState<Health | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const look = useCallback(async () => {
    try {
      setHealth(await call(systemApi.details, {}));
      setRefusal(null);
    } catch (error) {
      setRefusal(sentence(error));
    }
  }, [sentence]);
  useEffect(() => {
    const first = setTimeout(() => void look(), 0);
    const looking = setInterval(() => void look(), LOOK_MS);
    return () => {
      clearTimeout(first);
      clearInterval(looking);
    };
  }, [look]);
  const found = health ? foundIn(health) : [];
  return (
    <GuestPage page={t('health.page')} title={t('health.title')} hint={t('health.hint')}>
      {refusal && <Message tone="error">{refusal}</Message>}
      {health && found.length === 0 && <Message tone="success">{t('health.well')}</Message>}
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
