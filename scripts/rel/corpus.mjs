// What the specs are tried with, for the commands that try a started server with it. It is TypeScript; its libraries are read
// from the gateway's own.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { serverBundle } from '../config/rolldown.shared.mjs';
import { ROOT } from './server.mjs';

/** What these files of `apps/gateway/testing` export. @param {readonly string[]} names */
export const corpus = async (...names) => {
  const dir = join(ROOT, 'apps/gateway/dist-spec', names.join('-').replaceAll('/', '-'));
  const input = Object.fromEntries(
    names.map((name) => [name.split('/').at(-1), join(ROOT, `apps/gateway/testing/${name}.ts`)]),
  );
  const { output, ...options } = serverBundle(input, dir);
  const bundle = await rolldown({ ...options, logLevel: 'silent' });
  await bundle.write(output);
  const all = await Promise.all(Object.keys(input).map((name) => import(pathToFileURL(join(dir, `${name}.js`)).href)));
  return Object.assign({}, ...all);
};
