import { useTranslation } from 'react-i18next';
import type { Me } from '@dosar/contracts';
import { useMutation } from '@tanstack/react-query';
import { refusedAs } from '../../../platform/refusals';
import { usePatientForm } from '../../../ui/forms/forms';
import { NewPage } from '../../../ui/forms/new-page';
import { useMe } from '../../account/me.queries';
import { createClient } from '../companies.mutations';
import { NewClientFields, useNewClientRules } from './client-new.form';
import { bodyOfNewClient, NEW_CLIENT, typedAs, type ClientValues } from './client-values';

/** Registers a client company of a firm. */
export const ClientNewScreen = ({ user, firmId }: { readonly user: Me; readonly firmId: string | undefined }) => {
  const { t } = useTranslation();
  const me = useMe(user);
  const form = usePatientForm({
    initialValues: { ...NEW_CLIENT, firm_id: firmId ?? '' },
    validate: useNewClientRules(me),
    // an accountant of the former firm is none of the next, but for one that comes with it
    onValuesChange: ({ firm_id, accountant_id }, before) => {
      const isFormer = firm_id !== before.firm_id && accountant_id === before.accountant_id;
      if (isFormer && accountant_id !== '') form.setFieldValue('accountant_id', '');
    },
  });
  const { mutateAsync } = useMutation(createClient());
  const create = async (values: ClientValues) => {
    const body = { ...bodyOfNewClient(values), firm_id: values.firm_id };
    const { client } = await mutateAsync({ body }).catch((error: unknown) => {
      throw refusedAs(error, (field) => typedAs(field, values));
    });
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
      <NewClientFields form={form} me={me} />
    </NewPage>
  );
};
