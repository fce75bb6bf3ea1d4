import { FILE_LIMITS, type File, type Folder, type FolderTree } from '@dosar/contracts';
import { files } from '@dosar/domain/files/files.projector';
import { folders } from '@dosar/domain/files/folders.projector';
import { longestSlice } from '../../testing/longest-slice';
import { aFile, aFirm, aFolder, aGateway, type Ask, type Gateway } from '../../testing/gateway';
import { placeAt } from '@dosar/adapters/testing/places';

/** The number of levels below a folder of the first level. */
const DEEPEST = FILE_LIMITS.depth - 1;

type Tree = { readonly tree: readonly FolderTree[]; readonly children_omitted?: true };

describe('what a client with very much reads', () => {
  let gateway: Gateway;
  let ask: Ask;
  let top: Folder = null!;
  let wide: Folder = null!;
  let chain: Folder = null!;
  /** Rows as projectors would write them for that many events. */
  const fill = async <T extends Folder | File>(view: typeof folders | typeof files, rows: readonly T[]) => {
    const state = await gateway.ports.reads.state(view);
    const writes = rows.map((row) => ({
      id: row.id,
      json: JSON.stringify(row),
      position: state.position!,
      subjects: [],
      terms: [],
      columns: (view.columnsOf as (row: T) => object)(row),
    }));
    await gateway.ports.reads.apply([{ view, writes, audiences: new Map() }] as never, placeAt(state.position!));
  };
  beforeAll(async () => {
    gateway = await aGateway();
    ({ ask } = (await aFirm(gateway)).bakery);
    [top, wide] = [await aFolder(ask, 'Adânc'), await aFolder(ask, 'Lat')];
    chain = await aFolder(ask, 'Lanț');
    const file = await aFile(ask, 'act.txt', { folder_id: wide.id });
    const inside = (parent: Folder, at: number, more: object = {}): Folder => ({
      ...parent,
      id: `${parent.id.slice(0, 8)}-${at}`,
      name: `D ${at}`,
      parent_folder_id: parent.id,
      ...more,
    });
    const months = Array.from({ length: 100 }, (_, at) => inside(top, at, { direct_folders_count: 100 }));
    const days = months.flatMap((month) =>
      Array.from({ length: 100 }, (_, at) => ({
        ...inside(month, at),
        id: `${month.id}.${at}`,
        direct_folders_count: 0,
      })),
    );
    await fill(folders, [{ ...top, direct_folders_count: 100 }, ...months, ...days]);
    const deeper = Array.from({ length: DEEPEST }, (_, at) => ({
      ...top,
      id: `chain${at}`,
      name: 'a',
      direct_folders_count: at === DEEPEST - 1 ? 0 : 1,
      parent_folder_id: at === 0 ? chain.id : `chain${at - 1}`,
    }));
    await fill(folders, [{ ...chain, direct_folders_count: 1 }, ...deeper]);
    const most = FILE_LIMITS.listed;
    await fill(
      files,
      Array.from({ length: most }, (_, at) => ({ ...file, id: `f${at}`, name: `f${String(at).padStart(5, '0')}.txt` })),
    );
    const gone = { deleted_at: file.created_at, deletion: 'all', folder_id: null };
    await fill(
      files,
      Array.from({ length: most + 1 }, (_, at) => ({ ...file, ...gone, id: `g${at}` })),
    );
  });
  afterAll(() => gateway.close());

  const read = async <T>(path: string) => (await ask('get', path).expect(200)).body as T;
  const count = (tree: readonly FolderTree[]): number =>
    tree.reduce((sum, { children }) => sum + 1 + count(children), 0);

  it('is the first levels of its folders; what has more says so, and is read by itself', async () => {
    const { tree, children_omitted } = await read<Tree>('/folders/tree');
    expect(children_omitted).toBeUndefined();
    expect(count(tree)).toBe(104);
    const deep = tree.find(({ id }) => id === top.id)!;
    expect(deep.children_omitted).toBeUndefined();
    expect(deep.children.every((each) => each.children_omitted === true && each.children.length === 0)).toBe(true);

    const below = await read<Tree>(`/folders/tree?parent_folder_id=${deep.children[7]!.id}`);
    expect(count(below.tree)).toBe(100);
    expect(below.tree.every((each) => each.children_omitted === undefined)).toBe(true);
    const [first] = (await read<Tree>('/folders/tree?depth=1')).tree;
    expect(first).toMatchObject({ id: top.id, children: [], children_omitted: true });
  });
  it('goes down to the deepest, where no depth is asked for', async () => {
    const whole = await read<Tree>(`/folders/tree?parent_folder_id=${chain.id}`);
    expect(count(whole.tree)).toBe(DEEPEST);
    expect(count((await read<Tree>(`/folders/tree?parent_folder_id=${chain.id}&depth=3`)).tree)).toBe(3);
  });
  it('is the first files of a folder, with how many there are; pages have them all', async () => {
    const whole = await read<{ files: File[]; total: number; pageSize: number }>(`/files?folderId=${wide.id}`);
    expect(whole.files).toHaveLength(FILE_LIMITS.listed);
    expect(whole).toMatchObject({ page: 1, pageSize: FILE_LIMITS.listed, total: FILE_LIMITS.listed + 1 });
    const last = await read<{ files: File[] }>(`/files?folderId=${wide.id}&page=51&pageSize=100`);
    expect(last.files).toHaveLength(1);
  });
  it('is the newest of the trash, with how many there are', async () => {
    const trash = await read<{ files: File[]; files_total?: number; folders_total?: number }>('/files/trash');
    expect(trash.files).toHaveLength(FILE_LIMITS.listed);
    expect([trash.files_total, trash.folders_total]).toEqual([FILE_LIMITS.listed + 1, undefined]);
    const page = await read<{ files: File[] }>('/files/trash?page=51&pageSize=100');
    expect(page.files).toHaveLength(1);
  });
  it('keeps nobody waiting, however many ask for it at once', async () => {
    const many = () =>
      Promise.all(Array.from({ length: 40 }, (_, at) => ask('get', `/folders/tree?depth=${2 + (at % 4)}`).expect(200)));
    const slices = [await longestSlice(many), await longestSlice(many)];
    expect(Math.min(...slices)).toBeLessThan(150);
  });
});

describe('reading', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway({ DOSAR_LIMITS: 'on' });
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  it('is refused to a session that has cost too much of the loop, for as long as that takes, and to nobody else', async () => {
    const { bakery, mill } = firm;
    await bakery.ask('get', '/folders').expect(200);
    const sessions = (await bakery.ask('get', '/auth/sessions').expect(200)).body as {
      sessions: { id: string; current: boolean }[];
    };
    gateway.installation.limits.spend('reads', sessions.sessions[0]!.id, 9_000);
    const answer = await bakery.ask('get', '/files').expect(429);
    expect(answer.body).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(15);
    await mill.ask('get', '/files').expect(200);
    // writes are not held up by it
    await aFolder(bakery.ask, 'Nou');
  });
});
