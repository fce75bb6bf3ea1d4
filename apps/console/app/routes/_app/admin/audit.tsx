import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { AuditScreen } from '../../../../features/audit/audit.screen';
import { AuditSearch } from '../../../../features/audit/audit.search';
import { preferences } from '../../../../platform/preferences';
import { speakAlso } from '../../../i18n';
import { mustBe, mustOffer } from '../../../../platform/guards';

const Audit = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { user } = Route.useRouteContext();
  return (
    <AuditScreen user={user} search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
  );
};

export const Route = createFileRoute('/_app/admin/audit')({
  validateSearch: z.object(AuditSearch.shape).catch({}),
  beforeLoad: ({ context: { user } }) => {
    mustOffer('audit', user);
    mustBe('admin', user);
  },
  loader: () => speakAlso('auditors', preferences.get().language),
  component: Audit,
});
