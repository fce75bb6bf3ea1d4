import { Unread, Written, type DocumentText } from './outcome';
import type { Parts } from './parts';

export const isEncrypted = async (parts: Parts): Promise<boolean> => {
  let found = false;
  await parts.read('META-INF/manifest.xml', {
    open: (name) => {
      if (name === 'encryption-data') found = true;
    },
  });
  return found;
};

/** Parts of the document that are not its text. */
const ASIDE: ReadonlySet<string> = new Set([
  'annotation',
  'tracked-changes',
  'forms',
  'scripts',
  'font-face-decls',
  'note-citation',
  'binary-data',
]);
/** What stands inside the paragraph that it belongs to, with paragraphs of its own. */
const INSIDE: ReadonlySet<string> = new Set(['text-box', 'custom-shape', 'note-body']);

/** What stands at the head and the foot of each page. */
const MARGINS: ReadonlySet<string> = new Set([
  'header',
  'footer',
  'header-left',
  'footer-left',
  'header-first',
  'footer-first',
]);
const BODY: ReadonlySet<string> = new Set(['body']);

/**
 * Texts and slides of LibreOffice: paragraphs on lines of their own, the cells of a row on one line. @throws Unread
 */
export const openDocumentText = async (parts: Parts): Promise<DocumentText> => {
  if (await isEncrypted(parts)) throw new Unread('encrypted');
  const into = new Written();
  await paragraphs(parts, { part: 'content.xml', roots: BODY }, into);
  into.add('\n');
  await paragraphs(parts, { part: 'styles.xml', roots: MARGINS }, into);
  return into.result();
};

type Where = { readonly part: string; readonly roots: ReadonlySet<string> };

const paragraphs = async (parts: Parts, { part, roots }: Where, into: Written): Promise<void> => {
  let inside = 0;
  let aside = 0;
  let paragraph = 0;
  let cells = 0;
  await parts.read(part, {
    open: (name, attribute) => {
      if (roots.has(name)) inside += 1;
      if (ASIDE.has(name)) aside += 1;
      if (name === 'p' || name === 'h') paragraph += 1;
      if (name === 'table-cell') cells += 1;
      // tables and slides have names
      if ((name === 'table' || name === 'page') && inside > 0 && cells === 0)
        into.add(`\n${attribute('name') ?? ''}\n`);
      if (INSIDE.has(name) && paragraph > 0 && aside === 0) into.add('\n');
      if (inside === 0) return;
      if (name === 'tab') into.add('\t');
      if (name === 'line-break') into.add('\n');
      if (name === 's') into.add(' '.repeat(Math.min(Number(attribute('c') ?? 1) || 1, 100)));
    },
    text: (text) => inside > 0 && aside === 0 && paragraph > 0 && into.add(text.replace(/\s+/g, ' ')),
    close: (name) => {
      if (roots.has(name)) inside -= 1;
      if (ASIDE.has(name)) aside -= 1;
      if (name === 'p' || name === 'h') {
        paragraph -= 1;
        if (inside > 0) into.add(cells > 0 ? ' ' : '\n');
      }
      if (name === 'table-cell') {
        cells -= 1;
        into.add('\t');
      }
      if (name === 'table-row') into.add('\n');
    },
    isDone: () => into.isFull,
  });
};
