import { useTranslation } from 'react-i18next';
import type { Me } from '@dosar/contracts';
import { useMutation } from '@tanstack/react-query';
import { usePatientForm } from '../../../ui/forms/forms';
import { NewPage } from '../../../ui/forms/new-page';
import { useMe } from '../../account/me.queries';
import { createClient } from '../companies.mutations';
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
  const { mutateAsync } = useMutation(createClient());
  const create = async (values: ClientValues) => {
    const { client } = await mutateAsync({ body: { ...bodyOf(values), firm_id: values.firm_id } });
    return { id: client.id, made: t('client.made', { name: client.societate }) };
  };
  return (
    <NewPage
      page={t('client.newPage')}
      title={t('client.new')}
      list="/admin/clients"
      back={t('clients.back')}
      action={t('client.create')}
      form={form}
      create={create}
    >
      <ClientFields form={form} me={me} firmName={null} />
    </NewPage>
  );
};
