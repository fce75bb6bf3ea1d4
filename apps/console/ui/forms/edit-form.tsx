import { useTranslation } from 'react-i18next';
import { toasts } from '../../platform/toasts';
import { invalidate } from '../../platform/queries';
import { EntryForm, type FormProps, type Values } from './entry-form';

type Props<V extends Values> = FormProps<V> & {
  /** @returns what the form then holds, as the server has kept it. @throws Refused, Unreachable */
  readonly save: (values: V) => Promise<V>;
  /** The views that then read otherwise. */
  readonly touches: readonly string[];
};

/** Changes one known thing. */
export const EditForm = <V extends Values>({ form, save, touches, children }: Props<V>) => {
  const { t } = useTranslation();
  const send = async (values: V) => {
    const kept = await save(values);
    form.setInitialValues(kept);
    form.setValues(kept);
    toasts.show({ type: 'success', title: t('form.saved') });
    await invalidate(touches);
  };
  return (
    <EntryForm form={form} send={send} action={t('form.save')} isNew={false}>
      {children}
    </EntryForm>
  );
};
