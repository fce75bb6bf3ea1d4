import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { aFolder } from './folder';

const SERVICES = resolve(__dirname, '../../../scripts/services');

/** Below the ephemeral ports of the system, so that no client takes the port while its stand-in is down. */
const PORTS = [10_000, 30_000] as const;

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

const freePorts = async (count: number): Promise<readonly number[]> => {
  const found = new Set<number>();
  while (found.size < count) {
    const port = randomInt(...PORTS);
    if (await isFree(port)) found.add(port);
  }
  return [...found];
};

type StandInPlace = { readonly port: number; readonly folder: string; readonly control: string };

/**
 * Stand-ins for the nodes of a service, each a process that a test can kill and restart; a file gives all of them their
 * commands. None is started yet.
 * @param main the script below scripts/services, and its arguments
 */
export const standIns = async <Control extends object>(
  count: number,
  main: string,
  argumentsOf: (place: StandInPlace) => string[],
) => {
  const { folder, remove } = await aFolder();
  const control = join(folder, 'control.json');
  const ports = await freePorts(count);
  const running = new Map<number, ChildProcess>();
  let told: Partial<Control> = {};

  /** A command holds until the next one. */
  const tell = (more: Partial<Control>) => {
    told = { ...told, ...more };
    writeFileSync(control, JSON.stringify(told));
  };
  const start = async (port: number) => {
    const args = [join(SERVICES, main), ...argumentsOf({ port, folder, control })];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    running.set(port, child);
    const isReady = once(child.stdout, 'data').then(() => true);
    const isOver = once(child, 'exit').then(() => false);
    if (!(await Promise.race([isReady, isOver]))) throw new Error(`the stand-in at ${port} has ended at its start`);
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
