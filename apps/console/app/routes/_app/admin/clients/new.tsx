import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { Id } from '@dosar/contracts';
import { ClientNewScreen } from '../../../../../features/companies/clients/client-new.screen';

const New = () => {
  const { firm_id } = Route.useSearch();
  return <ClientNewScreen user={Route.useRouteContext().user} firmId={firm_id} />;
};

export const Route = createFileRoute('/_app/admin/clients/new')({
  validateSearch: z.object({ firm_id: Id.optional().catch(undefined) }),
  component: New,
});
