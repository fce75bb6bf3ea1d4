// How soon another person's socket hears a message, while the server has nothing else to do; in turns with the same told by
// socket.io with nothing around it, which says how busy the machine is.
import { percentile } from '../../percentile.mjs';
import { bareServer } from './bare.mjs';
import { pause, quickCalls, socketTo, until } from './lines.mjs';
import { aTenant } from './people.mjs';

const WARM = 20;

/** From when the POST was sent until another heard it: the way to the server, the write, and the way back are in it. */
const aWay = async (url, token, say) => {
  const heardAt = new Map();
  const listen = (socket) => socket.on('message:new', ({ message }) => heardAt.set(message.text, performance.now()));
  const socket = await socketTo(url, { token }, listen);
  const times = [];
  const once = async (text) => {
    const sentAt = performance.now();
    await say(text);
    await until(() => heardAt.has(text), 'it is heard');
    times.push(heardAt.get(text) - sentAt);
    await pause(15);
  };
  const share = (part) => percentile(times.slice(WARM), part);
  return { once, socket, share };
};

export const soon = async (url, admin, { messages, p99Ms }) => {
  const { accountant, clients } = await aTenant(url, admin, [1]);
  const [{ id, users }] = clients;
  const call = quickCalls(url)(users[0].token);
  const bare = await bareServer();
  const told = quickCalls(bare.url)('');
  const own = await aWay(url, accountant.token, (text) => call('POST', `/conversations/${id}/messages`, { text }));
  const floor = await aWay(bare.url, '', (text) => told('POST', '/', { message: { text } }));
  for (let at = 0; at < messages + WARM; at += 1) for (const way of [own, floor]) await way.once(`${at}`);
  for (const { socket } of [own, floor]) socket.disconnect();
  await bare.stop();
  const figures = ({ share }) => `p50 ${share(0.5).toFixed(1)}, p99 ${share(0.99).toFixed(1)} ms`;
  const said = `${messages} messages, from the POST sent to another's socket: ${figures(own)} (bare ${figures(floor)})`;
  return { wrong: own.share(0.99) > p99Ms ? [`p99 was ${own.share(0.99).toFixed(1)} ms`] : [], said };
};
