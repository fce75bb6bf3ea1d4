import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import type { Client } from '@dosar/contracts';
import { companyName } from '../../../platform/company-name';
import { dayOf, sizeOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/storage/store';
import { FilterChip } from '../../../ui/filter-chip';
import { RemoteChoice } from '../../../ui/forms/remote-choice';
import type { Column } from '../../../ui/table/columns';
import { narrowed } from '../../../ui/table/list.search';
import type { ClientsSearch } from '../companies.search';
import { ListScreen, type ListWords } from '../../../ui/table/list-screen';
import { useFilterProps } from '../../../ui/table/use-filter-props';
import { account } from '../../users/users.queries';
import { clientPage, firmChoices } from '../companies.queries';

type Props = { readonly search: ClientsSearch; readonly onSearch: (search: ClientsSearch) => void };

/** What only the file has. */
const useFileColumns = (): readonly Column<Client>[] => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const columns: readonly Column<Client>[] = [
    {
      name: 'number',
      label: t('client.registrulComertului'),
      text: ({ registrulComertului }) => registrulComertului ?? '',
    },
    {
      name: 'registered',
      label: t('client.dataInregistrarii'),
      text: ({ dataInregistrarii }) => (dataInregistrarii === null ? '' : dayOf(dataInregistrarii)),
    },
    {
      name: 'tax',
      label: t('client.impozit'),
      text: ({ impozit }) => t(`taxes.${impozit}`),
    },
    {
      name: 'vat',
      label: t('client.platitor_tva'),
      text: ({ platitor_tva }) => (platitor_tva ? t('words.yes') : t('words.no')),
    },
    {
      name: 'representative',
      label: t('client.reprezentant'),
      text: ({ reprezentant }) => reprezentant ?? '',
    },
    { name: 'phone', label: t('words.phone'), text: ({ phone }) => phone ?? '' },
    { name: 'email', label: t('client.email'), text: ({ email }) => email ?? '' },
    {
      name: 'companyEmail',
      label: t('client.company_email'),
      text: ({ company_email }) => company_email ?? '',
    },
    { name: 'address', label: t('client.address'), text: ({ address }) => address ?? '' },
    {
      name: 'storage',
      label: t('client.used'),
      text: ({ storage }) => sizeOf(storage.used, language),
    },
  ];
  return columns.map((column) => ({ ...column, isHidden: true }));
};

const useColumns = (): readonly Column<Client>[] => {
  const { t } = useTranslation();
  const names = (people: readonly { readonly name: string | null }[]) =>
    people.map(({ name }) => name ?? '').join(', ');
  return [
    {
      name: 'societate',
      label: t('client.societate'),
      sort: 'societate',
      text: companyName,
    },
    { name: 'cui', label: t('client.cui'), sort: 'cui', text: ({ cui }) => cui ?? '', isShort: true },
    { name: 'firm', label: t('words.firm'), text: ({ firm }) => firm.name ?? '' },
    { name: 'users', label: t('client.users'), text: ({ users }) => names(users) },
    { name: 'accountants', label: t('accountants.title'), text: ({ accountants }) => names(accountants) },
    ...useFileColumns(),
    {
      name: 'created',
      label: t('words.created'),
      sort: 'createdAt',
      text: ({ createdAt }) => dayOf(createdAt),
      isShort: true,
    },
  ];
};

/** All clients of all firms. */
export const ClientsScreen = ({ search, onSearch }: Props) => {
  const { t } = useTranslation();
  const filterProps = useFilterProps();
  const words: ListWords = {
    page: t('clients.page'),
    title: t('clients.title'),
    total: (count) => t('clients.total', { count }),
    add: t('client.new'),
    search: t('choice.search'),
    none: t('clients.none'),
    noneText: t('clients.noneText'),
    failed: t('choice.fault'),
    file: t('clients.file'),
  };
  return (
    <ListScreen
      words={words}
      icon={Building2}
      path="/admin/clients"
      columns={useColumns()}
      part={clientPage}
      rowsOf={({ clients }) => clients}
      sort="societate"
      search={search}
      onSearch={onSearch}
      filters={
        <>
          <RemoteChoice
            choices={firmChoices}
            {...filterProps(t('words.accountingFirm'))}
            placeholder={t('words.firm')}
            value={search.firm_id ?? null}
            onChange={(id) => onSearch(narrowed(search, { firm_id: id ?? undefined }))}
          />
          {search.accountant_id !== undefined && (
            <AccountantChip
              id={search.accountant_id}
              onRemove={() => onSearch(narrowed(search, { accountant_id: undefined }))}
            />
          )}
        </>
      }
    />
  );
};

const AccountantChip = ({ id, onRemove }: { readonly id: string; readonly onRemove: () => void }) => {
  const { t } = useTranslation();
  const user = useQuery(account(id)).data?.user;
  const name = user?.name ?? user?.email;
  const label = name ? t('clients.assignedTo', { name }) : t('clients.assigned');
  return <FilterChip label={label} onRemove={onRemove} />;
};
