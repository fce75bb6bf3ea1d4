import { Problem } from '../http/problem';

/** So many at once: a browser's tabs. */
const MOST = 20;

/** How many lines each session has open. */
export const sessionConnections = (isLimited: boolean) => {
  const open = new Map<string, number>();
  const hasRoom = (sessionId: string) => !isLimited || (open.get(sessionId) ?? 0) < MOST;
  return {
    hasRoom,
    /** @returns to be called when the line closes @throws Problem when the session has as many as it may */
    enter(sessionId: string): () => void {
      if (!hasRoom(sessionId)) throw new Problem('TOO_MANY_REQUESTS');
      open.set(sessionId, (open.get(sessionId) ?? 0) + 1);
      return () => {
        const left = open.get(sessionId)! - 1;
        if (left > 0) open.set(sessionId, left);
        else open.delete(sessionId);
      };
    },
  };
};
