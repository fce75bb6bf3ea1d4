// What a release bears of others: each package, its version, licence, and whether it may be in it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences under which a package may be passed on with the product. */
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);
/** Where a package.json says less than its licence file. */
const SAID = { 'png-js': 'MIT' };

const parts = (expression) =>
  expression
    .replace(/[()]/g, ' ')
    .split(/\s+(?:AND|OR)\s+/)
    .map((each) => each.trim());

/** Whether all parts are known, or one of those that may be chosen from. */
const mayBePassedOn = (expression) =>
  / OR /.test(expression)
    ? parts(expression).some((each) => LICENCES.has(each))
    : parts(expression).every((each) => LICENCES.has(each));

const packagesIn = function* (folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || !entry.isDirectory()) continue;
    const place = join(folder, entry.name);
    if (entry.name.startsWith('@')) yield* packagesIn(place);
    else if (existsSync(join(place, 'package.json'))) {
      yield place;
      yield* packagesIn(join(place, 'node_modules'));
    }
  }
};

/** Every package below a node_modules: its name, version, licence, and its licence's text. */
export const modulesIn = (folder) =>
  [...packagesIn(folder)].map((place) => {
    const { name, version, license, licenses } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
    const said = typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type ?? null);
    const file = readdirSync(place).find((each) => /^(licen[cs]e|copying)/i.test(each));
    const text = file === undefined ? null : readFileSync(join(place, file), 'utf8').trim();
    return { name, version, licence: SAID[name] ?? said, text };
  });

/** Of versions without a word behind them, as those of releases are. */
const isBelow = (version, other) => version.localeCompare(other, 'en', { numeric: true }) < 0;

/** Why these packages may not be in a release, in sentences. */
export const complaintsAbout = (modules, knownBad) => [
  ...modules
    .filter(({ licence }) => licence === null || !mayBePassedOn(licence))
    .map(
      ({ name, version, licence }) =>
        `${name} ${version}: its licence (${licence ?? 'none'}) is none that may be passed on`,
    ),
  ...modules.flatMap(({ name, version }) =>
    knownBad
      .filter((bad) => bad.name === name && isBelow(version, bad.below))
      .map(({ below, why }) => `${name} ${version}: below ${below} (${why})`),
  ),
];

/** The licences of others, as they are to be passed on. */
export const noticeOf = (modules) =>
  modules
    .map(
      ({ name, version, licence, text }) => `${name} ${version}\n${licence}\n\n${text ?? '(no text in the package)'}\n`,
    )
    .join(`\n${'-'.repeat(79)}\n\n`);
