import { ShownText } from './office/shown-text';
import { Written, type DocumentText } from './outcome';
import type { Parts } from './parts';

/** Separators between words, by element. */
const BREAKS: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['ptab', '\t'],
  ['br', '\n'],
  ['cr', '\n'],
  ['noBreakHyphen', '-'],
  // a text box stands inside the paragraph beside which it is
  ['txbxContent', '\n'],
]);

/** Diagrams, and what charts are called: they stand in parts of their own. */
const DRAWN = /^(?:word|ppt)\/(?:diagrams\/data|charts\/chart)\d*\.xml$/;

/** The paragraphs of Word and PowerPoint: the cells of a row on one line, rows on lines of their own. */
const paragraphs = async (parts: Parts, names: readonly string[], into: Written): Promise<void> => {
  for (const name of names) {
    if (into.isFull) return;
    let isText = false;
    let cells = 0;
    const shown = new ShownText();
    await parts.read(name, {
      open: (element, attribute) => {
        shown.open(element, attribute);
        if (element === 't') isText = true;
        else if (element === 'tc') cells += 1;
        else if (BREAKS.has(element) && shown.isShown) into.add(BREAKS.get(element)!);
      },
      text: (text) => isText && shown.isShown && into.add(text),
      close: (element) => {
        shown.close(element);
        if (element === 't') isText = false;
        else if (element === 'p') {
          if (shown.isShown) into.add(cells > 0 ? ' ' : '\n');
        } else if (element === 'tc') {
          cells -= 1;
          into.add('\t');
        } else if (element === 'tr') into.add('\n');
      },
      isDone: () => into.isFull,
    });
    into.add('\n');
  }
};

export const wordText = async (parts: Parts): Promise<DocumentText> => {
  const into = new Written();
  const names = ['header', 'document', 'footnotes', 'endnotes', 'footer', 'comments'].flatMap((part) =>
    parts.named(new RegExp(`^word/${part}\\d*\\.xml$`)),
  );
  await paragraphs(parts, names, into);
  await paragraphs(parts, parts.named(DRAWN), into);
  return into.result();
};

export const slidesText = async (parts: Parts): Promise<DocumentText> => {
  const into = new Written();
  await paragraphs(parts, parts.named(/^ppt\/slides\/slide\d+\.xml$/), into);
  await paragraphs(parts, parts.named(DRAWN), into);
  await paragraphs(parts, parts.named(/^ppt\/notesSlides\/notesSlide\d+\.xml$/), into);
  return into.result();
};
