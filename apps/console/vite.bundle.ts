import { minify } from '@swc/core';
import type { Plugin } from 'vite';

/**
 * Zod without what no screen needs of it, which would come along with each of its types: describing itself as JSON
 * Schema, and objects that contain themselves, which JSON has none of. Where zod is written in another way than this
 * looks for they come along again, and nothing else happens.
 */
export const slimZod = (): Plugin => ({
  name: 'dosar:slim-zod',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
    handler: (code) => ({
      code: code
        .replaceAll(/^ *inst\._zod\.processJSONSchema = .*;$/gm, '')
        .replaceAll(/\bcreate(?:Standard|To)JSONSchemaMethod\((?=this)/g, 'Function.prototype(')
        .replaceAll('core.config({ memoizer: core.memoizer() });', ';'),
      map: null,
    }),
  },
});

/** A second pair of eyes before the bundler's own minifier, which leaves some kilobytes lying. */
export const shortened = (): Plugin => ({
  name: 'dosar:shortened',
  apply: 'build',
  async renderChunk(source) {
    const compress = { passes: 2, toplevel: true, ecma: 2020 } as const;
    const { code, map } = await minify(source, { module: true, mangle: false, compress, sourceMap: true });
    return { code, map: map ?? null };
  },
});

/**
 * One file for everything that a visit begins with, and one for each place that it goes on to: many small files compress
 * worse, and come later. An earlier group takes what a later one needs, too.
 */
export const groups = [
  // the entry stays by itself, under its name in the manifest
  { name: 'first', tags: ['$initial' as const], test: /^(?!.*\/console\/(index\.html|main\.tsx))/ },
  { name: 'login', test: /\/routes\/login\.tsx\?/ },
  // the other screens of guests: nothing from inside
  { name: 'guests', test: /\/routes\/(?!_)[^/]+\.tsx\?/ },
  { name: 'person', test: /\/features\/identity\/identity\.queries\.ts/ },
  { name: 'inside', test: /\/routes\/_app\.tsx\?/ },
  { name: 'files', test: /\/features\/files\/files\.screen\.tsx/ },
];
