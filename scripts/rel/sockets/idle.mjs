// Very many sockets that say nothing: what the server's process holds for them, and how soon all are back after a restart.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ours } from '../../bench/log.mjs';
import { anOffice } from '../../bench/office.mjs';
import { atEnd } from '../../ending.mjs';
import { memoryOf, processorOf } from '../process.mjs';
import { aFolder, freePort, remove, startServer } from '../server.mjs';
import { growPeople } from './grown-people.mjs';
import { pause } from './lines.mjs';

const HELD_MB = 500;
const BACK_MS = 15_000;
/** Whoever does not come back by then is not waited for. */
const GIVEN_UP_MS = 120_000;
const LINES = fileURLToPath(new URL('./idle-lines.mjs', import.meta.url));
const A_PROCESS = 2_500;
/** Files that a server has open beside its sockets. */
const OTHER_FILES = 200;

/** @throws when the server may not open so many: Node.js itself raises what it may raise */
const mustBeAllowed = (pid, sockets) => {
  const [, soft] = /Max open files\s+(\d+|unlimited)/.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'));
  if (soft === 'unlimited' || Number(soft) >= sockets + OTHER_FILES) return;
  throw new Error(`the server may open ${soft} files, and ${sockets} sockets are wanted: raise \`ulimit -Hn\` first`);
};

/** Idle lines in processes of their own. */
const aCrowd = () => {
  const children = [];
  const ask = async (message) => {
    const answers = await Promise.all(
      children.map(async ({ child, more }) => {
        child.send({ ...message, ...more });
        return (await once(child, 'message'))[0];
      }),
    );
    return {
      connected: answers.reduce((all, { connected }) => all + connected, 0),
      cameAt: Math.max(...answers.map(({ cameAt }) => cameAt)),
      wrong: answers.flatMap(({ wrong }) => wrong.map(([what, times]) => `a line ${what} ${times} times`)),
    };
  };
  return {
    now: () => ask({}),
    async enter(url, tokens, live) {
      for (let at = 0; at < tokens.length; at += A_PROCESS) {
        const child = fork(LINES);
        children.push({ child, more: { tokens: tokens.slice(at, at + A_PROCESS) } });
        atEnd(() => child.kill('SIGKILL'));
      }
      const came = await ask({ url, live });
      for (const each of children) each.more = {};
      return came;
    },
    leave: () => children.forEach(({ child }) => child.disconnect()),
  };
};

/** The most memory that a process has in the time. */
const mostOf = async (pid, ms) => {
  let most = 0;
  for (const end = Date.now() + ms; Date.now() < end; await pause(200)) most = Math.max(most, memoryOf(pid));
  return most;
};

/** Waits until all are there again. @returns when the last came, in milliseconds of the clock, and how many are there */
const allBack = async (crowd, sockets) => {
  for (const end = Date.now() + GIVEN_UP_MS; ; await pause(250)) {
    const found = await crowd.now();
    if (found.connected >= sockets || Date.now() > end) return found;
  }
};

export const idle = async ({ users, sockets, clients, heldMs }) => {
  const dataDir = aFolder();
  const load = await ours();
  const { LIVE } = await load('contracts');
  const office = await anOffice(dataDir, clients);
  const people = await growPeople({ dataDir, load, office, users, sessions: sockets / users });
  const how = { dataDir, port: await freePort() };
  let server = await startServer(how);
  // what the first start needs for the views of all that was just written is not the sockets'
  await server.stop();
  server = await startServer(how);
  mustBeAllowed(server.pid, sockets);
  await pause(heldMs / 5);
  const before = memoryOf(server.pid);

  const crowd = aCrowd();
  const tokens = people.flatMap(({ tokens }) => tokens());
  const started = Date.now();
  const came = await crowd.enter(server.url, tokens, LIVE);
  const held = await mostOf(server.pid, heldMs);

  const stopped = Date.now();
  await server.stop();
  server = await startServer(how);
  const ready = Date.now() - stopped;
  const back = await allBack(crowd, sockets);
  const backMs = back.cameAt - stopped;
  const work = processorOf(server.pid);
  const heldAgain = await mostOf(server.pid, heldMs);
  crowd.leave();
  await server.stop();
  remove(dataDir);
  const wrong = [
    ...[came, back].flatMap((each) => each.wrong),
    ...(came.connected < sockets ? [`${came.connected} of ${sockets} sockets came`] : []),
    ...(back.connected < sockets ? [`${back.connected} of ${sockets} sockets came back`] : []),
    ...[held, heldAgain].filter((each) => each > HELD_MB).map((each) => `they took ${each.toFixed(0)} MB`),
    ...(backMs > BACK_MS ? [`all were back after ${(backMs / 1_000).toFixed(1)} s`] : []),
  ];
  const s = (ms) => `${(ms / 1_000).toFixed(1)} s`;
  const memory = `${held.toFixed(0)} MB at most (${before.toFixed(0)} before them, ${heldAgain.toFixed(0)} after a restart)`;
  const restarted = `all back ${s(backMs)} after the stop was asked for, ready after ${s(ready)}, by ${s(work)} of a processor`;
  const said = `${sockets} idle sockets of ${users} people, there in ${s(came.cameAt - started)}: ${memory}; ${restarted}`;
  return { wrong, said };
};
