// How much JavaScript a browser loads, compressed as it is served, before a screen of the console is there.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
const dist = 'apps/console/dist';

/** The targets of quality/performance.md, in kB, and the modules that each screen begins with. */
const SCREENS = {
  'sign-in': { must: 170, aim: 120, modules: ['index.html', 'routes/login.tsx', 'i18n/ro.gate.ts'] },
  files: {
    must: 350,
    aim: 250,
    modules: [
      'index.html',
      'routes/_app.tsx',
      'routes/_app/files/$folderId.tsx',
      'i18n/ro.gate.ts',
      'i18n/ro.inside.ts',
    ],
    packages: ['socket.io-client'],
  },
};

const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

const startsWith = (name) => (key) => key === name || key.startsWith(`${name}?`);

const gather = (key, into) => {
  const chunk = manifest[key];
  if (!chunk || into.has(chunk.file)) return;
  into.add(chunk.file);
  for (const each of chunk.imports ?? []) gather(each, into);
};

const kilobytes = (file) => statSync(join(dist, `${file}.br`)).size / 1000;

const results = Object.entries(SCREENS).map(([screen, { must, aim, modules, packages = [] }]) => {
  const files = new Set();
  const wanted = [...modules.map(startsWith), ...packages.map((name) => (key) => key.includes(`/${name}/`))];
  for (const isWanted of wanted) {
    const found = Object.keys(manifest).filter(isWanted);
    if (found.length === 0) throw new Error(`the build has no ${isWanted}`);
    for (const key of found) gather(key, files);
  }
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  const sum = scripts.reduce((all, file) => all + kilobytes(file), 0);
  return { screen, 'kB (brotli)': Number(sum.toFixed(1)), files: scripts.length, must, aim, ok: sum <= must };
});

const styles = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.css.br'));
const css = styles.reduce((all, name) => all + statSync(join(dist, 'assets', name)).size / 1000, 0);
console.table(results);
console.log(`styles of all screens: ${css.toFixed(1)} kB`);
if (results.some(({ ok }) => !ok)) process.exit(1);
