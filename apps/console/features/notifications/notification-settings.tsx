import { useTranslation } from 'react-i18next';
import { useMutation, useMutationState, useQuery } from '@tanstack/react-query';
import { Checkbox, Select, Skeleton, TextInput } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import {
  LetterPause,
  NotificationKind,
  type NotificationPreferences,
  type NotificationPreferencesChange,
} from '@dosar/contracts';
import { useFault } from '../../platform/queries';
import { toasts } from '../../platform/toasts';
import { Card } from '../../ui/card';
import { Fault } from '../../ui/screens';
import { changeNotificationPreferences } from './notifications.mutations';
import { notificationPreferences } from './notifications.queries';
import classes from './notification-settings.module.css';

const CHANNELS = ['in_app', 'email'] as const;
const NIGHT = { from: '20:00', to: '08:00' } as const;

/** Of what somebody wants to be told, how, and when not. */
export const NotificationSettings = () => {
  const { t } = useTranslation();
  useDocumentTitle(t('inbox.settings.page'));
  const found = useQuery(notificationPreferences);
  const fault = useFault(found);
  return (
    <Card title={t('inbox.settings.title')} text={t('inbox.settings.text')}>
      {fault !== null && <Fault error={fault} reset={() => void found.refetch()} part={t('inbox.failedPreferences')} />}
      {!found.data && fault === null && <Skeleton height={180} radius="md" aria-hidden="true" />}
      {found.data && <Choices preferences={found.data.preferences} />}
    </Card>
  );
};

const withChange = (
  before: NotificationPreferences,
  { quiet_hours = before.quiet_hours, letters = before.letters, ...kinds }: NotificationPreferencesChange,
): NotificationPreferences => ({
  message_new: { ...before.message_new, ...kinds.message_new },
  file_uploaded: { ...before.file_uploaded, ...kinds.file_uploaded },
  file_processed: { ...before.file_processed, ...kinds.file_processed },
  letters,
  quiet_hours,
});

/** What is kept, and what is on its way to be: it goes again when it is not kept. */
const useShown = (kept: NotificationPreferences): NotificationPreferences => {
  const { mutationKey } = changeNotificationPreferences;
  const underway = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as { readonly body: NotificationPreferencesChange }).body,
  });
  return underway.reduce(withChange, kept);
};

const Choices = ({ preferences: kept }: { readonly preferences: NotificationPreferences }) => {
  const { t } = useTranslation();
  const preferences = useShown(kept);
  const { mutate } = useMutation(changeNotificationPreferences);
  const change = (body: NotificationPreferencesChange) => {
    mutate({ body }, { onSuccess: () => void toasts.show({ type: 'success', title: t('inbox.settings.saved') }) });
  };
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            {CHANNELS.map((channel) => (
              <th key={channel} scope="col">
                {t(`inbox.settings.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NotificationKind.options.map((kind) => (
            <tr key={kind}>
              <th scope="row">{t(`inbox.kinds.${kind}`)}</th>
              {CHANNELS.map((channel) => (
                <td key={channel}>
                  <Checkbox
                    aria-label={`${t(`inbox.kinds.${kind}`)}: ${t(`inbox.settings.${channel}`)}`}
                    checked={preferences[kind][channel]}
                    onChange={({ currentTarget }) => change({ [kind]: { [channel]: currentTarget.checked } })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Select
        className={classes.pause}
        label={t('inbox.settings.letters')}
        description={t('inbox.settings.lettersText')}
        data={LetterPause.options.map((value) => ({ value, label: t(`inbox.settings.pauses.${value}`) }))}
        value={preferences.letters}
        allowDeselect={false}
        onChange={(letters) => letters && change({ letters })}
      />
      <Quiet hours={preferences.quiet_hours} onChange={(quiet_hours) => change({ quiet_hours })} />
    </>
  );
};

type QuietProps = {
  readonly hours: NotificationPreferences['quiet_hours'];
  readonly onChange: (hours: NotificationPreferences['quiet_hours']) => void;
};

const Quiet = ({ hours, onChange }: QuietProps) => {
  const { t } = useTranslation();
  return (
    <div className={classes.quiet}>
      <Checkbox
        label={t('inbox.settings.quiet')}
        description={t('inbox.settings.quietText')}
        checked={hours !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? NIGHT : null)}
      />
      {hours && (
        <div className={classes.hours}>
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={`${end} ${hours[end]}`}
              type="time"
              label={t(`inbox.settings.${end}`)}
              defaultValue={hours[end]}
              onBlur={({ currentTarget }) => {
                const { value } = currentTarget;
                if (value === '') currentTarget.value = hours[end];
                else if (value !== hours[end]) onChange({ ...hours, [end]: value });
              }}
            />
          ))}
        </div>
      )}
    </div>
  );
};
