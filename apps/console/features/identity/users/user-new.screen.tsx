import { useTranslation } from 'react-i18next';
import { useForm } from '@mantine/form';
import { useDocumentTitle } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { usersApi, type Role } from '@dosar/contracts';
import { call } from '../../../api';
import { toasts } from '../../../toasts';
import { Page } from '../../../ui/page';
import { BackLink } from '../forms/back-link';
import { EntryForm } from '../forms/entry-form';
import { useSending } from '../forms/sending';
import { refreshPeople } from '../people.queries';
import { UserFields, useUserRules } from './user.form';
import { bodyOfNew, newUser } from './user-values';

type Props = {
  /** What is known of them already, from where they are made. */
  readonly role: Role;
  readonly firmId: string | undefined;
  readonly clientId: string | undefined;
};

/** Makes an account. */
export const UserNewScreen = ({ role, firmId, clientId }: Props) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: newUser(role, firmId, clientId),
    validateInputOnChange: true,
    validate: useUserRules(true),
  });
  const sending = useSending(form, async (values) => {
    const { user } = await call(usersApi.create, { body: bodyOfNew(values) });
    const said = { name: user.name, email: user.email };
    const title = values.access === 'invitation' ? t('admin.user.invited', said) : t('admin.user.made', said);
    toasts.show({ type: 'success', title });
    await navigate({ to: '/admin/users/$id', params: { id: user.id }, ignoreBlocker: true });
    await refreshPeople();
  });
  useDocumentTitle(t('admin.user.newPage'));
  return (
    <Page title={t('admin.user.new')}>
      <BackLink to="/admin/users" label={t('admin.users.back')} />
      <EntryForm
        onSubmit={sending.submit}
        busy={sending.busy}
        refusal={sending.refusal}
        isDirty={form.isDirty}
        submitLabel={t('admin.user.create')}
        isNew
      >
        <UserFields form={form} isNew />
      </EntryForm>
    </Page>
  );
};
