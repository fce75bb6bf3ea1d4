import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { usersApi, type Me, type User } from '@dosar/contracts';
import { call } from '../../../api';
import { momentOf } from '../../../format';
import { usePatientForm } from '../../../forms';
import { AccountantsSection } from '../clients/accountants.section';
import { BackLink } from '../forms/back-link';
import { DeleteSection } from '../forms/delete-section';
import { EditForm } from '../forms/edit-form';
import { EntryPage } from '../forms/entry-page';
import { EntrySkeleton } from '../forms/entry-skeleton';
import { changesOf } from '../forms/sending';
import { useMe } from '../me';
import { account, client as clientReading } from '../people.queries';
import { AssignedSection } from './assigned.section';
import { InvitationSection } from './invitation.section';
import { TwoStepSection } from './two-step.section';
import { UserState } from './user-state';
import { UserFields, useUserRules } from './user.form';
import { bodyOfKnown, valuesOf, type UserValues } from './user-values';

/** One account: who it is, how they get in, and for whom they work. */
export const UserScreen = ({ id, user: caller }: { readonly id: string; readonly user: Me }) => {
  const { t } = useTranslation();
  const me = useMe(caller);
  const asked = useQuery(account(id));
  const user = asked.data?.user;
  const seen = user?.lastSeen ? t('admin.user.seenAt', { at: momentOf(user.lastSeen) }) : t('admin.user.neverSeen');
  return (
    <EntryPage
      asked={asked}
      page={t('admin.user.page', { name: user?.name ?? '' })}
      title={user && (user.name ?? user.email ?? '')}
      text={user && `${t(`roles.${user.role}`)} · ${seen}`}
      back={<BackLink to="/admin/users" label={t('admin.users.back')} />}
      actions={user && <UserState user={user} />}
    >
      {user && (
        <>
          {user.invited_at !== null && <InvitationSection user={user} sentAt={user.invited_at} />}
          <UserForm key={user.id} user={user} />
          {user.role === 'user' && user.client && <OfClient clientId={user.client.id} me={me} />}
          {user.role === 'accountant' && <AssignedSection accountantId={user.id} />}
          {user.two_step && <TwoStepSection user={user} />}
          <UserDelete user={user} />
        </>
      )}
    </EntryPage>
  );
};

const UserForm = ({ user }: { readonly user: User }) => {
  const form = usePatientForm({
    initialValues: valuesOf(user),
    validate: useUserRules(false),
  });
  const save = async (values: UserValues) => {
    const body = changesOf(bodyOfKnown(form.getInitialValues()), bodyOfKnown(values));
    return valuesOf((await call(usersApi.change, { params: { id: user.id }, body })).user);
  };
  return (
    <EditForm form={form} save={save}>
      <UserFields form={form} isNew={false} />
    </EditForm>
  );
};

/** The accountants of the client that somebody signs in for. */
const OfClient = ({ clientId, me }: { readonly clientId: string; readonly me: Me }) => {
  const { data } = useQuery(clientReading(clientId));
  return data ? <AccountantsSection client={data.client} me={me} /> : <EntrySkeleton />;
};

const UserDelete = ({ user: { id, name, email, role } }: { readonly user: User }) => {
  const { t } = useTranslation();
  const shown = name ?? email ?? '';
  const goes = t('admin.user.deleteText', { name: shown, email: email ?? '', role: t(`roles.${role}`) });
  return (
    <DeleteSection
      title={t('admin.user.deleteTitle')}
      hint={t('admin.user.deleteHint')}
      action={t('admin.user.delete')}
      question={t('admin.user.deleteQuestion', { name: shown })}
      text={role === 'accountant' ? `${goes} ${t('admin.user.deleteAssignments')}` : goes}
      deleted={t('admin.user.deleted', { name: shown })}
      list="/admin/users"
      queryKey={account(id).queryKey}
      onDelete={() => call(usersApi.delete, { params: { id } })}
    />
  );
};
