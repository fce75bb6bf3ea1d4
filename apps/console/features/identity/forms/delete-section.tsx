import { useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { ConfirmDialog } from './confirm.dialog';
import { Section } from './section';
import classes from './entry-form.module.css';

type Props = {
  readonly title: string;
  readonly hint: string;
  readonly action: string;
  readonly question: string;
  /** What goes. */
  readonly text: ReactNode;
  readonly onDelete: () => Promise<void>;
};

/** The end of one thing, apart from everything else. */
export const DeleteSection = ({ title, hint, action, question, text, onDelete }: Props) => {
  const [asking, setAsking] = useState(false);
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
          onConfirm={onDelete}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
};
