import { ALLOWED_EXTENSIONS } from '@dosar/contracts';

/** How phones keep photos, and no office program opens them. */
const HEIC = /\.(?:heic|heif|hif)$/i;

/** The name that it has as a JPEG. */
export const photoName = (name: string): string => name.replace(HEIC, '.jpg');

/** What may be chosen beside what may be kept. Phones that take such photos hand over a JPEG to whoever does not ask for them. */
export const photoExtensions = (): readonly string[] =>
  CSS.supports('-webkit-touch-callout', 'none') ? [] : ['heic', 'heif'];

/** What a field for files offers to choose. */
export const acceptedFiles = (): string =>
  [...ALLOWED_EXTENSIONS, ...photoExtensions()].map((extension) => `.${extension}`).join(',');

const isHeic = (file: Blob): file is File => file instanceof File && HEIC.test(file.name);

/** What is sent for what was chosen: a photo of a phone as a JPEG, all else as it is; null for one that cannot be read. */
export const sendable = async (file: Blob): Promise<Blob | null> => {
  if (!isHeic(file)) return file;
  const { asJpeg } = await import('./heic');
  const made = await asJpeg(file);
  // its own date: an upload is gone on with by it after a reload
  return made && new File([made], photoName(file.name), { type: made.type, lastModified: file.lastModified });
};
