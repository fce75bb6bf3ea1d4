// npm run bench:past: a client with many items, and a conversation of many messages, as of instants of their past.
//   --items 50000 --messages 100000
import { parseArgs } from 'node:util';
import { exit } from '../ending.mjs';
import { percentile } from '../percentile.mjs';
import { client, must } from '../rel/client.mjs';
import { aFolder, freePort, remove, startServer } from '../rel/server.mjs';
import { commandsIn, growLog, originOf } from './grown-log.mjs';
import { ours } from './log.mjs';
import { anOffice } from './office.mjs';

const { values } = parseArgs({
  options: { items: { type: 'string', default: '50000' }, messages: { type: 'string', default: '100000' } },
});
const ITEMS = Number(values.items);
const MESSAGES = Number(values.messages);
/** Of three files one is renamed, and each forty have a folder of their own. */
const EVENTS_AN_ITEM = 1.33;
const PER_FOLDER = 40;
const INSTANTS = 12;
const TOGETHER = 200;
const START_MS = 3_600_000;
/** What is wanted, in milliseconds. */
const LIMITS = { instant: 1_000, next: 100, conversation: 1_000 };

const dataDir = aFolder('dosar-bench-past-');
const [person] = await anOffice(dataDir, 1);
const load = await ours();
await growLog({ dataDir, load, people: [person], count: Math.round(ITEMS * EVENTS_AN_ITEM), perFolder: PER_FOLDER });

/** As people write to their accountant. */
const talk = async () => {
  const { newId } = await load('kernel');
  const { message } = await load('message');
  const { clientId, firmId, userId } = person;
  const { handle, close } = await commandsIn(dataDir, load, () => ({ firmId, clientId }));
  const place = { conversationId: clientId, clientId, firmId };
  for (let sent = 0; sent < MESSAGES; sent += TOGETHER)
    await Promise.all(
      Array.from({ length: TOGETHER }, (_, at) => {
        const data = { ...place, text: `Bună ziua! Factura ${sent + at}.`, fileIds: [], quoteId: null };
        return handle(message, newId(), 'SendMessage', data, originOf(userId, at, newId));
      }),
    );
  await close();
};
await talk();

const server = await startServer({ dataDir, port: await freePort(), startMs: START_MS });
const admin = await client(server.url).admin();
const ask = await client(server.url).signIn(person.email);
const spent = { instant: [], next: [], conversation: [], list: [], changed: [] };
const timed = async (of, asking, path) => {
  const began = performance.now();
  const body = must(await asking('GET', path), 200);
  spent[of].push(performance.now() - began);
  return body;
};

/** Waits until the views have everything. */
const head = async () => {
  const me = must(await admin('GET', '/users/me'), 200, 'user').id;
  for (;;) {
    const answer = await admin('GET', `/clients/${person.clientId}?as=${me}`).catch(() => null);
    if (answer?.status === 200) return BigInt(answer.body.at.position);
    await new Promise((go) => setTimeout(go, 500));
  }
};
const end = await head();
const clientOf = `client_id=${person.clientId}`;
await ask('GET', `/folders/tree?at=${end}`);
for (let nth = 1; nth <= INSTANTS; nth += 1) {
  const at = (end * BigInt(nth)) / BigInt(INSTANTS + 1) + 20n;
  const { tree } = await timed('instant', ask, `/folders/tree?at=${at}`);
  const folder = tree[0]?.id;
  if (folder) {
    await timed('list', ask, `/files?folderId=${folder}&at=${at}`);
    await timed('next', ask, `/files?folderId=${folder}&at=${at + 1n}`);
  }
  await timed('next', ask, `/folders/tree?at=${at + 1n}`);
  await timed('conversation', ask, `/conversations/${person.clientId}/messages?at=${at}`);
  await timed('conversation', ask, `/conversations?at=${at}`);
}
const compared = await timed('changed', admin, `/audit/compare?${clientOf}&from=${end / 4n}&to=${end / 3n}`);
await timed('changed', admin, `/audit/moments?${clientOf}&before=${end / 2n}`);

let isMet = true;
for (const [of, all] of Object.entries(spent)) {
  const most = Math.max(...all);
  const limit = LIMITS[of] ?? null;
  if (limit !== null && most > limit) isMet = false;
  const said = `median ${percentile(all, 0.5).toFixed(0)} ms, most ${most.toFixed(0)} ms`;
  console.log(`${of.padEnd(14)} ${said}${limit === null ? '' : `, wanted ${limit} ms`}`);
}
console.log(`${ITEMS} items, ${MESSAGES} messages, ${end} events; compared: ${compared.total} changes`);
await server.stop();
remove(dataDir);
exit(isMet ? 0 : 1);
