import { useTranslation } from 'react-i18next';
import { Select } from '@mantine/core';
import { Users } from 'lucide-react';
import { Role, UserStatus, type User } from '@dosar/contracts';
import { momentOf, dayOf } from '../../../format';
import { ClientChoice, FirmChoice } from '../forms/remote-choice';
import type { Column } from '../lists/columns';
import { narrowed, type UsersSearch } from '../lists/list.search';
import { ListScreen, type ListWords } from '../lists/list-screen';
import { accounts } from '../people.queries';
import { UserState, useStateText } from './user-state';

type Props = { readonly search: UsersSearch; readonly onSearch: (search: UsersSearch) => void };

const useColumns = (): readonly Column<User>[] => {
  const { t } = useTranslation();
  const stateOf = useStateText();
  return [
    { name: 'name', label: t('admin.user.name'), sort: 'name', text: ({ name, email }) => name ?? email ?? '' },
    { name: 'email', label: t('fields.email'), sort: 'email', text: ({ email }) => email ?? '' },
    { name: 'role', label: t('admin.user.role'), sort: 'role', text: ({ role }) => t(`roles.${role}`), isShort: true },
    { name: 'place', label: t('admin.user.place'), text: ({ client, firm }) => (client ?? firm)?.name ?? '' },
    {
      name: 'status',
      label: t('admin.user.status'),
      sort: 'status',
      text: stateOf,
      show: (user) => <UserState user={user} />,
      isShort: true,
    },
    { name: 'phone', label: t('admin.client.phone'), text: ({ phone }) => phone ?? '', isHidden: true },
    {
      name: 'twoStep',
      label: t('admin.user.twoStep'),
      text: ({ two_step }) => (two_step ? t('audit.yes') : t('audit.no')),
      isHidden: true,
    },
    {
      name: 'seen',
      label: t('admin.user.lastSeen'),
      text: ({ lastSeen }) => (lastSeen === null ? '' : momentOf(lastSeen)),
      isShort: true,
    },
    {
      name: 'created',
      label: t('admin.list.created'),
      sort: 'createdAt',
      text: ({ createdAt }) => dayOf(createdAt),
      isShort: true,
    },
  ];
};

/** All accounts. */
export const UsersScreen = ({ search, onSearch }: Props) => {
  const { t } = useTranslation();
  const words: ListWords = {
    page: t('admin.users.page'),
    title: t('admin.users.title'),
    total: (count) => t('admin.users.total', { count }),
    add: t('admin.user.new'),
    search: t('admin.users.search'),
    none: t('admin.users.none'),
    noneText: t('admin.users.noneText'),
    file: t('admin.users.file'),
  };
  return (
    <ListScreen
      words={words}
      icon={Users}
      path="/admin/users"
      columns={useColumns()}
      part={accounts}
      rowsOf={({ users }) => users}
      sort="name"
      search={search}
      onSearch={onSearch}
      filters={<Filters search={search} onSearch={onSearch} />}
    />
  );
};

const Filters = ({ search, onSearch }: Props) => {
  const { t } = useTranslation();
  const change = (next: Partial<UsersSearch>) => onSearch(narrowed(search, next));
  const props = (label: string) => ({
    size: 'sm' as const,
    'aria-label': label,
    placeholder: label,
    clearable: true,
    clearButtonProps: { 'aria-label': t('audit.clear', { label }) },
  });
  // an invitation that is pending is one more state of an account
  const state = search.invited === 'true' ? 'invited' : (search.status ?? null);
  return (
    <>
      <Select
        {...props(t('admin.user.role'))}
        data={Role.options.map((value) => ({ value, label: t(`roles.${value}`) }))}
        value={search.role ?? null}
        onChange={(role) => change({ role: role ?? undefined })}
      />
      <Select
        {...props(t('admin.user.status'))}
        data={[
          ...UserStatus.options.map((value) => ({ value, label: t(`admin.states.${value}`) })),
          { value: 'invited' as const, label: t('admin.states.invited') },
        ]}
        value={state}
        onChange={(value) =>
          change({
            status: value === null || value === 'invited' ? undefined : value,
            invited: value === 'invited' ? 'true' : undefined,
          })
        }
      />
      <FirmChoice
        {...props(t('admin.client.firm'))}
        placeholder={t('details.firm_id')}
        value={search.firm_id ?? null}
        onChange={(id) => change({ firm_id: id ?? undefined })}
      />
      <ClientChoice
        {...props(t('clients.one'))}
        value={search.client_id ?? null}
        onChange={(id) => change({ client_id: id ?? undefined })}
      />
    </>
  );
};
