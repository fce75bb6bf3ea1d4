import {
  sortKey,
  type File,
  type Folder,
  type InputOf,
  type ReplyOf,
  type searchApi,
  type SearchResult,
} from '@dosar/contracts';
import { files } from '@dosar/domain/files/files.projector';
import { folders } from '@dosar/domain/files/folders.projector';
import { messages } from '@dosar/domain/conversations/messages.projector';
import { clients } from '@dosar/domain/identity/clients.projector';
import { rowIn } from '@dosar/kernel/runtime';
import type { SearchHit, SearchQuery } from '@dosar/search';
import { ConversationsReads } from '../conversations/conversations.reads';
import { namesIn, pathsTo } from '../files/files.reads';
import { stoodAtOf } from '../platform/past/instants';
import { ViewRows } from '../platform/reads/rows';
import { rowsById, valuesById } from '../platform/reads/rows-by-id';
import type { UseCaseContext } from '../platform/use-cases/use-case-context';
import { Searches } from './searches';
import { contentsOf, titleOf } from './shown-hits';

type Asked = InputOf<typeof searchApi.search>['query'];
type Item = File | Folder;

/** So many are looked at, of each kind. */
const MOST = 100;

/**
 * What is found as of an auditor's period: documents and folders by the names of its end; and by contents, and what was
 * said, what has not changed since. The index knows things as they are now: of whatever changed since, it is not asked.
 */
export const findAsOf = async (
  context: UseCaseContext,
  asked: Asked,
  query: SearchQuery,
): Promise<ReplyOf<typeof searchApi.search>> => {
  const begun = performance.now();
  const { page, pageSize } = asked;
  const found = new FoundThen(context, asked);
  const all = [...(await found.byNames(query)), ...(await found.unchanged(query))];
  const results = [...new Map(all.map((each) => [`${each.kind} ${each.id}`, each])).values()];
  return {
    results: results.slice((page - 1) * pageSize, page * pageSize),
    total: results.length,
    page,
    pageSize,
    took_ms: Math.round(performance.now() - begun),
    unknown: [],
    left_out: 'changed_since',
    at: stoodAtOf(context.look!.instant),
  };
};

class FoundThen {
  private readonly clients: readonly string[];
  private readonly since: string;

  constructor(
    private readonly context: UseCaseContext,
    { client_id }: Asked,
  ) {
    const seen = context.installation.access.visibleClients(context.call.caller);
    this.clients = client_id === undefined ? seen : seen.filter((id) => id === client_id);
    this.since = context.look!.since!;
  }

  /** Filters are about how things are now: with one, names of then are not looked for. */
  async byNames({ text, kinds, where, sort }: SearchQuery): Promise<SearchResult[]> {
    const isPlain =
      Object.keys(where.facets ?? {}).length === 0 && (where.any ?? []).length === 0 && sort === 'relevance';
    const sought = sortKey(text);
    if (!isPlain || sought === '' || this.clients.length === 0) return [];
    const of = { client_id: { in: [...this.clients] }, sort_name: { contains: sought } };
    const there = [
      { ...of, deleted: 0 },
      { ...of, deleted: 1, deleted_at: { from: this.since } },
    ];
    const { rows } = this.context;
    const order = [['sort_name', 'asc']] as const;
    const has = (kind: string) => kinds.some((each) => each.kind === kind && !each.facets);
    const found = there.map(async (where): Promise<Item[]> => [
      ...(has('file') ? await rows.find(files, { where, order, limit: MOST }) : []).map(({ json }) => rowIn(json)),
      ...(has('folder') ? await rows.find(folders, { where, order, limit: MOST }) : []).map(({ json }) => rowIn(json)),
    ]);
    return this.shown((await Promise.all(found)).flat());
  }

  /** What the index finds that is now as it was then. */
  async unchanged(query: SearchQuery): Promise<SearchResult[]> {
    const { call, use } = this.context;
    const kinds = query.kinds.filter(({ kind }) => kind === 'file' || kind === 'message');
    // the month of a document is that of the folder where it lies now
    if (kinds.length === 0 || query.scopes.length === 0 || (query.where.any ?? []).length > 0) return [];
    const asked = { ...query, kinds, deleted: 'with', skip: 0, limit: MOST } as const;
    const { hits } = await use(Searches).find(call.caller, asked);
    const of = (kind: string) => hits.filter((hit) => hit.kind === kind);
    return [...(await this.documents(of('file'))), ...(await this.said(of('message')))];
  }

  private async documents(hits: readonly SearchHit[]): Promise<SearchResult[]> {
    const now = await rowsById(
      this.context.use(ViewRows),
      files,
      hits.map(({ id }) => id),
    );
    const same = hits.filter(({ id }) => this.isOfThen(now.get(id)?.position));
    const items = same.map(({ id }) => rowIn(now.get(id)!.json)).filter((each) => this.isThere(each));
    return this.shown(items, new Map(same.map((hit) => [hit.id, hit])));
  }

  private async said(hits: readonly SearchHit[]): Promise<SearchResult[]> {
    const now = await rowsById(
      this.context.use(ViewRows),
      messages,
      hits.map(({ id }) => id),
    );
    const same = hits.filter(({ id }) => this.isOfThen(now.get(id)?.position));
    const { access } = this.context.installation;
    const shown = await this.context.see(ConversationsReads).messages(same.map(({ id }) => id));
    const byId = new Map(shown.filter(({ deleted }) => !deleted).map((each) => [each.id, each]));
    const named = await valuesById(this.context.rows, clients, this.clients);
    return same.flatMap((hit) => {
      const message = byId.get(hit.id);
      const talk = message ? access.conversation(message.conversation_id) : null;
      if (!message || !talk || talk.isDirect || talk.clientId === null || !this.clients.includes(talk.clientId))
        return [];
      const client = { id: talk.clientId, name: named.get(talk.clientId)?.societate ?? null };
      const highlight = [...hit.excerpt];
      return {
        kind: 'message',
        id: hit.id,
        title: titleOf(hit),
        path: [],
        highlight,
        client,
        score: 1,
        contents: 'none',
        message,
      };
    });
  }

  private isOfThen = (position: bigint | undefined): boolean =>
    position !== undefined && position <= this.context.look!.instant.position;

  private isThere = ({ client_id, deleted_at }: Item): boolean =>
    this.clients.includes(client_id) && (deleted_at === null || deleted_at >= this.since);

  private async shown(
    items: readonly Item[],
    hits: ReadonlyMap<string, SearchHit> = new Map(),
  ): Promise<SearchResult[]> {
    const { rows } = this.context;
    const placeOf = (item: Item) => ('folder_id' in item ? item.folder_id : item.parent_folder_id);
    const [pathTo, named] = await Promise.all([
      pathsTo(rows, items.map(placeOf)),
      valuesById(
        rows,
        clients,
        items.map(({ client_id }) => client_id),
      ),
    ]);
    return items.map((item) => {
      const hit = hits.get(item.id);
      return {
        kind: 'folder_id' in item ? 'file' : 'folder',
        id: item.id,
        title: item.name ?? '',
        path: namesIn(pathTo(placeOf(item))),
        highlight: hit ? [...hit.excerpt] : [],
        client: { id: item.client_id, name: named.get(item.client_id)?.societate ?? null },
        score: 1,
        contents: hit ? contentsOf(hit) : 'none',
        ...('folder_id' in item ? { file: item } : { folder: item }),
      };
    });
  }
}
