import { createFileRoute } from '@tanstack/react-router';
import { ClientScreen } from '../../../../features/companies/clients/client.screen';
import { mustBe } from '../../../../platform/guards';

const One = () => {
  const { id } = Route.useParams();
  return <ClientScreen key={id} id={id} user={Route.useRouteContext().user} isAdministration={false} />;
};

export const Route = createFileRoute('/_app/clients/$id')({
  beforeLoad: ({ context: { user } }) => mustBe('accountant', user),
  component: One,
});
