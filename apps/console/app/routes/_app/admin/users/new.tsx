import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { Id, MemberRole } from '@dosar/contracts';
import { FirmChoice } from '../../../../../features/companies/firms/firm-choice';
import { UserNewScreen } from '../../../../../features/users/user-new.screen';

const New = () => {
  const { role = 'user', firm_id, client_id } = Route.useSearch();
  const { user } = Route.useRouteContext();
  return (
    <UserNewScreen
      user={user}
      firmField={(form) => <FirmChoice form={form} me={user} />}
      role={role}
      firmId={firm_id}
      clientId={client_id}
    />
  );
};

export const Route = createFileRoute('/_app/admin/users/new')({
  validateSearch: z.object({
    role: MemberRole.optional().catch(undefined),
    firm_id: Id.optional().catch(undefined),
    client_id: Id.optional().catch(undefined),
  }),
  component: New,
});
