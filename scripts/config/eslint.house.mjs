// What the house asks of its code beside imports (.dependency-cruiser.cjs); `scripts/check-imports.mjs` proves that each is noticed.
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
  files: ['libs/domain/**/*.ts', 'libs/contracts/**/*.ts'],
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
    ],
    'no-restricted-syntax': [
      'error',
      unnamedImport,
      { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: handed },
      { selector: "CallExpression[callee.name='Date']", message: handed },
    ],
  },
};

export const namedImports = {
  files: ['apps/**/*.{ts,tsx}', 'libs/**/*.ts'],
  ignores: [...TESTS, 'libs/domain/**', 'libs/contracts/**'],
  rules: { 'no-restricted-syntax': ['error', unnamedImport] },
};

export const house = [purity, namedImports];

/** What must be noticed: the rule, where it stands, and the code. */
export const CANARIES = {
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
  ],
};
