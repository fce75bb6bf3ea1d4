import type { Parts } from './parts';

/** Where documents have their words. */
const CONTENT = /^(?:word\/document\d*|ppt\/slides\/slide\d+|xl\/worksheets\/sheet\d+|content)\.xml$/;
/** Pictures, drawings, charts, and documents that stand in them whole. */
const MORE =
  /(?:^|\/)(?:media|embeddings|charts|diagrams|drawings\/drawing\d*\.xml$|Pictures|Object \d+)(?:\/|$)|\.(?:x?html?|mht|rtf|docx|txt)$/i;

/** Whether there are pictures, drawings, charts or documents in it. */
export const holdsOthers = (parts: Parts): boolean => parts.named(MORE).length > 0;

/** Whether a document of which no words were read shows something all the same: then it was not read, and is not empty. */
export const holdsMore = async (parts: Parts): Promise<boolean> => {
  const content = parts.named(CONTENT);
  if (content.length === 0 || holdsOthers(parts)) return true;
  for (const name of content) {
    let isEmpty = true;
    await parts.read(name, {
      text: (text) => void (isEmpty &&= text.trim() === ''),
      isDone: () => !isEmpty,
    });
    if (!isEmpty) return true;
  }
  return false;
};
