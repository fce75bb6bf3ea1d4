const { resolve } = require('node:path');
const preset = require('../../scripts/config/jest.preset.cjs');

module.exports = {
  ...preset,
  rootDir: __dirname,
  // components run in a document: `@jest-environment ./testing/browser.cjs`
  testMatch: ['<rootDir>/**/*.spec.ts', '<rootDir>/**/*.spec.tsx'],
  moduleNameMapper: {
    ...preset.moduleNameMapper,
    '\\.css$': '<rootDir>/testing/styles.cjs',
    // as browsers have it
    '^socket\\.io-client$': require.resolve('socket.io-client/dist/socket.io.js'),
  },
  globalSetup: resolve(__dirname, '../../scripts/config/jest.results.mjs'),
};
