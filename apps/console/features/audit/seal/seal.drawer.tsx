import { useTranslation } from 'react-i18next';
import { Drawer } from '@mantine/core';
import { countOf, momentOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/storage/store';
import { CopyButton } from '../../../ui/copy-button';
import type { SealState } from './seal.queries';
import classes from './seal.module.css';

type Props = { readonly isOpen: boolean; readonly state: SealState; readonly onClose: () => void };

/** In plain words: what the seal proves, what it does not, and what to do with it. */
export const SealDrawer = ({ isOpen, state: { newest, note, accepted }, onClose }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const shown = (count: number | null) => (count === null ? '?' : countOf(count, language));
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={460}
      title={t('seal.title')}
      closeButtonProps={{ 'aria-label': t('parts.close') }}
    >
      {accepted.map(({ at, known_size, found_size }) => (
        <p key={at} className={classes.accepted}>
          {t('seal.accepted', { when: momentOf(at), known: shown(known_size), found: shown(found_size) })}
        </p>
      ))}
      <p>{t('seal.newest', { shown: shown(newest.size), when: momentOf(newest.at) })}</p>
      <h3 className={classes.heading}>{t('seal.provedTitle')}</h3>
      <p>{t('seal.proved')}</p>
      <h3 className={classes.heading}>{t('seal.unprovedTitle')}</h3>
      <p>{t('seal.unproved')}</p>
      <h3 className={classes.heading}>{t('seal.elsewhereTitle')}</h3>
      <p>{t('seal.elsewhere')}</p>
      <pre className={classes.note}>{note}</pre>
      <CopyButton text={note} label={t('seal.copy')} />
    </Drawer>
  );
};
