import { LOOKED_THROUGH, wordsOf, type SearchDocument } from '@dosar/search';
import type { StoredText } from '../stored-documents';
import { searchedStems, searchedWords } from './meilisearch-words';

/** Of the index of a version how far it has come; a document that nobody may find. */
export type StoredState = {
  readonly id: typeof STATE;
  readonly position: string | null;
  readonly leaf?: string | null;
  /** Documents are numbered as they come. */
  readonly next: number;
};
export const STATE = '_state';

/** What was read inside a document: as much of it as is looked through to show where it answers, and what comes after. */
export type StoredTextRow = Omit<StoredText, 'text'> & {
  readonly id: string;
  readonly key: string;
  readonly text: string;
  readonly after: string;
};

/** Half a letter, where a text was cut: the server takes none. */
const HALVES = /\p{Surrogate}/gu;

export const textRowOf = ({ id, key }: SearchDocument, { state, text }: StoredText): StoredTextRow => {
  const first = text.slice(0, LOOKED_THROUGH);
  const after = text.slice(LOOKED_THROUGH);
  return { id, key, state, text: first.replace(HALVES, '\ufffd'), after: after.replace(HALVES, '\ufffd') };
};
export const textIn = ({ state, text, after }: StoredTextRow): StoredText => ({ state, text: text + after });

/** What is written of a document when its text is known, or is not yet. */
export const ofText = (content: SearchDocument['content'], text: StoredText | undefined) => {
  const { words, rest } = searchedWords(text?.text ?? '');
  const state = text?.state ?? (content ? 'waiting' : 'none');
  return { state, text: words, rest, textStems: searchedStems([text?.text ?? '']) };
};

/** What is written of a document whenever it changes: what was read inside it stays. */
export const ofDocument = (document: SearchDocument, number: number) => {
  const { id, key, kind, scopes, isDeleted, facets, size, sum, createdAt, updatedAt, title, notes } = document;
  return {
    id,
    number,
    key,
    kind,
    scopes,
    isDeleted,
    facets,
    size,
    sum,
    name: wordsOf(title).join(' '),
    created: Date.parse(createdAt),
    updated: Date.parse(updatedAt),
    json: JSON.stringify(document),
    title: searchedWords(title).words,
    notes: searchedWords(notes.join(' ')).words,
    stems: searchedStems([title, ...notes]),
  };
};

/** Of what was found all that is shown of it. */
export type Shown = { readonly id: string; readonly json: string; readonly state: string };
