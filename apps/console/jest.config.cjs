const { resolve } = require('node:path');
const preset = require('../../scripts/config/jest.preset.cjs');

module.exports = {
  ...preset,
  rootDir: __dirname,
  globalSetup: resolve(__dirname, '../../scripts/config/jest.results.mjs'),
};
