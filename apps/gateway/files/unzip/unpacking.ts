import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS, type File } from '@dosar/contracts';
import { type Done, isOutage, rowIn } from '@dosar/kernel/runtime';
import { bulk } from '@dosar/domain/files/bulk.decider';
import type { BulkFailure, BulkItem } from '@dosar/domain/files/bulk.events';
import { contents, type Content } from '@dosar/domain/files/contents.projector';
import { drive } from '@dosar/domain/files/drive.decider';
import type { Drive } from '@dosar/domain/files/drive-nodes';
import type { Unpacked } from '@dosar/domain/files/plans/unpack-plan';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';
import { ViewRows } from '../../platform/reads/rows';
import type { Write } from '../../platform/writes/writes';
import type { Started } from '../bulk/bulk-commands';
import { guarded } from '../uploads/incoming';
import { planOf, type Planned, type PlannedFile } from './archive-plan';
import { ArchiveRefused, safePath } from './archive-refused';
import { Archives } from './archives';
import { contentReason, type LeftOut } from './left-out';
import type { OpenArchive } from './open-archive';
import { leftOutFailures, idsOf, itemsOf, type Stored } from './unpacked-items';

/** How many files are stored at once. */
const AT_ONCE = 4;

export type Ended = {
  readonly progress: readonly Done[];
  readonly failed: readonly BulkFailure[];
  readonly made?: Pick<BulkItem, 'id' | 'type'>[];
  /** Where those that are done are counted one by one. */
  readonly done?: number;
};

type Job = {
  readonly operationId: string;
  readonly started: Started;
  readonly archiveId: string;
  readonly write: Write;
  /** @throws when it was cancelled */
  readonly mustGoOn: () => Promise<void>;
  readonly progress: Done[];
};
/** What is being stored of it, and what is left out. */
type Storing = Job & {
  readonly open: OpenArchive;
  /** By the ids they get. */
  readonly stored: Map<string, Stored>;
  readonly leftOut: LeftOut[];
  readonly idOf: (planned: Planned) => string;
};

/** Unpacks what can be taken of an archive, and nothing of one that is not safe. */
@Injectable()
export class Unpacking {
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
      const { items, leftOut, total } = await this.store(job);
      await this.append(job, items);
      const made = items.filter(({ parent }) => parent === null).map(({ id, type }) => ({ id, type }));
      const failed = leftOutFailures(operationId, leftOut);
      return { progress: job.progress, failed, done: total, made };
    } catch (error) {
      if (!(error instanceof ArchiveRefused)) throw error;
      const { code, entry, rule } = error;
      const why = { ...(entry !== null && { path: entry }), ...(rule && { rule }) };
      return { progress: job.progress, failed: [{ id: archiveId, type: 'file', code, ...why }] };
    }
  }

  private async content(id: string): Promise<Content> {
    return rowIn((await this.rows.must(contents, id)).json);
  }

  private drive({ clientId }: Started): Promise<Drive> {
    return this.installation.commandHandler.state(drive, clientId);
  }

  /** Stores the files that do not exist yet. After a refusal they are removed again. */
  private async store(job: Job) {
    const { operationId, started } = job;
    const { nodes } = await this.drive(started);
    const archive = nodes.get(job.archiveId);
    if (archive?.type !== 'file' || archive.deletion !== null) throw new Problem('NOT_FOUND');
    const content = await this.content(job.archiveId);
    const stored = new Map<string, Stored>();
    try {
      const { clientId, folderName } = started;
      return await this.archives.unpack({ ...content, clientId }, async (open) => {
        const plan = await planOf(open.listing);
        const idOf = idsOf(operationId);
        const leftOut = [...plan.leftOut];
        const missing = plan.files.filter((planned) => !nodes.has(idOf(planned)));
        await this.storeAll(missing, { ...job, open, stored, leftOut, idOf });
        leftOut.sort((a, b) => a.number - b.number);
        const [first] = leftOut;
        if (first && leftOut.length === plan.files.length + plan.leftOut.length)
          throw new ArchiveRefused(first.code, first.path, first.rule);
        await job.mustGoOn();
        const items = itemsOf({ operationId, folderName, stored, leftOut }, plan);
        return { items, leftOut, total: items.length - (folderName ? 1 : 0) };
      });
    } catch (error) {
      await this.discard(stored);
      throw error;
    }
  }

  private async storeAll(files: readonly PlannedFile[], storing: Storing): Promise<void> {
    const left = [...files];
    const { stored } = storing;
    const worker = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        await this.storeOne(next, storing);
        if (stored.size > 0 && stored.size % FILE_LIMITS.batch === 0) await this.note(storing, stored.size);
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

  private async storeOne(file: PlannedFile, { open, stored, leftOut, idOf }: Storing): Promise<void> {
    const { number, name, entry } = file;
    const { bytes, mimeType } = guarded(open.content(entry.index), name);
    try {
      const blob = await this.installation.documents.put(bytes);
      stored.set(idOf(file), { blob, mimeType: mimeType() });
    } catch (error) {
      const reason = error instanceof Problem ? contentReason(error) : null;
      if (!reason) throw error;
      leftOut.push({ number, type: 'file', path: safePath(entry.path), ...reason });
    }
  }

  /** Notes the progress. @throws Problem when the user has lost the right, or has cancelled */
  private async note({ operationId, write, progress, mustGoOn }: Job, done: number): Promise<void> {
    await mustGoOn();
    progress.push(
      await write.sub(`progress ${done}`).handle(bulk, operationId, { type: 'ProgressBulk', data: { done } }),
    );
  }

  private async discard(stored: ReadonlyMap<string, Stored>): Promise<void> {
    for (const { blob } of stored.values()) await this.installation.documents.remove(blob.id);
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
