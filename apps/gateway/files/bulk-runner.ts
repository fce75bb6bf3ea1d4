import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS, type ProblemCode } from '@dosar/contracts';
import {
  openRecords,
  resumed,
  upcast,
  type DataOf,
  type Done,
  type ItemRefusal,
  type Origin,
} from '@dosar/kernel/runtime';
import { registry } from '@dosar/domain/registry';
import { bulk } from '@dosar/domain/files/bulk.decider';
import type { BulkEvent, BulkFailure, BulkItem } from '@dosar/domain/files/bulk.events';
import { drive, type DriveCommand } from '@dosar/domain/files/drive.decider';
import { operations } from '@dosar/domain/files/operations.projector';
import type { CommandOrigin } from '../platform/call';
import { INSTALLATION, type Installation } from '../platform/installation';
import { codeOf } from '../platform/problem';
import { Writes, type Write } from '../platform/writes';

type Started = DataOf<BulkEvent, 'BulkStarted'>;

/** More passes over the same things than this mean that somebody is undoing them at the same time. */
const PASSES = 5;

/** Does what an operation asks for, batch by batch, each whole or not at all; goes on with those a crash interrupted. */
@Injectable()
export class BulkRunner {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
  ) {}

  /** @returns what was appended to the operation: what is over is not done again, though there may be new things to do. */
  async run(operationId: string, started: Started, write: Write): Promise<Done[]> {
    const { finished } = await this.installation.commandHandler.state(bulk, operationId);
    const progress: Done[] = [];
    const failed = finished ? [] : await this.runBatches(operationId, started, write, progress);
    const command = { type: 'FinishBulk', data: { failed } } as const;
    return [...progress, await write.sub('finish').handle(bulk, operationId, command)];
  }

  private async runBatches(
    operationId: string,
    started: Started,
    write: Write,
    progress: Done[],
  ): Promise<BulkFailure[]> {
    const { items } = started;
    const refusals: ItemRefusal[] = [];
    for (let from = 0; from < items.length; from += FILE_LIMITS.batch) {
      const batch = items.slice(from, from + FILE_LIMITS.batch);
      const command = commandOf(operationId, started, batch);
      refusals.push(...(await this.runBatch(started.clientId, command, write.sub(`batch ${from}`))));
      const done = from + batch.length;
      if (done >= items.length) continue;
      const noted = { type: 'ProgressBulk', data: { done } } as const;
      progress.push(await write.sub(`progress ${done}`).handle(bulk, operationId, noted));
    }
    return this.failures(started, refusals);
  }

  /** Takes up what was begun and not ended before the last stop, once its view has come as far as the log. */
  async resume(signal: AbortSignal): Promise<void> {
    const { ports, views } = this.installation;
    const head = (await ports.events.head()) ?? 0n;
    while (!(await views.reach([operations.view], head)) && !views.stops().has(operations.view))
      if (signal.aborted) return;
    for (const { id } of await ports.reads.find(operations, { where: { status: 'in_progress' } })) {
      if (signal.aborted) return;
      const begun = await this.begun(id);
      if (begun) await this.run(id, begun.started, begun.write);
    }
  }

  /** What an operation was begun with, as it is in the log. */
  private async begun(id: string): Promise<{ readonly started: Started; readonly write: Write } | null> {
    const { ports, keyring } = this.installation;
    for await (const batch of ports.events.read(`bulk-${id}`, 0, 1))
      for (const record of await openRecords(batch, keyring)) {
        const { data, actor, correlationId, ip, userAgent, id: causationId, command } = upcast(record, registry);
        const origin: Origin = { actor, correlationId, causationId, ip, userAgent };
        const call: CommandOrigin = {
          origin: () => origin,
          firstEvent: record.id,
          written: null,
          reactions: new Map(),
        };
        return { started: data as Started, write: this.writes.with(call, resumed(command)) };
      }
    return null;
  }

  /** The same is asked for until nothing is left to do: one append takes only so many events. */
  private async runBatch(clientId: string, command: DriveCommand, write: Write): Promise<readonly ItemRefusal[]> {
    const endless = command.type === 'DeleteItems' || command.type === 'RestoreItems';
    for (let pass = 0; ; pass += 1) {
      const { types, refusals } = await write.sub(`pass ${pass}`).handle(drive, clientId, command);
      if (types.length === 0 || (!endless && pass >= PASSES)) return refusals;
    }
  }

  private async failures({ clientId, items }: Started, refusals: readonly ItemRefusal[]): Promise<BulkFailure[]> {
    const { nodes } = await this.installation.commandHandler.state(drive, clientId);
    const types = new Map(items.map(({ id, type }) => [id, type]));
    return refusals.map((refusal) => ({
      id: refusal.id,
      type: types.get(refusal.id)!,
      name: nodes.get(refusal.id)?.name ?? null,
      code: codeOf(refusal),
    }));
  }
}

const commandOf = (operationId: string, started: Started, items: readonly BulkItem[]): DriveCommand => {
  const ids = items.map(({ id }) => id);
  switch (started.kind) {
    case 'move':
      return { type: 'MoveItems', data: { ids, targetId: started.targetId } };
    case 'delete':
      return { type: 'DeleteItems', data: { ids, deletion: operationId } };
    case 'restore':
      return { type: 'RestoreItems', data: { items: items.map(({ id, deletion }) => ({ id, deletion })) } };
    case 'status': {
      const { processState, accountingStatus } = started;
      return {
        type: 'ChangeStates',
        data: {
          ids,
          ...(processState && { processState }),
          ...(accountingStatus !== undefined && { accountingStatus }),
        },
      };
    }
    default:
      throw new Error(`${started.kind} is no change of a drive`);
  }
};

/** The one reason for which everything failed, if there is one. */
export const commonReason = (total: number, failed: readonly { readonly code: ProblemCode }[]): ProblemCode | null => {
  const codes = new Set(failed.map(({ code }) => code));
  return failed.length === total && codes.size === 1 ? [...codes][0]! : null;
};
