import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { contents } from '@dosar/domain/files/contents.projector';
import { readRefusal, type StoredBlob } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import type { Job } from '../../platform/hosting/job';
import { knownTimes, noteStart } from './known-times';
import { bytesIn, unnamedIn } from './unnamed-bytes';

/** How long bytes stay whose event was not stored, as after a crash. */
export const ORPHANED_MS = 24 * 60 * 60 * 1000;
/** How long given-up letters are reported. */
const GIVEN_UP_MS = 14 * ORPHANED_MS;
/** The part of health that reports it. */
export const ORPHANED_BYTES = 'leftovers';

/** Bytes that belong to no event. */
@Injectable()
export class OrphanedBytes implements Job, OnModuleInit {
  readonly failure = 'leftovers could not be cleared away';
  readonly isHourly = true;
  readonly isSoon = true;

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  /** Runs before anything is written. */
  onModuleInit(): Promise<void> {
    const { ports, log } = this.installation;
    return noteStart(ports.vault, log, Date.now());
  }

  run(): Promise<void> {
    return this.sweep(new Date());
  }

  /**
   * Removes bytes that no event ever named. Bytes that may belong to a lost log are only reported. It does nothing while the
   * view of documents is not up to date, or the log is read-only.
   */
  async sweep(now: Date): Promise<void> {
    const { ports, views } = this.installation;
    const head = await ports.events.head();
    const isCurrent = head === null || (await views.reach([contents.view], head));
    if (!isCurrent || !(await ports.reads.state(contents)).isSettled) return;
    const isNamed = async (id: string) => (await ports.reads.count(contents, { where: { blob_id: id } }, 1)) > 0;
    await this.sweepTries(now, isNamed);
    if ((await readRefusal(ports.vault)) !== null) return;
    const { isKnown } = await knownTimes(ports);
    const known: StoredBlob[] = [];
    const unknown: StoredBlob[] = [];
    for await (const each of ports.blobs.all()) {
      if (now.getTime() - each.writtenAt.getTime() < ORPHANED_MS || (await isNamed(each.id))) continue;
      (isKnown(each.writtenAt) ? known : unknown).push(each);
    }
    for (const { id } of await unnamedIn(ports.events, known)) await ports.blobs.remove(id);
    this.tell(unknown);
  }

  private tell(left: readonly StoredBlob[]): void {
    const { findings } = this.installation;
    const what = `${left.length} documents of ${bytesIn(left)} bytes lie in the store that no event names: they may be of a log that is not here, and stay; "dosar leftovers" lists them, and takes away by "dosar leftovers remove" what has lain so for 30 days`;
    if (left.length > 0 && findings.of(ORPHANED_BYTES).includes(what)) return;
    findings.clear(ORPHANED_BYTES);
    if (left.length > 0) findings.add(ORPHANED_BYTES, what);
  }

  /** A given-up document is remembered while a file has its bytes; a letter, as long as somebody may miss it. */
  private async sweepTries(now: Date, isNamed: (blobId: string) => Promise<boolean>): Promise<void> {
    const { document, picture, invoice, operation, letter, digest } = this.installation.tries;
    const isOld = (_: string, until: number) => until + GIVEN_UP_MS < now.getTime();
    for (const each of [document, picture, invoice]) await each.sweep(async (blobId) => !(await isNamed(blobId)));
    for (const each of [operation, letter, digest]) await each.sweep(isOld);
  }
}
