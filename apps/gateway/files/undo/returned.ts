import type { Operation, UndoPlan } from '@dosar/contracts';
import { bulk } from '@dosar/domain/files/bulk.decider';
import { drive } from '@dosar/domain/files/drive.decider';
import type { Return } from '@dosar/domain/files/undo/drive-returns';
import { Json } from '../../platform/http/json';
import { Problem } from '../../platform/http/problem';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import type { Write } from '../../platform/writes/writes';
import { BulkAnswers } from '../bulk/bulk-answers';
import type { Started } from '../bulk/bulk-commands';
import { planned, type Causes } from './plans';

/** After this time the answer is sent while the operation is still under way. */
const ANSWER_WITHIN_MS = 25_000;

/** The returns to make, and the operation they become. */
export type Returned = Pick<UndoPlan, 'correlation_id' | 'nothing'> & {
  readonly clientId: string;
  readonly returns: readonly Return[];
  readonly causes: Causes;
  readonly begun: Pick<Started, 'kind' | 'items' | 'undoes' | 'asOf'>;
};

export type How = { readonly dry_run: boolean; readonly leave_out_conflicts: boolean };

/** Plans the returns, and carries them out unless it is a dry run. @throws Problem UNDO_CONFLICTS: nothing was done */
export const returned = async (context: UseCaseContext, what: Returned, how: How): Promise<Json> => {
  const { call, installation, writes } = context;
  const { clientId, returns, causes, correlation_id, nothing } = what;
  const state = await installation.commandHandler.state(drive, clientId);
  const isClients = call.caller.role === 'user';
  const plan = { correlation_id, ...(await planned(state, returns, { isClients, causes })), nothing };
  if (how.dry_run) return answer(plan);
  const write = await writes.begin(call, { isWhole: !how.leave_out_conflicts, correlation_id, ...what.begun });
  // a repeated request has its operation already
  const { started } = await installation.commandHandler.state(bulk, write.idFor('operation'));
  if (!started && plan.conflicts > 0 && !how.leave_out_conflicts) throw new Problem('UNDO_CONFLICTS');
  if (!started && plan.total === plan.conflicts) return answer(plan);
  return begin(context, plan, what, { write, isWhole: !how.leave_out_conflicts });
};

const begin = async (
  { call, use }: UseCaseContext,
  plan: UndoPlan,
  { clientId, begun }: Returned,
  { write, isWhole }: { readonly write: Write; readonly isWhole: boolean },
): Promise<Json> => {
  const started = { clientId, targetId: null, processState: null, total: plan.total, isWhole, ...begun };
  const { row, isOver } = await use(BulkAnswers).begin(call, write, started, ANSWER_WITHIN_MS);
  if (isOver && isWhole && row.status === 'failed' && row.failed.length > 0) throw new Problem('UNDO_CONFLICTS');
  return answer(plan, await use(BulkAnswers).shown(call, row), isOver ? null : 202);
};

export const answer = (plan: UndoPlan, operation?: Operation, status: number | null = null): Json =>
  new Json(JSON.stringify({ plan, ...(operation && { operation }) }), null, status);
