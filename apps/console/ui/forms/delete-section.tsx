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
  /** What is deleted. */
  readonly text: string;
  readonly deleted: string;
  /** The path of the list. */
  readonly list: ListPath;
  /** The key of its query. */
  readonly queryKey: readonly unknown[];
  /** The views that change. */
  readonly touches: readonly string[];
  /** @throws Refused, Unreachable */
  readonly onDelete: () => Promise<unknown>;
};

/** The section that deletes something, apart from everything else. */
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
