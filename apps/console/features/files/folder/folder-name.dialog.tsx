import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { TextInput } from '@mantine/core';
import { z } from 'zod';
import { ItemName } from '@dosar/contracts';
import { useSentence } from '../../../platform/faults';
import { Dialog } from '../../../ui/dialogs/dialog';
import { DialogFooter } from '../../../ui/dialogs/dialog-footer';
import { usePatientForm, useRules, typedIn } from '../../../ui/forms/forms';
import { useUnfinished } from '../../../ui/forms/unfinished';

const Body = z.object({ name: ItemName });

type Props = {
  /** @throws Refused, Unreachable: what was typed then stays. */
  readonly onCreate: (name: string) => Promise<void>;
  readonly onClose: () => void;
};

/** Asks for the name of a new folder. */
export const FolderNameDialog = ({ onCreate, onClose }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const form = usePatientForm({ initialValues: { name: '' }, validate: useRules(Body) });

  useUnfinished('folder', form);
  const { mutate, isPending } = useMutation({
    mutationFn: onCreate,
    onSuccess: onClose,
    onError: (error) => form.setFieldError('name', sentence(error, 'failures.createFolder')),
  });
  const submit = form.onSubmit(({ name }) => mutate(name));

  return (
    <Dialog onClose={onClose} title={t('files.newFolder')}>
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t('files.folderName')}
          data-autofocus
          {...form.getInputProps('name')}
          onChange={({ currentTarget }) => form.setFieldValue('name', typedIn(currentTarget))}
        />
        <DialogFooter isApart action={t('files.create')} isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
};
