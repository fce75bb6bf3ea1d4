import { put, type Projector, type Recorded, type Rows, type Write } from '@dosar/kernel';
import type { SearchDocument } from '@dosar/search/document';
import { folded, READ_TYPES, type DocumentFields } from '@dosar/contracts';
import { clientOf, filesKey, type DriveEvent } from '../files/drive.events';
import { documentOf, faceted, ofClient } from './document';
import { inFolder, ofMonthBelow, ownMonth, structureOf } from './in-folders';
import { fieldsRecorded } from '../recorded-fields';

type Event = Pick<Recorded, 'stream' | 'tenant' | 'occurredAt'>;

const scopesOf = ({ stream, tenant }: Event, year: number) => {
  const clientId = clientOf(stream);
  return ofClient(clientId, tenant.firmId, filesKey(clientId, year));
};

const change = async (
  rows: Rows<SearchDocument>,
  id: string,
  how: (document: SearchDocument) => Partial<SearchDocument> | Promise<Partial<SearchDocument>>,
): Promise<Write<SearchDocument>[]> => {
  const document = await rows.get(id);
  return document ? [put(id, { ...document, ...(await how(document)) })] : [];
};

/** A folder in its place, and what lies below it, when that is of another month now. */
const folderPlaced = async (
  rows: Rows<SearchDocument>,
  folderId: string,
  parentId: string | null,
  more: Partial<SearchDocument>,
): Promise<Write<SearchDocument>[]> => {
  const before = await rows.get(folderId);
  if (!before) return [];
  const after = await inFolder({ ...before, ...more }, parentId, rows);
  const isOfSame = before.facets['month'] === after.facets['month'];
  return [put(folderId, after), ...(isOfSame ? [] : await ofMonthBelow(after, rows))];
};

/**
 * For a name whose key is destroyed: if the thing was carried over to another year, an event with its name follows;
 * otherwise it is removed by the event of the destruction.
 */
const UNNAMED = '';

/** An unreadable name leaves the title as it is. */
const named = (name: string | null) => (name === null ? {} : { title: name });

/** The notes of a file: each text once. */
const noted = (rows: Rows<SearchDocument>, id: string, text: string | null) =>
  text === null ? [] : change(rows, id, ({ notes }) => ({ notes: [...new Set([...notes, text])] }));

const daysOf = (day: string | null): string[] => (day === null ? [] : [day.split('-').reverse().join('.'), day]);

/** What a document says of itself, as it is written and as it is looked for. */
const wordsOf = (fields: DocumentFields | null): string => {
  if (fields === null) return '';
  const { number, issuer, issuer_cui, buyer_cui, date, sum, net, vat, currency, due } = fields;
  const amounts = [sum, net, vat].map((each) => (each === null ? null : `${each.toFixed(2)} ${currency}`));
  return joined([number, issuer, issuer_cui, buyer_cui, ...daysOf(date), ...amounts, ...daysOf(due)]);
};
const joined = (words: readonly (string | null)[] | null): string => (words ?? []).filter(Boolean).join(' · ');

/** Without tags that cannot be read any more it keeps those it has. */
const tagged = (document: Pick<SearchDocument, 'facets'>, tags: readonly string[] | null) =>
  tags === null ? {} : faceted(document, { tags: tags.length === 0 ? null : tags.map(folded) });

/** These words beside the notes, instead of others. */
const said = ({ notes }: SearchDocument, from: string, to: string): Pick<SearchDocument, 'notes'> => {
  const others = notes.filter((each) => each !== from && each !== to);
  return { notes: to === '' ? others : [...others, to] };
};

/** Files and folders, by their names and notes. */
export const ofFiles: Projector<DriveEvent, SearchDocument>['on'] = {
  FolderCreated: async ({ folderId, year, parentId, name, categoryKey }, event, rows) => {
    const made = documentOf('folder', folderId, name ?? UNNAMED, event.occurredAt, scopesOf(event, year));
    const structure = categoryKey === null ? null : structureOf(clientOf(event.stream), categoryKey);
    return put(folderId, await inFolder({ ...made, ...faceted(made, { structure }) }, parentId, rows));
  },
  // a folder with a name of its own is none of many that are called alike
  FolderRenamed: ({ folderId, to }, { occurredAt }, rows) =>
    change(rows, folderId, (document) => ({
      ...named(to),
      updatedAt: occurredAt,
      ...(ownMonth(document) === null && faceted(document, { structure: null })),
    })),
  FolderMoved: ({ folderId, to }, { occurredAt }, rows) =>
    folderPlaced(rows, folderId, to.folderId, { updatedAt: occurredAt }),
  FolderDeleted: ({ folderId }, _, rows) => change(rows, folderId, () => ({ isDeleted: true })),
  FolderRestored: ({ folderId, parentId, to }, _, rows) =>
    folderPlaced(rows, folderId, parentId, { ...named(to), isDeleted: false }),

  FolderCarried: ({ folderId, year, name }, { stream }, rows) =>
    change(rows, folderId, () => ({ ...named(name), key: filesKey(clientOf(stream), year) })),
  FileCarried: ({ fileId, year, name, fields, tags }, { stream, id: eventId, sealed }, rows) =>
    change(rows, fileId, ({ content, notes, ...document }) => ({
      notes: [...new Set([...notes, wordsOf(fieldsRecorded(fields)), joined(tags)])].filter(Boolean),
      ...named(name),
      ...tagged(document, tags),
      sum: fieldsRecorded(fields)?.sum ?? document.sum,
      key: filesKey(clientOf(stream), year),
      content: content && { ...content, eventId, sealed: sealed?.content ?? null },
    })),

  FileNoteCarried: ({ fileId, text }, _, rows) => noted(rows, fileId, text),

  FileUploaded: async ({ fileId, folderId, year, name, size, mimeType, blobId }, event, rows) => {
    const uploaded: SearchDocument = {
      ...documentOf('file', fileId, name ?? UNNAMED, event.occurredAt, scopesOf(event, year)),
      size,
      ...faceted({ facets: {} }, { mimeType, authorId: event.actor.id, processState: 'new' }),
      content: READ_TYPES.includes(mimeType)
        ? { id: fileId, blobId, size, mimeType, eventId: event.id, sealed: event.sealed?.content ?? null }
        : null,
    };
    return put(fileId, await inFolder(uploaded, folderId, rows));
  },
  FileRenamed: ({ fileId, to }, { occurredAt }, rows) =>
    change(rows, fileId, () => ({ ...named(to), updatedAt: occurredAt })),
  FileMoved: ({ fileId, to }, { occurredAt }, rows) =>
    change(rows, fileId, async (document) => ({
      ...(await inFolder(document, to.folderId, rows)),
      updatedAt: occurredAt,
    })),
  FileDeleted: ({ fileId }, _, rows) => change(rows, fileId, () => ({ isDeleted: true })),
  FileRestored: ({ fileId, folderId, to }, _, rows) =>
    change(rows, fileId, async (document) => ({
      ...(await inFolder(document, folderId, rows)),
      ...named(to),
      isDeleted: false,
    })),
  FileNoteAdded: ({ fileId, text }, _, rows) => noted(rows, fileId, text),
  FileFieldsChanged: ({ fileId, from, to }, _, rows) =>
    change(rows, fileId, (document) => ({
      ...said(document, wordsOf(fieldsRecorded(from)), wordsOf(fieldsRecorded(to))),
      sum: fieldsRecorded(to)?.sum ?? null,
    })),
  FileTagsChanged: ({ fileId, from, to }, _, rows) =>
    change(rows, fileId, (document) => ({ ...said(document, joined(from), joined(to)), ...tagged(document, to) })),
  FileProcessStateChanged: ({ fileId, to }, _, rows) =>
    change(rows, fileId, (document) => faceted(document, { processState: to })),
  FileAccountingStatusChanged: ({ fileId, to }, _, rows) =>
    change(rows, fileId, (document) => faceted(document, { accountingStatus: to })),
};
