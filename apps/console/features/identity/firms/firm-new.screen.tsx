import { useTranslation } from 'react-i18next';
import { firmsApi, type Me } from '@dosar/contracts';
import { call } from '../../../api';
import { usePatientForm } from '../../../forms';
import { NewPage } from '../forms/new-page';
import { useMe } from '../me';
import { FirmFields, NEW_FIRM, useFirmRules, type FirmValues } from './firm.form';

/** Registers an accounting firm. */
export const FirmNewScreen = ({ user }: { readonly user: Me }) => {
  const { t } = useTranslation();
  const me = useMe(user);
  const form = usePatientForm({ initialValues: NEW_FIRM, validate: useFirmRules(me, null) });
  const create = async (body: FirmValues) => {
    const { firm } = await call(firmsApi.create, { body });
    return { id: firm.id, made: t('admin.firm.made', { name: firm.name }) };
  };
  return (
    <NewPage
      page={t('admin.firm.newPage')}
      title={t('admin.firm.new')}
      list="/admin/firms"
      back={t('admin.firms.back')}
      action={t('admin.firm.create')}
      form={form}
      create={create}
    >
      <FirmFields form={form} me={me} />
    </NewPage>
  );
};
