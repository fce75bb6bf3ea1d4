import { Injectable } from '@nestjs/common';
import { type Done, type ReadStore, rowIn } from '@dosar/kernel/runtime';
import type { Language, Operation } from '@dosar/contracts';
import { files } from '@dosar/domain/files/files.projector';
import { folders } from '@dosar/domain/files/folders.projector';
import { operations, type OperationRow } from '@dosar/domain/files/operations.projector';
import type { Call } from '../../platform/access/call';
import { Json } from '../../platform/http/json';
import { foreign, Problem } from '../../platform/http/problem';
import { Reads } from '../../platform/reads/reads';
import { ViewRows } from '../../platform/reads/rows';
import { valuesById } from '../../platform/reads/rows-by-id';
import { Writes, type Write } from '../../platform/writes/writes';
import type { Started } from './bulk-commands';
import { commonReason } from './bulk-faults';
import { BulkRunner } from './bulk-runner';
import { reasonText } from '../unzip/left-out';

/** After this time the answer is sent while the operation is still under way. */
const ANSWER_WITHIN_MS = 25_000;

/** Begins operations, and answers with their progress. */
@Injectable()
export class BulkAnswers {
  constructor(
    private readonly reads: Reads,
    private readonly writes: Writes,
    private readonly runner: BulkRunner,
    private readonly rows: ViewRows,
  ) {}

  /** @throws Problem when everything is refused for one reason. */
  async run(call: Call, write: Write, started: Started): Promise<Json> {
    const { row, isOver } = await this.begin(call, write, started, ANSWER_WITHIN_MS);
    const reason = isOver && commonReason(row.total, row.failed);
    if (reason) throw new Problem(reason);
    return this.answer(call, row, isOver ? null : 202);
  }

  /** Begins an operation, and waits that long for its end. @returns its state then */
  async begin(call: Call, write: Write, started: Started, ms: number) {
    const operationId = write.idFor('operation');
    const { begun, running } = await this.runner.begin(operationId, started, write);
    const ended = await this.runner.endedWithin(ms, running);
    if (ended) await this.writes.visible(call);
    // still under way: the client polls for it
    else call.work.isHeldBack = false;
    return { row: await this.rowOf(operationId, [begun, ...(ended ?? [])]), isOver: ended !== null };
  }

  /** The state of an operation after this was appended to it. */
  async reply(call: Call, operationId: string, done: readonly Done[]): Promise<Json> {
    await this.writes.visible(call);
    return this.answer(call, await this.rowOf(operationId, done));
  }

  async answer(call: Call, row: OperationRow, status: number | null = null): Promise<Json> {
    return new Json(JSON.stringify({ operation: await this.shown(call, row) }), null, status);
  }

  shown({ language }: Call, row: OperationRow): Promise<Operation> {
    return shown(row, language, this.rows);
  }

  private async rowOf(operationId: string, done: readonly Done[]): Promise<OperationRow> {
    return rowIn(await this.rows.written(operations, operationId, ...done));
  }

  /** An operation, for the user who began it, while they may see what it is about. @throws Problem NOT_FOUND */
  async own(call: Call, id: string) {
    const row = await this.rows.must(operations, id);
    const { user_id: userId, client_id: clientId } = rowIn(row.json);
    if (userId !== call.caller.id) throw foreign('bulk', id, clientId);
    this.reads.of(call).mustClientOf(clientId, 'bulk', id);
    return row;
  }
}

/** An operation as shown: failed things with their current names. */
export const shown = async (
  { client_id: _client, user_id: _user, key: _key, failed, ...operation }: OperationRow,
  language: Language,
  reads: Pick<ReadStore, 'find'>,
): Promise<Operation> => {
  const idsOf = (wanted: 'file' | 'folder') => failed.filter(({ type }) => type === wanted).map(({ id }) => id);
  const found = [await valuesById(reads, files, idsOf('file')), await valuesById(reads, folders, idsOf('folder'))];
  const nameOf = (id: string) => found.map((rows) => rows.get(id)).find((each) => each !== undefined)?.name ?? null;
  return {
    ...operation,
    failed: failed.map(({ id, type, code, path = null, rule = null }) => ({
      id,
      type,
      name: path ?? nameOf(id),
      code,
      error: reasonText(language, { code, rule }, path),
    })),
  };
};
