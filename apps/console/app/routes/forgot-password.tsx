import { createFileRoute, useRouterState } from '@tanstack/react-router';
import { LetterScreen } from '../../features/sign-in/letter.screen';
import { guestsOnly } from '../guests-only';

const ForgotPassword = () => {
  const email = useRouterState({ select: ({ location }) => location.state.email ?? '' });
  return <LetterScreen kind="reset" email={email} />;
};

export const Route = createFileRoute('/forgot-password')({ beforeLoad: () => guestsOnly(), component: ForgotPassword });
