import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import { authApi, type SignedIn } from '@dosar/contracts';
import { useSentence } from '../../platform/faults';
import { Refused, Unreachable } from '../../platform/refusals';
import { send } from '../../platform/send';
import { usePending } from '../../platform/pending';
import { Message } from '../../ui/message';

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type Props = { readonly token: string; readonly onProved: (signedIn: SignedIn) => Promise<void> };

/** Asks the browser for a passkey. It wants somebody to press something first. */
export const PasskeyProof = ({ token, onProved }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const [busy, run] = usePending();
  const [refusal, setRefusal] = useState<string | null>(null);
  const prove = async () => {
    const { options } = await send(authApi.secondFactorOptions, { body: { token } });
    const credential = await startAuthentication({ optionsJSON: options as unknown as RequestOptions });
    const body = { token, method: 'passkey', credential: { ...credential } } as const;
    await onProved(await send(authApi.secondFactor, { body }));
  };
  const refuse = (error: unknown) => {
    const isOurs = error instanceof Refused || error instanceof Unreachable;
    setRefusal(isOurs ? sentence(error) : t('credentials.passkeyStopped'));
  };
  const press = () => {
    setRefusal(null);
    void run(() => prove().catch(refuse));
  };
  if (!browserSupportsWebAuthn()) return <Message tone="warning">{t('credentials.passkeyUnknown')}</Message>;
  return (
    <>
      {refusal && <Message tone="error">{refusal}</Message>}
      <Button size="md" leftSection={<KeyRound size={18} />} loading={busy} onClick={press} fullWidth>
        {t('entry.usePasskey')}
      </Button>
    </>
  );
};
