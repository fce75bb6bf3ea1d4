import {
  documentKey,
  NO_FIELDS,
  sameIssuer,
  type Client,
  type File,
  type Folder,
  type FolderTree,
  type Operation,
} from '@dosar/contracts';
import { aServer } from './screen';

const AT = '2026-03-04T10:00:00.000Z';
const CLIENT = 'c';
const CLIENT_VIEW: Client = {
  id: CLIENT,
  societate: 'Brutăria',
  cui: '12345678',
  registrulComertului: null,
  dataInregistrarii: null,
  impozit: 'micro',
  platitor_tva: true,
  reprezentant: null,
  phone: null,
  email: null,
  company_email: null,
  address: null,
  firm: { id: 'f', name: 'Conta' },
  user: null,
  users: [],
  accountants: [],
  storage: { used: 0, quota: 0 },
  createdAt: AT,
  updatedAt: AT,
};

export const aClient = (id: string, societate: string): Client => ({ ...CLIENT_VIEW, id, societate });

export const aFolder = (
  id: string,
  name: string,
  parent: string | null = null,
  more: Partial<Folder> = {},
): Folder => ({
  id,
  name,
  client_id: CLIENT,
  parent_folder_id: parent,
  category_key: null,
  firm_only: false,
  direct_files_count: 0,
  direct_folders_count: 0,
  new_files_count: 0,
  deleted_at: null,
  deleted_by: null,
  deletion: null,
  created_at: AT,
  updated_at: AT,
  ...more,
});

export const aFile = (id: string, name: string, folder: string | null = null, more: Partial<File> = {}): File => ({
  id,
  name,
  client_id: CLIENT,
  folder_id: folder,
  size: 2048,
  mime_type: 'application/pdf',
  sha256: null,
  fields: null,
  tags: [],
  owner: { id: 'u1', name: 'Ana Țăranu' },
  process_state: 'new',
  accounting_status: null,
  notes_count: 0,
  deleted_at: null,
  deleted_by: null,
  deletion: null,
  created_at: AT,
  modified_at: AT,
  duplicate_of: null,
  ...more,
});

type Selected = { file_ids: string[]; folder_ids: string[]; target_folder_id?: string };

const treeOf = (folders: readonly Folder[], parent: string | null, levels = Infinity): FolderTree[] =>
  folders
    .filter((folder) => folder.parent_folder_id === parent)
    .map((folder) => {
      const isOmitted = levels <= 1 && folders.some((each) => each.parent_folder_id === folder.id);
      if (isOmitted) return { ...folder, children: [], children_omitted: true };
      return { ...folder, children: treeOf(folders, folder.id, levels - 1) };
    });

const pathOf = (folders: readonly Folder[], id: string | null): Folder[] => {
  const folder = folders.find((each) => each.id === id);
  return folder ? [...pathOf(folders, folder.parent_folder_id), folder] : [];
};

/** The documents of one client at a server, that does what it is asked. @returns what it was told to do, but for the readings. */
export const aDrive = (all: {
  readonly folders?: readonly Folder[];
  readonly files?: readonly File[];
  /** Of its tree that one answer has. */
  readonly levels?: number;
}) => {
  let folders = [...(all.folders ?? [])];
  let files = [...(all.files ?? [])];
  let trash: { folders: Folder[]; files: File[] } = { folders: [], files: [] };
  const told: unknown[] = [];
  let before = { folders, files };
  let isInTheWay = false;
  let last = 0;

  const bulk =
    (kind: Operation['kind'], work: (ids: ReadonlySet<string>, target: string | null, body: Selected) => void) =>
    (_: URL, given: unknown): object => {
      const body = given as Selected;
      const ids = [...(body.file_ids ?? []), ...(body.folder_ids ?? [])];
      told.push([kind, ids.join(' '), body.target_folder_id ?? null]);
      before = { folders: folders.slice(), files: files.slice() };
      work(new Set(ids), body.target_folder_id ?? null, body);
      const id = `o${(last += 1)}`;
      const over = { status: 'completed' as const, total: ids.length, done: ids.length, failed: [], created_at: AT };
      return { operation: { id, kind, ...over, finished_at: AT } satisfies Operation };
    };
  const rename = (_: URL, body: unknown, id: string) => {
    const { name } = body as { name: string };
    told.push(['rename', id, name]);
    before = { folders, files };
    folders = folders.map((each) => (each.id === id ? { ...each, name } : each));
    files = files.map((each) => (each.id === id ? { ...each, name } : each));
  };
  const looks = () =>
    files.flatMap(({ id }): [string, () => object][] => [
      [`GET /files/${id}/preview`, () => ({ url: `/api/files/content/${id}`, kind: 'none' })],
      [
        `GET /files/${id}/download`,
        () => {
          told.push(['download', id]);
          return { url: `#${id}` };
        },
      ],
    ]);
  const renamings = () => [
    ...folders.map(({ id }): [string, (url: URL, body: unknown) => object] => [
      `PUT /folders/${id}`,
      (url, body) => (rename(url, body, id), { folder: folders.find((each) => each.id === id)! }),
    ]),
    ...files.map(({ id }): [string, (url: URL, body: unknown) => object] => [
      `PATCH /files/${id}`,
      (url, body) => (rename(url, body, id), { file: files.find((each) => each.id === id)! }),
    ]),
  ];

  const asked = aServer({
    'GET /clients/c': () => ({ client: CLIENT_VIEW }),
    'GET /folders/tree': ({ searchParams }) => ({
      client_id: CLIENT,
      tree: treeOf(folders, searchParams.get('parent_folder_id'), all.levels),
    }),
    'GET /folders/trash': () => trash,
    'GET /files/trash': () => trash,
    'GET /files': ({ searchParams }) => {
      const inside = files.filter(({ folder_id }) => folder_id === searchParams.get('folderId'));
      return { files: inside, total: inside.length };
    },
    'GET /files/repeated': ({ searchParams }) => {
      const keyOf = ({ fields }: File) => fields && documentKey(fields);
      const inside = files.filter((file) => file.folder_id === searchParams.get('folder_id') && keyOf(file) !== null);
      const othersOf = (file: File) =>
        files.flatMap((each) => {
          const issuer_by = sameIssuer(each.fields ?? NO_FIELDS, file.fields ?? NO_FIELDS);
          const isOther = each.id !== file.id && keyOf(each) === keyOf(file);
          return isOther && issuer_by !== null ? [{ ...each, issuer_by }] : [];
        });
      const repeated = inside.map((file) => ({ id: file.id, others: othersOf(file) }));
      return { repeated: repeated.filter(({ others }) => others.length > 0) };
    },
    'POST /folders': (_, body) => {
      const { name, parent_folder_id: parent = null } = body as { name: string; parent_folder_id?: string };
      told.push(['create', name, parent]);
      const folder = aFolder(`d${(last += 1)}`, name, parent);
      folders.push(folder);
      return { folder };
    },
    'POST /folders/bulk-create-accounting-structure': (_, body) => {
      const { year } = body as { year: number };
      told.push(['structure', year]);
      const made = [
        aFolder(`y${year}`, String(year), null, { category_key: `an_${year}` }),
        aFolder(`m${year}`, `${year}-03 Martie`, `y${year}`, { category_key: `luna_${year}-03` }),
        aFolder(`p${year}`, '02 Facturi primite', `m${year}`, { category_key: 'facturi_primite' }),
      ];
      folders.push(...made);
      return { folders: made, created_count: made.length, existing_count: 0 };
    },
    'POST /bulk/files/move': bulk('move', (ids, target) => {
      folders = folders.map((each) => (ids.has(each.id) ? { ...each, parent_folder_id: target } : each));
      files = files.map((each) => (ids.has(each.id) ? { ...each, folder_id: target } : each));
    }),
    'POST /bulk/files/copy': bulk('copy', (ids, target) => {
      files.push(
        ...files.filter(({ id }) => ids.has(id)).map((each) => ({ ...each, id: `${each.id}'`, folder_id: target })),
      );
    }),
    'POST /bulk/files/delete': bulk('delete', (ids) => {
      trash = { folders: folders.filter(({ id }) => ids.has(id)), files: files.filter(({ id }) => ids.has(id)) };
      folders = folders.filter(({ id }) => !ids.has(id));
      files = files.filter(({ id }) => !ids.has(id));
    }),
    'POST /bulk/files/restore': bulk('restore', () => {
      folders.push(...trash.folders);
      files.push(...trash.files);
    }),
    'POST /audit/undo': (_, body) => {
      const asked = body as { readonly correlation_id: string; readonly leave_out_conflicts: boolean };
      told.push(['undo', asked.correlation_id]);
      const problem = { error: 'Nu totul mai poate fi pus înapoi.', code: 'UNDO_CONFLICTS', correlation_id: '' };
      if (isInTheWay && !asked.leave_out_conflicts) return Response.json(problem, { status: 409 });
      ({ folders, files } = before);
      return { plan: { correlation_id: 'c', steps: [], total: 1, conflicts: 0, nothing: [] } };
    },
    'POST /bulk/files/status': bulk('status', (ids, _, body) => {
      files = files.map((each) => (ids.has(each.id) ? { ...each, ...(body as Partial<File>) } : each));
    }),
    'POST /bulk/files/download': (_, body) => {
      const { file_ids, folder_ids } = body as Selected;
      told.push(['download', [...file_ids, ...folder_ids].join(' ')]);
      return { url: '#all' };
    },
    ...Object.fromEntries(folders.map(({ id }) => [`GET /folders/${id}/path`, () => ({ path: pathOf(folders, id) })])),
    ...Object.fromEntries([...looks(), ...renamings()]),
  });
  /** What is undone from now on finds something there. */
  const standInTheWay = () => void (isInTheWay = true);
  return { told, asked, standInTheWay };
};
