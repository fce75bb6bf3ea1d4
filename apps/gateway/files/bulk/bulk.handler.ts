import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { bulkApi, type OperationKind } from '@dosar/contracts';
import { rowIn } from '@dosar/kernel/runtime';
import { bulk } from '@dosar/domain/files/bulk.decider';
import type { BulkItem } from '@dosar/domain/files/bulk.events';
import { operations } from '@dosar/domain/files/operations.projector';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Json } from '../../platform/http/json';
import { isAllowed, ruleOf } from '../../platform/access/policy';
import { Problem } from '../../platform/http/problem';
import { ViewRows } from '../../platform/reads/rows';
import { Writes } from '../../platform/writes/writes';
import { BulkAnswers } from './bulk-answers';
import type { Started } from './bulk-commands';
import { BulkRunner } from './bulk-runner';
import { BulkSelection, type BulkRequest } from './bulk-selection';

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
    private readonly answers: BulkAnswers,
  ) {}

  async execute({ request, call }: RunBulk): Promise<Json> {
    const { clientId, items } = await this.selection.of(call, request);
    const write = await this.writes.begin(call, { ...request, client_id: clientId });
    return this.answers.run(call, write, startedOf(request, clientId, items));
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

export class RetryBulk extends Command<Json> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

/** What is asked for by a call of its own, and can be asked for again. */
const CALLS = {
  move: bulkApi.move,
  copy: bulkApi.copy,
  delete: bulkApi.delete,
  restore: bulkApi.restore,
  status: bulkApi.status,
} as const;

const isCalled = (kind: OperationKind): kind is keyof typeof CALLS => kind in CALLS;

@CommandHandler(RetryBulk)
export class RetryBulkHandler implements ICommandHandler<RetryBulk> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
    private readonly answers: BulkAnswers,
  ) {}

  async execute({ id, call }: RetryBulk): Promise<Json> {
    await this.answers.own(call, id);
    const again = await this.failedOf(id);
    // their role may be another since
    if (!isAllowed(ruleOf(CALLS[again.kind]), call.caller.role)) throw new Problem('ACCESS_DENIED');
    const write = await this.writes.begin(call, { retry: id });
    return this.answers.run(call, write, again);
  }

  /** What an operation was begun with, and of its things those that failed. @throws Problem when nothing did */
  private async failedOf(id: string): Promise<Started & { readonly kind: keyof typeof CALLS }> {
    const { started, finished } = await this.installation.commandHandler.state(bulk, id);
    const failed = new Set(finished?.failed.map((each) => each.id));
    if (!started || failed.size === 0 || !isCalled(started.kind)) throw new Problem('INVALID_TRANSITION');
    return { ...started, kind: started.kind, items: started.items.filter((each) => failed.has(each.id)) };
  }
}

export class CancelBulk extends Command<Json> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(CancelBulk)
export class CancelBulkHandler implements ICommandHandler<CancelBulk> {
  constructor(
    private readonly writes: Writes,
    private readonly answers: BulkAnswers,
    private readonly runner: BulkRunner,
  ) {}

  async execute({ id, call }: CancelBulk): Promise<Json> {
    await this.answers.own(call, id);
    const write = await this.writes.begin(call, { cancel: id });
    const cancelled = await write.handle(bulk, id, { type: 'CancelBulk', data: {} });
    // what was under way is done first
    const ended = await this.runner.ended(id);
    return this.answers.reply(call, id, [cancelled, ...ended]);
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
    private readonly answers: BulkAnswers,
    private readonly rows: ViewRows,
  ) {}

  async execute({ id, call }: GetOperation): Promise<Json> {
    const row = await this.answers.own(call, id);
    const operation = JSON.stringify(await this.answers.shown(call, rowIn(row.json)));
    return this.rows.one(call, operations, row, { name: 'operation', show: () => operation, dependsOn: operation });
  }
}
