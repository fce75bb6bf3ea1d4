import { useTranslation } from 'react-i18next';
import { Landmark } from 'lucide-react';
import type { Firm } from '@dosar/contracts';
import { companyName } from '../../../company-name';
import { countOf, dayOf } from '../../../format';
import { preferences } from '../../../preferences';
import { useStore } from '../../../store';
import type { Column } from '../lists/columns';
import type { FirmsSearch } from '../lists/list.search';
import { ListScreen, type ListWords } from '../lists/list-screen';
import { firms } from '../people.queries';

type Props = { readonly search: FirmsSearch; readonly onSearch: (search: FirmsSearch) => void };

const useColumns = (): readonly Column<Firm>[] => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  return [
    { name: 'name', label: t('admin.firm.name'), sort: 'name', text: companyName },
    { name: 'cui', label: t('admin.client.cui'), sort: 'cui', text: ({ cui }) => cui ?? '', isShort: true },
    {
      name: 'clients',
      label: t('admin.clients.title'),
      text: ({ clients_count }) => countOf(clients_count, language),
    },
    {
      name: 'accountants',
      label: t('admin.accountants.title'),
      text: ({ accountants_count }) => countOf(accountants_count, language),
    },
    { name: 'phone', label: t('admin.client.phone'), text: ({ phone }) => phone ?? '', isShort: true },
    { name: 'email', label: t('fields.email'), text: ({ email }) => email ?? '' },
    { name: 'address', label: t('admin.client.address'), text: ({ address }) => address ?? '', isHidden: true },
    {
      name: 'scope',
      label: t('admin.firm.scope'),
      text: ({ accountant_scope }) => t(`values.${accountant_scope}`),
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

/** All accounting firms. */
export const FirmsScreen = ({ search, onSearch }: Props) => {
  const { t } = useTranslation();
  const words: ListWords = {
    page: t('admin.firms.page'),
    title: t('admin.firms.title'),
    total: (count) => t('admin.firms.total', { count }),
    add: t('admin.firm.new'),
    search: t('clients.search'),
    none: t('admin.firms.none'),
    noneText: t('admin.firms.noneText'),
    file: t('admin.firms.file'),
  };
  return (
    <ListScreen
      words={words}
      icon={Landmark}
      path="/admin/firms"
      columns={useColumns()}
      part={firms}
      rowsOf={({ firms }) => firms}
      sort="name"
      search={search}
      onSearch={onSearch}
    />
  );
};
