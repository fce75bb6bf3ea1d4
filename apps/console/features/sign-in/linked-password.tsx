import { useState } from 'react';
import { GuestPage } from './guest-page';
import { LazySecondStep } from './second-step.lazy';
import { NewPasswordForm, type Chosen } from './new-password-form';
import { signIn, type Halfway } from './sign-in';

export type LinkedProps = {
  readonly email: string | null;
  readonly onSignedIn: () => Promise<void>;
  /** The password is chosen, and has still to be signed in with. */
  readonly onDone: () => Promise<void>;
  readonly onOver: (error: unknown) => void;
};

type Props = LinkedProps & {
  /** The window's title, and what stands over the form and on its button. */
  readonly page: string;
  readonly title: string;
  readonly hint: string;
  readonly action: string;
  /** @throws Refused, Unreachable */
  readonly onChoose: (chosen: Chosen) => Promise<void>;
};

/** Chooses a password with the link of a letter, and signs in with it: nobody types it a third time. */
export const LinkedPassword = ({ email, onSignedIn, onDone, onOver, onChoose, ...words }: Props) => {
  const [halfway, setHalfway] = useState<Halfway | null>(null);
  const enter = async (password: string) => {
    if (email === null) return onDone();
    try {
      const next = await signIn(email, password);
      if (next) setHalfway(next);
      else await onSignedIn();
    } catch {
      // the password is chosen all the same
      await onDone();
    }
  };
  const choose = async (chosen: Chosen) => {
    try {
      await onChoose(chosen);
    } catch (error) {
      onOver(error);
      throw error;
    }
    await enter(chosen.password);
  };
  if (halfway) return <LazySecondStep halfway={halfway} onSignedIn={onSignedIn} onBack={() => void onDone()} />;
  return (
    <GuestPage page={words.page} title={words.title} hint={words.hint}>
      <NewPasswordForm email={email} action={words.action} onChoose={choose} />
    </GuestPage>
  );
};
