import { useTranslation } from 'react-i18next';
import { Button, Group, Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

/** Warns before somebody leaves a form with changes that are not saved; the browser does when it is closed. */
export const Unsaved = ({ when }: { readonly when: boolean }) => {
  const { t } = useTranslation();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => when,
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={t('account.unsaved.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {t('account.unsaved.text')}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={() => proceed?.()}>
          {t('account.unsaved.leave')}
        </Button>
        <Button onClick={() => reset?.()} data-autofocus>
          {t('account.unsaved.stay')}
        </Button>
      </Group>
    </Modal>
  );
};
