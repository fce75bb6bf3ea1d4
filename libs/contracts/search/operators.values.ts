import type { AccountingStatus, ProcessState } from '../files/files.values';
import type { SearchType } from './search.values';

/** What narrows a search from within its words, as `month:2026-09`, by its names in either language, without diacritics. */
export const SEARCH_OPERATORS = {
  client: ['client'],
  type: ['tip', 'type'],
  month: ['luna', 'month'],
  status: ['status', 'stare', 'state'],
  by: ['de', 'by', 'from'],
  after: ['dupa', 'after'],
  before: ['inainte', 'before'],
  deleted: ['sters', 'deleted'],
  tag: ['eticheta', 'tag'],
  sum: ['suma', 'sum', 'amount'],
} as const;
export type SearchOperator = keyof typeof SEARCH_OPERATORS;

/** Words that mean the same, by what they mean. */
type Words<K extends string> = Readonly<Record<K, readonly string[]>>;

/** States as the screens and people call them. `waiting`: whatever is not processed. */
export const STATE_WORDS: Words<ProcessState | AccountingStatus | 'waiting'> = {
  new: ['nou', 'noua', 'noi', 'new'],
  processing: ['in lucru', 'lucru', 'in procesare', 'processing', 'in progress', 'progress'],
  processed: ['prelucrat', 'prelucrata', 'prelucrate', 'procesat', 'procesata', 'procesate', 'processed'],
  waiting: ['de prelucrat', 'neprelucrat', 'neprelucrate', 'to be processed', 'to process', 'waiting', 'unprocessed'],
  accounting_pending: ['de contabilizat', 'in asteptare', 'asteptare', 'accounting pending', 'to be booked', 'pending'],
  accounting_in_review: ['in verificare', 'verificare', 'accounting in review', 'in review', 'review'],
  accounting_completed: [
    ...(['contabilizat', 'contabilizata', 'contabilizate', 'finalizat', 'finalizata', 'finalizate'] as const),
    ...(['accounting completed', 'booked', 'completed'] as const),
  ],
};

/** Kinds of things, and of documents by what they hold; the ending of a name is a kind, too. */
export const TYPE_WORDS: Words<SearchType | 'all' | 'tables' | 'writings' | 'slides' | 'archives'> = {
  all: ['tot', 'toate', 'all', 'everything'],
  files: ['fisier', 'fisiere', 'document', 'documente', 'file', 'files', 'documents'],
  messages: ['mesaj', 'mesaje', 'message', 'messages'],
  folders: ['dosar', 'dosare', 'folder', 'foldere', 'folders'],
  clients: ['client', 'clienti', 'clients'],
  images: ['imagine', 'imagini', 'poza', 'poze', 'image', 'images', 'photo', 'photos', 'picture', 'pictures'],
  text_files: ['text', 'texte', 'document cu text', 'documente cu text', 'documents with text', 'texts'],
  tables: ['tabel', 'tabele', 'excel', 'table', 'tables', 'spreadsheet', 'spreadsheets'],
  writings: ['word'],
  slides: ['prezentare', 'prezentari', 'presentation', 'presentations'],
  archives: ['arhiva', 'arhive', 'archive', 'archives'],
};

export const DELETED_WORDS: Words<'only' | 'without' | 'with'> = {
  only: ['da', 'yes'],
  without: ['nu', 'no'],
  with: ['toate', 'tot', 'all'],
};

/** Of each language its twelve months; three letters are enough. */
export const MONTH_WORDS: readonly (readonly string[])[] = [
  [
    ...(['ianuarie', 'februarie', 'martie', 'aprilie', 'mai', 'iunie'] as const),
    ...(['iulie', 'august', 'septembrie', 'octombrie', 'noiembrie', 'decembrie'] as const),
  ],
  [
    ...(['january', 'february', 'march', 'april', 'may', 'june'] as const),
    ...(['july', 'august', 'september', 'october', 'november', 'december'] as const),
  ],
];

/** Days and months as they are called from today. */
export const TODAY_WORDS: Words<'today' | 'yesterday' | 'this_month' | 'last_month'> = {
  today: ['azi', 'astazi', 'today'],
  yesterday: ['ieri', 'yesterday'],
  this_month: ['aceasta', 'curenta', 'this', 'current'],
  last_month: ['trecuta', 'precedenta', 'last', 'previous'],
};

/** What a word means, among those that are called by it. */
export const meantBy = <K extends string>(words: Words<K>, word: string): K | null =>
  (Object.keys(words) as K[]).find((meaning) => words[meaning].includes(word)) ?? null;
