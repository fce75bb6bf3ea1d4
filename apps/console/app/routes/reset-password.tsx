import { createFileRoute, getRouteApi, redirect, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { AlreadySignedIn, LinkOver } from '../../features/sign-in/link-notices';
import { ResetPasswordScreen } from '../../features/sign-in/reset-password.screen';
import { guestsOnly } from '../guests-only';
import { Refused } from '../../platform/refusals';

const ResetPassword = () => {
  const { t } = useTranslation();
  const router = useRouter();
  const link = getRouteApi('/reset-password').useLoaderData();
  if (link.kind === 'signedIn') return <AlreadySignedIn email={link.email} onLeft={() => router.invalidate()} />;
  if (link.kind === 'over') return <LinkOver kind="reset" />;
  const { email } = link.about;
  const state = { done: t('entry.reset.done'), ...(email !== null && { email }) };
  return (
    <ResetPasswordScreen
      token={link.token}
      email={email}
      onSignedIn={() => router.navigate({ to: '/', replace: true })}
      onDone={() => router.navigate({ to: '/login', replace: true, state })}
      onOver={(error) => error instanceof Refused && error.status === 410 && void router.invalidate()}
    />
  );
};

export const Route = createFileRoute('/reset-password')({
  validateSearch: z.object({ token: z.string().optional() }),
  beforeLoad: async ({ search: { token }, location }) => {
    // what is in the address bar is in the history, over the shoulder and in screenshots
    if (token !== undefined)
      throw redirect({ to: '/reset-password', search: {}, replace: true, state: { link: token } });
    if (location.state.link === undefined) await guestsOnly();
  },
  loader: async ({ location }) => (await import('../../features/sign-in/link')).resetLink(location.state.link),
  component: ResetPassword,
});
