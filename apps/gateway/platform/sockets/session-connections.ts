import { Problem } from '../http/problem';

/** Limit for a session: a browser's tabs. */
const MOST = 20;

/** Counts the open connections of each session. */
export const sessionConnections = (isLimited: boolean) => {
  const open = new Map<string, number>();
  const hasRoom = (sessionId: string) => !isLimited || (open.get(sessionId) ?? 0) < MOST;
  return {
    hasRoom,
    /** @returns a function to call when the connection closes @throws Problem when the session has as many as allowed */
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
