import { Injectable } from '@nestjs/common';
import {
  beginningOf,
  type File,
  type Folder,
  type Message,
  type Named,
  type SearchContents,
  type SearchKind,
  type SearchResult,
} from '@dosar/contracts';
import { files } from '@dosar/domain/files/files.projector';
import { folders } from '@dosar/domain/files/folders.projector';
import { clients } from '@dosar/domain/identity/clients.projector';
import type { SearchHit, SearchUnread } from '@dosar/search';
import { ConversationsReads } from '../conversations/conversations.reads';
import { namesIn, pathsTo } from '../files/files.reads';
import { alikeFolders } from './alike-folders';
import type { FoundHits } from './finder';
import type { Call } from '../platform/access/call';
import { ViewRows } from '../platform/reads/rows';
import { valuesById } from '../platform/reads/rows-by-id';

/** The owner in a hit's key: a client, or a conversation, which has the name of its client if any. */
const ownerOf = (key: string): string => key.slice(key.indexOf(':') + 1, key.lastIndexOf('/'));
/** Messages have no name: the beginning of the text is used. */
const TITLE_LENGTH = 120;

type Now = {
  readonly clients: ReadonlyMap<string, Named>;
  readonly file: ReadonlyMap<string, File>;
  readonly folder: ReadonlyMap<string, Folder>;
  readonly message: ReadonlyMap<string, Message>;
};

export const titleOf = ({ kind, title }: SearchHit) => (kind === 'message' ? beginningOf(title, TITLE_LENGTH) : title);

/** A document that crashed its readers is shown as damaged. */
export const contentsOf = ({ text }: SearchHit): SearchContents => {
  const isGivenUp = text === ('given_up' satisfies SearchUnread);
  return isGivenUp ? 'damaged' : (text as SearchContents);
};

type Page = { readonly skipped: number; readonly month: string | null };

/** Hits with their current state where a view has it: each view is read once. */
@Injectable()
export class ShownHits {
  constructor(
    private readonly rows: ViewRows,
    private readonly conversations: ConversationsReads,
  ) {}

  /** @param skipped the number of better hits on earlier pages; `month`: that of all that is looked for */
  async of(call: Call, { hits, folded }: FoundHits, { skipped, month }: Page): Promise<SearchResult[]> {
    const now = await this.now(call, hits);
    const ofStructure = [...now.folder.values()].filter(({ id, deleted_at }) => folded.has(id) && deleted_at === null);
    const alike = await alikeFolders(this.rows, ofStructure, month);
    const folderOf = (id: string) => alike.get(id)?.folder ?? now.folder.get(id);
    const placeOf = ({ id }: SearchHit) => now.file.get(id)?.folder_id ?? folderOf(id)?.parent_folder_id ?? null;
    const pathTo = await pathsTo(this.rows, hits.map(placeOf));
    return hits.map((hit, at) => {
      const { id, key } = hit;
      const kind = hit.kind as SearchKind;
      const file = now.file.get(id);
      const folder = folderOf(id);
      const message = now.message.get(id);
      const count = alike.get(id)?.count ?? 1;
      return {
        kind,
        id: folder?.id ?? id,
        title: titleOf(hit),
        path: namesIn(pathTo(placeOf(hit))),
        highlight: [...hit.excerpt],
        client: now.clients.get(ownerOf(key)) ?? null,
        score: Number((1 / (1 + skipped + at)).toFixed(4)),
        contents: contentsOf(hit),
        ...(file && { file }),
        ...(folder && { folder }),
        ...(count > 1 && { folded: count }),
        ...(message && { message }),
      };
    });
  }

  private async now(call: Call, hits: readonly SearchHit[]): Promise<Now> {
    const of = (kind: SearchKind) => hits.flatMap((hit) => (hit.kind === kind ? hit.id : []));
    const clientIds = hits.map(({ key }) => ownerOf(key));
    const [named, file, folder, shown] = await Promise.all([
      valuesById(this.rows, clients, clientIds),
      valuesById(this.rows, files, of('file')),
      valuesById(this.rows, folders, of('folder')),
      this.conversations.of(call).messages(of('message')),
    ]);
    return {
      clients: new Map([...named].map(([id, { societate: name }]) => [id, { id, name }])),
      file: file,
      folder: folder,
      message: new Map(shown.map((message) => [message.id, message])),
    };
  }
}
