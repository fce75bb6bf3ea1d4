import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { filesIn, ROOT, textOf } from './files';

const PAGE = 'scripts/docs/a-feature.md';
const MINUTES = 60_000;

/** A block of the page: a new file, or lines behind or instead of one that is there. */
type Block = {
  readonly file: string;
  readonly how?: 'after' | 'instead of';
  readonly line?: string;
  readonly code: string;
};

const blocks: Block[] = [
  ...textOf(PAGE).matchAll(/^```tsx?\n\/\/ (\S+?)(?: (after|instead of) (.*))?\n([\s\S]*?)^```$/gm),
].map(([, file, how, line, code]) => ({ file: file!, how: how as Block['how'], line, code: code! }));

const COPIED = [
  'deploy/verify',
  'libs',
  'apps/gateway',
  'apps/console',
  'apps/e2e',
  'scripts/config',
  'scripts/free-port.*',
  'package.json',
];

/** A copy of the tree that may be changed, below it: its packages are ours. What was compiled here already comes along. */
const aCopy = (): string => {
  mkdirSync(join(ROOT, '.nx'), { recursive: true });
  const copy = mkdtempSync(join(ROOT, '.nx/example-'));
  const put = (file: string) => {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file), { recursive: true, preserveTimestamps: true });
  };
  const link = (place: string) => {
    mkdirSync(dirname(join(copy, place)), { recursive: true });
    if (existsSync(join(ROOT, place))) symlinkSync(join(ROOT, place), join(copy, place));
  };
  for (const file of filesIn(...COPIED)) put(file);
  for (const folder of ['apps', 'libs'])
    for (const name of readdirSync(join(copy, folder))) {
      if (existsSync(join(ROOT, folder, name, 'dist-types'))) put(join(folder, name, 'dist-types'));
      link(join(folder, name, 'node_modules'));
    }
  mkdirSync(join(copy, 'node_modules/@dosar'), { recursive: true });
  for (const name of readdirSync(join(copy, 'libs')))
    symlinkSync(join(copy, 'libs', name), join(copy, 'node_modules/@dosar', name));
  // what comes from packages is compiled for tests once
  link('.nx/jest');
  return copy;
};

const apply = (copy: string, { file, how, line, code }: Block): void => {
  const place = join(copy, file);
  if (how === undefined) {
    mkdirSync(dirname(place), { recursive: true });
    return writeFileSync(place, code);
  }
  const lines = readFileSync(place, 'utf8').split('\n');
  const at = lines.indexOf(line!);
  if (at < 0) throw new Error(`${PAGE}: ${file} has no line "${line}"`);
  const added = code.trimEnd().split('\n');
  if (how === 'after') lines.splice(at + 1, 0, ...added);
  else lines.splice(at, 1, ...added);
  writeFileSync(place, lines.join('\n'));
};

/** As the build of the console does it. */
const ROUTES = `
  const { Generator, getConfig } = require('@tanstack/router-generator');
  const root = process.cwd();
  const places = { routesDirectory: 'app/routes', generatedRouteTree: 'app/route-tree.gen.ts' };
  const config = getConfig({ target: 'react', autoCodeSplitting: true, disableLogging: true, quoteStyle: 'single', ...places }, root);
  void new Generator({ config, root }).run();
`;

/** What a program says when it fails; nothing when it does not. */
const saidBy = (cwd: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
};

describe('the worked example', () => {
  let copy: string;
  beforeAll(() => {
    copy = aCopy();
    for (const block of blocks) apply(copy, block);
    execFileSync(process.execPath, ['-e', ROUTES], { cwd: join(copy, 'apps/console'), stdio: 'pipe' });
  }, 2 * MINUTES);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('has a block for each step', () => {
    const files = blocks.filter(({ how }) => how === undefined).map(({ file }) => file);
    for (const step of [
      '.api.ts',
      '.events.ts',
      '.decider.ts',
      '.projector.ts',
      '.module.ts',
      '.screen.tsx',
      '.journey.ts',
    ])
      expect(files.filter((file) => file.endsWith(step))).toHaveLength(1);
  });

  it(
    'compiles in every project',
    () => {
      const projects = ['apps/gateway', 'apps/console', 'apps/e2e'];
      expect(saidBy(copy, join(ROOT, 'node_modules/tsc7/bin/tsc'), '-b', ...projects, '--pretty', 'false')).toBe('');
    },
    5 * MINUTES,
  );

  it.each(['libs/domain', 'apps/gateway'])(
    'passes its own specs in %s',
    (project) => {
      const specs = blocks
        .map(({ file }) => file)
        .filter((file) => file.endsWith('.spec.ts') && file.startsWith(project));
      const config = ['-c', join(project, 'jest.config.cjs'), '--silent', '--runTestsByPath'];
      expect(specs).toHaveLength(1);
      expect(saidBy(copy, join(ROOT, 'node_modules/jest/bin/jest.js'), ...config, ...specs)).toBe('');
    },
    5 * MINUTES,
  );
});
