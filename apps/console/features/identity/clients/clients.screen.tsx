import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import type { Client } from '@dosar/contracts';
import { companyName } from '../../../company-name';
import { dayOf, sizeOf } from '../../../format';
import { preferences } from '../../../preferences';
import { useStore } from '../../../store';
import { FilterChip } from '../../../ui/filter-chip';
import { FirmChoice } from '../forms/remote-choice';
import type { Column } from '../lists/columns';
import { narrowed, type ClientsSearch } from '../lists/list.search';
import { ListScreen, type ListWords } from '../lists/list-screen';
import { account, clientPage } from '../people.queries';

type Props = { readonly search: ClientsSearch; readonly onSearch: (search: ClientsSearch) => void };

const useColumns = (): readonly Column<Client>[] => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const names = (people: readonly { readonly name: string | null }[]) =>
    people.map(({ name }) => name ?? '').join(', ');
  return [
    {
      name: 'societate',
      label: t('admin.client.societate'),
      sort: 'societate',
      text: companyName,
    },
    { name: 'cui', label: t('admin.client.cui'), sort: 'cui', text: ({ cui }) => cui ?? '', isShort: true },
    { name: 'firm', label: t('details.firm_id'), text: ({ firm }) => firm.name ?? '' },
    { name: 'users', label: t('admin.client.users'), text: ({ users }) => names(users) },
    { name: 'accountants', label: t('admin.accountants.title'), text: ({ accountants }) => names(accountants) },
    {
      name: 'number',
      label: t('admin.client.registrulComertului'),
      text: ({ registrulComertului }) => registrulComertului ?? '',
      isHidden: true,
    },
    {
      name: 'registered',
      label: t('admin.client.dataInregistrarii'),
      text: ({ dataInregistrarii }) => (dataInregistrarii === null ? '' : dayOf(dataInregistrarii)),
      isHidden: true,
    },
    {
      name: 'tax',
      label: t('admin.client.impozit'),
      text: ({ impozit }) => t(`admin.taxes.${impozit}`),
      isHidden: true,
    },
    {
      name: 'vat',
      label: t('admin.client.platitor_tva'),
      text: ({ platitor_tva }) => (platitor_tva ? t('audit.yes') : t('audit.no')),
      isHidden: true,
    },
    {
      name: 'representative',
      label: t('admin.client.reprezentant'),
      text: ({ reprezentant }) => reprezentant ?? '',
      isHidden: true,
    },
    { name: 'phone', label: t('admin.client.phone'), text: ({ phone }) => phone ?? '', isHidden: true },
    { name: 'email', label: t('admin.client.email'), text: ({ email }) => email ?? '', isHidden: true },
    {
      name: 'companyEmail',
      label: t('admin.client.company_email'),
      text: ({ company_email }) => company_email ?? '',
      isHidden: true,
    },
    { name: 'address', label: t('admin.client.address'), text: ({ address }) => address ?? '', isHidden: true },
    {
      name: 'storage',
      label: t('admin.client.used'),
      text: ({ storage }) => sizeOf(storage.used, language),
      isHidden: true,
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

/** All clients of all firms. */
export const ClientsScreen = ({ search, onSearch }: Props) => {
  const { t } = useTranslation();
  const words: ListWords = {
    page: t('admin.clients.page'),
    title: t('admin.clients.title'),
    total: (count) => t('admin.clients.total', { count }),
    add: t('admin.client.new'),
    search: t('clients.search'),
    none: t('admin.clients.none'),
    noneText: t('admin.clients.noneText'),
    file: t('admin.clients.file'),
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
          <FirmChoice
            size="sm"
            aria-label={t('admin.client.firm')}
            placeholder={t('details.firm_id')}
            clearable
            clearButtonProps={{ 'aria-label': t('audit.clear', { label: t('admin.client.firm') }) }}
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
  const label = name ? t('admin.clients.assignedTo', { name }) : t('admin.clients.assigned');
  return <FilterChip label={label} onRemove={onRemove} />;
};
