// The document of jsdom, with what browsers have beside it and Node.js has, too.
const { TestEnvironment } = require('jest-environment-jsdom');

module.exports = class Browser extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, {
      Response,
      Headers,
      Request,
      ReadableStream,
      TextEncoder,
      TextDecoder,
      structuredClone,
    });
  }
};
