import { undoApi } from '@dosar/contracts';
import type { Recorded } from '@dosar/kernel/runtime';
import { clientOf } from '@dosar/domain/files/drive.events';
import { deedReturns } from '@dosar/domain/files/undo/deed-returns';
import { foreign, notFound } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { Deeds, isTheirs, type Eyes } from './deeds';
import { causesIn } from './plans';
import { answer, returned } from './returned';

export const undoDeed = useCase(undoApi.undo, async ({ body: { correlation_id, ...how } }, context) => {
  const deed = await context.use(Deeds).of(correlation_id, eyesOf(context));
  if (!deed.isSeen) throw deed.of === null ? notFound() : foreign('client', deed.of, deed.of);
  const { clientId, events, nothing } = deed;
  if (clientId === null) return answer({ correlation_id, steps: [], total: 0, conflicts: 0, nothing });
  const what = { correlation_id, clientId, returns: deedReturns(events), causes: causesIn(events), nothing };
  return returned(context, { ...what, begun: { kind: 'undo', items: [], undoes: correlation_id } }, how);
});

/** Whoever sees a client sees what was done there; a client's user undoes only their own deeds. */
const eyesOf = ({ call, reads }: UseCaseContext): Eyes => {
  const { caller } = call;
  const isIn = ({ tenant }: Recorded) => tenant.clientId !== null && reads.client(tenant.clientId) !== null;
  const isOthersSeen = (event: Recorded) => isTheirs(caller, event) && (caller.role === 'admin' || isIn(event));
  return {
    sees: (event) => event.actor.id === caller.id || isOthersSeen(event),
    mayUndo: (event) => isTheirs(caller, event) && reads.client(clientOf(event.stream)) !== null,
  };
};
