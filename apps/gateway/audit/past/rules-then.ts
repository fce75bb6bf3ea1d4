import { RANK, type AccessThen, type Role } from '@dosar/contracts';
import {
  Damaged,
  INSTALLATION_STREAM,
  readable,
  type EventStore,
  type Position,
  type Software,
} from '@dosar/kernel/runtime';
import { policyAsData } from '@dosar/domain/policy';

/** By which rules somebody could do and see something at an instant. */
export type RulesThen = {
  readonly software: AccessThen['software'];
  /** Whether this release can still compute what they said. */
  readonly areKnown: boolean;
  readonly allows: (call: string, role: Role) => boolean;
};

const NOBODY: RulesThen = { software: null, areKnown: false, allows: () => false };

/** Of a role that this release does not know nobody can say who had it. */
const ranks: Readonly<Record<string, number>> = { ...RANK, everyone: 0 };

/** The numbers of the rules whose code is here, by their names: a former form would stand beside the present one. */
const numbers = new Map(policyAsData.rules.map(({ rule, number }) => [rule, number]));

/** The rules of the release that said last, up to there, that it decides. */
export const rulesAt = async (events: Pick<EventStore, 'read'>, at: Position): Promise<RulesThen> => {
  const software = await softwareAt(events, at);
  if (software === null) return NOBODY;
  const { calls, rules } = software.policy;
  const ranked = calls.filter(({ allow }) => allow !== 'auditor');
  const rankOf = new Map(ranked.map(({ call, allow }) => [call, ranks[allow] ?? Infinity]));
  const auditors = new Set(calls.flatMap(({ call, allow }) => (allow === 'auditor' ? call : [])));
  return {
    software: { version: software.version, level: software.level },
    areKnown: rules.every(({ rule, number }) => numbers.get(rule) === number),
    allows: (call, role) => (role === 'auditor' ? auditors.has(call) : RANK[role] >= (rankOf.get(call) ?? Infinity)),
  };
};

const softwareAt = async (events: Pick<EventStore, 'read'>, at: Position): Promise<Software | null> => {
  let newest: Software | null = null;
  for await (const batch of events.read(INSTALLATION_STREAM))
    for (const record of batch) {
      if (record.position > at) return newest;
      const said = readable(record);
      if (!(said instanceof Damaged) && said.type === 'SoftwareStarted') newest = said.data as Software;
    }
  return newest;
};
