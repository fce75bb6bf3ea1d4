import type { SyntheticEvent } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { Stack, TextInput } from '@mantine/core';
import type { Firm, Me } from '@dosar/contracts';
import { toasts } from '../../../platform/toasts';
import { Dialog } from '../../../ui/dialogs/dialog';
import { DialogFooter } from '../../../ui/dialogs/dialog-footer';
import { usePatientForm } from '../../../ui/forms/forms';
import { textInput } from '../../../ui/forms/inputs';
import { useSending } from '../../../ui/forms/sending';
import { Message } from '../../../ui/message';
import { CuiField } from '../company';
import { createFirm } from '../companies.mutations';
import { NEW_FIRM, useFirmRules, type FirmValues } from './firm.form';
import { useUnfinished } from '../../../ui/forms/unfinished';

type Props = { readonly me: Me; readonly onClose: () => void; readonly onMade: (firm: Firm) => void };

/** A firm with what it must have, made where one is needed; the rest is on its page. */
export const FirmNewDialog = ({ me, onClose, onMade }: Props) => {
  const { t } = useTranslation();
  const form = usePatientForm({ initialValues: NEW_FIRM, validate: useFirmRules(me, null) });
  useUnfinished('firm', form);
  const { mutateAsync } = useMutation(createFirm());
  const create = async (body: FirmValues) => {
    const { firm } = await mutateAsync({ body });
    toasts.show({ type: 'success', title: t('firm.made', { name: firm.name }) });
    onMade(firm);
  };
  const { submit, busy, refusal, fault } = useSending(form, create, 'form.notMade');
  const send = (event: SyntheticEvent<HTMLFormElement>) => {
    // as React sees it, it is still inside
    event.stopPropagation();
    submit(event);
  };
  // inside a form, which no other form may be in
  return createPortal(
    <Dialog onClose={onClose} title={t('firm.new')}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <TextInput label={t('firm.name')} withAsterisk data-autofocus {...textInput(form, 'name')} />
          <CuiField form={form} me={me} />
          {refusal !== null && (
            <Message tone="error" error={fault}>
              {refusal}
            </Message>
          )}
          <DialogFooter action={t('firm.create')} isPending={busy} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>,
    document.body,
  );
};
