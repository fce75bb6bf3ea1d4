import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { Id, Role } from '@dosar/contracts';
import { UserNewScreen } from '../../../../../features/users/user-new.screen';

const New = () => {
  const { role = 'user', firm_id, client_id } = Route.useSearch();
  return <UserNewScreen role={role} firmId={firm_id} clientId={client_id} />;
};

export const Route = createFileRoute('/_app/admin/users/new')({
  validateSearch: z.object({
    role: Role.optional().catch(undefined),
    firm_id: Id.optional().catch(undefined),
    client_id: Id.optional().catch(undefined),
  }),
  component: New,
});
