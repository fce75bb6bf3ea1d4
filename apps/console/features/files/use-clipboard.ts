import { useEffect, useEffectEvent, useMemo } from 'react';
import { isTaken } from '../../platform/keys';
import { store, useStore } from '../../platform/store';
import type { Entry } from './entries';

type Cut = { readonly clientId: string; readonly entries: readonly Entry[] };

/** What was cut in one folder, until it is pasted in another of the same client. */
const clipboard = store<Cut | null>(null);

export const useClipboard = (clientId: string, onPaste: (entries: readonly Entry[]) => Promise<boolean>) => {
  const known = useStore(clipboard);
  const cut = known?.clientId === clientId ? known : null;
  const paste = useEffectEvent((event: ClipboardEvent) => {
    // what was copied elsewhere, a picture say, is another's to take
    const isForeign = (event.clipboardData?.files.length ?? 0) > 0;
    if (!cut || isForeign || event.defaultPrevented || isTaken(event.target)) return;
    event.preventDefault();
    void onPaste(cut.entries).then((isDone) => isDone && clipboard.set(null));
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event);
    addEventListener('paste', listen);
    return () => removeEventListener('paste', listen);
  }, []);
  const ids = useMemo(() => new Set(cut?.entries.map(({ id }) => id)), [cut]);
  return { ids, cut: (entries: readonly Entry[]) => clipboard.set({ clientId, entries }) };
};
