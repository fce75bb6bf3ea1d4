import { build } from '@dosar/adapters/build';
import { projectors, reactorGroups } from '@dosar/domain/registry';
import { givenUpIn, LEVEL, reactionsOf, type Position } from '@dosar/kernel/runtime';
import type { Installation } from '../platform/hosting/installation';
import type { Measure } from '../platform/hosting/metrics';
import type { UseCaseContext } from '../platform/use-cases/use-case-context';
import { Components } from './components';
import { figuresOf } from './figures';

type Figures = Awaited<ReturnType<typeof figuresOf>>;
type Values = Measure['values'];

/** Left out where it is not known. */
const known = (value: number | null | undefined): Values =>
  value === null || value === undefined ? [] : [[{}, value]];

/** What health says, in numbers: one state a part is 1, the others are 0. */
const health = async ({ use }: UseCaseContext): Promise<readonly Measure[]> => {
  const states = ['ok', 'degraded', 'unavailable'] as const;
  const values = Object.entries(await use(Components).look()).flatMap(([component, { status }]) =>
    states.map((state) => [{ component, state }, Number(state === status)] as const),
  );
  return [{ name: 'dosar_component_state', help: 'The state of each part, as health says it.', values }];
};

/** How far views and reactors are behind the log, in its positions: records, or bytes of EventStoreDB. */
const followers = async ({ ports, views }: Installation): Promise<readonly Measure[]> => {
  const head = await ports.events.head().catch(() => null);
  const states = await Promise.all(
    projectors.map((each) => ports.reads.state(each).then((state) => [each.view, state] as const)),
  ).catch(() => []);
  const lagOf = (position: Position | null) => (head === null ? 0 : Number(head - (position ?? 0n)));
  const lags = states.map(([view, { position }]) => [{ view }, lagOf(position)] as const);
  const groups = reactorGroups
    .map(({ name }) => [name, views.position(reactionsOf(name))] as const)
    .filter(([, position]) => position !== null)
    .map(([reactor, position]) => [{ reactor }, lagOf(position)] as const);
  const stops = views.stops();
  return [
    {
      name: 'dosar_log_position',
      help: 'The newest position of the log.',
      values: known(head === null ? null : Number(head)),
    },
    { name: 'dosar_view_lag', help: 'Positions of the log that a view has not read.', values: lags },
    {
      name: 'dosar_view_filled',
      help: 'Whether a view has read all that there was when it was made.',
      values: states.map(([view, { isSettled }]) => [{ view }, Number(isSettled)] as const),
    },
    { name: 'dosar_reactor_lag', help: 'Positions that a group of reactors has not handled.', values: groups },
    {
      name: 'dosar_stopped',
      help: 'Views and groups of reactors that met what they cannot read.',
      values: known(stops.size),
    },
  ];
};

const lookedAfter = ({ disk, letters, backup }: Figures): readonly Measure[] => [
  { name: 'dosar_disk_free_bytes', help: 'Room on the disk of the data folder.', values: known(disk?.free) },
  { name: 'dosar_disk_bytes', help: 'Size of the disk of the data folder.', values: known(disk?.total) },
  { name: 'dosar_letters_waiting', help: 'Letters whose address is refused for now.', values: known(letters.waiting) },
  {
    name: 'dosar_backup_timestamp_seconds',
    help: 'When the last backup was made.',
    values: known(backup && Date.parse(backup.made_at) / 1_000),
  },
  { name: 'dosar_backup_lag', help: 'Records since the last backup.', values: known(backup?.records_since) },
];

const givenUp = async ({ ports, tries }: Installation): Promise<readonly Measure[]> => {
  const found = await givenUpIn(ports.vault).catch(() => null);
  const values = Object.keys(tries).map(
    (kind) => [{ kind }, found?.filter((each) => each.kind === kind).length ?? 0] as const,
  );
  return found ? [{ name: 'dosar_given_up', help: 'Work that is not tried any more.', values }] : [];
};

/** What is read at the moment when somebody looks. */
export const measures = async (context: UseCaseContext): Promise<readonly Measure[]> => {
  const { installation } = context;
  const { version, commit } = build;
  const software: Measure = {
    name: 'dosar_build_info',
    help: 'Which release runs.',
    values: [[{ version, commit: commit ?? 'unknown', level: String(LEVEL), profile: installation.config.profile }, 1]],
  };
  const read = await Promise.all([
    health(context),
    followers(installation),
    figuresOf(installation).then(lookedAfter),
    givenUp(installation),
  ]);
  return [software, ...read.flat()];
};
