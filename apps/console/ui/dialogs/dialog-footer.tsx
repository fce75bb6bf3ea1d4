import { useTranslation } from 'react-i18next';
import { Button, Group } from '@mantine/core';

type Props = {
  /** What the dialog is for; absent where nothing can be done. */
  readonly action?: string | undefined;
  /** Absent where it sends the form that this stands in. */
  readonly onAction?: () => void;
  readonly cancel?: string;
  readonly onClose: () => void;
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
  /** What cannot be undone is red, and not where the focus is at first. */
  readonly isDangerous?: boolean;
  readonly isCautious?: boolean;
  /** It stands below something, and not in a column that keeps its parts apart. */
  readonly isApart?: boolean;
};

/** The end of a dialog: to do it, or to leave it. */
export const DialogFooter = (props: Props) => {
  const { action, onAction, cancel, onClose, isPending = false, isDisabled = false } = props;
  const { isDangerous = false, isCautious = false, isApart = false } = props;
  const { t } = useTranslation();
  return (
    <Group justify="flex-end" gap="sm" {...(isApart && { mt: 'lg' })}>
      <Button variant="default" data-autofocus={isCautious || undefined} onClick={onClose}>
        {cancel ?? t('parts.cancel')}
      </Button>
      {action !== undefined && (
        <Button
          type={onAction ? 'button' : 'submit'}
          loading={isPending}
          disabled={isDisabled}
          {...(isDangerous && { color: 'red.9' })}
          {...(onAction && { onClick: onAction })}
        >
          {action}
        </Button>
      )}
    </Group>
  );
};
