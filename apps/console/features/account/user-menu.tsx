import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Popover, VisuallyHidden } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown, LogOut, Settings } from 'lucide-react';
import { firstLetterOf, type User } from '@dosar/contracts';
import { useOwnPreferences } from './own-preferences';
import { ScreenPreferences } from '../../ui/theme/screen-preferences';
import classes from './user-menu.module.css';

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => firstLetterOf(word).toUpperCase())
    .join('');

type Props = {
  readonly user: User;
  /** What they say of themselves to others. */
  readonly status: ReactNode;
  readonly onGo: () => void;
};

/** Who is signed in, how the screens look to them, and the way out. */
export const UserMenu = ({ user, status, onGo }: Props) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const prefer = useOwnPreferences();
  const name = user.name ?? user.email ?? '';
  const go = () => {
    setOpen(false);
    onGo();
  };
  // signing out is leaving: what was not saved is asked about as everywhere
  const leave = () => {
    go();
    void navigate({ to: '/login', state: { isLeaving: true } });
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-start" shadow="md" width={232} trapFocus>
      <Popover.Target>
        <button type="button" className={classes.target} onClick={() => setOpen(!isOpen)}>
          <VisuallyHidden>{t('person.menu', { name })}</VisuallyHidden>
          <span className={classes.initials} aria-hidden="true">
            {initialsOf(name)}
          </span>
          <span className={classes.who} aria-hidden="true">
            <span className={classes.name}>{name}</span>
            <span className={classes.role}>{t(`roles.${user.role}`)}</span>
          </span>
          <ChevronsUpDown size={16} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={t('person.menu', { name })}>
        <p className={classes.email}>{user.email}</p>
        {status && <div className={classes.status}>{status}</div>}
        <ScreenPreferences onChoose={(chosen) => void prefer(chosen)} />
        <Button
          component={Link}
          to="/settings"
          variant="default"
          leftSection={<Settings size={16} />}
          onClick={go}
          fullWidth
        >
          {t('account.title')}
        </Button>
        <Button variant="default" leftSection={<LogOut size={16} />} onClick={leave} fullWidth>
          {t('person.signOut')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
};
