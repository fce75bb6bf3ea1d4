import { canonical, type Message } from '@dosar/kernel';
import { DriveEvents, type DriveEvent } from '../drive.events';
import type { Return, Stand } from './drive-returns';
import { fieldsRecorded } from '../../recorded-fields';

/** What a deed changed of one thing: its state before and after. */
type Course = { readonly id: string; readonly before: Stand; readonly after: Stand };

/** An event as a change of its thing; null: it is not undone here. */
const changeOf = ({ type, data }: DriveEvent): { readonly from: Stand; readonly to: Stand } | null => {
  switch (type) {
    case 'FolderCreated':
      return { from: { isDeleted: true }, to: { isDeleted: false, name: data.name, parentId: data.parentId } };
    case 'FileUploaded':
      return {
        from: { isDeleted: true },
        to: {
          isDeleted: false,
          name: data.name,
          parentId: data.folderId,
          processState: 'new',
          accountingStatus: null,
        },
      };
    case 'FolderRenamed':
    case 'FileRenamed':
      return { from: { name: data.from }, to: { name: data.to } };
    case 'FolderMoved':
    case 'FileMoved':
      return { from: { parentId: data.from.folderId }, to: { parentId: data.to.folderId } };
    case 'FolderDeleted':
    case 'FileDeleted':
      return { from: { isDeleted: false }, to: { isDeleted: true } };
    case 'FolderRestored':
    case 'FileRestored':
      return { from: { isDeleted: true }, to: { isDeleted: false } };
    case 'FileProcessStateChanged':
      return { from: { processState: data.from }, to: { processState: data.to } };
    case 'FileAccountingStatusChanged':
      return { from: { accountingStatus: data.from }, to: { accountingStatus: data.to } };
    case 'FileFieldsChanged':
      return { from: { fields: fieldsRecorded(data.from) }, to: { fields: fieldsRecorded(data.to) } };
    case 'FileTagsChanged':
      return { from: { tags: data.from }, to: { tags: data.to } };
    default:
      return null;
  }
};

/** Whether an event is one of those undone here. */
export const isReturned = (event: Message): event is DriveEvent =>
  event.type in DriveEvents.shapes && changeOf(event as DriveEvent) !== null;

/** The step back to the former state; null when nothing differs. */
const returnOf = ({ id, before, after }: Course): Return | null => {
  const changed = (Object.keys(before) as (keyof Stand)[]).filter(
    (key) => canonical(before[key] ?? null) !== canonical(after[key] ?? null),
  );
  if (changed.length === 0) return null;
  // a thing that did not exist is deleted as it is
  if (before.isDeleted) return after.isDeleted ? null : { id, was: after, to: { isDeleted: true } };
  const only = (stand: Stand): Stand => Object.fromEntries(changed.map((key) => [key, stand[key]]));
  return { id, was: only(after), to: only(before) };
};

/** The id of the thing an event is about. */
export const idOf = ({ data }: DriveEvent): string => ('fileId' in data ? data.fileId : data.folderId);

/** The steps that undo these events of a deed, the last change first. */
export const deedReturns = (events: Iterable<DriveEvent>): Return[] => {
  const courses = new Map<string, Course>();
  for (const event of events) {
    const change = changeOf(event);
    if (!change) continue;
    const id = idOf(event);
    const { before, after } = courses.get(id) ?? { before: {}, after: {} };
    // moves the thing to the end of the order
    courses.delete(id);
    courses.set(id, { id, before: { ...change.from, ...before }, after: { ...after, ...change.to } });
  }
  return [...courses.values()].reverse().flatMap((course) => returnOf(course) ?? []);
};
