// A message to a room of many sockets, beside the same told by socket.io with nothing around it; and to a room of as many
// people, who are all notified of it and say that they have read it.
import { ours } from '../../bench/log.mjs';
import { anOffice } from '../../bench/office.mjs';
import { percentile } from '../../percentile.mjs';
import { aFolder, freePort, remove, startServer } from '../server.mjs';
import { bareServer } from './bare.mjs';
import { growPeople } from './grown-people.mjs';
import { inLanes, pause, quickCalls, socketTo, until } from './lines.mjs';
import { aTenant } from './people.mjs';

const P99_MS = 250;

/** Sockets that hear messages, and how long each took to come to each of them. */
const listeners = async (url, tokens) => {
  const all = [];
  const taken = [];
  const sentAt = new Map();
  const listen = (socket) => socket.on('message:new', ({ message: { text } }) => taken.push([text, performance.now()]));
  await inLanes(tokens.length, 20, async (at) => void (all[at] = await socketTo(url, { token: tokens[at] }, listen)));
  await pause(500);
  return {
    all,
    heard: (many) => until(() => taken.length >= many * all.length, 'all hear', 60_000),
    timed: (text) => sentAt.set(text, performance.now()),
    p99: () => {
      const times = taken.splice(0).map(([text, at]) => at - sentAt.get(text));
      return percentile(times, 0.99);
    },
    /** When the last was heard. */
    last: () => Math.max(...taken.splice(0).map(([, at]) => at)),
    leave: () => all.forEach((socket) => socket.disconnect()),
  };
};

/** How soon all hear what is told now and then, and how many hear in a second what is told at once. */
const measured = async ({ url, token, say }, { sockets, paced, burst }) => {
  const { heard, timed, p99: p99Of, last, leave } = await listeners(url, Array(sockets).fill(token));
  await say('warm');
  await heard(1);
  last();
  for (let at = 0; at < paced; at += 1) {
    timed(`${at}`);
    await say(`${at}`);
    await pause(150);
  }
  await heard(paced);
  const p99 = p99Of();

  const rates = [];
  for (let round = 0; round < 3; round += 1) {
    const started = performance.now();
    await inLanes(burst, 8, (at) => say(`${at}`));
    await heard(burst);
    rates.push((burst * sockets) / ((last() - started) / 1_000));
  }
  leave();
  return { p99, rate: percentile(rates, 0.5) };
};

/**
 * A message right behind another, of which all are being notified; then messages that all read within a second, the next one
 * of which is sent when all have heard of all of that.
 */
const readByAll = async ({ url, tokens, call, talkId, say }, rounds) => {
  const { all, heard: heardBy, timed, p99, last, leave } = await listeners(url, tokens);
  await say('first');
  await heardBy(1);
  last();
  timed('behind it');
  await say('behind it');
  await heardBy(1);
  const behind = p99();
  await pause(NOTIFIED_MS);
  const refused = [];
  const times = [];
  let heard = 0;
  all.forEach((socket, at) => {
    const ask = call(tokens[at]);
    socket.on('message:new', async ({ message }) => {
      await pause(Math.random() * 1_000);
      const started = performance.now();
      const mark = { conversation_id: talkId, message_id: message.id };
      await ask('POST', '/reads', mark).catch((error) => refused.push(`a mark: ${error.message}`));
      times.push(performance.now() - started);
    });
    socket.on('message:read_up_to', () => (heard += 1));
  });
  const took = [];
  for (let round = 1; round <= rounds; round += 1) {
    const started = performance.now();
    timed(`${round}`);
    await say(`${round}`);
    const due = () => (round * all.length - refused.length) * all.length;
    const isOver = () => times.length >= round * all.length && heard >= due();
    await until(isOver, 'all have read, and all have heard of it', TOLD_MS);
    took.push(performance.now() - started);
    // marks of one reader are joined for so long
    await pause(JOINED_MS);
  }
  leave();
  return { refused, behind, p99: p99(), took: percentile(took, 0.5), markP99: percentile(times, 0.99) };
};
const NOTIFIED_MS = 5_000;
const JOINED_MS = 2_100;
const TOLD_MS = 240_000;

/** A server, and a client of so many people who take part in its conversation. */
const aRoom = async (many) => {
  const dataDir = aFolder();
  const load = await ours();
  const office = await anOffice(dataDir, 1);
  const people = await growPeople({ dataDir, load, office, users: many, sessions: 1 });
  const server = await startServer({ dataDir, port: await freePort() });
  const [{ clientId: talkId }] = office;
  const call = quickCalls(server.url);
  const tokens = people.flatMap(({ tokens }) => tokens());
  // whoever is there before them takes part, too
  const take = async () => {
    const { conversation } = await call(tokens[0])('GET', `/conversations/${talkId}`);
    return conversation.participants.length;
  };
  let taking = 0;
  const end = Date.now() + TOLD_MS;
  for (; taking <= many && Date.now() < end; await pause(250)) taking = await take().catch(() => 0);
  if (taking <= many) throw new Error(`${taking} of ${many} take part`);
  const stop = async () => {
    await server.stop();
    remove(dataDir);
  };
  return { url: server.url, talkId, tokens, call, stop };
};

const withPeople = async ({ people, rounds }) => {
  const { stop, ...given } = await aRoom(people);
  const { call, talkId, tokens } = given;
  const writer = call(tokens[0]);
  const say = (text) => writer('POST', `/conversations/${talkId}/messages`, { text });
  const read = await readByAll({ ...given, say }, rounds);
  await stop();
  return read;
};

const withSockets = async (url, admin, sizes) => {
  const { accountant, clients } = await aTenant(url, admin, [1]);
  const [{ id, users }] = clients;
  const call = quickCalls(url)(users[0].token);
  let last;
  const say = async (text) => (last = (await call('POST', `/conversations/${id}/messages`, { text })).data);
  const own = await measured({ url, token: accountant.token, say }, sizes);
  const { url: bareUrl, stop } = await bareServer();
  const told = quickCalls(bareUrl)('');
  const tell = (text) => told('POST', '/', { message: { ...last, text }, position: last.position });
  const bare = await measured({ url: bareUrl, token: '', say: tell }, sizes);
  await stop();
  return { own, bare };
};

export const room = async (url, admin, sizes) => {
  const { own, bare } = await withSockets(url, admin, sizes);
  const { refused, ...read } = await withPeople(sizes);
  const ratio = own.rate / bare.rate;
  const wrong = [
    ...refused,
    ...(own.p99 > P99_MS ? [`p99 was ${own.p99.toFixed(0)} ms`] : []),
    ...(read.p99 > sizes.readMs ? [`p99 where all read it was ${read.p99.toFixed(0)} ms`] : []),
    ...(read.behind > sizes.readMs ? [`p99 right behind another was ${read.behind.toFixed(0)} ms`] : []),
    ...(ratio < sizes.ratio ? [`${ratio.toFixed(2)} of what bare socket.io tells`] : []),
  ];
  const rates = `${Math.round(own.rate)}/s told, bare socket.io ${Math.round(bare.rate)}/s (${ratio.toFixed(2)})`;
  const heard = `${sizes.sockets} sockets: p99 ${own.p99.toFixed(1)} ms (bare ${bare.p99.toFixed(1)}), ${rates}`;
  const marks = `a mark's p99 ${read.markP99.toFixed(0)} ms, all heard of all ${(read.took / 1_000).toFixed(1)} s after`;
  const said = `a room of ${heard}; of ${sizes.people} people: right behind another message p99 ${read.behind.toFixed(1)} ms; who all read ${sizes.rounds}: p99 ${read.p99.toFixed(1)} ms, ${marks}`;
  return { wrong, said };
};
