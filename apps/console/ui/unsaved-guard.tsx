import { useTranslation } from 'react-i18next';
import { Button, Group } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { session } from '../platform/api';
import { Dialog } from './dialogs/dialog';

/** Asks before leaving unsaved input. Signing out is not blocked. */
export const UnsavedGuard = ({ isDirty }: { readonly isDirty: () => boolean }) => {
  const { t } = useTranslation();
  const blocked = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && session.token !== null && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (blocked.status !== 'blocked') return null;
  return (
    <Dialog onClose={blocked.reset} title={t('unsaved.title')}>
      {t('unsaved.text')}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={blocked.proceed}>
          {t('unsaved.leave')}
        </Button>
        <Button data-autofocus onClick={blocked.reset}>
          {t('unsaved.stay')}
        </Button>
      </Group>
    </Dialog>
  );
};
