import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const TREE = join(import.meta.dirname, '../../console/app/route-tree.gen.ts');

/** A screen of the console, and whether it is only for people who are signed in. */
type Route = { readonly path: string; readonly isInside: boolean };

/** Every screen, as the build has written them down from the files of routes. */
export const routes: readonly Route[] = (() => {
  const union = /\n {2}id:\n([^]*?)\n\}/.exec(readFileSync(TREE, 'utf8'))?.[1] ?? '';
  return [...union.matchAll(/'(\/[^']+)'/g)]
    .map(([, id]) => id!)
    .filter((id) => id !== '/_app')
    .map((id) => ({ path: id.replace(/^\/_app/, '').replace(/(.)\/$/, '$1'), isInside: id.startsWith('/_app/') }))
    .filter(({ path }, at, all) => all.findIndex((other) => other.path === path) === at);
})();
