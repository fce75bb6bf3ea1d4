import type { OpenedPorts } from '@dosar/adapters/open-ports';
import { projectors } from '@dosar/domain/registry';
import { readHead, newestSoftware, type Software } from '@dosar/kernel/runtime';

/** Records a second read into views, as measured (scripts/bench/README.md) on two shared cores. */
const FILLED_PER_S = 7_000;

type Asked = Pick<OpenedPorts, 'events' | 'reads' | 'vault'> & {
  readonly upgrading: Pick<OpenedPorts['upgrading'], 'due'>;
};

const named = ({ version, level }: Pick<Software, 'version' | 'level'>) => `${version}, level ${level}`;

const levelRaised = async ({ events, upgrading }: Asked, software: Software): Promise<readonly string[]> => {
  const before = await newestSoftware(events);
  if (before === null || before.level >= software.level) return [];
  const due = (await upgrading.due()).map((what) => `; ${what}`);
  return [
    `this Dosar (${named(software)}) upgrades what an older one (${named(before)}) has written, which does not start on it any more: only a backup from before takes that back${due.join('')}`,
  ];
};

const viewsFilled = async ({ events, reads, vault }: Asked): Promise<readonly string[]> => {
  const head = await events.head();
  const known = await readHead(vault);
  if (head === null) return [];
  const states = await Promise.all(projectors.map((each) => reads.state(each)));
  const filled = projectors.filter((_, at) => !states[at]!.isSettled).map(({ view }) => view);
  if (filled.length === 0) return [];
  const names = filled.length === projectors.length ? 'all of them' : filled.join(', ');
  const records = known?.size ?? Number(head);
  const seconds = Math.max(1, Math.round(records / FILLED_PER_S));
  return [
    `views are filled anew from ${records} records, which takes about ${seconds} s (${names}): what they show is as old as before until then`,
  ];
};

/** What a start will do that takes long or cannot be undone, in sentences; none for an ordinary one. */
export const upgradeAhead = async (ports: Asked, software: Software): Promise<readonly string[]> => [
  ...(await levelRaised(ports, software)),
  ...(await viewsFilled(ports)),
];
