import { useTranslation } from 'react-i18next';
import { Button, Group } from '@mantine/core';

type Props = {
  /** The dialog's action; absent where nothing can be done. */
  readonly action?: string | undefined;
  /** Absent where it submits the surrounding form. */
  readonly onAction?: () => void;
  readonly cancel?: string;
  readonly onClose: () => void;
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
  /** An irreversible action is red, and does not have the focus at first. */
  readonly isDangerous?: boolean;
  readonly isCautious?: boolean;
  /** Stands below content outside of a column with gaps. */
  readonly isApart?: boolean;
};

/** The buttons of a dialog: its action, and cancel. */
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
