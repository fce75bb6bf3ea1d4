import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Plus } from 'lucide-react';
import type { Me } from '@dosar/contracts';
import { RemoteChoice } from '../../../ui/forms/remote-choice';
import { firmChoices, firms } from '../companies.queries';
import { FirmNewDialog } from './firm-new.dialog';
import { useUnfinishedState } from '../../../ui/forms/unfinished';

type Props<V extends { firm_id: string }> = { readonly form: UseFormReturnType<V>; readonly me: Me };

/** The accounting firm of what is new: the only one there is without a choice, or one that is made on the spot. */
export const FirmChoice = <V extends { firm_id: string }>({ form, me }: Props<V>) => {
  const { t } = useTranslation();
  const [isNew, setNew] = useUnfinishedState('new firm', false);
  const { data } = useQuery(firms({ pageSize: 1 }));
  const only = data?.total === 1 ? data.firms[0]!.id : null;
  const { firm_id } = form.values;
  const choose = (id: string) => form.setFieldValue('firm_id', id as never);
  useEffect(() => {
    if (only === null || form.getValues().firm_id !== '') return;
    const isTouched = form.isDirty();
    form.setFieldValue('firm_id', only as never);
    // nobody has typed it, so nothing is lost by leaving
    if (!isTouched) form.resetDirty();
  }, [only, form]);
  return (
    <Stack gap={6} align="flex-start">
      <RemoteChoice
        choices={firmChoices}
        w="100%"
        size="md"
        label={t('words.accountingFirm')}
        withAsterisk
        {...form.getInputProps('firm_id')}
        {...(data?.total === 0 && { description: t('firm.noneYet') })}
        value={firm_id === '' ? null : firm_id}
        onChange={(id) => choose(id ?? '')}
      />
      <Button
        variant={data?.total === 0 ? 'light' : 'subtle'}
        size="compact-sm"
        leftSection={<Plus size={14} />}
        onClick={() => setNew(true)}
      >
        {t('firm.new')}
      </Button>
      {isNew && (
        <FirmNewDialog
          me={me}
          onClose={() => setNew(false)}
          onMade={({ id }) => {
            setNew(false);
            form.clearFieldError('firm_id');
            choose(id);
          }}
        />
      )}
    </Stack>
  );
};
