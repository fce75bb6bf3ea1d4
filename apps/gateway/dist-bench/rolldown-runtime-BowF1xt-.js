// \0rolldown/runtime.js
var __defProp = Object.defineProperty;
var __name = (target, value) =>
  __defProp(target, 'name', {
    value,
    configurable: true,
  });
export { __name as t };
