import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TextInput } from '@mantine/core';
import { useDebouncedValue, useDocumentTitle } from '@mantine/hooks';
import { Building2, Search } from 'lucide-react';
import { Notice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { ClientList } from './client-list';
import { clients } from './identity.queries';

const TYPING_MS = 200;

/** Whose documents to open. */
export const FilesSelectScreen = () => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS);
  const found = useQuery({ ...clients(q), placeholderData: keepPreviousData });
  useDocumentTitle(t('clients.selectPage'));
  return (
    <Page title={t('clients.selectTitle')} text={t('clients.selectText')}>
      <TextInput
        aria-label={t('clients.search')}
        placeholder={t('clients.search')}
        leftSection={<Search size={18} />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        autoFocus
      />
      <ClientList query={found}>
        <Notice
          icon={Building2}
          title={q === '' ? t('clients.none') : t('clients.noneFound')}
          text={q === '' ? t('clients.noneText') : t('clients.noneFoundText', { q })}
        />
      </ClientList>
    </Page>
  );
};
