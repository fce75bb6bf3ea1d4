import { createFileRoute } from '@tanstack/react-router';
import { AccountantsSection } from '../../../../../features/companies/clients/accountants.section';
import { FirmChoice } from '../../../../../features/companies/firms/firm-choice';
import { UserScreen } from '../../../../../features/users/user.screen';

const One = () => {
  const { id } = Route.useParams();
  const { user } = Route.useRouteContext();
  return (
    <UserScreen
      key={id}
      id={id}
      user={user}
      accountantsOf={(client, me) => <AccountantsSection client={client} me={me} />}
      firmField={(form) => <FirmChoice form={form} me={user} />}
    />
  );
};

export const Route = createFileRoute('/_app/admin/users/$id')({ component: One });
