import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDocumentTitle } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { Files } from 'lucide-react';
import { clientsApi, type Client, type Me } from '@dosar/contracts';
import { call } from '../../../api';
import { chosenClient } from '../../../chosen-client';
import { sizeOf } from '../../../format';
import { preferences } from '../../../preferences';
import { useStore } from '../../../store';
import { toasts } from '../../../toasts';
import { Page } from '../../../ui/page';
import { Fault } from '../../../ui/screens';
import { BackLink } from '../forms/back-link';
import { DeleteSection } from '../forms/delete-section';
import { EntryForm } from '../forms/entry-form';
import { EntrySkeleton } from '../forms/entry-skeleton';
import { changesOf, useSending } from '../forms/sending';
import { me as whoIAm } from '../identity.queries';
import { client as reading, forget, refreshPeople } from '../people.queries';
import { AccountantsSection } from './accountants.section';
import { ClientFields } from './client.form';
import { useClientRules } from './client-rules';
import { bodyOf, valuesOf } from './client-values';
import { UsersSection } from './users.section';

type Props = {
  readonly id: string;
  readonly user: Me;
  /** Among all clients of the installation, where they are also deleted. */
  readonly isAdministration: boolean;
};

/** One client: its details, its users, its accountants. */
export const ClientScreen = ({ id, user, isAdministration }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const me = useQuery(whoIAm()).data?.user ?? user;
  const { data, error, refetch } = useQuery(reading(id));
  const client = data?.client;
  useDocumentTitle(t('admin.client.page', { name: client?.societate ?? t('clients.one') }));
  if (error && !client) return <Fault error={error} reset={() => void refetch()} />;
  const storage = client && t('admin.client.storage', { size: sizeOf(client.storage.used, language) });
  return (
    <Page
      title={client ? (client.societate ?? client.cui) : ' '}
      text={client ? `${t('clients.cui', { cui: client.cui })} · ${storage}` : ' '}
      actions={
        <Button
          renderRoot={(props) => <Link to="/files" search={{ clientId: id }} {...props} />}
          variant="default"
          leftSection={<Files size={16} />}
        >
          {t('shell.files')}
        </Button>
      }
    >
      {isAdministration ? (
        <BackLink to="/admin/clients" label={t('admin.clients.back')} />
      ) : (
        <BackLink to="/files-select" label={t('admin.client.back')} />
      )}
      {client ? (
        <>
          <ClientForm key={client.id} client={client} me={me} />
          <UsersSection client={client} isAdmin={me.role === 'admin'} />
          <AccountantsSection client={client} me={me} />
          {isAdministration && <ClientDelete client={client} />}
        </>
      ) : (
        <EntrySkeleton />
      )}
    </Page>
  );
};

const ClientForm = ({ client, me }: { readonly client: Client; readonly me: Me }) => {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: valuesOf(client),
    validateInputOnChange: true,
    validate: useClientRules(me, client.cui),
  });
  const sending = useSending(form, async (values) => {
    const { firm_id: _before, ...before } = bodyOf(form.getInitialValues());
    const { firm_id: _after, ...after } = bodyOf(values);
    const body = changesOf(before, after);
    const saved = (await call(clientsApi.change, { params: { id: client.id }, body })).client;
    form.setInitialValues(valuesOf(saved));
    form.setValues(valuesOf(saved));
    toasts.show({ type: 'success', title: t('admin.form.saved') });
    await refreshPeople();
  });
  return (
    <EntryForm
      onSubmit={sending.submit}
      busy={sending.busy}
      refusal={sending.refusal}
      isDirty={form.isDirty}
      submitLabel={t('admin.form.save')}
      isNew={false}
      onReset={form.reset}
    >
      <ClientFields form={form} me={me} firmName={client.firm.name ?? client.firm.id} />
    </EntryForm>
  );
};

const ClientDelete = ({ client: { id, societate, cui } }: { readonly client: Client }) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = societate ?? cui;
  const remove = async () => {
    await call(clientsApi.delete, { params: { id } });
    if (chosenClient.get() === id) chosenClient.set(null);
    toasts.show({ type: 'success', title: t('admin.client.deleted', { name }) });
    await navigate({ to: '/admin/clients', ignoreBlocker: true });
    forget(reading(id).queryKey);
    await refreshPeople();
  };
  return (
    <DeleteSection
      title={t('admin.client.deleteTitle')}
      hint={t('admin.client.deleteHint')}
      action={t('admin.client.delete')}
      question={t('admin.client.deleteQuestion', { name })}
      text={t('admin.client.deleteText', { name, cui })}
      onDelete={remove}
    />
  );
};
