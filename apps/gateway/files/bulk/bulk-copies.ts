import { Inject, Injectable } from '@nestjs/common';
import { DamagedBytes, type DataOf, type ItemRefusal, pace, rowIn } from '@dosar/kernel/runtime';
import type { BulkEvent, BulkItem } from '@dosar/domain/files/bulk.events';
import { contents, type Content } from '@dosar/domain/files/contents.projector';
import { withContents, type Copied } from '@dosar/domain/files/drive-copies';
import { drive } from '@dosar/domain/files/drive.decider';
import { files } from '@dosar/domain/files/files.projector';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { ViewRows } from '../../platform/reads/rows';
import type { Write } from '../../platform/writes/writes';
import { copyIdOf } from './bulk-commands';
import type { Part } from './bulk-course';
import { CopyPasses } from './copy-passes';

type Made = NonNullable<DataOf<BulkEvent, 'BulkFinished'>['made']>;

/** How many files are looked up at once. */
const PART = 250;

/** Looks up the contents of files to copy, which a drive does not have. */
@Injectable()
export class BulkCopies {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
  ) {}

  /** Copies the things of a part, append by append. @returns what was refused @throws as `mustGoOn` does */
  async run(
    { operationId, started, batch, course }: Part,
    write: Write,
    mustGoOn: () => Promise<void>,
  ): Promise<readonly ItemRefusal[]> {
    const { clientId, targetId } = started;
    const { commandHandler, access } = this.installation;
    const ids = batch.map(({ id }) => id);
    const passes = new CopyPasses(ids, await this.of(clientId, operationId, ids));
    const { quota } = access.client(clientId)!;
    const refused = new Map<string, ItemRefusal>();
    const rest = pace();
    for (let pass = 0; ; pass += 1) {
      await rest();
      if (pass > 0) await mustGoOn();
      const next = passes.next(await commandHandler.state(drive, clientId));
      if (next === null) return [...refused.values()];
      const command = { type: 'CopyItems', data: { ...next, targetId, quota } } as const;
      const { types, refusals, recorded } = await write.sub(`pass ${pass}`).handleMany(drive, clientId, command);
      for (const { resource } of recorded()) course.changed.add(resource.id);
      for (const refusal of refusals) refused.set(refusal.id, refusal);
      passes.refused(new Set(refused.keys()));
      if (types.length === 0) passes.pass();
    }
  }

  /** These things with everything in them now. */
  private async of(clientId: string, operationId: string, ids: readonly string[]): Promise<readonly Copied[]> {
    const { commandHandler, ports, views } = this.installation;
    const head = await ports.events.head();
    if (head !== null) await views.reach([files.view, contents.view], head);
    const state = await commandHandler.state(drive, clientId);
    const nodes = ids.flatMap((of) => withContents(state, of).map(({ id, type }) => ({ of, id, type })));
    const copies: Copied[] = [];
    const rest = pace();
    for (let from = 0; from < nodes.length; from += PART) {
      await rest();
      const part = nodes.slice(from, from + PART);
      const known = await this.contentsOf(part.filter(({ type }) => type === 'file').map(({ id }) => id));
      for (const { of, id } of part) {
        const content = known.get(id);
        copies.push({ of, from: id, id: copyIdOf(operationId, of, id), ...(content && { content }) });
      }
    }
    return copies;
  }

  /** The copies that were made of these things, without what is below them. */
  async made(clientId: string, operationId: string, items: readonly BulkItem[]): Promise<Made> {
    const { nodes } = await this.installation.commandHandler.state(drive, clientId);
    return items
      .map(({ id, type }) => ({ id: copyIdOf(operationId, id, id), type }))
      .filter(({ id }) => nodes.get(id)?.deletion === null);
  }

  private async contentsOf(ids: readonly string[]): Promise<ReadonlyMap<string, NonNullable<Copied['content']>>> {
    const find = { where: { id: { in: ids } } };
    const kept = (await this.rows.find(contents, find)).map(({ json }) => rowIn(json));
    const contentOf = new Map(kept.map((content) => [content.id, content]));
    const known = new Map<string, NonNullable<Copied['content']>>();
    for (const { json } of await this.rows.find(files, find)) {
      const { id, mime_type: mimeType } = rowIn(json);
      const content = contentOf.get(id);
      const opens = content && (await this.opensOf(content));
      if (opens) known.set(id, { blobId: content.blobId, ...opens, mimeType });
    }
    return known;
  }

  /** The key of its bytes; null when it is not known any more: this file cannot be copied, the others can. */
  private async opensOf(content: Content): Promise<{ readonly bytesKey: string; readonly sha256: string } | null> {
    try {
      const opened = await this.installation.documents.contentOf(content);
      return opened && { bytesKey: opened.bytesKey, sha256: opened.sha256 };
    } catch (error) {
      if (!(error instanceof DamagedBytes)) throw error;
      return null;
    }
  }
}
