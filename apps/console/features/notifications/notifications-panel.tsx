import { useTranslation } from 'react-i18next';
import { Drawer } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFocusReturn } from '../../ui/dialogs/use-focus-return';
import { PageOfNotifications } from './page-of-notifications';
import { ReadAllButton } from './read-all-button';
import classes from './notifications.module.css';

/** The newest, beside whatever screen is open. */
export const NotificationsPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const root = useFocusReturn();
  return (
    <Drawer
      ref={root}
      opened
      onClose={onClose}
      position="right"
      size={420}
      title={t('inbox.title')}
      closeButtonProps={{ 'aria-label': t('inbox.close') }}
      classNames={{ title: classes.panelTitle, body: classes.panel }}
    >
      <div className={classes.tools}>
        <ReadAllButton />
        <Link to="/notifications" className={classes.all} onClick={onClose}>
          {t('inbox.all')}
        </Link>
      </div>
      <PageOfNotifications page={1} onOpen={onClose} />
    </Drawer>
  );
};
