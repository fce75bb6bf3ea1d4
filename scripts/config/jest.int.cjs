// The specs that need a server (npm run int:…).
const { resolve } = require('node:path');
const preset = require('./jest.preset.cjs');

module.exports = {
  ...preset,
  rootDir: resolve(__dirname, '../../libs/adapters'),
  testMatch: ['<rootDir>/**/*.int.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  // the drivers are CommonJS already, and what protobuf makes of `this` does not survive being lowered again
  transformIgnorePatterns: ['/node_modules/(@eventstore|@grpc|google-protobuf|mongodb|bson|minio|nats)/'],
  testTimeout: 120_000,
};
