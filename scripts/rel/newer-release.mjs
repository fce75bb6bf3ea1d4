// A release of the next level, made of the same sources with one event, one view and one row of the vault raised: what an
// upgrade is tried with until there are two releases.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyOfSources } from './copy-of-sources.mjs';
import { remove, ROOT } from './server.mjs';

export const NEWER = { version: '9.0.0', level: 2 };

/** In which file what is written otherwise. */
const RAISED = [
  ['package.json', /"version": "[^"]+"/, `"version": "${NEWER.version}"`],
  ['libs/kernel/log/software.ts', /export const LEVEL = \d+;/, `export const LEVEL = ${NEWER.level};`],
  // an event, with a lift for those of before
  [
    'libs/domain/files/drive.events.ts',
    'FolderRenamed: shape(z.object({ ...folder, from: name, to: name })),',
    `FolderRenamed: shape(z.object({ ...folder, from: name, to: name })).next(
      z.object({ ...folder, from: name, to: name, raised: z.boolean() }),
      (older) => ({ ...older, raised: false }),
    ),`,
  ],
  [
    'libs/domain/files/drive.decider.ts',
    'data: { folderId, year: folder.year, parentId, from: folder.name, to: name },',
    'data: { folderId, year: folder.year, parentId, from: folder.name, to: name, raised: true },',
  ],
  // a view, which is filled anew beside the former one
  ['libs/domain/files/folders.projector.ts', /view: 'folders',\n {2}version: \d+,/, "view: 'folders',\n  version: 99,"],
  // a row of the vault
  ['libs/kernel/log/operator-acts.ts', "const NONE = '[]';", `const NONE = '{"acts":[]}';`],
  [
    'libs/kernel/log/operator-acts.ts',
    'JSON.parse(kept ?? NONE) as readonly Left[];',
    '(JSON.parse(kept ?? NONE) as { readonly acts: readonly Left[] }).acts;',
  ],
  [
    'libs/kernel/log/operator-acts.ts',
    'JSON.stringify([...leftIn(kept), act])',
    'JSON.stringify({ acts: [...leftIn(kept), act] })',
  ],
  [
    'libs/kernel/log/operator-acts.ts',
    'JSON.stringify(leftIn(kept).filter(({ id }) => !said.has(id)))',
    'JSON.stringify({ acts: leftIn(kept).filter(({ id }) => !said.has(id)) })',
  ],
  [
    'libs/adapters/migrations.ts',
    'export const MIGRATIONS: readonly Migration[] = [];',
    `export const MIGRATIONS: readonly Migration[] = [
  {
    to: ${NEWER.level},
    what: 'what operators did is written otherwise',
    run: async ({ vault }) => {
      const kept = await vault.get('acts');
      if (kept?.startsWith('[')) await vault.replaceIf('acts', kept, \`{"acts":\${kept}}\`);
    },
  },
];`,
  ],
];

const changed = (copy, [file, find, replace]) => {
  const place = join(copy, file);
  const text = readFileSync(place, 'utf8');
  const after = text.replace(find, () => replace);
  if (after === text) throw new Error(`${file} has nothing to raise: ${find}`);
  writeFileSync(place, after);
};

/** @returns the programs of that release, and how to be rid of them */
export const newerRelease = () => {
  const copy = copyOfSources(['apps/gateway', 'apps/projector', 'scripts/config', 'package.json']);
  for (const each of RAISED) changed(copy, each);
  for (const app of ['gateway', 'projector']) {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/rolldown/bin/cli.mjs'), '-c', 'rolldown.config.mjs'],
      { cwd: join(copy, 'apps', app), encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`the ${app} of the next level cannot be built: ${stderr.slice(-2_000)}`);
  }
  return {
    main: join(copy, 'apps/gateway/dist/main.js'),
    projector: join(copy, 'apps/projector/dist/main.js'),
    remove: () => remove(copy),
  };
};
