// Small wrong changes, each made in a copy of the sources: which of types, lint, rules of imports and specs notices it?
//   npm run rel:break-attempts -- [number or words of a title …]    those, or all
//   npm run rel:break-attempts -- --places                         only whether all of them find their places here
// What a spec says counts only where it is green without the change. Its last line is JSON; what escapes ends it with 1.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ATTEMPTS } from './break-attempts/attempts.mjs';
import { copyOfSources } from './copy-of-sources.mjs';
import { remove, ROOT } from './server.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { places: { type: 'boolean', default: false } },
});

/** What is known to escape, and why. */
const OPEN = {
  1: 'the platform reads views of contexts itself: a rule follows once it does not',
  57: 'colours stand in the style sheets of their parts, fifty of them: a theme of all is a change of its own',
};

const wanted = ATTEMPTS.filter(
  ({ id, title }) => positionals.length === 0 || positionals.some((each) => each === `${id}` || title.includes(each)),
);

/** Edits that cannot be applied: their text is gone, or the folder of a new file. */
const lost = wanted.flatMap(({ id, edits }) =>
  edits
    .filter(({ file, from }) =>
      from === undefined
        ? !existsSync(dirname(join(ROOT, file)))
        : !existsSync(join(ROOT, file)) || !readFileSync(join(ROOT, file), 'utf8').includes(from),
    )
    .map(({ file, from = '' }) => `${id} ${file}: ${from.trim().slice(0, 80)}`),
);
for (const each of lost) console.log(`NO PLACE  ${each}`);
if (options.places || lost.length > 0) {
  console.log(JSON.stringify({ attempts: wanted.length, without_place: lost.length }));
  process.exit(lost.length > 0 ? 1 : 0);
}

const copy = copyOfSources([
  'apps/gateway',
  'apps/console',
  'apps/projector',
  'scripts',
  'deploy',
  '*.md',
  '*.json',
  '*.js',
  '.*',
]);
process.on('exit', () => remove(copy));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const run = (command, args, cwd = copy) =>
  spawnSync(command, args, {
    cwd,
    env: { ...process.env, FORCE_COLOR: '0', CI: 'true', DOSAR_OCR: 'off' },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
run('git', ['init', '-q']);

const node = (args, cwd) => run(process.execPath, args, cwd && join(copy, cwd));
const bin = (name) => join(ROOT, 'node_modules', name);
const firstLine = (text, pattern) => (pattern.exec(text)?.[0] ?? text.trim().split('\n').at(-1) ?? '').slice(0, 160);

const errorsOf = (project) => {
  const { stdout } = node([bin('tsc7/bin/tsc'), '-b', '.', '--pretty', 'false'], project);
  return stdout.split('\n').filter((line) => line.includes('error TS'));
};
const before = new Map();
/** Errors that the compiler reports for the unchanged copy. */
const knowErrors = (project) => {
  if (!before.has(project)) before.set(project, new Set(errorsOf(project)));
};
const byTypes = (project) => {
  const error = errorsOf(project).find((each) => !before.get(project).has(each));
  return error === undefined ? null : `types: ${error.slice(0, 160)}`;
};
const byLint = (files) => {
  const code = files.filter((file) => /\.(tsx?|mjs)$/.test(file));
  if (code.length === 0) return null;
  const { status, stdout } = node([bin('eslint/bin/eslint.js'), '--max-warnings=0', ...code]);
  return status === 0 ? null : `lint: ${firstLine(stdout, /^ +\d+:\d+ .*/m).trim()}`;
};
const byImports = () => {
  const { status, stderr } = node(['scripts/check-imports.mjs', '--without-canaries']);
  return status === 0 ? null : `imports: ${firstLine(stderr, /.*/)}`;
};
const jest = (project, patterns) =>
  node(
    [
      bin('jest/bin/jest.js'),
      '-c',
      'jest.config.cjs',
      '--silent',
      '--forceExit',
      '--runInBand',
      '--cacheDirectory',
      join(ROOT, '.nx/jest'),
    ].concat(patterns),
    project,
  );
const bySpecs = (project, patterns) => {
  const { status, stderr } = jest(project, patterns);
  return status === 0 ? null : `specs: ${firstLine(stderr, /● .*/)}`;
};

/** Makes the changes. @returns how they are taken back */
const make = (edits) => {
  const texts = new Map();
  for (const { file, from, to } of edits) {
    const place = join(copy, file);
    if (!texts.has(file)) texts.set(file, existsSync(place) ? readFileSync(place, 'utf8') : null);
    if (from !== undefined)
      writeFileSync(
        place,
        readFileSync(place, 'utf8').replace(from, () => to),
      );
    else {
      mkdirSync(dirname(place), { recursive: true });
      appendFileSync(place, to);
    }
  }
  return () => {
    for (const [file, text] of texts)
      if (text === null) rmSync(join(copy, file));
      else writeFileSync(join(copy, file), text);
  };
};

const isGreen = new Map();
/** Whether these specs pass without any change. */
const passes = (project, patterns) => {
  const name = `${project} ${patterns}`;
  if (!isGreen.has(name)) isGreen.set(name, jest(project, patterns).status === 0);
  return isGreen.get(name);
};

/** What notices it first; null: nothing. */
const noticedBy = ({ edits, types = [], imports = false, specs = [] }) => {
  types.forEach(knowErrors);
  const takeBack = make(edits);
  try {
    const quickly =
      types.map(byTypes).find((each) => each !== null) ??
      byLint([...new Set(edits.map(({ file }) => file))]) ??
      (imports ? byImports() : null);
    if (quickly) return quickly;
    for (const [project, patterns] of specs) {
      const noticed = bySpecs(project, patterns);
      if (noticed) return { noticed, project, patterns };
    }
    return null;
  } finally {
    takeBack();
  }
};

const counted = { caught: 0, open: 0, escaped: 0 };
const escaped = [];
for (const attempt of wanted) {
  // otherwise signals would only be handled once all attempts are done
  await new Promise((go) => setImmediate(go));
  const found = noticedBy(attempt);
  const isSpec = found !== null && typeof found === 'object';
  const by = isSpec ? (passes(found.project, found.patterns) ? found.noticed : null) : found;
  const end = by ? 'caught' : attempt.id in OPEN ? 'open' : 'escaped';
  counted[end] += 1;
  if (end === 'escaped') escaped.push(`${attempt.id} ${attempt.title}`);
  const why = by ?? OPEN[attempt.id] ?? (isSpec ? `red without it: ${found.noticed}` : '');
  console.log(`${end.toUpperCase().padEnd(8)} ${attempt.id} ${attempt.title}\n         ${why}`);
}
console.log(JSON.stringify({ attempts: wanted.length, ...counted, escaped }));
process.exit(escaped.length > 0 ? 1 : 0);
