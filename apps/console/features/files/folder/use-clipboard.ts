import { useEffect, useEffectEvent, useMemo } from 'react';
import { isTaken } from '../../../platform/keys';
import { store, useStore } from '../../../platform/storage/store';
import type { Entry } from '../list/entries';

type Taken = { readonly clientId: string; readonly entries: readonly Entry[]; readonly by: 'cut' | 'copy' };

/** What was cut or copied in one folder, until it is pasted in another of the same client. */
const clipboard = store<Taken | null>(null);

type Paste = Readonly<Record<Taken['by'], (entries: readonly Entry[]) => Promise<boolean>>>;

export const useClipboard = (clientId: string, onPaste: Paste) => {
  const known = useStore(clipboard);
  const taken = known?.clientId === clientId ? known : null;
  const paste = useEffectEvent((event: ClipboardEvent) => {
    // what was copied elsewhere, a picture say, is another's to take
    const isForeign = (event.clipboardData?.files.length ?? 0) > 0;
    if (!taken || isForeign || event.defaultPrevented || isTaken(event.target)) return;
    event.preventDefault();
    const { by, entries } = taken;
    // what was copied can be pasted once more
    void onPaste[by](entries).then((isDone) => isDone && by === 'cut' && clipboard.set(null));
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event);
    addEventListener('paste', listen);
    return () => removeEventListener('paste', listen);
  }, []);
  const ids = useMemo(() => new Set(taken?.by === 'cut' ? taken.entries.map(({ id }) => id) : []), [taken]);
  return { ids, take: (by: Taken['by'], entries: readonly Entry[]) => clipboard.set({ clientId, entries, by }) };
};
