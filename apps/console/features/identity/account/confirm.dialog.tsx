import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Group, Modal } from '@mantine/core';
import { useSentence } from '../../../faults';
import { Message } from '../../../ui/message';
import classes from './form.module.css';

type Props = {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  /** @throws Refused, Unreachable */
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
};

/** Asks once more before something that is not taken back. */
export const ConfirmDialog = ({ title, text, action, onConfirm, onClose }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      await onConfirm();
    } catch (error) {
      setRefusal(sentence(error));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('shell.close') }}>
      <div className={classes.form}>
        <p>{text}</p>
        {refusal && <Message tone="error">{refusal}</Message>}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('shell.cancel')}
          </Button>
          <Button color="red.9" loading={busy} onClick={() => void confirm()}>
            {action}
          </Button>
        </Group>
      </div>
    </Modal>
  );
};
