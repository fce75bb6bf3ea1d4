import { put, putBeside, remove, rowKind, view, type Recorded, type Rows, type Write } from '@dosar/kernel';
import { clientOf, type DriveEvent } from '../files/drive.events';
import type { ClientEvent } from '../identity/client.events';
import type { FirmEvent } from '../identity/firm.events';
import { actOf, newestOf, noted, type Act } from './activity';
import { combined, NO_FIGURES, pendingOf, withChange, withFile, type CountedFile, type Figures } from './figures';

/** The figures and recent acts of a client, of a firm with all its clients, or of the whole installation. */
export type DashboardRow = Figures & {
  readonly id: string;
  readonly kind: 'client' | 'firm' | 'installation';
  /** The firm of a client's row. */
  readonly firmId: string | null;
  readonly recent: readonly Act[];
};

/** The state of a file as counted, since the next event does not say the former state. */
type FileRow = CountedFile & { readonly isDeleted: boolean };
type Files = { readonly file: FileRow };
type DashboardRows = Rows<DashboardRow, Files>;
type Writes = Promise<Write<DashboardRow, Files>[]>;

/** The id of the row for all clients of all firms. */
export const ALL = 'installation';

const summary = async (rows: DashboardRows, id: string, kind: DashboardRow['kind']): Promise<DashboardRow> =>
  (await rows.get(id)) ?? { id, kind, firmId: null, ...NO_FIGURES, recent: [] };

/** The rows of a client, its firm and the installation: an event counts in all three. */
const levels = async (rows: DashboardRows, clientId: string): Promise<readonly DashboardRow[]> => {
  const client = await rows.get(clientId);
  if (!client) return [];
  return [client, await summary(rows, client.firmId!, 'firm'), await summary(rows, ALL, 'installation')];
};

const happened = async (
  rows: DashboardRows,
  event: Recorded,
  counted: (row: DashboardRow) => DashboardRow = (row) => row,
): Writes => {
  const clientId = clientOf(event.stream);
  const act = actOf(event, clientId);
  const all = await levels(rows, clientId);
  return all.map((row) => put<DashboardRow>(row.id, { ...counted(row), recent: noted(row.recent, act) }));
};

const note = (_: unknown, event: Recorded, rows: DashboardRows) => happened(rows, event);

/** Counts a file in its new state; deleted files do not count. */
const fileChanged = async (
  rows: DashboardRows,
  event: Recorded,
  { fileId, ...change }: Partial<FileRow> & { readonly fileId: string },
): Writes => {
  const before = await rows.beside('file').get(fileId);
  if (!before) return happened(rows, event);
  const after: FileRow = { ...before, ...change };
  const moved = withFile(after, after.isDeleted ? -1 : 1, event.occurredAt);
  const counted = (row: DashboardRow) => {
    if (before.isDeleted && after.isDeleted) return row;
    return before.isDeleted === after.isDeleted ? withChange(row, before, after) : moved(row);
  };
  return [putBeside('file', fileId, after), ...(await happened(rows, event, counted))];
};

/** Removes a client: recent acts on others take the place of acts on it. */
const withoutClient = async (rows: DashboardRows, clientId: string): Writes => {
  const [client, firm, installation] = await levels(rows, clientId);
  if (!client) return [];
  const others = (await rows.find({ where: { kind: 'client' } })).filter(({ id }) => id !== clientId);
  const less = (row: DashboardRow, left: readonly DashboardRow[]) =>
    put<DashboardRow>(row.id, { ...combined(row, client, -1), recent: newestOf(left.map(({ recent }) => recent)) });
  const ofFirm = others.filter(({ firmId }) => firmId === client.firmId);
  return [remove(clientId), less(firm!, ofFirm), less(installation!, others)];
};

export const dashboard = view<DriveEvent | ClientEvent | FirmEvent, DashboardRow, Files>()({
  view: 'dashboard',
  version: 4,
  columns: { kind: 'text', firm_id: 'text', pending: 'integer' },
  indexes: [
    ['kind', 'firm_id', 'pending'],
    ['kind', 'pending'],
  ],
  beside: { file: rowKind<FileRow>() },
  columnsOf: (row) => ({ kind: row.kind, firm_id: row.firmId, pending: pendingOf(row) }),
  personal: 'unread',
  isWaitedFor: false,
  looksAt: ({ resource, type }) =>
    resource.type === 'file' && type !== 'FileUploaded' ? { kind: 'file', id: resource.id } : null,

  on: {
    FirmDeleted: (_, { resource }) => remove(resource.id),
    ClientRegistered: async ({ firmId }, { resource: { id } }, rows) => [
      put<DashboardRow>(id, { id, kind: 'client', firmId, ...NO_FIGURES, recent: [] }),
      put<DashboardRow>(firmId, await summary(rows, firmId, 'firm')),
      put<DashboardRow>(ALL, await summary(rows, ALL, 'installation')),
    ],
    ClientDeleted: (_, { resource }, rows) => withoutClient(rows, resource.id),

    FileUploaded: async ({ fileId }, event, rows) => {
      const file: CountedFile = { process: 'new', accounting: null, uploadedAt: event.occurredAt };
      const counted = withFile(file, 1, event.occurredAt);
      return [putBeside('file', fileId, { ...file, isDeleted: false }), ...(await happened(rows, event, counted))];
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
});
