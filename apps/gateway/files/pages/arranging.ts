import { Inject, Injectable } from '@nestjs/common';
import { MIME_TYPES, PICTURE_TYPES } from '@dosar/contracts';
import { DamagedBytes, derivedId, FairQueue, isOutage, rowIn, type StoredBytes } from '@dosar/kernel/runtime';
import type { ArrangedDocument } from '@dosar/domain/files/bulk.events';
import { contents } from '@dosar/domain/files/contents.projector';
import type { Arranged } from '@dosar/domain/files/plans/arranging-plan';
import { drive } from '@dosar/domain/files/drive.decider';
import { files } from '@dosar/domain/files/files.projector';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';
import { ViewRows } from '../../platform/reads/rows';
import type { Write } from '../../platform/writes/writes';
import type { Started } from '../bulk/bulk-commands';
import { bytesOf } from '../downloads/document-bytes';
import type { Ended } from '../unzip/unpacking';
import { guarded } from '../uploads/incoming';
import { PagesRefused, withPages, type PageReader } from './page-reader';

/** A client has one operation at a time, and the others wait there. */
const TURNS = { places: 2, waiting: 64, dearMs: 10_000 };

type Job = {
  readonly operationId: string;
  readonly started: Started;
  readonly documents: readonly ArrangedDocument[];
  readonly write: Write;
  /** @throws when it was cancelled */
  readonly mustGoOn: () => Promise<void>;
};

/** The id of a new document: the same however often the operation is resumed. */
const idOf = (operationId: string, at: number): string => derivedId('arranged', operationId, at);

/** Makes documents of pages of others: all of them together, or none. */
@Injectable()
export class Arranging {
  private readonly turns = new FairQueue(TURNS);

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
  ) {}

  /** @throws errors other than of the pages: then nothing was made, or it follows when it is resumed */
  async run(operationId: string, started: Started, write: Write, mustGoOn: Job['mustGoOn']): Promise<Ended> {
    const documents = started.documents ?? [];
    const job: Job = { operationId, started, documents, write, mustGoOn };
    try {
      const { nodes } = await this.installation.commandHandler.state(drive, started.clientId);
      if (!nodes.has(idOf(operationId, 0))) await this.make(job);
      const made = documents.map((_, at) => ({ id: idOf(operationId, at), type: 'file' as const }));
      return { progress: [], failed: [], made, done: documents.length };
    } catch (error) {
      if (!(error instanceof PagesRefused)) throw error;
      const { code, source } = error;
      const blamed = source === null ? started.items : [started.items[source]!];
      return { progress: [], failed: blamed.map(({ id, type }) => ({ id, type, code })), done: 0 };
    }
  }

  private async make(job: Job): Promise<void> {
    const { clientId } = job.started;
    const stored: StoredBytes[] = [];
    try {
      await this.turns.run(clientId, () => withPages((reader) => this.store(job, reader, stored)));
      await job.mustGoOn();
      await this.append(job, stored);
    } catch (error) {
      // after an outage they may be in the log
      if (!isOutage(error)) for (const { id } of stored) await this.installation.documents.remove(id);
      throw error;
    }
  }

  /** Reads each source, then stores one new document after the other. */
  private async store({ started, documents, mustGoOn }: Job, reader: PageReader, stored: StoredBytes[]): Promise<void> {
    for (const [at, { id }] of started.items.entries()) {
      await mustGoOn();
      await reader.open(at, await this.source(started.clientId, id, at));
    }
    for (const { name, pages } of documents) {
      await mustGoOn();
      const bytes = await reader.make(pages.map(({ item, page, rotate }) => ({ source: item, page, rotate })));
      stored.push(await this.installation.documents.put(guarded(whole(bytes), name!).bytes));
    }
  }

  private async source(clientId: string, id: string, at: number) {
    const { commandHandler, documents } = this.installation;
    const node = (await commandHandler.state(drive, clientId)).nodes.get(id);
    if (node?.type !== 'file' || node.deletion !== null) throw new PagesRefused('NOT_FOUND', at);
    const { mime_type: mimeType } = rowIn((await this.rows.must(files, id)).json);
    const isPdf = mimeType === MIME_TYPES.pdf;
    if (!isPdf && !PICTURE_TYPES.has(mimeType)) throw new PagesRefused('PAGE_MISSING', at);
    try {
      return { bytes: await bytesOf(documents, rowIn((await this.rows.must(contents, id)).json)), isPdf };
    } catch (error) {
      throw error instanceof DamagedBytes ? new PagesRefused('PAGES_DAMAGED', at) : error;
    }
  }

  private async append({ operationId, started, documents, write }: Job, stored: readonly StoredBytes[]): Promise<void> {
    const { clientId, targetId, items } = started;
    const arranged = documents.map(({ name, pages }, at): Arranged => {
      const { id: blobId, size, sha256, bytesKey } = stored[at]!;
      const sourceIds = [...new Set(pages.map(({ item }) => items[item]!.id))];
      const content = { blobId, size, sha256, bytesKey, mimeType: MIME_TYPES.pdf };
      return { id: idOf(operationId, at), name: name!, content, sourceIds };
    });
    const quota = this.installation.access.client(clientId)?.quota ?? 0;
    const data = { targetId, documents: arranged, quota };
    await write.sub('arrange').handleMany(drive, clientId, { type: 'ArrangePages', data });
  }
}

async function* whole(bytes: Buffer): AsyncGenerator<Buffer> {
  if (bytes.length === 0) throw new Problem('PAGES_DAMAGED');
  yield bytes;
}
