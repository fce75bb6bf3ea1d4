import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { z } from 'zod';
import {
  blankByMask,
  canonical,
  evolve,
  InstallationEvents,
  joinClasses,
  splitByClass,
  splitByMask,
  streamOf,
  type Catalogue,
  type Decider,
  type Message,
  type Reactor,
} from '@dosar/kernel';
import { placeAt, reacts, recorded, someone } from '@dosar/kernel/testing';
import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import { takenAt, viewRunner, type OpenedRecord } from '@dosar/kernel/runtime';
import { catalogues, projectors, reactorGroups, registry } from './registry';
import { anyOf, isId, membersOf } from './testing/schemas';

const all = catalogues as readonly Catalogue[];
const types = all.flatMap(({ category, shapes }) =>
  Object.entries(shapes).map(([type, shape]) => ({ category, type, shape })),
);

/** A decider of unknown events. */
type AnyDecider = Decider<unknown, Message, Message>;
const isDecider = (value: unknown): value is AnyDecider =>
  typeof value === 'object' && value !== null && 'decide' in value && 'events' in value;
/** All deciders, found by their file names. */
const deciders = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.decider.ts') && !/node_modules|dist/.test(name))
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- files are found by their names
  .flatMap((name) => Object.values(require(join(__dirname, name)) as Record<string, unknown>))
  .filter(isDecider);
const deciderOf = (category: string) => deciders.find(({ events }) => events.category === category)!;

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const runs = { numRuns: Number(process.env['RUNS'] ?? 100), seed };

/** Any event of these types as it was written, personal members included. */
const anyEvent = (of: readonly (typeof types)[number][]): fc.Arbitrary<Message> =>
  fc.oneof(...of.map(({ type, shape }) => anyOf(shape.schema).map((data) => ({ type, data }))));

/** An event as it is read after the key of its personal data was destroyed. */
const erased = ({ type, data }: Message): Message => {
  const shape = registry.get(type)!;
  const { mask, version } = shape;
  const [clear] = splitByMask(data, mask);
  return { type, data: shape.read(blankByMask(JSON.parse(canonical(clear)), mask), version) };
};

/** Initial events of a stream, so that later events find the things they are about. */
const BEGINNINGS: Readonly<Record<string, readonly Message[]>> = {
  drive: [
    ...['a', 'b'].map((folderId) => ({
      type: 'FolderCreated',
      data: { year: 2026, folderId, parentId: null, name: null, categoryKey: null },
    })),
    ...['c', 'd'].map((fileId) => ({
      type: 'FileUploaded',
      data: {
        year: 2026,
        fileId,
        folderId: null,
        name: null,
        originalName: null,
        blobId: 'b',
        version: 1,
        size: 1,
        mimeType: 'text/plain',
        sha256: null,
        bytesKey: null,
        source: { kind: 'upload', id: null },
      },
    })),
  ],
  message: [
    {
      type: 'MessageSent',
      data: {
        year: 2026,
        conversationId: 'a',
        clientId: null,
        firmId: null,
        senderId: 'b',
        text: null,
        fileIds: [],
        quoteId: null,
      },
    },
  ],
  bulk: [
    {
      type: 'BulkStarted',
      data: { year: 2026, clientId: 'a', kind: 'move', items: [], targetId: null, processState: null },
    },
  ],
};

const fold = (decider: AnyDecider, story: readonly Message[], told: (event: Message, state: unknown) => void) =>
  [...(BEGINNINGS[decider.events.category] ?? []), ...story].reduce((before, event) => {
    const state = evolve(decider, before, event, someone.now);
    told(event, state);
    return state;
  }, decider.initial());

/** Words that sound personal, wherever they occur in a member's name. */
const PERSONAL = [
  'name',
  'email',
  'phone',
  'address',
  'path',
  'cui',
  'registrulComertului',
  'dataInregistrarii',
  'sha256',
  'societate',
  'reprezentant',
  'companyEmail',
  'originalName',
  'text',
  'note',
  'title',
  'ip',
  'userAgent',
  'bytesKey',
];
const each = (reason: string, ...places: readonly string[]) => places.map((place) => [place, reason] as const);
const within = (parent: string, ...names: readonly string[]) => names.map((name) => `${parent}.${name}`);
/** Unencrypted texts that are neither ids nor enumerations: what each contains, and why nobody can enter text there. */
const CLEAR: ReadonlyMap<string, string> = new Map([
  ...each('sentences of the program', ...within('InstallationFounded.formats', 'record', 'canonical', 'leaf')),
  ...each('sentences of the program', ...within('InstallationFounded.formats', 'id', 'envelope', 'key')),
  ...each('sentences of the program', ...within('FormatsChanged.formats', 'record', 'canonical', 'leaf')),
  ...each('sentences of the program', ...within('FormatsChanged.formats', 'id', 'envelope', 'key')),
  ...each('a hash of FORMAT.md', 'InstallationFounded.formats.page', 'FormatsChanged.formats.page'),
  ...each('the check of the root key', 'InstallationFounded.check'),
  ...each('an id that the program made', 'InstallationFounded.installationId', 'FileUploaded.blobId'),
  ...each('of the program', ...within('SoftwareStarted', 'version', 'commit', 'catalogue')),
  ...each('words of the program', ...within('SoftwareStarted.policy', 'calls[].call', 'calls[].allow', 'rules[].rule')),
  ...each('the operator chooses of a list', 'SoftwareStarted.features[]', 'SoftwareStarted.timeZone'),
  ...each('the name of a key', 'OperatorActed.about'),
  ...each('the root of the log', 'OperatorActed.root'),
  ...each('a time that the program took', 'OperatorActed.actedAt', 'AlarmRaised.since'),
  ...each('a time that the program has read', ...within('AuditorAppointed', 'period.from', 'period.to', 'until')),
  ...each('a time that the program has read', ...within('MandateProlonged.until', 'from', 'to')),
  ...each('a number and a hash', ...within('LogAccepted.known', 'position', 'root')),
  ...each('a number and a hash', ...within('LogAccepted.found', 'position', 'root')),
  ...each('a word of the program, of a folder that it makes by itself', 'FolderCreated.categoryKey'),
  ...each('that of the extension, whatever a caller says', 'FileUploaded.mimeType'),
  ...each('a time of day', ...within('NotificationPreferencesChanged.from.quiet_hours', 'from', 'to')),
  ...each('a time of day', ...within('NotificationPreferencesChanged.to.quiet_hours', 'from', 'to')),
  ...each('the call as the contract writes it, without what was asked', 'AccessRefused.routes[]'),
  ...each('a position of the log', 'BulkStarted.asOf', 'RecordsViewed.at'),
  ...each('a thing that there is', 'AccessRefused.resources[].type', 'AccessRefused.resources[].id'),
]);

describe(`the catalogues (seed ${seed})`, () => {
  it('have each one decider, and every event stands in one of them', () => {
    const decided = deciders.map(({ events }) => events);
    expect(decided).toEqual(expect.arrayContaining(all.filter((each) => each !== InstallationEvents)));
    expect(decided).toHaveLength(all.length - 1);
    expect(registry.size).toBe(types.length);
  });

  it.each(types)('$type: what is personal is encrypted', ({ type, shape }) => {
    for (const { path, schema, personal } of membersOf(shape.schema, shape.mask)) {
      const names = path.replaceAll('[]', '').split('.');
      const own = names.at(-1)!;
      const parent = names.at(-2);
      const isNamedSo = PERSONAL.includes(['from', 'to'].includes(own) && parent ? parent : own);
      // a boolean is nobody's name
      const isSaid = schema instanceof z.ZodBoolean;
      expect([`${type}.${path}`, personal !== null || isSaid || !isNamedSo]).toEqual([`${type}.${path}`, true]);
      const isFreeText = schema instanceof z.ZodString && personal === null && !isId(schema);
      if (isFreeText) expect([`${type}.${path}`, CLEAR.has(`${type}.${path}`)]).toEqual([`${type}.${path}`, true]);
    }
  });

  /** Every number, also below what is encrypted as a whole. */
  const numbersIn = (schema: z.ZodType, path: string): string[] => {
    if (schema instanceof z.ZodNumber) return schema.format === 'safeint' ? [] : [path];
    if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
      return numbersIn(schema.unwrap() as z.ZodType, path);
    if (schema instanceof z.ZodArray) return numbersIn(schema.element as z.ZodType, `${path}[]`);
    if (schema instanceof z.ZodObject)
      return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, each]) =>
        numbersIn(each, `${path}.${name}`),
      );
    return [];
  };
  it.each(types)('$type: its numbers are whole, as FORMAT.md promises to other readers', ({ type, shape }) => {
    expect(numbersIn(shape.schema, type)).toEqual([]);
  });

  it.each(types)('$type: is written in two parts and read as it was', ({ type, shape }) => {
    fc.assert(
      fc.property(anyOf(shape.schema), (data) => {
        const [clear, marked] = splitByClass(data, shape.mask);
        expect(shape.read(joinClasses(clear, marked), shape.version)).toEqual(shape.read(data, shape.version));
        for (const { path } of membersOf(shape.schema, shape.mask).filter(({ personal }) => personal !== null))
          expect(valuesAt(clear, path).filter((value) => value !== null && value !== undefined)).toEqual([]);
        expect(() => erased({ type, data })).not.toThrow();
      }),
      runs,
    );
  });
});

/** The value at a member's path, of each item where there are several. */
const valuesAt = (value: unknown, path: string): unknown[] =>
  path.split('.').reduce<unknown[]>(
    (found, step) => {
      const name = step.replaceAll('[]', '');
      return found
        .flatMap((each) => (typeof each === 'object' && each !== null ? [(each as Record<string, unknown>)[name]] : []))
        .flatMap((each) => (step.endsWith('[]') && Array.isArray(each) ? (each as unknown[]) : [each]));
    },
    [value],
  );

describe(`any story whose keys were destroyed (seed ${seed})`, () => {
  const decided = all.filter((each) => each !== InstallationEvents);

  it.each(decided)('is taken by the decider of $category, and each event has an owner who is somebody', (catalogue) => {
    const decider = deciderOf(catalogue.category);
    const own = types.filter(({ category }) => category === catalogue.category);
    fc.assert(
      fc.property(fc.array(anyEvent(own), { maxLength: 15 }), (story) => {
        fold(decider, story.map(erased), (event, state) => {
          decider.belongsTo('stream-id', event, state);
          const key = catalogue.key('stream-id', event, 2026);
          const { mask } = registry.get(event.type)!;
          if (mask !== null) expect(key).toMatch(/^(user|searches|client|firm|files|conversation|mandate):[^/]+\/\d+$/);
          if (key !== null) expect(key).not.toMatch(/null|undefined|NaN/);
        });
      }),
      runs,
    );
  });

  it.each(reactorGroups.flatMap(({ reactors }) => reactors))('is taken by the reactor $name', (reactor) => {
    const { to } = reacts(reactor as Reactor<Message>);
    fc.assert(
      fc.property(anyEvent(types.filter(({ type }) => type in reactor.on)), (event) => {
        const { category } = types.find(({ type }) => type === event.type)!;
        const unnamed = to(erased(event), { stream: streamOf({ category }, 'a') }).asked.filter(
          ({ kind }) => kind === 'letter',
        );
        expect(unnamed).toEqual([]);
      }),
      runs,
    );
  });

  it.each(projectors)('is taken by the view $view', async (projector) => {
    const handled = types.filter(({ type }) => projector.every || type in projector.on);
    const story = fc.array(handled.length > 0 ? anyEvent(handled) : fc.constant(null as never), { maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(story, async (events) => {
        const reads = memoryReadStore();
        await reads.open([projector]);
        const runner = viewRunner(projector, { ...reads.own, apply: reads.apply.bind(reads) }, registry, null);
        for (const [at, event] of events.entries()) {
          await runner.project(recordOf(event, at));
          expect(runner.stop).toBeNull();
          await reads.apply([runner.batch()], placeAt(at));
          runner.applied(takenAt(placeAt(at))!);
        }
      }),
      { ...runs, numRuns: Math.ceil(runs.numRuns / 2) },
    );
  });
});

/** An event of any stream after the keys of its data and of its actor were destroyed. */
const recordOf = ({ type, data }: Message, at: number): OpenedRecord => {
  const { category } = types.find((each) => each.type === type)!;
  const catalogue = all.find((each) => each.category === category)!;
  const { mask, version } = registry.get(type)!;
  const { ip: _, userAgent: __, data: ___, ...rest } = recorded({ type, data }, at);
  const [clear] = splitByMask(data, mask);
  const resource = catalogue.resource('a', { type, data });
  const nowhere = { ip: null, userAgent: null };
  return {
    ...rest,
    stream: `${category}-a`,
    resource,
    version,
    clear,
    sealed: null,
    keys: [],
    personalKey: null,
    reach: () => undefined,
    known: {},
    place: () => placeAt(at),
    personal: () => null,
    from: () => nowhere,
  };
};
