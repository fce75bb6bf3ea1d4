const preset = require('../../scripts/config/jest.preset.cjs');

const [, options] = Object.values(preset.transform)[0];
const described = require.resolve('../../scripts/config/jest.described.cjs');

module.exports = {
  ...preset,
  rootDir: __dirname,
  transform: { '/libs/contracts/.+(?<!\\.spec)\\.ts$': [described, options], ...preset.transform },
};
