import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS } from '@dosar/contracts';
import { pace, type ItemRefusal } from '@dosar/kernel/runtime';
import { drive } from '@dosar/domain/files/drive.decider';
import { clientOf } from '@dosar/domain/files/drive.events';
import { deedReturns } from '@dosar/domain/files/undo/deed-returns';
import type { Return } from '@dosar/domain/files/undo/drive-returns';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { codeOf } from '../../platform/http/problem';
import type { Write } from '../../platform/writes/writes';
import type { Started } from '../bulk/bulk-commands';
import type { Course } from '../bulk/bulk-course';
import { Deeds, isTheirs } from './deeds';

/** Of what could not be returned so much is said of each; all of it is counted. */
const MOST_FAILED = 1_000;

type Pass = { readonly returns: readonly Return[]; readonly isWhole: boolean; readonly name: string };

/** Has things stand again as they did before a deed, or at a moment of the past. */
@Injectable()
export class BulkReturns {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly deeds: Deeds,
  ) {}

  /** Append by append, until nothing is left that can be. @throws as `mustGoOn` does */
  async run(
    { operationId, started, course }: { operationId: string; started: Started; course: Course },
    write: Write,
    mustGoOn: () => Promise<void>,
  ): Promise<void> {
    const all = await this.returnsOf(started, write);
    const { nodes } = await this.installation.commandHandler.state(drive, started.clientId);
    course.done = started.total! - all.length;
    // what fits into one append is done together or not at all
    const isWhole = started.isWhole === true && all.length <= FILE_LIMITS.batch;
    for (let round = 0, left: readonly Return[] = all; left.length > 0; round += 1) {
      const refusals: ItemRefusal[] = [];
      let isAny = false;
      for (let from = 0; from < left.length; from += FILE_LIMITS.batch) {
        await mustGoOn();
        const returns = left.slice(from, from + FILE_LIMITS.batch);
        const pass = { returns, isWhole, name: `round ${round} ${from}` };
        const found = await this.turn(operationId, started, pass, write);
        isAny ||= found.isAny;
        refusals.push(...found.refusals);
        course.done += returns.length - found.refusals.length;
      }
      const refused = new Map(refusals.map((refusal) => [refusal.id, refusal]));
      const held = isWhole && refused.size > 0 ? all : left.filter(({ id }) => refused.has(id));
      if (isAny && held.length > 0 && !isWhole) {
        left = held;
        continue;
      }
      const failures = held.map(({ id }) => {
        const refusal = refused.get(id);
        return { id, type: nodes.get(id)?.type ?? 'file', code: refusal ? codeOf(refusal) : 'UNDO_CONFLICTS' } as const;
      });
      if (isWhole && held.length > 0) course.done = started.total! - all.length;
      course.failed.push(...failures.slice(0, MOST_FAILED));
      return;
    }
  }

  /** One part of them, as often as it takes: an append has only so many events. */
  private async turn(operationId: string, { clientId }: Started, { returns, isWhole, name }: Pass, write: Write) {
    const rest = pace();
    let isAny = false;
    for (let pass = 0; ; pass += 1) {
      await rest();
      // what is begun is gone on with
      const data = { returns, deletion: operationId, isWhole: isWhole && !isAny };
      const command = { type: 'ReturnItems', data } as const;
      const { types, refusals } = await write.sub(`${name} ${pass}`).handleMany(drive, clientId, command);
      if (types.length === 0) return { isAny, refusals };
      isAny = true;
    }
  }

  private async returnsOf({ clientId, undoes }: Started, write: Write): Promise<readonly Return[]> {
    const { actor } = write.call.origin();
    const mayUndo: Parameters<Deeds['of']>[1]['mayUndo'] = (event) =>
      clientOf(event.stream) === clientId && isTheirs(actor, event);
    const { events } = await this.deeds.of(undoes!, { sees: () => true, mayUndo });
    return deedReturns(events);
  }
}
