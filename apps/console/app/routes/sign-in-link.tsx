import { createFileRoute, redirect, useRouter, useRouterState } from '@tanstack/react-router';
import { z } from 'zod';
import { LetterScreen } from '../../features/sign-in/letter.screen';
import { SignInLinkScreen } from '../../features/sign-in/sign-in-link.screen';
import { guestsOnly } from '../guests-only';

/** With a link it is used here, without one it is asked for. */
const SignInLink = () => {
  const router = useRouter();
  const { link, email } = useRouterState({ select: ({ location }) => location.state });
  if (link === undefined) return <LetterScreen kind="signIn" email={email ?? ''} />;
  return (
    <SignInLinkScreen
      token={link}
      onSignedIn={() => router.navigate({ to: '/', replace: true })}
      onBack={(notice) =>
        void router.navigate({ to: '/login', replace: true, state: notice === null ? {} : { notice } })
      }
    />
  );
};

export const Route = createFileRoute('/sign-in-link')({
  validateSearch: z.object({ token: z.string().optional() }),
  beforeLoad: async ({ search: { token } }) => {
    await guestsOnly();
    if (token !== undefined) throw redirect({ to: '/sign-in-link', search: {}, replace: true, state: { link: token } });
  },
  component: SignInLink,
});
