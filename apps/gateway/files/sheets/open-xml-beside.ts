import type { Parts } from '../texts/parts';
import { relationsOf } from './open-xml-package';

/** Of a sheet, its comments and what is drawn on it. */
const BESIDE: ReadonlySet<string> = new Set(['comments', 'drawing']);
/** What a drawing has in parts of its own. */
const DRAWN: ReadonlySet<string> = new Set(['chart', 'diagramData']);
/** What stands apart from what comes next. */
const APART: ReadonlySet<string> = new Set(['p', 'comment']);
const MOST = { parts: 100, texts: 10_000, letters: 64 * 1024 };

/** The texts that stand beside the cells of a sheet, and in what is drawn there. @throws Unread */
export const textsBeside = async (parts: Parts, sheet: string): Promise<readonly string[]> => {
  const texts: string[] = [];
  const related = [...(await relationsOf(parts, sheet)).values()];
  const queue = related.filter(({ type }) => BESIDE.has(type)).slice(0, MOST.parts);
  for (const { type, part } of queue) {
    if (texts.length >= MOST.texts) break;
    if (type === 'drawing')
      for (const each of (await relationsOf(parts, part)).values())
        if (DRAWN.has(each.type) && queue.length < MOST.parts) queue.push(each);
    let text = '';
    let isText = false;
    await parts.read(part, {
      open: (name) => void (isText = name === 't'),
      text: (piece) => void (isText && text.length < MOST.letters && (text += piece)),
      close: (name) => {
        isText = false;
        if (APART.has(name) && text !== '') texts.push(text);
        if (APART.has(name)) text = '';
      },
      isDone: () => texts.length >= MOST.texts,
    });
  }
  return texts;
};
