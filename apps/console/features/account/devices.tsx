import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from '@mantine/core';
import { LogOut, Monitor, Smartphone } from 'lucide-react';
import type { Session } from '@dosar/contracts';
import { agentIn, isHandheld } from '../../platform/agent';
import { momentOf } from '../../platform/format';
import { toasts } from '../../platform/toasts';
import { Card } from '../../ui/card';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog';
import { signOutEverywhere } from '../../platform/leave';
import { endSession } from './account.mutations';
import { devices, refreshDevices } from './account.queries';
import { Failed } from './failed';
import classes from './form.module.css';

/** Where this person is signed in. */
export const Devices = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(devices());
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Card
      title={t('account.devices.title')}
      text={t('account.devices.text')}
      actions={
        <Button variant="default" leftSection={<LogOut size={16} />} onClick={() => setLeaving(true)}>
          {t('account.devices.endAll')}
        </Button>
      }
    >
      {data ? (
        <ul className={classes.list}>
          {[...data.sessions]
            .sort((a, b) => Number(b.current) - Number(a.current))
            .map((session) => (
              <Device key={session.id} session={session} />
            ))}
        </ul>
      ) : error ? (
        <Failed error={error} onAgain={() => void refetch()} />
      ) : (
        <Skeleton height={120} />
      )}
      {isLeaving && (
        <ConfirmDialog
          title={t('account.devices.endAllTitle')}
          text={t('account.devices.endAllText')}
          action={t('account.devices.endAll')}
          isDangerous
          onConfirm={signOutEverywhere}
          onClose={() => setLeaving(false)}
        />
      )}
    </Card>
  );
};

const Device = ({ session: { id, current, ip, user_agent, last_seen, created_at } }: { readonly session: Session }) => {
  const { t } = useTranslation();
  const { mutate: end, isPending } = useMutation({
    ...endSession(),
    onSettled: refreshDevices,
  });
  const agent = agentIn(user_agent ?? '');
  const name = agent ? t('words.agent', agent) : t('words.unknownAgent');
  const Icon = isHandheld(user_agent ?? '') ? Smartphone : Monitor;
  const told = () => toasts.show({ type: 'success', title: t('account.devices.ended'), message: name });
  return (
    <li className={classes.item}>
      <Icon size={22} aria-hidden="true" />
      <div className={classes.itemText}>
        <span className={classes.itemName}>
          {name}
          {current && <span className={classes.badge}>{t('account.devices.current')}</span>}
        </span>
        <p>{t('account.devices.seen', { at: momentOf(last_seen), address: ip ?? t('account.devices.noAddress') })}</p>
        <p>{t('account.devices.since', { at: momentOf(created_at) })}</p>
      </div>
      {!current && (
        <Button
          variant="default"
          size="xs"
          loading={isPending}
          onClick={() => end(id, { onSuccess: told })}
          aria-label={t('account.devices.endLabel', { name })}
        >
          {t('account.devices.end')}
        </Button>
      )}
    </li>
  );
};
