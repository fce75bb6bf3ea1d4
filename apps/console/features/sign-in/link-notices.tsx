import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { authApi } from '@dosar/contracts';
import { useSentence } from '../../platform/faults';
import { usePending } from '../../platform/pending';
import { send } from '../../platform/send';
import { Message } from '../../ui/message';
import { signOut } from '../../platform/leave';
import { GuestPage } from './guest-page';
import classes from './guest-page.module.css';

type OverProps = {
  readonly kind: 'reset' | 'invitation' | 'signIn';
  /** What the link said, if anything. */
  readonly token?: string | null;
};

/** A link that leads nowhere any more, and where to get another. */
export const LinkOver = ({ kind, token = null }: OverProps) => {
  const { t } = useTranslation();
  return (
    <GuestPage page={t('entry.overPage')} title={t('entry.overTitle')}>
      <Message tone="error">
        {kind === 'invitation' ? t('entry.invitation.over') : t('problems.RESET_LINK_INVALID')}
      </Message>
      {kind !== 'invitation' && (
        <Button component={Link} to={kind === 'reset' ? '/forgot-password' : '/sign-in-link'} size="md" fullWidth>
          {t('entry.newLink')}
        </Button>
      )}
      {kind === 'invitation' && token !== null && <InvitationAgain token={token} />}
      <p className={classes.links}>
        <Link to="/login">{t('entry.backToLogin')}</Link>
      </p>
    </GuestPage>
  );
};

/** Asks for another invitation. Whether one was sent the answer does not say. */
const InvitationAgain = ({ token }: { readonly token: string }) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const [busy, run] = usePending();
  const [isSent, setSent] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const ask = () => {
    setRefusal(null);
    void run(() =>
      send(authApi.requestInvitation, { body: { token } }).then(
        () => setSent(true),
        (error: unknown) => setRefusal(sentence(error)),
      ),
    );
  };
  if (isSent) return <Message tone="success">{t('entry.invitation.sentAgain')}</Message>;
  return (
    <>
      {refusal && <Message tone="error">{refusal}</Message>}
      <Button size="md" loading={busy} onClick={ask} fullWidth>
        {t('entry.invitation.sendAgain')}
      </Button>
    </>
  );
};

type SignedInProps = { readonly email: string | null; readonly onLeft: () => Promise<void> };

/** A link was opened where somebody is signed in already: maybe somebody else. */
export const AlreadySignedIn = ({ email, onLeft }: SignedInProps) => {
  const { t } = useTranslation();
  const [busy, run] = usePending();
  const leave = () => run(() => signOut().then(onLeft));
  return (
    <GuestPage page={t('entry.insidePage')} title={t('entry.insideTitle')}>
      <p className={classes.split}>
        {email === null ? t('entry.insideText') : t('entry.insideTextOf', { email })} {t('entry.insideChoice')}
      </p>
      <Button size="md" loading={busy} onClick={() => void leave()} fullWidth>
        {t('entry.leaveAndGoOn')}
      </Button>
      <Button component={Link} to="/" variant="default" size="md" fullWidth>
        {t('entry.staySignedIn')}
      </Button>
    </GuestPage>
  );
};
