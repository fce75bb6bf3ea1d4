import { createFileRoute, getRouteApi, useRouter, useRouterState } from '@tanstack/react-router';
import { z } from 'zod';
import { LoginScreen } from '../features/identity/gate/login.screen';
import { sameSite } from '../guards';
import { guestsOnly } from '../guests-only';

const Login = () => {
  const router = useRouter();
  const { redirect: target } = getRouteApi('/login').useSearch();
  const { notice, done, isFirst, email } = useRouterState({ select: ({ location }) => location.state });
  const enter = async () => {
    await router.navigate({ href: sameSite(target, location.origin) ?? '/', replace: true });
  };
  return (
    <LoginScreen
      notice={notice ?? null}
      done={done ?? null}
      isFirst={isFirst ?? false}
      email={email ?? ''}
      onSignedIn={enter}
    />
  );
};

export const Route = createFileRoute('/login')({
  validateSearch: z.object({ redirect: z.string().optional() }),
  beforeLoad: guestsOnly,
  component: Login,
});
