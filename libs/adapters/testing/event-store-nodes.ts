import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { standIns } from './stand-ins';

/** Commands for a running stand-in: scripts/services/eventstore/control.mjs */
export type Control = {
  readonly lateMs?: number;
  readonly untold?: boolean;
  readonly deaf?: boolean;
  readonly mute?: readonly number[];
  readonly cluster?: string;
  readonly members?: readonly { readonly port: number; readonly state: 'leader' | 'follower' | 'unknown' }[];
};

/** Stand-ins for the nodes of an EventStoreDB, which a test can kill, restart, and make leader. */
export const eventStoreNodes = async (count: number, cluster = 'a') => {
  const nodes = await standIns<Control>(count, 'eventstore/main.mjs', ({ port, folder, control }) => [
    '--port',
    String(port),
    '--data',
    join(folder, 'events.db'),
    '--control',
    control,
  ]);
  const { ports, tell, start, kill, end } = nodes;
  const data = join(nodes.folder, 'events.db');

  /** Sets the leader; null: none. */
  const lead = (leader: number | null) =>
    tell({
      members: ports.map((port) => ({
        port,
        state: leader === null ? 'unknown' : port === leader ? 'leader' : 'follower',
      })),
    });

  tell({ cluster });
  if (count > 1) lead(ports[0]!);
  for (const port of ports) await start(port);

  return {
    ports,
    url: (prefix = '') => `esdb://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${prefix}?tls=false`,
    tell,
    lead,
    start,
    kill,
    end,
    /** Changes stored data without the server knowing. */
    meddle: (sql: string, ...values: (string | number | Uint8Array)[]) => {
      const db = new DatabaseSync(data, { timeout: 5_000 });
      const { changes } = db.prepare(sql).run(...values);
      db.close();
      return Number(changes);
    },
  };
};

export type EventStoreNodes = Awaited<ReturnType<typeof eventStoreNodes>>;
