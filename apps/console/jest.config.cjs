const preset = require('../../scripts/config/jest.preset.cjs');

module.exports = { ...preset, rootDir: __dirname, globalSetup: undefined };
