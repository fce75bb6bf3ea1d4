import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORMATS, type Catalogue } from '@dosar/kernel';
import { derivedId, encodeRecord, once } from '@dosar/kernel/runtime';
import { accountingStructure, type StructureFolder } from './files/accounting-structure';
import { catalogues, reactorGroups, viewsOfResources } from './registry';

// The words in names of records: of streams, resources, keys, actors and derived ids. They are final, like those of
// words.spec.ts: with a renamed part of an id, a repeated request does everything a second time.

/** The sources of a folder, without specs, builds, and the list that quotes calls. */
const sources = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        entry.name.endsWith('.ts') &&
        !/(spec|suite|testing|hashes(-of-records)?)\.ts$/.test(entry.name),
    )
    .filter(({ parentPath }) => !/node_modules|\/(dist|testing|demo)/.test(parentPath))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('\n');
const root = join(__dirname, '../..');
const [kernel, domain, gateway] = ['libs/kernel', 'libs/domain', 'apps/gateway'].map((each) =>
  sources(join(root, each)),
);

const all = catalogues as readonly Catalogue[];

/** All matches of a pattern; an inserted expression of a template is shown as … */
const found = (text: string | undefined, pattern: RegExp): string[] =>
  [...new Set([...text!.matchAll(pattern)].map(([, word]) => word!.replace(/\$\{[^}]*\}/g, '…')))].sort();
const NAMED = /\bidFor\(['`]([^'`]*)['`]/g;
const PARTS = /\.sub\(['`]([^'`]*)['`]/g;
const SYSTEMS = /kind: 'system', id: '([^']*)'/g;

describe('words in names are final:', () => {
  it('of streams', () =>
    expect(catalogues.map(({ category }) => category).sort()).toEqual([
      'bulk',
      'client',
      'conversation',
      'drive',
      'firm',
      'inbox',
      'installation',
      'mandate',
      'message',
      'reader',
      'reads',
      'search',
      'session',
      'settings',
      'user',
    ]));

  it('of what an event is about', () => {
    const data = { fileId: 'f', folderId: 'f', userId: 'u', kind: 'file', id: 'f' };
    const types = all.flatMap(({ category, shapes, resource }) =>
      Object.keys(shapes).flatMap((type) => [
        resource('x', { type, data }).type,
        resource('x', { type, data: { folderId: 'f', userId: 'u', kind: 'client', id: 'c' } }).type,
        resource(category, { type, data: { kind: 'mandate', id: 'm' } }).type,
      ]),
    );
    expect([...new Set(types)].sort()).toEqual([
      'bulk',
      'client',
      'conversation',
      'file',
      'firm',
      'folder',
      'inbox',
      'installation',
      'mandate',
      'message',
      'session',
      'settings',
      'user',
    ]);
    // a view knows the names of each, except for those without names
    const named = [...viewsOfResources.keys()];
    const nameless = ['bulk', 'inbox', 'installation', 'message', 'session', 'settings'];
    expect([...named, ...nameless].sort()).toEqual([...new Set(types)].sort());
  });

  it('of those whose keys personal data is encrypted with', () => {
    const data = { conversationId: 't', clientId: 'c', readerId: 'r', year: 2026 };
    const keysOf = (...named: readonly string[]) =>
      Object.fromEntries(
        all.flatMap(({ category, key, shapes }) =>
          Object.keys(shapes)
            .filter((type) => named.length === 0 || named.includes(type))
            .map((type) => [named.length === 0 ? category : type, key('x', { type, data }, 2027)]),
        ),
      );
    expect(keysOf()).toEqual({
      user: 'user:x/1',
      firm: 'firm:x/1',
      client: 'client:x/1',
      search: 'searches:x/2027',
      drive: 'files:x/2026',
      conversation: null,
      message: 'conversation:t/2026',
      session: null,
      settings: null,
      installation: null,
      mandate: 'mandate:x/1',
      reader: null,
      inbox: null,
      bulk: 'files:c/2027',
      reads: null,
    });
    expect(
      keysOf(
        'FileDownloaded',
        'FilePreviewed',
        'AuditViewed',
        'AuditExported',
        'BulkStarted',
        'BulkProgressed',
        'ConversationOpened',
      ),
    ).toEqual({
      FileDownloaded: 'files:c/2026',
      FilePreviewed: 'files:c/2026',
      AuditViewed: 'user:r/1',
      AuditExported: 'user:r/1',
      BulkStarted: 'files:c/2026',
      BulkProgressed: null,
      ConversationOpened: 'conversation:x/2026',
    });
  });

  it('of the installation where it acts by itself', () => {
    // reactors act under their own name, which is also part of the ids of their effects
    const reactors = reactorGroups.flatMap((group) => group.reactors.map(({ name }) => name));
    expect(reactors.sort()).toEqual(['alarms', 'letters', 'membership', 'notifications', 'participants']);
    expect(found(kernel, SYSTEMS)).toEqual(['operator']); // open-log.ts: founds the log; accept-log.ts: accepts a restored one
    // platform/access/call.ts: acts where nobody is signed in; operator/destroying/carrying.ts: carries over what outlives
    // its key
    // files/fields: fills fields by e-Factura; the name is part of the ids of what it does
    expect(found(gateway, SYSTEMS)).toEqual(['gateway', 'invoice-fields', 'operator']);
  });

  it('of what ids are derived from', () => {
    expect(found(domain, NAMED)).toEqual([
      'request', // user-credentials.decider.ts: a link in a letter
      'search', // search.decider.ts
      '…/…', // structure-plan.ts: folders of the accounting structure, by the keys below
    ]);
    // firms.handler.ts, clients.handler.ts, users.handler.ts, passwords.handler.ts; bulk.handler.ts, uploads.ts, folders.handler.ts, notes.handler.ts, resumable.handler.ts, saved-searches.handler.ts
    expect(found(gateway, NAMED)).toEqual([
      'chat folder',
      'client',
      'conversation',
      'credential',
      'file',
      'firm',
      'folder',
      'mandate',
      'message',
      'note',
      'operation',
      'search',
      'upload',
      'user',
    ]);
    expect(found(gateway, PARTS)).toEqual([
      'account',
      'accountants',
      'arrange',
      'batch …',
      'finish',
      'invitation',
      'join',
      'pass …',
      'progress …', // bulk-runner.ts
      'round …', // bulk-returns.ts
      'undo …',
      'unpack …', // unpacking.ts: of an archive, too
      'user',
      '… …', // writes.ts: parts of a command that is repeated until it changes nothing more, by the names below
    ]);
    expect(found(gateway, /handleWhole\('([^']*)'/g)).toEqual(['structure']);
    // for an archive its contents, by operation and path; for a conversation its participants
    expect(found(gateway, /derivedId\('([^']*)'/g)).toEqual(expect.arrayContaining(['direct', 'unpacked']));
    // command-context.ts: a part of a longer command, and a request under an idempotency key
    expect(found(kernel, /derivedId\((?:[a-z.]+, )?'([^']*)'/gi)).toEqual(['command', 'part']);
  });

  it('and how ids are derived from them: UUIDv5 of the parts with U+0000 between them, in a namespace of Dosar’s', () => {
    expect(derivedId('command', 'key', 'body')).toBe('f9759137-9ffc-55be-85a7-90e5a2606702');
  });

  it('of folders of the accounting structure', () => {
    const keys = (folders: readonly StructureFolder[]): string[] =>
      folders.flatMap(({ key, inside }) => [key, ...keys(inside)]);
    const months = Array.from({ length: 12 }, (_, at) => `luna_2026-${String(at + 1).padStart(2, '0')}`);
    expect([...new Set(keys(accountingStructure(2026)))].sort()).toEqual(
      [
        'dosar_permanent',
        'acte_constitutive',
        'certificat_fiscal',
        'imputerniciri',
        'contract_contabilitate',
        'contracte_comerciale',
        'sediu',
        'credite',
        'mijloace_fixe',
        'personal',
        'hotarari',
        'inventar',
        'an_2026',
        ...months,
        'anual_2026',
        'facturi_emise',
        'facturi_primite',
        'bonuri',
        'extrase',
        'casa',
        'deconturi',
        'salarizare',
        'pontaje',
        'concedii',
        'state_plata',
        'fluturasi',
        'stocuri',
        'intracomunitar',
        'contracte_luna',
        'declaratii',
        'balanta',
        'obligatii',
        'anaf',
        'diverse',
        'situatii_financiare',
        'declaratii_anuale',
        'inventariere',
        'registre',
        'saft',
        'control_fiscal',
      ].sort(),
    );
  });

  it('of the members that every record has, and of how records are made', () => {
    const key = { owner: 'user:u', generation: 1, secret: Buffer.alloc(32) };
    const { text } = encodeRecord(
      {
        stream: 's',
        revision: 0,
        type: 'T',
        version: 1,
        occurredAt: '',
        resource: { type: 'r', id: 'r' },
        tenant: { firmId: null, clientId: null },
        command: once().command,
        data: { name: 'x' },
        mask: { names: { name: 'name' } },
        origin: {
          actor: { kind: 'user', id: 'u', role: null, sessionId: null },
          correlationId: 'c',
          causationId: null,
          ip: '::1',
          userAgent: null,
        },
      },
      { owner: key, actor: key },
    );
    const paths = (value: unknown, path: string): string[] =>
      typeof value === 'object' && value !== null && Object.keys(value).length > 0
        ? Object.entries(value).flatMap(([name, inner]) => paths(inner, `${path}.${name}`))
        : [path.slice(1)];
    expect(paths(JSON.parse(text), '').sort()).toEqual([
      'actor.id',
      'actor.kind',
      'actor.role',
      'actor.sessionId',
      'causationId',
      'command.body',
      'command.id',
      'command.key',
      'correlationId',
      'data',
      'id',
      'occurredAt',
      'origin.c',
      'origin.k',
      'origin.n',
      'personal.name.c',
      'personal.name.k',
      'personal.name.n',
      'resource.id',
      'resource.type',
      'revision',
      'stream',
      'tenant.clientId',
      'tenant.firmId',
      'type',
      'v',
      'version',
    ]);
    expect(FORMATS).toEqual({
      record: 'dosar-record 2',
      canonical: 'RFC 8785',
      leaf: 'RFC 6962 SHA-256',
      id: 'RFC 9562 UUIDv5 of command id, stream and revision',
      envelope: 'AES-256-GCM, 96-bit nonce, 128-bit tag, associated data event id and class of members',
      key: 'HMAC-SHA-256 of data key, "record", event id and class of members',
    });
  });
});
