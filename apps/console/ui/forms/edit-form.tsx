import { useTranslation } from 'react-i18next';
import { toasts } from '../../platform/toasts';
import { EntryForm, type FormProps, type Values } from './entry-form';

type Props<V extends Values> = FormProps<V> & {
  /** @returns the form's new values, as stored by the server. @throws Refused, Unreachable */
  readonly save: (values: V) => Promise<V>;
};

/** A form that changes an existing thing. */
export const EditForm = <V extends Values>({ form, save, children }: Props<V>) => {
  const { t } = useTranslation();
  const send = async (values: V) => {
    const kept = await save(values);
    form.setInitialValues(kept);
    form.setValues(kept);
    toasts.show({ type: 'success', title: t('form.saved') });
  };
  return (
    <EntryForm form={form} send={send} action={t('form.save')} isNew={false}>
      {children}
    </EntryForm>
  );
};
