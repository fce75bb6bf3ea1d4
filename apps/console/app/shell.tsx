import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionIcon, Drawer, VisuallyHidden } from '@mantine/core';
import { Bell, Menu as MenuIcon, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { badgeOf } from '../platform/format';
import { useStore } from '../platform/storage/store';
import { sideOf } from '../ui/side';
import { ConnectionBanner } from '../ui/faults/connection-banner';
import { Wordmark } from '../ui/wordmark';
import classes from './shell.module.css';

const side = sideOf('dosar.sidebar');

/** A place of the portal that this role may go to. */
export type NavigationItem = {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly link: Pick<LinkProps, 'to' | 'search'>;
  readonly exact?: boolean;
  /** How much waits there, and the same in words. */
  readonly count?: number;
  readonly countLabel?: string;
};

type Parts = {
  /** Whose portal it is for whoever is here; null: nobody's. */
  readonly firm: string | null;
  readonly places: readonly NavigationItem[];
  readonly picker: ReactNode;
  /** Absent where there is nothing to be looked for. */
  readonly onSearch?: (() => void) | undefined;
  /** What somebody was told of; absent where nobody is told anything. */
  readonly bell?: { readonly count: number; readonly label: string; readonly onOpen: () => void } | undefined;
  /** What it shows may lead elsewhere. */
  readonly person: (onGo: () => void) => ReactNode;
};
type Props = Parts & {
  /** Something to be said above every screen. */ readonly banner?: ReactNode;
  readonly children: ReactNode;
};

/** What surrounds every screen of somebody who is signed in. */
export const Shell = ({ firm, places, picker, person, onSearch, bell, banner, children }: Props) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isFolded = !useStore(side).isOpen;
  const inside = (onGo: () => void) => <Sidebar {...{ firm, places, picker, person, onSearch, bell, onGo }} />;
  return (
    <div className={classes.shell} data-folded={isFolded || undefined}>
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      <TopBar {...{ onSearch, bell, onMenu: () => setOpen(true) }} />
      <header className={classes.sidebar}>
        {inside(() => {})}
        <Fold isFolded={isFolded} />
      </header>
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

type BarProps = Pick<Parts, 'onSearch' | 'bell'> & { readonly onMenu: () => void };

/** On a phone: the way to everything else. */
const TopBar = ({ onSearch, bell, onMenu }: BarProps) => {
  const { t } = useTranslation();
  return (
    <header className={classes.bar}>
      <ActionIcon
        variant="transparent"
        size="lg"
        className={classes.burger}
        onClick={onMenu}
        aria-label={t('shell.openMenu')}
      >
        <MenuIcon size={22} />
      </ActionIcon>
      <Wordmark />
      {onSearch && (
        <ActionIcon
          variant="transparent"
          size="lg"
          className={`${classes.burger} ${classes.seek}`}
          onClick={onSearch}
          aria-label={t('search.open')}
        >
          <Search size={21} />
        </ActionIcon>
      )}
      {bell && (
        <ActionIcon
          variant="transparent"
          size="lg"
          className={`${classes.burger} ${classes.bell}`}
          onClick={bell.onOpen}
          aria-label={bell.label}
        >
          <Bell size={21} />
          <Count of={bell.count} />
        </ActionIcon>
      )}
    </header>
  );
};

/** How much waits; in words it is said beside it. */
const Count = ({ of }: { readonly of: number }) =>
  of > 0 && (
    <span className={classes.count} aria-hidden="true">
      {badgeOf(of)}
    </span>
  );

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

const Sidebar = ({ firm, places, picker, person, onSearch, bell, onGo }: Parts & { readonly onGo: () => void }) => {
  const { t } = useTranslation();
  return (
    <div className={classes.inside} tabIndex={-1} data-autofocus>
      <div className={classes.mark}>
        <Wordmark firm={firm} />
      </div>
      {picker && <div className={classes.picker}>{picker}</div>}
      {(onSearch ?? bell) && <Tools {...{ onSearch, bell, onGo }} />}
      <nav className={classes.nav} aria-label={t('shell.menu')}>
        {places.map(({ label, icon: Icon, link, exact = false, count, countLabel }) => (
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
            {count !== undefined && (
              <span className={classes.count} role="img" aria-label={countLabel}>
                {badgeOf(count)}
              </span>
            )}
          </Link>
        ))}
      </nav>
      <div className={classes.person}>{person(onGo)}</div>
    </div>
  );
};

type ToolsProps = Pick<Parts, 'onSearch' | 'bell'> & { readonly onGo: () => void };

const Tools = ({ onSearch, bell, onGo }: ToolsProps) => {
  const { t } = useTranslation();
  const after = (work: () => void) => () => {
    onGo();
    work();
  };
  return (
    <div className={classes.tools}>
      {onSearch && (
        <button type="button" className={classes.search} title={t('search.open')} onClick={after(onSearch)}>
          <Search size={18} aria-hidden="true" />
          <span className={classes.label}>{t('search.open')}</span>
          <kbd className={classes.label}>{t('shell.searchKeys')}</kbd>
        </button>
      )}
      {bell && (
        <button type="button" className={classes.place} title={bell.label} onClick={after(bell.onOpen)}>
          <Bell size={18} aria-hidden="true" />
          <VisuallyHidden>{bell.label}</VisuallyHidden>
          <span className={classes.label} aria-hidden="true">
            {t('inbox.bell')}
          </span>
          <Count of={bell.count} />
        </button>
      )}
    </div>
  );
};
