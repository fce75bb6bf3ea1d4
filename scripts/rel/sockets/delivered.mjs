// What each of many sockets of several tenants hears is what it should: nothing is missing, and nothing is too much.
import { aRandom } from '../fuzz/random.mjs';
import { enter, aTenant } from './people.mjs';
import { must } from '../client.mjs';
import { ADMIN } from '../server.mjs';
import { pause, socketTo, until } from './lines.mjs';

/** All but what the session alone is told. */
const HEARD =
  /^(message:|typing$|presence:update$|files:changed$|bulk:progress$|me:changed$|conversations:changed$|notification)/;
/** A mark is kept at once when the last of its kind is so long ago. */
const MARK_MS = 2_050;

/** What was said, without what differs from one telling to the next. */
const nameOf = (event, body) => {
  const { message, conversation_id, message_id, user_id, typing, status } = body;
  if (event === 'message:new') return `${event} ${message.id}`;
  if (event === 'message:edit') return `${event} ${message.id} ${message.text}`;
  if (event === 'message:reaction') {
    const said = message.reactions.map(({ emoji, user_ids }) => `${emoji}${user_ids.length}`);
    return `${event} ${message.id} ${said.join(' ')}`;
  }
  if (event === 'files:changed') return `${event} ${body.client_id} ${body.folder_ids}`;
  if (event === 'bulk:progress') return `${event} ${body.operation.id} ${body.operation.status}`;
  if (event === 'me:changed') return `${event} ${body.access ?? false}`;
  if (event === 'notification:new') return `${event} ${body.notification.type} ${body.notification.link}`;
  if (event === 'notifications:changed') return event;
  if (event === 'conversations:changed') return `${event} ${conversation_id}`;
  if (event === 'typing') return `${event} ${conversation_id} ${user_id} ${typing}`;
  if (event === 'presence:update') return `${event} ${user_id} ${status}`;
  return `${event} ${conversation_id} ${user_id ?? ''} ${message_id}`;
};

/** A line of somebody, what it hears, and what it should. */
const aLine = async (url, person) => {
  const socket = await socketTo(url, { token: person.token });
  const line = { person, socket, status: 'online', heard: [], due: [] };
  socket.onAny((event, body) => {
    if (!HEARD.test(event)) return;
    const name = nameOf(event, body);
    // how often it is told how far a bulk call has come depends on how long it takes: its end counts, once
    const isProgress = event === 'bulk:progress';
    if (isProgress && (body.operation.status === 'in_progress' || line.heard.includes(name))) return;
    line.heard.push(name);
  });
  return line;
};

const ORDER = ['busy', 'online', 'away'];
const TOLD_MS = 15;

/** Twelve lines of one tenant, and what is done in it. */
const play = async ({ url, tenant, admin, adminLine, seed }, acts) => {
  const { chance, digits, next, pick } = aRandom(seed);
  const { accountant, idle, clients } = tenant;
  const [[first, second], [third]] = clients.map(({ users }) => users);
  const people = [accountant, first, second, third, idle];
  const lines = [];
  for (const [person, many] of [
    [accountant, 3],
    [first, 3],
    [second, 2],
    [third, 2],
    [idle, 2],
  ])
    for (let at = 0; at < many; at += 1) lines.push(await aLine(url, person));
  // the administrator takes part in nothing, and has asked for the messages of the first client
  must(await admin.ask('GET', `/conversations/${clients[0].id}/messages`), 200);
  const talks = [
    { id: clients[0].id, said: [], hears: new Set([accountant.id, first.id, second.id, admin.id]) },
    { id: clients[1].id, said: [], hears: new Set([accountant.id, third.id]) },
  ];
  const gone = new Set();
  const parts = ({ hears }) => people.filter(({ id }) => hears.has(id) && !gone.has(id));
  /** Those who know somebody: whoever works for or at the same client, colleagues, and the administrator. */
  const knows = (who) => {
    const shared = talks.filter(({ hears }) => hears.has(who.id)).flatMap(({ hears }) => [...hears]);
    const office = who === accountant || who === idle ? [accountant.id, idle.id] : [];
    return new Set([admin.id, who.id, ...shared, ...office]);
  };
  const owe = (ids, name) => {
    for (const line of [...lines, adminLine])
      if (ids.has(line.person.id) && !gone.has(line.person.id)) line.due.push(name);
  };
  const told = new Map(people.map(({ id }) => [id, 'online']));
  const statusOf = ({ id }) => {
    const said = new Set(lines.filter(({ person }) => person.id === id).map(({ status }) => status));
    return ORDER.find((each) => said.has(each));
  };
  /** What is told of once for several things that come close together is waited for. */
  const settle = () => {
    const isSettled = ({ person, heard, due }) => gone.has(person.id) || heard.length >= due.length;
    return until(() => lines.every(isSettled), 'all is heard', 2_000).catch(() => {});
  };
  const foldersOf = new Map(talks.map(({ id }) => [id, []]));
  const sees = ({ hears }) => new Set([...hears, admin.id]);
  /** Those whom a notification says that there is something unread, by conversation. */
  const notified = new Map(talks.map(({ id }) => [id, new Set()]));
  const latest = new Map();
  const markedAt = new Map();
  const tell = (line, event, body) => line.socket.timeout(10_000).emitWithAck(event, body);

  const does = {
    async message() {
      const talk = pick(talks);
      const who = pick(parts(talk));
      const body = { text: `mesaj ${talk.said.length}` };
      const { id } = must(await who.ask('POST', `/conversations/${talk.id}/messages`, { body }), 201, 'data');
      talk.said.push({ id, who, isThere: true });
      owe(talk.hears, `message:new ${id}`);
      for (const each of parts(talk)) if (notified.get(talk.id).has(each.id)) each.isNewsChanged = true;
      const others = parts(talk).filter((each) => each.id !== who.id && !notified.get(talk.id).has(each.id));
      if (others.length === 0) return;
      for (const { id: userId } of others) notified.get(talk.id).add(userId);
      owe(new Set(others.map(({ id: userId }) => userId)), `notification:new message_new /chat/${talk.id}`);
      await settle();
    },
    async edit() {
      const talk = pick(talks);
      const message = pick(talk.said);
      if (!message?.isThere || gone.has(message.who.id) || !talk.hears.has(message.who.id)) return does.message();
      const text = `altfel ${next()}`;
      must(await message.who.ask('PUT', `/messages/${message.id}`, { body: { text } }), 200);
      owe(talk.hears, `message:edit ${message.id} ${text}`);
    },
    async remove() {
      const talk = pick(talks);
      const message = pick(talk.said);
      if (!message?.isThere || gone.has(message.who.id) || !talk.hears.has(message.who.id)) return does.message();
      must(await message.who.ask('DELETE', `/messages/${message.id}`), 204);
      message.isThere = false;
      for (const each of parts(talk)) if (notified.get(talk.id).has(each.id)) each.isNewsChanged = true;
      owe(talk.hears, `message:delete ${talk.id}  ${message.id}`);
    },
    async react() {
      const talk = pick(talks);
      const who = pick(parts(talk));
      const message = pick(talk.said.filter(({ isThere }) => isThere));
      if (!message) return does.message();
      const by = (message.seenBy ??= new Set());
      const path = `/messages/${message.id}/reactions`;
      const isThere = by.has(who.id);
      if (isThere) must(await who.ask('DELETE', `${path}/${encodeURIComponent('✅')}`), 204);
      else must(await who.ask('POST', path, { body: { emoji: '✅' } }), 201);
      if (isThere) by.delete(who.id);
      else by.add(who.id);
      owe(talk.hears, `message:reaction ${message.id} ${by.size > 0 ? `✅${by.size}` : ''}`);
    },
    async type() {
      const talk = pick(talks);
      const line = pick(lines.filter(({ person }) => talk.hears.has(person.id) && !gone.has(person.id)));
      for (const typing of [true, false]) {
        await tell(line, 'typing', { conversation_id: talk.id, typing });
        // nobody is told of their own typing, on none of their lines
        const others = new Set([...talk.hears].filter((id) => id !== line.person.id));
        owe(others, `typing ${talk.id} ${line.person.id} ${typing}`);
      }
    },
    async presence() {
      const line = pick(lines.filter(({ person }) => !gone.has(person.id)));
      line.status = pick(ORDER);
      await tell(line, 'presence:set', { status: line.status });
      // what a person's lines say together is told a moment later
      await pause(TOLD_MS);
      const now = statusOf(line.person);
      if (told.get(line.person.id) === now) return;
      told.set(line.person.id, now);
      owe(knows(line.person), `presence:update ${line.person.id} ${now}`);
    },
    async mark() {
      const talk = pick(talks);
      const who = pick(parts(talk));
      const key = `${talk.id} ${who.id}`;
      const last = talk.said.length - 1;
      const isSoon = Date.now() - (markedAt.get(key) ?? 0) < MARK_MS;
      if (isSoon || last <= (latest.get(key) ?? -1)) return does.message();
      const where = { conversation_id: talk.id, message_id: talk.said[last].id };
      const isRead = chance(0.5);
      if (isRead) must(await who.ask('POST', '/reads', { body: where }), 204);
      else
        await tell(
          lines.find(({ person }) => person.id === who.id),
          'message:delivered',
          where,
        );
      latest.set(key, last);
      markedAt.set(key, Date.now());
      owe(talk.hears, `message:${isRead ? 'read' : 'delivered'}_up_to ${talk.id} ${who.id} ${where.message_id}`);
      if (!isRead || !notified.get(talk.id).delete(who.id)) return;
      owe(new Set([who.id]), 'notifications:changed');
      await settle();
    },
    async folder() {
      const talk = pick(talks);
      const body = { name: `Dosar ${next()}`, client_id: talk.id };
      const { id } = must(await pick(parts(talk)).ask('POST', '/folders', { body }), 201, 'folder');
      foldersOf.get(talk.id).push(id);
      owe(sees(talk), `files:changed ${talk.id} `);
      await settle();
    },
    async bulk() {
      const talk = pick(talks);
      const folder = foldersOf.get(talk.id).pop();
      if (!folder) return does.folder();
      const who = pick(parts(talk));
      const body = { file_ids: [], folder_ids: [folder], client_id: talk.id };
      const { id, status } = must(await who.ask('POST', '/bulk/files/delete', { body }), 200, 'operation');
      owe(sees(talk), `files:changed ${talk.id} `);
      owe(new Set([who.id]), `bulk:progress ${id} ${status}`);
      await settle();
    },
    async profile() {
      const who = pick(people.filter(({ id }) => !gone.has(id)));
      must(await who.ask('PATCH', '/users/me', { body: { phone: `07${digits(8)}` } }), 200);
      owe(new Set([who.id]), 'me:changed false');
      await settle();
    },
    /** The accountant loses the second client, and somebody at the first one may not enter any more. */
    async lose() {
      must(await admin.ask('DELETE', `/clients/${clients[1].id}/accountants/${accountant.id}`), 204);
      owe(talks[1].hears, `conversations:changed ${talks[1].id}`);
      owe(new Set([accountant.id]), 'me:changed true');
      talks[1].hears.delete(accountant.id);
      must(await admin.ask('PATCH', `/users/${second.id}`, { body: { status: 'inactive' } }), 200);
      gone.add(second.id);
      owe(knows(second), `presence:update ${second.id} offline`);
    },
  };
  const talking = [
    'message',
    'message',
    'message',
    'edit',
    'react',
    'remove',
    'type',
    'type',
    'presence',
    'presence',
    'mark',
  ];
  const kinds = [...talking, 'folder', 'bulk', 'profile'];
  await pause(300);
  for (const line of lines) line.heard.length = 0;
  return {
    lines,
    run: async () => {
      for (let act = 0; act < acts; act += 1) await does[act === Math.floor(acts / 2) ? 'lose' : pick(kinds)]();
    },
  };
};

const counted = (all) => {
  const counts = new Map();
  for (const each of all) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
};

/** What is in one list and not in the other, as often as it is. */
const without = (all, others) => {
  const left = counted(others);
  return all.filter((each) => {
    const many = left.get(each) ?? 0;
    left.set(each, many - 1);
    return many <= 0;
  });
};

export const delivered = async (url, { tenants, acts, seed }) => {
  const admin = await enter(url, ADMIN.email, ADMIN.password);
  const adminLine = await aLine(url, admin);
  const played = [];
  for (let at = 0; at < tenants; at += 1) {
    const tenant = await aTenant(url, admin.ask);
    played.push(await play({ url, tenant, admin, adminLine, seed: seed + at }, Math.ceil(acts / tenants)));
  }
  adminLine.heard.length = 0;
  await Promise.all(played.map(({ run }) => run()));
  const lines = [adminLine, ...played.flatMap((each) => each.lines)];
  const isDone = () => lines.every(({ heard, due }) => heard.length >= due.length);
  await until(isDone, 'all is heard', 5_000).catch(() => {});
  // and nothing more comes
  await pause(500);
  const wrong = lines.flatMap(({ person, heard, due }) => [
    ...without(due, heard).map((each) => `${person.name} did not hear: ${each}`),
    // what joins or leaves news that were told is told of to its reader alone, together with others of that moment
    ...without(heard, due)
      .filter((each) => each !== 'notifications:changed' || !person.isNewsChanged)
      .map((each) => `${person.name} should not have heard: ${each}`),
  ]);
  for (const { socket } of lines) socket.disconnect();
  const sum = (of) => lines.reduce((all, line) => all + line[of].length, 0);
  return {
    wrong,
    said: `${acts} acts in ${tenants} tenants, ${lines.length} sockets: ${sum('heard')} heard, ${sum('due')} due, ${wrong.length} wrong`,
  };
};
