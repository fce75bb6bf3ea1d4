import { NO_FIELDS, type DocumentFields } from '@dosar/contracts';
import { canonical, refuse, type Message, type Refusal } from '@dosar/kernel';
import type { DriveEvent } from '../drive.events';
import { fileOf, type Drive, type FileNode, type Said } from '../drive-nodes';
import { recordedFields } from '../../recorded-fields';

export { NOTHING_RECORDED } from '../../recorded-fields';

export type ChangedFields = {
  readonly fileId: string;
  /** What is not named stays. */
  readonly change: { readonly [K in keyof DocumentFields]?: DocumentFields[K] | undefined };
};
export type Filled = { readonly fileId: string; readonly fields: DocumentFields };
export type Tagged = { readonly fileId: string; readonly tags: readonly string[] };

export type SayingCommand =
  Message<'ChangeFields', ChangedFields> | Message<'FillFields', Filled> | Message<'ChangeTags', Tagged>;

type Planned = DriveEvent[] | Refusal<'drive/unknown'>;

const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** The events after which this is said of a file; none where it is. Fields that were never filled are the same as empty ones. */
export const saying = (node: FileNode, { fields, tags }: Said, source: 'e_factura' | 'firm' = 'firm'): DriveEvent[] => {
  const about = { fileId: node.id, year: node.year, folderId: node.parentId, name: node.name };
  const change = { from: recordedFields(node.said.fields ?? NO_FIELDS), to: recordedFields(fields ?? NO_FIELDS) };
  const events: DriveEvent[] = [];
  if (!isSame(change.from, change.to))
    events.push({ type: 'FileFieldsChanged', data: { ...about, source, ...change } });
  if (!isSame(node.said.tags, tags))
    events.push({ type: 'FileTagsChanged', data: { ...about, from: [...node.said.tags], to: [...tags] } });
  return events;
};

/** A currency belongs to a sum; lei are not said. */
const withCurrency = (fields: DocumentFields): DocumentFields => {
  const { sum, net, vat, currency } = fields;
  const hasSum = sum !== null || net !== null || vat !== null;
  return { ...fields, currency: hasSum ? (currency ?? 'RON') : null };
};

export const planFields = (drive: Drive, { fileId, change }: ChangedFields): Planned => {
  const node = fileOf(drive, fileId);
  if (!node) return refuse('drive/unknown');
  const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const fields = withCurrency({ ...(node.said.fields ?? NO_FIELDS), ...named });
  return saying(node, { fields, tags: node.said.tags });
};

/** By what the document says itself: never over what somebody has said of it, and not again once that was emptied. */
export const planFilling = (drive: Drive, { fileId, fields }: Filled): Planned => {
  const node = fileOf(drive, fileId);
  if (!node) return refuse('drive/unknown');
  if (node.said.fields !== null) return [];
  return saying(node, { fields: withCurrency(fields), tags: node.said.tags }, 'e_factura');
};

export const planTags = (drive: Drive, { fileId, tags }: Tagged): Planned => {
  const node = fileOf(drive, fileId);
  return node ? saying(node, { fields: node.said.fields, tags }) : refuse('drive/unknown');
};
