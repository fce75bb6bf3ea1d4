import { useTranslation } from 'react-i18next';
import { clientsApi, type Me } from '@dosar/contracts';
import { call } from '../../../api';
import { usePatientForm } from '../../../forms';
import { NewPage } from '../forms/new-page';
import { useMe } from '../me';
import { ClientFields, useClientRules } from './client.form';
import { bodyOf, NEW_CLIENT, type ClientValues } from './client-values';

/** Registers a client company of a firm. */
export const ClientNewScreen = ({ user, firmId }: { readonly user: Me; readonly firmId: string | undefined }) => {
  const { t } = useTranslation();
  const me = useMe(user);
  const form = usePatientForm({
    initialValues: { ...NEW_CLIENT, firm_id: firmId ?? '' },
    validate: useClientRules(me, null),
  });
  const create = async (values: ClientValues) => {
    const { client } = await call(clientsApi.create, { body: { ...bodyOf(values), firm_id: values.firm_id } });
    return { id: client.id, made: t('admin.client.made', { name: client.societate }) };
  };
  return (
    <NewPage
      page={t('admin.client.newPage')}
      title={t('admin.client.new')}
      list="/admin/clients"
      back={t('admin.clients.back')}
      action={t('admin.client.create')}
      form={form}
      create={create}
    >
      <ClientFields form={form} me={me} firmName={null} />
    </NewPage>
  );
};
