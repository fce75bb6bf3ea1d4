// What is easily done past the one place that is for it, and which words of the language are not used here. Each rule has
// names of code that it must notice (CANARIES); `scripts/check-imports.mjs` tries them.
import jest from 'eslint-plugin-jest';

const TESTS = ['**/*.spec.{ts,tsx}', '**/*.suite.ts', '**/testing/**', 'libs/kernel/testing.ts', '**/matrix/**'];
const PRODUCT = ['apps/{gateway,projector,console}/**/*.{ts,tsx}', 'libs/**/*.ts'];
const PROGRAMS = ['**/vite.*.ts', '**/*.gen.ts', '**/*.d.ts'];

/** A rule of its own for each: those of one name in two places would hide each other. */
const forbidding = (message, ...selectors) => ({
  create: (context) => Object.fromEntries(selectors.map((each) => [each, (node) => context.report({ node, message })])),
});

const ROMANIAN = '/[ăâîșțşţ]\\p{L}|\\p{L}[ăâîșțşţ]/iu';
const NAMES_OF_NOTHING = '/(^|[a-z])(Manager|Service|Helper|Util|Utils|Common|Base|Impl|Dto)(?![a-z])/';

const plugin = {
  rules: {
    'no-default-export': forbidding('What is exported has a name.', 'ExportDefaultDeclaration'),
    'no-barrel': forbidding('Whoever reads an import sees where a thing stands.', 'ExportAllDeclaration'),
    'no-double-cast': forbidding(
      'A type that has to be passed through `unknown` is another one.',
      'TSAsExpression > TSAsExpression[typeAnnotation.type="TSUnknownKeyword"]',
    ),
    'no-module-state': forbidding(
      'What is computed from events depends on nothing else: it would differ after a start.',
      'Program > VariableDeclaration[kind="let"]',
      'Program > ExportNamedDeclaration > VariableDeclaration[kind="let"]',
      ...['Program', 'Program > ExportNamedDeclaration'].map(
        (top) =>
          `${top} > VariableDeclaration > VariableDeclarator > NewExpression[callee.name=/^(Map|Set|WeakMap|WeakSet)$/][arguments.length=0]`,
      ),
      'Program > VariableDeclaration > VariableDeclarator > ArrayExpression[elements.length=0]',
    ),
    'no-own-query': forbidding(
      'What is read, and under which key, is said in platform/queries.ts or in a feature’s `.queries.ts`.',
      'ObjectExpression:has(> Property[key.name="queryFn"])',
    ),
    'no-vault': forbidding(
      'Only what keeps secrets knows where they are.',
      'MemberExpression[property.name="vault"]',
      'ObjectPattern > Property[key.name="vault"]',
    ),
    'sentences-in-catalogues': forbidding(
      'What is said stands in `ro.ts` and `en.ts`.',
      `Literal[value=${ROMANIAN}]`,
      `TemplateElement[value.raw=${ROMANIAN}]`,
      `JSXText[value=${ROMANIAN}]`,
    ),
    'telling-names': forbidding(
      'A name says what a thing is or does: this part of it says nothing.',
      ...['ClassDeclaration', 'FunctionDeclaration', 'TSTypeAliasDeclaration', 'TSInterfaceDeclaration'].map(
        (declared) => `${declared}[id.name=${NAMES_OF_NOTHING}]`,
      ),
      `VariableDeclarator[id.name=${NAMES_OF_NOTHING}]`,
    ),
    'telling-file-names': {
      create: (context) => ({
        Program: (node) => {
          const isVague = /[/\-.](manager|service|helpers?|utils?|common|base|impl|dto)[-.][^/]*$/;
          if (isVague.test(context.filename))
            context.report({ node, message: 'A file is named by what stands in it.' });
        },
      }),
    },
  },
};

const ruled = (files, ignores, rules) => ({ files, ignores, plugins: { edges: plugin }, rules });
const restricted = (message, ...names) => ['error', ...names.map((name) => ({ name, message }))];

/** As whoever runs it has set their machine: days, times and amounts are written by platform/format. */
export const FORMATTING = ['toLocaleDateString', 'toLocaleTimeString', 'toLocaleString'].map((property) => ({
  property,
  message: 'It would be another text on another machine: see apps/console/platform/format.ts.',
}));

/** What speaks to a library whose types say something else than what it does. */
const OTHERS_TYPES = [
  'apps/gateway/platform/{connections,http,sockets}/**',
  'apps/gateway/{files/tree/paths-of-then,audit/audit.reads}.ts',
  'apps/gateway/identity/two-step/passkeys.ts',
  'apps/gateway/files/texts/bounded-xml.ts',
  'apps/console/features/{account/two-step.mutations.ts,sign-in/passkey-proof.tsx}',
  'libs/adapters/**',
  'libs/domain/event-schemas.ts',
  'libs/kernel/log/opened-record.ts',
  'libs/kernel/views/view-rows.ts',
];

const language = [
  ruled(PRODUCT, [...TESTS, ...PROGRAMS], {
    'edges/no-default-export': 'error',
    'edges/telling-names': 'error',
    'edges/telling-file-names': 'error',
    eqeqeq: 'error',
  }),
  ruled(PRODUCT, [...TESTS, ...PROGRAMS, ...OTHERS_TYPES], { 'edges/no-double-cast': 'error' }),
  ruled(PRODUCT, [...TESTS, 'libs/kernel/{index,runtime,ports}.ts', 'libs/search/index.ts', 'libs/contracts/**'], {
    'edges/no-barrel': 'error',
  }),
  ruled(['apps/{gateway,projector}/**/*.ts', 'libs/**/*.ts'], TESTS, { 'no-console': 'error' }),
  // of what happens in a browser nobody else hears
  ruled(['apps/console/**/*.{ts,tsx}'], TESTS, { 'no-console': ['error', { allow: ['error', 'info'] }] }),
];

const OUTSIDE = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'];

const places = [
  ruled(['libs/domain/**/*.ts'], TESTS, { 'edges/no-module-state': 'error' }),
  ruled(
    ['apps/{gateway,projector}/**/*.ts', 'libs/{kernel,adapters}/**/*.ts', 'apps/console/**/*.{ts,tsx}'],
    [...TESTS, 'libs/kernel/model/**'],
    {
      'no-restricted-properties': ['error', ...FORMATTING],
    },
  ),
  ruled(['apps/gateway/**/*.ts'], [...TESTS, 'apps/gateway/demo/**', '**/{ro,en}.ts', '**/openapi-values.ts'], {
    'edges/sentences-in-catalogues': 'error',
  }),
  ruled(['apps/console/**/*.{ts,tsx}'], [...TESTS, 'apps/console/**/ro.ts', 'apps/console/**/*.ro.ts'], {
    'edges/sentences-in-catalogues': 'error',
  }),
  ruled(['apps/console/{features,ui,app}/**/*.{ts,tsx}'], [...TESTS, 'apps/console/**/*.queries.ts'], {
    'edges/no-own-query': 'error',
  }),
  ruled(['apps/console/{features,ui,app}/**/*.{ts,tsx}'], TESTS, {
    'no-restricted-globals': [
      ...restricted('platform/api.ts calls, and platform/live hears.', ...OUTSIDE),
      ...restricted('platform/storage keeps.', 'localStorage', 'sessionStorage', 'indexedDB').slice(1),
    ],
  }),
  ruled(['apps/gateway/**/*.ts'], TESTS, {
    'no-restricted-globals': restricted('The server asks nobody; companies are looked up by a port.', ...OUTSIDE),
  }),
  ruled(
    ['apps/gateway/*/**/*.ts'],
    [...TESTS, 'apps/gateway/{platform,operator,demo}/**', 'apps/gateway/files/readers/**', '**/*.worker.ts'],
    {
      'no-restricted-globals': [
        ...restricted('The server asks nobody; companies are looked up by a port.', ...OUTSIDE),
        ...restricted('What is set is read once, in platform/hosting/config.ts.', 'process').slice(1),
      ],
    },
  ),
  ruled(
    ['apps/gateway/*/**/*.ts'],
    [
      ...TESTS,
      'apps/gateway/{platform,operator,demo,system,identity}/**',
      'apps/gateway/files/{checks,downloads,uploads}/**',
      'apps/gateway/notifications/digest*.ts',
    ],
    { 'edges/no-vault': 'error' },
  ),
];

/** What fails when it is not so, by how it is called in specs. */
const ASSERTIONS =
  'expect* **.expect fc.assert given shows counts **.then* becomes until* staysSo next leavesNothing **.find* isThere focused hasFocus'.split(
    ' ',
  );
const TRIED = 'What is ours is tried as it is.';
/** What a spec must do to be one. */
const specs = [
  {
    files: ['**/*.spec.{ts,tsx}', '**/*.suite.ts'],
    plugins: { jest },
    rules: {
      'jest/no-focused-tests': 'error',
      'jest/no-disabled-tests': 'error',
      'jest/expect-expect': ['error', { assertFunctionNames: ASSERTIONS }],
      'jest/no-restricted-jest-methods': ['error', { mock: TRIED, doMock: TRIED, setMock: TRIED }],
    },
  },
];

export const edges = [...language, ...places, ...specs];

/** What must be noticed: the rule, where it stands, and the code. */
export const CANARIES = {
  'edges/no-default-export': [
    ['libs/domain/files/canary.ts', 'export default { a: 1 };'],
    ['apps/console/features/chat/canary.tsx', 'const Part = () => null; export default Part;'],
  ],
  'edges/no-barrel': [
    ['apps/gateway/files/index.ts', "export * from './tree/drives';"],
    ['libs/domain/files/canary.ts', "export * from './drive.decider';"],
  ],
  'edges/no-double-cast': [
    ['libs/domain/files/canary.ts', 'export const as = (x: string) => x as unknown as number;'],
    ['apps/gateway/files/tree/canary.ts', 'export const as = (x: string) => x as unknown as number;'],
  ],
  'edges/no-module-state': [
    ['libs/domain/files/canary.projector.ts', "let seen = ''; export const see = () => (seen += 'x');"],
    ['libs/domain/files/canary.ts', 'const seen = new Map<string, string>(); export const see = seen.get;'],
    ['libs/domain/files/canary.ts', 'export const seen = new Set();'],
    ['libs/domain/files/canary.ts', 'const seen: string[] = []; export const see = () => seen.push(1);'],
  ],
  'edges/no-own-query': [
    ['apps/console/features/search/canary.ts', "useQuery({ queryKey: ['a'], queryFn: () => 1 });"],
    ['apps/console/ui/canary.tsx', 'useQuery({ queryKey, queryFn });'],
  ],
  'edges/no-vault': [
    ['apps/gateway/files/tree/canary.ts', "export const look = ({ ports }) => ports.vault.get('x');"],
    ['apps/gateway/search/canary.ts', 'export const look = ({ vault }) => vault;'],
  ],
  'edges/sentences-in-catalogues': [
    ['apps/console/features/chat/canary.tsx', "const action = 'Șterge acum';"],
    ['apps/console/features/chat/canary.ts', 'const action = `Șterg ${name}`;'],
    ['apps/console/features/dashboard/en.ts', "export const en = { asTable: 'Arată ca tabel' };"],
    ['apps/gateway/files/tree/canary.ts', "throw new Error('Fișierul nu există');"],
  ],
  'edges/telling-names': [
    ['apps/gateway/files/canary.ts', 'export class FileManagerService {}'],
    ['libs/kernel/canary.ts', 'export const rowHelper = () => 1;'],
  ],
  'edges/telling-file-names': [
    ['apps/gateway/files/file-utils.ts', 'export {};'],
    ['libs/domain/helpers.ts', 'export {};'],
  ],
  'no-console': [['apps/gateway/files/canary.ts', 'console.log(1);']],
  eqeqeq: [['libs/domain/files/canary.ts', "export const is = (a: string | null) => a == 'x';"]],
  'no-restricted-properties': [
    ['apps/console/features/chat/canary.tsx', 'export const day = new Date(at).toLocaleDateString();'],
    ['apps/gateway/files/canary.ts', 'export const day = (at: Date) => at.toLocaleString();'],
    ['libs/domain/files/canary.ts', "export const day = new Intl.DateTimeFormat('ro').format();"],
    ['libs/domain/files/canary.ts', 'export const day = (at: Date) => at.toLocaleDateString();'],
    ['libs/kernel/model/canary.ts', 'export const now = Date.now();'],
  ],
  'no-restricted-syntax': [['libs/kernel/model/canary.ts', 'export const now = () => new Date().toISOString();']],
  'no-restricted-globals': [
    ['apps/console/features/search/canary.ts', "export const found = fetch('/api/search');"],
    ['apps/console/features/files/canary.ts', "export const known = localStorage.getItem('x');"],
    ['apps/console/ui/canary.tsx', "export const line = new WebSocket('/x');"],
    ['apps/gateway/files/tree/canary.ts', 'export const zone = process.env.DOSAR_TZ;'],
    ['apps/gateway/files/tree/canary.ts', "export const other = fetch('https://example.com');"],
    ['apps/gateway/platform/http/canary.ts', "export const other = fetch('https://example.com');"],
  ],
  'jest/no-focused-tests': [['libs/domain/canary.spec.ts', "it.only('is', () => expect(1).toBe(1));"]],
  'jest/no-disabled-tests': [['libs/domain/canary.spec.ts', "it.skip('is', () => expect(1).toBe(1));"]],
  'jest/expect-expect': [['libs/domain/canary.spec.ts', "it('does', () => { JSON.stringify({}); });"]],
  'jest/no-restricted-jest-methods': [['libs/domain/canary.spec.ts', "jest.mock('./drive', () => ({}));"]],
};
