import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Client, Me, User } from '@dosar/contracts';
import { momentOf } from '../../platform/format';
import { usePatientForm } from '../../ui/forms/forms';
import { BackLink } from '../../ui/forms/back-link';
import { DeleteSection } from '../../ui/forms/delete-section';
import { EditForm } from '../../ui/forms/edit-form';
import { EntryPage } from '../../ui/forms/entry-page';
import { TimelineLink } from '../../ui/history/timeline-link';
import { EntrySkeleton } from '../../ui/forms/entry-skeleton';
import { changedFields } from '../../ui/forms/sending';
import { useMe } from '../account/me.queries';
import { client as clientReading } from '../companies/companies.queries';
import { changeUser, deleteUser } from './users.mutations';
import { account, PEOPLE } from './users.queries';
import { AssignedSection } from './assigned.section';
import { InvitationSection } from './invitation.section';
import { TwoStepSection } from './two-step.section';
import { UserState } from './user-state';
import { UserFields, useUserRules, type FirmField } from './user.form';
import { bodyOfKnown, valuesOf, type UserValues } from './user-values';

type Props = {
  readonly id: string;
  readonly user: Me;
  /** Who works for a client, to be shown beside its user. */
  readonly accountantsOf: (client: Client, me: Me) => ReactNode;
  readonly firmField: FirmField;
};

/** One account: who it is, how they get in, and for whom they work. */
export const UserScreen = ({ id, user: caller, accountantsOf, firmField }: Props) => {
  const { t } = useTranslation();
  const me = useMe(caller);
  const asked = useQuery(account(id));
  const user = asked.data?.user;
  const seen = user?.lastSeen ? t('user.seenAt', { at: momentOf(user.lastSeen) }) : t('user.neverSeen');
  return (
    <EntryPage
      asked={asked}
      page={t('user.page', { name: user?.name ?? '' })}
      title={user && (user.name ?? user.email ?? '')}
      text={user && `${t(`roles.${user.role}`)} · ${seen}`}
      back={<BackLink to="/admin/users" label={t('users.back')} />}
      actions={
        <>
          {user && <UserState user={user} />}
          <TimelineLink user={me} thing={{ resource_type: 'user', resource_id: id }} />
        </>
      }
    >
      {user && (
        <>
          {user.invited_at !== null && <InvitationSection user={user} sentAt={user.invited_at} me={me} />}
          <UserForm key={user.id} user={user} me={me} firmField={firmField} />
          {user.role === 'user' && user.client && (
            <OfClient clientId={user.client.id}>{(client) => accountantsOf(client, me)}</OfClient>
          )}
          {user.role === 'accountant' && <AssignedSection accountantId={user.id} />}
          {user.two_step && <TwoStepSection user={user} />}
          {user.id !== me.id && <UserDelete user={user} />}
        </>
      )}
    </EntryPage>
  );
};

type FormProps = { readonly user: User; readonly me: Me; readonly firmField: FirmField };

const UserForm = ({ user, me, firmField }: FormProps) => {
  const form = usePatientForm({
    initialValues: valuesOf(user),
    validate: useUserRules(false),
  });
  const { mutateAsync } = useMutation(changeUser());
  const save = async (values: UserValues) => {
    const body = changedFields(bodyOfKnown(form.getInitialValues()), bodyOfKnown(values));
    return valuesOf((await mutateAsync({ params: { id: user.id }, body })).user);
  };
  return (
    <EditForm form={form} save={save}>
      <UserFields form={form} isNew={false} me={me} firmField={firmField} />
    </EditForm>
  );
};

type OfClientProps = { readonly clientId: string; readonly children: (client: Client) => ReactNode };

/** Something of the client that somebody signs in for. */
const OfClient = ({ clientId, children }: OfClientProps) => {
  const { data } = useQuery(clientReading(clientId));
  return data ? children(data.client) : <EntrySkeleton />;
};

const UserDelete = ({ user: { id, name, email, role } }: { readonly user: User }) => {
  const { t } = useTranslation();
  const { mutateAsync } = useMutation(deleteUser());
  const shown = name ?? email ?? '';
  const goes = t('user.deleteText', { name: shown, email: email ?? '', role: t(`roles.${role}`) });
  return (
    <DeleteSection
      title={t('user.deleteTitle')}
      hint={t('user.deleteHint')}
      action={t('user.delete')}
      question={t('user.deleteQuestion', { name: shown })}
      text={role === 'accountant' ? `${goes} ${t('user.deleteAssignments')}` : goes}
      deleted={t('user.deleted', { name: shown })}
      list="/admin/users"
      queryKey={account(id).queryKey}
      touches={PEOPLE}
      onDelete={() => mutateAsync({ params: { id } })}
    />
  );
};
