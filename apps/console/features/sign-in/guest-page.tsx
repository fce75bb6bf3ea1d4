import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '@mantine/hooks';
import { chooseAsGuest } from '../../platform/preferences';
import { CallsNotice } from '../../ui/faults/calls-notice';
import { LicensesLink } from '../../ui/licenses-link';
import { lastFirm, Wordmark } from '../../ui/wordmark';
import { ScreenPreferences } from '../../ui/theme/screen-preferences';
import classes from './guest-page.module.css';

type Props = {
  /** Of the document. */
  readonly page: string;
  readonly title: string;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
};

/** What all screens before sign-in look like. */
export const GuestPage = ({ page, title, hint, children }: Props) => {
  const { t } = useTranslation();
  useDocumentTitle(page);
  return (
    <div className={classes.page}>
      <aside className={classes.side}>
        <Wordmark size="lg" firm={lastFirm.get()} />
        <div className={classes.promise}>
          <p className={classes.motto}>{t('login.motto')}</p>
          <p className={classes.detail}>{t('login.detail')}</p>
        </div>
        <Papers />
      </aside>
      <main className={classes.main}>
        <div role="status" className={classes.calls}>
          <CallsNotice />
        </div>
        <div className={classes.form}>
          <div className={classes.phoneMark}>
            <Wordmark size="lg" onPaper firm={lastFirm.get()} />
          </div>
          <div>
            <h1 className={classes.title}>{title}</h1>
            {hint && <p className={classes.hint}>{hint}</p>}
          </div>
          {children}
        </div>
        <footer className={classes.footer}>
          <ScreenPreferences onChoose={chooseAsGuest} />
          <LicensesLink />
        </footer>
      </main>
    </div>
  );
};

/** A stack of folders, for the eye. */
const Papers = () => (
  <svg className={classes.papers} viewBox="0 0 420 240" aria-hidden="true">
    <rect x="70" y="40" width="230" height="170" rx="12" className={classes.paperBack} />
    <rect x="96" y="22" width="230" height="180" rx="10" className={classes.paper} />
    <g className={classes.lines}>
      <path d="M122 58h120M122 82h176M122 106h176M122 130h96" />
    </g>
    <path
      className={classes.cardboard}
      d="M48 104a14 14 0 0 1 14-14h72c5 0 9 2 12 6l10 12h176a14 14 0 0 1 14 14v106a14 14 0 0 1-14 14H62a14 14 0 0 1-14-14z"
    />
    <path className={classes.tick} d="M168 172l22 22 46-48" />
  </svg>
);
