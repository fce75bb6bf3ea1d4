import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionIcon, Drawer } from '@mantine/core';
import { Menu as MenuIcon, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { useStore } from '../platform/store';
import { sideOf } from '../ui/side';
import { ConnectionBanner } from '../ui/connection-banner';
import { Wordmark } from '../ui/wordmark';
import classes from './shell.module.css';

const side = sideOf('dosar.sidebar');

/** A place of the portal that this role may go to. */
export type NavigationItem = {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly link: Pick<LinkProps, 'to' | 'search'>;
  readonly exact?: boolean;
};

type Parts = {
  readonly places: readonly NavigationItem[];
  readonly picker: ReactNode;
  /** What it shows may lead elsewhere. */
  readonly person: (onGo: () => void) => ReactNode;
};
type Props = Parts & {
  /** Something to be said above every screen. */ readonly banner?: ReactNode;
  readonly children: ReactNode;
};

/** What surrounds every screen of somebody who is signed in. */
export const Shell = ({ places, picker, person, banner, children }: Props) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isFolded = !useStore(side).isOpen;
  const inside = (onGo: () => void) => <Sidebar places={places} picker={picker} person={person} onGo={onGo} />;
  return (
    <div className={classes.shell} data-folded={isFolded || undefined}>
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      <header className={classes.bar}>
        <ActionIcon
          variant="transparent"
          size="lg"
          className={classes.burger}
          onClick={() => setOpen(true)}
          aria-label={t('shell.openMenu')}
        >
          <MenuIcon size={22} />
        </ActionIcon>
        <Wordmark />
      </header>
      <div className={classes.sidebar}>
        {inside(() => {})}
        <Fold isFolded={isFolded} />
      </div>
      <Drawer.Root
        opened={isOpen}
        onClose={() => setOpen(false)}
        size={288}
        classNames={{ body: classes.drawer, content: classes.drawerContent }}
      >
        <Drawer.Overlay backgroundOpacity={0.45} />
        <Drawer.Content aria-label={t('shell.menu')}>
          <Drawer.Body>{inside(() => setOpen(false))}</Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <div className={classes.content}>
        <ConnectionBanner />
        {banner}
        <main className={classes.main} id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
};

const Fold = ({ isFolded }: { readonly isFolded: boolean }) => {
  const { t } = useTranslation();
  const label = isFolded ? t('shell.unfold') : t('shell.fold');
  const Icon = isFolded ? PanelLeftOpen : PanelLeftClose;
  return (
    <ActionIcon
      variant="transparent"
      className={classes.fold}
      aria-label={label}
      title={label}
      aria-expanded={!isFolded}
      onClick={() => side.fold(isFolded)}
    >
      <Icon size={18} />
    </ActionIcon>
  );
};

const Sidebar = ({ places, picker, person, onGo }: Parts & { readonly onGo: () => void }) => {
  const { t } = useTranslation();
  return (
    <div className={classes.inside} tabIndex={-1} data-autofocus>
      <div className={classes.mark}>
        <Wordmark />
      </div>
      {picker && <div className={classes.picker}>{picker}</div>}
      <nav className={classes.nav} aria-label={t('shell.menu')}>
        {places.map(({ label, icon: Icon, link, exact = false }) => (
          <Link
            key={label}
            {...link}
            className={classes.place}
            title={label}
            activeOptions={{ exact, includeSearch: false }}
            onClick={onGo}
          >
            <Icon size={18} aria-hidden="true" />
            <span className={classes.label}>{label}</span>
          </Link>
        ))}
      </nav>
      <div className={classes.person}>{person(onGo)}</div>
    </div>
  );
};
