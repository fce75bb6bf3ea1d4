import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { within } from '@dosar/kernel/runtime';
import type { AccountingStatus, Language, Operation, OperationKind, ProcessState } from '@dosar/contracts';
import { bulk } from '@dosar/domain/files/bulk.decider';
import type { BulkItem } from '@dosar/domain/files/bulk.events';
import { drive } from '@dosar/domain/files/drive.decider';
import { isPlace } from '@dosar/domain/files/drive-nodes';
import { operations, type OperationRow } from '@dosar/domain/files/operations.projector';
import type { Call } from '../platform/call';
import { INSTALLATION, type Installation } from '../platform/installation';
import { Json } from '../platform/json';
import { foreign, Problem } from '../platform/problem';
import { Rows } from '../platform/rows';
import { sentenceOf } from '../platform/texts';
import { Writes } from '../platform/writes';
import { BulkRunner, commonReason } from './bulk-runner';
import { Drives } from './drives';

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
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
    private readonly drives: Drives,
    private readonly runner: BulkRunner,
    private readonly rows: Rows,
  ) {}

  async execute({ request, call }: RunBulk): Promise<Json> {
    const clientId = this.drives.clientId(call, request.client_id, 'client_id');
    const items = await this.select(request, clientId);
    const write = await this.writes.begin(call, { ...request, client_id: clientId });
    const operationId = write.idFor('operation');
    const started = {
      clientId,
      kind: request.kind,
      items,
      targetId: request.target_folder_id ?? null,
      processState: request.process_state ?? null,
      ...(request.accounting_status !== undefined && { accountingStatus: request.accounting_status }),
    };
    const begun = await write.handle(bulk, operationId, { type: 'StartBulk', data: started });
    const running = this.runner.run(operationId, started, write);
    const ended = await within(ANSWER_WITHIN_MS, running, () => null);
    // how it ended is with the operation; what ended it is in the log file
    if (!ended)
      running.catch((error: unknown) => this.installation.logger.error({ err: error }, 'an operation failed'));
    else await this.writes.visible(call);
    const done = ended ? [begun, ...ended] : [begun];
    const row = JSON.parse(await this.rows.written(operations, operationId, ...done)) as OperationRow;
    const reason = ended && commonReason(row.total, row.failed);
    if (reason) throw new Problem(reason);
    return new Json(JSON.stringify({ operation: shown(row, call.language) }), null, ended ? null : 202);
  }

  /** @throws Problem when an id names nothing of this drive: then nothing at all is done. */
  private async select(
    { kind, file_ids, folder_ids = [], target_folder_id }: BulkRequest,
    clientId: string,
  ): Promise<BulkItem[]> {
    const state = await this.installation.commandHandler.state(drive, clientId);
    const item = (type: BulkItem['type']) => (id: string) => {
      const node = state.nodes.get(id);
      if (node?.type !== type) throw new Problem('BULK_INVALID_SELECTION');
      return { id, type, deletion: kind === 'restore' ? node.deletion : null };
    };
    if (!isPlace(state, target_folder_id ?? null)) throw new Problem('BULK_INVALID_SELECTION');
    return [...[...new Set(file_ids)].map(item('file')), ...[...new Set(folder_ids)].map(item('folder'))];
  }
}

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

const shown = (
  { client_id: _client, user_id: _user, failed, ...operation }: OperationRow,
  language: Language,
): Operation => ({
  ...operation,
  failed: failed.map((each) => ({ ...each, error: sentenceOf(language, each.code) })),
});
