import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Building2, Files } from 'lucide-react';
import type { Role } from '@dosar/contracts';
import { Notice } from '../../ui/notice';
import { clientPage } from '../companies/companies.queries';
import { DashboardSkeleton } from './dashboard-skeleton';

type Props = {
  readonly role: Role;
  readonly isAssignedOnly: boolean;
  /** Whether the first steps say what comes next. */
  readonly hasSteps: boolean;
};

/** Where nothing happened yet: what is the next thing to do. */
export const DashboardEmpty = ({ role, isAssignedOnly, hasSteps }: Props) => {
  const { t } = useTranslation();
  const { data, error } = useQuery({ ...clientPage({ pageSize: 1 }), enabled: role !== 'user' && !isAssignedOnly });
  if (isAssignedOnly)
    return <Notice icon={Building2} title={t('dashboard.noAssigned')} text={t('dashboard.noAssignedText')} />;
  if (role !== 'user' && !data && !error) return <DashboardSkeleton />;
  if (data?.total === 0 && hasSteps) return null;
  if (data?.total === 0)
    return (
      <Notice icon={Building2} title={t('dashboard.noClients')} text={t('dashboard.noClientsText')}>
        {role === 'admin' && (
          <Button component={Link} to="/admin/clients/new">
            {t('firstSteps.client.action')}
          </Button>
        )}
      </Notice>
    );
  return (
    <Notice icon={Files} title={t('dashboard.nothingYet')} text={t('dashboard.nothingYetText')}>
      <Button component={Link} to={role === 'user' ? '/files' : '/files-select'}>
        {role === 'user' ? t('words.files') : t('dashboard.chooseClient')}
      </Button>
    </Notice>
  );
};
