import { useTranslation } from 'react-i18next';
import { encodeQR } from 'qr';
import { CopyButton } from '../copy-button';
import { CodeForm } from './code-form';
import classes from './totp-setup.module.css';

type Props = {
  readonly offer: { readonly secret: string; readonly uri: string };
  /** @throws Refused, Unreachable */
  readonly onCode: (code: string) => Promise<void>;
};

/** As an image instead of markup, which the page's policy forbids for text. */
const pictureOf = (uri: string) => `data:image/svg+xml,${encodeURIComponent(encodeQR(uri, 'svg', { border: 3 }))}`;

/** Shows the secret for an authenticator, as a picture and as text, and asks for its first code. */
export const TotpSetup = ({ offer: { secret, uri }, onCode }: Props) => {
  const { t } = useTranslation();
  return (
    <div className={classes.setup}>
      <p className={classes.text}>{t('credentials.scan')}</p>
      <img className={classes.picture} src={pictureOf(uri)} alt={t('credentials.qr')} width={196} height={196} />
      <div>
        <p className={classes.text}>{t('credentials.orType')}</p>
        <p className={classes.secret}>
          <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <CopyButton text={secret} label={t('credentials.copySecret')} />
        </p>
      </div>
      <CodeForm method="totp" onCode={onCode} action={t('credentials.confirmCode')} />
    </div>
  );
};
