import { createHash } from 'node:crypto';
import { api, type EndpointSpec } from '@dosar/contracts';
import { LEVEL, type Software } from '@dosar/kernel/runtime';
import { eventSchemasText } from '@dosar/domain/event-schemas';
import type { Config } from './config';
import { policy, type Rule } from './policy';

const VERSION = '0.1.0';

/** The rules that decide beside the table of calls, each with the number of its present form: a changed one has the next. */
const RULES = { scope: 1, locks: 1, hiding: 1 } as const;

const calls = (): Software['policy']['calls'] =>
  Object.entries(policy).flatMap(([group, rules]) =>
    Object.entries(rules as Record<string, Rule>).map(([name, { allow }]) => {
      const { method, path } = (api as unknown as Record<string, Record<string, EndpointSpec>>)[group]![name]!;
      return { call: `${method} ${path}`, allow };
    }),
  );

/** Which software this is, and by which rules it decides. */
export const softwareOf = ({ features, timeZone }: Pick<Config, 'features' | 'timeZone'>): Software => ({
  ...{ version: VERSION, commit: null, level: LEVEL },
  catalogue: createHash('sha256').update(eventSchemasText()).digest('hex'),
  policy: { calls: calls(), rules: Object.entries(RULES).map(([rule, number]) => ({ rule, number })) },
  ...{ features: [...features].sort(), timeZone },
});
