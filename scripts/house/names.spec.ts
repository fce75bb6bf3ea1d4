import { filesIn, textOf } from './files';

/** Whoever searches for a name of a project finds one place; the others are here, with why. A list that only grows shorter. */
const ROUTER = 'the name by which the router finds it in each of its files';
const CONTEXT = 'a context, its module, its view and the readings of its console are called alike';
const ADAPTERS = 'two adapters of one port have each their own';
const SCRIPTS = 'programs of their own, which share it with nobody';
const ROOMS = 'the short word of a room, which no file of another room imports beside its own';

const ALIKE: Readonly<Record<string, string>> = {
  Route: ROUTER,
  ...named(CONTEXT, 'audit', 'conversations', 'dashboard', 'files', 'mandates', 'notifications', 'search', 'settings'),
  ...named(ADAPTERS, 'SCHEMA', 'filterOf', 'formerOf', 'indexesOf', 'pastReader', 'quoted', 'selectOf', 'termsOf'),
  ...named(ADAPTERS, 'answered', 'each', 'Statement'),
  ...named(SCRIPTS, 'PASSWORD', 'aCui', 'mutated', 'watched', 'CANARIES'),
  ...named(ROOMS, 'Account', 'Caller', 'Deeds', 'Failed', 'Held', 'HistoryDialog', 'Opened', 'Part', 'Piece', 'Place'),
  ...named(ROOMS, 'Planned', 'Reader', 'Section', 'Surroundings', 'Unread', 'Unsent', 'bytesIn', 'damagedIn'),
  ...named(ROOMS, 'message', 'namesOf', 'place', 'placeOf', 'tryAgain', 'unsent', 'valuesOf'),
};

function named(reason: string, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, reason]));
}

const CODE = /\.(ts|tsx|mjs)$/;
const TESTS = /\.(spec|suite|journey|gen|d)\.m?tsx?$|\/testing\/|\/dist/;
const EXPORTED = /^export (?:abstract )?(?:async )?(?:const|function\*?|class|type|interface|let) (\w+)/gm;

const projectOf = (file: string) => file.split('/', 2).join('/');

/** Names that two files of one project export. */
const shared = (): Map<string, readonly string[]> => {
  const places = new Map<string, string[]>();
  for (const file of filesIn('apps', 'libs', 'scripts').filter((each) => CODE.test(each) && !TESTS.test(each)))
    for (const [, name] of textOf(file).matchAll(EXPORTED)) {
      const key = `${projectOf(file)} ${name}`;
      if (!places.get(key)?.includes(file)) places.set(key, [...(places.get(key) ?? []), file]);
    }
  return new Map([...places].filter(([, files]) => files.length > 1));
};

describe('names', () => {
  const found = shared();
  const nameOf = (key: string) => key.split(' ')[1]!;

  it('are exported by one file of a project, but those that are listed', () => {
    const unlisted = [...found].filter(([key]) => !(nameOf(key) in ALIKE));
    expect(unlisted.map(([key, files]) => `${nameOf(key)}: ${files.join(', ')}`)).toEqual([]);
  });

  it('are listed only while two files export them', () => {
    const names = new Set([...found.keys()].map(nameOf));
    expect(Object.keys(ALIKE).filter((name) => !names.has(name))).toEqual([]);
  });
});
