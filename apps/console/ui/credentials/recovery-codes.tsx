import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Checkbox } from '@mantine/core';
import { Download, Printer } from 'lucide-react';
import { CopyButton } from '../copy-button';
import classes from './recovery-codes.module.css';
import { usePending } from '../../platform/pending';

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

/** Codes that are shown once: the person must confirm that they are saved. */
export const RecoveryCodes = ({ codes, action, onKept }: Props) => {
  const { t } = useTranslation();
  const [isKept, setKept] = useState(false);
  const [busy, run] = usePending();
  const text = `${t('credentials.codesHead', { host: location.host })}\n\n${codes.join('\n')}\n`;
  return (
    <div className={classes.all}>
      <div className={classes.paper}>
        <p className={classes.head}>{t('credentials.codesHead', { host: location.host })}</p>
        <ul className={classes.codes} aria-label={t('credentials.codesList')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={classes.actions}>
        <CopyButton text={text} label={t('credentials.copyCodes')} />
        <Button variant="default" size="xs" leftSection={<Download size={14} />} onClick={() => download(text)}>
          {t('credentials.downloadCodes')}
        </Button>
        <Button variant="default" size="xs" leftSection={<Printer size={14} />} onClick={() => print()}>
          {t('credentials.print')}
        </Button>
      </div>
      <Checkbox
        label={t('credentials.codesKept')}
        checked={isKept}
        onChange={({ currentTarget }) => setKept(currentTarget.checked)}
      />
      <Button size="md" disabled={!isKept} loading={busy} onClick={() => void run(async () => onKept())} fullWidth>
        {action}
      </Button>
    </div>
  );
};
