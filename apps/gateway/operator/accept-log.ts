import { CannotStart } from '@dosar/adapters/cannot-start';
import { openPorts } from '@dosar/adapters/open-ports';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import { projectors } from '@dosar/domain/registry';
import { acceptLog } from '@dosar/kernel/runtime';

const MEND =
  'take the record from an older copy with "dosar doctor --from <log.db>", or restore the log from its backup';

/** Accepts the log as it is. @returns what was done, in sentences */
export const accept = async (config: PortsConfig): Promise<string[]> => {
  const damages: string[] = [];
  // opening the ports empties what was computed from a longer log, so that the next start does not find it
  const ports = await openPorts(config, projectors, { onDamage: (what) => damages.push(what) });
  try {
    if (damages.length > 0) throw new CannotStart(`${damages[0]}: a damaged log cannot be accepted; ${MEND}`);
    const { known, found } = await acceptLog(ports);
    if (!found) return ['The log is empty: the next start begins a new one.'];
    return [
      ...(known ? [`Known were ${known.size} records up to position ${known.position}, root ${known.root}.`] : []),
      `Accepted are ${found.size} records up to position ${found.position}, root ${found.root}; the log says so itself.`,
      config.profile === 'distributed'
        ? 'Processes that refused to write go on by themselves.'
        : 'Start Dosar again: what was computed from more than the log has is filled anew.',
    ];
  } finally {
    await ports.close();
  }
};
