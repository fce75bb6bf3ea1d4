import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { aFolder } from './folder';

const MAIN = resolve(__dirname, '../../../scripts/services/eventstore/main.mjs');

/** What a stand-in is told while it runs: scripts/services/eventstore/control.mjs */
export type Control = {
  readonly lateMs?: number;
  readonly untold?: boolean;
  readonly deaf?: boolean;
  readonly mute?: readonly number[];
  readonly cluster?: string;
  readonly members?: readonly { readonly port: number; readonly state: 'leader' | 'follower' | 'unknown' }[];
};

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};

/** Stand-ins for the nodes of an EventStoreDB, which a test may kill, start again, and tell who leads. */
export const eventStoreNodes = async (count: number, cluster = 'a') => {
  const { folder, remove } = await aFolder();
  const [data, control] = [join(folder, 'events.db'), join(folder, 'control.json')];
  const ports: number[] = [];
  const running = new Map<number, ChildProcess>();
  let told: Control = {};

  const tell = (more: Control) => {
    told = { ...told, cluster, ...more };
    writeFileSync(control, JSON.stringify(told));
  };
  /** Who leads; null: nobody does. */
  const lead = (leader: number | null) =>
    tell({
      members: ports.map((port) => ({
        port,
        state: leader === null ? 'unknown' : port === leader ? 'leader' : 'follower',
      })),
    });
  const start = async (port: number) => {
    const args = [MAIN, '--port', String(port), '--data', data, '--control', control];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    running.set(port, child);
    await once(child.stdout, 'data');
  };
  const kill = async (port: number) => {
    const child = running.get(port);
    running.delete(port);
    if (!child || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };

  for (let at = 0; at < count; at += 1) ports.push(await freePort());
  if (count > 1) lead(ports[0]!);
  else tell({});
  for (const port of ports) await start(port);

  return {
    ports,
    url: (prefix = '') => `esdb://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${prefix}?tls=false`,
    ...{ tell, lead, start, kill },
    /** Changes what is stored behind the server's back. */
    meddle: (sql: string, ...values: (string | number | Uint8Array)[]) => {
      const db = new DatabaseSync(data, { timeout: 5_000 });
      const { changes } = db.prepare(sql).run(...values);
      db.close();
      return Number(changes);
    },
    async end() {
      for (const port of [...running.keys()]) await kill(port);
      await remove();
    },
  };
};

export type EventStoreNodes = Awaited<ReturnType<typeof eventStoreNodes>>;
