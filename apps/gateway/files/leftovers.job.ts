import { Inject, Injectable } from '@nestjs/common';
import { contents } from '@dosar/domain/files/contents.projector';
import { INSTALLATION, type Installation } from '../platform/installation';
import type { Job } from '../platform/job';

/** Bytes whose event was never stored, because a crash came between, stay so long. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Letters that were given up are named for so long. */
const GIVEN_UP_MS = 14 * KEPT_MS;

/** Bytes that belong to no event. */
@Injectable()
export class Leftovers implements Job {
  readonly failure = 'leftovers could not be cleared away';
  readonly isHourly = true;

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  run(): Promise<void> {
    return this.sweep(new Date());
  }

  /** Takes away bytes that no event names. Nothing is taken while the view that knows them is not up to date. */
  async sweep(now: Date): Promise<void> {
    const { ports, views } = this.installation;
    const head = await ports.events.head();
    const isCurrent = head === null || (await views.reach([contents.view], head));
    if (!isCurrent || !(await ports.reads.state(contents)).isSettled) return;
    const isNamed = async (id: string) => (await ports.reads.count(contents, { where: { blob_id: id } }, 1)) > 0;
    await this.sweepTries(now, isNamed);
    for await (const { id, writtenAt } of ports.blobs.all()) {
      if (now.getTime() - writtenAt.getTime() < KEPT_MS) continue;
      if (!(await isNamed(id))) await ports.blobs.remove(id);
    }
  }

  /** That a document was given up holds as long as there is a file with its bytes; of letters, as long as anybody may miss them. */
  private async sweepTries(now: Date, isNamed: (blobId: string) => Promise<boolean>): Promise<void> {
    const { document, operation, letter, digest } = this.installation.tries;
    const isOld = (_: string, until: number) => until + GIVEN_UP_MS < now.getTime();
    await document.sweep(async (blobId) => !(await isNamed(blobId)));
    for (const each of [operation, letter, digest]) await each.sweep(isOld);
  }
}
