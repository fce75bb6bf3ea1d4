import { createFileRoute, getRouteApi, redirect, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { AlreadySignedIn, LinkOver } from '../../features/sign-in/link-notices';
import { InvitationScreen } from '../../features/sign-in/invitation.screen';
import { guestsOnly } from '../guests-only';
import { Refused } from '../../platform/refusals';

const Invitation = () => {
  const { t } = useTranslation();
  const router = useRouter();
  const link = getRouteApi('/invitation').useLoaderData();
  if (link.kind === 'signedIn') return <AlreadySignedIn email={link.email} onLeft={() => router.invalidate()} />;
  if (link.kind === 'over') return <LinkOver kind="invitation" token={link.token} />;
  const { name, email } = link.about;
  const state = { done: t('entry.invitation.done'), ...(email !== null && { email }) };
  return (
    <InvitationScreen
      token={link.token}
      name={name}
      email={email}
      onSignedIn={() => router.navigate({ to: '/', replace: true })}
      onDone={() => router.navigate({ to: '/login', replace: true, state })}
      onOver={(error) => error instanceof Refused && error.status === 410 && void router.invalidate()}
    />
  );
};

export const Route = createFileRoute('/invitation')({
  validateSearch: z.object({ token: z.string().optional() }),
  beforeLoad: async ({ search: { token }, location }) => {
    if (token !== undefined) throw redirect({ to: '/invitation', search: {}, replace: true, state: { link: token } });
    if (location.state.link === undefined) await guestsOnly();
  },
  loader: async ({ location }) => (await import('../../features/sign-in/link')).invitationLink(location.state.link),
  component: Invitation,
});
