// A company that floods, in a process of its own: `node flood.mjs <kind> <url> <seed> <client id> <e-mail> …`. It says
// "ready" once it has prepared a round, floods from "go" to "rest", and then says what came of it.
import { createInterface } from 'node:readline';
import { client, must, PASSWORD, Unknown } from '../client.mjs';
import { aRandom } from '../fuzz/random.mjs';
import { KINDS } from './kinds.mjs';

/** Each of its people asks for so many things at once, as a browser does. */
const LANES = 2;
/** So long at most it is waited for the answers to what was asked for last. */
const ANSWERED_MS = 20_000;

const [kind, url, seed, clientId, ...emails] = process.argv.slice(2);
const { prepare, work, most = Infinity } = KINDS[kind];
const random = aRandom(Number(seed));
const { anonymous, as } = client(url);
const people = [];
for (const email of emails) {
  const token = must(await anonymous('POST', '/auth/login', { body: { email, password: PASSWORD } }), 200, 'token');
  people.push({ email, token, ask: as(token) });
}
const company = { url, clientId, people, random, anonymous };

let isOn = false;
let at = 0;
let statuses = {};
const one = async (person, prepared) => {
  const number = at++;
  try {
    const { status } = await work({ ...company, ...person }, prepared, number);
    return status;
  } catch (error) {
    return error instanceof Unknown ? (error.status ?? 'no answer') : error.message.slice(0, 60);
  }
};
const flood = async (prepared) => {
  const lane = async (person) => {
    while (isOn && at < most) {
      const status = await one(person, prepared);
      statuses[status] = (statuses[status] ?? 0) + 1;
      // whoever is refused comes again a little later
      if (status === 429 || status === 503) await new Promise((go) => setTimeout(go, 20));
    }
  };
  await Promise.all(people.flatMap((person) => Array.from({ length: LANES }, () => lane(person))));
};

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
for (;;) {
  [at, statuses] = [0, {}];
  const prepared = await prepare(company);
  process.stdout.write('"ready"\n');
  if ((await lines.next()).value !== 'go') break;
  isOn = true;
  const over = flood(prepared);
  await lines.next();
  isOn = false;
  await Promise.race([over, new Promise((go) => setTimeout(go, ANSWERED_MS))]);
  process.stdout.write(`${JSON.stringify(statuses)}\n`);
  await over;
}
process.exit(0);
