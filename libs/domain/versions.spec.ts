import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectors } from './registry';
import { documents } from './search/documents';
import { shapedInSources } from './testing/source-of';

// Stored rows and snapshots were made by earlier code. When that code changes, either the version is raised, so that they
// are made again, or somebody states why the old ones are still right:
// UPDATE='names of variables only' npx jest -c libs/domain/jest.config.cjs libs/domain/versions
// A raised version, or a new view, needs no reason: UPDATE=1.
type Known = { readonly version: number; readonly source: string; readonly unchanged?: string };

const FILE = join(__dirname, 'versions.json');
const known = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Known>) : {};
const reason = process.env['UPDATE'];
const isReason = reason !== undefined && /\w \w/.test(reason);

const hashed = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
const shaped = shapedInSources().map(({ name, version, text }) => ({ name, version, source: hashed(text) }));

type Found = (typeof shaped)[number];
const isAsBefore = ({ name, version, source }: Found) =>
  known[name]?.version === version && known[name].source === source;
/** Changed although the version is the same. */
const isUnsaid = ({ name, version, source }: Found) =>
  known[name]?.version === version && known[name].source !== source;

const entryOf = (found: Found): Known => {
  if (isAsBefore(found)) return known[found.name]!;
  const { version, source } = found;
  return isUnsaid(found) ? { version, source, unchanged: reason! } : { version, source };
};

describe('the versions of what is kept', () => {
  if (reason !== undefined && (isReason || !shaped.some(isUnsaid))) {
    const entries = shaped.map((found) => [found.name, entryOf(found)] as const);
    const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
    for (const [name, entry] of sorted) known[name] = entry;
  }

  it('are found in the sources, of every view and every snapshot', () => {
    const views = [...projectors, documents].map(({ view, version }) => [`view ${view}`, version]);
    const snapshots = [
      ['snapshot drive', expect.any(Number) as number],
      ['snapshot inbox', expect.any(Number) as number],
    ];
    expect(Object.fromEntries(shaped.map(({ name, version }) => [name, version]))).toEqual(
      Object.fromEntries([...views, ...snapshots]),
    );
  });

  it.each(shaped)('say so when $name has another shape: raise it, or say why not (UPDATE, above)', (found) => {
    expect({ [found.name]: { version: found.version, source: found.source } }).toEqual({
      [found.name]: { version: known[found.name]?.version, source: known[found.name]?.source },
    });
  });

  it('says nothing of what is not there any more', () =>
    expect(Object.keys(known).sort()).toEqual(shaped.map(({ name }) => name).sort()));
});
