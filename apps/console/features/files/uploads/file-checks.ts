import {
  extensionOf,
  isAllowedExtension,
  MAY_BE_EMPTY,
  nameFault,
  sizeLimitOf,
  type BrokenRule,
} from '@dosar/contracts';

/** Why a file cannot be uploaded, as far as that can be seen here. */
export type FileFault =
  | { readonly why: 'extension'; readonly extension: string }
  | { readonly why: 'noExtension' }
  | { readonly why: 'name'; readonly broken: BrokenRule }
  | { readonly why: 'size'; readonly size: number; readonly limit: number }
  | { readonly why: 'picture'; readonly extension: string }
  /** A photo of a phone that cannot be read. */
  | { readonly why: 'photo' }
  | { readonly why: 'empty' }
  | { readonly why: 'unreadable' };

/** Photos and pictures that are not taken. */
const PICTURES = new Set([
  'tif',
  'tiff',
  'avif',
  'jxl',
  'jfif',
  'raw',
  'dng',
  'cr2',
  'cr3',
  'nef',
  'arw',
  'psd',
  'ico',
]);

/** What the contract says about a file before a byte of it is sent; null when nothing speaks against it. */
export const checkFile = ({ name, size }: { readonly name: string; readonly size: number }): FileFault | null => {
  const extension = extensionOf(name);
  if (extension === '') return { why: 'noExtension' };
  if (!isAllowedExtension(extension)) return { why: PICTURES.has(extension) ? 'picture' : 'extension', extension };
  const broken = nameFault(name);
  if (broken) return { why: 'name', broken };
  if (size === 0 && !MAY_BE_EMPTY.has(extension)) return { why: 'empty' };
  const limit = sizeLimitOf(name);
  return size > limit ? { why: 'size', size, limit } : null;
};
