import { Problem } from '../../platform/http/problem';

/** How many operations of a client may wait, besides the one under way. */
export const MOST_WAITING = 20;
const RETRY_AFTER_SECONDS = 10;

type Waiting = { readonly operationId: string; readonly start: () => void };
export type Place = { readonly turn: Promise<void>; readonly leave: () => void };

/**
 * One operation of a client at a time, in the order in which they began. Each gateway has its own queues: with several
 * gateways each runs one, and their appends are still serialised by the revision of the client's drive.
 */
export class OperationTurns {
  private readonly queues = new Map<string, Waiting[]>();

  /** @throws Problem TOO_MANY_REQUESTS when too many are waiting */
  mustHaveRoom(clientId: string): void {
    if ((this.queues.get(clientId)?.length ?? 0) > MOST_WAITING)
      throw new Problem('TOO_MANY_REQUESTS', null, RETRY_AFTER_SECONDS);
  }

  /** A place at the end of the client's queue; the first one starts at once. Its owner must leave it. */
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

  /** A cancelled operation need not wait for its turn. */
  release(operationId: string): void {
    for (const queue of this.queues.values()) queue.find((each) => each.operationId === operationId)?.start();
  }
}
