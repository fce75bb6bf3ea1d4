import { useState, type PointerEvent } from 'react';
import { useTouch } from '../../../ui/touch/use-touch';

/** `near`: the mouse is over the message; `touch`: a finger stayed on it; `keys`: somebody came to it by keys. */
type Shown = 'near' | 'touch' | 'keys' | null;

/** When the bar of a message is shown; `handlers` are of the message's element. */
export const useReactionBar = () => {
  const [shown, setShown] = useState<Shown>(null);
  const { handlers } = useTouch('[data-message]', () => setShown('touch'));
  return {
    shown,
    open: () => setShown('keys'),
    openByFinger: () => setShown('touch'),
    close: () => setShown(null),
    handlers: {
      ...handlers,
      onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setShown((was) => was ?? 'near'),
      onPointerLeave: ({ pointerType }: PointerEvent) =>
        pointerType === 'mouse' && setShown((was) => (was === 'near' ? null : was)),
    },
  };
};
