import { useSentence } from '../platform/faults';
import { Message } from './message';
import { TryAgain } from './faults/try-again';
import classes from './read-on.module.css';

type Props = { readonly error: unknown; readonly isPending: boolean; readonly onAgain: () => void };

/** Why reading stopped, with a button to try again. */
export const Again = ({ error, isPending, onAgain }: Props) => {
  const sentence = useSentence();
  return (
    <div className={classes.end}>
      <Message tone="error" error={error}>
        <p>{sentence(error)}</p>
        <TryAgain size="compact-sm" variant="default" loading={isPending} error={error} onAgain={onAgain} />
      </Message>
    </div>
  );
};
