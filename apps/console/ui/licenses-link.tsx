import { useTranslation } from 'react-i18next';
import classes from './licenses-link.module.css';

/** To the licences of what the console contains of others, which the build writes beside it. */
export const LicensesLink = () => {
  const { t } = useTranslation();
  return (
    <a className={classes.link} href="/third-party-licenses.txt" target="_blank" rel="noreferrer">
      {t('parts.licenses')}
    </a>
  );
};
