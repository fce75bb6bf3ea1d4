// Frames that no console sends, on lines of people who are signed in: the server stays, keeps nothing of them, and whoever
// talks properly hears as before.
import { WebSocket } from 'ws';
import { aRandom } from '../fuzz/random.mjs';
import { memoryOf } from '../process.mjs';
import { inLanes, pause, socketTo } from './lines.mjs';
import { aTenant } from './people.mjs';

const GROWTH_MB = 30;
const AT_ONCE = 16;
const FRAMES_A_LINE = 20;
/** What a line is waited for at most. */
const CLOSED_MS = 5_000;
/** What a server takes for so many lines at all is not what it keeps of odd frames. */
const WARM = 0.2;

const nested = (depth) => `42["typing",${'['.repeat(depth)}${']'.repeat(depth)}]`;
const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'disconnect',
  'disconnecting',
  'connect',
  'connect_error',
  'error',
  'newListener',
];

/** After these a line is over: they are no packets, or more than a packet may be. */
const broken = [
  () => nested(100_000),
  ({ below }) => `42["typing",${'9'.repeat(below(1_000))}`,
  () => `45${1_000_000}-["typing",{"_placeholder":true,"num":0}]`,
  () => `42["typing","${'x'.repeat(1_048_577)}"]`,
  () => Buffer.alloc(64, 7),
  ({ below }) => `4${7 + below(3)}["typing"]`,
  () => '42',
  () => '42{"length":1}',
  () => '42[1]',
  () => '42[null]',
  ({ digits }) => `8${digits(5)}`,
];
/** These are packets; nothing comes of them but, at most, an answer. */
const odd = [
  ({ pick }) => `42${JSON.stringify([pick(NAMES), {}])}`,
  ({ pick, digits }) => `42${digits(15)}${JSON.stringify([pick(NAMES)])}`,
  () => '42["typing",{"__proto__":{"admin":true},"conversation_id":"x","typing":true}]',
  ({ digits }) => `43${digits(12)}["an answer to nothing"]`,
  ({ pick }) => `2${pick(['', 'probe', 'x'.repeat(1_000)])}`,
  () => '3',
  () => '42/other,["typing",{}]',
  () => '40/other,{}',
  ({ uuid }) => `42["message:delivered",${JSON.stringify({ conversation_id: uuid(), message_id: uuid() })}]`,
  ({ uuid }) => `42["typing",${JSON.stringify({ conversation_id: uuid(), typing: true })}]`,
];

/** A line that speaks the protocol by hand: it says what it likes. */
const aLine = (url, token) =>
  new Promise((resolve, reject) => {
    const line = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    line.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('0')) line.send(`40${JSON.stringify({ token })}`);
      else if (text.startsWith('40')) resolve(line);
      else if (text.startsWith('44')) reject(new Error(`a right handshake is told ${text}`));
      else if (text === '2') line.send('3');
    });
    line.on('error', reject);
  });

const isClosed = ({ readyState }) => readyState === WebSocket.CLOSED;

export const frames = async ({ url, pid }, admin, { count, seed }) => {
  const { accountant, clients } = await aTenant(url, admin, [1]);
  const [{ id: talkId, users }] = clients;
  const random = aRandom(seed);
  const wrong = [];
  const figures = { sent: 0, lines: 0, closed: 0 };

  /** Some odd frames, then one that ends the line. */
  const visit = async () => {
    const line = await aLine(url, users[0].token);
    line.removeAllListeners('error').on('error', () => {}); // it is cut while it sends: that is what is wanted
    figures.lines += 1;
    for (let at = 1; at < FRAMES_A_LINE; at += 1) line.send(random.pick(odd)(random));
    const which = random.below(broken.length);
    line.send(broken[which](random));
    figures.sent += FRAMES_A_LINE;
    for (const end = Date.now() + CLOSED_MS; !isClosed(line) && Date.now() < end;) await pause(5);
    if (isClosed(line)) figures.closed += 1;
    else wrong.push(`a line is still open after the broken frame ${which}`);
    line.terminate();
  };

  const heard = [];
  const listener = await socketTo(url, { token: accountant.token }, (socket) =>
    socket.on('typing', ({ typing }) => heard.push(typing)),
  );
  const many = Math.ceil(count / FRAMES_A_LINE);
  await inLanes(many * WARM, AT_ONCE, visit);
  await pause(2_000);
  const before = memoryOf(pid);
  await inLanes(many, AT_ONCE, visit);
  await pause(2_000);
  const growth = memoryOf(pid) - before;
  if (growth > GROWTH_MB) wrong.push(`the memory grew by ${growth.toFixed(0)} MB`);

  const talker = await socketTo(url, { token: users[0].token });
  await talker.timeout(5_000).emitWithAck('typing', { conversation_id: talkId, typing: true });
  await pause(200);
  if (heard.length !== 1) wrong.push(`after all that ${heard.length} of 1 is heard`);
  for (const socket of [listener, talker]) socket.disconnect();
  const said = `${figures.sent} frames on ${figures.lines} lines, ${figures.closed} closed by the server`;
  return { wrong, said: `${said}, memory grew by ${growth.toFixed(0)} MB` };
};
