import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Files } from 'lucide-react';
import type { Client, Me } from '@dosar/contracts';
import { companyName } from '../../../platform/company-name';
import { chosenClient, useOpenedClient } from '../choice/chosen-client';
import { sizeOf } from '../../../platform/format';
import { usePatientForm } from '../../../ui/forms/forms';
import { offers } from '../../../platform/guards';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/storage/store';
import { BackLink } from '../../../ui/forms/back-link';
import { DeleteSection } from '../../../ui/forms/delete-section';
import { EditForm } from '../../../ui/forms/edit-form';
import { EntryPage } from '../../../ui/forms/entry-page';
import { TimelineLink } from '../../../ui/history/timeline-link';
import { changedFields } from '../../../ui/forms/sending';
import { useMe } from '../../account/me.queries';
import { PEOPLE } from '../../users/users.queries';
import { changeClient, deleteClient } from '../companies.mutations';
import { client as reading } from '../companies.queries';
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
  useOpenedClient(user, client?.id);
  const used = client?.storage.used ?? 0;
  const storage = used === 0 ? t('client.noDocuments') : t('client.storage', { size: sizeOf(used, language) });
  return (
    <EntryPage
      asked={asked}
      page={t('client.page', { name: client?.societate ?? t('words.client') })}
      title={client && companyName(client)}
      text={client && `${t('choice.cui', { cui: client.cui ?? '—' })} · ${storage}`}
      back={
        isAdministration ? (
          <BackLink to="/admin/clients" label={t('clients.back')} />
        ) : (
          <BackLink to={hasFiles ? '/files-select' : '/'} label={t('client.back')} />
        )
      }
      actions={
        <>
          <TimelineLink user={me} thing={{ client_id: id }} />
          {hasFiles && (
            <Button
              renderRoot={(props) => <Link to="/files" search={{ clientId: id }} {...props} />}
              variant="default"
              leftSection={<Files size={16} />}
            >
              {t('words.files')}
            </Button>
          )}
        </>
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
  const { mutateAsync } = useMutation(changeClient());
  const save = async (values: ClientValues) => {
    const { firm_id: _before, ...before } = bodyOf(form.getInitialValues());
    const { firm_id: _after, ...after } = bodyOf(values);
    const body = changedFields(before, after);
    return valuesOf((await mutateAsync({ params: { id: client.id }, body })).client);
  };
  return (
    <EditForm form={form} save={save}>
      <ClientFields form={form} me={me} firmName={client.firm.name ?? client.firm.id} />
    </EditForm>
  );
};

const ClientDelete = ({ client }: { readonly client: Client }) => {
  const { mutateAsync } = useMutation(deleteClient());
  const { t } = useTranslation();
  const { id, cui } = client;
  const name = companyName(client);
  const remove = async () => {
    await mutateAsync({ params: { id } });
    if (chosenClient.get() === id) chosenClient.set(null);
  };
  return (
    <DeleteSection
      title={t('client.deleteTitle')}
      hint={t('client.deleteHint')}
      action={t('client.delete')}
      question={t('client.deleteQuestion', { name })}
      text={t('client.deleteText', { name, cui })}
      deleted={t('client.deleted', { name })}
      list="/admin/clients"
      queryKey={reading(id).queryKey}
      touches={PEOPLE}
      onDelete={remove}
    />
  );
};
