import { undoApi } from '@dosar/contracts';
import { isStreamOf, type Recorded } from '@dosar/kernel/runtime';
import { MessageEvents } from '@dosar/domain/conversations/message.events';
import { clientOf, DriveEvents } from '@dosar/domain/files/drive.events';
import { deedReturns } from '@dosar/domain/files/undo/deed-returns';
import { foreign, notFound } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import { Deeds, isTheirs, type Eyes } from './deeds';
import { causesIn } from './plans';
import { answer, returned } from './returned';
import { undoMessage } from './undo-message';

export const undoDeed = useCase(undoApi.undo, async ({ body: { correlation_id, ...how } }, context) => {
  const deed = await context.use(Deeds).of(correlation_id, eyesOf(context));
  if (!deed.isSeen) throw deed.of === null ? notFound() : foreign('client', deed.of, deed.of);
  return (deed.message.length > 0 ? undoMessage : undoDocuments)(context, { correlation_id, deed }, how);
});

const undoDocuments: typeof undoMessage = async (context, { correlation_id, deed }, how) => {
  const { clientId, events, nothing } = deed;
  if (clientId === null) return answer({ correlation_id, steps: [], total: 0, conflicts: 0, nothing });
  const what = { correlation_id, clientId, returns: deedReturns(events), causes: causesIn(events), nothing };
  return returned(context, { ...what, begun: { kind: 'undo', items: [], undoes: correlation_id } }, how);
};

/** Whoever sees a client sees what was done there; a client's user undoes only their own deeds. */
const eyesOf = ({ call, reads }: UseCaseContext): Eyes => {
  const { caller } = call;
  const isIn = ({ tenant }: Recorded) => tenant.clientId !== null && reads.client(tenant.clientId) !== null;
  const isOthersSeen = (event: Recorded) => isTheirs(caller, event) && (caller.role === 'admin' || isIn(event));
  return {
    sees: (event) => event.actor.id === caller.id || isOthersSeen(event),
    mayUndo: (event) => {
      // what somebody else wrote or took back is theirs, or an administrator's
      if (isStreamOf(MessageEvents, event.stream)) return caller.role === 'admin' || event.actor.id === caller.id;
      return (
        isStreamOf(DriveEvents, event.stream) &&
        isTheirs(caller, event) &&
        reads.client(clientOf(event.stream)) !== null
      );
    },
  };
};
