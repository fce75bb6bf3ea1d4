import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { stampOf } from '../../platform/format';
import { isTaken } from '../../platform/keys';
import { readDropped, type Dropped } from './dropped';

/** What browsers call every picture that comes from no file. */
const NAMELESS = /^image\.(\w+)$/;

/** A pasted picture that has no name of its own gets one that says when it was made. */
export const namedPasted = (file: File, t: TFunction): File => {
  const [, extension] = NAMELESS.exec(file.name) ?? [];
  if (extension === undefined) return file;
  const name = `${t('uploads.pasted', { at: stampOf(new Date()) })}.${extension}`;
  return new File([file], name, { type: file.type, lastModified: file.lastModified });
};

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
