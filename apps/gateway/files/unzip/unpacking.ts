import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS, type File } from '@dosar/contracts';
import { derivedId, type Done, isOutage, rowIn, type StoredBytes } from '@dosar/kernel/runtime';
import { bulk } from '@dosar/domain/files/bulk.decider';
import type { BulkFailure, BulkItem } from '@dosar/domain/files/bulk.events';
import { contents, type Content } from '@dosar/domain/files/contents.projector';
import { drive } from '@dosar/domain/files/drive.decider';
import type { Drive } from '@dosar/domain/files/drive-nodes';
import type { Unpacked } from '@dosar/domain/files/unpack-plan';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';
import { ViewRows } from '../../platform/reads/rows';
import type { Write } from '../../platform/writes/writes';
import type { Started } from '../bulk/bulk-commands';
import { guarded } from '../uploads/incoming';
import { planOf, type ArchivePlan, type Planned } from './archive-plan';
import { ArchiveRefused } from './archive-refused';
import { Archives } from './archives';
import type { OpenArchive } from './open-archive';

/** How many files are stored at once. */
const AT_ONCE = 4;
/** For how many refused archives the offending entry is remembered. */
const ENTRIES = 100;

export type Ended = {
  readonly progress: readonly Done[];
  readonly failed: readonly BulkFailure[];
  readonly made?: Pick<BulkItem, 'id' | 'type'>[];
  /** Where those that are done are counted one by one. */
  readonly done?: number;
};

/** The stored files of an archive, by the ids they get. */
type Blob = { readonly stored: StoredBytes; readonly mimeType: string };
type Stored = Map<string, Blob>;
type Job = {
  readonly operationId: string;
  readonly started: Started;
  readonly archiveId: string;
  readonly write: Write;
  /** @throws when it was cancelled */
  readonly mustGoOn: () => Promise<void>;
  readonly progress: Done[];
};

/** Unpacks an archive as a whole, or not at all. */
@Injectable()
export class Unpacking {
  private readonly entries = new Map<string, string>();

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly archives: Archives,
    private readonly rows: ViewRows,
  ) {}

  /** Opens an archive for its listing. @throws ArchiveRefused, Problem */
  async look<T>({ id, client_id: clientId }: File, work: (archive: OpenArchive) => Promise<T>): Promise<T> {
    return this.archives.look({ ...(await this.content(id)), clientId }, work);
  }

  /** @throws errors other than of the archive: then nothing was created, or the rest follows when it is resumed */
  async run(operationId: string, started: Started, write: Write, mustGoOn: () => Promise<void>): Promise<Ended> {
    const archiveId = started.items[0]!.id;
    const job: Job = { operationId, started, archiveId, write, mustGoOn, progress: [] };
    try {
      const items = await this.store(job);
      await this.append(job, items);
      const made = items.filter(({ parent }) => parent === null).map(({ id, type }) => ({ id, type }));
      return { progress: job.progress, failed: [], made };
    } catch (error) {
      if (!(error instanceof ArchiveRefused)) throw error;
      this.noteEntry(operationId, error.entry);
      return { progress: job.progress, failed: [{ id: archiveId, type: 'file', code: error.code }] };
    }
  }

  private async content(id: string): Promise<Content> {
    return rowIn((await this.rows.must(contents, id)).json);
  }

  /** The entry for which an archive was refused: remembered for a while, and never logged. */
  entryOf(operationId: string): string | null {
    return this.entries.get(operationId) ?? null;
  }

  private noteEntry(operationId: string, entry: string | null): void {
    if (entry === null) return;
    this.entries.set(operationId, entry);
    const [oldest] = this.entries.keys();
    if (this.entries.size > ENTRIES && oldest !== undefined) this.entries.delete(oldest);
  }

  private drive({ clientId }: Started): Promise<Drive> {
    return this.installation.commandHandler.state(drive, clientId);
  }

  /** Stores the files that do not exist yet. After a refusal they are removed again. */
  private async store(job: Job): Promise<Unpacked[]> {
    const { nodes } = await this.drive(job.started);
    const archive = nodes.get(job.archiveId);
    if (archive?.type !== 'file' || archive.deletion !== null) throw new Problem('NOT_FOUND');
    const content = await this.content(job.archiveId);
    const stored: Stored = new Map();
    try {
      const { clientId } = job.started;
      return await this.archives.unpack({ ...content, clientId }, async (open) => {
        const plan = await planOf(open.listing);
        const idOf = idsOf(job.operationId);
        const missing = plan.files.filter((planned) => !nodes.has(idOf(planned)));
        await this.storeAll(missing, { ...job, open, stored, idOf });
        await job.mustGoOn();
        return itemsOf(job, plan, stored);
      });
    } catch (error) {
      await this.discard(stored);
      throw error;
    }
  }

  private async storeAll(
    files: readonly ArchivePlan['files'][number][],
    job: Job & { readonly open: OpenArchive; readonly stored: Stored; readonly idOf: (planned: Planned) => string },
  ): Promise<void> {
    const left = [...files];
    const worker = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        job.stored.set(job.idOf(next), await this.storeOne(job.open, next));
        if (job.stored.size % FILE_LIMITS.batch === 0) await this.note(job, job.stored.size);
      }
    };
    const workers = Array.from({ length: AT_ONCE }, () =>
      worker().catch((error: unknown) => {
        left.length = 0;
        throw error;
      }),
    );
    // all writers must have ended before their files are removed
    const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  }

  private async storeOne(open: OpenArchive, { name, entry }: ArchivePlan['files'][number]): Promise<Blob> {
    const { bytes, mimeType } = guarded(open.content(entry.index), name);
    try {
      const stored = await this.installation.documents.put(bytes);
      return { stored, mimeType: mimeType() };
    } catch (error) {
      if (error instanceof Problem && !(error instanceof ArchiveRefused) && error.code !== 'BULK_TIMEOUT')
        throw new ArchiveRefused(error.code, entry.path);
      throw error;
    }
  }

  /** Notes the progress. @throws Problem when the user has lost the right, or has cancelled */
  private async note({ operationId, write, progress, mustGoOn }: Job, done: number): Promise<void> {
    await mustGoOn();
    progress.push(
      await write.sub(`progress ${done}`).handle(bulk, operationId, { type: 'ProgressBulk', data: { done } }),
    );
  }

  private async discard(stored: Stored): Promise<void> {
    for (const { stored: blob } of stored.values()) await this.installation.documents.remove(blob.id);
  }

  /** Creates files and folders from the stored bytes, in as many appends as needed; after a failure they are deleted. */
  private async append({ started, archiveId, operationId, write }: Job, items: readonly Unpacked[]): Promise<void> {
    const { clientId, targetId } = started;
    const quota = this.installation.access.client(clientId)?.quota ?? 0;
    const data = { archiveId, targetId, items, quota };
    try {
      for (let pass = 0; ; pass += 1) {
        const asked = write.sub(`unpack ${pass}`);
        const { types } = await asked.handleMany(drive, clientId, { type: 'UnpackArchive', data });
        if (types.length === 0) return;
      }
    } catch (error) {
      // after an outage it is resumed, so nothing is deleted
      if (isOutage(error)) throw error;
      await this.undo(started, operationId, { items, write });
      throw error;
    }
  }

  private async undo(
    started: Started,
    operationId: string,
    { items, write }: { readonly items: readonly Unpacked[]; readonly write: Write },
  ): Promise<void> {
    const { nodes } = await this.drive(started);
    const ids = items
      .filter(({ id, parent }) => parent === null && nodes.get(id)?.deletion === null)
      .map(({ id }) => id);
    const command = { type: 'DeleteItems', data: { ids, deletion: operationId } } as const;
    for (let pass = 0; ids.length > 0; pass += 1) {
      const asked = write.sub(`undo ${pass}`).unauthorized();
      if ((await asked.handleMany(drive, started.clientId, command)).types.length === 0) break;
    }
    for (const { id, content } of items)
      if (content && !nodes.has(id)) await this.installation.documents.remove(content.blobId);
  }
}

/** Ids by index in the archive: derived from a path, an id would confirm a guess of an erased name. */
const idsOf =
  (operationId: string) =>
  ({ number }: Planned): string =>
    derivedId('unpacked', operationId, number);

/** The things created from an archive, in a folder for them when one was requested. */
const itemsOf = ({ operationId, started }: Job, { planned }: ArchivePlan, stored: Stored): Unpacked[] => {
  const idOf = idsOf(operationId);
  const top = started.folderName ? derivedId('unpacked', operationId) : null;
  const items = planned.map((each): Unpacked => {
    const { name, parent, path, entry } = each;
    const id = idOf(each);
    const blob = stored.get(id);
    return {
      id,
      name,
      parent: parent ? idOf(parent) : top,
      originalName: path.split('/').at(-1)!,
      type: entry ? 'file' : 'folder',
      content: blob
        ? {
            blobId: blob.stored.id,
            size: blob.stored.size,
            sha256: blob.stored.sha256,
            bytesKey: blob.stored.bytesKey,
            mimeType: blob.mimeType,
          }
        : null,
    };
  });
  if (top === null) return items;
  const name = started.folderName!;
  return [{ id: top, parent: null, name, originalName: name, type: 'folder', content: null }, ...items];
};
