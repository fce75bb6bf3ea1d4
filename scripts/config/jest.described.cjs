// Specs of the server see the schemas of the contract as its build does: described by the comments beside them.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { createTransformer } = require('@swc/jest');

const version = createHash('sha256')
  .update(readFileSync(require.resolve('./described.mjs')))
  .digest('hex');

module.exports = {
  createTransformer: (options) => {
    const swc = createTransformer(options);
    const described = (code) => require('./described.mjs').described(code);
    return {
      process: (code, file, settings) => swc.process(described(code), file, settings),
      getCacheKey: (...of) => version + swc.getCacheKey(...of),
    };
  },
};
