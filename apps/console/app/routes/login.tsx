import { createFileRoute, getRouteApi, redirect, useRouter, useRouterState } from '@tanstack/react-router';
import { z } from 'zod';
import { LoginScreen } from '../../features/sign-in/login.screen';
import { signOut } from '../../platform/leave';
import { placeAfterSignIn } from '../../platform/guards';
import { guestsOnly } from '../guests-only';

const Login = () => {
  const router = useRouter();
  const { redirect: target } = getRouteApi('/login').useSearch();
  const { notice, done, email } = useRouterState({ select: ({ location }) => location.state });
  const enter = async () => {
    await router.navigate({ href: placeAfterSignIn(target), replace: true });
  };
  return <LoginScreen notice={notice ?? null} done={done ?? null} email={email ?? ''} onSignedIn={enter} />;
};

export const Route = createFileRoute('/login')({
  validateSearch: z.object({ redirect: z.string().optional() }),
  beforeLoad: async ({ location, search }) => {
    if (location.state.isLeaving) {
      await signOut();
      throw redirect({ to: '/login', replace: true });
    }
    await guestsOnly(search.redirect);
  },
  component: Login,
});
