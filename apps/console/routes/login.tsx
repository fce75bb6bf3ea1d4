import { createFileRoute, redirect, useRouter, useRouterState } from '@tanstack/react-router';
import { z } from 'zod';
import { session } from '../api';
import { LoginScreen } from '../features/identity/login.screen';
import { sameSite } from '../guards';

const Login = () => {
  const router = useRouter();
  const { redirect: target } = Route.useSearch();
  const notice = useRouterState({ select: ({ location }) => location.state.notice ?? null });
  const enter = async () => {
    await router.navigate({ href: sameSite(target, location.origin) ?? '/', replace: true });
  };
  return <LoginScreen notice={notice} onSignedIn={enter} />;
};

export const Route = createFileRoute('/login')({
  validateSearch: z.object({ redirect: z.string().optional() }),
  beforeLoad: async () => {
    if (await session.isOpen().catch(() => false)) throw redirect({ to: '/' });
  },
  component: Login,
});
