// How much JavaScript a browser loads, compressed as it is served, before a screen of the console is there.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../apps/console/dist', import.meta.url));

/** The targets of quality/performance.md, in kB, and the modules that each screen begins with. */
const SCREENS = {
  'sign-in': { must: 170, aim: 120, modules: ['index.html', 'app/routes/login.tsx', 'app/sentences/guests.ro.ts'] },
  files: {
    must: 350,
    aim: 250,
    modules: [
      'index.html',
      'app/routes/_app.tsx',
      'app/routes/_app/files/$folderId.tsx',
      'app/sentences/guests.ro.ts',
      'app/sentences/signed-in.ro.ts',
    ],
    packages: ['socket.io-client'],
  },
};

const startsWith = (name) => (key) => key === name || key.startsWith(`${name}?`);

const gather = (manifest, key, into) => {
  const chunk = manifest[key];
  if (!chunk || into.has(chunk.file)) return;
  into.add(chunk.file);
  for (const each of chunk.imports ?? []) gather(manifest, each, into);
};

const kilobytes = (file) => statSync(join(dist, `${file}.br`)).size / 1000;

/** Of each screen: kilobytes of JavaScript, and what they must and should be. The console must be built. */
export const firstLoads = () => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  return Object.entries(SCREENS).map(([screen, { must, aim, modules, packages = [] }]) => {
    const files = new Set();
    const wanted = [...modules.map(startsWith), ...packages.map((name) => (key) => key.includes(`/${name}/`))];
    for (const isWanted of wanted) {
      const found = Object.keys(manifest).filter(isWanted);
      if (found.length === 0) throw new Error(`the build has no ${isWanted}`);
      for (const key of found) gather(manifest, key, files);
    }
    const scripts = [...files].filter((file) => file.endsWith('.js'));
    const sum = scripts.reduce((all, file) => all + kilobytes(file), 0);
    return { screen, kB: Number(sum.toFixed(1)), files: scripts.length, must, aim, ok: sum <= must };
  });
};
