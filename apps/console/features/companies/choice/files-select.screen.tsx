import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TextInput } from '@mantine/core';
import { useDebouncedValue, useDocumentTitle } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Building2, Search } from 'lucide-react';
import type { Client } from '@dosar/contracts';
import { useRecentClients } from './chosen-client';
import { Notice } from '../../../ui/notice';
import { Page } from '../../../ui/page';
import { followArrows } from './arrows';
import { ClientCard } from './client-card';
import { ClientList } from './client-list';
import { useClientsById } from './clients-by-id';
import { clients } from '../companies.queries';
import { usePins } from './pins';
import classes from './client-list.module.css';

const TYPING_MS = 200;

/** The clients at hand, and those opened last. */
const useClientsAtHand = () => {
  const { data: all } = useQuery(clients());
  const { pinned } = usePins();
  const recent = useRecentClients().filter((id) => !pinned.includes(id));
  return { pinned: useClientsById(pinned, all?.clients), recent: useClientsById(recent, all?.clients) };
};

/** Whose documents to open: those at hand, those opened last, or any that is found. */
export const FilesSelectScreen = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS);
  const found = useQuery({ ...clients(q), placeholderData: keepPreviousData });
  const { pinned, recent } = useClientsAtHand();
  useDocumentTitle(t('choice.selectPage'));

  const first = found.data?.clients[0];
  const isSettled = typed.trim() === q && !found.isPlaceholderData;
  const typing = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      list.current?.querySelector<HTMLElement>('a[data-client]')?.focus();
    }
    if (event.key === 'Enter' && q !== '' && isSettled && first)
      void navigate({ to: '/files', search: { clientId: first.id } });
  };
  const more = found.data ? found.data.total - found.data.clients.length : 0;
  const hasGroups = q === '' && pinned.length + recent.length > 0;
  return (
    <Page title={t('choice.selectTitle')} text={t('choice.selectText')}>
      <TextInput
        ref={input}
        type="search"
        aria-label={t('choice.search')}
        placeholder={t('choice.search')}
        description={<span className={classes.keys}>{t('choice.keys')}</span>}
        inputWrapperOrder={['label', 'input', 'description']}
        leftSection={<Search size={18} />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={typing}
        autoFocus
      />
      <div
        ref={list}
        role="presentation"
        className={classes.groups}
        onKeyDown={(event) => followArrows(event, input.current)}
      >
        {q === '' && <Group title={t('choice.pinned')} clients={pinned} />}
        {q === '' && <Group title={t('choice.recent')} clients={recent} />}
        {hasGroups && <h2>{t('choice.all')}</h2>}
        <ClientList query={found}>
          <Notice
            icon={Building2}
            title={q === '' ? t('choice.none') : t('choice.noneFound')}
            text={q === '' ? t('choice.noneText') : t('choice.noneFoundText', { q })}
          />
        </ClientList>
        {more > 0 && <p className={classes.more}>{t('choice.more', { count: more })}</p>}
      </div>
    </Page>
  );
};

const Group = ({ title, clients: some }: { readonly title: string; readonly clients: readonly Client[] }) =>
  some.length === 0 ? null : (
    <>
      <h2>{title}</h2>
      <ul className={classes.list} aria-label={title}>
        {some.map((client) => (
          <ClientCard key={client.id} client={client} />
        ))}
      </ul>
    </>
  );
