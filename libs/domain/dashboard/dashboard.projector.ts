import { put, remove, type Projector, type Recorded, type Rows, type Write } from '@dosar/kernel';
import { clientOf, type DriveEvent } from '../files/drive.events';
import type { ClientEvent } from '../identity/client.events';
import type { FirmEvent } from '../identity/firm.events';
import { actOf, newestOf, noted, type Act } from './activity';
import { combined, NO_FIGURES, pendingOf, withChange, withFile, type CountedFile, type Figures } from './figures';

/** A client, a firm with all its clients, or the whole installation: its figures, and what was done there last. */
export type DashboardRow = Figures & {
  readonly id: string;
  readonly kind: 'client' | 'firm' | 'installation';
  /** A client's. */
  readonly firmId: string | null;
  readonly recent: readonly Act[];
};

/** What a file counts as, for its next event: an event of a state knows nothing of the others. */
type FileRow = CountedFile & { readonly isDeleted: boolean };
type Row = DashboardRow | FileRow;

/** The row of all clients of all firms. */
export const ALL = 'installation';

const fileRow = (fileId: string) => `file:${fileId}`;
const isSummary = (row: Row | null): row is DashboardRow => row !== null && 'kind' in row;
const isFile = (row: Row | null): row is FileRow => row !== null && 'uploadedAt' in row;

const summary = async (rows: Rows<Row>, id: string, kind: DashboardRow['kind']): Promise<DashboardRow> => {
  const row = await rows.get(id);
  return isSummary(row) ? row : { id, kind, firmId: null, ...NO_FIGURES, recent: [] };
};

/** A client, its firm and the installation: whatever happens in one is counted in all three. */
const levels = async (rows: Rows<Row>, clientId: string): Promise<readonly DashboardRow[]> => {
  const client = await rows.get(clientId);
  if (!isSummary(client)) return [];
  return [client, await summary(rows, client.firmId!, 'firm'), await summary(rows, ALL, 'installation')];
};

const happened = async (
  rows: Rows<Row>,
  event: Recorded,
  counted: (row: DashboardRow) => DashboardRow = (row) => row,
): Promise<Write<Row>[]> => {
  const clientId = clientOf(event.stream);
  const act = actOf(event, clientId);
  const all = await levels(rows, clientId);
  return all.map((row) => put<Row>(row.id, { ...counted(row), recent: noted(row.recent, act) }));
};

const note = (_: unknown, event: Recorded, rows: Rows<Row>) => happened(rows, event);

/** A file becomes something else; what is deleted does not count. */
const fileChanged = async (
  rows: Rows<Row>,
  event: Recorded,
  { fileId, ...change }: Partial<FileRow> & { readonly fileId: string },
): Promise<Write<Row>[]> => {
  const before = await rows.get(fileRow(fileId));
  if (!isFile(before)) return happened(rows, event);
  const after: FileRow = { ...before, ...change };
  const moved = withFile(after, after.isDeleted ? -1 : 1, event.occurredAt);
  const counted = (row: DashboardRow) => {
    if (before.isDeleted && after.isDeleted) return row;
    return before.isDeleted === after.isDeleted ? withChange(row, before, after) : moved(row);
  };
  return [put<Row>(fileRow(fileId), after), ...(await happened(rows, event, counted))];
};

/** Without a client: what was done last elsewhere takes the place of what was done there. */
const withoutClient = async (rows: Rows<Row>, clientId: string): Promise<Write<Row>[]> => {
  const [client, firm, installation] = await levels(rows, clientId);
  if (!client) return [];
  const others = (await rows.find({ where: { kind: 'client' } })).filter(
    (row): row is DashboardRow => isSummary(row) && row.id !== clientId,
  );
  const less = (row: DashboardRow, left: readonly DashboardRow[]) =>
    put<Row>(row.id, { ...combined(row, client, -1), recent: newestOf(left.map(({ recent }) => recent)) });
  const ofFirm = others.filter(({ firmId }) => firmId === client.firmId);
  return [remove(clientId), less(firm!, ofFirm), less(installation!, others)];
};

export const dashboard: Projector<DriveEvent | ClientEvent | FirmEvent, Row> = {
  view: 'dashboard',
  version: 1,
  columns: { kind: 'text', firm_id: 'text', pending: 'integer' },
  indexes: [
    ['kind', 'firm_id', 'pending'],
    ['kind', 'pending'],
  ],
  columnsOf: (row): Readonly<Record<string, string | number | null>> =>
    isSummary(row) ? { kind: row.kind, firm_id: row.firmId, pending: pendingOf(row) } : {},
  personal: 'unread',
  isWaitedFor: false,
  looksAt: ({ resource, type }) => (resource.type === 'file' && type !== 'FileUploaded' ? fileRow(resource.id) : null),

  on: {
    FirmDeleted: (_, { resource }) => remove(resource.id),
    ClientRegistered: async ({ firmId }, { resource: { id } }, rows) => [
      put<Row>(id, { id, kind: 'client', firmId, ...NO_FIGURES, recent: [] }),
      put<Row>(firmId, await summary(rows, firmId, 'firm')),
      put<Row>(ALL, await summary(rows, ALL, 'installation')),
    ],
    ClientDeleted: (_, { resource }, rows) => withoutClient(rows, resource.id),

    FileUploaded: async ({ fileId }, event, rows) => {
      const file: CountedFile = { process: 'new', accounting: null, uploadedAt: event.occurredAt };
      const counted = withFile(file, 1, event.occurredAt);
      return [put<Row>(fileRow(fileId), { ...file, isDeleted: false }), ...(await happened(rows, event, counted))];
    },
    FileProcessStateChanged: ({ fileId, to }, event, rows) => fileChanged(rows, event, { fileId, process: to }),
    FileAccountingStatusChanged: ({ fileId, to }, event, rows) => fileChanged(rows, event, { fileId, accounting: to }),
    FileDeleted: ({ fileId }, event, rows) => fileChanged(rows, event, { fileId, isDeleted: true }),
    FileRestored: ({ fileId }, event, rows) => fileChanged(rows, event, { fileId, isDeleted: false }),
    FileRenamed: note,
    FileMoved: note,
    FileNoteAdded: note,
    FolderCreated: note,
    FolderRenamed: note,
    FolderMoved: note,
    FolderDeleted: note,
    FolderRestored: note,
  },
};
