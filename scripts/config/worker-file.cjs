// In tests the bundles of threads are where jest.setup.mjs has put them.
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

exports.workerFile = (name) => pathToFileURL(join(__dirname, '../../.nx/workers', `${name}.js`));
