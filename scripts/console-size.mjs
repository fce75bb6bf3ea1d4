// Whether the console's first loads are as small as they must be.
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { firstLoads } from './config/first-loads.mjs';

const assets = fileURLToPath(new URL('../apps/console/dist/assets', import.meta.url));
const styles = readdirSync(assets).filter((name) => name.endsWith('.css.br'));
const css = styles.reduce((all, name) => all + statSync(`${assets}/${name}`).size / 1000, 0);
const results = firstLoads();
console.table(results);
console.log(`styles of all screens: ${css.toFixed(1)} kB`);
if (results.some(({ ok }) => !ok)) process.exit(1);
