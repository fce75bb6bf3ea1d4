import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InstallationEvents, type AnyReactor } from '@dosar/kernel';
import { PROBLEMS, type ProblemCode } from '@dosar/contracts';
import { documents } from './search/documents';
import { catalogues, contexts, projectors, reactorGroups, refusals, registry } from './registry';

type Found = { readonly name: string; readonly value: object };

/** The exports of that kind in the files of a role. */
const exported = (role: string, isKind: (value: object) => boolean): Found[] =>
  readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(`.${role}.ts`) && !/node_modules|(^|\/)dist/.test(file))
    .flatMap((file) =>
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- files are found by their names
      Object.entries(require(join(__dirname, file)) as Record<string, unknown>)
        .filter(([, value]) => typeof value === 'object' && value !== null && isKind(value))
        .map(([member, value]) => ({ name: `${file} ${member}`, value: value as object })),
    );

/** Codes whose sentences fit any refusal. */
const NEUTRAL: readonly ProblemCode[] = [
  'NOT_FOUND',
  'ACCESS_DENIED',
  'VALIDATION_FAILED',
  'CONFLICT',
  'ALREADY_EXISTS',
  'STILL_IN_USE',
  'INVALID_TRANSITION',
];
/** Codes whose sentence names one refusal, and fits no other. */
const OF_ONE_REFUSAL: Readonly<Partial<Record<ProblemCode, string>>> = {
  NAME_TAKEN: 'drive/name-taken',
  FOLDER_CYCLE: 'drive/cycle',
  TOO_DEEP: 'drive/too-deep',
  BULK_LOCKED_ITEMS: 'drive/locked',
  QUOTA_EXCEEDED: 'drive/quota',
  BULK_INVALID_SELECTION: 'drive/invalid-selection',
  RESET_LINK_INVALID: 'user/link-over',
  LAST_ADMINISTRATOR: 'user/administrator',
  SESSION_EXPIRED: 'session/over',
  TOO_MANY_SAVED: 'search/too-many',
};

const views = projectors.filter(({ view }) => view !== 'command-keys' && view !== 'data-keys');
const reactors = reactorGroups.flatMap((group) => group.reactors);

describe('the registry', () => {
  it.each<[string, readonly object[], (value: object) => boolean, readonly object[]]>([
    ['context', contexts, (value) => 'catalogues' in value, []],
    ['events', catalogues, (value) => 'shapes' in value, [InstallationEvents]],
    ['projector', views, (value) => 'view' in value, []],
    ['reactor', reactors, (value) => 'on' in value && 'name' in value, []],
  ])('has every %s that there is', (role, registered, isKind, others) => {
    const found = exported(role, isKind);
    expect(found.length).toBeGreaterThan(0);
    const has = new Set(registered);
    expect(found.filter(({ value }) => !has.has(value)).map(({ name }) => name)).toEqual([]);
    expect(registered).toHaveLength(found.length + others.length);
  });

  it('finds by its words whatever a map of documents makes', () => {
    const maps = exported('documents', () => true);
    expect(maps.length).toBeGreaterThan(2);
    const merged = new Set<unknown>(Object.values(documents.on));
    const missing = maps.filter(({ value }) => !Object.values(value).every((each) => merged.has(each)));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('calls every event, view, group and reactor by a name of its own', () => {
    const types = catalogues.flatMap(({ shapes }) => Object.keys(shapes));
    const names = [
      types,
      projectors.map(({ view }) => view),
      reactorGroups.map(({ name }) => name),
      reactors.map(({ name }) => name),
    ];
    for (const each of names) expect(new Set(each).size).toBe(each.length);
    expect([...registry.keys()].sort()).toEqual([...types].sort());
    expect(types.every((type) => /^[A-Z][a-z]+(?:[A-Z][a-z]+)*$/.test(type))).toBe(true);
  });

  it('has a code of the contract for every refusal, named by what is decided', () => {
    for (const [refusal, code] of Object.entries(refusals)) {
      expect(refusal).toMatch(/^[a-z]+\/[a-z-]+$/);
      expect(PROBLEMS).toHaveProperty(code);
    }
    const count = contexts.reduce((sum, context) => sum + Object.keys(context.refusals).length, 0);
    expect(Object.keys(refusals)).toHaveLength(count);
  });

  it('says of every refusal a sentence that is right of it', () => {
    const particular = Object.entries(refusals).filter(([, code]) => !NEUTRAL.includes(code));
    expect(particular.map(([refusal, code]) => `${refusal}: ${code}`).sort()).toEqual(
      Object.entries(OF_ONE_REFUSAL)
        .map(([code, refusal]) => `${refusal}: ${code}`)
        .sort(),
    );
  });

  it('fills every view that a reactor reads', () => {
    const read = reactors.flatMap(({ view }: AnyReactor) => view ?? []);
    expect(read.filter((view) => !projectors.includes(view))).toEqual([]);
    // such a view is held in memory, without personal data, and rows are read by id
    expect(read.every(({ personal }) => personal === 'unread')).toBe(true);
  });

  it('waits for memberships and participants, and not for letters, notifications and alarms', () =>
    expect(Object.fromEntries(reactorGroups.map(({ name, isWaitedFor }) => [name, isWaitedFor]))).toMatchObject({
      membership: true,
      conversations: true,
      letters: false,
      notifications: false,
      alarms: false,
    }));
  it('waits for all views but the audit, rights of the past, the dashboard, keys and those of reactors', () =>
    expect(projectors.filter(({ isWaitedFor }) => isWaitedFor === false).map(({ view }) => view)).toEqual([
      'rights',
      'recipients',
      'audit',
      'deeds',
      'deletions',
      'dashboard',
      'data-keys',
    ]));
});
