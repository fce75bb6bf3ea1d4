import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { useForm } from '@mantine/form';
import { useDocumentTitle } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { usersApi, type Me, type User } from '@dosar/contracts';
import { call } from '../../../api';
import { momentOf } from '../../../format';
import { toasts } from '../../../toasts';
import { Page } from '../../../ui/page';
import { Fault } from '../../../ui/screens';
import { AccountantsSection } from '../clients/accountants.section';
import { BackLink } from '../forms/back-link';
import { DeleteSection } from '../forms/delete-section';
import { EntryForm } from '../forms/entry-form';
import { EntrySkeleton } from '../forms/entry-skeleton';
import { changesOf, useSending } from '../forms/sending';
import { me as whoIAm } from '../identity.queries';
import { account, client as clientReading, forget, refreshPeople } from '../people.queries';
import { AssignedSection } from './assigned.section';
import { InvitationSection } from './invitation.section';
import { TwoStepSection } from './two-step.section';
import { UserState } from './user-state';
import { UserFields, useUserRules } from './user.form';
import { bodyOfKnown, valuesOf } from './user-values';

/** One account: who it is, how they get in, and for whom they work. */
export const UserScreen = ({ id, user: caller }: { readonly id: string; readonly user: Me }) => {
  const { t } = useTranslation();
  const me = useQuery(whoIAm()).data?.user ?? caller;
  const { data, error, refetch } = useQuery(account(id));
  const user = data?.user;
  useDocumentTitle(t('admin.user.page', { name: user?.name ?? '' }));
  if (error && !user) return <Fault error={error} reset={() => void refetch()} />;
  const seen = user?.lastSeen ? t('admin.user.seenAt', { at: momentOf(user.lastSeen) }) : t('admin.user.neverSeen');
  return (
    <Page
      title={user ? (user.name ?? user.email ?? '') : ' '}
      text={user ? `${t(`roles.${user.role}`)} · ${seen}` : ' '}
      actions={user && <UserState user={user} />}
    >
      <BackLink to="/admin/users" label={t('admin.users.back')} />
      {user ? (
        <>
          {user.invited_at !== null && <InvitationSection user={user} sentAt={user.invited_at} />}
          <UserForm key={user.id} user={user} />
          {user.role === 'user' && user.client && <OfClient clientId={user.client.id} me={me} />}
          {user.role === 'accountant' && <AssignedSection accountantId={user.id} />}
          {user.two_step && <TwoStepSection user={user} />}
          <UserDelete user={user} />
        </>
      ) : (
        <EntrySkeleton />
      )}
    </Page>
  );
};

const UserForm = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: valuesOf(user),
    validateInputOnChange: true,
    validate: useUserRules(false),
  });
  const sending = useSending(form, async (values) => {
    const body = changesOf(bodyOfKnown(form.getInitialValues()), bodyOfKnown(values));
    const saved = (await call(usersApi.change, { params: { id: user.id }, body })).user;
    form.setInitialValues(valuesOf(saved));
    form.setValues(valuesOf(saved));
    toasts.show({ type: 'success', title: t('admin.form.saved') });
    await refreshPeople();
  });
  return (
    <EntryForm
      onSubmit={sending.submit}
      busy={sending.busy}
      refusal={sending.refusal}
      isDirty={form.isDirty}
      submitLabel={t('admin.form.save')}
      isNew={false}
      onReset={form.reset}
    >
      <UserFields form={form} isNew={false} />
    </EntryForm>
  );
};

/** The accountants of the client that somebody signs in for. */
const OfClient = ({ clientId, me }: { readonly clientId: string; readonly me: Me }) => {
  const { data } = useQuery(clientReading(clientId));
  return data ? <AccountantsSection client={data.client} me={me} /> : <EntrySkeleton />;
};

const UserDelete = ({ user: { id, name, email, role } }: { readonly user: User }) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const shown = name ?? email ?? '';
  const remove = async () => {
    await call(usersApi.delete, { params: { id } });
    toasts.show({ type: 'success', title: t('admin.user.deleted', { name: shown }) });
    await navigate({ to: '/admin/users', ignoreBlocker: true });
    forget(account(id).queryKey);
    await refreshPeople();
  };
  const goes = t(`admin.user.deleteText`, { name: shown, email: email ?? '', role: t(`roles.${role}`) });
  return (
    <DeleteSection
      title={t('admin.user.deleteTitle')}
      hint={t('admin.user.deleteHint')}
      action={t('admin.user.delete')}
      question={t('admin.user.deleteQuestion', { name: shown })}
      text={role === 'accountant' ? `${goes} ${t('admin.user.deleteAssignments')}` : goes}
      onDelete={remove}
    />
  );
};
