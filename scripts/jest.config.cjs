const { resolve } = require('node:path');

module.exports = {
  ...require('./config/jest.preset.cjs'),
  rootDir: __dirname,
  testMatch: ['<rootDir>/house/*.spec.ts'],
  globalSetup: resolve(__dirname, 'config/jest.results.mjs'),
};
