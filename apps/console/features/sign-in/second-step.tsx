import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { authApi, type FactorMethod, type SignedIn } from '@dosar/contracts';
import { useSentence } from '../../platform/faults';
import { usePending } from '../../platform/pending';
import { send } from '../../platform/send';
import { Message } from '../../ui/message';
import { RecoveryCodes } from '../../ui/credentials/recovery-codes';
import { openSession, type Halfway } from './sign-in';
import { TotpSetup } from '../../ui/credentials/totp-setup';
import { CodeForm } from '../../ui/credentials/code-form';
import { GuestPage } from './guest-page';
import { PasskeyProof } from './passkey-proof';
import classes from './guest-page.module.css';

/** So long the server waits for the second proof. */
const WAITING_MS = 5 * 60 * 1000;

type Props = {
  readonly halfway: Halfway;
  readonly onSignedIn: () => Promise<void>;
  /** To the password again, with a sentence why. */
  readonly onBack: (sentence: string | null) => void;
};

/** The password was right: now the second proof, or first its setting up. */
export const SecondStep = ({ halfway, onSignedIn, onBack }: Props) => {
  const { t } = useTranslation();
  // an authenticator that is being set up takes its time, and the server says itself when it was too long
  useEffect(() => {
    if (halfway.setup_required) return;
    const timer = setTimeout(() => onBack(t('entry.tooLong')), WAITING_MS);
    return () => clearTimeout(timer);
  }, [halfway, onBack, t]);
  const enter = async (signedIn: SignedIn) => {
    openSession(signedIn);
    await onSignedIn();
  };
  return halfway.setup_required ? (
    <FirstSetup token={halfway.token} onDone={onSignedIn} onBack={() => onBack(null)} />
  ) : (
    <Proof halfway={halfway} onProved={enter} onBack={() => onBack(null)} />
  );
};

type ProofProps = {
  readonly halfway: Halfway;
  readonly onProved: (signedIn: SignedIn) => Promise<void>;
  readonly onBack: () => void;
};

const Proof = ({ halfway: { token, methods }, onProved, onBack }: ProofProps) => {
  const { t } = useTranslation();
  const [method, setMethod] = useState<FactorMethod>(methods[0] ?? 'totp');
  return (
    <GuestPage page={t('login.page')} title={t('entry.secondTitle')} hint={t(`entry.prove.${method}`)}>
      {method === 'passkey' ? (
        <PasskeyProof token={token} onProved={onProved} />
      ) : (
        <CodeForm
          key={method}
          method={method}
          onCode={async (code) => onProved(await send(authApi.secondFactor, { body: { token, method, code } }))}
        />
      )}
      <div className={classes.links}>
        {methods
          .filter((each) => each !== method)
          .map((each) => (
            <button key={each} type="button" onClick={() => setMethod(each)}>
              {t(`entry.switchTo.${each}`)}
            </button>
          ))}
        <button type="button" onClick={onBack}>
          {t('entry.backToLogin')}
        </button>
      </div>
    </GuestPage>
  );
};

type SetupProps = {
  readonly token: string;
  readonly onDone: () => Promise<void>;
  readonly onBack: () => void;
};

/** For somebody of whom the administrator asks a second step, and who has none. */
const FirstSetup = ({ token, onDone, onBack }: SetupProps) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const [offer, setOffer] = useState<{ readonly secret: string; readonly uri: string } | null>(null);
  const [busy, run] = usePending();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const begin = () => {
    setRefusal(null);
    void run(() =>
      send(authApi.secondFactorSetup, { body: { token } }).then(setOffer, (error: unknown) =>
        setRefusal(sentence(error)),
      ),
    );
  };
  const confirm = async (code: string) => {
    const { recovery_codes, ...signedIn } = await send(authApi.secondFactorConfirm, { body: { token, code } });
    // a sign-in in another tab then leads nobody away from the codes
    openSession(signedIn);
    setCodes(recovery_codes);
  };
  if (codes)
    return (
      <GuestPage page={t('login.page')} title={t('credentials.codesTitle')} hint={t('credentials.codesText')}>
        <RecoveryCodes codes={codes} action={t('entry.enter')} onKept={onDone} />
      </GuestPage>
    );
  return (
    <GuestPage page={t('login.page')} title={t('entry.setupTitle')} hint={t('entry.setupText')}>
      {refusal && <Message tone="error">{refusal}</Message>}
      {offer ? (
        <TotpSetup offer={offer} onCode={confirm} />
      ) : (
        <Button size="md" loading={busy} onClick={begin} fullWidth>
          {t('entry.setupBegin')}
        </Button>
      )}
      <div className={classes.links}>
        <button type="button" onClick={onBack}>
          {t('entry.backToLogin')}
        </button>
      </div>
    </GuestPage>
  );
};
