import type { Logger } from 'pino';
import { Tries, type TryKind, type Vault } from '@dosar/kernel/runtime';
import type { Config } from '../hosting/config';

type Parts = {
  readonly vault: Vault;
  readonly config: Pick<Config, 'profile'>;
  /** The same in all threads of this process, another after each start. */
  readonly processId: string;
  readonly logger: Pick<Logger, 'error'>;
};

const OF_FILES: ReadonlySet<TryKind> = new Set(['document', 'picture', 'invoice']);

/** Logged for administrators: ids, and no names. */
export const sayGivenUp =
  (logger: Pick<Logger, 'error'>) =>
  (kind: TryKind, about: string, why: string): void =>
    logger.error(OF_FILES.has(kind) ? { file_id: about } : { [kind]: about }, `a ${kind} was given up: ${why}`);

/** Attempts of all kinds of work that are repeated after a start. */
export const allTries = ({ vault, config, processId, logger }: Parts): Readonly<Record<TryKind, Tries>> => {
  const parts = {
    vault,
    process: processId,
    isAlone: config.profile === 'embedded',
    onGivenUp: sayGivenUp(logger),
  };
  const of = (kind: TryKind) => new Tries({ ...parts, kind });
  return {
    document: of('document'),
    picture: of('picture'),
    invoice: of('invoice'),
    operation: of('operation'),
    letter: of('letter'),
    digest: of('digest'),
  };
};
