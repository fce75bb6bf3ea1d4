import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { PasswordInput, TextInput } from '@mantine/core';
import { z } from 'zod';
import { authApi, TypedPassword } from '@dosar/contracts';
import { useSentence } from '../../platform/faults';
import { usePatientForm, useRules, typedIn } from '../../ui/forms/forms';
import { Refused } from '../../platform/refusals';
import { Dialog } from '../../ui/dialogs/dialog';
import { DialogFooter } from '../../ui/dialogs/dialog-footer';
import { Message } from '../../ui/message';
import { useUnfinished } from '../../ui/forms/unfinished';
import classes from './form.module.css';

type Props = {
  readonly title: string;
  readonly text: ReactNode;
  readonly action: string;
  readonly isDangerous?: boolean;
  /** Where something is made, what it is to be called. */
  readonly naming?: { readonly label: string; readonly hint: string; readonly proposed: string };
  /** A sentence for what the server and the line have nothing to do with; null for the rest. */
  readonly explain?: (error: unknown) => string | null;
  /** @throws Refused, Unreachable: what was typed then stays. */
  readonly onConfirm: (password: string, name: string) => Promise<void>;
  readonly onClose: () => void;
};

const Unnamed = z.object({ current_password: TypedPassword });
const Naming = Unnamed.extend({ name: authApi.addPasskey.body.shape.name });

/** Asks for the password again: what protects an account is not changed by whoever finds it open. */
export const PasswordDialog = (props: Props) => {
  const { title, text, action, isDangerous = false, naming, explain, onConfirm, onClose } = props;
  const { t } = useTranslation();
  const sentence = useSentence();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = usePatientForm({
    initialValues: { current_password: '', name: naming?.proposed ?? '' },
    validate: useRules(naming ? Naming : Unnamed),
  });
  useUnfinished(title, form);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ current_password, name }: typeof form.values) => onConfirm(current_password, name),
    onMutate: () => setRefusal(null),
    onError: (error) => {
      const fields = error instanceof Refused ? error.problem.fields : undefined;
      const isOfForm = fields && Object.keys(fields).every((field) => field in form.values);
      if (isOfForm) form.setErrors(fields);
      else setRefusal(explain?.(error) ?? Object.values(fields ?? {})[0] ?? sentence(error));
    },
  });
  const submit = form.onSubmit((values) => mutate(values));
  return (
    <Dialog onClose={onClose} title={title}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <p>{text}</p>
        {refusal && <Message tone="error">{refusal}</Message>}
        {naming && (
          <TextInput
            label={naming.label}
            description={naming.hint}
            {...form.getInputProps('name')}
            onChange={({ currentTarget }) => form.setFieldValue('name', typedIn(currentTarget))}
          />
        )}
        <PasswordInput
          label={t('account.currentPassword')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('fields.showPassword') }}
          data-autofocus
          {...form.getInputProps('current_password')}
        />
        <DialogFooter {...{ action, isPending, isDangerous, onClose }} />
      </form>
    </Dialog>
  );
};
