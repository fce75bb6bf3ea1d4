import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { useDocumentTitle } from '@mantine/hooks';
import { Building2 } from 'lucide-react';
import type { User } from '@dosar/contracts';
import { longDayOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/store';
import { Notice } from '../../../ui/notice';
import { Page } from '../../../ui/page';
import { ClientList } from './client-list';
import { clients } from '../companies.queries';

/** The first screen of whoever works for several clients. */
export const WelcomeScreen = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  // a client's user has one, and no list
  const hasList = user.role !== 'user';
  const found = useQuery({ ...clients(), enabled: hasList });
  useDocumentTitle(t('welcome.page'));
  const name = user.name ?? '';
  return (
    <Page title={t('welcome.title', { name })} text={longDayOf(new Date(), language)}>
      {found.data && <h2>{t('welcome.clients', { count: found.data.total })}</h2>}
      {hasList && (
        <ClientList query={found}>
          <Notice icon={Building2} title={t('choice.none')} text={t('choice.noneText')} />
        </ClientList>
      )}
    </Page>
  );
};
