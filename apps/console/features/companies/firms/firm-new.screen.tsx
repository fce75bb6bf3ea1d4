import { useTranslation } from 'react-i18next';
import type { Me } from '@dosar/contracts';
import { useMutation } from '@tanstack/react-query';
import { usePatientForm } from '../../../ui/forms/forms';
import { NewPage } from '../../../ui/forms/new-page';
import { useMe } from '../../account/me.queries';
import { createFirm } from '../companies.mutations';
import { FirmFields, NEW_FIRM, useFirmRules, type FirmValues } from './firm.form';

/** Registers an accounting firm. */
export const FirmNewScreen = ({ user }: { readonly user: Me }) => {
  const { t } = useTranslation();
  const me = useMe(user);
  const form = usePatientForm({ initialValues: NEW_FIRM, validate: useFirmRules(me, null) });
  const { mutateAsync } = useMutation(createFirm());
  const create = async (body: FirmValues) => {
    const { firm } = await mutateAsync({ body });
    return { id: firm.id, made: t('firm.made', { name: firm.name }) };
  };
  return (
    <NewPage
      page={t('firm.newPage')}
      title={t('firm.new')}
      list="/admin/firms"
      back={t('firms.back')}
      action={t('firm.create')}
      form={form}
      create={create}
    >
      <FirmFields form={form} me={me} />
    </NewPage>
  );
};
