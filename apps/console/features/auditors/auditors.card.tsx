import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../ui/card';
import { auditorsOf } from './auditors.queries';
import { AuditorsList } from './auditors.section';

/** For those who work for a firm, once somebody has audited it. */
export const AuditorsCard = ({ firmId }: { readonly firmId: string }) => {
  const { t } = useTranslation();
  const { data } = useQuery(auditorsOf(firmId));
  if (!data || data.total === 0) return null;
  return (
    <Card title={t('auditors.firmTitle')} text={t('auditors.firmHint')}>
      <AuditorsList firmId={firmId} />
    </Card>
  );
};
