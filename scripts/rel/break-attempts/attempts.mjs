// Small wrong changes, as somebody in a hurry makes them. Each names the places that it changes, the projects whose types
// could notice, and the specs that could; lint looks at the files it changed, the rules of imports where it adds one.
const G = 'apps/gateway';
const C = 'apps/console';
const D = 'libs/domain';
const K = 'libs/kernel';
const P = 'libs/contracts';

/** @typedef {{ file: string, from?: string, to: string }} Edit  without `from` the text is a new file's, or comes at the end */
/** @typedef {{ id: number, title: string, edits: Edit[], types?: string[], imports?: boolean, specs?: [string, string[]][] }} Attempt */

const added = (file, to) => ({ file, to });
const changed = (file, from, to) => ({ file, from, to });

const DELETE = `${C}/features/chat/messages/delete.dialog.tsx`;
const NOTE = `${G}/files/tree/add-note.ts`;
const SEEN = '    const { file } = await see(FilesReads).file(fileId);\n    const write';
const inNote = (line) => [changed(NOTE, SEEN, `    ${line}\n${SEEN}`)];
const HANDLED = "    await write.handle(message, messageId, { type: 'DeleteMessage', data: {} });";
const sentence = [[C, ['app/i18n']]];
const edits = `${D}/conversations/edits.projector.ts`;
const decider = `${D}/conversations/message.decider.ts`;

/** @type {Attempt[]} */
export const ATTEMPTS = [
  {
    id: 1,
    title: 'the platform knows a context of the domain',
    imports: true,
    types: [G],
    edits: [
      added(
        `${G}/platform/reads/zz.ts`,
        "import { message } from '@dosar/domain/conversations/message.decider';\nexport const zz = message.initial();\n",
      ),
    ],
  },
  {
    id: 2,
    title: 'a context of the domain imports another’s projector by its package',
    imports: true,
    types: [D],
    edits: [
      added(
        `${D}/search/zz.ts`,
        "import { users } from '@dosar/domain/identity/users.projector';\nexport const zz = users.view;\n",
      ),
    ],
  },
  {
    id: 3,
    title: 'a feature imports another’s mutations',
    imports: true,
    types: [C],
    edits: [
      added(
        `${C}/features/chat/zz.ts`,
        "import { filesWritings } from '../files/files.mutations';\nexport const zz = filesWritings;\n",
      ),
    ],
  },
  {
    id: 4,
    title: 'a feature calls fetch itself',
    types: [C],
    edits: [
      added(
        `${C}/features/search/zz.ts`,
        "export const zz = async (): Promise<unknown> => (await fetch('/api/search?q=x')).json() as Promise<unknown>;\n",
      ),
    ],
  },
  {
    id: 5,
    title: 'a feature opens a socket of its own',
    imports: true,
    types: [C],
    edits: [added(`${C}/features/chat/zz.ts`, "import { io } from 'socket.io-client';\nexport const zz = io();\n")],
  },
  {
    id: 6,
    title: 'a feature uses localStorage',
    types: [C],
    edits: [
      added(`${C}/features/files/zz.ts`, "export const zz = (): string | null => localStorage.getItem('dosar.zz');\n"),
    ],
  },
  {
    id: 7,
    title: 'a use case imports a driver',
    imports: true,
    types: [G],
    edits: [
      added(
        `${G}/files/tree/zz.ts`,
        "import { DatabaseSync } from '@photostructure/sqlite';\nexport const zz = () => new DatabaseSync('x.db').exec('SELECT 1');\n",
      ),
    ],
  },
  {
    id: 8,
    title: 'a driver by createRequire',
    imports: true,
    types: [G],
    edits: [
      added(
        `${G}/files/tree/zz.ts`,
        "import { createRequire } from 'node:module';\nconst load = createRequire(import.meta.url);\nexport const zz = (): unknown => load('@photostructure/sqlite');\n",
      ),
    ],
  },
  {
    id: 9,
    title: 'a use case reads files of the machine',
    imports: true,
    types: [G],
    edits: [
      added(
        `${G}/files/tree/zz.ts`,
        "import { readFileSync } from 'node:fs';\nexport const zz = () => readFileSync('/etc/hostname', 'utf8');\n",
      ),
    ],
  },
  {
    id: 10,
    title: 'a use case reads process.env',
    types: [G],
    edits: inNote("if (process.env['DOSAR_ZZ']) throw new Error('no');"),
  },
  {
    id: 11,
    title: 'a use case goes out to the internet',
    types: [G],
    edits: inNote("await fetch('https://example.com');"),
  },
  {
    id: 12,
    title: 'the projector imports a framework',
    imports: true,
    edits: [
      added('apps/projector/zz.ts', "import { Injectable } from '@nestjs/common';\nexport const zz = Injectable;\n"),
    ],
  },
  {
    id: 13,
    title: 'two files import each other’s types',
    imports: true,
    types: [D],
    edits: [
      added(`${D}/files/zz-a.ts`, "import type { B } from './zz-b';\nexport type A = { b: B | null };\n"),
      added(`${D}/files/zz-b.ts`, "import type { A } from './zz-a';\nexport type B = { a: A | null };\n"),
    ],
  },
  {
    id: 14,
    title: 'a clock in the domain',
    edits: [changed(decider, '      if (sent) return [];', '      if (sent || Date.now() < 0) return [];')],
  },
  {
    id: 15,
    title: 'a clock in the domain, by Intl',
    edits: [
      changed(
        decider,
        '      if (sent) return [];',
        "      if (sent || new Intl.DateTimeFormat('ro').format() === '') return [];",
      ),
    ],
  },
  {
    id: 16,
    title: 'a projector that counts in a variable of its module',
    edits: [
      changed(edits, 'export const edits =', "let seen = '';\nexport const edits ="),
      changed(edits, '        edited_at: occurredAt,', '        edited_at: (seen ||= occurredAt),'),
    ],
  },
  {
    id: 17,
    title: 'a clock in the face of the kernel that the domain sees',
    edits: [added(`${K}/model/decider.ts`, '\nexport const nowHere = (): string => new Date().toISOString();\n')],
  },
  {
    id: 18,
    title: 'a projector that no face names',
    specs: [[D, ['registry']]],
    edits: [
      added(
        `${D}/search/zz.projector.ts`,
        "import { put, type Projector } from '@dosar/kernel';\nimport type { SearchEvent } from './search.events';\nexport const zz: Projector<SearchEvent, { readonly id: string }> = { view: 'zz', version: 1, columns: {}, indexes: [], columnsOf: () => ({}), on: { SearchSaved: ({ searchId }) => put(searchId, { id: searchId }) } };\n",
      ),
    ],
  },
  {
    id: 19,
    title: 'a map of documents that is not merged',
    specs: [[D, ['registry']]],
    edits: [
      added(
        `${D}/search/zz.documents.ts`,
        "import { remove } from '@dosar/kernel';\nexport const ofZz = { ClientDeleted: (_: unknown, { resource }: { resource: { id: string } }) => remove(resource.id) };\n",
      ),
    ],
  },
  {
    id: 20,
    title: 'an event without its words',
    specs: [[D, ['words']]],
    types: [D],
    edits: [
      changed(
        `${D}/conversations/message.events.ts`,
        '    MessageDeleted: shape(',
        '    MessagePinned: shape(z.object({ conversationId: Id })),\n    MessageDeleted: shape(',
      ),
    ],
  },
  {
    id: 21,
    title: 'a job that its module does not name',
    specs: [[G, ['app.module']]],
    edits: [
      added(
        `${G}/search/zz.job.ts`,
        "import { Injectable } from '@nestjs/common';\n@Injectable()\nexport class Zz {\n  readonly failure = 'zz';\n  async run(): Promise<void> {}\n}\n",
      ),
    ],
  },
  {
    id: 22,
    title: 'a use case that its module does not list',
    specs: [[G, ['app.module', 'platform/access/policy']]],
    edits: [changed(`${G}/conversations/conversations.module.ts`, 'deleteMessage,', '')],
  },
  {
    id: 23,
    title: 'a thread in a context',
    imports: true,
    edits: [
      added(
        `${G}/search/zz.ts`,
        "import { Worker } from 'node:worker_threads';\nimport { workerFile } from '@dosar/adapters/worker-file';\nexport const zz = () => new Worker(workerFile('zz.worker'));\n",
      ),
    ],
  },
  {
    id: 24,
    title: 'an event of the sockets that no console handles',
    types: [P, D, G, C],
    edits: [
      changed(
        `${P}/live.ts`,
        '  resync: z.object({}),\n} as const;',
        "  'message:pinned': z.object({ message_id: z.string(), position: LogPosition }),\n  resync: z.object({}),\n} as const;",
      ),
      changed(
        `${G}/platform/access/policy.ts`,
        "  readonly resync: 'session';",
        "  readonly 'message:pinned': 'conversationId';\n  readonly resync: 'session';",
      ),
    ],
  },
  {
    id: 25,
    title: 'a refusal without a code',
    types: [D, G],
    edits: [
      changed(
        decider,
        "export type MessageRefusal =\n  | 'message/unknown'",
        "export type MessageRefusal =\n  | 'message/too-late'\n  | 'message/unknown'",
      ),
    ],
  },
  {
    id: 26,
    title: 'an endpoint without a row in the policy',
    types: [P, D],
    edits: [
      changed(
        `${P}/search/search.api.ts`,
        'export const searchApi = {',
        "export const searchApi = {\n  zz: endpoint({ method: 'GET', path: '/search/zz', summary: 'x', status: 204 }),",
      ),
    ],
  },
  {
    id: 27,
    title: 'accountants read the audit',
    specs: [[G, ['matrix']]],
    edits: [
      changed(
        `${D}/policy.ts`,
        "audit: { events: { allow: 'admin', auditor: 'past' }, event: { allow: 'admin', auditor: 'past' } }",
        'audit: { events: accountant, event: accountant }',
      ),
    ],
  },
  {
    id: 28,
    title: 'a write without a rate',
    types: [D],
    edits: [changed(`${D}/policy.ts`, 'notes: { list: past, add: writer }', 'notes: { list: past, add: anyone }')],
  },
  {
    id: 29,
    title: 'what a read stands on is not noted',
    specs: [[G, ['matrix/lost-rights']]],
    edits: [
      changed(
        `${G}/platform/access/unit-of-work.ts`,
        '    if (found !== null) this.rights.set(right.name, right);\n',
        '',
      ),
    ],
  },
  {
    id: 30,
    title: 'an answer that does not wait for its views',
    specs: [[G, ['writes/held-back']]],
    edits: [
      changed(
        `${G}/platform/writes/writes.ts`,
        '.untilVisible = () => this.writes.visible(call);',
        '.untilVisible = () => Promise.resolve();',
      ),
    ],
  },
  {
    id: 31,
    title: 'the idempotency key is ignored',
    specs: [[G, ['files/tree/notes', 'platform/openapi/conventions']]],
    edits: [changed(NOTE, 'await writes.begin(call, { fileId, text })', 'writes.once(call)')],
  },
  {
    id: 32,
    title: 'a row gets a member, its version stays',
    specs: [[D, ['versions']]],
    edits: [
      changed(edits, '  readonly edited_at: string;', '  readonly edited_at: string;\n  readonly zz: number;'),
      changed(edits, '        edited_at: occurredAt,', '        edited_at: occurredAt,\n        zz: 1,'),
    ],
  },
  {
    id: 33,
    title: 'a snapshot gets another shape, its version stays',
    specs: [[D, ['versions']]],
    edits: [
      changed(
        `${D}/notifications/inbox.decider.ts`,
        'for (const [id, at] of saved.raised) state.raised.set(id, at);',
        'for (const [id, at] of saved.raised) state.raised.set(id, at * 1);',
      ),
    ],
  },
  {
    id: 34,
    title: 'a sentence missing in English',
    types: [C],
    edits: [changed(`${C}/features/dashboard/en.ts`, "    asTable: 'Show as a table',\n", '')],
  },
  {
    id: 37,
    title: 'Romanian in a screen, by a constant',
    edits: [
      changed(
        DELETE,
        '  const { mutateAsync } = useMutation(removing);',
        "  const action = 'Șterge acum';\n  const { mutateAsync } = useMutation(removing);",
      ),
      changed(DELETE, "action={t('chat.delete')}", 'action={action}'),
    ],
  },
  {
    id: 38,
    title: 'an English sentence left Romanian',
    edits: [changed(`${C}/features/dashboard/en.ts`, "asTable: 'Show as a table',", "asTable: 'Arată ca tabel',")],
  },
  {
    id: 39,
    title: 'a day as the browser writes it',
    edits: [
      changed(
        DELETE,
        "title={t('chat.deleteTitle')}",
        "title={t('chat.deleteTitle') + new Date(message.created_at).toLocaleDateString()}",
      ),
    ],
  },
  {
    id: 40,
    title: 'any',
    edits: [added(`${D}/files/zz.ts`, 'export const zz = (x: any): string => x.y as string;\n')],
  },
  {
    id: 41,
    title: 'as unknown as',
    edits: [
      added(
        `${D}/files/zz.ts`,
        "import type { DriveEvent } from './drive.events';\nexport const zz = (x: string): DriveEvent => x as unknown as DriveEvent;\n",
      ),
    ],
  },
  {
    id: 42,
    title: 'a promise that nobody waits for',
    edits: [changed(`${G}/conversations/delete-message.ts`, HANDLED, HANDLED.replace('await ', ''))],
  },
  {
    id: 43,
    title: 'the same behind void',
    specs: [[G, ['conversations/conversations']]],
    edits: [changed(`${G}/conversations/delete-message.ts`, HANDLED, HANDLED.replace('await ', 'void '))],
  },
  {
    id: 44,
    title: 'a promise returned out of try',
    types: [G],
    edits: [
      added(
        `${G}/files/tree/zz.ts`,
        'const work = async (): Promise<number> => 1;\nexport const zz = async (): Promise<number> => {\n  try {\n    return work();\n  } catch {\n    return 0;\n  }\n};\n',
      ),
    ],
  },
  { id: 45, title: 'console.log in the gateway', edits: inNote('console.log(fileId);') },
  {
    id: 46,
    title: 'a default export in the domain',
    edits: [added(`${D}/files/zz.ts`, 'export default { zz: 1 };\n')],
  },
  {
    id: 47,
    title: '== instead of ===',
    edits: [added(`${D}/files/zz.ts`, "export const zz = (a: string | null): boolean => a == 'x';\n")],
  },
  {
    id: 48,
    title: 'a switch that forgets a case',
    types: [D],
    edits: [
      added(
        `${D}/files/zz.ts`,
        "import type { ProcessState } from '@dosar/contracts';\nexport const zz = (s: ProcessState): number => {\n  let n = 0;\n  switch (s) {\n    case 'new':\n      n = 1;\n  }\n  return n;\n};\n",
      ),
    ],
  },
  {
    id: 49,
    title: 'an export that nobody uses',
    specs: [['scripts', ['used']]],
    edits: [added(`${D}/files/zz.ts`, 'export const zzDead = (): number => 1;\n')],
  },
  {
    id: 50,
    title: 'a dependency that nobody imports',
    specs: [['scripts', ['used']]],
    edits: [changed(`${G}/package.json`, '"zod": "4.6.7"', '"zod": "4.6.7",\n    "autocannon": "9.0.0"')],
  },
  { id: 51, title: 'a barrel of a context', edits: [added(`${G}/files/index.ts`, "export * from './tree/drives';\n")] },
  {
    id: 52,
    title: 'FileManagerService in file-utils.ts',
    edits: [
      added(
        `${G}/files/tree/file-utils.ts`,
        'export class FileManagerService {\n  helper(): number {\n    return 1;\n  }\n}\n',
      ),
    ],
  },
  {
    id: 53,
    title: 'a spec that asserts nothing',
    edits: [
      added(
        `${D}/files/zz.spec.ts`,
        "describe('zz', () => {\n  it('does something', () => {\n    JSON.stringify({});\n  });\n});\n",
      ),
    ],
  },
  {
    id: 54,
    title: 'it.only left in a spec',
    edits: [
      changed(`${D}/conversations/reader.decider.spec.ts`, "  it('move on', () => {", "  it.only('move on', () => {"),
    ],
  },
  {
    id: 55,
    title: 'own code mocked away',
    edits: [
      added(
        `${D}/files/zz.spec.ts`,
        "jest.mock('./hashed-numbers', () => ({ zz: 1 }));\ndescribe('zz', () => it('is', () => expect(1).toBe(1)));\n",
      ),
    ],
  },
  {
    id: 57,
    title: 'a colour beside the theme',
    specs: [['scripts', ['used', 'rooms']]],
    edits: [added(`${C}/features/chat/chat.module.css`, '\n.zz {\n  color: #ff0000;\n}\n')],
  },
  {
    id: 60,
    title: 'a query with a key of its own',
    edits: [
      added(
        `${C}/features/search/zz.ts`,
        "import { useQuery } from '@tanstack/react-query';\nimport { searchApi } from '@dosar/contracts';\nimport { call } from '../../platform/api';\nexport const useZz = () => useQuery({ queryKey: ['zz'], queryFn: () => call(searchApi.history, {}) });\n",
      ),
    ],
  },
  {
    id: 61,
    title: 'a column that the view does not have',
    types: [G],
    edits: [changed(NOTE, '{ where: { file_id: file.id }, order', '{ where: { file_idd: file.id }, order')],
  },
  {
    id: 62,
    title: 'a row of one view read as another’s',
    types: [G],
    edits: [
      changed(
        NOTE,
        '  const produce =',
        "  const { row } = await see(FilesReads).file(fileId);\n  if (rowIn(row.json).email === '') throw new Error();\n  const produce =",
      ),
      changed(NOTE, 'import { drive }', "import { rowIn } from '@dosar/kernel/runtime';\nimport { drive }"),
    ],
  },
  {
    id: 63,
    title: 'ids of two kinds swapped',
    types: [G],
    specs: [[G, ['files/tree/notes']]],
    edits: [changed(NOTE, 'await write.handle(drive, file.client_id, {', 'await write.handle(drive, file.id, {')],
  },
  {
    id: 64,
    title: 'a wrong name of a stream',
    types: [G],
    specs: [[G, ['files/bulk/bulk.spec', 'files/files']]],
    edits: [
      changed(
        `${G}/files/bulk/bulk-runner.ts`,
        'ports.events.read(streamOf(bulk.events, id), 0, 1)',
        'ports.events.read(`bulks-${id}`, 0, 1)',
      ),
    ],
  },
  {
    id: 65,
    title: 'a mutation that fails silently',
    types: [C],
    edits: [
      changed(
        DELETE,
        'const removing = writing(',
        'export const zz = writing(messagesApi.delete, { input: ({ id }: Message) => ({ params: { id } }) });\nconst removing = writing(',
      ),
    ],
  },
  {
    id: 66,
    title: 'Romanian in a screen, by a template',
    specs: sentence,
    edits: [changed(DELETE, "title={t('chat.deleteTitle')}", "title={`${t('chat.deleteTitle')} Sigur?`}")],
  },
  {
    id: 67,
    title: 'a sentence missing in both languages',
    types: [C],
    specs: sentence,
    edits: [changed(DELETE, "text={t('chat.deleteText')}", "text={t('chat.deleteText') + t('chat.zz')}")],
  },
  {
    id: 68,
    title: 'a variable of the environment that nobody is told',
    specs: [['scripts', ['variables']]],
    edits: [
      changed(
        `${G}/platform/hosting/config.ts`,
        '  DOSAR_LIMITS:',
        '  DOSAR_ZZ: z.string().optional(),\n  DOSAR_LIMITS:',
      ),
    ],
  },
  {
    id: 69,
    title: 'a use case looks into the vault',
    edits: [
      added(
        `${G}/files/tree/zz.ts`,
        "import type { Installation } from '../../platform/hosting/installation';\nexport const zz = ({ ports }: Installation) => ports.vault.get('purpose/root/1');\n",
      ),
    ],
  },
  {
    id: 56,
    title: 'a part that is clicked, without a key',
    edits: [added(`${C}/features/chat/zz.tsx`, 'export const Zz = () => <div onClick={() => {}} />;\n')],
  },
  {
    id: 70,
    title: 'an event without its name in the audit',
    specs: [
      [D, ['words.spec', 'event-schemas']],
      [C, ['app/i18n']],
    ],
    edits: [
      changed(
        `${D}/conversations/reader.events.ts`,
        '{ ReadUpTo: shape(Mark), DeliveredUpTo: shape(Mark) }',
        '{ ReadUpTo: shape(Mark), DeliveredUpTo: shape(Mark), SkippedUpTo: shape(Mark) }',
      ),
      changed(
        `${D}/words.spec.ts`,
        "    DeliveredUpTo: '1 conversationId clientId firmId userId messageId sentAt',\n",
        "    DeliveredUpTo: '1 conversationId clientId firmId userId messageId sentAt',\n    SkippedUpTo: '1 conversationId clientId firmId userId messageId sentAt',\n",
      ),
    ],
  },
  {
    id: 71,
    title: 'a refusal with a sentence that is another’s',
    specs: [[D, ['registry']]],
    edits: [
      changed(
        `${D}/conversations/conversations.context.ts`,
        "'message/edits': 'VALIDATION_FAILED'",
        "'message/edits': 'TOO_MANY_SAVED'",
      ),
    ],
  },
];
