import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isTaken } from '../../../platform/keys';
import { namedPasted } from '../../../platform/pasted';
import { readDropped, type Dropped } from './dropped';

/** What is pasted where nobody writes: files as they are, and pictures under a name that says when they were made. */
export const usePastedFiles = (onFiles: (files: readonly Dropped[]) => void): void => {
  const { t } = useTranslation();
  const named = ({ path, file }: Dropped): Dropped => ({ path, file: file && namedPasted(file, t) });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData: data } = event;
    if (!data || data.files.length === 0 || event.defaultPrevented || isTaken(event.target)) return;
    event.preventDefault();
    void readDropped(data).then((dropped) => onFiles(dropped.map(named)));
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event);
    addEventListener('paste', listen);
    return () => removeEventListener('paste', listen);
  }, []);
};
