// Search takes whatever is asked, and tells nobody anything of what is not theirs.
//   npm run rel:search [-- --questions 10000 --tenants 100]
// A hundred clients have a canary word each in a name and in a text; every user asks for every canary in several forms, with
// sorts and filters, and may find the own one alone. Then hostile questions are asked at once by several: none may answer 5xx.
// At the end it is measured how soon a new document is found.
import { parseArgs } from 'node:util';
import { aFirm, client, must, Unknown, upload } from './client.mjs';
import { aFolder, freePort, remove, startServer } from './server.mjs';

const { values } = parseArgs({
  options: { questions: { type: 'string', default: '10000' }, tenants: { type: 'string', default: '100' } },
});
const questions = Number(values.questions);
const tenants = Number(values.tenants);
const LANES = 4;
/** So soon after its upload a document is found, in milliseconds; so many are tried. */
const FOUND = { byName: 300, byContent: 5_000, tries: 20 };

const LETTERS = 'bcdfghjklmnprstvz';
/** A word of a tenant's own, far from all others: no typo leads from one to the other. */
const canaryOf = (tenant) =>
  `canar${[...String(tenant).padStart(3, '0')].map((digit) => LETTERS[Number(digit)].repeat(3)).join('')}`;
const formsOf = (word) => [word, `"${word}"`, word.slice(0, -1), `${word} sters:toate`, `${word} tip:txt`];
const SORTS = ['relevance', 'name', 'created', 'size'];

const PARTS = [
  '"',
  "'",
  '*',
  '^',
  '(',
  ')',
  'NEAR(',
  'NEAR("a" "b", 5)',
  'AND',
  'OR',
  'NOT',
  'col:x',
  'title:*',
  '{title}:',
  '-',
  '+',
  '\u0000',
  '\ud800',
  '\u202e',
  '🧾',
  '%',
  '_',
  '\\',
  ';--',
  '1e999',
  '../..',
  '<script>',
  '${x}',
  'client:',
  'luna:99',
  'dupa:31.02.2026',
  'inainte:x',
  'tip:__proto__',
  'status:constructor',
  'sters:"',
  'de:%',
  'client:"',
  'x'.repeat(400),
];
const OTHERS = [
  'types=files,x',
  'types[]=files',
  'min_size=-1',
  'min_size=1e400',
  'page=99999999999999999999',
  'pageSize=0',
  'date_from=0000-00-00',
  'client_id=%00',
  'sender_id[a]=b',
  'sort=constructor',
  'order=up',
  'include_deleted=maybe',
  'q=a&q=b',
  'q[]=a',
  'q=%ff',
  'q=%',
];

let seed = 20_261_123;
const below = (limit) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return seed % limit;
};
const hostile = (number) => {
  if (number % 500 === 0) return `/search?q=${'"*('.repeat(33_000)}`;
  if (number % 7 === 0) return `/search?record=false&${OTHERS[below(OTHERS.length)]}`;
  const text = Array.from({ length: 1 + below(8) }, () => PARTS[below(PARTS.length)]).join(below(2) === 0 ? '' : ' ');
  return `/search?record=false&q=${encodeURIComponent(text.toWellFormed())}`;
};

/** How long after the answer to its upload a document is found by these words. */
const foundAfter = async (ask, q) => {
  const began = performance.now();
  for (;;) {
    const { body } = await ask('GET', asked({ q }));
    if (body.total === 1) return performance.now() - began;
    if (performance.now() - began > 60_000) throw new Error(`${q} is not found`);
    await new Promise((go) => setTimeout(go, 5));
  }
};

const asked = (query) => `/search?${new URLSearchParams({ record: 'false', ...query })}`;

const dataDir = aFolder();
const server = await startServer({ dataDir, port: await freePort() });
const failures = [];
try {
  const { people } = await aFirm(server.url, tenants);
  for (const [tenant, { ask }] of people.entries()) {
    const word = canaryOf(tenant);
    const form = upload(`Text ${word} ${'rând '.repeat(20)}`, `Dosar ${word}.txt`, {});
    must(await ask('POST', '/files/upload', { form }), 201);
  }
  const last = people.at(-1);
  const began = Date.now();
  const isFound = async () => (await last.ask('GET', asked({ q: `text ${canaryOf(tenants - 1)}` }))).body.total === 1;
  while (!(await isFound())) {
    if (Date.now() - began > 60_000) throw new Error('the last document is not found');
    await new Promise((go) => setTimeout(go, 50));
  }
  let hits = 0;
  let count = 0;
  let own = 0;
  for (const [tenant, { ask, client: mine }] of people.entries())
    for (let other = 0; other < tenants; other += 1) {
      const forms = formsOf(canaryOf(other));
      const q = forms[(tenant + other) % forms.length];
      const { body } = await ask(
        'GET',
        asked({ q, sort: SORTS[other % SORTS.length], types: 'files,messages,folders,clients' }),
      );
      if (tenant === other) own += body.total === 1 ? 1 : 0;
      const foreign = body.results.filter((result) => result.client?.id !== mine.id).length;
      // all that is theirs is on the page: what is counted beside it is somebody else's
      [hits, count] = [hits + foreign, count + body.total - (body.results.length - foreign)];
    }
  console.log(
    `${tenants * tenants} questions for canaries: ${own} of ${tenants} own found, ${hits} foreign hits, ${count} foreign counts`,
  );
  if (own !== tenants) failures.push(`${tenants - own} did not find their own`);
  if (hits + count > 0) failures.push('foreign documents were told of');

  const statuses = new Map();
  let next = 0;
  const told = (status) => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
  await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      const { ask } = people[lane % people.length];
      for (; next < questions;) {
        const path = hostile((next += 1));
        try {
          told((await ask('GET', path)).status);
        } catch (error) {
          if (!(error instanceof Unknown)) throw error;
          told(error.status ?? 'cut off');
          if (error.status) failures.push(`${error.status}: ${path.slice(0, 200)}`);
        }
      }
    }),
  );
  console.log(
    `${questions} hostile questions: ${[...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')}`,
  );
  const byName = [];
  const byContent = [];
  for (let at = 0; at < FOUND.tries; at += 1) {
    const name = `Nou ${canaryOf(at)} ${canaryOf(at + 500)}.txt`;
    const word = `noutate${canaryOf(at + 500)}`;
    must(await people[0].ask('POST', '/files/upload', { form: upload(`Un text: ${word}`, name, {}) }), 201);
    byName.push(await foundAfter(people[0].ask, `"${name.slice(0, -4)}"`));
    byContent.push(await foundAfter(people[0].ask, word));
  }
  const [slowestName, slowestContent] = [byName, byContent].map((times) => Math.round(Math.max(...times)));
  console.log(
    `a new document is found by its name after ${slowestName} ms at most, by its text after ${slowestContent} ms`,
  );
  if (slowestName > FOUND.byName || slowestContent > FOUND.byContent) failures.push('a new document is found too late');
  const alive = await client(server.url).anonymous('GET', '/health/ready');
  if (alive.status !== 200) failures.push('it is not ready afterwards');
} finally {
  await server.stop();
  remove(dataDir);
}
for (const failure of failures.slice(0, 20)) console.log(`FAILED ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;
