import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { useSentence } from '../platform/faults';
import { Message } from './message';
import classes from './read-on.module.css';

type Props = { readonly error: unknown; readonly isPending: boolean; readonly onAgain: () => void };

/** Why reading stopped, with a button to try again. */
export const Again = ({ error, isPending, onAgain }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  return (
    <div className={classes.end}>
      <Message tone="error">
        <p>{sentence(error)}</p>
        <Button size="compact-sm" variant="default" loading={isPending} onClick={onAgain}>
          {t('screens.again')}
        </Button>
      </Message>
    </div>
  );
};
