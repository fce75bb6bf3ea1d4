import { createFileRoute, redirect } from '@tanstack/react-router';
import { WelcomeScreen } from '../../../features/companies/choice/welcome.screen';
import { offers } from '../../../platform/guards';

const Welcome = () => <WelcomeScreen user={Route.useRouteContext().user} />;

export const Route = createFileRoute('/_app/')({
  beforeLoad: ({ context: { user } }) => {
    if (user.role === 'user' && offers(user, 'file_manager'))
      throw redirect({ to: '/files', search: { navigateToMonth: 'true' }, replace: true });
  },
  component: Welcome,
});
