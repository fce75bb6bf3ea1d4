import { rowIn, type RowText } from '@dosar/kernel/runtime';
import { textStateOf, type SearchDocument, type SearchText } from '@dosar/search';

/** What was read inside a document, and how far that was possible. */
export type StoredText = { readonly state: string; readonly text: string };

export const storedText = (read: SearchText): StoredText => ({
  state: textStateOf(read),
  text: 'text' in read ? read.text : '',
});

export const parsed = ({ json }: { readonly json: RowText<SearchDocument> }): SearchDocument => rowIn(json);

const FORMATS = 100;
/** A version of what is indexed, in the form in which an index writes it. */
export const numbered = (version: number, format: number): number => version * FORMATS + format;
export const formatOf = (number: string): string => `${number} % ${FORMATS}`;
