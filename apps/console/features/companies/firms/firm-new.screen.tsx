import { useTranslation } from 'react-i18next';
import { firmsApi, type Me } from '@dosar/contracts';
import { call } from '../../../platform/api';
import { usePatientForm } from '../../../ui/forms/forms';
import { NewPage } from '../../../ui/forms/new-page';
import { useMe } from '../../account/me.queries';
import { PEOPLE } from '../../users/users.queries';
import { FirmFields, NEW_FIRM, useFirmRules, type FirmValues } from './firm.form';

/** Registers an accounting firm. */
export const FirmNewScreen = ({ user }: { readonly user: Me }) => {
  const { t } = useTranslation();
  const me = useMe(user);
  const form = usePatientForm({ initialValues: NEW_FIRM, validate: useFirmRules(me, null) });
  const create = async (body: FirmValues) => {
    const { firm } = await call(firmsApi.create, { body });
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
      touches={PEOPLE}
    >
      <FirmFields form={form} me={me} />
    </NewPage>
  );
};
