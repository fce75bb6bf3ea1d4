import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { LogIn } from 'lucide-react';
import { useSentence } from '../../platform/faults';
import { refusedWith } from '../../platform/refusals';
import { usePending } from '../../platform/pending';
import { Message } from '../../ui/message';
import { signInWithLink, type Halfway } from './sign-in';
import { GuestPage } from './guest-page';
import { LazySecondStep } from './second-step.lazy';
import { LinkOver } from './link-notices';

type Props = {
  readonly token: string;
  readonly onSignedIn: () => Promise<void>;
  /** To the sign-in with a password, with a sentence why. */
  readonly onBack: (sentence: string | null) => void;
};

/** One button: a scanner of mails that only looks at the address does not spend the link. */
export const SignInLinkScreen = ({ token, onSignedIn, onBack }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const [busy, run] = usePending();
  const [isOver, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [halfway, setHalfway] = useState<Halfway | null>(null);
  const enter = async () => {
    const next = await signInWithLink(token);
    if (next) setHalfway(next);
    else await onSignedIn();
  };
  const refuse = (error: unknown) => {
    if (refusedWith(error, 410, 422)) setOver(true);
    else setRefusal(sentence(error));
  };
  const press = () => {
    setRefusal(null);
    void run(() => enter().catch(refuse));
  };
  if (isOver) return <LinkOver kind="signIn" />;
  if (halfway) return <LazySecondStep halfway={halfway} onSignedIn={onSignedIn} onBack={onBack} />;
  return (
    <GuestPage page={t('login.page')} title={t('entry.signIn.useTitle')} hint={t('entry.signIn.useHint')}>
      {refusal && <Message tone="error">{refusal}</Message>}
      <Button size="md" leftSection={<LogIn size={18} />} loading={busy} onClick={press} autoFocus fullWidth>
        {t('entry.enter')}
      </Button>
    </GuestPage>
  );
};
