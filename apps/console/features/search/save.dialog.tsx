import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { TextInput } from '@mantine/core';
import { z } from 'zod';
import { SEARCH_LIMITS, SearchName } from '@dosar/contracts';
import { useSentence } from '../../platform/faults';
import { toasts } from '../../platform/toasts';
import { Dialog } from '../../ui/dialogs/dialog';
import { DialogFooter } from '../../ui/dialogs/dialog-footer';
import { typedIn, usePatientForm, useRules } from '../../ui/forms/forms';
import { searchWritings } from './search.mutations';
import { setIn, type SearchAddress } from './search.search';
import { useUnfinished } from '../../ui/forms/unfinished';

const Body = z.object({ name: SearchName });

type Props = { readonly search: SearchAddress; readonly onClose: () => void };

/** Asks for the name of a search that is to be looked for again. */
export const SaveDialog = ({ search, onClose }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { q: query = '', ...set } = setIn(search);
  const filters = Object.fromEntries(Object.entries(set).map(([name, value]) => [name, String(value)]));
  const form = usePatientForm({
    initialValues: { name: query.slice(0, SEARCH_LIMITS.name) },
    validate: useRules(Body),
  });
  useUnfinished('search', form);
  const { mutate, isPending } = useMutation({
    ...searchWritings.save,
    onError: (error) => form.setFieldError('name', sentence(error)),
  });
  const saved = (name: string) => {
    toasts.show({ type: 'success', title: t('search.savedAs', { name }) });
    onClose();
  };
  const submit = form.onSubmit(({ name }) =>
    mutate({ name, query, filters }, { onSuccess: ({ search: made }) => saved(made.name) }),
  );
  return (
    <Dialog onClose={onClose} title={t('search.save')}>
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t('search.saveName')}
          maxLength={SEARCH_LIMITS.name}
          data-autofocus
          {...form.getInputProps('name')}
          onChange={({ currentTarget }) => form.setFieldValue('name', typedIn(currentTarget))}
        />
        <DialogFooter isApart action={t('search.saveDo')} isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
};
