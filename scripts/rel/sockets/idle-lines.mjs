// A process that holds idle sockets, as consoles do: node idle-lines.mjs, told where and for whom by its parent. They speak
// socket.io's protocol over bare WebSockets: with its client the load would be most of what a restart takes.
import WebSocket from 'ws';
import { inLanes } from './lines.mjs';

/** As a console rests after the last of its attempts. */
const REST_MS = 10_000;
const AT_ONCE = 25;
/** Of engine.io's frames, and of socket.io's in them. */
const OPENED = '0';
const PING = '2';
const PONG = '3';
const CONNECTED = '40';
const SENT_AWAY = '41';
const TOLD = '42';
const REFUSED = '44';

let connected = 0;
const wrong = new Map();
const note = (what) => wrong.set(what, (wrong.get(what) ?? 0) + 1);
/** When the last of those that are there came. */
let cameAt = 0;

/** As socket.io's client waits before an attempt, the first of which is number 0. */
const pauseBefore = (attempt, { delay, delayMax }) => Math.min(delay * 2 ** attempt * (0.5 + Math.random()), delayMax);

const hold = ({ url, token, live }) =>
  new Promise((come) => {
    let since;
    let attempt = 0;
    const open = () => {
      const line = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
      let isIn = false;
      const hear = {
        [OPENED]: () => line.send(`${CONNECTED}${JSON.stringify({ token, since })}`),
        [PING]: () => line.send(PONG),
        [CONNECTED]: () => {
          isIn = true;
          connected += 1;
          attempt = 0;
          cameAt = Date.now();
          come();
        },
        // the server cuts nobody: it closes the lines when it stops
        [SENT_AWAY]: () => note('was sent away'),
        [TOLD]: (said) => (since = JSON.parse(said)[1]?.position ?? since),
        [REFUSED]: (said) => note(JSON.parse(said).message),
      };
      line.on('message', (data) => {
        const [, kind, said] = /^(4?\d)(.*)$/s.exec(String(data));
        hear[kind]?.(said);
      });
      // what failed is closed, too
      line.on('error', () => {});
      line.on('close', () => {
        if (isIn) connected -= 1;
        const isResting = attempt >= live.attempts;
        const pause = isResting ? REST_MS : pauseBefore(attempt, live);
        attempt = isResting ? 0 : attempt + 1;
        setTimeout(open, pause);
      });
    };
    open();
  });

process.on('message', async ({ url, tokens, live }) => {
  if (tokens) await inLanes(tokens.length, AT_ONCE, (at) => hold({ url, live, token: tokens[at] }));
  process.send({ connected, cameAt, wrong: [...wrong] });
});
process.on('disconnect', () => process.exit());
