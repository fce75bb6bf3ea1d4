import { Injectable } from '@nestjs/common';
import type { File, Folder, Message, Named, SearchContents, SearchKind, SearchResult } from '@dosar/contracts';
import { files } from '@dosar/domain/files/files.projector';
import { folders } from '@dosar/domain/files/folders.projector';
import { clients } from '@dosar/domain/identity/clients.projector';
import type { SearchHit, SearchUnread } from '@dosar/search';
import { ConversationsReads } from '../conversations/conversations.reads';
import type { Call } from '../platform/access/call';
import { ViewRows } from '../platform/reads/rows';
import { valuesById } from '../platform/reads/rows-by-id';

/** Whose the key of a hit is: a client, or a conversation, which is called as its client is when it has one. */
const ownerOf = (key: string): string => key.slice(key.indexOf(':') + 1, key.lastIndexOf('/'));
/** A message has no name: so much of what it says stands for one. */
const TITLE_LENGTH = 120;

type Now = {
  readonly clients: ReadonlyMap<string, Named>;
  readonly file: ReadonlyMap<string, File>;
  readonly folder: ReadonlyMap<string, Folder>;
  readonly message: ReadonlyMap<string, Message>;
};

const titleOf = ({ kind, title }: SearchHit) => (kind === 'message' ? title.slice(0, TITLE_LENGTH) : title);

/** What ended the process too often is damaged, for whoever looks for it. */
const contentsOf = ({ text }: SearchHit): SearchContents => {
  const isGivenUp = text === ('given_up' satisfies SearchUnread);
  return isGivenUp ? 'damaged' : (text as SearchContents);
};

/** What was found, as it is now where there is a view of it: each view is asked once. */
@Injectable()
export class ShownHits {
  constructor(
    private readonly rows: ViewRows,
    private readonly conversations: ConversationsReads,
  ) {}

  /** @param skipped so many that are better stand on the pages before */
  async of(call: Call, hits: readonly SearchHit[], skipped: number): Promise<SearchResult[]> {
    const now = await this.now(call, hits);
    return hits.map((hit, at) => {
      const { id, key } = hit;
      const kind = hit.kind as SearchKind;
      const file = now.file.get(id);
      const folder = now.folder.get(id);
      const message = now.message.get(id);
      return {
        kind,
        id,
        title: titleOf(hit),
        highlight: [...hit.excerpt],
        client: now.clients.get(ownerOf(key)) ?? null,
        score: Number((1 / (1 + skipped + at)).toFixed(4)),
        contents: contentsOf(hit),
        ...(file && { file }),
        ...(folder && { folder }),
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
