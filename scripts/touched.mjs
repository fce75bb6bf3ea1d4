// Which specs a change touches: those that import what changed, directly or through others, and those that read the tree.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const SPEC = /\.spec\.tsx?$/;
const CODE = /\.(ts|tsx)$/;

/** What is imported, by whatever form, and the threads and processes that are begun by the name of their file. */
const IMPORTED = /(?:\bfrom|\bimport|\bimport\(|\brequire(?:Actual)?\()\s*'([^']+)'/g;
const BEGUN = /\bworkerFile\('([^']+)'\)/g;

const endings = ['', '.ts', '.tsx', '/index.ts'];

/** The file that an import names; none: a package. */
const fileOf = (from, target, all) => {
  const [, lib, rest] = /^@dosar\/(\w+)(?:\/(.+))?$/.exec(target) ?? [];
  if (!lib && !target.startsWith('.')) return [];
  const place = lib ? join('libs', lib, rest ?? 'index') : join(dirname(from), target);
  return endings.map((ending) => place + ending).filter((file) => all.has(file));
};

const importsOf = (file, text, all, workers) => [
  ...[...text.matchAll(IMPORTED)].flatMap(([, target]) => fileOf(file, target, all)),
  ...[...text.matchAll(BEGUN)].flatMap(([, name]) => workers.get(name) ?? []),
];

const projectOf = (file) =>
  file
    .split('/')
    .slice(0, file.startsWith('scripts/') ? 1 : 2)
    .join('/');

/** What a file is about: the folder inside its project. */
const contextOf = (file) => {
  const [, , context, feature] = dirname(file).split('/');
  return context === 'features' ? feature : context;
};

/** What lies in the same folder concerns each other first, then what is about the same in another project. */
const together = (one, other) => {
  if (dirname(one) === dirname(other)) return 2;
  return contextOf(one) !== undefined && contextOf(one) === contextOf(other) ? 1 : 0;
};

/**
 * @param files all of the tree
 * @param changed some of them, or such as are not there any more
 * @returns the specs that it touches, the nearest first
 */
export const touchedSpecs = (files, changed) => {
  const code = files.filter((file) => CODE.test(file));
  const all = new Set(code);
  const texts = new Map(code.map((file) => [file, readFileSync(file, 'utf8')]));
  const workers = new Map();
  for (const file of code) if (file.endsWith('.worker.ts')) workers.set(basename(file, '.ts'), [file]);
  const importers = new Map();
  for (const [file, text] of texts)
    for (const imported of importsOf(file, text, all, workers))
      importers.set(imported, [...(importers.get(imported) ?? []), file]);

  const steps = new Map();
  let edge = changed.filter((file) => !SPEC.test(file) || existsSync(file));
  for (const file of edge) steps.set(file, 0);
  for (let step = 1; edge.length > 0; step += 1) {
    edge = [...new Set(edge.flatMap((file) => importers.get(file) ?? []))].filter((file) => !steps.has(file));
    for (const file of edge) steps.set(file, step);
  }
  const specs = code.filter((file) => SPEC.test(file) && !file.endsWith('.int.spec.ts'));
  const projects = new Set(changed.map(projectOf));
  const isPage = (file) => !CODE.test(file);
  for (const spec of specs) {
    if (steps.has(spec)) continue;
    const text = texts.get(spec);
    const readsTree =
      spec.startsWith('scripts/') || (/readdirSync|readdir\(/.test(text) && projects.has(projectOf(spec)));
    if (readsTree || changed.some((file) => isPage(file) && text.includes(basename(file)))) steps.set(spec, 1);
  }
  const nearness = (spec) => Math.max(...changed.map((file) => together(spec, file)));
  return specs
    .filter((spec) => steps.has(spec))
    .map((spec) => ({ spec, near: nearness(spec), steps: steps.get(spec) }))
    .sort((one, other) => Math.sign(other.near - one.near) || one.steps - other.steps)
    .map(({ spec }) => spec);
};
