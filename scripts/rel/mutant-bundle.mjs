// A copy of the bundle with a mistake in it, to see whether a test notices.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './server.mjs';

const BUNDLE = join(ROOT, 'apps/gateway/dist');
/** Parts of a bundle have a hash in their name. */
const PART = /-[\w-]{8}\.js$/;
const IMPORTED = /"\.\/([^"]+\.js)"/g;

/** What is started, and all that it loads: parts of an earlier build may lie beside it. */
const filesOf = (folder) => {
  const found = new Set(readdirSync(folder).filter((file) => file.endsWith('.js') && !PART.test(file)));
  for (const file of found)
    for (const [, part] of readFileSync(join(folder, file), 'utf8').matchAll(IMPORTED)) found.add(part);
  return [...found];
};

/** Whether there is something in the bundle to change. */
export const isInBundle = (find) =>
  filesOf(BUNDLE).some((file) => readFileSync(join(BUNDLE, file), 'utf8').includes(find));

/**
 * @param {string} name
 * @param {readonly [find: string, replace: string][]} changes each must be found exactly once
 * @returns the main file of the copy, and how to be rid of it
 */
export const mutant = (name, changes) => {
  const folder = join(ROOT, `apps/gateway/dist-mutant-${name}-${process.pid}`);
  cpSync(BUNDLE, folder, { recursive: true });
  const files = filesOf(folder);
  for (const [find, replace] of changes) {
    const places = files.filter((file) => readFileSync(join(folder, file), 'utf8').includes(find));
    if (places.length === 0) {
      rmSync(folder, { recursive: true });
      throw new Error(`the mutant ${name} has nothing to change: ${find}`);
    }
    for (const file of places) {
      const text = readFileSync(join(folder, file), 'utf8');
      writeFileSync(join(folder, file), text.replaceAll(find, replace));
    }
  }
  return { main: join(folder, 'main.js'), remove: () => rmSync(folder, { recursive: true, force: true }) };
};
