import { ShownText } from './office/shown-text';
import { Unread, Written, type DocumentText } from './outcome';
import type { Parts } from './parts';
import { dateStyles, shownDate } from './sheet-dates';

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
  return into.result();
};

export const slidesText = async (parts: Parts): Promise<DocumentText> => {
  const into = new Written();
  await paragraphs(parts, parts.named(/^ppt\/slides\/slide\d+\.xml$/), into);
  await paragraphs(parts, parts.named(/^ppt\/notesSlides\/notesSlide\d+\.xml$/), into);
  return into.result();
};

/** Limit of letters in shared texts. */
const MOST_SHARED = 16 * 1024 * 1024;

/** Shared texts, which cells refer to by number. @throws Unread */
const sharedTexts = async (parts: Parts): Promise<readonly string[]> => {
  const all: string[] = [];
  let isText = false;
  let isReading = false;
  let text = '';
  let letters = 0;
  await parts.read('xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') text = '';
      // phonetic guides are not part of the text
      if (name === 'rPh') isReading = true;
      if (name === 't') isText = !isReading;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isReading = false;
      if (name !== 'si') return;
      letters += text.length + 8;
      if (letters > MOST_SHARED) throw new Unread('too_large');
      all.push(text);
    },
  });
  return all;
};

const sheetNames = async (parts: Parts): Promise<readonly string[]> => {
  const names: string[] = [];
  await parts.read('xl/workbook.xml', {
    open: (name, attribute) => name === 'sheet' && names.push(attribute('name') ?? ''),
  });
  return names;
};

type Cell = { type: string; style: number; value: string };

/** The rows of a sheet on lines of their own, cells separated by tabs. */
export const sheetsText = async (parts: Parts): Promise<DocumentText> => {
  const texts = await sharedTexts(parts);
  const dates = await dateStyles(parts);
  const names = await sheetNames(parts);
  const shown = ({ type, style, value }: Cell): string => {
    if (type === 's') return texts[Number(value)] ?? '';
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    return type === 'n' && dates.has(style) ? shownDate(Number(value)) : value;
  };
  const into = new Written();
  for (const [at, part] of parts.named(/^xl\/worksheets\/sheet\d+\.xml$/).entries()) {
    if (into.isFull) break;
    let cell: Cell = { type: 'n', style: 0, value: '' };
    let isValue = false;
    let row = [] as string[];
    into.add(`${names[at] ?? ''}\n`);
    await parts.read(part, {
      open: (name, attribute) => {
        if (name === 'row') row = [];
        if (name === 'c') cell = { type: attribute('t') ?? 'n', style: Number(attribute('s') ?? 0), value: '' };
        if (name === 'v' || name === 't') isValue = true;
      },
      text: (text) => {
        if (isValue) cell.value += text;
      },
      close: (name) => {
        if (name === 'v' || name === 't') isValue = false;
        if (name === 'c') row.push(shown(cell).replace(/\s+/g, ' '));
        if (name === 'row') into.add(`${row.join('\t')}\n`);
      },
      isDone: () => into.isFull,
    });
    into.add('\n');
  }
  return into.result();
};
