import { useTranslation } from 'react-i18next';
import { Landmark } from 'lucide-react';
import type { Firm } from '@dosar/contracts';
import { companyName } from '../../../platform/company-name';
import { countOf, dayOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/storage/store';
import type { Column } from '../../../ui/table/columns';
import type { FirmsSearch } from '../companies.search';
import { ListScreen, type ListWords } from '../../../ui/table/list-screen';
import { firms } from '../companies.queries';

type Props = { readonly search: FirmsSearch; readonly onSearch: (search: FirmsSearch) => void };

const useColumns = (): readonly Column<Firm>[] => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  return [
    { name: 'name', label: t('firm.name'), sort: 'name', text: companyName },
    { name: 'cui', label: t('client.cui'), sort: 'cui', text: ({ cui }) => cui ?? '', isShort: true },
    {
      name: 'clients',
      label: t('clients.title'),
      text: ({ clients_count }) => countOf(clients_count, language),
    },
    {
      name: 'accountants',
      label: t('accountants.title'),
      text: ({ accountants_count }) => countOf(accountants_count, language),
    },
    { name: 'phone', label: t('words.phone'), text: ({ phone }) => phone ?? '', isShort: true },
    { name: 'email', label: t('fields.email'), text: ({ email }) => email ?? '' },
    { name: 'address', label: t('client.address'), text: ({ address }) => address ?? '', isHidden: true },
    {
      name: 'scope',
      label: t('firm.scope'),
      text: ({ accountant_scope }) => t(`firm.scopes.${accountant_scope}`),
      isHidden: true,
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

/** All accounting firms. */
export const FirmsScreen = ({ search, onSearch }: Props) => {
  const { t } = useTranslation();
  const words: ListWords = {
    page: t('firms.page'),
    title: t('firms.title'),
    total: (count) => t('firms.total', { count }),
    add: t('firm.new'),
    search: t('choice.search'),
    none: t('firms.none'),
    noneText: t('firms.noneText'),
    file: t('firms.file'),
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
