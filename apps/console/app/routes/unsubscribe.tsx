import { createFileRoute, redirect, useRouterState } from '@tanstack/react-router';
import { z } from 'zod';
import { UnsubscribeScreen } from '../../features/sign-in/unsubscribe.screen';

/** For whoever got a letter, signed in or not. */
const Unsubscribe = () => (
  <UnsubscribeScreen token={useRouterState({ select: ({ location }) => location.state.link })} />
);

export const Route = createFileRoute('/unsubscribe')({
  validateSearch: z.object({ token: z.string().optional() }),
  beforeLoad: ({ search: { token } }) => {
    if (token !== undefined) throw redirect({ to: '/unsubscribe', search: {}, replace: true, state: { link: token } });
  },
  component: Unsubscribe,
});
