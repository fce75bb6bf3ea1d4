import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { useForm } from '@mantine/form';
import { useDocumentTitle } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { firmsApi, type Me } from '@dosar/contracts';
import { call } from '../../../api';
import { toasts } from '../../../toasts';
import { Page } from '../../../ui/page';
import { BackLink } from '../forms/back-link';
import { EntryForm } from '../forms/entry-form';
import { useSending } from '../forms/sending';
import { me as whoIAm } from '../identity.queries';
import { refreshPeople } from '../people.queries';
import { FirmFields, NEW_FIRM, useFirmRules } from './firm.form';

/** Registers an accounting firm. */
export const FirmNewScreen = ({ user }: { readonly user: Me }) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const me = useQuery(whoIAm()).data?.user ?? user;
  const form = useForm({ initialValues: NEW_FIRM, validateInputOnChange: true, validate: useFirmRules(me, null) });
  const sending = useSending(form, async (body) => {
    const { firm } = await call(firmsApi.create, { body });
    toasts.show({ type: 'success', title: t('admin.firm.made', { name: firm.name }) });
    await navigate({ to: '/admin/firms/$id', params: { id: firm.id }, ignoreBlocker: true });
    await refreshPeople();
  });
  useDocumentTitle(t('admin.firm.newPage'));
  return (
    <Page title={t('admin.firm.new')}>
      <BackLink to="/admin/firms" label={t('admin.firms.back')} />
      <EntryForm
        onSubmit={sending.submit}
        busy={sending.busy}
        refusal={sending.refusal}
        isDirty={form.isDirty}
        submitLabel={t('admin.firm.create')}
        isNew
      >
        <FirmFields form={form} me={me} />
      </EntryForm>
    </Page>
  );
};
