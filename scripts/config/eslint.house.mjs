// What the house asks of its code beside imports (.dependency-cruiser.cjs); `scripts/check-imports.mjs` proves that each is noticed.
import { CLOCK_CANARIES, clocks, noClock } from './eslint.clocks.mjs';
import { FORMATTING } from './eslint.edges.mjs';
import { fieldWords } from './words.mjs';

const TESTS = [
  '**/*.spec.ts',
  '**/*.spec.tsx',
  '**/*.suite.ts',
  '**/testing/**',
  'libs/kernel/testing.ts',
  '**/matrix/**',
];

/** An import that nobody can follow is one that no rule of imports sees. */
const unnamedImport = {
  selector: "ImportExpression[source.type!='Literal']",
  message: 'What is imported is named: a rule of imports must see it.',
};

const handed = 'What a decision needs of the world is handed to it.';

/** What is decided and said is the same wherever and whenever it is computed. */
export const purity = {
  files: ['libs/domain/**/*.ts', 'libs/contracts/**/*.ts', 'libs/invoices/**/*.ts', 'libs/kernel/model/**/*.ts'],
  ignores: TESTS,
  rules: {
    'no-restricted-globals': [
      'error',
      ...['process', 'Buffer', 'performance', 'crypto', 'globalThis', 'fetch', 'require'].map((name) => ({
        name,
        message: handed,
      })),
      ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'].map((name) => ({ name, message: handed })),
    ],
    'no-restricted-properties': [
      'error',
      { object: 'Date', property: 'now', message: handed },
      { object: 'Math', property: 'random', message: handed },
      { object: 'Intl', property: 'DateTimeFormat', message: handed },
      ...FORMATTING,
    ],
    'no-restricted-syntax': [
      'error',
      unnamedImport,
      { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: handed },
      { selector: "CallExpression[callee.name='Date']", message: handed },
    ],
  },
};

/** What a document wants of memory would take the server along: only a process has bounds of its own. */
const threadForUploads = {
  selector: "NewExpression[callee.name='Worker'], NewExpression[callee.property.name='Worker']",
  message: 'Uploads are read in processes that the kernel bounds: files/readers.',
};

const inTurn =
  'Work for strangers waits in a FairQueue (libs/kernel): each has a turn, and too much of one is refused to it alone.';
/** Queues by hand: functions that wait to be called, and promises that are begun one after the other. */
const bareQueues = [
  ':matches(VariableDeclarator > Identifier.id, PropertyDefinition) > TSTypeAnnotation > TSArrayType[elementType.type="TSFunctionType"]',
  'NewExpression[callee.name="Map"] > TSTypeParameterInstantiation > TSArrayType[elementType.type="TSFunctionType"]',
  'AssignmentExpression[left.type="MemberExpression"][right.callee.property.name="then"][right.callee.object.type="MemberExpression"]',
  'NewExpression[callee.name=/^(Semaphore|Mutex|Sema|PQueue|Queue|Bottleneck)$/]',
].map((selector) => ({ selector, message: inTurn }));

export const namedImports = {
  files: ['apps/**/*.{ts,tsx}', 'libs/**/*.ts'],
  ignores: [...TESTS, ...purity.files],
  rules: { 'no-restricted-syntax': ['error', unnamedImport] },
};

export const boundedReaders = {
  files: ['apps/gateway/**/*.ts'],
  ignores: [...TESTS, 'apps/gateway/platform/hosting/projecting.ts'],
  rules: { 'no-restricted-syntax': ['error', unnamedImport, threadForUploads] },
};

const streamed =
  'What is sent to somebody for long goes through whileAllowed (platform/connections/streamed-answers.ts).';
const unwatchedAnswers = [
  "MemberExpression[object.name=/^(reply|response)$/][property.name='raw']",
  "ObjectPattern[typeAnnotation.typeAnnotation.typeName.name='FastifyReply'] > Property[key.name='raw']",
  "MemberExpression[property.name='hijack']",
  "NewExpression[callee.name='StreamableFile']",
  "TSAsExpression[typeAnnotation.typeName.name='AllowedBytes']",
].map((selector) => ({ selector, message: streamed }));

/** A right that is asked for beside the reads is not looked at again before a write: `reads.client` notes it. */
const unnotedRights = ["[arguments.0.name='caller']", "[arguments.0.property.name='caller']"].map((caller) => ({
  selector: `CallExpression[callee.property.name=/^(clientFor|mayRead)$/]${caller}`,
  message: 'What a caller may see is asked for by Reads (platform/reads/reads.ts), which notes it for their writes.',
}));

const byHand =
  'A use case is one function: useCase (platform/use-cases) makes the message, the handler and the controller.';
/** A use case reads in six steps: what a step is made of has a name of its own. */
const useCases = [
  {
    selector: "CallExpression[callee.name='useCase'] > :function > BlockStatement[body.length>6]",
    message: 'A use case has at most six steps: name what belongs together.',
  },
  { selector: 'ClassDeclaration[superClass.name=/^(Command|Query)$/]', message: byHand },
  {
    selector: 'Decorator > CallExpression[callee.name=/^(Controller|CommandHandler|QueryHandler)$/]',
    message: byHand,
  },
];

/**
 * Of the contexts of the gateway. Nobody writes to a connection beside the one place that looks whether its receiver may still
 * have it.
 */
export const contexts = {
  files: ['apps/gateway/**/*.ts'],
  ignores: [...TESTS, 'apps/gateway/platform/**'],
  rules: {
    'no-restricted-syntax': [
      'error',
      unnamedImport,
      threadForUploads,
      ...unwatchedAnswers,
      ...unnotedRights,
      ...bareQueues,
      ...useCases,
    ],
  },
};

/**
 * Factories that return named functions over what they keep, or run by them: each of these is short, and together they are
 * one thing, as a class would be.
 */
const FACTORIES = [
  'apps/console/features/files/files.mutations.ts',
  'libs/adapters/blob-store/s3.ts',
  'libs/adapters/event-store/eventstoredb/eventstoredb-read.ts',
  'libs/adapters/event-store/sqlite-log.ts',
  'libs/adapters/event-store/sqlite-verify.ts',
  'libs/adapters/event-store/sqlite.ts',
  'libs/adapters/read-store/mongodb-read.ts',
  'libs/adapters/read-store/mongodb-versions.ts',
  'libs/adapters/read-store/sqlite.ts',
  'libs/kernel/commands/aggregates.ts',
  'libs/kernel/commands/command-handler.ts',
  'libs/kernel/memory/read-store.ts',
  'libs/kernel/views/run-projectors.ts',
  'libs/kernel/reactions/run-reactors.ts',
  'libs/kernel/views/view-memory.ts',
  'libs/kernel/views/view-runner.ts',
];

const product = ['apps/gateway/**/*.ts', 'apps/projector/**/*.ts', 'apps/console/**/*.{ts,tsx}', 'libs/**/*.ts'];
/** The sentences of all screens, and what the router's tool writes. */
const LISTS = ['apps/console/**/{ro,en}.ts', 'apps/console/**/*.gen.ts'];

/** What is larger is more than one thing. */
export const sizes = [
  { files: product, ignores: [...TESTS, ...LISTS], rules: { 'max-lines': ['error', 250], 'max-params': ['error', 4] } },
  {
    files: product,
    ignores: [...TESTS, ...FACTORIES],
    rules: { 'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }] },
  },
];

const reported = (context, message) => (node) => context.report({ node, message });

/** A literal says its members one by one, and a declaration declares one name: whoever searches for either finds it. */
const plainLiterals = {
  create: (context) => ({
    'ObjectExpression > SpreadElement > ObjectExpression': reported(context, 'A member needs no literal of its own.'),
    ':matches(ArrayExpression, CallExpression, NewExpression) > SpreadElement > ArrayExpression': reported(
      context,
      'An element needs no literal of its own.',
    ),
    'VariableDeclarator[id.type="ArrayPattern"][init.type="ArrayExpression"]': (node) => {
      if (node.init.elements.every((element) => element?.type !== 'SpreadElement'))
        context.report({ node, message: 'One name a declaration.' });
    },
  }),
};

const readBy = 'The text of a row is read by rowIn (libs/kernel/model/view.ts), which knows its type from its view.';
/** A row has the type of the view that it was read from: nobody says of himself what it is. */
const typedRows = {
  create: (context) => ({
    'CallExpression[callee.object.name="JSON"][callee.property.name="parse"] > MemberExpression.arguments[property.name="json"]':
      reported(context, readBy),
    'CallExpression[callee.object.name="JSON"][callee.property.name="parse"] > Identifier.arguments[name="json"]':
      reported(context, readBy),
    'CallExpression[callee.object.name="JSON"][callee.property.name="parse"] CallExpression[callee.property.name=/^(row|written|must)$/]':
      reported(context, readBy),
    'CallExpression[callee.name="rowIn"] > TSTypeParameterInstantiation': reported(context, readBy),
    'TSAsExpression > CallExpression.expression[callee.name="rowIn"]': reported(context, readBy),
  }),
};

const namedBy = 'The names of streams are made and taken apart by streamOf and idIn (libs/kernel/model/event.ts).';
/** What a stream is called is known at one place. */
const streams = {
  create: (context) => ({
    'Property[key.name="stream"] > :matches(TemplateLiteral, Literal[value=/-/]).value': reported(context, namedBy),
    'CallExpression[callee.property.name=/^(read|append)$/][callee.object.property.name="events"] > :matches(TemplateLiteral, Literal).arguments:first-child':
      reported(context, namedBy),
    'CallExpression[callee.property.name=/^(slice|split|startsWith|replace|substring)$/][callee.object.name="stream"]':
      reported(context, namedBy),
    'CallExpression[callee.property.name=/^(slice|split|startsWith|replace|substring)$/][callee.object.property.name="stream"]':
      reported(context, namedBy),
  }),
};

const everywhere = {
  files: ['**/*.{ts,tsx,mjs,cjs}'],
  plugins: {
    house: {
      rules: {
        'field-words': fieldWords,
        'no-clock': noClock,
        'plain-literals': plainLiterals,
        streams,
        'typed-rows': typedRows,
      },
    },
  },
  rules: { 'house/plain-literals': 'error' },
};

const rowsAndStreams = [
  {
    files: ['apps/gateway/**/*.ts', 'apps/projector/**/*.ts', 'libs/**/*.ts'],
    ignores: [...TESTS, 'libs/kernel/model/view.ts'],
    rules: { 'house/typed-rows': 'error' },
  },
  {
    files: ['apps/gateway/**/*.ts', 'apps/projector/**/*.ts', 'libs/domain/**/*.ts', 'libs/kernel/**/*.ts'],
    ignores: [...TESTS, 'libs/kernel/model/event.ts'],
    rules: { 'house/streams': 'error' },
  },
];

const words = { files: product, ignores: LISTS, rules: { 'house/field-words': 'error' } };

export const house = [
  everywhere,
  words,
  clocks,
  ...rowsAndStreams,
  purity,
  namedImports,
  boundedReaders,
  contexts,
  ...sizes,
];

/** What must be noticed: the rule, where it stands, and the code. */
export const CANARIES = {
  'house/typed-rows': [
    ['apps/gateway/files/canary.ts', 'export const of = (row: any) => JSON.parse(row.json) as File;'],
    ['apps/gateway/audit/canary.ts', 'export const of = ({ json }: any) => JSON.parse(json) as AuditRow;'],
    ['apps/gateway/search/canary.ts', "export const of = (row: any) => JSON.parse(row['x'].json);"],
    ['apps/gateway/files/canary.ts', 'export const of = async (r: any) => JSON.parse((await r.must(files, 1)).json);'],
    ['apps/gateway/files/canary.ts', 'export const of = async (w: any) => JSON.parse(await w.row(files, 1)) as File;'],
    ['libs/kernel/views/canary.ts', 'export const of = (row: any) => rowIn<Row>(row.json);'],
    ['apps/gateway/files/canary.ts', 'export const of = (row: any) => rowIn(row.json) as File;'],
  ],
  'house/streams': [
    ['apps/gateway/files/canary.ts', 'export const all = (ports: any, id: string) => ports.events.read(`bulk-${id}`);'],
    ['libs/domain/files/canary.ts', 'export const idOf = ({ stream }: any) => stream.slice(6);'],
    ['libs/domain/files/canary.ts', "export const isDrive = (event: any) => event.stream.startsWith('drive-');"],
    ['apps/gateway/audit/canary.ts', 'export const of = (id: string) => ({ stream: `user-${id}` });'],
  ],
  'house/field-words': [
    ['apps/gateway/platform/canary.ts', 'export class KeptAnswers {}'],
    ['apps/console/features/chat/canary.tsx', 'export const useTalk = () => null;'],
    ['libs/kernel/canary.ts', 'export const TOLD = 1;'],
    ['libs/adapters/vault/kept-canary.ts', 'export {};'],
  ],
  'house/plain-literals': [
    ['apps/gateway/files/canary.ts', 'export const both = (a: object) => ({ a, ...{ b: 1, c: 2 } });'],
    ['scripts/canary.mjs', "export const all = (a) => [a, ...['b', 'c']];"],
    ['libs/kernel/canary.spec.ts', 'void Math.max(...[1, 2]);'],
    ['libs/domain/canary.ts', 'export const [a, b] = [1, 2];'],
  ],
  'house/no-clock': CLOCK_CANARIES,
  'max-lines': [
    ['libs/domain/files/canary.ts', '// a line\n'.repeat(251)],
    ['apps/gateway/files/canary.ts', 'export {};\n'.repeat(251)],
  ],
  'max-params': [
    ['libs/kernel/canary.ts', 'export const sum = (a: 1, b: 1, c: 1, d: 1, e: 1) => a + b + c + d + e;'],
    ['apps/gateway/files/canary.ts', 'export class Five { constructor(readonly a: 1, b: 1, c: 1, d: 1, e: 1) {} }'],
  ],
  'max-lines-per-function': [
    ['libs/domain/files/canary.ts', `export const long = () => {\n${'  void 0;\n'.repeat(61)}};`],
    ['apps/projector/canary.ts', `export function long() {\n${'  void 0;\n'.repeat(61)}}`],
    [
      'apps/console/features/files/canary.tsx',
      `export const Long = () => {\n${'  void 0;\n'.repeat(61)}return null;};`,
    ],
  ],
  'no-restricted-globals': [
    ['libs/domain/files/canary.ts', 'export const key = process.env.KEY;'],
    ['libs/domain/files/canary.ts', "export const bytes = Buffer.from('x');"],
    ['libs/contracts/files/canary.ts', 'export const id = crypto.randomUUID();'],
    ['libs/contracts/files/canary.ts', 'export const now = globalThis.Date.now();'],
    ['libs/domain/files/canary.ts', 'setTimeout(() => undefined, 1);'],
  ],
  'no-restricted-properties': [
    ['libs/domain/files/canary.ts', 'export const now = Date.now();'],
    ['libs/domain/identity/canary.ts', 'export const { now } = Date;'],
    ['libs/domain/files/canary.ts', "export const chance = Math['random']();"],
    ['libs/contracts/identity/canary.ts', 'export const chance = Math.random();'],
  ],
  'no-restricted-syntax': [
    ['libs/domain/files/canary.ts', 'export const now = new Date();'],
    ['libs/contracts/files/canary.ts', 'export const now = Date();'],
    ['libs/domain/files/canary.ts', "export const load = (name: string) => import('../' + name);"],
    ['apps/gateway/platform/canary.ts', 'export const load = (name: string) => import(`../${name}/module`);'],
    ['apps/gateway/files/send-canary.ts', 'export const load = (name: string) => import(`../${name}/module`);'],
    ['apps/gateway/files/texts/canary.ts', "export const reader = new Worker('./text.worker.js');"],
    ['apps/gateway/files/send-canary.ts', "export const reader = new threads.Worker('./text.worker.js');"],
    ['apps/gateway/files/canary.ts', `export const long = useCase(api.x, () => {\n${'  void 0;\n'.repeat(7)}});`],
    ['apps/gateway/audit/canary.ts', `export const long = useCase(api.x, async () => {${'await 0;'.repeat(7)}});`],
    ['apps/gateway/audit/canary.ts', 'export class Ask extends Query<string> {}'],
    ['apps/gateway/files/tree/canary.ts', 'export class Move extends Command<void> {}'],
    ['apps/gateway/audit/canary.ts', '@QueryHandler(Ask)\nexport class AskHandler {}'],
    ['apps/gateway/audit/canary.controller.ts', '@Controller()\nexport class AuditController {}'],
    ['apps/gateway/audit/canary.ts', "export const send = (reply: any) => reply.raw.write('x');"],
    [
      'apps/gateway/audit/canary.ts',
      "import type { FastifyReply } from 'fastify';\nexport const send = ({ raw }: FastifyReply) => raw.write('x');",
    ],
    [
      'apps/gateway/files/canary.ts',
      'export const sees = (access: any, { caller }: any) => access.clientFor(caller, 1);',
    ],
    ['apps/gateway/files/canary.ts', 'export const may = (rights: any, call: any) => rights.mayRead(call.caller);'],
    ['apps/gateway/files/canary.ts', 'const waiting: (() => void)[] = [];'],
    ['apps/gateway/search/canary.ts', 'export class Turns { private readonly waiting: (() => void)[] = []; }'],
    ['apps/gateway/files/canary.ts', 'export const queues = new Map<string, (() => void)[]>();'],
    [
      'apps/gateway/identity/canary.ts',
      'export class Line { run(work: any) { return (this.tail = this.tail.then(work)); } }',
    ],
    ['apps/gateway/files/canary.ts', 'export const places = new Semaphore(2);'],
    ['apps/gateway/audit/canary.ts', 'export const send = (answer: any) => answer.hijack();'],
    ['apps/gateway/audit/canary.ts', 'export const send = (file: any) => new StreamableFile(file);'],
    ['apps/gateway/audit/canary.ts', 'export const send = (bytes: any) => bytes as AllowedBytes;'],
  ],
};
