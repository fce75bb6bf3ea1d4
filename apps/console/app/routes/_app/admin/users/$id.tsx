import { createFileRoute } from '@tanstack/react-router';
import { AccountantsSection } from '../../../../../features/companies/clients/accountants.section';
import { UserScreen } from '../../../../../features/users/user.screen';

const One = () => {
  const { id } = Route.useParams();
  return (
    <UserScreen
      key={id}
      id={id}
      user={Route.useRouteContext().user}
      accountantsOf={(client, me) => <AccountantsSection client={client} me={me} />}
    />
  );
};

export const Route = createFileRoute('/_app/admin/users/$id')({ component: One });
