// Readers that stop reading: the server keeps little for them, and the others hear as soon as before.
import { percentile } from '../../percentile.mjs';
import { memoryOf } from '../process.mjs';
import { pause, quickCalls, socketTo, until } from './lines.mjs';
import { aTenant } from './people.mjs';

const GROWTH_MB = 100;
const P99_MS = 250;
/** Whoever reads again has much to read before the end. */
const CUT_MS = 5_000;
/** What the machine itself keeps for a line that nobody reads, at most. */
const LINE_BYTES = 12_000_000;
/** Long messages: what waits for a reader fills its line soon. */
const TEXT = 'x'.repeat(8_000);

export const stoppedReaders = async ({ url, pid }, admin, { readers, messages }) => {
  const { accountant, clients } = await aTenant(url, admin, [1]);
  const [{ id: talkId, users }] = clients;
  const call = quickCalls(url)(users[0].token);
  const sentAt = new Map();
  const taken = [];
  const listen = (socket) =>
    socket.on('message:new', ({ message: { text } }) => taken.push(performance.now() - sentAt.get(text.slice(0, 10))));
  const others = [];
  for (let at = 0; at < 10; at += 1) others.push(await socketTo(url, { token: accountant.token }, listen));
  const stopped = [];
  for (let at = 0; at < readers; at += 1) stopped.push(await socketTo(url, { token: accountant.token }));

  const say = async (from, many) => {
    for (let at = from; at < from + many; at += 1) {
      const name = String(at).padStart(10);
      sentAt.set(name, performance.now());
      await call('POST', `/conversations/${talkId}/messages`, { text: `${name}${TEXT}` });
      await pause(2);
    }
    await until(() => taken.length >= many * others.length, 'the others hear', 20_000);
    return { p99: percentile(taken.splice(0), 0.99) };
  };
  /** The most memory that it has while so much is said. */
  const mostWhile = async (saying) => {
    let most = memoryOf(pid);
    const looking = setInterval(() => (most = Math.max(most, memoryOf(pid))), 50);
    const { p99 } = await saying().finally(() => clearInterval(looking));
    return { most, p99 };
  };
  // what a server takes for as much talk that all read is not what it keeps for readers
  const before = await mostWhile(() => say(0, messages));
  for (const socket of stopped) socket.io.engine.transport.ws._socket.pause();
  const { most, p99 } = await mostWhile(() => say(messages, messages));
  const growth = most - before.most;
  // whoever reads again learns that the line is over
  for (const socket of stopped) socket.io.engine.transport.ws._socket.resume();
  const isMuch = messages * TEXT.length > LINE_BYTES;
  if (isMuch) await until(() => stopped.every(({ connected }) => !connected), 'all are cut', CUT_MS).catch(() => {});
  const cut = stopped.filter(({ connected }) => !connected).length;
  for (const socket of [...others, ...stopped]) socket.disconnect();
  const wrong = [
    ...(growth > GROWTH_MB ? [`the memory grew by ${growth.toFixed(0)} MB`] : []),
    ...(isMuch && cut < readers ? [`${readers - cut} readers were not cut`] : []),
    ...(p99 > P99_MS ? [`the others' p99 was ${p99.toFixed(0)} ms`] : []),
  ];
  const said = `${readers} readers stopped, ${messages} messages of 8 kB: memory grew by ${growth.toFixed(0)} MB to ${most.toFixed(0)}`;
  return { wrong, said: `${said}, ${cut} were cut, the others' p99 ${p99.toFixed(1)} ms` };
};
