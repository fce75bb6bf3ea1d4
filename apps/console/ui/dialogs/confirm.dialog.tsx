import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { Button, Group, Modal } from '@mantine/core';
import { useSentence } from '../../platform/faults';
import { Refused } from '../../platform/refusals';
import { Message } from '../message';
import classes from './confirm.dialog.module.css';

type Props = {
  readonly title: string;
  /** What happens, and what goes with it. */
  readonly text: string;
  readonly action: string;
  readonly isDangerous?: boolean;
  /** @throws Refused, Unreachable: the dialog then says why. */
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
};

/** Asks once more; and when the server says no, says what is in the way. */
export const ConfirmDialog = ({ title, text, action, isDangerous = false, onConfirm, onClose }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { mutate, isPending, error: failure } = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  const reasons = failure instanceof Refused ? Object.values(failure.problem.fields ?? {}) : [];
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('parts.close') }}>
      <div className={classes.body}>
        <p>{text}</p>
        {failure !== null && (
          <Message tone="error">
            {sentence(failure)}
            {reasons.length > 0 && (
              <ul>
                {reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            )}
          </Message>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('parts.cancel')}
          </Button>
          <Button {...(isDangerous && { color: 'red.9' })} loading={isPending} onClick={() => mutate()}>
            {failure === null ? action : t('screens.again')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
};
