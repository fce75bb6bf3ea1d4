import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Checkbox } from '@mantine/core';
import { Download, Printer } from 'lucide-react';
import { CopyButton } from '../../ui/copy-button';
import classes from './recovery-codes.module.css';

type Props = {
  readonly codes: readonly string[];
  readonly action: string;
  readonly onKept: () => void | Promise<void>;
};

const NAME = 'dosar-coduri.txt';

const download = (text: string) => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: address, download: NAME }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};

/** Codes that are shown once: nobody goes on before saying that they are kept. */
export const RecoveryCodes = ({ codes, action, onKept }: Props) => {
  const { t } = useTranslation();
  const [isKept, setKept] = useState(false);
  const [busy, setBusy] = useState(false);
  const text = `${t('entry.codesHead', { host: location.host })}\n\n${codes.join('\n')}\n`;
  const goOn = async () => {
    setBusy(true);
    try {
      await onKept();
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.all}>
      <div className={classes.paper}>
        <p className={classes.head}>{t('entry.codesHead', { host: location.host })}</p>
        <ul className={classes.codes} aria-label={t('entry.codesList')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={classes.actions}>
        <CopyButton text={text} label={t('entry.copyCodes')} />
        <Button variant="default" size="xs" leftSection={<Download size={14} />} onClick={() => download(text)}>
          {t('entry.downloadCodes')}
        </Button>
        <Button variant="default" size="xs" leftSection={<Printer size={14} />} onClick={() => print()}>
          {t('entry.print')}
        </Button>
      </div>
      <Checkbox
        label={t('entry.codesKept')}
        checked={isKept}
        onChange={({ currentTarget }) => setKept(currentTarget.checked)}
      />
      <Button size="md" disabled={!isKept} loading={busy} onClick={() => void goOn()} fullWidth>
        {action}
      </Button>
    </div>
  );
};
