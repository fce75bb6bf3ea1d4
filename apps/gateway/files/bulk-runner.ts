import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS, type ProblemCode } from '@dosar/contracts';
import {
  askedBefore,
  openRecords,
  type Asked,
  type DataOf,
  type Done,
  type ItemRefusal,
  type Tenant,
} from '@dosar/kernel';
import { bulk, type BulkCommand } from '@dosar/domain/files/bulk.decider';
import type { BulkEvent, BulkFailure, BulkItem } from '@dosar/domain/files/bulk.events';
import { drive, type DriveCommand } from '@dosar/domain/files/drive.decider';
import { operations } from '@dosar/domain/files/operations.projector';
import type { Errand } from '../platform/call';
import { Commands } from '../platform/commands';
import { INSTALLATION, type Installation } from '../platform/installation';
import { codeOf } from '../platform/problem';

type Started = DataOf<BulkEvent, 'BulkStarted'>;

/** More passes over the same things than this mean that somebody is undoing them at the same time. */
const PASSES = 5;

/** Does what an operation asks for, batch by batch, each whole or not at all; goes on with those a crash interrupted. */
@Injectable()
export class BulkRunner {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly commands: Commands,
  ) {}

  /** @returns the end of the operation: what is over is not done again, though there may be new things to do. */
  async run(operationId: string, started: Started, errand: Errand, tenant: Tenant, asked: Asked): Promise<Done> {
    const { finished } = await this.installation.desk.state(bulk, operationId, tenant);
    const failed = finished ? [] : await this.runBatches(operationId, started, errand, tenant, asked);
    return this.submit(operationId, { type: 'FinishBulk', data: { failed } }, errand, tenant, asked.part('finish'));
  }

  private async runBatches(
    operationId: string,
    started: Started,
    errand: Errand,
    tenant: Tenant,
    asked: Asked,
  ): Promise<BulkFailure[]> {
    const { items } = started;
    const refusals: ItemRefusal[] = [];
    for (let from = 0; from < items.length; from += FILE_LIMITS.batch) {
      const batch = items.slice(from, from + FILE_LIMITS.batch);
      const command = commandOf(operationId, started, batch);
      refusals.push(...(await this.runBatch(command, errand, tenant, asked.part(`batch ${from}`))));
      const done = from + batch.length;
      if (done < items.length)
        await this.submit(
          operationId,
          { type: 'ProgressBulk', data: { done } },
          errand,
          tenant,
          asked.part(`progress ${done}`),
        );
    }
    return this.failures(items, refusals, tenant);
  }

  /** Takes up what was begun and not ended before the last stop, once its view has come as far as the log. */
  async resume(signal: AbortSignal): Promise<void> {
    const { ports, keyring, views } = this.installation;
    const head = (await ports.events.head()) ?? 0n;
    while (!(await views.reach([operations.view], head)) && !views.stoppedOnes().includes(operations.view))
      if (signal.aborted) return;
    for (const { id } of await ports.reads.find(operations, { where: { status: 'in_progress' } }))
      for await (const batch of ports.events.read(`bulk-${id}`, 0, 1))
        for (const record of await openRecords(batch, keyring)) {
          const { actor, tenant, correlationId, ip, userAgent } = record;
          const errand: Errand = {
            origin: (of, causationId) => ({ actor, tenant: of, correlationId, causationId, ip, userAgent }),
            written: null,
            reactions: new Set(),
          };
          await this.run(id, record.data as Started, errand, tenant, askedBefore(record));
        }
  }

  /** The same is asked for until nothing is left to do: one append takes only so many events. */
  private async runBatch(
    command: DriveCommand,
    errand: Errand,
    tenant: Tenant,
    asked: Asked,
  ): Promise<readonly ItemRefusal[]> {
    const endless = command.type === 'DeleteItems' || command.type === 'RestoreItems';
    for (let pass = 0; ; pass += 1) {
      const part = asked.part(`pass ${pass}`);
      const { types, refusals } = await this.commands.submit(drive, tenant.clientId!, command, errand, tenant, part);
      if (types.length === 0 || (!endless && pass >= PASSES)) return refusals ?? [];
    }
  }

  private submit(id: string, command: BulkCommand, errand: Errand, tenant: Tenant, asked: Asked) {
    return this.commands.submit(bulk, id, command, errand, tenant, asked);
  }

  private async failures(
    items: readonly BulkItem[],
    refusals: readonly ItemRefusal[],
    tenant: Tenant,
  ): Promise<BulkFailure[]> {
    const { nodes } = await this.installation.desk.state(drive, tenant.clientId!, tenant);
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
