import { useTranslation } from 'react-i18next';
import classes from './licenses-link.module.css';

/** A link to the licences of third-party code, which the build writes. */
export const LicensesLink = () => {
  const { t } = useTranslation();
  return (
    <a className={classes.link} href="/third-party-licenses.txt" target="_blank" rel="noreferrer">
      {t('parts.licenses')}
    </a>
  );
};
