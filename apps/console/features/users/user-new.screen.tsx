import { useTranslation } from 'react-i18next';
import { usersApi, type Role } from '@dosar/contracts';
import { call } from '../../platform/api';
import { usePatientForm } from '../../ui/forms/forms';
import { NewPage } from '../../ui/forms/new-page';
import { UserFields, useUserRules } from './user.form';
import { PEOPLE } from './users.queries';
import { bodyOfNew, newUser, type UserValues } from './user-values';

type Props = {
  /** What is known of them already, from where they are made. */
  readonly role: Role;
  readonly firmId: string | undefined;
  readonly clientId: string | undefined;
};

/** Makes an account. */
export const UserNewScreen = ({ role, firmId, clientId }: Props) => {
  const { t } = useTranslation();
  const form = usePatientForm({
    initialValues: newUser(role, firmId, clientId),
    validate: useUserRules(true),
  });
  const create = async (values: UserValues) => {
    const { user } = await call(usersApi.create, { body: bodyOfNew(values) });
    const { id, email } = user;
    return {
      id,
      made: values.access === 'invitation' ? t('user.invited', { email }) : t('user.made', { email }),
    };
  };
  return (
    <NewPage
      page={t('user.newPage')}
      title={t('user.new')}
      list="/admin/users"
      back={t('users.back')}
      action={t('user.create')}
      form={form}
      create={create}
      touches={PEOPLE}
    >
      <UserFields form={form} isNew />
    </NewPage>
  );
};
