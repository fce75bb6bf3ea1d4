import { useState } from 'react';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { toasts } from '../../platform/toasts';
import { forget, invalidate } from '../../platform/queries';
import type { ListPath } from './back-link';
import { ConfirmDialog } from '../dialogs/confirm.dialog';
import { Section } from './section';
import classes from './entry-form.module.css';

type Props = {
  readonly title: string;
  readonly hint: string;
  readonly action: string;
  readonly question: string;
  /** What goes. */
  readonly text: string;
  readonly deleted: string;
  /** Where the others are. */
  readonly list: ListPath;
  /** Under which it was read. */
  readonly queryKey: readonly unknown[];
  /** The views that then read otherwise. */
  readonly touches: readonly string[];
  /** @throws Refused, Unreachable */
  readonly onDelete: () => Promise<unknown>;
};

/** The end of one thing, apart from everything else. */
export const DeleteSection = (props: Props) => {
  const { title, hint, action, question, text, deleted, list, queryKey, touches, onDelete } = props;
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    await onDelete();
    toasts.show({ type: 'success', title: deleted });
    await navigate({ to: list, ignoreBlocker: true });
    forget(queryKey);
    await invalidate(touches);
  };
  return (
    <Section title={title} hint={hint}>
      <div>
        <Button
          variant="default"
          className={classes.danger}
          leftSection={<Trash2 size={16} />}
          onClick={() => setAsking(true)}
        >
          {action}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={question}
          text={text}
          action={action}
          isDangerous
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
};
