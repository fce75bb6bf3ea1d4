import { now } from './clock';
import type { TFunction } from 'i18next';
import { stampOf } from './format';

/** What browsers call every picture that comes from no file. */
const NAMELESS = /^image\.(\w+)$/;

/** A pasted picture that has no name of its own gets one that says when it was made. */
export const namedPasted = (file: File, t: TFunction): File => {
  const [, extension] = NAMELESS.exec(file.name) ?? [];
  if (extension === undefined) return file;
  const name = `${t('names.pasted', { at: stampOf(now()) })}.${extension}`;
  return new File([file], name, { type: file.type, lastModified: file.lastModified });
};
