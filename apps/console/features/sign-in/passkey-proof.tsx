import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import { authApi, type SignedIn } from '@dosar/contracts';
import { useSentence } from '../../platform/faults';
import { Refused, Unreachable } from '../../platform/refusals';
import { send } from '../../platform/send';
import { Message } from '../../ui/message';

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type Props = { readonly token: string; readonly onProved: (signedIn: SignedIn) => Promise<void> };

/** Asks the browser for a passkey. It wants somebody to press something first. */
export const PasskeyProof = ({ token, onProved }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const prove = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const { options } = await send(authApi.secondFactorOptions, { body: { token } });
      const credential = await startAuthentication({ optionsJSON: options as unknown as RequestOptions });
      const body = { token, method: 'passkey', credential: { ...credential } } as const;
      await onProved(await send(authApi.secondFactor, { body }));
    } catch (error) {
      const isOurs = error instanceof Refused || error instanceof Unreachable;
      setRefusal(isOurs ? sentence(error) : t('credentials.passkeyStopped'));
    } finally {
      setBusy(false);
    }
  };
  if (!browserSupportsWebAuthn()) return <Message tone="warning">{t('credentials.passkeyUnknown')}</Message>;
  return (
    <>
      {refusal && <Message tone="error">{refusal}</Message>}
      <Button size="md" leftSection={<KeyRound size={18} />} loading={busy} onClick={() => void prove()} fullWidth>
        {t('entry.usePasskey')}
      </Button>
    </>
  );
};
