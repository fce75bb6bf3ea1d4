import { loadPdfLibrary, PDF_SAFELY } from '../texts/pdf-text';
import { Unread } from '../texts/outcome';
import { formData } from './form-data';
import type { Inside, InsideLimits, Part } from './inside';

/** What the library says of an attached file. */
type Attached = { readonly filename?: string; readonly content?: Uint8Array | null };

/** Notes with files on them are looked for on so many pages. */
const MOST_PAGES = 200;
/** What was filled into a form is called so. */
const FORM_DATA = 'date-formular.xml';

const bytesOf = ({ content }: Attached): Buffer | null => (content ? Buffer.from(content) : null);

/** The files attached to a PDF as a whole and to its pages, and the data of a form. @throws Unread */
export const pdfParts = async (bytes: Buffer, limits: InsideLimits): Promise<Inside> => {
  const { getDocument } = await loadPdfLibrary();
  const task = getDocument({ ...PDF_SAFELY, data: new Uint8Array(bytes) });
  const parts: Part[] = [];
  let isCut = false;
  let left = limits.unpacked;
  const add = (name: string, content: Buffer | null, type?: string) => {
    if (!content) return;
    left -= content.length;
    if (parts.length >= limits.parts || left < 0) isCut = true;
    else
      parts.push({ number: parts.length, name, size: content.length, content: () => content, ...(type && { type }) });
  };
  try {
    const pages = await task.promise;
    const attached = ((await pages.getAttachments()) ?? {}) as Readonly<Record<string, Attached>>;
    for (const [key, each] of Object.entries(attached)) add(each.filename || key, bytesOf(each));
    for (let number = 1; number <= Math.min(pages.numPages, MOST_PAGES) && !isCut; number += 1) {
      const page = await pages.getPage(number);
      for (const { file } of (await page.getAnnotations()) as readonly { readonly file?: Attached }[])
        if (file) add(file.filename || `${number}`, bytesOf(file));
      page.cleanup();
    }
    const { info } = await pages.getMetadata();
    const isForm = (info as { readonly IsXFAPresent?: boolean }).IsXFAPresent === true;
    if (isForm) add(FORM_DATA, formData(bytes), 'application/xml');
    return { parts, isCut, isForm };
  } catch (error) {
    throw (error as Error).name === 'PasswordException' ? new Unread('encrypted') : error;
  } finally {
    await task.destroy();
  }
};
