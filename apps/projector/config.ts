import { CannotStart } from '@dosar/adapters/cannot-start';
import { given, readPortsConfig, type Surroundings } from '@dosar/adapters/ports-config';
import { DecidedBy } from '@dosar/domain/decided-by';

/** @throws CannotStart naming the variable that is wrong. */
export const readConfig = (environment: Surroundings) => {
  const parsed = DecidedBy.safeParse(given(environment));
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new CannotStart(`${path.join('.')}: ${message}`);
  }
  return { ...readPortsConfig(environment), ...parsed.data } as const;
};

export type Config = ReturnType<typeof readConfig>;
