module.exports = { ...require('../../scripts/config/jest.preset.cjs'), rootDir: __dirname };
