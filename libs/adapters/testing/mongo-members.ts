import { MongoClient } from 'mongodb';
import { standIns } from './stand-ins';

/** Commands for a running stand-in: scripts/services/mongodb-member.mjs */
export type MemberControl = {
  readonly members?: readonly number[];
  readonly primary?: number | null;
  /** Time of its election. */
  readonly since?: number;
  readonly unsureMs?: number;
  readonly lateMs?: number;
  readonly indexMs?: number;
  readonly down?: number;
};

/** The engine behind the stand-ins; null where none runs, as with a real server. */
export const engine = process.env['DOSAR_MONGODB_ENGINE'] ?? null;

/** Stand-ins for the members of a replica set over one engine, so that all of them have the same data at once. */
export const mongoMembers = async (count: number) => {
  const { ports, tell, start, kill, isRunning, end } = await standIns<MemberControl>(
    count,
    'mongodb-gateway.mjs',
    ({ port, control }) => [String(port), engine!, control],
  );
  tell({ members: ports, primary: ports[0]! });
  for (const port of ports) await start(port);
  const database = `members_${Date.now()}`;
  const url = `mongodb://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${database}?replicaSet=rs0`;

  return {
    ports,
    url,
    tell,
    start,
    kill,
    /** Elects another primary. */
    elect: (primary: number | null) => tell({ primary, since: Date.now() }),
    /** The calls that a member got since the last time, by name. */
    counter: async (port: number) => {
      const client = await MongoClient.connect(`mongodb://127.0.0.1:${port}/?directConnection=true`);
      const now = async () => {
        const { metrics } = await client.db('admin').command({ serverStatus: 1 });
        const { commands } = metrics as { commands: Record<string, { total: number }> };
        return new Map(Object.entries(commands).map(([name, { total }]) => [name, total]));
      };
      let before = await now();
      return {
        async calls() {
          const after = await now();
          const calls = [...after].map(([name, total]) => [name, total - (before.get(name) ?? 0)] as const);
          before = after;
          return Object.fromEntries(calls.filter(([, times]) => times > 0));
        },
        close: () => client.close(),
      };
    },
    async end() {
      for (const port of ports) if (!isRunning(port)) await start(port);
      tell({ primary: ports[0]!, since: 0, unsureMs: 0, lateMs: 0, indexMs: 0, down: 0 });
      const client = await MongoClient.connect(url);
      for (const suffix of ['', '_vault']) await client.db(`${database}${suffix}`).dropDatabase();
      await client.close();
      await end();
    },
  };
};

export type MongoMembers = Awaited<ReturnType<typeof mongoMembers>>;
