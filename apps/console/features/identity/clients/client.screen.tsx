import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Files } from 'lucide-react';
import { clientsApi, type Client, type Me } from '@dosar/contracts';
import { companyName } from '../../../company-name';
import { call } from '../../../api';
import { chosenClient } from '../../../chosen-client';
import { sizeOf } from '../../../format';
import { usePatientForm } from '../../../forms';
import { offers } from '../../../guards';
import { preferences } from '../../../preferences';
import { useStore } from '../../../store';
import { BackLink } from '../forms/back-link';
import { DeleteSection } from '../forms/delete-section';
import { EditForm } from '../forms/edit-form';
import { EntryPage } from '../forms/entry-page';
import { changesOf } from '../forms/sending';
import { useMe } from '../me';
import { client as reading } from '../people.queries';
import { AccountantsSection } from './accountants.section';
import { ClientFields, useClientRules } from './client.form';
import { bodyOf, valuesOf, type ClientValues } from './client-values';
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
  const me = useMe(user);
  const hasFiles = offers(me, 'file_manager');
  const asked = useQuery(reading(id));
  const client = asked.data?.client;
  const storage = client && t('admin.client.storage', { size: sizeOf(client.storage.used, language) });
  return (
    <EntryPage
      asked={asked}
      page={t('admin.client.page', { name: client?.societate ?? t('clients.one') })}
      title={client && companyName(client)}
      text={client && `${t('clients.cui', { cui: client.cui ?? '—' })} · ${storage}`}
      back={
        isAdministration ? (
          <BackLink to="/admin/clients" label={t('admin.clients.back')} />
        ) : (
          <BackLink to={hasFiles ? '/files-select' : '/'} label={t('admin.client.back')} />
        )
      }
      actions={
        hasFiles && (
          <Button
            renderRoot={(props) => <Link to="/files" search={{ clientId: id }} {...props} />}
            variant="default"
            leftSection={<Files size={16} />}
          >
            {t('shell.files')}
          </Button>
        )
      }
    >
      {client && (
        <>
          <ClientForm key={client.id} client={client} me={me} />
          <UsersSection client={client} isAdmin={me.role === 'admin'} />
          <AccountantsSection client={client} me={me} />
          {isAdministration && <ClientDelete client={client} />}
        </>
      )}
    </EntryPage>
  );
};

const ClientForm = ({ client, me }: { readonly client: Client; readonly me: Me }) => {
  const form = usePatientForm({
    initialValues: valuesOf(client),
    validate: useClientRules(me, client.cui),
  });
  const save = async (values: ClientValues) => {
    const { firm_id: _before, ...before } = bodyOf(form.getInitialValues());
    const { firm_id: _after, ...after } = bodyOf(values);
    const body = changesOf(before, after);
    return valuesOf((await call(clientsApi.change, { params: { id: client.id }, body })).client);
  };
  return (
    <EditForm form={form} save={save}>
      <ClientFields form={form} me={me} firmName={client.firm.name ?? client.firm.id} />
    </EditForm>
  );
};

const ClientDelete = ({ client }: { readonly client: Client }) => {
  const { t } = useTranslation();
  const { id, cui } = client;
  const name = companyName(client);
  const remove = async () => {
    await call(clientsApi.delete, { params: { id } });
    if (chosenClient.get() === id) chosenClient.set(null);
  };
  return (
    <DeleteSection
      title={t('admin.client.deleteTitle')}
      hint={t('admin.client.deleteHint')}
      action={t('admin.client.delete')}
      question={t('admin.client.deleteQuestion', { name })}
      text={t('admin.client.deleteText', { name, cui })}
      deleted={t('admin.client.deleted', { name })}
      list="/admin/clients"
      queryKey={reading(id).queryKey}
      onDelete={remove}
    />
  );
};
