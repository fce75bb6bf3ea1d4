import { useEffect } from 'react';

/** Puts how much is unread before the title of whatever screen is open. */
export const useUnreadTitle = (unread: number): void => {
  useEffect(() => {
    const title = document.querySelector('title');
    if (!title) return;
    const apply = () => {
      const plain = document.title.replace(/^\(\d+\) /, '');
      const wanted = unread > 0 ? `(${unread}) ${plain}` : plain;
      if (document.title !== wanted) document.title = wanted;
    };
    apply();
    const watching = new MutationObserver(apply);
    watching.observe(title, { childList: true, characterData: true, subtree: true });
    return () => watching.disconnect();
  }, [unread]);
};
