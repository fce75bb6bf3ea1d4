// A process that holds idle sockets, as consoles do: node idle-lines.mjs, told where and for whom by its parent.
import { io } from 'socket.io-client';
import { inLanes } from './lines.mjs';

/** As a console rests after the last of its attempts. */
const REST_MS = 10_000;
const AT_ONCE = 25;

let connected = 0;
const wrong = new Map();
const note = (what) => wrong.set(what, (wrong.get(what) ?? 0) + 1);
/** When the last of those that are there came. */
let cameAt = 0;

const hold = ({ url, token, live }) => {
  const { attempts: reconnectionAttempts, delay, delayMax, timeout, refused } = live;
  let since;
  const auth = (give) => give({ token, ...(since && { since }) });
  const options = { reconnectionAttempts, reconnectionDelay: delay, reconnectionDelayMax: delayMax, timeout };
  const socket = io(url, { ...options, auth, transports: ['websocket'], forceNew: true });
  const come = new Promise((resolve) => socket.once('connect', resolve));
  socket.on('connect', () => {
    connected += 1;
    cameAt = Date.now();
  });
  socket.on('disconnect', (reason) => {
    connected -= 1;
    // the server cuts nobody: it closes the lines when it stops
    if (reason === 'io server disconnect') note('was sent away');
  });
  socket.on('connect_error', ({ message }) => message === refused && note(message));
  socket.io.on('reconnect_failed', () => setTimeout(() => socket.connect(), REST_MS));
  socket.onAny((_event, body) => (since = body?.position ?? since));
  return come;
};

process.on('message', async ({ url, tokens, live }) => {
  if (tokens) await inLanes(tokens.length, AT_ONCE, (at) => hold({ url, live, token: tokens[at] }));
  process.send({ connected, cameAt, wrong: [...wrong] });
});
process.on('disconnect', () => process.exit());
