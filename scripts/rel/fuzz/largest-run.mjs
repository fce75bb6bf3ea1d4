// Sends the largest inputs one after another, and judges what each costs the server's loop and what it is answered.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { ADMIN } from '../server.mjs';
import { largestOf, largestSaid } from './largest.mjs';

const LOOP_MS = 50;
const REFUSAL_BYTES = 8 * 1024;
const TRIES = 3;
const ANSWER_MS = 20_000;
/** A token is good for fifteen minutes. */
const TOKEN_MS = 10 * 60_000;
/** Calls that end the session or change how to sign in. */
const WITHOUT_SESSION = /^auth\.(logout|logoutAll|endSession)$/;

/** Processor time of the event loop's thread, in ms, which excludes other load on the machine. */
const workedMs = (pid) => Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const sent = (url, { operation, body, headers = {}, query, params = {} }, token) =>
  new Promise((resolve) => {
    const path = operation.path.replace(/{(\w+)}/g, (_, name) => params[name] ?? randomUUID());
    const ended = (answer) => {
      clearTimeout(late);
      resolve(answer);
    };
    const asked = request(`${url}${path}${query === undefined ? '' : `?${query}`}`, {
      agent,
      method: operation.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
    });
    const late = setTimeout(() => asked.destroy(new Error('no answer')), ANSWER_MS);
    asked.on('response', (response) => {
      const parts = [];
      response.on('data', (data) => parts.push(data));
      response.on('error', () => undefined);
      response.on('close', () => {
        const bytes = Buffer.concat(parts);
        ended({ status: response.statusCode, bytes: bytes.length, text: () => bytes.toString() });
      });
    });
    // a sender of too much may be cut before it has read the answer
    asked.on('error', ({ code, message }) => ended({ status: null, bytes: 0, error: code ?? message }));
    asked.end(body);
  });

/** A raw socket.io connection, which can send any text. */
const lineTo = async (url, token) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const heard = [];
  let next = () => undefined;
  socket.on('message', (data) => {
    const text = data.toString();
    if (text === '2') socket.send('3');
    else if (heard.push(text)) next();
  });
  socket.on('close', () => next());
  socket.on('error', () => next());
  const until = async (isIt) => {
    const late = setTimeout(() => next(), ANSWER_MS);
    for (;;) {
      const at = heard.findIndex(isIt);
      if (at >= 0 || socket.readyState >= WebSocket.CLOSING) return (clearTimeout(late), at >= 0 ? heard[at] : null);
      await new Promise((go) => (next = go));
    }
  };
  await until((text) => text.startsWith('0'));
  socket.send(`40${JSON.stringify({ token })}`);
  await until((text) => text.startsWith('40'));
  return {
    isOpen: () => socket.readyState === WebSocket.OPEN,
    end: () => socket.terminate(),
    async say({ event, text }) {
      heard.length = 0;
      socket.send(`421${JSON.stringify([event]).slice(0, -1)},${text}]`);
      const answer = await until((each) => each.startsWith('431'));
      // what is no JSON ends the line, as the protocol has it
      return answer === null ? { status: null, bytes: 0 } : { status: 400, bytes: Buffer.byteLength(answer) };
    },
  };
};

/** @returns figures; what may not be is reported */
export const runLargest = async ({ url, pid, document, description, random, most, report }) => {
  const figures = { sent: 0, cut: 0, statuses: {}, slowest_loop_ms: 0, largest_refusal: 0 };
  const { operations, resolved } = description;
  let token = null;
  let since = -Infinity;
  const signedIn = async () => {
    if (performance.now() - since < TOKEN_MS) return token;
    const body = JSON.stringify({ email: ADMIN.email, password: ADMIN.password });
    const input = { operation: operations.get('auth.login'), body, headers: { 'content-type': 'application/json' } };
    const answer = await sent(url, input, null);
    if (answer.status !== 200) throw new Error(`nobody can sign in: ${answer.status} ${answer.error ?? answer.text()}`);
    since = performance.now();
    return (token = JSON.parse(answer.text()).token);
  };

  /** The best of three attempts, without garbage collections and background jobs. */
  const tried = async (name, send) => {
    let answer = null;
    let ms = Infinity;
    for (let at = 0; at < TRIES && ms > LOOP_MS; at += 1) {
      const before = workedMs(pid);
      answer = await send();
      ms = Math.min(ms, workedMs(pid) - before);
    }
    const { status, bytes, error } = answer;
    figures.sent += 1;
    figures.statuses[status ?? 'cut'] = (figures.statuses[status ?? 'cut'] ?? 0) + 1;
    if (ms > figures.slowest_loop_ms) Object.assign(figures, { slowest_loop_ms: Math.round(ms), slowest: name });
    if (status >= 400) figures.largest_refusal = Math.max(figures.largest_refusal, bytes);
    if (ms > LOOP_MS) report(`${name}: ${Math.round(ms)} ms of the loop`);
    if (status >= 400 && bytes > REFUSAL_BYTES) report(`${name}: refused with ${bytes} bytes`);
    if (status >= 500) report(`${name}: ${status}`);
    if (error === 'no answer') report(`${name}: no answer`);
  };

  const calls = [...operations.values()].flatMap((each) => largestOf(each, resolved));
  for (const input of random.shuffled(calls).slice(0, most)) {
    const { operation, kind } = input;
    const isStranger = WITHOUT_SESSION.test(operation.id) || random.chance(0.1);
    const as = isStranger ? null : await signedIn();
    await tried(`${operation.id}${isStranger ? ' of a stranger' : ''}: ${kind}`, () => sent(url, input, as));
  }
  const said = random.shuffled(largestSaid(document['x-console-events'], resolved));
  let line = null;
  for (const input of said.slice(0, Math.ceil(most / 10))) {
    const as = await signedIn();
    await tried(`socket: ${input.kind}`, async () => {
      if (!line?.isOpen()) line = await lineTo(url, as);
      return line.say(input);
    });
  }
  line?.end();
  agent.destroy();
  figures.cut = figures.statuses.cut ?? 0;
  return figures;
};
