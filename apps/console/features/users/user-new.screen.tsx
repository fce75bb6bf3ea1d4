import { useTranslation } from 'react-i18next';
import type { Me, MemberRole } from '@dosar/contracts';
import { useMutation } from '@tanstack/react-query';
import { usePatientForm } from '../../ui/forms/forms';
import { NewPage } from '../../ui/forms/new-page';
import { useMe } from '../account/me.queries';
import { UserFields, useUserRules, type FirmField } from './user.form';
import { createUser } from './users.mutations';
import { bodyOfNew, newUser, type UserValues } from './user-values';

type Props = {
  readonly user: Me;
  readonly firmField: FirmField;
  /** What is known of them already, from where they are made. */
  readonly role: MemberRole;
  readonly firmId: string | undefined;
  readonly clientId: string | undefined;
};

/** Makes an account. */
export const UserNewScreen = ({ user: caller, firmField, role, firmId, clientId }: Props) => {
  const { t } = useTranslation();
  const me = useMe(caller);
  const form = usePatientForm({
    initialValues: newUser(role, firmId, clientId),
    validate: useUserRules(true),
  });
  const { mutateAsync } = useMutation(createUser());
  const create = async (values: UserValues) => {
    const { user } = await mutateAsync({ body: bodyOfNew(values) });
    const { id, email } = user;
    const isMailed = values.access === 'invitation' && me.mail_server;
    return { id, made: isMailed ? t('user.invited', { email }) : t('user.made', { email }) };
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
    >
      <UserFields form={form} isNew me={me} firmField={firmField} />
    </NewPage>
  );
};
