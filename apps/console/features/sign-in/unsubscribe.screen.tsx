import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { notificationsApi } from '@dosar/contracts';
import { useSentence } from '../../platform/faults';
import { usePending } from '../../platform/pending';
import { refusedWith } from '../../platform/refusals';
import { send } from '../../platform/send';
import { Message } from '../../ui/message';
import { GuestPage } from './guest-page';
import classes from './guest-page.module.css';

/** One button: a scanner of mails that only looks at the address ends nothing. */
export const UnsubscribeScreen = ({ token }: { readonly token: string | undefined }) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const [busy, run] = usePending();
  const [isDone, setDone] = useState(false);
  const [isOver, setOver] = useState(token === undefined);
  const [refusal, setRefusal] = useState<string | null>(null);
  const refuse = (error: unknown) => {
    if (refusedWith(error, 404)) setOver(true);
    else setRefusal(sentence(error));
  };
  const press = () => {
    setRefusal(null);
    void run(() => send(notificationsApi.unsubscribe, { params: { token: token! } }).then(() => setDone(true), refuse));
  };
  const isAsking = !isDone && !isOver;
  return (
    <GuestPage
      page={t('entry.unsubscribe.page')}
      title={t('entry.unsubscribe.title')}
      hint={isAsking ? t('entry.unsubscribe.hint') : undefined}
    >
      {isDone && <Message tone="success">{t('entry.unsubscribe.done')}</Message>}
      {isOver && <Message tone="error">{t('entry.unsubscribe.over')}</Message>}
      {refusal && <Message tone="error">{refusal}</Message>}
      {isAsking && (
        <Button size="md" loading={busy} onClick={press} fullWidth>
          {t('entry.unsubscribe.action')}
        </Button>
      )}
      <p className={classes.links}>
        <Link to="/settings/notifications">{t('entry.unsubscribe.settings')}</Link>
      </p>
    </GuestPage>
  );
};
