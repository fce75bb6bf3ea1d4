import { useTranslation } from 'react-i18next';
import { Select } from '@mantine/core';
import { Users } from 'lucide-react';
import { Role, UserStatus, type User } from '@dosar/contracts';
import { momentOf, dayOf } from '../../platform/format';
import { RemoteChoice } from '../../ui/forms/remote-choice';
import type { Column } from '../../ui/table/columns';
import { narrowed } from '../../ui/table/list.search';
import type { UsersSearch } from './users.search';
import { ListScreen, type ListWords } from '../../ui/table/list-screen';
import { useFilterProps } from '../../ui/table/use-filter-props';
import { clientChoices, firmChoices } from '../companies/companies.queries';
import { accounts } from './users.queries';
import { UserState, useStateText } from './user-state';

type Props = { readonly search: UsersSearch; readonly onSearch: (search: UsersSearch) => void };

const useColumns = (): readonly Column<User>[] => {
  const { t } = useTranslation();
  const stateOf = useStateText();
  return [
    { name: 'name', label: t('user.name'), sort: 'name', text: ({ name, email }) => name ?? email ?? '' },
    { name: 'email', label: t('fields.email'), sort: 'email', text: ({ email }) => email ?? '' },
    { name: 'role', label: t('user.role'), sort: 'role', text: ({ role }) => t(`roles.${role}`), isShort: true },
    { name: 'place', label: t('user.place'), text: ({ client, firm }) => (client ?? firm)?.name ?? '' },
    {
      name: 'status',
      label: t('user.status'),
      sort: 'status',
      text: stateOf,
      show: (user) => <UserState user={user} />,
      isShort: true,
    },
    { name: 'phone', label: t('words.phone'), text: ({ phone }) => phone ?? '', isHidden: true },
    {
      name: 'twoStep',
      label: t('user.twoStep'),
      text: ({ two_step }) => (two_step ? t('words.yes') : t('words.no')),
      isHidden: true,
    },
    {
      name: 'seen',
      label: t('user.lastSeen'),
      text: ({ lastSeen }) => (lastSeen === null ? '' : momentOf(lastSeen)),
      isShort: true,
    },
    {
      name: 'created',
      label: t('words.created'),
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
    page: t('users.page'),
    title: t('users.title'),
    total: (count) => t('users.total', { count }),
    add: t('user.new'),
    search: t('users.search'),
    none: t('users.none'),
    noneText: t('users.noneText'),
    file: t('users.file'),
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
  const props = useFilterProps();
  // an invitation that is pending is one more state of an account
  const state = search.invited === 'true' ? 'invited' : (search.status ?? null);
  return (
    <>
      <Select
        {...props(t('user.role'))}
        data={Role.options.map((value) => ({ value, label: t(`roles.${value}`) }))}
        value={search.role ?? null}
        onChange={(role) => change({ role: role ?? undefined })}
      />
      <Select
        {...props(t('user.status'))}
        data={[
          ...UserStatus.options.map((value) => ({ value, label: t(`states.${value}`) })),
          { value: 'invited' as const, label: t('states.invited') },
        ]}
        value={state}
        onChange={(value) =>
          change({
            status: value === null || value === 'invited' ? undefined : value,
            invited: value === 'invited' ? 'true' : undefined,
          })
        }
      />
      <RemoteChoice
        choices={firmChoices}
        {...props(t('words.accountingFirm'))}
        placeholder={t('words.firm')}
        value={search.firm_id ?? null}
        onChange={(id) => change({ firm_id: id ?? undefined })}
      />
      <RemoteChoice
        choices={clientChoices}
        {...props(t('words.client'))}
        value={search.client_id ?? null}
        onChange={(id) => change({ client_id: id ?? undefined })}
      />
    </>
  );
};
