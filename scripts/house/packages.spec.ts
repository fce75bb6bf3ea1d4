import { textOf } from './files';

type Locked = {
  readonly version?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
};
type Bad = { readonly name: string; readonly below: string; readonly why: string };

/** What runs beside us: each package that a release has, by its place. */
const locked = Object.entries(
  (JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Locked> }).packages,
).filter(([place, { dev, link }]) => place.includes('node_modules/') && !dev && !link);
const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
const isBelow = (version: string, other: string) => version.localeCompare(other, 'en', { numeric: true }) < 0;

/** They ask to run something when they are installed, and are installed without that (.npmrc). */
const WITH_SCRIPTS = {
  '@photostructure/sqlite': 'its binaries are in the package',
  '@scarf/scarf': 'counts installations; nothing runs it',
  protobufjs: 'compares versions of itself',
};

describe('packages', () => {
  it('are many enough for this to mean something', () => expect(locked.length).toBeGreaterThan(200));

  it('are none whose version is known to be bad', () => {
    const bad = JSON.parse(textOf('scripts/release/known-bad.json')) as readonly Bad[];
    expect(
      locked.flatMap(([place, { version }]) =>
        bad
          .filter(({ name, below }) => name === nameOf(place) && isBelow(version!, below))
          .map(({ below, why }) => `${place} ${version}: below ${below} (${why})`),
      ),
    ).toEqual([]);
  });

  it('run nothing when they are installed, and those that would are listed', () => {
    expect(textOf('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    const found = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameOf(place));
    expect([...new Set(found)].sort()).toEqual(Object.keys(WITH_SCRIPTS).sort());
  });
});
