import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { Bell, BadgeInfo, ShieldCheck, SlidersHorizontal, UserRound } from 'lucide-react';
import { LicensesLink } from '../../ui/licenses-link';
import { Page } from '../../ui/page';
import classes from './settings.module.css';

const SECTIONS = [
  { name: 'profile', to: '/settings', icon: UserRound },
  { name: 'account', to: '/settings/account', icon: BadgeInfo },
  { name: 'security', to: '/settings/security', icon: ShieldCheck },
  { name: 'preferences', to: '/settings/preferences', icon: SlidersHorizontal },
  { name: 'notifications', to: '/settings/notifications', icon: Bell },
] as const;

type Props = { readonly isNotified: boolean; readonly children: ReactNode };

/** What everybody settles about their own account. */
export const SettingsScreen = ({ isNotified, children }: Props) => {
  const { t } = useTranslation();
  const sections = SECTIONS.filter(({ name }) => isNotified || name !== 'notifications');
  return (
    <Page title={t('account.title')} text={t('account.text')}>
      <div className={classes.settings}>
        <nav className={classes.sections} aria-label={t('account.sections')}>
          {sections.map(({ name, to, icon: Icon }) => (
            <Link key={name} to={to} className={classes.section} activeOptions={{ exact: true }}>
              <Icon size={18} aria-hidden="true" />
              {t(`account.${name}.title`)}
            </Link>
          ))}
        </nav>
        <div className={classes.content}>
          {children}
          <LicensesLink />
        </div>
      </div>
    </Page>
  );
};
