import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS } from '@dosar/contracts';
import { pace, streamOf, type ItemRefusal } from '@dosar/kernel/runtime';
import type { BulkFailure } from '@dosar/domain/files/bulk.events';
import { drive } from '@dosar/domain/files/drive.decider';
import { DriveEvents } from '@dosar/domain/files/drive.events';
import { deedReturns } from '@dosar/domain/files/undo/deed-returns';
import type { Return } from '@dosar/domain/files/undo/drive-returns';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { codeOf } from '../../platform/http/problem';
import type { Write } from '../../platform/writes/writes';
import type { Started } from '../bulk/bulk-commands';
import type { Course } from '../bulk/bulk-course';
import { Deeds, isTheirs } from './deeds';
import { PastItems } from './past-items';

/** How many failures are listed; all are counted. */
const MOST_FAILED = 1_000;

type Part = {
  readonly operationId: string;
  readonly started: Started;
  readonly returns: readonly Return[];
  readonly isWhole: boolean;
};

/** Returns things to their state before a deed, or at a moment of the past. */
@Injectable()
export class BulkReturns {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly deeds: Deeds,
    private readonly past: PastItems,
  ) {}

  /** Append by append, until nothing more succeeds. @throws as `mustGoOn` does */
  async run(
    { operationId, started, course }: { operationId: string; started: Started; course: Course },
    write: Write,
    mustGoOn: () => Promise<void>,
  ): Promise<void> {
    const all = await this.returnsOf(started, write);
    // what fits into one append is done as a whole or not at all
    const isWhole = started.isWhole === true && all.length <= FILE_LIMITS.batch;
    const before = started.total! - all.length;
    let left: readonly Return[] = all;
    let refused: ReadonlyMap<string, ItemRefusal> = new Map();
    // what blocked some of them may be gone once others are done
    for (let round = 0, isAny = true; isAny && left.length > 0; round += 1) {
      const part = { operationId, started, returns: left, isWhole };
      const found = await this.round(part, write.sub(`round ${round}`), mustGoOn);
      refused = new Map(found.refusals.map((refusal) => [refusal.id, refusal]));
      left = isWhole && refused.size > 0 ? all : left.filter(({ id }) => refused.has(id));
      course.done = before + all.length - left.length;
      isAny = found.isAny && !isWhole;
    }
    course.failed.push(...(await this.failures(started.clientId, left.slice(0, MOST_FAILED), refused)));
  }

  private async failures(clientId: string, left: readonly Return[], refused: ReadonlyMap<string, ItemRefusal>) {
    const { nodes } = await this.installation.commandHandler.state(drive, clientId);
    return left.map(({ id }): BulkFailure => {
      const refusal = refused.get(id);
      return { id, type: nodes.get(id)?.type ?? 'file', code: refusal ? codeOf(refusal) : 'UNDO_CONFLICTS' };
    });
  }

  private async round({ returns, ...part }: Part, write: Write, mustGoOn: () => Promise<void>) {
    const refusals: ItemRefusal[] = [];
    let isAny = false;
    for (let from = 0; from < returns.length; from += FILE_LIMITS.batch) {
      await mustGoOn();
      const batch = { ...part, returns: returns.slice(from, from + FILE_LIMITS.batch) };
      const found = await this.turn(batch, write.sub(`batch ${from}`));
      isAny ||= found.isAny;
      refusals.push(...found.refusals);
    }
    return { isAny, refusals };
  }

  /** One part of them, in as many appends as needed. */
  private async turn({ operationId, started, returns, isWhole }: Part, write: Write) {
    const rest = pace();
    let isAny = false;
    for (let pass = 0; ; pass += 1) {
      await rest();
      // what has begun is completed
      const data = { returns, deletion: operationId, isWhole: isWhole && !isAny };
      const command = { type: 'ReturnItems', data } as const;
      const { types, refusals } = await write.sub(`pass ${pass}`).handleMany(drive, started.clientId, command);
      if (types.length === 0) return { isAny, refusals };
      isAny = true;
    }
  }

  private async returnsOf({ clientId, undoes, asOf, items }: Started, write: Write): Promise<readonly Return[]> {
    if (asOf !== undefined) return this.past.of(clientId, BigInt(asOf), items);
    const { actor } = write.call.origin();
    const mayUndo: Parameters<Deeds['of']>[1]['mayUndo'] = (event) =>
      event.stream === streamOf(DriveEvents, clientId) && isTheirs(actor, event);
    const { events } = await this.deeds.of(undoes!, { sees: () => true, mayUndo });
    return deedReturns(events);
  }
}
