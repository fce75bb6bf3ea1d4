import { useSentence } from '../../platform/faults';
import { Message } from '../../ui/message';
import { TryAgain } from '../../ui/faults/try-again';

/** A part of a screen that could not be loaded. */
export const Failed = ({ error, onAgain }: { readonly error: unknown; readonly onAgain: () => void }) => {
  const sentence = useSentence();
  return (
    <>
      <Message tone="error" error={error}>
        {sentence(error)}
      </Message>
      <div>
        <TryAgain variant="default" size="sm" error={error} onAgain={onAgain} />
      </div>
    </>
  );
};
