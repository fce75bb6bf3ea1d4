import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Done } from '@dosar/kernel/runtime';
import type { AccountingStatus, Language, Operation, OperationKind, ProcessState } from '@dosar/contracts';
import { bulk } from '@dosar/domain/files/bulk.decider';
import type { BulkItem } from '@dosar/domain/files/bulk.events';
import { operations, type OperationRow } from '@dosar/domain/files/operations.projector';
import type { Call } from '../platform/call';
import { INSTALLATION, type Installation } from '../platform/installation';
import { Json } from '../platform/json';
import { foreign, Problem } from '../platform/problem';
import { Rows } from '../platform/rows';
import { sentenceOf } from '../platform/texts';
import { Writes, type Write } from '../platform/writes';
import type { Started } from './bulk-commands';
import { BulkRunner, commonReason } from './bulk-runner';
import { BulkSelection } from './bulk-selection';

/** An operation that takes longer is answered while it goes on. */
const ANSWER_WITHIN_MS = 25_000;

export type BulkRequest = {
  readonly kind: OperationKind;
  readonly client_id?: string | undefined;
  readonly file_ids: readonly string[];
  readonly folder_ids?: readonly string[];
  readonly target_folder_id?: string | undefined;
  readonly process_state?: ProcessState | undefined;
  readonly accounting_status?: AccountingStatus | null | undefined;
};

export class RunBulk extends Command<Json> {
  constructor(
    readonly request: BulkRequest,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(RunBulk)
export class RunBulkHandler implements ICommandHandler<RunBulk> {
  constructor(
    private readonly selection: BulkSelection,
    private readonly writes: Writes,
    private readonly runner: BulkRunner,
    private readonly rows: Rows,
  ) {}

  async execute({ request, call }: RunBulk): Promise<Json> {
    const { clientId, items } = await this.selection.of(call, request);
    const write = await this.writes.begin(call, { ...request, client_id: clientId });
    const started = startedOf(request, clientId, items);
    const begun = await write.handle(bulk, write.idFor('operation'), { type: 'StartBulk', data: started });
    const ended = await this.runner.runWithin(ANSWER_WITHIN_MS, write.idFor('operation'), started, write);
    return this.reply(write, begun, ended);
  }

  /** How it ended, or that it goes on. @throws Problem when all of it failed for one reason */
  private async reply(write: Write<Call>, begun: Done, ended: readonly Done[] | null): Promise<Json> {
    const { call } = write;
    if (ended) await this.writes.visible(call);
    const done = [begun, ...(ended ?? [])];
    const row = JSON.parse(await this.rows.written(operations, write.idFor('operation'), ...done)) as OperationRow;
    const reason = ended && commonReason(row.total, row.failed);
    if (reason) throw new Problem(reason);
    return new Json(JSON.stringify({ operation: shown(row, call.language) }), null, ended ? null : 202);
  }
}

const startedOf = (request: BulkRequest, clientId: string, items: readonly BulkItem[]): Started => ({
  clientId,
  kind: request.kind,
  items: [...items],
  targetId: request.target_folder_id ?? null,
  processState: request.process_state ?? null,
  ...(request.accounting_status !== undefined && { accountingStatus: request.accounting_status }),
});

export class GetOperation extends Query<Json> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(GetOperation)
export class GetOperationHandler implements IQueryHandler<GetOperation> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: Rows,
  ) {}

  async execute({ id, call }: GetOperation): Promise<Json> {
    const row = await this.rows.must(operations, id);
    const { user_id: userId, client_id: clientId } = JSON.parse(row.json) as OperationRow;
    if (userId !== call.caller.id || !this.installation.access.clientFor(call.caller, clientId))
      throw foreign('bulk', id, clientId);
    return this.rows.one(call, operations, row, {
      name: 'operation',
      show: (json) => JSON.stringify(shown(JSON.parse(json) as OperationRow, call.language)),
    });
  }
}

export const shown = (
  { client_id: _client, user_id: _user, failed, ...operation }: OperationRow,
  language: Language,
): Operation => ({
  ...operation,
  failed: failed.map((each) => ({ ...each, error: sentenceOf(language, each.code) })),
});
