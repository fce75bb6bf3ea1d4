// What a test tells the stand-in while it runs: a file of JSON that is read at every call.
//   { "lateMs": 50, "untold": true, "mute": [2114], "cluster": "a", "members": [{ "port": 2113, "state": "leader" }, …] }
// `lateMs`: every answer comes so late. `untold`: answers to appends do not tell where they stand. `deaf`:
// nothing can be read, though it can be appended. `mute`: these nodes keep
// what they are sent, and lose the connection instead of answering. `members`: the nodes of the cluster and what they are
// to each other: leader, follower, or unknown while there is no quorum; without them the node stands alone and leads.
import { readFileSync } from 'node:fs';

const ALONE = { lateMs: 0, untold: false, deaf: false, mute: [], members: [] };

export const controlFrom = (file, port) => {
  const now = () => {
    if (!file) return ALONE;
    try {
      return { ...ALONE, ...JSON.parse(readFileSync(file, 'utf8')) };
    } catch {
      return ALONE; // it is being written
    }
  };
  return {
    now,
    late: () => {
      const { lateMs } = now();
      return lateMs > 0 ? new Promise((go) => setTimeout(go, lateMs)) : undefined;
    },
    isMute: () => now().mute.includes(port),
    /** The port of the node that leads, null while none does. */
    leader: () => {
      const { members } = now();
      if (members.length === 0) return port;
      return members.find(({ state }) => state === 'leader')?.port ?? null;
    },
  };
};
