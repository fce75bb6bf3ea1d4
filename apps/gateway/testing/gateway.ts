import 'reflect-metadata';
import { setMaxListeners } from 'node:events';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { pino } from 'pino';
import request from 'supertest';
import { memoryBlobStore } from '@dosar/kernel/memory/blob-store';
import { memoryEventStore } from '@dosar/kernel/memory/event-store';
import { memoryLedger } from '@dosar/kernel/memory/ledger';
import { memoryMail } from '@dosar/kernel/memory/mail';
import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import { memorySignals } from '@dosar/kernel/memory/signals';
import { memorySnapshots } from '@dosar/kernel/memory/snapshots';
import { memoryVault } from '@dosar/kernel/memory/vault';
import { CLOCK_ALONE } from '@dosar/kernel/testing/slow-clock';
import { memorySearchIndex } from '@dosar/search/memory';
import type { Client, File, Firm, Folder, Operation, User } from '@dosar/contracts';
import type { Letter, Position, Software, Stop, Tries } from '@dosar/kernel/runtime';
import { changedRows, dropForeignViews, keepProjecting, keyring, masters, rowsKey } from '@dosar/kernel/runtime';
import { keepIndexing, type PortsWithSearch, type SearchContent, type SearchIndex } from '@dosar/search';
import { registerAdministrator, seedDemo } from '../demo/seed-demo';
import { contexts } from '../app.module';
import { readConfig } from '../platform/hosting/config';
import { createGateway } from '../platform/hosting/gateway';
import { openInstallation, type Installation } from '../platform/hosting/installation';
import { positionOf, tokenOf } from '../platform/access/call';
import type { GatewayContext } from '../platform/hosting/context';
import { clientEventOf, type ClientEvent } from '../platform/sockets/listener';
import { Findings } from '../platform/health/findings';
import { indexingFindings } from '../platform/hosting/indexing';
import { jobsOf } from '../platform/hosting/job';
import { react } from '../platform/hosting/reacting';
import { softwareHere } from '../platform/hosting/software';
import { projectors, registry } from '@dosar/domain/registry';
import { documents } from '@dosar/domain/search/documents';
import { sayDamaged } from '../files/checks/damaged-documents';
import { bytesOf } from '../files/downloads/document-bytes';
import { Ocr } from '../files/texts/ocr';
import { searchText } from '../files/texts/search-text';
import { readText } from '../files/texts/read-text';

export const ADMIN = { email: 'admin@dosar.test', password: 'Administrator-1' } as const;
export const PASSWORD = 'Parola-Lunga-1';
export const MASTER = Buffer.alloc(32, 5);

/** All ports in memory, and the sent letters. */
export const memoryPorts = (
  letters: Letter[] = [],
): PortsWithSearch & { readonly letters: Letter[]; readonly search: SearchIndex } => ({
  letters,
  search: memorySearchIndex(),
  events: memoryEventStore(),
  ledger: memoryLedger(),
  snapshots: memorySnapshots(),
  reads: memoryReadStore(),
  vault: memoryVault(),
  blobs: memoryBlobStore(),
  signals: memorySignals(),
  mail: memoryMail(letters),
  companies: null,
});

type Headers = Readonly<Record<string, string>>;
/** Sends a request as somebody: method, address, body, headers. */
export type Ask = (
  method: 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options',
  path: string,
  body?: object,
  headers?: Headers,
) => request.Test;

/** The projectors in this thread, over the given ports. */
export const projectHere = async (
  ports: PortsWithSearch,
  signal: AbortSignal,
  masterKeys: readonly Buffer[] = [MASTER],
  findings?: Findings,
): Promise<void> => {
  const keys = masters(masterKeys);
  const ring = keyring(ports.vault, keys);
  ring.watch(signal);
  const onChangedRows = (view: string) => findings?.add('access', changedRows(view));
  const sealing = { ...ports, masters: keys, host: 'localhost:3000', sealer: null, ms: 250 };
  const rows = { keyring: ring, rowsKey: await rowsKey(ports.vault, keys), onChangedRows };
  const parts = { ...ports, ...rows, sealing, onFailure() {} };
  return keepProjecting(projectors, registry, parts, signal);
};

/** Fills the index in this thread. */
const indexHere = (
  ports: ReturnType<typeof memoryPorts>,
  {
    findings,
    masterKeys,
    tries,
    searchErased,
    documents: readers,
  }: Pick<Installation, 'findings' | 'searchErased' | 'documents'> & {
    readonly masterKeys: readonly Buffer[];
    readonly tries: Tries;
  },
  ocr: Ocr | null,
  signal: AbortSignal,
): Promise<void> => {
  const { onFailure, onRecovery, onStop } = indexingFindings(findings);
  const ring = keyring(ports.vault, masters(masterKeys));
  ring.watch(signal);
  const indexing = {
    events: ports.events,
    index: ports.search,
    keyring: ring,
    vault: ports.vault,
    tries,
    onRecovery,
    onFailure: ({ message }: Error) => onFailure(message),
    onStop: (stop: Stop) => onStop(documents.view, stop),
    onErased: (upTo: Position) => (searchErased.upTo = upTo),
    // potentially hostile documents are read in a process of their own here, too
    read: async (content: SearchContent, until: AbortSignal) => {
      if (!content.mimeType.startsWith('text/')) return searchText(readers, content, until);
      return readText(Buffer.from(await bytesOf(readers, content)), 'txt', true);
    },
    recognize: ocr?.read,
  };
  return keepIndexing(documents, registry, indexing, signal).finally(() => ocr?.end());
};

/**
 * `isBeside`: projectors and reactors are those of another gateway. `more`: further contexts; `events`: events of consoles.
 */
type Made = {
  readonly isBeside?: boolean;
  readonly more?: readonly GatewayContext[];
  readonly events?: ClientEvent;
  readonly masterKeys?: readonly Buffer[];
  /** Another release than this one. */
  readonly software?: Partial<Software>;
};

/** Closes what a failed test has left open. */
/** How long a closing gateway waits for the rest of its responses. */
const LEFT_OPEN_MS = 2_000;
const open = new Set<() => Promise<void>>();
afterAll(async () => {
  for (const close of open) await close();
});

/** The whole gateway in memory, with its projectors and reactors (or those of another, beside it), as people use it: over HTTP. */
export const aGateway = async (
  environment: Readonly<Record<string, string>> = {},
  ports = memoryPorts(),
  { isBeside = false, more = [], events = clientEventOf, masterKeys = [MASTER], software = {} }: Made = {},
) => {
  const config = readConfig({
    DOSAR_ADMIN_EMAIL: ADMIN.email,
    DOSAR_ADMIN_PASSWORD: ADMIN.password,
    DOSAR_LIMITS: 'off',
    DOSAR_OCR: 'off',
    DOSAR_LOG_LEVEL: 'silent',
    ...environment,
  });
  const logger = pino({ level: process.env['LOG'] ?? config.logLevel });
  const stopping = new AbortController();
  if (!isBeside) await ports.reads.open(projectors);
  const foreign = isBeside ? undefined : await dropForeignViews(ports.reads, ports.events, projectors);
  const { signal } = stopping;
  // as in the server: all followers of the log end with this signal
  setMaxListeners(0, signal);
  const findings = new Findings(logger);
  const opened = { ...ports, ...(foreign && { foreign }) };
  const release = { ...softwareHere(config), ...software };
  const installation = await openInstallation(
    { config, ports: opened, masterKeys, findings, logger, software: release, onDamage: sayDamaged },
    signal,
  );
  const ocr = config.ocr === 'off' ? null : new Ocr(installation.documents);
  const projecting = isBeside ? null : projectHere(ports, signal, masterKeys, findings);
  const indexing = isBeside
    ? null
    : indexHere(ports, { ...installation, masterKeys, tries: installation.tries.document }, ocr, signal);
  const app: NestFastifyApplication = await createGateway(installation, [...contexts, ...more], events).catch(
    async (error: unknown) => {
      stopping.abort();
      await Promise.all([projecting, indexing]);
      throw error;
    },
  );
  await installation.access.open(signal);
  const reacting = isBeside ? null : react(installation, signal);
  const jobs = jobsOf(app, contexts).filter(({ isFirst }) => isFirst);
  const first = jobs.map((job) => job.run(signal));
  await seedDemo(app, installation, await registerAdministrator(app, installation));
  const server = app.getHttpServer();

  /** Requests carry the newest consistency token of any user, as a browser sends its own user's. */
  let newest = 0n;
  const note = (response: { readonly headers: Readonly<Record<string, string>> }) => {
    const position = positionOf(response.headers['x-consistency-token'] ?? null);
    if (position !== null && position > newest) newest = position;
  };
  const asking =
    (token?: string): Ask =>
    (method, path, body, headers = {}) => {
      const client = request(server);
      const asked = client[method](path.startsWith('/api') ? path : `/api${path}`).on('response', note);
      void asked.set({ 'x-consistency-token': tokenOf(newest), ...headers });
      if (token) void asked.set('authorization', `Bearer ${token}`);
      return body === undefined ? asked : asked.send(body);
    };
  const signIn = async (email: string, password: string = PASSWORD): Promise<Ask> => {
    const answer = await asking()('post', '/auth/login', { email, password }).expect(200);
    return asking((answer.body as { token: string }).token);
  };

  const close = async () => {
    if (!open.delete(close)) return;
    // requests left open by a failed test would keep the server from closing
    const cutting = setTimeout(() => server.closeAllConnections(), LEFT_OPEN_MS);
    await app.close();
    clearTimeout(cutting);
    stopping.abort();
    await Promise.all([reacting, ...first, projecting, indexing]);
  };
  open.add(close);

  return {
    app,
    server,
    installation,
    ports,
    anonymous: asking(),
    as: asking,
    signIn,
    admin: () => signIn(ADMIN.email, ADMIN.password),
    close,
  };
};

export type Gateway = Awaited<ReturnType<typeof aGateway>>;

let made = 0;
const aCui = () => String(1_000_000 + (made += 1));

/** A firm with an accountant and two clients with a user each, created by the administrator over HTTP. */
export const aFirm = async (gateway: Gateway, name = 'Contab Expert', scope: 'firm' | 'assigned' = 'firm') => {
  const admin = await gateway.admin();
  const make = async <T>(path: string, body: object, field: string) =>
    ((await admin('post', path, body).expect(201)).body as Record<string, T>)[field]!;
  const number = (made += 1);
  const mail = (who: string) => `${who}.${number}@firma.test`;
  const firm = await make<Firm>('/firms', { name: `${name} ${number}`, cui: aCui(), accountant_scope: scope }, 'firm');
  const accountant = await make<User>(
    '/users',
    { role: 'accountant', name: 'Elena Dumitrescu', email: mail('elena'), password: PASSWORD, firm_id: firm.id },
    'user',
  );
  const aClient = async (societate: string, person: string, who: string) => {
    const client = await make<Client>('/clients', { societate, cui: aCui(), firm_id: firm.id }, 'client');
    const user = await make<User>(
      '/users',
      { role: 'user', name: person, email: mail(who), password: PASSWORD, client_id: client.id },
      'user',
    );
    return { client, user, ask: await gateway.signIn(mail(who)) };
  };
  const bakery = await aClient('Brutăria Țărănească SRL', 'Ana Țăranu', 'ana');
  const mill = await aClient('Moara Bănățeană SA', 'Bogdan Jurca', 'bogdan');
  return { admin, firm, accountant, accountantAsk: await gateway.signIn(mail('elena')), bakery, mill };
};

/** Creates a folder, or uploads a small text, as somebody. */
export const aFolder = async (ask: Ask, name: string, more: object = {}): Promise<Folder> =>
  ((await ask('post', '/folders', { name, ...more }).expect(201)).body as { folder: Folder }).folder;

export const anUpload = (
  ask: Ask,
  name: string,
  bytes: Buffer | string = 'conținut',
  fields: Readonly<Record<string, string>> = {},
) => {
  const asked = ask('post', '/files/upload');
  for (const [field, value] of Object.entries(fields)) void asked.field(field, value);
  return asked.attach('file', Buffer.from(bytes), { filename: name });
};

export const aFile = async (
  ask: Ask,
  name: string,
  fields: Readonly<Record<string, string>> = {},
  bytes?: Buffer | string,
): Promise<File> => ((await anUpload(ask, name, bytes, fields).expect(201)).body as { file: File }).file;

/** The next letter to somebody, after those already there; with its link, if any. */
export const aLetter = async (
  { ports }: Pick<Gateway, 'ports'>,
  to: string,
  after = 0,
): Promise<{ letter: Letter; link: string }> => {
  // letters are sent one after the other, and a busy machine takes long
  for (const end = Date.now() + 15_000; Date.now() < end;) {
    const letter = ports.letters.filter((each) => each.to === to)[after];
    if (letter) return { letter, link: /https?:\/\/\S+/.exec(letter.text)?.[0] ?? '' };
    await new Promise((go) => setTimeout(go, 10));
  }
  throw new Error(`no letter came to ${to}`);
};

/** Runs something that much later: the clock moves on, and timers stay real. */
export const later = async (ms: number, work: () => PromiseLike<unknown>): Promise<void> => {
  // notes of letters must not be of that later time, since nothing could be written before it any more
  await new Promise((go) => setTimeout(go, 300));
  jest.useFakeTimers({ now: Date.now() + ms, ...CLOCK_ALONE });
  try {
    await work();
  } finally {
    jest.useRealTimers();
  }
};

/** The token in a letter's link. */
export const tokenIn = (link: string): string => new URL(link).searchParams.get('token')!;

export const operationOf = ({ body }: { body: unknown }): Operation => (body as { operation: Operation }).operation;
