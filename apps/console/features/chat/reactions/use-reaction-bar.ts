import { useState } from 'react';
import { useTouch } from '../../../ui/touch/use-touch';

/** `touch`: a finger stayed on the message; `keys`: somebody came to it by its button. */
type Shown = 'touch' | 'keys' | null;

/** When the bar of a message is shown; `handlers` are of the message's element. */
export const useReactionBar = () => {
  const [shown, setShown] = useState<Shown>(null);
  const { handlers } = useTouch('[data-message]', () => setShown('touch'));
  return {
    shown,
    open: () => setShown('keys'),
    openByFinger: () => setShown('touch'),
    close: () => setShown(null),
    handlers,
  };
};
