import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import type { Mandate } from '@dosar/contracts';
import { usePatientForm } from '../../ui/forms/forms';
import { DayInput } from '../../ui/forms/day-input';
import { EntryForm } from '../../ui/forms/entry-form';
import { Dialog } from '../../ui/dialogs/dialog';
import { toasts } from '../../platform/toasts';
import { prolongMandate } from './auditors.queries';
import { endsWith } from './days';

type Props = { readonly mandate: Mandate; readonly onClose: () => void };

/** How long a mandate lasts, whole days. */
export const ProlongDialog = ({ mandate: { id, auditor, until }, onClose }: Props) => {
  const { t } = useTranslation();
  const name = auditor.name ?? auditor.email ?? '';
  const form = usePatientForm({
    initialValues: { until: until.slice(0, 10) },
    validate: ({ until: day }) => Object.fromEntries(day === '' ? [['until', t('rules.required')]] : []),
  });
  const { mutateAsync } = useMutation(prolongMandate());
  const send = async ({ until: day }: { until: string }) => {
    await mutateAsync({ params: { id }, body: { until: endsWith(day) } });
    toasts.show({ type: 'success', title: t('form.saved') });
    form.resetDirty();
    onClose();
  };
  return (
    <Dialog title={t('auditors.prolongOf', { name })} onClose={onClose}>
      <EntryForm form={form} send={send} action={t('auditors.prolong')} isNew={false}>
        <DayInput
          label={t('auditors.untilDay')}
          description={t('auditors.untilHint')}
          withAsterisk
          {...form.getInputProps('until')}
          value={form.values.until}
        />
      </EntryForm>
    </Dialog>
  );
};
