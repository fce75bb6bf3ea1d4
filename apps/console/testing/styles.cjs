// Styles have no meaning without a layout: a class is called as the sheet calls it.
module.exports = new Proxy({}, { get: (_, name) => (name === '__esModule' ? false : String(name)) });
