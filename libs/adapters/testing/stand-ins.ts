import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { aFolder } from './folder';

const SERVICES = resolve(__dirname, '../../../scripts/services');

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};

type StandInPlace = { readonly port: number; readonly folder: string; readonly control: string };

/**
 * Stand-ins for the nodes of a service, each a process that a test may kill and start again; a file tells all of them
 * what to do. None is started yet.
 * @param main the script below scripts/services that is one of them, and what it is started with
 */
export const standIns = async <Control extends object>(
  count: number,
  main: string,
  argumentsOf: (place: StandInPlace) => string[],
) => {
  const { folder, remove } = await aFolder();
  const control = join(folder, 'control.json');
  const ports: number[] = [];
  const running = new Map<number, ChildProcess>();
  let told: Partial<Control> = {};
  for (let at = 0; at < count; at += 1) ports.push(await freePort());

  /** What is told stays so until something else is told. */
  const tell = (more: Partial<Control>) => {
    told = { ...told, ...more };
    writeFileSync(control, JSON.stringify(told));
  };
  const start = async (port: number) => {
    const args = [join(SERVICES, main), ...argumentsOf({ port, folder, control })];
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
  const isRunning = (port: number) => running.has(port);
  const end = async () => {
    for (const port of [...running.keys()]) await kill(port);
    await remove();
  };
  return { folder, ports, tell, start, kill, isRunning, end };
};
