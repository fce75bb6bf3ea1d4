// Months of documents as clients send them: all of them are put into a server, each is found by its number, a party, a sum
// and a word in it, and each is opened in Chromium, where it must be seen; pictures of what is seen are kept.
//   npm run rel:months                                       the demo's months, at a server of its own
//   npm run rel:months -- --folder ../shared/data            others: each folder in it is a client's month
//   npm run rel:months -- --pictures /tmp/sheets --unseen    where pictures go; without a browser
// Needs unzip and pdftotext (poppler-utils); what is in pictures is found where tesseract is.
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exit } from '../ending.mjs';
import { aFirm, client, must, PASSWORD, upload } from './client.mjs';
import { factsOf } from './months/facts.mjs';
import { look } from './months/look.mjs';
import { aFolder, freePort, remove, ROOT, startServer } from './server.mjs';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(ROOT, 'apps/gateway/demo/documents') },
    pictures: { type: 'string', default: join(tmpdir(), 'dosar-months') },
    unseen: { type: 'boolean' },
  },
});
const source = resolve(values.folder);
/** A month of documents has invoices. */
const folders = readdirSync(source)
  .filter((name) => statSync(join(source, name)).isDirectory())
  .filter((name) => readdirSync(join(source, name)).some((each) => /^Factură|^efactura/.test(each.normalize('NFC'))));
const documents = folders.flatMap((folder) =>
  readdirSync(join(source, folder))
    .sort()
    .map((file) => ({ folder, name: file.normalize('NFC'), path: join(source, folder, file) })),
);
const facts = factsOf(documents);
mkdirSync(values.pictures, { recursive: true });

/** The number of the company whose month it is: the one that most of its invoices bear. */
const ownCuiOf = (month) => {
  const counts = new Map();
  for (const { path } of month.filter(({ name }) => name.endsWith('.xml')))
    for (const [, cui] of readFileSync(path, 'utf8').matchAll(/<cac:PartyTaxScheme><cbc:CompanyID>RO(\d+)/g))
      counts.set(cui, (counts.get(cui) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null;
};

/** Clients with their months: a month without electronic invoices is a client's of its own. */
const owners = [];
for (const folder of folders) {
  const cui = ownCuiOf(documents.filter((each) => each.folder === folder));
  const known = cui && owners.find((owner) => owner.cui === cui);
  if (known) known.folders.push(folder);
  else owners.push({ cui, folders: [folder] });
}

/** Reading pictures takes some seconds each. */
const READING_MS = 10 * 60_000;
const dataDir = aFolder('dosar-months-');
const server = await startServer({ dataDir, port: await freePort(), environment: { DOSAR_OCR: 'auto' } });
const failures = [];
const began = Date.now();

/** All that a client has, page by page. */
const everyDocument = async (ask) => {
  const all = [];
  for (let page = 1; ; page += 1) {
    const path = `/search?q=&types=files&record=false&pageSize=100&page=${page}`;
    const { results, total } = must(await ask('GET', path), 200);
    all.push(...results);
    if (results.length === 0 || all.length >= total) return all;
  }
};

/** The same, when nothing of it is still to be read. */
const untilRead = async (ask, count) => {
  for (const until = Date.now() + READING_MS; ; await new Promise((go) => setTimeout(go, 500))) {
    const all = await everyDocument(ask);
    const states = all.map(({ contents }) => contents);
    if (all.length === count && !states.some((state) => state === 'waiting' || state === 'scanned')) return all;
    if (Date.now() > until) {
      failures.push(`after ${READING_MS} ms: ${all.length} of ${count} documents, ${states.join(' ')}`);
      return all;
    }
  }
};

try {
  const { admin, people, accountantEmail } = await aFirm(server.url, owners.length);
  for (const [at, { cui }] of owners.entries())
    if (cui) must(await admin('PATCH', `/clients/${people[at].client.id}`, { body: { cui } }), 200);
  const kept = [];
  for (const folder of folders) {
    const at = owners.findIndex((owner) => owner.folders.includes(folder));
    const { ask } = people[at];
    const { cui } = owners[at];
    const place = must(await ask('POST', '/folders', { body: { name: folder } }), 201, 'folder');
    for (const document of documents.filter((each) => each.folder === folder)) {
      const form = upload(readFileSync(document.path), document.name, { folder_id: place.id });
      const { id } = must(await ask('POST', '/files/upload', { form }), 201, 'file');
      kept.push({ ...document, isOwn: cui !== null, at, id, folderId: place.id, ask, facts: facts.get(document.path) });
    }
  }
  const uploaded = Date.now();
  for (const [at, { ask }] of people.entries())
    for (const { title, contents } of await untilRead(ask, kept.filter((each) => each.at === at).length))
      if (!['read', 'none', 'cut'].includes(contents)) failures.push(`${title}: ${contents}`);
  const read = Date.now();

  let questions = 0;
  for (const { id, folder, name, ask, facts: known } of kept)
    for (const [what, value] of Object.entries(known)) {
      const q = encodeURIComponent(value);
      const { results } = must(await ask('GET', `/search?q=${q}&types=files&record=false&pageSize=100`), 200);
      questions += 1;
      if (!results.some(({ file }) => file?.id === id))
        failures.push(`${folder}/${name} is not found by ${what}: ${value}`);
    }

  const { anonymous, signIn } = client(server.url);
  const accountant = await signIn(accountantEmail);
  for (const document of kept) {
    const { kind } = must(await accountant('GET', `/files/${document.id}/preview`), 200);
    document.kind = kind;
    if (kind === 'none') failures.push(`${document.folder}/${document.name} cannot be looked at`);
  }
  if (!values.unseen) {
    const body = { email: accountantEmail, password: PASSWORD };
    const token = must(await anonymous('POST', '/auth/login', { body }), 200, 'token');
    failures.push(
      ...(await look(
        server.url,
        token,
        kept.filter(({ kind }) => kind !== 'none'),
        values.pictures,
      )),
    );
  }
  console.log(
    JSON.stringify({
      documents: kept.length,
      questions,
      seconds: {
        upload: (uploaded - began) / 1000,
        reading: (read - uploaded) / 1000,
        rest: (Date.now() - read) / 1000,
      },
      pictures: values.unseen ? null : values.pictures,
      failures: failures.length,
    }),
  );
  await server.stop();
} catch (error) {
  failures.push(error.stack);
  await server.kill().catch(() => undefined); // it may have ended
}
for (const failure of failures.slice(0, 60)) console.error(failure);
remove(dataDir);
await exit(failures.length > 0 ? 1 : 0);
