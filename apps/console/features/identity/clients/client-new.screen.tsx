import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { useForm } from '@mantine/form';
import { useDocumentTitle } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { clientsApi, type Me } from '@dosar/contracts';
import { call } from '../../../api';
import { toasts } from '../../../toasts';
import { Page } from '../../../ui/page';
import { BackLink } from '../forms/back-link';
import { EntryForm } from '../forms/entry-form';
import { useSending } from '../forms/sending';
import { me as whoIAm } from '../identity.queries';
import { refreshPeople } from '../people.queries';
import { ClientFields } from './client.form';
import { useClientRules } from './client-rules';
import { bodyOf, NEW_CLIENT } from './client-values';

/** Registers a client company of a firm. */
export const ClientNewScreen = ({ user, firmId }: { readonly user: Me; readonly firmId: string | undefined }) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const me = useQuery(whoIAm()).data?.user ?? user;
  const form = useForm({
    initialValues: { ...NEW_CLIENT, firm_id: firmId ?? '' },
    validateInputOnChange: true,
    validate: useClientRules(me, null),
  });
  const sending = useSending(form, async (values) => {
    const { client } = await call(clientsApi.create, { body: { ...bodyOf(values), firm_id: values.firm_id } });
    toasts.show({ type: 'success', title: t('admin.client.made', { name: client.societate }) });
    await navigate({ to: '/admin/clients/$id', params: { id: client.id }, ignoreBlocker: true });
    await refreshPeople();
  });
  useDocumentTitle(t('admin.client.newPage'));
  return (
    <Page title={t('admin.client.new')}>
      <BackLink to="/admin/clients" label={t('admin.clients.back')} />
      <EntryForm
        onSubmit={sending.submit}
        busy={sending.busy}
        refusal={sending.refusal}
        isDirty={form.isDirty}
        submitLabel={t('admin.client.create')}
        isNew
      >
        <ClientFields form={form} me={me} firmName={null} />
      </EntryForm>
    </Page>
  );
};
