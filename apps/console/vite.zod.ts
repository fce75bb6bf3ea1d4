import type { Plugin } from 'vite';

const MAKES_JSON_SCHEMAS = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;
const EXPORTED = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm;

/** Every schema of zod carries what makes a JSON schema of it. No screen makes any: they get functions that do nothing. */
export const withoutJsonSchemas = (): Plugin => ({
  name: 'dosar:without-json-schemas',
  apply: 'build',
  transform(code, id) {
    if (!MAKES_JSON_SCHEMAS.test(id)) return null;
    const names = [...code.matchAll(EXPORTED)].map(([, made, alias]) => made ?? alias);
    if (names.length === 0) throw new Error(`${id} exports nothing that is known here`);
    return {
      code: `const none = () => undefined;\nexport { ${names.map((name) => `none as ${name}`).join(', ')} };`,
      map: null,
    };
  },
});
