// Shared by every server-side project. Nest 12 is ESM only, so tests run as CommonJS and swc lowers everything.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { resolve } = require('node:path');

const swc = [
  '@swc/jest',
  {
    swcrc: false,
    // beside the code, which is read for every suite: in it they are most of it
    sourceMaps: true,
    module: { type: 'commonjs' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true, decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: true,
        react: { runtime: 'automatic' },
      },
      keepClassNames: true,
    },
  },
];

module.exports = {
  testEnvironment: 'node',
  // as the build puts it in
  globals: {
    DOSAR_BUILD: { version: require('../../package.json').version, commit: null },
    DOSAR_FORMAT_PAGE: createHash('sha256')
      .update(readFileSync(resolve(__dirname, '../../libs/kernel/FORMAT.md')))
      .digest('hex'),
  },
  // the machines that run this are small and shared
  testTimeout: 60_000,
  cacheDirectory: resolve(__dirname, '../../.nx/jest'),
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  globalSetup: resolve(__dirname, 'jest.setup.mjs'),
  globalTeardown: resolve(__dirname, 'jest.teardown.mjs'),
  moduleNameMapper: { '/worker-file$': resolve(__dirname, 'worker-file.cjs') },
  transform: { '^.+\\.[mc]?[jt]sx?$': swc },
  transformIgnorePatterns: [],
  testMatch: ['<rootDir>/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '\\.int\\.spec\\.ts$'],
  modulePathIgnorePatterns: ['<rootDir>/dist'],
};
