import { Problem } from '../../platform/http/problem';

/** So many operations of a client wait at most, beside the one that goes on. */
export const MOST_WAITING = 20;
const RETRY_AFTER_SECONDS = 10;

type Waiting = { readonly operationId: string; readonly start: () => void };
export type Place = { readonly turn: Promise<void>; readonly leave: () => void };

/**
 * One operation of a client at a time, in the order in which they were begun. Each gateway has queues of its own: of several
 * each runs one, and what they append is still decided one after the other, by the revision of the client's drive.
 */
export class OperationTurns {
  private readonly queues = new Map<string, Waiting[]>();

  /** @throws Problem TOO_MANY_REQUESTS when too many wait already */
  mustHaveRoom(clientId: string): void {
    if ((this.queues.get(clientId)?.length ?? 0) > MOST_WAITING)
      throw new Problem('TOO_MANY_REQUESTS', null, RETRY_AFTER_SECONDS);
  }

  /** A place at the end of the client's queue; the first one's turn is at once. Whoever has it leaves it. */
  enter(clientId: string, operationId: string): Place {
    const queue = this.queues.get(clientId) ?? [];
    this.queues.set(clientId, queue);
    let start = () => {};
    const turn = new Promise<void>((go) => (start = go));
    const place = { operationId, start };
    if (queue.push(place) === 1) start();
    const leave = () => {
      const at = queue.indexOf(place);
      if (at >= 0) queue.splice(at, 1);
      queue[0]?.start();
      if (queue.length === 0 && this.queues.get(clientId) === queue) this.queues.delete(clientId);
    };
    return { turn, leave };
  }

  /** What was cancelled has nothing to do any more, and need not wait to say so. */
  release(operationId: string): void {
    for (const queue of this.queues.values()) queue.find((each) => each.operationId === operationId)?.start();
  }
}
