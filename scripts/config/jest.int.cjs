// The specs that need a server (npm run int:…). What nobody catches, a rejection or an error event of a driver, fails the
// spec in which it comes: Jest listens for both.
const { resolve } = require('node:path');
const preset = require('./jest.preset.cjs');

module.exports = {
  ...preset,
  rootDir: resolve(__dirname, '../../libs/adapters'),
  testMatch: ['<rootDir>/**/*.int.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  // what protobuf makes of `this` does not survive being lowered again. MongoDB's driver must be lowered: it loads modules
  // by import(), which Jest refuses to what it leaves alone, and then tells the server nothing of itself
  transformIgnorePatterns: ['/node_modules/(@eventstore|@grpc|google-protobuf|minio|nats)/'],
  testTimeout: 120_000,
  // a test that fails while it writes in a loop must not keep the suite from ending
  forceExit: true,
};
