import { createFileRoute } from '@tanstack/react-router';
import { UserScreen } from '../../../../features/identity/users/user.screen';

const One = () => {
  const { id } = Route.useParams();
  return <UserScreen key={id} id={id} user={Route.useRouteContext().user} />;
};

export const Route = createFileRoute('/_app/admin/users/$id')({ component: One });
